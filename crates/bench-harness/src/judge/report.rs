//! What was judged, as records and for people.

use std::fmt::Write;
use std::time::Duration;

use comfy_table::{Cell, CellAlignment, Table};
use process_tree::RunReport;
use serde::Serialize;
use serde_json::json;

use super::case::{Case, Verdict};
use super::form::JudgeForm;
use super::program::Program;
use crate::data::environment::Environment;
use crate::data::puzzles::Place;
use crate::data::record::REFERENCES;
use crate::data::statistics::median;
use crate::data::units::{count, time};
use crate::render::style::Style;
use crate::render::{OutputFormat, RenderError};

/// The number of the form of what is written as JSON and CSV.
const SCHEMA: u32 = 1;

/// One program on one test.
#[derive(Clone, Debug, Serialize)]
pub struct TestRecord {
    /// The list that the puzzle is from.
    pub set: String,
    /// Where it stands there.
    pub place: Place,
    /// The puzzle, as 81 characters.
    pub puzzle: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What is to be said of it.
    pub cause: Option<String>,
    /// The time by the clock, in nanoseconds.
    pub wall_ns: u64,
    /// The processor's time, in nanoseconds.
    pub cpu_ns: Option<u64>,
    /// The peak of resident memory, in bytes.
    pub peak_memory: Option<u64>,
}

impl TestRecord {
    /// The record of a run.
    #[must_use]
    pub fn new(case: &Case, verdict: Verdict, cause: Option<String>, run: &RunReport) -> Self {
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Self {
            set: case.list.clone(),
            place: case.place,
            puzzle: case.puzzle.to_string(),
            verdict,
            cause,
            wall_ns: nanoseconds(run.wall),
            cpu_ns: run.cpu.map(nanoseconds),
            peak_memory: run.peak_memory,
        }
    }
}

/// One program.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramRecord {
    /// Its name.
    pub name: String,
    /// The problem it solves.
    pub form: JudgeForm,
    /// The command.
    pub command: Vec<String>,
    /// The verdict: that of the first test that it failed.
    pub verdict: Verdict,
    /// On how many tests it was accepted.
    pub accepted: usize,
    /// On how many tests it was not run, because it had failed.
    pub not_run: usize,
    /// The longest time by the clock of an accepted test, in nanoseconds.
    pub worst_wall_ns: Option<u64>,
    /// The median time by the clock of the accepted tests, in nanoseconds.
    pub median_wall_ns: Option<f64>,
    /// The longest processor time of an accepted test, in nanoseconds.
    pub worst_cpu_ns: Option<u64>,
    /// The most memory of an accepted test, in bytes.
    pub peak_memory: Option<u64>,
    /// Every test that was run, in order.
    pub tests: Vec<TestRecord>,
}

impl ProgramRecord {
    /// The record of a program that was given so many tests, or those of them until it failed.
    #[must_use]
    pub fn new(program: &Program, given: usize, tests: Vec<TestRecord>) -> Self {
        let failed = tests.iter().find(|test| test.verdict != Verdict::Accepted);
        let accepted: Vec<_> =
            tests.iter().filter(|test| test.verdict == Verdict::Accepted).collect();
        let wall: Vec<f64> = accepted.iter().map(|test| test.wall_ns as f64).collect();
        Self {
            name: program.name.clone(),
            form: program.form,
            command: program.command.iter().map(|word| word.to_string_lossy().into()).collect(),
            verdict: failed.map_or(Verdict::Accepted, |test| test.verdict),
            accepted: accepted.len(),
            not_run: given - tests.len(),
            worst_wall_ns: accepted.iter().map(|test| test.wall_ns).max(),
            median_wall_ns: median(&wall),
            worst_cpu_ns: accepted.iter().filter_map(|test| test.cpu_ns).max(),
            peak_memory: accepted.iter().filter_map(|test| test.peak_memory).max(),
            tests,
        }
    }

    /// How many times its processor time it took by the clock, if that is so much that something else
    /// than its work was measured. A single run of two milliseconds proves nothing.
    fn waited(&self) -> Option<f64> {
        let accepted = self.tests.iter().filter(|test| test.verdict == Verdict::Accepted);
        let times = accepted.filter_map(|test| Some((test.wall_ns as f64, test.cpu_ns? as f64)));
        let (wall, cpu) = times.fold((0.0, 0.0), |(wall, cpu), time| (wall + time.0, cpu + time.1));
        let gap = (wall - cpu) / self.accepted.max(1) as f64;
        (wall > 2.0 * cpu && gap > 2e6).then_some(wall / cpu.max(1.0))
    }

