//! Measurement files: what was measured, line by line as it was found out.
//!
//! Each line is a JSON object whose field `record` says what it is. The first is a `run`: the
//! format and its version, the machine, the build, the plan. A `set` follows for each list of
//! puzzles, and then there is a line for each [event](super::event): the event's fields beside
//! those that say which row it is about. A `pace` of the machine stands here and there in between,
//! and an `end` closes what is finished. Fields may be added without a new version; readers ignore
//! those they do not know.
//!
//! A file only grows, by whole lines, so that whatever ends the writer leaves a file that can be
//! read. What a killed writer leaves unfinished is told from damage by its end: each line ends in a
//! line feed, written last. Text after the last line feed is a line that was being written; it is
//! left out, and `--resume` overwrites it. A line that does end in a line feed and cannot be read
//! is damage, and the file is refused with the line's number.
//!
//! A measurement that is resumed adds another `run` line, which has to be of the same plan and
//! build.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::environment::Environment;
use super::event::Event;
use super::measured::Measured;
use super::measurements::{LogEntry, Measurements};
use super::pace::Pace;
use super::plan::Plan;
use super::puzzles::PuzzleList;
use super::workload::Mode;

/// The name of the format.
const FORMAT: &str = "bench-harness measurements";

/// The version of the format. It grows when a record changes its meaning or goes.
pub const VERSION: u32 = 1;

/// A line that is about no row.
#[derive(Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
enum MeasurementLine {
    Run(Box<RunLine>),
    Set {
        #[serde(rename = "list")]
        number: usize,
        #[serde(flatten)]
        list: PuzzleList,
    },
    Pace(Pace),
    End,
    /// An event, of which the line is a [`RowLine`].
    #[serde(other)]
    Event,
}

/// What was measured where, and by which version of the format it is written down.
#[derive(Serialize, Deserialize)]
struct RunLine {
    format: String,
    version: u32,
    #[serde(flatten)]
    environment: Environment,
    #[serde(flatten)]
    plan: Plan,
}

/// What was found out about a row.
#[derive(Serialize, Deserialize)]
struct RowLine<K, E> {
    #[serde(flatten)]
    event: E,
    #[serde(flatten)]
    key: K,
}

/// Which row a line is about.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct RowKey {
    strategy: String,
    /// The list's name, and …
    set: String,
    /// … its number, because two files can have the same name.
    list: usize,
    mode: Mode,
    batch: bool,
}

impl RowKey {
    fn new(row: &Measured) -> Self {
        let Measured { strategy, list, list_number, workload, .. } = row;
        let (strategy, set) = (strategy.clone(), list.name.clone());
        Self { strategy, set, list: *list_number, mode: workload.mode, batch: workload.batch }
    }

    fn is_of(&self, row: &Measured) -> bool {
        let asked = (row.workload.mode, row.workload.batch);
        self.list == row.list_number
            && (self.mode, self.batch) == asked
            && self.strategy == row.strategy
    }
}

/// Why a measurement file cannot be read: this line of it, counted from 1.
#[derive(Debug, Error)]
#[error("line {line}")]
pub struct LineError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    #[source]
    pub cause: LineContentError,
}

