//! Measurement files: what was measured, line by line as it was found out.
//!
//! Each line is a JSON object whose field `record` says what it is. The first is a `run`: the format
//! and its version, the machine, the build, the job. A `set` follows for each list of puzzles, and
//! then there is a record for each puzzle that a strategy answered (`answer`, `timeout`, `fault`,
//! `batch` for a batch or a peer's puzzles as a whole) and for the samples of each turn (`passes`, and
//! `times` with a time for each puzzle of the list; `outside` for what a peer takes beside them, and
//! `lost` where there is no more of it), with a `pace` of the machine in between. An `end` closes what
//! is finished. Fields may be added without a new version; readers ignore those they do not know.
//!
//! A file only grows, by whole lines, so that whatever ends the writer leaves a file that can be
//! read. What a killed writer leaves unfinished is told from damage by its end: each line ends in a
//! line feed, written last. Text after the last line feed is a line that was being written; it is
//! left out, and `--resume` overwrites it. A line that does end in a line feed and cannot be read is
//! damage, and the file is refused with the line's number.
//!
//! A measurement that is resumed adds another `run` line, which has to be of the same job and build.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde::{Deserialize, Serialize};
use sudoku_core::{Board, Ending, Grid, Outcome, Report};

use crate::ask::Way;
use crate::check::Answer;
use crate::command;
use crate::contest::{Known, Mode, Place, Puzzle, PuzzleList};
use crate::doubts::Pace;
use crate::environment::Environment;
use crate::order::Order;
use crate::peers::Greeting;
use crate::record::Record;
use crate::row::{Event, Measured};

/// The name of the format.
const FORMAT: &str = "bench-harness measurements";

/// The version of the format. It grows when a record changes its meaning or goes.
pub const VERSION: u32 = 1;

/// What a measurement was to do, as far as its rows and figures depend on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The names of the strategies and peers, in the order of the rows.
    pub strategies: Vec<String>,
    /// What those of them that are peers say of themselves.
    #[serde(default)]
    pub peers: BTreeMap<String, Greeting>,
    /// How they are asked.
    pub ways: Vec<Way>,
    /// The order of the puzzles in a pass.
    pub order: Order,
    /// In how many random symmetries each puzzle stands in its list; 0 if it stands as it is.
    pub symmetries: u32,
    /// The time that all rows share, in milliseconds; `None` if every puzzle is run.
    pub budget_ms: Option<u64>,
    /// Whether nothing is timed.
    pub verify_only: bool,
}

/// What a measurement file says.
#[derive(Clone, Debug)]
pub struct Measurements {
    /// Where and how it was measured; of a resumed measurement, at its beginning.
    pub environment: Environment,
    /// What was to be done.
    pub plan: Plan,
    /// The puzzles.
    pub lists: Vec<PuzzleList>,
    /// The rows: list by list, way by way, in the order of the strategies.
    pub rows: Vec<Measured>,
    /// How fast the machine was, in the order of time.
    pub paces: Vec<Pace>,
    /// Whether it was finished.
    pub finished: bool,
    /// How many bytes of a line that was never finished stand at the end.
    pub unfinished_bytes: usize,
}

/// Why a measurement file cannot be read.
#[derive(Debug)]
pub struct LineError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub cause: Cause,
}

