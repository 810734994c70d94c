//! The results of the judge, for people and for scripts.

use anyhow::Result;
use std::fmt::Write;

use cli_support::counted;
use serde::Serialize;
use serde_json::{json, to_value};
use sudoku_judge::{JudgeFormat, Judgement, Program, ProgramSummary, Verdict, memory_text};

use super::axis::Axis;
use super::columns::{Column, known, legend, table};
use super::format::{self, ResultFormat};
use super::style::Style;
use crate::data::budget::REFERENCES;
use crate::data::environment::Environment;
use crate::data::puzzles::PuzzleLocation;
use crate::data::units::{against, count, time};

/// The version of the JSON object and the CSV columns.
const SCHEMA: u32 = 1;

const WALL_TIME: &str = "wall time from just before the process starts to its end";

const LEGEND: &str = "All columns are over the accepted tests. The references are the times of one \
    blog post's solutions on the judge's machine and tests.";

const CSV_HEADER: &str = "schema,program,format,set,place,puzzle,verdict,cause,wall_ns,cpu_ns,\
    peak_memory,time_limit_ms,memory_limit,cpu,commit,date";

/// The width of the chart in characters, without names and numbers.
const WIDTH: usize = 64;
/// The width of a tick label in characters.
const MARK: f64 = 8.0;

/// The number of lines of an output that are shown, and of characters in each.
const SHOWN_LINES: usize = 12;
const SHOWN_COLUMNS: usize = 100;

/// One program on one test.
#[derive(Clone, Debug, Serialize)]
pub struct TestRecord {
    /// The list of the puzzle.
    pub set: String,
    /// The puzzle's location in the list.
    pub place: PuzzleLocation,
    /// The puzzle, as 81 characters.
    pub puzzle: String,
    /// The judgement.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// The input and a right answer, if they are shown with the output.
    #[serde(skip)]
    pub shown: Option<[String; 2]>,
}

/// One program.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramRecord {
    /// The name.
    pub name: String,
    /// The problem that it solves.
    pub format: JudgeFormat,
    /// The command.
    pub command: Vec<String>,
    /// The result over all tests.
    #[serde(flatten)]
    pub summary: ProgramSummary,
    /// Every test that was run, in order.
    pub tests: Vec<TestRecord>,
}

impl ProgramRecord {
    /// Creates the record of a program that had `given` tests, of which `tests` were run.
    pub fn new(program: &Program, given: usize, tests: Vec<TestRecord>) -> Self {
        let judgements = tests.iter().map(|test| &test.judgement);
        Self {
            name: program.name.clone(),
            format: program.format,
            command: program.command.iter().map(|word| word.to_string_lossy().into()).collect(),
            summary: ProgramSummary::new(judgements, given),
            tests,
        }
    }

    /// Returns the first failed test.
    pub fn first_failed(&self) -> Option<&TestRecord> {
        self.tests.iter().find(|test| test.judgement.verdict != Verdict::Accepted)
    }
}

/// The results of all programs.
#[derive(Clone, Debug)]
pub struct JudgeRecord {
    /// The machine, the build and the time limit.
    pub environment: Environment,
    /// The limit on memory, in bytes.
    pub memory_limit: u64,
    /// The sets and files of the tests.
    pub sets: Vec<String>,
    /// The number of tests for each program.
    pub tests: usize,
    /// The programs, in the order of the command line.
    pub programs: Vec<ProgramRecord>,
}

/// Renders the record in a format. `each` adds a table of all tests to the formats for people.
///
/// # Errors
/// If JSON or CSV cannot be written.
pub fn render(record: &JudgeRecord, format: ResultFormat, each: bool) -> Result<String> {
    match format {
        ResultFormat::Table => Ok(for_people(record, Style::TEXT, each)),
        ResultFormat::Markdown => Ok(for_people(record, Style::MARKDOWN, each)),
        ResultFormat::Csv => as_csv(record),
        ResultFormat::Json => as_json(record),
    }
}