    fn first_failed(&self) -> Option<&TestRecord> {
        self.tests.iter().find(|test| test.verdict != Verdict::Accepted)
    }
}

/// All that was judged.
#[derive(Clone, Debug)]
pub struct JudgeRecord {
    /// Where and under which time limit.
    pub environment: Environment,
    /// The limit on memory, in bytes.
    pub memory_limit: u64,
    /// The sets and files that the tests are from.
    pub sets: Vec<String>,
    /// How many tests each program was given.
    pub tests: usize,
    /// The programs, in the order in which they were named.
    pub programs: Vec<ProgramRecord>,
}

const LEGEND: &str = "worst, median: by the clock, from before the process is started to its end; \
    cpu: the longest time on the processor, user and system, of all processes of a run; memory: the \
    most resident memory of a run, never less than about 3 MB. All of it over the accepted tests. \
    The references are what one blog post's solutions took at the judge, on the judge's machine and \
    tests.";

/// The width of the chart in characters, without names and numbers.
const WIDTH: usize = 64;

/// A row of table and chart, if it is a reference.
const REFERENCE: &str = "reference";

impl JudgeRecord {
    /// Brings the record into a form; `each` adds the tests one by one to the forms for people.
    ///
    /// # Errors
    /// If the form's library refuses it.
    pub fn render(&self, format: OutputFormat, each: bool) -> Result<String, RenderError> {
        match format {
            OutputFormat::Table => Ok(self.for_people(Style::TEXT, each)),
            OutputFormat::Markdown => Ok(self.for_people(Style::MARKDOWN, each)),
            OutputFormat::Csv => self.as_csv().map_err(RenderError::Csv),
            OutputFormat::Json => self.as_json().map_err(RenderError::Json),
        }
    }

    fn as_json(&self) -> Result<String, serde_json::Error> {
        let reference = |(language, ms)| json!({ "language": language, "ms": ms });
        let record = json!({
            "schema": SCHEMA,
            "environment": self.environment,
            "memory_limit": self.memory_limit,
            "sets": self.sets,
            "tests": self.tests,
            "references": REFERENCES.map(reference),
            "programs": self.programs,
        });
        serde_json::to_string_pretty(&record).map(|json| json + "\n")
    }

    fn as_csv(&self) -> Result<String, csv::Error> {
        fn known(value: Option<u64>) -> String {
            value.map(|value| value.to_string()).unwrap_or_default()
        }
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record([
            "schema",
            "program",
            "form",
            "set",
            "place",
            "puzzle",
            "verdict",
            "cause",
            "wall_ns",
            "cpu_ns",
            "peak_memory",
            "time_limit_ms",
            "memory_limit",
            "cpu",
            "commit",
            "date",
        ])?;
        let environment = &self.environment;
        for program in &self.programs {
            for test in &program.tests {
                let (Place::Number(place) | Place::Line(place)) = test.place;
                writer.write_record([
                    SCHEMA.to_string(),
                    program.name.clone(),
                    program.form.to_string(),
                    test.set.clone(),
                    place.to_string(),
                    test.puzzle.clone(),
                    test.verdict.to_string(),
                    test.cause.clone().unwrap_or_default(),
                    test.wall_ns.to_string(),
                    known(test.cpu_ns),
                    known(test.peak_memory),
                    environment.time_limit_ms.to_string(),
                    self.memory_limit.to_string(),
                    environment.cpu.clone(),
                    environment.commit.to_owned(),
                    environment.date.clone(),
                ])?;
            }
        }
        let bytes = writer.into_inner().map_err(|error| error.into_error())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn for_people(&self, style: Style, each: bool) -> String {
        let mut text = String::new();
        let gap = if style.wraps { "" } else { "\n" };
        let limit = time(self.environment.time_limit_ms * 1e6);
        let title = format!(
            "judge · {} {} from {} · {limit} and {} for each",
            self.tests,
            if self.tests == 1 { "test" } else { "tests" },
            self.sets.join(", "),
            bytes(self.memory_limit),
        );
        style.add_line(&mut text, style.heading, &title);
        let _ = writeln!(text, "{gap}{}{gap}", self.table(style));
        let fence = if style.wraps { "" } else { "```text\n" };
        let _ = writeln!(text, "{gap}{fence}{}{}", self.chart(), fence.replace("text", ""));
        for program in &self.programs {
            if let Some(test) = program.first_failed() {
                let cause = test.cause.as_ref().map(|cause| format!(": {cause}"));
                let said = format!(
                    "{}: {} on {}, {}{}",
                    program.name,
                    test.verdict,
                    test.set,
                    test.place,
                    cause.unwrap_or_default()
                );
                style.add_line(&mut text, style.item, &said);
            }
            let accepted = program.tests.iter().filter(|test| test.verdict == Verdict::Accepted);
            for (test, cause) in accepted.filter_map(|test| Some((test, test.cause.as_ref()?))) {
                let said = format!("{} on {}, {}: {cause}", program.name, test.set, test.place);
                style.add_line(&mut text, style.item, &said);
            }
        }
        let waited: Vec<_> = self
            .programs
            .iter()
            .filter_map(|program| Some(format!("{} {}×", program.name, count(program.waited()?))))
            .collect();
        if !waited.is_empty() {
            let said = format!(
                "DOUBT: the clock shows much more than the processor: {}: they wait for something, or \
                 this machine has other work, and their times are too long",
                waited.join(", ")
            );
            style.add_line(&mut text, style.item, &said);
        }
        if each {
            let _ = writeln!(text, "{gap}{}{gap}", self.each(style));
        }
        text.push_str(gap);
        style.add_line(&mut text, "", LEGEND);
        text.push_str(gap);
        if let Some(fact) = self.environment.warning() {
            style.add_line(&mut text, style.item, &fact);
        }
        let Environment { cpu, commit, date, .. } = &self.environment;
        style.add_line(&mut text, style.item, &format!("{cpu} · commit {commit} · {date}"));
        text
    }

    /// The programs and the references by their worst time, and below them who failed.
    fn rows(&self) -> Vec<Row<'_>> {
        let mut rows: Vec<Row<'_>> =
            REFERENCES.iter().map(|&(name, ms)| Row::Reference(name, ms)).collect();
        rows.extend(self.programs.iter().map(Row::Program));
        rows.sort_by(|one, other| {
            (one.has_failed().cmp(&other.has_failed()))
                .then(one.worst().unwrap_or(f64::MAX).total_cmp(&other.worst().unwrap_or(f64::MAX)))
        });
        rows
    }