/// What is wrong with a line.
#[derive(Debug)]
pub enum Cause {
    /// There is nothing in the file.
    Empty,
    /// The first line was never finished: nothing was measured.
    NothingMeasured,
    /// It is not the first line of a measurement file.
    OtherFormat,
    /// The file is of this version of the format.
    OtherVersion(u32),
    /// It is no record.
    NoRecord(serde_json::Error),
    /// It is a record that cannot stand here.
    Misplaced(String),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.cause {
            Cause::Empty => write!(f, "the file is empty"),
            Cause::NothingMeasured => {
                write!(f, "it was never finished, and nothing was measured: measure anew")
            }
            Cause::OtherFormat => write!(
                f,
                "not a measurement file: its first line is a `run` record of the format `{FORMAT}`"
            ),
            Cause::OtherVersion(version) => write!(
                f,
                "version {version} of the format, and this program reads version {VERSION}"
            ),
            Cause::NoRecord(error) => write!(f, "not a record: {error}"),
            Cause::Misplaced(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for LineError {}

/// Which row a record is about.
#[derive(Clone, Serialize, Deserialize)]
struct Key {
    strategy: String,
    set: String,
    list: usize,
    mode: Mode,
    batch: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
enum Line {
    Run {
        format: String,
        version: u32,
        #[serde(flatten)]
        environment: Environment,
        #[serde(flatten)]
        plan: Plan,
    },
    Set {
        set: String,
        list: usize,
        about: String,
        promises_budget: Vec<String>,
        puzzles: Vec<PuzzleRecord>,
    },
    Answer {
        #[serde(flatten)]
        key: Key,
        at: usize,
        puzzle: Board,
        clues: usize,
        ns: Option<u64>,
        solutions: u64,
        ending: String,
        steps: u64,
        placements: Option<u64>,
        guesses: Option<u64>,
        solution: Option<Grid>,
        second_solution: Option<Grid>,
    },
    Batch {
        #[serde(flatten)]
        key: Key,
        ns: u64,
    },
    Timeout {
        #[serde(flatten)]
        key: Key,
        at: usize,
        puzzle: Board,
        ns: u64,
    },
    Fault {
        #[serde(flatten)]
        key: Key,
        at: usize,
        puzzle: Board,
        cause: String,
        ns: Option<u64>,
    },
    Passes {
        #[serde(flatten)]
        key: Key,
        puzzles: usize,
        ns: Vec<u64>,
    },
    Times {
        #[serde(flatten)]
        key: Key,
        ns: Vec<Option<u64>>,
    },
    Outside {
        #[serde(flatten)]
        key: Key,
        puzzles: usize,
        ns: u64,
    },
    Lost {
        #[serde(flatten)]
        key: Key,
        cause: String,
    },
    Pace(Pace),
    End,
}

#[derive(Serialize, Deserialize)]
struct PuzzleRecord {
    #[serde(flatten)]
    place: Place,
    puzzle: Board,
    /// How many solutions it has, counted up to two, if that is known.
    solutions: Option<u64>,
    solution: Option<Grid>,
}

impl From<&Puzzle> for PuzzleRecord {
    fn from(puzzle: &Puzzle) -> Self {
        Self {
            place: puzzle.place,
            puzzle: puzzle.board,
            solutions: puzzle.known.map(|known| known.up_to_two),
            solution: puzzle.known.and_then(|known| known.solution),
        }
    }
}

impl From<PuzzleRecord> for Puzzle {
    fn from(record: PuzzleRecord) -> Self {
        let PuzzleRecord { place, puzzle, solutions, solution } = record;
        let known = solutions.map(|up_to_two| Known { up_to_two, solution });
        Self { place, board: puzzle, known }
    }
}

const ENDINGS: [Ending; 5] =
    [Ending::Exhausted, Ending::SolutionLimit, Ending::StepLimit, Ending::Stopped, Ending::Caller];

impl Line {
    fn set(number: usize, list: &PuzzleList) -> Self {
        Self::Set {
            set: list.name.clone(),
            list: number,
            about: list.about.clone(),
            promises_budget: list.promises.clone(),
            puzzles: list.puzzles.iter().map(PuzzleRecord::from).collect(),
        }
    }

    fn event(key: Key, row: &Measured, event: &Event) -> Self {
        let board = |at: usize| row.list.puzzles[at].board;
        match *event {
            Event::Answered { at, ns, ref answer } => {
                let Answer { outcome: Outcome { report, first }, second } = **answer;
                Self::Answer {
                    key,
                    at,
                    puzzle: board(at),
                    clues: board(at).clue_count(),
                    ns,
                    solutions: report.solutions,
                    ending: report.ending.to_string(),
                    steps: report.steps,
                    placements: report.placements,
                    guesses: report.guesses,
                    solution: first,
                    second_solution: second,
                }
            }
            Event::BatchVerified { ns } => Self::Batch { key, ns },
            Event::TimedOut { at, ns } => Self::Timeout { key, at, puzzle: board(at), ns },
            Event::Faulty { at, ref cause, ns } => {
                Self::Fault { key, at, puzzle: board(at), cause: cause.clone(), ns }
            }
            Event::Passes { puzzles, ref ns } => Self::Passes { key, puzzles, ns: ns.clone() },
            Event::Times { ref ns } => Self::Times { key, ns: ns.clone() },
            Event::Outside { puzzles, ns } => Self::Outside { key, puzzles, ns },
            Event::Lost { ref cause } => Self::Lost { key, cause: cause.clone() },
        }
    }
}

/// What a record about a row says of it; and the puzzle, if it names one.
fn into_event(line: Line) -> Result<(Key, Event, Option<Board>), String> {
    Ok(match line {
        Line::Answer {
            key,
            at,
            puzzle,
            clues: _,
            ns,
            solutions,
            ending,
            steps,
            placements,
            guesses,
            solution,
            second_solution,
        } => {
            let ending = ENDINGS.into_iter().find(|known| known.to_string() == ending);
            let ending = ending.ok_or("an ending that there is not")?;
            let mut report = Report::new(ending).with_solutions(solutions).with_steps(steps);
            (report.placements, report.guesses) = (placements, guesses);
            let outcome = Outcome { report, first: solution };
            let answer = Box::new(Answer { outcome, second: second_solution });
            (key, Event::Answered { at, ns, answer }, Some(puzzle))
        }
        Line::Batch { key, ns } => (key, Event::BatchVerified { ns }, None),
        Line::Timeout { key, at, puzzle, ns } => (key, Event::TimedOut { at, ns }, Some(puzzle)),
        Line::Fault { key, at, puzzle, cause, ns } => {
            (key, Event::Faulty { at, cause, ns }, Some(puzzle))
        }
        Line::Passes { key, puzzles, ns } => (key, Event::Passes { puzzles, ns }, None),
        Line::Times { key, ns } => (key, Event::Times { ns }, None),
        Line::Outside { key, puzzles, ns } => (key, Event::Outside { puzzles, ns }, None),
        Line::Lost { key, cause } => (key, Event::Lost { cause }, None),
        Line::Run { .. } | Line::Set { .. } | Line::Pace(_) | Line::End => {
            return Err("a record that is about no row".to_owned());
        }
    })
}

/// Writes a measurement file, line by line.
#[derive(Debug)]
pub struct Writer {
    file: File,
    /// The lists' first puzzles, by which rows know their list's number.
    lists: Vec<PuzzleList>,
}

/// Why a file cannot be written on.
#[derive(Debug)]
pub enum ResumeError {
    /// It cannot be opened, read or locked.
    Io(io::Error),
    /// Another process is writing it.
    InUse,
    /// It cannot be read as a measurement file.
    File(LineError),
    /// It was made by another build or on another machine, whose figures do not go together: this
    /// differs.
    OtherBuild(&'static str),
    /// It was made with other options, of which this one differs.
    OtherPlan(&'static str),
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::InUse => write!(f, "another process is writing it"),
            Self::File(error) => error.fmt(f),
            Self::OtherBuild(what) => {
                write!(f, "it was measured with another {what}; such figures do not go together")
            }
            Self::OtherPlan(what) => write!(f, "it was measured with other {what}"),
        }
    }
}

impl std::error::Error for ResumeError {}

impl From<io::Error> for ResumeError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Writer {
    /// Begins a file.
    ///
    /// # Errors
    /// If it exists, or cannot be written.
    pub fn create(
        path: &Path,
        environment: &Environment,
        plan: &Plan,
        lists: &[PuzzleList],
    ) -> Result<Self, ResumeError> {
        let file = File::create_new(path)?;
        lock(&file)?;
        let mut writer = Self { file, lists: lists.to_vec() };
        let sets = lists.iter().enumerate().map(|(number, list)| Line::set(number, list));
        writer.write([run(environment, plan)].into_iter().chain(sets))?;
        Ok(writer)
    }

    /// Opens a file to write on, and says what it has. A line that was never finished is taken away.
    ///
    /// # Errors
    /// If it cannot be read, is being written, or is of another build, plan or puzzles.
    pub fn resume(
        path: &Path,
        environment: &Environment,
        plan: &Plan,
        lists: &[PuzzleList],
    ) -> Result<(Self, Measurements), ResumeError> {
        let mut file = File::options().read(true).write(true).open(path)?;
        lock(&file)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let known = read(&text).map_err(ResumeError::File)?;
        if let Some(what) = known.environment.differs_in(environment) {
            return Err(ResumeError::OtherBuild(what));
        }
        if let Some(what) = known.plan.differs_in(plan) {
            return Err(ResumeError::OtherPlan(what));
        }
        if known.lists != lists {
            return Err(ResumeError::OtherPlan("sets, files or puzzles"));
        }
        let end = text.len() - known.unfinished_bytes;
        file.set_len(end as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut writer = Self { file, lists: known.lists.clone() };
        if !known.finished {
            writer.write([run(environment, plan)])?;
        }
        Ok((writer, known))
    }

    /// Writes what a row has found out.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn events(&mut self, row: &Measured, events: &[Event]) -> io::Result<()> {
        let same = |list: &PuzzleList| std::sync::Arc::ptr_eq(&list.puzzles, &row.list.puzzles);
        let Some(list) = self.lists.iter().position(same) else { return Ok(()) };
        let key = Key {
            strategy: row.strategy.clone(),
            set: row.list.name.clone(),
            list,
            mode: row.way.mode,
            batch: row.way.batch,
        };
        self.write(events.iter().map(|event| Line::event(key.clone(), row, event)))
    }

    /// Writes how fast the machine is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn pace(&mut self, pace: Pace) -> io::Result<()> {
        self.write([Line::Pace(pace)])
    }

    /// Writes that the measurement is finished.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end(&mut self) -> io::Result<()> {
        self.write([Line::End])
    }

    fn write(&mut self, lines: impl IntoIterator<Item = Line>) -> io::Result<()> {
        let mut text = Vec::new();
        for line in lines {
            serde_json::to_writer(&mut text, &line)?;
            text.push(b'\n');
        }
        self.file.write_all(&text)
    }
}

fn run(environment: &Environment, plan: &Plan) -> Line {
    Line::Run {
        format: FORMAT.to_owned(),
        version: VERSION,
        environment: environment.clone(),
        plan: plan.clone(),
    }
}

/// Makes sure that no other process writes the file.
fn lock(file: &File) -> Result<(), ResumeError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(ResumeError::InUse),
        // Not every file system has locks.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(ResumeError::Io(error)),
    }
}

