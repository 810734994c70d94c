//! What was judged, for people and for scripts.

use std::fmt::Write;

use comfy_table::Table;
use serde_json::{json, to_value};
use sudoku_judge::{Verdict, memory_text};

use super::columns::{Column, NONE, known, legend, table};
use super::format::{self, RenderError, ResultFormat};
use super::style::Style;

use crate::data::budget::REFERENCES;
use crate::data::environment::Environment;
use crate::data::judgements::{JudgeRecord, ProgramRecord, TestRecord};
use crate::data::units::{against, count, time};

/// The number of the form of what is written as JSON and CSV.
const SCHEMA: u32 = 1;

const BY_THE_CLOCK: &str = "by the clock, from before the process is started to its end";

const LEGEND: &str = "All of it over the accepted tests. The references are what one blog post's \
    solutions took at the judge, on the judge's machine and tests.";

const CSV_HEADER: &str = "schema,program,form,set,place,puzzle,verdict,cause,wall_ns,cpu_ns,\
    peak_memory,time_limit_ms,memory_limit,cpu,commit,date";

/// The width of the chart in characters, without names and numbers.
const WIDTH: usize = 64;

/// Brings the record into a form; `each` adds the tests one by one to the forms for people.
///
/// # Errors
/// If the form's library refuses it.
pub fn render(
    record: &JudgeRecord,
    format: ResultFormat,
    each: bool,
) -> Result<String, RenderError> {
    match format {
        ResultFormat::Table => Ok(for_people(record, Style::TEXT, each)),
        ResultFormat::Markdown => Ok(for_people(record, Style::MARKDOWN, each)),
        ResultFormat::Csv => as_csv(record),
        ResultFormat::Json => as_json(record),
    }
}

fn as_json(record: &JudgeRecord) -> Result<String, RenderError> {
    let reference = |(language, ms)| json!({ "language": language, "ms": ms });
    format::json(&json!({
        "schema": SCHEMA,
        "environment": record.environment,
        "memory_limit": record.memory_limit,
        "sets": record.sets,
        "tests": record.tests,
        "references": REFERENCES.map(reference),
        "programs": record.programs,
    }))
}

fn as_csv(record: &JudgeRecord) -> Result<String, RenderError> {
    let row = |JudgedTest(program, test)| {
        let own = json!({
            "schema": SCHEMA,
            "program": program.name,
            "form": program.form,
            "place": test.place.number(),
            "verdict": test.judgement.verdict.to_string(),
            "memory_limit": record.memory_limit,
        });
        Ok([own, to_value(test)?, to_value(&record.environment)?])
    };
    format::csv(CSV_HEADER, tests(record).map(row))
}

fn for_people(record: &JudgeRecord, style: Style, each: bool) -> String {
    let mut text = String::new();
    let gap = style.gap;
    let limit = time(record.environment.time_limit_ms * 1e6);
    let title = format!(
        "judge · {} {} from {} · {limit} and {} for each",
        record.tests,
        if record.tests == 1 { "test" } else { "tests" },
        record.sets.join(", "),
        memory_text(record.memory_limit),
    );
    style.add_line(&mut text, style.heading, &title);
    let _ = writeln!(text, "{gap}{}{gap}", table(&Standing::COLUMNS, &rows(record), style));
    let fence = if style.wraps { "" } else { "```text\n" };
    let _ = writeln!(text, "{gap}{fence}{}{}", chart(record), fence.replace("text", ""));
    for program in &record.programs {
        for item in items(program) {
            style.add_item(&mut text, &item);
        }
    }
    let waited = |program: &ProgramRecord| {
        Some(format!("{} {}×", program.name, count(program.summary.waited?)))
    };
    let waited: Vec<String> = record.programs.iter().filter_map(waited).collect();
    if !waited.is_empty() {
        let warning = format!(
            "WARNING: the clock shows much more than the processor: {}: they wait for something, \
             or this machine has other work, and their times are too long",
            waited.join(", ")
        );
        style.add_item(&mut text, &warning);
    }
    if each {
        let _ = writeln!(text, "{gap}{}{gap}", each_test(record, style));
    }
    text.push_str(gap);
    style.add_line(&mut text, "", &format!("{} {LEGEND}", legend(&Standing::COLUMNS)));
    text.push_str(gap);
    if let Some(warning) = record.environment.warning() {
        style.add_item(&mut text, &warning);
    }
    let Environment { cpu, commit, date, .. } = &record.environment;
    style.add_item(&mut text, &format!("{cpu} · commit {commit} · {date}"));
    text
}

