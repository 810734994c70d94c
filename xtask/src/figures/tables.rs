//! The tables of the documents, made from a measurement file.

use super::store::{Figures, Row};
use crate::Failure;

/// The language of a document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    English,
    Korean,
}

/// A text in both languages.
type Text = (&'static str, &'static str);

/// The jobs of the README's table, with the engine of this project that does each.
const HEADLINES: [(&str, &str, Text); 6] = [
    (
        "one/17-clue",
        "board",
        ("Prove one puzzle unique (17 clues)", "퍼즐 하나를 풀고 해가 유일함을 증명 (힌트 17개)"),
    ),
    ("batch/17-clue", "batch", ("The same, in a batch", "위와 같은 일을 배치로")),
    (
        "batch/hardest",
        "batch",
        ("Hardest known puzzles, in a batch", "알려진 가장 어려운 퍼즐, 배치로"),
    ),
    ("generate", "sudoku-generator", ("Make a minimal puzzle", "극소 퍼즐 하나 만들기")),
    (
        "canonical",
        "sudoku-canonical",
        ("Find the canonical form (17 clues)", "표준형 구하기 (힌트 17개)"),
    ),
    (
        "rate/se",
        "sudoku-logic",
        ("Rate as Sudoku Explainer 1.2.1 does", "Sudoku Explainer 1.2.1 방식으로 난이도 매기기"),
    ),
];

/// The strategies of the README's second table, with the idea of each.
const STRATEGIES: [(&str, Text); 4] = [
    (
        "scan",
        ("read the row, column and box before each digit", "숫자를 놓기 전에 행·열·박스를 훑는다"),
    ),
    (
        "bitmask",
        ("keep one bit mask for each row, column and box", "행·열·박스마다 비트마스크 하나"),
    ),
    ("mrv", ("choose the cell with the fewest candidates", "후보가 가장 적은 칸부터 채운다")),
    ("board", ("keep the whole board in SIMD registers", "판 전체를 SIMD 레지스터에 담는다")),
];

/// The slowest puzzle's time of the blog post's C++ program at the judge.
const JUDGE_NS: f64 = 80e6;

/// Makes the block with this name: `jobs`, `strategies`, `machine`, `solving`, `sparse` or `tasks`,
/// and `jobs ko` for Korean.
pub(crate) fn block(figures: &Figures, name: &str) -> Result<String, Failure> {
    let (name, language) = match name.strip_suffix(" ko") {
        Some(name) => (name, Language::Korean),
        None => (name, Language::English),
    };
    match name {
        "jobs" => jobs(figures, language),
        "strategies" => strategies(figures, language),
        "machine" => Ok(machine(figures, language)),
        "solving" => solving(figures),
        "sparse" => every_engine(figures, &["one/sparse"]),
        "tasks" => {
            let jobs = ["generate", "generate/half-turn", "canonical", "rate/se", "rate/hodoku"];
            every_engine(figures, &jobs)
        }
        _ => Err(format!("there are no figures `{name}`").into()),
    }
}

impl Language {
    fn of(self, (english, korean): Text) -> &'static str {
        match self {
            Self::English => english,
            Self::Korean => korean,
        }
    }
}

/// This project beside the fastest of the others, for each job of the README.
fn jobs(figures: &Figures, language: Language) -> Result<String, Failure> {
    let head = language.of((
        "| one core | this project | next best | times as fast |",
        "| 코어 하나 | 이 프로젝트 | 그다음 | 몇 배 빠른가 |",
    ));
    let mut table = format!("{head}\n|---|--:|--:|--:|\n");
    for (job, engine, text) in HEADLINES {
        let ours = row(figures, job, engine)?;
        let others = figures.job(job);
        let next = others
            .iter()
            .find(|row| !is_ours(&row.engine))
            .ok_or_else(|| format!("no other program was measured for {job}"))?;
        table += &format!(
            "| {} | **{}** | {} ({}) | **{}×** |\n",
            language.of(text),
            time(ours.mean_ns),
            time(next.mean_ns),
            engine_name(&next.engine),
            ratio(next.mean_ns / ours.mean_ns)
        );
    }
    Ok(table)
}