impl Plan {
    /// Which options differ.
    fn differs_in(&self, other: &Self) -> Option<&'static str> {
        [
            (self.strategies != other.strategies, "strategies"),
            (self.peers != other.peers, "peers, or other versions of them"),
            (self.ways != other.ways, "modes, or other ways of asking"),
            (self.order != other.order, "orders"),
            (self.symmetries != other.symmetries, "symmetries"),
            (self.budget_ms != other.budget_ms, "sets or files"),
            (self.verify_only != other.verify_only, "options: --verify-only"),
        ]
        .into_iter()
        .find_map(|(differs, what)| differs.then_some(what))
    }

    /// The time that all rows share.
    #[must_use]
    pub fn budget(&self) -> Option<Duration> {
        self.budget_ms.map(Duration::from_millis)
    }

    /// A row of which nothing is known for each strategy and way on each list.
    #[must_use]
    pub fn rows(&self, lists: &[PuzzleList]) -> Vec<Measured> {
        let mut rows = Vec::new();
        for list in lists {
            for &way in &self.ways {
                let peer = |name: &String| self.peers.get(name).cloned();
                let row =
                    |name: &String| Measured::new(name.clone(), peer(name), list.clone(), way);
                rows.extend(self.strategies.iter().map(row));
            }
        }
        rows
    }
}

