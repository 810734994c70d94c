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
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::environment::Environment;
use super::event::Event;
use super::measurements::{LogEntry, Measurements};
use super::pace::Pace;
use super::plan::{Plan, RowKey};
use super::puzzles::PuzzleList;

/// The name of the format.
const FORMAT: &str = "bench-harness measurements";

/// The version of the format. It grows when a record changes its meaning or goes.
pub const VERSION: u32 = 1;

/// A line that is about no row. What is about a row is a [`RowLine`].
#[derive(Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
enum FileLine {
    Run(Box<RunLine>),
    Set {
        #[serde(rename = "list")]
        number: usize,
        #[serde(flatten)]
        list: PuzzleList,
    },
    Pace(Pace),
    End,
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

impl FileLine {
    fn run(environment: &Environment, plan: &Plan) -> Self {
        let (environment, plan) = (environment.clone(), plan.clone());
        Self::Run(Box::new(RunLine {
            format: FORMAT.to_owned(),
            version: VERSION,
            environment,
            plan,
        }))
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
    pub cause: LineCause,
}

/// What is wrong with a line.
#[derive(Debug, Error)]
pub enum LineCause {
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
    let header = first_line(text, whole).map_err(|cause| LineError { line: 1, cause })?;
    let mut reader = Reader { header, lists: Vec::new(), measurements: None };
    for (line, text) in (1..).zip(whole.split_inclusive(|&byte| byte == b'\n')).skip(1) {
        reader.add(text).map_err(|cause| LineError { line, cause })?;
    }
    Ok(FileContent {
        measurements: reader.measurements().clone(),
        unfinished_bytes: unfinished.len(),
    })
}

/// Reads the first line, the version before anything that depends on it.
fn first_line(text: &[u8], whole: &[u8]) -> Result<(Environment, Plan), LineCause> {
    #[derive(Deserialize)]
    struct FormatVersion {
        format: String,
        version: u32,
    }
    if text.is_empty() {
        return Err(LineCause::Empty);
    }
    let Some(line) = whole.split_inclusive(|&byte| byte == b'\n').next() else {
        // A line of our own that was begun, or anything else.
        let begun = br#"{"record":"run""#;
        let is_ours = text.starts_with(begun) || begun.starts_with(text);
        return Err(if is_ours { LineCause::NothingMeasured } else { LineCause::OtherFormat });
    };
    match serde_json::from_slice::<FormatVersion>(line) {
        Ok(FormatVersion { format, version: VERSION }) if format == FORMAT => {}
        Ok(FormatVersion { format, version }) if format == FORMAT => {
            return Err(LineCause::OtherVersion(version));
        }
        _ => return Err(LineCause::OtherFormat),
    }
    match serde_json::from_slice(line)? {
        FileLine::Run(line) => Ok((line.environment, line.plan)),
        _ => Err(LineCause::OtherFormat),
    }
}

/// A file as far as it was read.
struct Reader {
    header: (Environment, Plan),
    /// The lists of puzzles, until the first line that needs all of them.
    lists: Vec<PuzzleList>,
    measurements: Option<Measurements>,
}

impl Reader {
    fn measurements(&mut self) -> &mut Measurements {
        self.measurements.get_or_insert_with(|| {
            let (environment, plan) = self.header.clone();
            Measurements::new(environment, plan, std::mem::take(&mut self.lists))
        })
    }

    fn add(&mut self, text: &[u8]) -> Result<(), LineCause> {
        #[derive(Deserialize)]
        struct Kind {
            record: String,
        }
        let Kind { record } = serde_json::from_slice(text)?;
        if !matches!(&*record, "run" | "set" | "pace" | "end") {
            let RowLine { event, key } = serde_json::from_slice::<RowLine<RowKey, Event>>(text)?;
            return self.add_event(&key, event).map_err(LineCause::Misplaced);
        }
        match serde_json::from_slice(text)? {
            FileLine::Run(line) => {
                let RunLine { environment, plan, version, .. } = *line;
                if version != VERSION {
                    return Err(LineCause::OtherVersion(version));
                }
                let (environment_before, plan_before) = &self.header;
                let differs = environment_before.differs_in(&environment);
                if let Some(what) = differs.or_else(|| plan_before.differs_in(&plan)) {
                    let misplaced = format!("resumed with another build or job: {what}");
                    return Err(LineCause::Misplaced(misplaced));
                }
            }
            FileLine::Set { number, list } => {
                if number != self.lists.len() || self.measurements.is_some() {
                    let misplaced =
                        format!("the set `{}` with number {number} is not the next", list.name);
                    return Err(LineCause::Misplaced(misplaced));
                }
                self.lists.push(PuzzleList { symmetries: self.header.1.symmetries, ..list });
            }
            FileLine::Pace(pace) => self.measurements().apply(&LogEntry::Pace(pace)),
            FileLine::End => self.measurements().apply(&LogEntry::End),
        }
        Ok(())
    }