fn as_json(record: &JudgeRecord) -> Result<String> {
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

fn as_csv(record: &JudgeRecord) -> Result<String> {
    let row = |JudgedTest(program, test)| {
        let own = json!({
            "schema": SCHEMA,
            "program": program.name,
            "format": program.format,
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
        "judge · {} from {} · {limit} and {} for each",
        counted(record.tests as u64, "test"),
        record.sets.join(", "),
        memory_text(record.memory_limit),
    );
    style.add_line(&mut text, style.heading, &title);
    let _ = writeln!(text, "{gap}{}{gap}", table(&Standing::COLUMNS, &rows(record), style));
    let fence = if style.wraps.is_some() { "" } else { "```text\n" };
    if record.programs.iter().any(|program| program.summary.accepted > 0) {
        let _ = writeln!(text, "{gap}{fence}{}{}", chart(record), fence.replace("text", ""));
    }
    for program in &record.programs {
        for item in items(program) {
            style.add_item(&mut text, &item);
        }
    }
    for (program, test) in record.programs.iter().filter_map(|it| Some((it, it.first_failed()?))) {
        if let Some(shown) = shown(&program.name, test) {
            let _ = writeln!(text, "{gap}{fence}{shown}{}", fence.replace("text", ""));
        }
    }
    let waited = |program: &ProgramRecord| {
        Some(format!("{} {}×", program.name, count(program.summary.waited?)))
    };
    let waited: Vec<String> = record.programs.iter().filter_map(waited).collect();
    if !waited.is_empty() {
        let warning = format!(
            "WARNING: wall time is much longer than processor time: {}. The programs wait for \
             something, or this machine has other work, so their times are too long",
            waited.join(", ")
        );
        style.add_item(&mut text, &warning);
    }
    if each {
        let tests: Vec<_> = tests(record).collect();
        let _ = writeln!(text, "{gap}{}{gap}", table(&JudgedTest::COLUMNS, &tests, style));
    }
    text.push_str(gap);
    let standings = rows(record);
    let legend = legend(&Standing::COLUMNS, &standings.iter().collect::<Vec<_>>());
    style.add_line(&mut text, "", &format!("{legend} {LEGEND}"));
    text.push_str(gap);
    if let Some(warning) = record.environment.warning() {
        style.add_item(&mut text, &warning);
    }
    let Environment { cpu, commit, date, .. } = &record.environment;
    style.add_item(&mut text, &format!("{cpu} · commit {commit} · {date}"));
    text
}

/// Returns the lines about a program below the table: its first failure, and observations on
/// accepted tests.
fn items(program: &ProgramRecord) -> Vec<String> {
    let name = &program.name;
    let failed = program.first_failed().map(|test| {
        let cause = test.judgement.cause.as_ref().map(|cause| format!(": {cause}"));
        let verdict = test.judgement.verdict;
        let cause = cause.unwrap_or_default();
        let TestRecord { set, place, puzzle, .. } = test;
        format!("{name}: {verdict} on {set}, {place}{cause}; puzzle: {puzzle}")
    });
    let accepted = program.tests.iter().filter(|test| test.judgement.verdict == Verdict::Accepted);
    let seen = accepted.filter_map(|test| {
        let cause = test.judgement.cause.as_ref()?;
        Some(format!("{name} on {}, {}: {cause}", test.set, test.place))
    });
    failed.into_iter().chain(seen).collect()
}

/// Returns input, output and a right answer of a test, if they are recorded. The program may be
/// hostile, so control characters are replaced and long output is cut.
fn shown(name: &str, test: &TestRecord) -> Option<String> {
    let [input, answer] = test.shown.as_ref()?;
    let output = test.judgement.output.as_deref().unwrap_or_default();
    let mut text = format!("{name} on {}, {}\n", test.set, test.place);
    for (what, content) in [("input", &**input), ("output", output), ("a right answer", answer)] {
        let _ = writeln!(text, "  {what}:");
        for line in content.lines().take(SHOWN_LINES) {
            let line: String = line.chars().take(SHOWN_COLUMNS).collect();
            let _ = writeln!(text, "    {}", line.replace(char::is_control, "\u{fffd}"));
        }
        if let Some(more @ 1..) = content.lines().count().checked_sub(SHOWN_LINES) {
            let _ = writeln!(text, "    and {more} more lines");
        }
    }
    Some(text)
}

/// Returns the programs and references sorted by worst time, with failed programs at the end.
fn rows(record: &JudgeRecord) -> Vec<Standing<'_>> {
    let mut rows = Vec::new();
    for (language, ms) in REFERENCES {
        let (name, worst) = (format!("{language} at the judge"), Some(ms * 1e6));
        rows.push(Standing { name, worst, program: None });
    }
    for program in &record.programs {
        let worst = program.summary.worst_wall_ns.map(|worst| worst as f64);
        rows.push(Standing { name: program.name.clone(), worst, program: Some(program) });
    }
    let has_failed =
        |row: &Standing<'_>| row.program.is_some_and(|it| it.summary.verdict != Verdict::Accepted);
    let worst = |row: &Standing<'_>| row.worst.unwrap_or(f64::MAX);
    rows.sort_by(|one, other| {
        let by_failure = has_failed(one).cmp(&has_failed(other));
        by_failure.then(worst(one).total_cmp(&worst(other)))
    });
    rows
}

/// A row of the table and the chart: a program, or a reference.
struct Standing<'r> {
    name: String,
    /// The worst time in nanoseconds.
    worst: Option<f64>,
    program: Option<&'r ProgramRecord>,
}

impl Standing<'_> {
    const COLUMNS: [Column<Self>; 9] = [
        Column::text("program", |row| row.name.clone()),
        Column::text("format", |row| known(row.program, |program| program.format.to_string())),
        Column::text("verdict", |row| {
            row.program.map_or("reference".to_owned(), |it| it.summary.verdict.to_string())
        }),
        Column::number("tests", "", |row| {
            let given = |it: &ProgramRecord| it.tests.len() + it.summary.not_run;
            known(row.program, |it| format!("{}/{}", it.summary.accepted, given(it)))
        }),
        Column::number("worst", WALL_TIME, |row| known(row.worst, time)),
        Column::number("median", WALL_TIME, |row| {
            known(row.program.and_then(|it| it.summary.median_wall_ns), time)
        }),
        Column::number(
            "cpu",
            "the longest processor time (user and system) of a run, over all its processes",
            |row| known(row.program.and_then(|it| it.summary.worst_cpu_ns), |cpu| time(cpu as f64)),
        ),
        Column::number("memory", "the peak resident memory of a run, at least about 3 MB", |row| {
            known(row.program.and_then(|it| it.summary.peak_memory), memory_text)
        }),
        Column::number("vs C++", "", |row| {
            known(row.worst, |worst| against(worst / (REFERENCES[0].1 * 1e6)))
        }),
    ];
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

/// Draws the worst time of each program as a bar on a logarithmic scale, with the references as
/// vertical lines.
fn chart(record: &JudgeRecord) -> String {
    let rows = rows(record);
    let rows: Vec<(&Standing<'_>, f64)> =
        rows.iter().filter_map(|row| Some((row, row.worst?))).collect();
    let least = rows.iter().fold(f64::MAX, |least, row| least.min(row.1));
    let most = rows.iter().fold(0.0, |most, row| row.1.max(most));
    // The axis starts at a power of ten, at least one nanosecond.
    let range = (least.max(1.0).log10().floor(), most.max(10.0).log10());
    let ends = (0.0, WIDTH as f64);
    let scale = Axis { range, ends, room: MARK, name: time };
    let column = |time| scale.at(time).round().clamp(0.0, WIDTH as f64) as usize;
    let references = REFERENCES.map(|(language, ms)| (column(ms * 1e6), language, ms));
    let names = rows.iter().map(|(row, _)| row.name.chars().count()).max().unwrap_or(0);
    let labels = references.map(|(at, language, ms)| (at, format!("{language} {ms}")));
    let mut text = labels_at(names + 1, labels) + " ms\n";
    for (row, worst) in &rows {
        let end = column(*worst);
        let mut bar = vec![' '; WIDTH + 1];
        let (fill, point) = if row.program.is_none() { ('╌', '╳') } else { ('━', '●') };
        bar[..end].fill(fill);
        for (at, ..) in references {
            bar[at] = if at < end { '┿' } else { '│' };
        }
        bar[end] = point;
        let bar: String = bar.into_iter().collect();
        let _ = writeln!(text, "{:names$} {bar} {}", row.name, time(*worst));
    }
    let marks = scale.marks().into_iter();
    let marks = marks.map(|(at, name)| (at.round() as usize, format!("└{name}")));
    text + &labels_at(names + 1, marks) + "\n"
}

/// Returns a line with labels at these columns, to the right of a margin.
fn labels_at(margin: usize, labels: impl IntoIterator<Item = (usize, String)>) -> String {
    labels.into_iter().fold(" ".repeat(margin), |line, (column, label)| {
        let room = (margin + column).saturating_sub(line.chars().count());
        line + &" ".repeat(room) + &label
    })
}