/// What is said of a program under the table: where it failed, and what was seen where it did not.
fn items(program: &ProgramRecord) -> Vec<String> {
    let name = &program.name;
    let failed = program.first_failed().map(|test| {
        let cause = test.judgement.cause.as_ref().map(|cause| format!(": {cause}"));
        let verdict = test.judgement.verdict;
        format!("{name}: {verdict} on {}, {}{}", test.set, test.place, cause.unwrap_or_default())
    });
    let accepted = program.tests.iter().filter(|test| test.judgement.verdict == Verdict::Accepted);
    let seen = accepted.filter_map(|test| {
        let cause = test.judgement.cause.as_ref()?;
        Some(format!("{name} on {}, {}: {cause}", test.set, test.place))
    });
    failed.into_iter().chain(seen).collect()
}

/// The programs and the references by their worst time, and below them who failed.
fn rows(record: &JudgeRecord) -> Vec<Standing<'_>> {
    let mut rows: Vec<Standing<'_>> =
        REFERENCES.iter().map(|&(name, ms)| Standing::Reference(name, ms)).collect();
    rows.extend(record.programs.iter().map(|program| Standing::Program(program, record.tests)));
    rows.sort_by(|one, other| {
        (one.has_failed().cmp(&other.has_failed()))
            .then(one.worst().unwrap_or(f64::MAX).total_cmp(&other.worst().unwrap_or(f64::MAX)))
    });
    rows
}

/// A row of table and chart.
enum Standing<'r> {
    /// One of the judge's solutions, and what it took there, in milliseconds.
    Reference(&'static str, f64),
    /// A program, and how many tests it was given.
    Program(&'r ProgramRecord, usize),
}

impl Standing<'_> {
    const COLUMNS: [Column<Self>; 9] = [
        Column::text("program", Self::name),
        Column::text("form", |row| row.known(|program| Some(program.form.to_string()))),
        Column::text("verdict", |row| match row {
            Self::Reference(..) => "reference".to_owned(),
            Self::Program(program, _) => program.summary.verdict.to_string(),
        }),
        Column::number("tests", "", |row| match row {
            Self::Reference(..) => NONE.to_owned(),
            Self::Program(program, given) => format!("{}/{given}", program.summary.accepted),
        }),
        Column::number("worst", BY_THE_CLOCK, |row| known(row.worst(), time)),
        Column::number("median", BY_THE_CLOCK, |row| {
            row.known(|program| program.summary.median_wall_ns.map(time))
        }),
        Column::number(
            "cpu",
            "the longest time on the processor, user and system, of all processes of a run",
            |row| row.known(|program| program.summary.worst_cpu_ns.map(|cpu| time(cpu as f64))),
        ),
        Column::number(
            "memory",
            "the most resident memory of a run, never less than about 3 MB",
            |row| row.known(|program| program.summary.peak_memory.map(memory_text)),
        ),
        Column::number("vs C++", "", |row| {
            known(row.worst(), |worst| against(worst / (REFERENCES[0].1 * 1e6)))
        }),
    ];

    fn name(&self) -> String {
        match self {
            Self::Reference(language, _) => format!("{language} at the judge"),
            Self::Program(program, _) => program.name.clone(),
        }
    }

    /// What is known of a program; a dash for a reference.
    fn known(&self, show: impl FnOnce(&ProgramRecord) -> Option<String>) -> String {
        match self {
            Self::Reference(..) => NONE.to_owned(),
            Self::Program(program, _) => known(show(program), |shown| shown),
        }
    }

    fn has_failed(&self) -> bool {
        matches!(self, Self::Program(program, _) if program.summary.verdict != Verdict::Accepted)
    }

    /// The worst time in nanoseconds.
    fn worst(&self) -> Option<f64> {
        match self {
            Self::Reference(_, ms) => Some(ms * 1e6),
            Self::Program(program, _) => program.summary.worst_wall_ns.map(|worst| worst as f64),
        }
    }
}

