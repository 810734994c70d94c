//! Measurement files, which hold the events of a measurement line by line.
//!
//! Each line is a JSON object. The field `record` names its type:
//!
//! | record | content |
//! |---|---|
//! | `run` | the first line: the format, its version, the machine, the build and the plan |
//! | `set` | a list of puzzles |
//! | an [event](super::event) | the event's fields, and the fields that identify its row |
//! | `pace` | the speed of the machine, now and then between events |
//! | `end` | the end of a finished measurement |
//!
//! New fields do not change the version, because readers ignore unknown fields.
//!
//! A file only grows by whole lines, so it stays readable if the writer is killed. Text after the
//! last line feed is an unfinished line: readers ignore it, and `--resume` overwrites it. A line
//! with a line feed that cannot be read is damage: the file is refused with the number of the line.
//!
//! A resumed measurement adds another `run` line, with the same plan and build.

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

/// The version of the format. It grows if a record changes its meaning or is removed.
pub const VERSION: u32 = 1;

/// A line that belongs to no row.
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
    /// An event, whose line is a [`RowLine`].
    #[serde(other)]
    Event,
}

/// The line of a run: the format, the environment and the plan.
#[derive(Serialize, Deserialize)]
struct RunLine {
    format: String,
    version: u32,
    #[serde(flatten)]
    environment: Environment,
    #[serde(flatten)]
    plan: Plan,
}

/// The line of an event.
#[derive(Serialize, Deserialize)]
struct RowLine<K, E> {
    #[serde(flatten)]
    event: E,
    #[serde(flatten)]
    key: K,
}

/// The fields that identify the row of a line.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct RowKey {
    strategy: String,
    /// The list's name.
    set: String,
    /// The list's number, because two files can have the same name.
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

/// The error for a measurement file that cannot be read, with the line.
#[derive(Debug, Error)]
#[error("line {line}")]
pub struct LineError {
    /// The line, counted from 1.
    pub line: usize,
    /// The mistake.
    #[source]
    pub cause: LineContentError,
}

/// The mistake in a line.
#[derive(Debug, Error)]
pub enum LineContentError {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The first line is unfinished, so the file has no results.
    #[error("the first line is unfinished, so nothing was measured; delete the file to start over")]
    NothingMeasured,
    /// The file does not start with a `run` record.
    #[error("not a measurement file: it must start with a `run` record of the format `{FORMAT}`")]
    OtherFormat,
    /// The file has this version of the format.
    #[error("the file has version {0} of the format, but this program reads version {VERSION}")]
    OtherVersion(u32),
    /// The line is not a record.
    #[error("not a record")]
    NoRecord(#[from] serde_json::Error),
    /// The record is not allowed at this place.
    #[error("{0}")]
    Misplaced(String),
}

/// The error for a measurement file that cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// The file cannot be opened, read, locked or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is damaged, or not a measurement file.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The file exists.
    #[error("the file exists; continue it with --resume, or choose another file")]
    Exists,
    /// Another process is writing the file.
    #[error("another process is writing this file; wait for it, or choose another file")]
    InUse,
    /// The file is from another build, another machine or other options. The text names the
    /// difference.
    #[error("cannot resume, because this run differs from the file in: {0}")]
    OtherJob(&'static str),
}

/// The content of a measurement file.
#[derive(Debug)]
pub struct FileContent {
    /// The measurement.
    pub measurements: Measurements,
    /// The number of bytes of an unfinished line at the end.
    pub unfinished_bytes: usize,
}

/// Reads a measurement file.
///
/// # Errors
/// The first line that cannot be read or is not allowed at its place.
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

/// Returns the mistake in a text without a complete line.
fn no_line(text: &[u8]) -> LineContentError {
    let begun = br#"{"record":"run""#;
    match text {
        [] => LineContentError::Empty,
        // The beginning of a `run` line was written by this program.
        text if text.starts_with(begun) || begun.starts_with(text) => {
            LineContentError::NothingMeasured
        }
        _ => LineContentError::OtherFormat,
    }
}

/// Reads the first line. Checks the version before the other fields.
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

/// Adds a further line to the measurement.
fn add_line(measured: &mut Measurements, text: &[u8]) -> Result<(), LineContentError> {
    match serde_json::from_slice(text)? {
        MeasurementLine::Run(line) if line.version != VERSION => {
            return Err(LineContentError::OtherVersion(line.version));
        }
        MeasurementLine::Run(line) => {
            if let Some(what) = differs_in(measured, &line.environment, &line.plan) {
                let misplaced = format!("a resumed run that differs in: {what}");
                return Err(LineContentError::Misplaced(misplaced));
            }
        }
        MeasurementLine::Set { number, list } if number != measured.lists.len() => {
            let misplaced = format!("the set `{}` has the wrong number {number}", list.name);
            return Err(LineContentError::Misplaced(misplaced));
        }
        MeasurementLine::Set { list, .. } => measured.add_list(list),
        MeasurementLine::Pace(pace) => measured.apply(&LogEntry::Pace(pace)),
        MeasurementLine::End => measured.apply(&LogEntry::End),
        MeasurementLine::Event => {
            let RowLine { event, key } = serde_json::from_slice::<RowLine<RowKey, Event>>(text)?;
            let row = measured.rows.iter_mut().find(|row| key.is_of(row));
            let row = row.ok_or_else(|| "the plan has no such row".to_owned());
            row.and_then(|row| row.check(&event).map(|()| row.apply(&event)))
                .map_err(LineContentError::Misplaced)?;
        }
    }
    Ok(())
}

/// Returns the first difference between a measurement and the one that continues it.
fn differs_in(
    measured: &Measurements,
    environment: &Environment,
    plan: &Plan,
) -> Option<&'static str> {
    measured.environment.differs_in(environment).or_else(|| measured.plan.differs_in(plan))
}

/// Reads the measurement file at this path.
///
/// # Errors
/// If the file cannot be read.
pub fn load(path: &Path) -> Result<Measurements, FileError> {
    Ok(read(&std::fs::read(path)?)?.measurements)
}

/// A writer of a measurement file.
#[derive(Debug)]
pub struct Writer {
    file: File,
    /// The identifying fields of each row.
    keys: Vec<RowKey>,
}

impl Writer {
    /// Creates a file.
    ///
    /// # Errors
    /// If the file exists or cannot be written.
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

    /// Opens a file to continue it, and returns its content. Removes an unfinished line.
    ///
    /// # Errors
    /// If the file cannot be read, is being written, or has a different build, plan or puzzles.
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

    /// Locks the file, so that no other process writes it.
    fn lock(file: File, begun: &Measurements) -> Result<Self, FileError> {
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FileError::InUse),
            // Some file systems have no locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        Ok(Self { file, keys: begun.rows.iter().map(RowKey::new).collect() })
    }

    /// Writes entries of the log.
    ///
    /// # Errors
    /// If the file cannot be written.
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
