//! The files of one shard.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use compressed_io::{NamedIoError, shown};
use sudoku_core::{Board, Grid};

use crate::checksum::{FilePlace, FileRecord, checksum};
use crate::error::DatasetError;
use crate::format::FormatPart;
use crate::journal::{DatasetContents, remove};
use crate::measures::MeasureValues;
use crate::rating::Rating;
use crate::row::{DatasetRow, RowWriter};
use crate::scales::HumanRatings;
use crate::split::Split;

/// The folder and the files of the shards.
pub(crate) struct ShardFiles<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) parts: Vec<FormatPart>,
}

/// A puzzle with its symmetric copies.
pub(crate) struct PuzzleRows {
    pub(crate) split: Split,
    /// The ID of the puzzle, or the name of its source file.
    pub(crate) source: String,
    pub(crate) boards: Vec<RatedBoard>,
    pub(crate) rating: Option<Rating>,
    pub(crate) measures: MeasureValues,
}

/// A puzzle or a symmetric copy, with its own ratings.
pub(crate) struct RatedBoard {
    pub(crate) puzzle: Board,
    pub(crate) solution: Grid,
    pub(crate) human: HumanRatings,
}

/// The writer of a shard.
pub(crate) struct ShardWriter<'a> {
    files: &'a ShardFiles<'a>,
    number: u64,
    /// The number of rows in the data set so far.
    rows: u64,
    contents: DatasetContents,
    /// The open files of each split that has rows.
    open: BTreeMap<Split, Vec<OpenFile>>,
}

/// An open file, with the name that it gets when it is finished.
struct OpenFile {
    name: String,
    writer: Box<dyn RowWriter>,
}

impl<'a> ShardWriter<'a> {
    /// Creates the shard with this number. The shards before it have `rows` rows.
    pub(crate) fn new(files: &'a ShardFiles<'a>, number: u64, rows: u64) -> Self {
        let contents = DatasetContents::default();
        Self { files, number, rows, contents, open: BTreeMap::new() }
    }

    /// Writes the puzzles that remain of the `taken` ones.
    pub(crate) fn take(
        &mut self,
        taken: u64,
        rejected: u64,
        made: &[PuzzleRows],
    ) -> Result<(), NamedIoError> {
        self.contents.taken += taken;
        self.contents.rejected += rejected;
        for PuzzleRows { split, source, boards, rating, measures } in made {
            let tally = self.contents.splits.entry(*split).or_default();
            if let Some(RatedBoard { puzzle, human, .. }) = boards.first() {
                tally.add(puzzle, human, measures, *rating, boards.len() as u64);
            }
            for RatedBoard { puzzle, solution, human } in boards {
                self.rows += 1;
                let (id, rating) = (self.rows, *rating);
                let row = DatasetRow { id, source, puzzle, solution, rating, human, measures };
                self.write(*split, &row)?;
            }
        }
        Ok(())
    }

    fn write(&mut self, split: Split, row: &DatasetRow<'_>) -> Result<(), NamedIoError> {
        let folder = self.files.folder;
        let files = match self.open.entry(split) {
            Entry::Occupied(files) => files.into_mut(),
            Entry::Vacant(none) => none.insert(self.files.create(split, self.number)?),
        };
        for OpenFile { name, writer } in files {
            let failed = |error| NamedIoError::at(&unfinished(folder, name), error);
            writer.write(row).map_err(failed)?;
        }
        Ok(())
    }

    /// Completes all files and gives them their names.
    ///
    /// # Errors
    /// If a file cannot be written. Also if this is a repair and the new files differ from the
    /// known ones; then no file gets its name.
    pub(crate) fn finish(mut self, known: &[FileRecord]) -> Result<DatasetContents, DatasetError> {
        let folder = self.files.folder;
        for (split, files) in self.open {
            let rows = self.contents.splits.get(&split).map_or(0, |tally| tally.rows);
            for OpenFile { name, writer } in files {
                let part = unfinished(folder, &name);
                let finish = || {
                    writer.finish()?.sync_all()?;
                    let (bytes, sha256) = checksum(&part)?;
                    Ok(FileRecord { name, rows, bytes, sha256 })
                };
                let record = finish().map_err(|error: io::Error| NamedIoError::at(&part, error))?;
                self.contents.files.push(record);
            }
        }
        let made = &self.contents.files;
        let is_of_shard =
            |record: &&FileRecord| record.place().is_some_and(|it| it.shard == self.number);
        let known: Vec<&FileRecord> = known.iter().filter(is_of_shard).collect();
        if !known.is_empty() {
            let lost = known.iter().copied().find(|record| !made.contains(record));
            let other = || made.iter().find(|record| !known.contains(record));
            if let Some(record) = lost.or_else(other) {
                for FileRecord { name, .. } in made {
                    let part = unfinished(folder, name);
                    remove(&part).map_err(|error| NamedIoError::at(&part, error))?;
                }
                return Err(DatasetError::NotRepaired { path: shown(&folder.join(&record.name)) });
            }
        }
        for FileRecord { name, .. } in made {
            let part = unfinished(folder, name);
            let named = fs::rename(&part, folder.join(name));
            named.map_err(|error| NamedIoError::at(&part, error))?;
        }
        Ok(self.contents)
    }
}

impl ShardFiles<'_> {
    /// Creates the files of a split under their temporary names.
    fn create(&self, split: Split, number: u64) -> Result<Vec<OpenFile>, NamedIoError> {
        let create = |part: &FormatPart| {
            let name = FilePlace { split, shard: number, suffix: part.suffix }.name();
            let path = unfinished(self.folder, &name);
            // Files of a killed run are overwritten.
            let file = remove(&path).and_then(|()| File::create_new(&path));
            let writer = file.and_then(&part.open);
            let writer = writer.map_err(|error| NamedIoError::at(&path, error))?;
            Ok(OpenFile { name, writer })
        };
        self.parts.iter().map(create).collect()
    }
}

/// Returns the temporary path of an unfinished file.
fn unfinished(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.part"))
}
