//! Measurement files, which hold the records of a measurement line by line.
//!
//! Each line is a JSON object. The field `record` names its type:
//!
//! | record | content |
//! |---|---|
//! | `run` | the first line: the format, its version, the machine, the build and the plan |
//! | `set` | a list of puzzles |
//! | `row` | an [event](super::event) of the row with this number |
//! | `scheduling` | the time that the harness ran and waited for a processor, on Linux |
//! | `end` | the end of a finished measurement, and the seconds of its last run |
//!
//! Rows are counted from 0: list by list, in each list workload by workload, and in each workload
//! in the order of the strategies. New fields do not change the version, because readers ignore
//! unknown fields.
//!
//! A file only grows by whole lines, so it stays readable if the writer is killed. Text after the
//! last line feed is an unfinished line: readers ignore it, and `--resume` overwrites it. A line
//! with a line feed that cannot be read is damage: the file is refused with the number of the line.
//!
//! A resumed measurement adds another `run` line, with the same plan and build.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, from_slice, from_value};

use super::measurements::{Measurements, Record, Run};

const FORMAT: &str = "bench-harness measurements";

/// The version of the format. It grows if a record changes its meaning or is removed.
const VERSION: u32 = 3;

/// Reads a measurement file. Also returns the number of bytes of an unfinished line at the end. An
/// error names the first line that cannot be read or is not allowed at its place.
pub fn read(text: &[u8]) -> Result<(Measurements, usize)> {
    let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let (whole, unfinished) = text.split_at(end);
    let mut lines = (1..).zip(whole.split_inclusive(|&byte| byte == b'\n'));
    let first = lines.next().map_or(&[][..], |(_, line)| line);
    let run = first_line(first).context("line 1")?;
    let mut measurements = Measurements::new(run.environment, run.plan);
    for (number, line) in lines {
        let record = fields(line).and_then(from_value).context("not a record");
        let applied = record.and_then(|record| measurements.apply(&record));
        applied.with_context(|| format!("line {number}"))?;
    }
    Ok((measurements, unfinished.len()))
}

/// Parses a line. Replaces control characters in its texts, because a terminal obeys them.
fn fields(line: &[u8]) -> serde_json::Result<Value> {
    fn clean(value: &mut Value) {
        match value {
            Value::String(text) => *text = text.replace(char::is_control, "\u{fffd}"),
            Value::Array(values) => values.iter_mut().for_each(clean),
            Value::Object(fields) => fields.values_mut().for_each(clean),
            _ => {}
        }
    }
    let mut value = from_slice(line)?;
    clean(&mut value);
    Ok(value)
}

/// Reads the first line. Checks the version before the other fields.
fn first_line(line: &[u8]) -> Result<Run> {
    let fields = fields(line).unwrap_or_default();
    ensure!(
        fields["format"] == FORMAT,
        "not a measurement file: it must start with a `run` record of the format `{FORMAT}`; a file \
         without a whole line has no results, so you can delete it"
    );
    ensure!(
        fields["version"] == VERSION,
        "the file has version {} of the format, but this program reads version {VERSION}; measure \
         again",
        fields["version"]
    );
    from_value(fields).context("not a record")
}

pub fn load(path: &Path) -> Result<Measurements> {
    Ok(read(&std::fs::read(path)?)?.0)
}

#[derive(Debug)]
pub struct Writer(File);

impl Writer {
    pub fn create(path: &Path, begun: &Measurements) -> Result<Self> {
        ensure!(
            path != Path::new("-"),
            "a measurement is not written to standard output; choose the name of a file"
        );
        ensure!(
            !path.exists(),
            "the file exists; continue it with --resume, or choose another file"
        );
        let mut writer = Self::lock(File::create_new(path)?)?;
        writer.write(&beginning(begun, 0))?;
        Ok(writer)
    }

    /// Opens a file to continue it, and returns its content. Removes an unfinished line. Refuses a
    /// file with a different build, plan or puzzles, and one that another process writes.
    pub fn resume(path: &Path, begun: &Measurements) -> Result<(Self, Measurements)> {
        let mut writer = Self::lock(File::options().read(true).write(true).open(path)?)?;
        let mut text = Vec::new();
        writer.0.read_to_end(&mut text)?;
        let (mut found, unfinished) = read(&text)?;
        // The lists that the file still lacks are added to it.
        let records = beginning(begun, found.lists.len());
        records.iter().try_for_each(|record| found.apply(record)).context("cannot resume")?;
        ensure!(
            found.lists == begun.lists,
            "cannot resume: this run differs from the file in: sets, files or puzzles"
        );
        writer.0.set_len((text.len() - unfinished) as u64)?;
        writer.0.seek(SeekFrom::End(0))?;
        if !found.finished {
            writer.write(&records)?;
        }
        Ok((writer, found))
    }

    /// Locks the file, so that no other process writes it.
    fn lock(file: File) -> Result<Self> {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                bail!("another process is writing this file; wait for it, or choose another file")
            }
            // Some file systems have no locks.
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                Err(error.into())
            }
            _ => Ok(Self(file)),
        }
    }

    pub fn write(&mut self, records: &[Record]) -> io::Result<()> {
        let mut text = Vec::new();
        for record in records {
            serde_json::to_writer(&mut text, record)?;
            text.push(b'\n');
        }
        self.0.write_all(&text)
    }
}

/// Returns the records of a run's beginning, without this many lists.
fn beginning(begun: &Measurements, known: usize) -> Vec<Record> {
    let (environment, plan) = (begun.environment.clone(), begun.plan.clone());
    let run = Run { format: FORMAT.to_owned(), version: VERSION, environment, plan };
    let sets = begun.lists.iter().skip(known).cloned().map(Record::Set);
    std::iter::once(Record::Run(Box::new(run))).chain(sets).collect()
}