/// Reads a measurement file.
///
/// # Errors
/// Names the first line that cannot be read or cannot stand where it does.
pub fn read(text: &[u8]) -> Result<Measurements, LineError> {
    let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let first = |cause| LineError { line: 1, cause };
    if text.is_empty() {
        return Err(first(Cause::Empty));
    }
    let (whole, unfinished) = text.split_at(end);
    let Some(whole) = whole.strip_suffix(b"\n") else {
        // A line of our own that was begun, or anything else.
        let begun = br#"{"record":"run""#;
        let is_ours = text.starts_with(begun) || begun.starts_with(text);
        return Err(first(if is_ours { Cause::NothingMeasured } else { Cause::OtherFormat }));
    };
    let mut lines = (1..).zip(whole.split(|&byte| byte == b'\n'));
    let (_, header) = lines.next().unwrap_or_default();
    let (environment, plan) = read_header(header).map_err(first)?;
    let mut measurements = Measurements {
        environment,
        plan,
        lists: Vec::new(),
        rows: Vec::new(),
        paces: Vec::new(),
        finished: false,
        unfinished_bytes: unfinished.len(),
    };
    for (number, line) in lines {
        let record = serde_json::from_slice(line).map_err(Cause::NoRecord);
        let read = record.and_then(|record| measurements.add(record).map_err(Cause::Misplaced));
        read.map_err(|cause| LineError { line: number, cause })?;
    }
    if measurements.rows.is_empty() {
        measurements.rows = measurements.plan.rows(&measurements.lists);
    }
    Ok(measurements)
}

