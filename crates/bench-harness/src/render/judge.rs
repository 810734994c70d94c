//! The results of the judge, for people and for scripts.

use anyhow::Result;
use std::fmt::Write;

use cli_support::counted;
use serde::Serialize;
use serde_json::json;
use sudoku_judge::{JudgeFormat, Judgement, Program, ProgramSummary, Verdict, memory_text};

use super::columns::{Column, known, legend, table};
use super::format::{self, ResultFormat};
use super::style::Style;
use crate::data::budget::REFERENCES;
use crate::data::environment::Environment;
use crate::data::puzzles::PuzzleLocation;
use crate::data::units::{against, count, time};

/// The version of the JSON object.
const SCHEMA: u32 = 1;

const WALL_TIME: &str = "wall time from just before the process starts to its end";

const LEGEND: &str = "All columns are over the accepted tests. The references are the times of one \
    blog post's solutions on the judge's machine and tests.";

/// The number of lines of an output that are shown, and of characters in each.
const SHOWN_LINES: usize = 12;
const SHOWN_COLUMNS: usize = 100;

#[derive(Clone, Debug, Serialize)]
pub struct TestRecord {
    pub set: String,
    pub place: PuzzleLocation,
    pub puzzle: String,
    #[serde(flatten)]
    pub judgement: Judgement,
    /// The input and a right answer, if they are shown with the output.
    #[serde(skip)]
    pub shown: Option<[String; 2]>,
}

#[derive(Clone, Debug, Serialize)]
pub struct ProgramRecord {
    pub name: String,
    pub format: JudgeFormat,
    pub command: Vec<String>,
    #[serde(flatten)]
    pub summary: ProgramSummary,
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

    pub fn first_failed(&self) -> Option<&TestRecord> {
        self.tests.iter().find(|test| test.judgement.verdict != Verdict::Accepted)
    }
}

#[derive(Clone, Debug)]
pub struct JudgeRecord {
    pub environment: Environment,
    /// The limit on memory, in bytes.
    pub memory_limit: u64,
    pub sets: Vec<String>,
    pub tests: usize,
    pub programs: Vec<ProgramRecord>,
}

pub fn render(record: &JudgeRecord, format: ResultFormat) -> Result<String> {
    match format {
        ResultFormat::Table => Ok(for_people(record, Style::TEXT)),
        ResultFormat::Markdown => Ok(for_people(record, Style::MARKDOWN)),
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

fn for_people(record: &JudgeRecord, style: Style) -> String {
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
    let standings = rows(record);
    let _ = writeln!(text, "{gap}{}{gap}", table(&Standing::COLUMNS, &standings, style));
    let fence = if style.wraps.is_some() { "" } else { "```text\n" };
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
    text.push_str(gap);
    let legend = legend(&Standing::COLUMNS, &standings);
    style.add_line(&mut text, "", &format!("{legend} {LEGEND}"));
    text.push_str(gap);
    if let Some(warning) = record.environment.warning() {
        style.add_item(&mut text, &warning);
    }
    let Environment { cpu, commit, date, .. } = &record.environment;
    style.add_item(&mut text, &format!("{cpu} · commit {commit} · {date}"));
    text
}

/// Returns the lines about a program below the table: its first failure, observations on accepted
/// tests, and a warning about its times.
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
    let waited = program.summary.waited.map(|factor| {
        format!(
            "WARNING: the wall time of {name} is {}× its processor time. It waits for something, or \
             this machine has other work, so its times are too long",
            count(factor)
        )
    });
    failed.into_iter().chain(seen).chain(waited).collect()
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

/// A row of the table: a program, or a reference.
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
            known(row.program.and_then(|it| it.summary.median_wall_ns), |ns| time(ns as f64))
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