    fn table(&self, style: Style) -> Table {
        const NONE: &str = "–";
        let mut table = new_table(
            style,
            &["program", "form", "verdict", "tests", "worst", "median", "cpu", "memory", "vs C++"],
            3,
        );
        let or_none = |value: Option<String>| value.unwrap_or_else(|| NONE.to_owned());
        for row in self.rows() {
            let worst = or_none(row.worst().map(time));
            let ratio = row.worst().map(|worst| ratio(worst / (REFERENCES[0].1 * 1e6)));
            let row = match row {
                Row::Reference(..) => {
                    let name = row.name();
                    let none = || NONE.to_owned();
                    [
                        name,
                        none(),
                        REFERENCE.to_owned(),
                        none(),
                        worst,
                        none(),
                        none(),
                        none(),
                        or_none(ratio),
                    ]
                }
                Row::Program(program) => [
                    program.name.clone(),
                    program.form.to_string(),
                    program.verdict.to_string(),
                    format!("{}/{}", program.accepted, self.tests),
                    worst,
                    or_none(program.median_wall_ns.map(time)),
                    or_none(program.worst_cpu_ns.map(|cpu| time(cpu as f64))),
                    or_none(program.peak_memory.map(bytes)),
                    or_none(ratio),
                ],
            };
            table.add_row(row.map(Cell::new));
        }
        table
    }

    fn each(&self, style: Style) -> Table {
        let mut table =
            new_table(style, &["program", "set", "place", "verdict", "wall", "cpu", "memory"], 4);
        for program in &self.programs {
            for test in &program.tests {
                table.add_row([
                    program.name.clone(),
                    test.set.clone(),
                    test.place.to_string(),
                    test.verdict.to_string(),
                    time(test.wall_ns as f64),
                    test.cpu_ns.map(|cpu| time(cpu as f64)).unwrap_or_default(),
                    test.peak_memory.map(bytes).unwrap_or_default(),
                ]);
            }
        }
        table
    }