/// What is wrong with a line.
#[derive(Debug, Error)]
pub enum LineContentError {
    /// There is nothing in the file.
    #[error("the file is empty")]
    Empty,
    /// The first line was never finished: nothing was measured.
    #[error("it was never finished, and nothing was measured: measure anew")]
    NothingMeasured,
    /// It is not the first line of a measurement file.
    #[error("not a measurement file: its first line is a `run` record of the format `{FORMAT}`")]
    OtherFormat,
    /// The file is of this version of the format.
    #[error("version {0} of the format, and this program reads version {VERSION}")]
    OtherVersion(u32),
    /// It is no record.
    #[error("not a record")]
    NoRecord(#[from] serde_json::Error),
    /// It is a record that cannot stand here.
    #[error("{0}")]
    Misplaced(String),
}

/// Why a measurement file cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be opened, read, locked or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no measurement file, or a damaged one.
    #[error(transparent)]
    Line(#[from] LineError),
    /// It is there already.
    #[error("it exists: go on with it by --resume, or name another file")]
    Exists,
    /// Another process is writing it.
    #[error("another process is writing it")]
    InUse,
    /// It was made by another build, on another machine or with other options, whose figures do not
    /// go together: this differs.
    #[error("it differs in {0}; such figures do not go together")]
    OtherJob(&'static str),
}

/// What stands in a measurement file.
#[derive(Debug)]
pub struct FileContent {
    /// What was measured.
    pub measurements: Measurements,
    /// How many bytes of a line that was never finished stand at the end.
    pub unfinished_bytes: usize,
}

/// Reads a measurement file.
///
/// # Errors
/// Names the first line that cannot be read or cannot stand where it does.
pub fn read(text: &[u8]) -> Result<FileContent, LineError> {
    let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let (whole, unfinished) = text.split_at(end);
    let mut lines = (1..).zip(whole.split_inclusive(|&byte| byte == b'\n'));
    let first = lines.next().map_or(Err(no_line(text)), |(_, text)| first_line(text));
    let mut measurements = first.map_err(|cause| LineError { line: 1, cause })?;
    for (line, text) in lines {
        add_line(&mut measurements, text).map_err(|cause| LineError { line, cause })?;
    }
    Ok(FileContent { measurements, unfinished_bytes: unfinished.len() })
}

/// What is wrong with a text in which no line ends.
fn no_line(text: &[u8]) -> LineContentError {
    let begun = br#"{"record":"run""#;
    match text {
        [] => LineContentError::Empty,
        // A line of our own that was begun, or anything else.
        text if text.starts_with(begun) || begun.starts_with(text) => {
            LineContentError::NothingMeasured
        }
        _ => LineContentError::OtherFormat,
    }
}

/// Reads the first line, the version before anything that depends on it.
fn first_line(text: &[u8]) -> Result<Measurements, LineContentError> {
    #[derive(Deserialize)]
    struct FormatVersion {
        format: String,
        version: u32,
    }
    match serde_json::from_slice::<FormatVersion>(text) {
        Ok(FormatVersion { format, version: VERSION }) if format == FORMAT => {}
        Ok(FormatVersion { format, version }) if format == FORMAT => {
            return Err(LineContentError::OtherVersion(version));
        }
        _ => return Err(LineContentError::OtherFormat),
    }
    match serde_json::from_slice(text)? {
        MeasurementLine::Run(line) => {
            Ok(Measurements::new(line.environment, line.plan, Vec::new()))
        }
        _ => Err(LineContentError::OtherFormat),
    }
}

/// Adds what a further line says.
fn add_line(measured: &mut Measurements, text: &[u8]) -> Result<(), LineContentError> {
    match serde_json::from_slice(text)? {
        MeasurementLine::Run(line) if line.version != VERSION => {
            return Err(LineContentError::OtherVersion(line.version));
        }
        MeasurementLine::Run(line) => {
            if let Some(what) = differs_in(measured, &line.environment, &line.plan) {
                let misplaced = format!("resumed with another build or job: {what}");
                return Err(LineContentError::Misplaced(misplaced));
            }
        }
        MeasurementLine::Set { number, list } if number != measured.lists.len() => {
            let misplaced = format!("the set `{}` with number {number} is not the next", list.name);
            return Err(LineContentError::Misplaced(misplaced));
        }
        MeasurementLine::Set { list, .. } => measured.add_list(list),
        MeasurementLine::Pace(pace) => measured.apply(&LogEntry::Pace(pace)),
        MeasurementLine::End => measured.apply(&LogEntry::End),
        MeasurementLine::Event => {
            let RowLine { event, key } = serde_json::from_slice::<RowLine<RowKey, Event>>(text)?;
            let row = measured.rows.iter_mut().find(|row| key.is_of(row));
            let row = row.ok_or_else(|| "there is no such row in the job".to_owned());
            row.and_then(|row| row.check(&event).map(|()| row.apply(&event)))
                .map_err(LineContentError::Misplaced)?;
        }
    }
    Ok(())
}

/// What differs between a measurement and what is to go on with it.
fn differs_in(
    measured: &Measurements,
    environment: &Environment,
    plan: &Plan,
) -> Option<&'static str> {
    measured.environment.differs_in(environment).or_else(|| measured.plan.differs_in(plan))
}

/// Reads the measurement file with this path.
///
/// # Errors
/// If it cannot be read.
pub fn load(path: &Path) -> Result<Measurements, FileError> {
    Ok(read(&std::fs::read(path)?)?.measurements)
}

/// Writes a measurement file, line by line.
#[derive(Debug)]
pub struct Writer {
    file: File,
    /// What the lines say of each row.
    keys: Vec<RowKey>,
}

impl Writer {
    /// Begins a file.
    ///
    /// # Errors
    /// If it exists, or cannot be written.
    pub fn create(path: &Path, begun: &Measurements) -> Result<Self, FileError> {
        let file = File::create_new(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => FileError::Exists,
            _ => error.into(),
        })?;
        let mut writer = Self::lock(file, begun)?;
        let sets = begun.lists.iter().cloned().enumerate();
        let sets = sets.map(|(number, list)| MeasurementLine::Set { number, list });
        writer.write_lines([run_line(begun)].into_iter().chain(sets))?;
        Ok(writer)
    }

