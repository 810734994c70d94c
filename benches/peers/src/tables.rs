//! The tables of the documents and the terminal, made from a measurement file.

use crate::data::{Data, Text};
use crate::figures::{Figures, Row};
use crate::tools::Failure;

/// The slowest puzzle's time of the blog post's C++ program at the judge.
const JUDGE_NS: f64 = 80e6;

/// Makes a block: `jobs`, `strategies` or `machine`, each also with ` ko` for Korean, or
/// `table JOB…`.
pub(crate) fn block(data: &Data, figures: &Figures, arguments: &str) -> Result<String, Failure> {
    let (name, ko) = arguments.strip_suffix(" ko").map_or((arguments, false), |it| (it, true));
    match name.split_once(' ').unwrap_or((name, "")) {
        ("jobs", "") => jobs(data, figures, ko),
        ("strategies", "") => strategies(data, figures, ko),
        ("machine", "") => Ok(machine(figures, ko)),
        ("table", jobs) if !jobs.is_empty() => {
            let head = "| job | engine | a puzzle | time, relative |\n|---|---|--:|--:|\n";
            let rows = |job| rows(data, figures, job);
            let tables = jobs.split_whitespace().map(rows).collect::<Result<Vec<_>, _>>()?;
            let row = |[job, engine, time, share]: &[String; 4]| {
                format!("| {job} | {engine} | {time} | {share} |\n")
            };
            Ok(head.to_owned() + &tables.iter().flatten().map(row).collect::<String>())
        }
        _ => Err(format!("there are no figures `{arguments}`").into()),
    }
}

fn one_of(ko: bool, text: &Text) -> &str {
    if ko { &text.ko } else { &text.en }
}

/// Returns a row for each job with a headline: this project and the fastest other engine.
fn jobs(data: &Data, figures: &Figures, ko: bool) -> Result<String, Failure> {
    let head = if ko {
        "| 코어 하나 | 이 프로젝트 | 그다음 | 몇 배 빠른가 |"
    } else {
        "| one core | this project | next best | times as fast |"
    };
    let mut table = format!("{head}\n|---|--:|--:|--:|\n");
    for job in &data.jobs {
        let Some(headline) = &job.headline else { continue };
        let rows = figures.job(&job.name);
        let fastest = |ours| {
            let is_wanted =
                |row: &&&Row| data.engines.get(&row.engine).is_some_and(|it| it.ours == ours);
            let owner = if ours { "engine of this project" } else { "other program" };
            let missing = || format!("no {owner} was measured for {}", job.name);
            rows.iter().find(is_wanted).ok_or_else(missing)
        };
        let (ours, next) = (fastest(true)?, fastest(false)?);
        table += &format!(
            "| {} | **{}** | {} ({}) | **{}×** |\n",
            one_of(ko, headline),
            time(ours.mean_ns),
            time(next.mean_ns),
            data.name(&next.engine),
            ratio(next.mean_ns / ours.mean_ns)
        );
    }
    Ok(table)
}

/// Returns the strategies with an idea, and the program that they are compared with.
fn strategies(data: &Data, figures: &Figures, ko: bool) -> Result<String, Failure> {
    let head = if ko {
        "| 전략 | 아이디어 | 중앙값 | 가장 느린 퍼즐 | 80 ms ÷ 가장 느린 퍼즐 |"
    } else {
        "| strategy | idea | median | slowest | 80 ms ÷ slowest |"
    };
    let mut table = format!("{head}\n|---|---|--:|--:|--:|\n");
    for name in &data.job("one/hard")?.engines {
        let Some(engine) = data.engines.get(name) else { continue };
        let Some(idea) = &engine.idea else { continue };
        let row = figures.rows.iter().find(|row| row.job == "one/hard" && row.engine == *name);
        let times = row.and_then(|row| row.median_ns.zip(row.worst_ns));
        let (median, worst) =
            times.ok_or_else(|| format!("{name} has no times of single puzzles"))?;
        let (share, idea) = (ratio(JUDGE_NS / worst), one_of(ko, idea));
        let (title, median, worst) = (&engine.title, time(median), time(worst));
        table += &format!("| {title} | {idea} | {median} | {worst} | {share}× |\n");
    }
    Ok(table)
}

/// Returns the machine, the build and the date in one line.
pub(crate) fn machine(figures: &Figures, ko: bool) -> String {
    let [machine, instructions, date, commit] =
        ["machine", "instructions", "date", "commit"].map(|name| figures.fact(name));
    let compiler = figures.fact("compiler");
    let compiler = compiler.split(" (").next().unwrap_or(compiler);
    let provisional = match (figures.provisional, ko) {
        (false, _) => "",
        (true, false) => " · **provisional**: a short run, or a busy machine",
        (true, true) => " · **잠정치**: 짧게 쟀거나 다른 작업이 있던 컴퓨터",
    };
    format!("{machine}, {instructions} · {compiler} · commit {commit} · {date}{provisional}\n")
}

/// Returns the job, the engine, its time and the ratio to the fastest, for each engine of a job.
pub(crate) fn rows(data: &Data, figures: &Figures, job: &str) -> Result<Vec<[String; 4]>, Failure> {
    let title = &data.job(job)?.title;
    let rows = figures.job(job);
    let first = rows.first().ok_or_else(|| format!("{job} was not measured"))?.mean_ns;
    let row = |row: &&Row| {
        let share = format!("{}×", ratio(row.mean_ns / first));
        [title.clone(), data.name(&row.engine), time(row.mean_ns), share]
    };
    Ok(rows.iter().map(row).collect())
}

/// Writes a time with two or three digits and its unit.
pub(crate) fn time(ns: f64) -> String {
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
    fn blocks_are_made_for_the_measured_jobs() {
        let engines = "[a]\ntitle = \"A\"\nours = true\nrun.t = \"a\"\n[a.idea]\nen = \"i\"\nko = \"k\"\n\
                       [b]\ntitle = \"B\"\nversion = \"2\"\nrun.t = \"b\"\n\
                       [c]\ntitle = \"C\"\nrun.t = \"c\"\n";
        let job = "[[job]]\nname = \"one/hard\"\ntitle = \"J\"\ntask = \"t\"\ncheck = \"minimal\"\n\
                   engines = [\"a\", \"b\", \"c\"]\nheadline.en = \"H\"\nheadline.ko = \"K\"\n";
        let data = Data::parse(engines, job).expect("no mistake");
        let mut figures = Figures::default();
        let times = [("c", 5000.0), ("b", 3400.0), ("a", 500.0)];
        assert!(block(&data, &figures, "jobs").is_err());
        figures.rows = times.map(|(engine, ns)| Row::of("one/hard", engine, ns)).into();
        let made = |arguments| block(&data, &figures, arguments).expect("a table");
        assert!(made("jobs").ends_with("| H | **0.50 µs** | 3.40 µs (B 2) | **6.8×** |\n"));
        assert!(made("jobs ko").contains("| K | "));
        assert!(made("table one/hard").ends_with("| J | C | 5.00 µs | 10× |\n"));
        for wrong in ["nothing", "table", "table x", "strategies"] {
            assert!(block(&data, &figures, wrong).is_err(), "{wrong}");
        }
        figures.rows[2].median_ns = Some(500.0);
        figures.rows[2].worst_ns = Some(1e6);
        let strategies = block(&data, &figures, "strategies ko").expect("a table");
        assert!(strategies.ends_with("| A | k | 0.50 µs | 1.00 ms | 80× |\n"), "{strategies}");
    }
}
