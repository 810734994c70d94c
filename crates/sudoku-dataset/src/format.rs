//! The formats of a data set: their names and files.

pub(crate) mod arrays;
mod csv;
pub(crate) mod npy;
mod objects;
mod parquet;
mod steps;
mod text;

use std::fs::File;
use std::io;
use std::str::FromStr;

use serde::{Serialize, Serializer};

pub use self::objects::{ParquetLines, ParquetTable};
pub(crate) use self::parquet::{ParquetReader, fields as parquet_fields};

use crate::row::{RatedBy, RowWriter};

/// A format of a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DatasetFormat {
    /// One puzzle of 81 characters per line.
    Line,
    /// CSV like the data set Sudoku-Extreme.
    Csv,
    /// CSV like the Kaggle data set of 1 million puzzles.
    Kaggle1m,
    /// CSV like the Kaggle data set of 3 million puzzles.
    Kaggle3m,
    /// CSV like the Kaggle data set of 9 million puzzles.
    Kaggle9m,
    /// One JSON object per line.
    Jsonl,
    /// Parquet.
    Parquet,
    /// NumPy arrays.
    Npy,
}

impl DatasetFormat {
    /// All formats.
    pub const ALL: &[Self] = &[
        Self::Line,
        Self::Csv,
        Self::Kaggle1m,
        Self::Kaggle3m,
        Self::Kaggle9m,
        Self::Jsonl,
        Self::Parquet,
        Self::Npy,
    ];

    /// Returns the name of the format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// Returns a one-line description of the files.
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.texts().1
    }

    /// Returns true if rows of the format can have steps.
    #[must_use]
    pub const fn has_steps(self) -> bool {
        matches!(self, Self::Jsonl | Self::Parquet)
    }

    /// Returns true if files of the format can have measures.
    #[must_use]
    pub const fn has_measures(self) -> bool {
        matches!(self, Self::Csv | Self::Jsonl | Self::Parquet | Self::Npy)
    }

    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Line => ("line", "One puzzle of 81 characters per line (.txt)"),
            Self::Csv => (
                "csv",
                "CSV like Sudoku-Extreme: source,question,answer,rating, and the columns of --scale and --measures",
            ),
            Self::Kaggle1m => (
                "kaggle-1m",
                "CSV with the columns quizzes,solutions; blanks are 0 (.kaggle-1m.csv)",
            ),
            Self::Kaggle3m => (
                "kaggle-3m",
                "CSV with the columns id,puzzle,solution,clues,difficulty (.kaggle-3m.csv)",
            ),
            Self::Kaggle9m => {
                ("kaggle-9m", "CSV with the columns puzzle,solution; blanks are 0 (.kaggle-9m.csv)")
            }
            Self::Jsonl => ("jsonl", "One JSON object per line (.jsonl)"),
            Self::Parquet => ("parquet", "Parquet, compressed with Zstandard"),
            Self::Npy => (
                "npy",
                "NumPy: -puzzles.npy and -solutions.npy as bytes (blanks are 0), -ratings.npy, one \
                 array per --scale, and -measures.npy",
            ),
        }
    }

    /// Returns the files of the format.
    pub(crate) fn parts(self, shape: ArrayShape, rated: &RatedBy) -> Vec<FormatPart> {
        match self {
            Self::Line => vec![FormatPart::new(".txt", text::lines)],
            Self::Csv => {
                let rated = rated.clone();
                let open = move |file| csv::writer(file, csv::with_ratings(csv::EXTREME, &rated));
                vec![FormatPart::new(".csv", open)]
            }
            Self::Kaggle1m => {
                vec![FormatPart::new(".kaggle-1m.csv", |file| {
                    csv::writer(file, csv::KAGGLE_1M.to_vec())
                })]
            }
            Self::Kaggle3m => {
                vec![FormatPart::new(".kaggle-3m.csv", |file| {
                    csv::writer(file, csv::KAGGLE_3M.to_vec())
                })]
            }
            Self::Kaggle9m => {
                vec![FormatPart::new(".kaggle-9m.csv", |file| {
                    csv::writer(file, csv::KAGGLE_9M.to_vec())
                })]
            }
            Self::Jsonl => vec![FormatPart::new(".jsonl", text::objects)],
            Self::Parquet => {
                let rated = rated.clone();
                vec![FormatPart::new(".parquet", move |file| parquet::writer(file, &rated))]
            }
            Self::Npy => npy::arrays(shape == ArrayShape::Flat, rated)
                .into_iter()
                .map(|(suffix, array)| {
                    FormatPart::new(suffix, move |file| npy::writer(file, array.clone()))
                })
                .collect(),
        }
    }
}

/// The error for an unknown format name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format; expected one of {}", names())]
pub struct DatasetFormatError;

fn names() -> String {
    DatasetFormat::ALL.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ")
}

impl FromStr for DatasetFormat {
    type Err = DatasetFormatError;

    fn from_str(name: &str) -> Result<Self, DatasetFormatError> {
        Self::ALL.iter().copied().find(|format| format.name() == name).ok_or(DatasetFormatError)
    }
}

impl Serialize for DatasetFormat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The shape of NumPy arrays of puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum ArrayShape {
    /// N×9×9.
    #[default]
    #[serde(rename = "9x9")]
    Square,
    /// N×81.
    #[serde(rename = "81")]
    Flat,
}

/// A function that starts a file of rows.
type Open = Box<dyn Fn(File) -> io::Result<Box<dyn RowWriter>> + Sync>;

/// One of the files of a format, for each shard and split.
pub(crate) struct FormatPart {
    /// The file name after the shard number.
    pub(crate) suffix: &'static str,
    pub(crate) open: Open,
}

impl FormatPart {
    fn new(
        suffix: &'static str,
        open: impl Fn(File) -> io::Result<Box<dyn RowWriter>> + Sync + 'static,
    ) -> Self {
        Self { suffix, open: Box::new(open) }
    }
}