    fn add_event(&mut self, key: &RowKey, event: Event) -> Result<(), String> {
        let measurements = self.measurements();
        let row = measurements.plan.row(key).filter(|&row| row < measurements.rows.len());
        let row = row.ok_or("there is no such row in the job")?;
        measurements.rows[row].check(&event)?;
        measurements.apply(&LogEntry::Row(row, event));
        Ok(())
    }
}

/// Why a measurement file is of no use.
#[derive(Debug, Error)]
#[error("{}", path.display())]
pub struct LoadError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    #[source]
    pub cause: LoadCause,
}

/// What is wrong with a measurement file.
#[derive(Debug, Error)]
pub enum LoadCause {
    /// It cannot be opened or read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no measurement file, or a damaged one.
    #[error(transparent)]
    Line(#[from] LineError),
}

/// Reads the measurement file with this path.
///
/// # Errors
/// If it cannot be read.
pub fn load(path: &Path) -> Result<Measurements, LoadError> {
    let read = || Ok(read(&std::fs::read(path)?)?.measurements);
    read().map_err(|cause| LoadError { path: path.to_owned(), cause })
}

/// Writes a measurement file, line by line.
#[derive(Debug)]
pub struct Writer {
    file: File,
    /// What the lines say of each row.
    keys: Vec<RowKey>,
}

/// Why a file cannot be written on.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// It cannot be opened, read or locked.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is there already.
    #[error("it exists: go on with it by --resume, or name another file")]
    Exists,
    /// Another process is writing it.
    #[error("another process is writing it")]
    InUse,
    /// It cannot be read as a measurement file.
    #[error(transparent)]
    File(#[from] LineError),
    /// It was made by another build or on another machine, whose figures do not go together: this
    /// differs.
    #[error("it was measured with another {0}; such figures do not go together")]
    OtherBuild(&'static str),
    /// It was made with other options, of which this one differs.
    #[error("it was measured with other {0}")]
    OtherPlan(&'static str),
}

impl Writer {
    /// Begins a file.
    ///
    /// # Errors
    /// If it exists, or cannot be written.
    pub fn create(path: &Path, begun: &Measurements) -> Result<Self, ResumeError> {
        let file = File::create_new(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => ResumeError::Exists,
            _ => error.into(),
        })?;
        lock(&file)?;
        let mut text = Vec::new();
        add_line(&mut text, &FileLine::run(&begun.environment, &begun.plan))?;
        for (number, list) in begun.lists.iter().enumerate() {
            add_line(&mut text, &FileLine::Set { number, list: list.clone() })?;
        }
        (&file).write_all(&text)?;
        Ok(Self { file, keys: keys(begun) })
    }

    /// Opens a file to write on, and says what it has. A line that was never finished is taken
    /// away.
    ///
    /// # Errors
    /// If it cannot be read, is being written, or is of another build, plan or puzzles.
    pub fn resume(path: &Path, begun: &Measurements) -> Result<(Self, Measurements), ResumeError> {
        let mut file = File::options().read(true).write(true).open(path)?;
        lock(&file)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let FileContent { measurements: found, unfinished_bytes } = read(&text)?;
        if let Some(what) = found.environment.differs_in(&begun.environment) {
            return Err(ResumeError::OtherBuild(what));
        }
        if let Some(what) = found.plan.differs_in(&begun.plan) {
            return Err(ResumeError::OtherPlan(what));
        }
        if found.lists != begun.lists {
            return Err(ResumeError::OtherPlan("sets, files or puzzles"));
        }
        file.set_len((text.len() - unfinished_bytes) as u64)?;
        file.seek(SeekFrom::End(0))?;
        if !found.finished {
            let mut text = Vec::new();
            add_line(&mut text, &FileLine::run(&begun.environment, &begun.plan))?;
            file.write_all(&text)?;
        }
        Ok((Self { file, keys: keys(&found) }, found))
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
                    add_line(&mut text, &RowLine { event, key: &self.keys[*row] })
                }
                LogEntry::Pace(pace) => add_line(&mut text, &FileLine::Pace(*pace)),
                LogEntry::End => add_line(&mut text, &FileLine::End),
            }?;
        }
        self.file.write_all(&text)
    }
}

fn add_line(text: &mut Vec<u8>, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *text, line)?;
    text.push(b'\n');
    Ok(())
}

fn keys(measurements: &Measurements) -> Vec<RowKey> {
    let Measurements { plan, lists, rows, .. } = measurements;
    let rows_of_list = rows.len() / lists.len().max(1);
    let key = |(number, row): (usize, &super::measured::Measured)| RowKey {
        strategy: row.strategy.clone(),
        set: row.list.name.clone(),
        list: number / rows_of_list,
        mode: row.workload.mode,
        batch: row.workload.batch,
    };
    debug_assert_eq!(rows_of_list, plan.strategies.len() * plan.workloads.len());
    rows.iter().enumerate().map(key).collect()
}

/// Makes sure that no other process writes the file.
fn lock(file: &File) -> Result<(), ResumeError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(ResumeError::InUse),
        // Not every file system has locks.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}