/// Why a measurement file is of no use.
#[derive(Debug)]
pub enum LoadError {
    /// It cannot be opened or read.
    Io(PathBuf, io::Error),
    /// It is no measurement file, or a damaged one.
    Line(PathBuf, LineError),
    /// It has no row of this selection.
    NothingSelected(PathBuf),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Line(path, error) => write!(f, "{}: {error}", path.display()),
            Self::NothingSelected(path) => {
                write!(f, "{}: no row of this strategy, set and mode", path.display())
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// Reads the measurement file with this path, as far as it is selected.
///
/// # Errors
/// If it cannot be read, or nothing in it is selected.
pub fn load(path: &Path, filter: &Filter) -> Result<Measurements, LoadError> {
    let text = std::fs::read(path).map_err(|error| LoadError::Io(path.to_owned(), error))?;
    let mut found = read(&text).map_err(|error| LoadError::Line(path.to_owned(), error))?;
    found.rows.retain(|row| filter.selects(row));
    match found.rows.is_empty() {
        true => Err(LoadError::NothingSelected(path.to_owned())),
        false => Ok(found),
    }
}

/// Which rows of a measurement file are of interest: all, unless some are named.
#[derive(Args, Clone, Debug, Default)]
pub struct Filter {
    /// Only this strategy (repeatable)
    #[arg(long = "strategy", value_name = "NAME")]
    pub strategies: Vec<String>,

    /// Only this set, or the file with this base name (repeatable)
    #[arg(long = "set", value_name = "NAME")]
    pub sets: Vec<String>,

    /// Only this mode
    #[arg(long, value_enum)]
    pub mode: Option<Mode>,
}

impl Filter {
    fn selects(&self, row: &Measured) -> bool {
        let named = |names: &[String], name: &String| names.is_empty() || names.contains(name);
        named(&self.strategies, &row.strategy)
            && named(&self.sets, &row.list.name)
            && self.mode.is_none_or(|mode| mode == row.way.mode)
    }
}

/// Reads the first line, the version before anything that depends on it.
fn read_header(line: &[u8]) -> Result<(Environment, Plan), Cause> {
    #[derive(Deserialize)]
    struct Format {
        format: String,
        version: u32,
    }
    match serde_json::from_slice::<Format>(line) {
        Ok(Format { format, version: VERSION }) if format == FORMAT => {}
        Ok(Format { format, version }) if format == FORMAT => {
            return Err(Cause::OtherVersion(version));
        }
        _ => return Err(Cause::OtherFormat),
    }
    match serde_json::from_slice(line).map_err(Cause::NoRecord)? {
        Line::Run { environment, plan, .. } => Ok((environment, plan)),
        _ => Err(Cause::OtherFormat),
    }
}

impl Measurements {
    /// The rows as any output shows them.
    #[must_use]
    pub fn records(&self) -> Vec<Record> {
        self.rows.iter().map(|row| Record::new(row, !self.plan.verify_only)).collect()
    }

    /// What has to be said beside the figures.
    #[must_use]
    pub fn notes(&self, records: &[Record]) -> Vec<String> {
        let mut notes = command::notes(records, &self.plan, &self.paces);
        if !self.finished {
            notes.push(
                "the measurement was not finished; `measure --resume` goes on with it".to_owned(),
            );
        }
        notes
    }

    fn add(&mut self, line: Line) -> Result<(), String> {
        match line {
            Line::Run { environment, plan, version, .. } => {
                let differs = self.environment.differs_in(&environment);
                match differs.or_else(|| self.plan.differs_in(&plan)) {
                    None if version == VERSION => {}
                    None => return Err(format!("version {version} of the format")),
                    Some(what) => return Err(format!("resumed with another build or job: {what}")),
                }
            }
            Line::Set { set, list, about, promises_budget, puzzles } => {
                if list != self.lists.len() || !self.rows.is_empty() {
                    return Err(format!("the set `{set}` with number {list} is not the next"));
                }
                self.lists.push(PuzzleList {
                    name: set,
                    about,
                    puzzles: puzzles.into_iter().map(Puzzle::from).collect(),
                    promises: promises_budget,
                    symmetries: self.plan.symmetries,
                });
            }
            Line::Pace(pace) => self.paces.push(pace),
            Line::End => self.finished = true,
            line => {
                if self.rows.is_empty() {
                    self.rows = self.plan.rows(&self.lists);
                }
                let (key, event, puzzle) = into_event(line)?;
                self.row(&key).ok_or("there is no such row in the job")?.add(&event, puzzle)?;
            }
        }
        Ok(())
    }

    fn row(&mut self, key: &Key) -> Option<&mut Measured> {
        let Plan { strategies, ways, .. } = &self.plan;
        let strategy = strategies.iter().position(|name| *name == key.strategy)?;
        let way = ways.iter().position(|way| (way.mode, way.batch) == (key.mode, key.batch))?;
        self.rows.get_mut((key.list * ways.len() + way) * strategies.len() + strategy)
    }
}

impl Measured {
    /// Adds what a record says, if it can be said of this row.
    fn add(&mut self, event: &Event, puzzle: Option<Board>) -> Result<(), String> {
        let puzzles = &self.list.puzzles;
        match event {
            Event::Answered { at, .. } | Event::TimedOut { at, .. } | Event::Faulty { at, .. } => {
                if puzzles.get(*at).map(|puzzle| puzzle.board) != puzzle {
                    return Err(format!("its puzzle is not that at {at} in the set"));
                }
            }
            Event::Times { ns } if ns.len() != puzzles.len() => {
                return Err(format!("{} times for {} puzzles", ns.len(), puzzles.len()));
            }
            Event::Passes { puzzles: ran, .. } if *ran == 0 || *ran > puzzles.len() => {
                return Err(format!("passes over {ran} of {} puzzles", puzzles.len()));
            }
            Event::BatchVerified { .. }
            | Event::Passes { .. }
            | Event::Times { .. }
            | Event::Outside { .. }
            | Event::Lost { .. } => {}
        }
        self.apply(event);
        Ok(())
    }
}