/// A program on one of its tests.
struct JudgedTest<'r>(&'r ProgramRecord, &'r TestRecord);

impl JudgedTest<'_> {
    const COLUMNS: [Column<Self>; 7] = [
        Column::text("program", |row| row.0.name.clone()),
        Column::text("set", |row| row.1.set.clone()),
        Column::text("place", |row| row.1.place.to_string()),
        Column::text("verdict", |row| row.1.judgement.verdict.to_string()),
        Column::number("wall", "", |row| time(row.1.judgement.wall_ns as f64)),
        Column::number("cpu", "", |row| {
            row.1.judgement.cpu_ns.map(|cpu| time(cpu as f64)).unwrap_or_default()
        }),
        Column::number("memory", "", |row| {
            row.1.judgement.peak_memory.map(memory_text).unwrap_or_default()
        }),
    ];
}

fn tests<'r>(record: &'r JudgeRecord) -> impl Iterator<Item = JudgedTest<'r>> {
    let tests = |program: &'r ProgramRecord| {
        program.tests.iter().map(move |test| JudgedTest(program, test))
    };
    record.programs.iter().flat_map(tests)
}

fn each_test(record: &JudgeRecord, style: Style) -> Table {
    table(&JudgedTest::COLUMNS, &tests(record).collect::<Vec<_>>(), style)
}

/// The worst time of each program as a bar on a logarithmic scale, with the references as lines
/// across all of them.
fn chart(record: &JudgeRecord) -> String {
    let rows: Vec<Standing<'_>> =
        rows(record).into_iter().filter(|row| row.worst().is_some()).collect();
    let times = || rows.iter().filter_map(Standing::worst).map(|time| time / 1e6);
    let scale = Scale::new(times().fold(f64::MAX, f64::min), times().fold(0.0, f64::max));
    let names = rows.iter().map(|row| row.name().chars().count()).max().unwrap_or(0);
    let mut labels = " ".repeat(names + 1);
    for (language, ms) in REFERENCES {
        let column = names + 1 + scale.column(ms);
        let room = column.saturating_sub(labels.chars().count());
        let _ = write!(labels, "{}{language} {ms}", " ".repeat(room));
    }
    let mut text = format!("{labels} ms\n");
    for row in &rows {
        let worst = row.worst().unwrap_or_default();
        let end = scale.column(worst / 1e6);
        let mut bar = vec![' '; WIDTH + 1];
        let (fill, point) = match row {
            Standing::Reference(..) => ('╌', '╳'),
            Standing::Program(..) => ('━', '●'),
        };
        bar[..end].fill(fill);
        for (_, ms) in REFERENCES {
            let column = scale.column(ms);
            bar[column] = if column < end { '┿' } else { '│' };
        }
        bar[end] = point;
        let bar: String = bar.into_iter().collect();
        let name = row.name();
        let padding = " ".repeat(names - name.chars().count());
        let _ = writeln!(text, "{name}{padding} {bar} {}", time(worst));
    }
    let mut axis = " ".repeat(names + 1);
    for decade in scale.decades() {
        let column = names + 1 + scale.column(decade);
        let room = column.saturating_sub(axis.chars().count());
        let _ = write!(axis, "{}└{}", " ".repeat(room), time(decade * 1e6));
    }
    text + &axis + "\n"
}