    /// The worst time of each program as a bar on a logarithmic scale, with the references as lines
    /// across all of them.
    fn chart(&self) -> String {
        let rows: Vec<Row<'_>> =
            self.rows().into_iter().filter(|row| row.worst().is_some()).collect();
        let times = || rows.iter().filter_map(Row::worst).map(|time| time / 1e6);
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
                Row::Reference(..) => ('╌', '╳'),
                Row::Program(_) => ('━', '●'),
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
}

/// A program or a reference.
enum Row<'a> {
    Reference(&'static str, f64),
    Program(&'a ProgramRecord),
}

impl Row<'_> {
    fn name(&self) -> String {
        match self {
            Self::Reference(language, _) => format!("{language} at the judge"),
            Self::Program(program) => program.name.clone(),
        }
    }

    fn has_failed(&self) -> bool {
        matches!(self, Self::Program(program) if program.verdict != Verdict::Accepted)
    }

    /// The worst time in nanoseconds.
    fn worst(&self) -> Option<f64> {
        match self {
            Self::Reference(_, ms) => Some(ms * 1e6),
            Self::Program(program) => program.worst_wall_ns.map(|worst| worst as f64),
        }
    }
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

fn new_table(style: Style, header: &[&str], left: usize) -> Table {
    let mut table = Table::new();
    table.load_style(style.table).set_header(header);
    for column in table.column_iter_mut().skip(left) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn ratio(ratio: f64) -> String {
    match ratio {
        ratio if ratio > 1.0 => format!("{}× slower", count(ratio)),
        ratio => format!("{}× faster", count(1.0 / ratio.max(f64::MIN_POSITIVE))),
    }
}

/// An amount of memory, in the judge's units.
pub(super) fn bytes(bytes: u64) -> String {
    match bytes {
        0..0x10_0000 => format!("{} KB", bytes >> 10),
        _ => format!("{:.1} MB", bytes as f64 / f64::from(1 << 20)).replace(".0 ", " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(verdict: Verdict, ms: u64) -> TestRecord {
        TestRecord {
            set: "judge".to_owned(),
            place: Place::Number(7),
            puzzle: ".".repeat(81),
            verdict,
            cause: (verdict != Verdict::Accepted).then(|| "a cause".to_owned()),
            wall_ns: ms * 1_000_000,
            cpu_ns: Some(ms * 900_000),
            peak_memory: Some(5 << 20),
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
    fn a_program_is_as_good_as_its_worst_test() {
        let good = Verdict::Accepted;
        let fine = program("fine", vec![test(good, 20), test(good, 10), test(good, 60)]);
        assert_eq!((fine.verdict, fine.accepted, fine.not_run), (good, 3, 0));
        assert_eq!((fine.worst_wall_ns, fine.worst_cpu_ns), (Some(60_000_000), Some(54_000_000)));
        assert_eq!((fine.median_wall_ns, fine.peak_memory), (Some(2e7), Some(5 << 20)));
        let wrong = program("wrong", vec![test(good, 20), test(Verdict::WrongAnswer, 900)]);
        assert_eq!((wrong.verdict, wrong.accepted, wrong.not_run), (Verdict::WrongAnswer, 1, 1));
        assert_eq!(wrong.worst_wall_ns, Some(20_000_000));
        let none = program("none", vec![test(Verdict::RuntimeError, 1)]);
        assert_eq!((none.worst_wall_ns, none.median_wall_ns, none.not_run), (None, None, 2));
    }

    #[test]
    fn programs_stand_between_the_references_and_failures_below() {
        let (good, late) = (Verdict::Accepted, Verdict::TimeLimitExceeded);
        let record = record(vec![
            program("late", vec![test(good, 2), test(late, 1000)]),
            program("slow", vec![test(good, 500); 3]),
            program("fast", vec![test(good, 5); 3]),
        ]);
        let names: Vec<_> = record.rows().iter().map(Row::name).collect();
        let judges = |language: &str| format!("{language} at the judge");
        let expected = ["fast", &judges("C++"), &judges("Java"), "slow", &judges("PyPy3"), "late"];
        assert_eq!(names, expected);
        let text = record.for_people(Style::TEXT, false);
        assert!(text.contains("late: time limit exceeded on judge, puzzle 7: a cause"), "{text}");
        assert!(!text.contains("DOUBT"), "{text}");
    }

    #[test]
    fn the_chart_has_the_references_as_lines() {
        let good = Verdict::Accepted;
        let record = record(vec![
            program("fast", vec![test(good, 1); 3]),
            program("slow", vec![test(good, 500); 3]),
        ]);
        let chart = record.chart();
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

    #[test]
    fn a_clock_that_ran_without_the_processor_is_doubted() {
        let idle = TestRecord { cpu_ns: Some(3_000_000), ..test(Verdict::Accepted, 12) };
        assert_eq!(program("idle", vec![idle.clone(); 3]).waited(), Some(4.0));
        let short = TestRecord { wall_ns: 2_000_000, cpu_ns: Some(500_000), ..idle };
        assert_eq!(program("short", vec![short; 3]).waited(), None);
    }

    #[test]
    fn memory_is_shown_in_the_judges_units() {
        let amounts = [0, 2048 << 10, 256 << 20, (38 << 20) + (600 << 10)];
        assert_eq!(amounts.map(bytes), ["0 KB", "2 MB", "256 MB", "38.6 MB"]);
    }
}