/// The four strategies, and the program that they are compared with.
fn strategies(figures: &Figures, language: Language) -> Result<String, Failure> {
    let head = language.of((
        "| strategy | idea | median | slowest | 80 ms ÷ slowest |",
        "| 전략 | 아이디어 | 중앙값 | 가장 느린 퍼즐 | 80 ms ÷ 가장 느린 퍼즐 |",
    ));
    let mut table = format!("{head}\n|---|---|--:|--:|--:|\n");
    let program = language
        .of(("the post's program, on this machine", "글쓴이의 C++ 프로그램 (이 컴퓨터에서)"));
    let names = STRATEGIES.map(|(name, idea)| (name, format!("`{name}`"), language.of(idea)));
    let names = [("cpp", "C++".to_owned(), program)].into_iter().chain(names);
    for (engine, name, idea) in names {
        let row = row(figures, "one/hard", engine)?;
        let (Some(median), Some(worst)) = (row.median_ns, row.worst_ns) else {
            return Err(format!("{engine} has no times of single puzzles").into());
        };
        let share = format!("{}×", ratio(JUDGE_NS / worst));
        let (median, worst) = (time(median), time(worst));
        table += &format!("| {name} | {idea} | {median} | {worst} | {share} |\n");
    }
    Ok(table)
}

/// The machine, the build and the date, in one line.
fn machine(figures: &Figures, language: Language) -> String {
    let [machine, instructions, date, commit] =
        ["machine", "instructions", "date", "commit"].map(|name| figures.fact(name));
    let compiler = figures.fact("compiler");
    let compiler = compiler.split(" (").next().unwrap_or(compiler);
    let provisional = match (figures.is_provisional, language) {
        (false, _) => "",
        (true, Language::English) => " · **provisional**: a short run, or a busy machine",
        (true, Language::Korean) => " · **잠정치**: 짧게 쟀거나 다른 작업이 있던 컴퓨터",
    };
    format!("{machine}, {instructions} · {compiler} · commit {commit} · {date}{provisional}\n")
}

/// The harness's jobs on two lists: one engine on each line.
fn solving(figures: &Figures) -> Result<String, Failure> {
    const JOBS: [&str; 4] = ["one/17-clue", "batch/17-clue", "one/hardest", "batch/hardest"];
    let mut table = "| engine | 17 clues, one by one | 17 clues, batch | hardest, one by one \
                     | hardest, batch |\n|---|--:|--:|--:|--:|\n"
        .to_owned();
    for engine in ["batch", "board", "mrv", "sudoku", "tdoku", "rustoku"] {
        let times = JOBS.map(|job| {
            figures.row(job, engine).map_or_else(|| "–".to_owned(), |row| time(row.mean_ns))
        });
        table += &format!("| {} | {} |\n", engine_name(engine), times.join(" | "));
    }
    Ok(table)
}

/// Every engine of some jobs, compared with this project's.
fn every_engine(figures: &Figures, jobs: &[&str]) -> Result<String, Failure> {
    let mut table = "| job | engine | a puzzle | time, relative |\n|---|---|--:|--:|\n".to_owned();
    for job in jobs {
        let rows = figures.job(job);
        let first = rows.first().ok_or_else(|| format!("{job} was not measured"))?.mean_ns;
        for row in &rows {
            let (name, share) = (engine_name(&row.engine), ratio(row.mean_ns / first));
            table +=
                &format!("| {} | {name} | {} | {share}× |\n", job_name(job), time(row.mean_ns));
        }
    }
    Ok(table)
}

fn row<'f>(figures: &'f Figures, job: &str, engine: &str) -> Result<&'f Row, Failure> {
    figures.row(job, engine).ok_or_else(|| format!("{engine} was not measured for {job}").into())
}