/// Where times stand on the chart: a logarithmic scale in milliseconds.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// A scale of whole decades downwards that has room for these, in milliseconds.
    fn new(least: f64, most: f64) -> Self {
        Self { low: least.max(1e-3).log10().floor(), high: most.max(1e-2).log10() }
    }

    fn column(&self, ms: f64) -> usize {
        let part = (ms.max(f64::MIN_POSITIVE).log10() - self.low) / (self.high - self.low);
        (part.clamp(0.0, 1.0) * WIDTH as f64).round() as usize
    }

    fn decades(&self) -> impl Iterator<Item = f64> {
        (self.low as i32..=self.high.floor() as i32).map(|power| 10f64.powi(power))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sudoku_judge::{JudgeForm, Judgement, Program};

    use super::*;

    fn test(verdict: Verdict, ms: u64) -> TestRecord {
        let mut judgement = Judgement::of(verdict);
        judgement.cause = (verdict != Verdict::Accepted).then(|| "a cause".to_owned());
        (judgement.wall_ns, judgement.cpu_ns) = (ms * 1_000_000, Some(ms * 900_000));
        judgement.peak_memory = Some(5 << 20);
        TestRecord {
            set: "judge".to_owned(),
            place: crate::data::puzzles::Place::Number(7),
            puzzle: ".".repeat(81),
            judgement,
        }
    }

    fn program(name: &str, tests: Vec<TestRecord>) -> ProgramRecord {
        let name = name.to_owned();
        ProgramRecord::new(&Program { name, form: JudgeForm::Boj2580, command: vec![] }, 3, tests)
    }

    fn record(programs: Vec<ProgramRecord>) -> JudgeRecord {
        JudgeRecord {
            environment: crate::measure::machine::environment(0, Duration::from_secs(1)),
            memory_limit: 256 << 20,
            sets: vec!["judge".to_owned()],
            tests: 3,
            programs,
        }
    }

    #[test]
    fn programs_stand_between_the_references_and_failures_below() {
        let (good, late) = (Verdict::Accepted, Verdict::TimeLimitExceeded);
        let record = record(vec![
            program("late", vec![test(good, 2), test(late, 1000)]),
            program("slow", vec![test(good, 500); 3]),
            program("fast", vec![test(good, 5); 3]),
        ]);
        let names: Vec<_> = rows(&record).iter().map(Standing::name).collect();
        let judges = |language: &str| format!("{language} at the judge");
        let expected = ["fast", &judges("C++"), &judges("Java"), "slow", &judges("PyPy3"), "late"];
        assert_eq!(names, expected);
        let text = for_people(&record, Style::TEXT, false);
        assert!(text.contains("late: time limit exceeded on judge, puzzle 7: a cause"), "{text}");
        assert!(!text.contains("WARNING"), "{text}");
    }

    #[test]
    fn the_chart_has_the_references_as_lines() {
        let good = Verdict::Accepted;
        let record = record(vec![
            program("fast", vec![test(good, 1); 3]),
            program("slow", vec![test(good, 500); 3]),
        ]);
        let chart = chart(&record);
        let columns = |line: &str, wanted: &str| -> Vec<usize> {
            let found = line.chars().enumerate().filter(|(_, found)| wanted.contains(*found));
            found.map(|(column, _)| column).collect()
        };
        let lines: Vec<&str> = chart.lines().collect();
        let [head, fast, .., pypy, axis] = lines[..] else { panic!("{chart}") };
        // The names of the references stand where their lines are, and so do their own points.
        let at: Vec<usize> = columns(fast, "│");
        let named =
            REFERENCES.map(|(name, _)| head[..head.find(name).unwrap_or(0)].chars().count());
        assert_eq!(at, named, "{chart}");
        for (line, &column) in [lines[2], lines[3], pypy].iter().zip(&at) {
            assert!(columns(line, "╳").contains(&column), "{chart}");
        }
        assert_eq!(columns(lines[4], "┿│"), at, "{chart}");
        assert_eq!((columns(fast, "●"), columns(axis, "└").len()), (vec![19], 4), "{chart}");
    }
}