    /// Opens a file to write on, and says what it has. A line that was never finished is taken
    /// away.
    ///
    /// # Errors
    /// If it cannot be read, is being written, or is of another build, plan or puzzles.
    pub fn resume(path: &Path, begun: &Measurements) -> Result<(Self, Measurements), FileError> {
        let mut writer = Self::lock(File::options().read(true).write(true).open(path)?, begun)?;
        let mut text = Vec::new();
        writer.file.read_to_end(&mut text)?;
        let FileContent { measurements: found, unfinished_bytes } = read(&text)?;
        let differs = differs_in(&found, &begun.environment, &begun.plan);
        let other_lists = (found.lists != begun.lists).then_some("sets, files or puzzles");
        if let Some(what) = differs.or(other_lists) {
            return Err(FileError::OtherJob(what));
        }
        writer.file.set_len((text.len() - unfinished_bytes) as u64)?;
        writer.file.seek(SeekFrom::End(0))?;
        if !found.finished {
            writer.write_lines([run_line(begun)])?;
        }
        Ok((writer, found))
    }

    /// Makes sure that no other process writes the file.
    fn lock(file: File, begun: &Measurements) -> Result<Self, FileError> {
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FileError::InUse),
            // Not every file system has locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        Ok(Self { file, keys: begun.rows.iter().map(RowKey::new).collect() })
    }

    /// Writes what the log says.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, entries: &[LogEntry]) -> io::Result<()> {
        let mut text = Vec::new();
        for entry in entries {
            match entry {
                LogEntry::Row(row, event) => {
                    push(&mut text, &RowLine { event, key: &self.keys[*row] })
                }
                LogEntry::Pace(pace) => push(&mut text, &MeasurementLine::Pace(*pace)),
                LogEntry::End => push(&mut text, &MeasurementLine::End),
            }?;
        }
        self.file.write_all(&text)
    }

    fn write_lines(&mut self, lines: impl IntoIterator<Item = MeasurementLine>) -> io::Result<()> {
        let mut text = Vec::new();
        lines.into_iter().try_for_each(|line| push(&mut text, &line))?;
        self.file.write_all(&text)
    }
}

fn run_line(begun: &Measurements) -> MeasurementLine {
    let (environment, plan) = (begun.environment.clone(), begun.plan.clone());
    let format = FORMAT.to_owned();
    MeasurementLine::Run(Box::new(RunLine { format, version: VERSION, environment, plan }))
}

fn push(text: &mut Vec<u8>, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *text, line)?;
    text.push(b'\n');
    Ok(())
}