/// Returns true if an engine belongs to this project.
pub(super) fn is_ours(engine: &str) -> bool {
    matches!(engine, "batch" | "board" | "mrv" | "bitmask" | "scan")
        || engine.starts_with("sudoku-") && engine != "sudoku-explainer"
}

/// Returns the name of an engine as the documents write it.
fn engine_name(engine: &str) -> String {
    match engine {
        "sudoku" => "crate `sudoku` 0.8".to_owned(),
        "rustoku" => "rustoku 0.16".to_owned(),
        "qqwing" => "QQWing 1.3.4".to_owned(),
        "sukaku-forge" => "sukaku-forge 0.6".to_owned(),
        "sudoku-explainer" => "Sudoku Explainer 1.2.1".to_owned(),
        "hodoku" => "HoDoKu 2.3".to_owned(),
        "cpp" => "C++ program of a blog post".to_owned(),
        "tdoku" => "tdoku".to_owned(),
        ours => format!("**`{ours}`**"),
    }
}

fn job_name(job: &str) -> &str {
    match job {
        "one/sparse" => "17 to 22 clues, one by one",
        "generate" => "minimal puzzle",
        "generate/half-turn" => "the same, half-turn symmetry",
        "canonical" => "canonical form, 17 clues",
        "rate/se" => "rating, Sudoku Explainer 1.2.1",
        "rate/hodoku" => "rating, HoDoKu 2.3",
        other => other,
    }
}

/// Writes a time with two or three digits and its unit.
pub(super) fn time(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 999.5e3 => (ns / 1e3, "µs"),
        ns if ns < 999.5e6 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    format!("{} {unit}", digits(value))
}

/// Writes a ratio, with a decimal if it is small.
fn ratio(ratio: f64) -> String {
    match ratio {
        ratio if ratio >= 999.5 => thousands(ratio),
        ratio if ratio >= 9.95 => format!("{ratio:.0}"),
        ratio => format!("{ratio:.1}"),
    }
}

/// Writes a large number with three digits and commas.
fn thousands(value: f64) -> String {
    let step = 10f64.powf(value.log10().floor() - 2.0);
    let digits = format!("{:.0}", (value / step).round() * step);
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn digits(value: f64) -> String {
    match value {
        value if value >= 99.95 => format!("{value:.0}"),
        value if value >= 9.995 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_at_most() {
        assert_eq!(time(284.4), "0.28 µs");
        assert_eq!(time(46_412.0), "46.4 µs");
        assert_eq!(time(999_600.0), "1.00 ms");
        assert_eq!(
            [6.76, 9.96, 123.4, 6312.0, 96_340.0].map(ratio),
            ["6.8", "10", "123", "6,310", "96,300"]
        );
    }

    #[test]
    fn the_next_best_is_the_fastest_program_of_others() {
        let row = |job: &str, engine: &str, mean_ns| Row {
            job: job.to_owned(),
            engine: engine.to_owned(),
            mean_ns,
            median_ns: None,
            worst_ns: None,
            puzzles: 1,
        };
        let mut figures = Figures::default();
        for (job, engine, _) in HEADLINES {
            figures.rows.push(row(job, engine, 500.0));
            figures.rows.push(row(job, "tdoku", 5000.0));
        }
        figures.rows.push(row("one/17-clue", "sudoku", 3400.0));
        figures.rows.push(row("one/17-clue", "mrv", 3000.0));
        let table = block(&figures, "jobs").expect("a table");
        assert!(
            table.contains("| **0.50 µs** | 3.40 µs (crate `sudoku` 0.8) | **6.8×** |"),
            "{table}"
        );
        assert!(block(&figures, "jobs ko").is_ok());
        assert!(block(&figures, "nothing").is_err());
        assert!(block(&figures, "strategies").is_err());
    }
}
