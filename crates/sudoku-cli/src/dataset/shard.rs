//! The files of a data set: what they hold in each format, and how one comes to be.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use sudoku_core::{Board, Grid};

use super::parquet::ParquetWriter;
use super::rating::Rating;

/// A format of a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Format {
    /// A puzzle of 81 characters on each line, and nothing else (.txt)
    Line,
    /// CSV as Sudoku-Extreme has it: source,question,answer,rating
    Csv,
    /// CSV with the columns quizzes,solutions, and 0 for a blank (.kaggle-1m.csv)
    #[value(name = "kaggle-1m")]
    #[serde(rename = "kaggle-1m")]
    Kaggle1m,
    /// CSV with the columns id,puzzle,solution,clues,difficulty (.kaggle-3m.csv)
    #[value(name = "kaggle-3m")]
    #[serde(rename = "kaggle-3m")]
    Kaggle3m,
    /// CSV with the columns puzzle,solution, and 0 for a blank (.kaggle-9m.csv)
    #[value(name = "kaggle-9m")]
    #[serde(rename = "kaggle-9m")]
    Kaggle9m,
    /// A JSON object on each line (.jsonl)
    Jsonl,
    /// Parquet, packed with Zstandard
    Parquet,
    /// NumPy: -puzzles.npy and -solutions.npy of bytes, 0 for a blank; -ratings.npy of value and spread
    Npy,
}

/// The shape of the arrays of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
pub(super) enum Shape {
    /// N×9×9
    #[value(name = "9x9")]
    #[serde(rename = "9x9")]
    Square,
    /// N×81
    #[value(name = "81")]
    #[serde(rename = "81")]
    Flat,
}

impl Format {
    /// The files that it consists of.
    pub(super) fn parts(self, shape: Shape) -> Vec<Part> {
        let array = |content| Part::Npy(content, shape);
        match self {
            Self::Line => vec![Part::Line],
            Self::Csv => vec![Part::Csv(Columns::Extreme)],
            Self::Kaggle1m => vec![Part::Csv(Columns::Kaggle1m)],
            Self::Kaggle3m => vec![Part::Csv(Columns::Kaggle3m)],
            Self::Kaggle9m => vec![Part::Csv(Columns::Kaggle9m)],
            Self::Jsonl => vec![Part::Jsonl],
            Self::Parquet => vec![Part::Parquet],
            Self::Npy => [Content::Puzzles, Content::Solutions, Content::Ratings].map(array).into(),
        }
    }
}

/// One file's kind.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Line,
    Csv(Columns),
    Jsonl,
    Parquet,
    Npy(Content, Shape),
}

/// The columns of a CSV file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Columns {
    Extreme,
    Kaggle1m,
    Kaggle3m,
    Kaggle9m,
}

/// What an array holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Content {
    Puzzles,
    Solutions,
    Ratings,
}

impl Part {
    /// What follows the number in the file's name.
    pub(super) const fn suffix(self) -> &'static str {
        match self {
            Self::Line => ".txt",
            Self::Csv(Columns::Extreme) => ".csv",
            Self::Csv(Columns::Kaggle1m) => ".kaggle-1m.csv",
            Self::Csv(Columns::Kaggle3m) => ".kaggle-3m.csv",
            Self::Csv(Columns::Kaggle9m) => ".kaggle-9m.csv",
            Self::Jsonl => ".jsonl",
            Self::Parquet => ".parquet",
            Self::Npy(Content::Puzzles, _) => "-puzzles.npy",
            Self::Npy(Content::Solutions, _) => "-solutions.npy",
            Self::Npy(Content::Ratings, _) => "-ratings.npy",
        }
    }
}

/// A puzzle or a symmetric copy of one, as it is written.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    /// Counted over all splits, copies included.
    pub(super) id: u64,
    /// The puzzle's ID, or the name of the file that it is from.
    pub(super) source: &'a str,
    pub(super) puzzle: &'a Board,
    pub(super) solution: &'a Grid,
    pub(super) rating: Rating,
}

/// A file that is being written.
pub(super) enum Writer {
    Line(BufWriter<File>),
    Csv(Box<csv::Writer<File>>, Columns),
    Jsonl(BufWriter<File>),
    Parquet(Box<ParquetWriter>),
    Npy(Array),
}

impl Writer {
    /// Begins a file.
    pub(super) fn new(part: Part, file: File) -> io::Result<Self> {
        Ok(match part {
            Part::Line => Self::Line(BufWriter::new(file)),
            Part::Csv(columns) => {
                let mut writer = csv::Writer::from_writer(file);
                let header: &[&str] = match columns {
                    Columns::Extreme => &["source", "question", "answer", "rating"],
                    Columns::Kaggle1m => &["quizzes", "solutions"],
                    Columns::Kaggle3m => &["id", "puzzle", "solution", "clues", "difficulty"],
                    Columns::Kaggle9m => &["puzzle", "solution"],
                };
                writer.write_record(header)?;
                Self::Csv(Box::new(writer), columns)
            }
            Part::Jsonl => Self::Jsonl(BufWriter::new(file)),
            Part::Parquet => Self::Parquet(Box::new(ParquetWriter::new(file)?)),
            Part::Npy(content, shape) => Self::Npy(Array::new(file, content, shape)?),
        })
    }

    /// Writes a row.
    pub(super) fn write(&mut self, row: &Row<'_>) -> io::Result<()> {
        match self {
            Self::Line(file) => {
                file.write_all(&row.puzzle.to_line())?;
                file.write_all(b"\n")
            }
            Self::Csv(writer, columns) => Ok(write_csv(writer, *columns, row)?),
            Self::Jsonl(file) => {
                serde_json::to_writer(&mut *file, &Object::of(row))?;
                file.write_all(b"\n")
            }
            Self::Parquet(writer) => writer.write(row),
            Self::Npy(array) => array.write(row),
        }
    }

    /// Ends the file; when this returns it is on the disk.
    pub(super) fn finish(self) -> io::Result<()> {
        let file = match self {
            Self::Line(file) | Self::Jsonl(file) => file.into_inner()?,
            Self::Csv(writer, _) => writer.into_inner().map_err(csv::IntoInnerError::into_error)?,
            Self::Parquet(writer) => writer.finish()?,
            Self::Npy(array) => array.finish()?,
        };
        file.sync_all()
    }
}

fn write_csv(writer: &mut csv::Writer<File>, columns: Columns, row: &Row<'_>) -> csv::Result<()> {
    let (puzzle, solution) = (row.puzzle.to_line(), row.solution.as_board().to_line());
    let with_zeros = puzzle.map(|byte| if byte == b'.' { b'0' } else { byte });
    let rating = row.rating.value.to_string();
    match columns {
        Columns::Extreme => {
            writer.write_record([row.source.as_bytes(), &puzzle, &solution, rating.as_bytes()])
        }
        Columns::Kaggle1m | Columns::Kaggle9m => writer.write_record([with_zeros, solution]),
        Columns::Kaggle3m => {
            let (id, clues) = (row.id.to_string(), row.puzzle.clue_count().to_string());
            let (id, clues) = (id.as_bytes(), clues.as_bytes());
            writer.write_record([id, &puzzle, &solution, clues, rating.as_bytes()])
        }
    }
}

#[derive(Serialize)]
struct Object<'a> {
    id: u64,
    source: &'a str,
    puzzle: String,
    solution: String,
    clues: usize,
    rating: f64,
    rating_spread: f64,
}

impl<'a> Object<'a> {
    fn of(row: &Row<'a>) -> Self {
        Self {
            id: row.id,
            source: row.source,
            puzzle: row.puzzle.to_string(),
            solution: row.solution.to_string(),
            clues: row.puzzle.clue_count(),
            rating: row.rating.value,
            rating_spread: row.rating.spread,
        }
    }
}

/// A NumPy array that is being written: a header of 128 bytes, which says how many rows there are and
/// is therefore written last, and the numbers.
pub(super) struct Array {
    file: BufWriter<File>,
    content: Content,
    shape: Shape,
    rows: u64,
}

/// The length of the header in bytes: a multiple of 64, as the format asks for.
const HEADER: usize = 128;

impl Array {
    fn new(file: File, content: Content, shape: Shape) -> io::Result<Self> {
        let mut file = BufWriter::new(file);
        file.write_all(&[0; HEADER])?;
        Ok(Self { file, content, shape, rows: 0 })
    }

    fn write(&mut self, row: &Row<'_>) -> io::Result<()> {
        self.rows += 1;
        match self.content {
            Content::Puzzles => self.file.write_all(row.puzzle.as_bytes()),
            Content::Solutions => self.file.write_all(row.solution.as_bytes()),
            Content::Ratings => {
                self.file.write_all(&row.rating.value.to_le_bytes())?;
                self.file.write_all(&row.rating.spread.to_le_bytes())
            }
        }
    }

    fn finish(self) -> io::Result<File> {
        let (kind, shape) = match (self.content, self.shape) {
            (Content::Ratings, _) => ("<f8", "2"),
            (_, Shape::Square) => ("|u1", "9, 9"),
            (_, Shape::Flat) => ("|u1", "81"),
        };
        let rows = self.rows;
        // NumPy's format, version 1.0: magic, version, length of what follows, a dictionary as Python
        // writes it, spaces, a line end.
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        header.extend((HEADER as u16 - 10).to_le_bytes());
        write!(
            header,
            "{{'descr': '{kind}', 'fortran_order': False, 'shape': ({rows}, {shape}), }}"
        )?;
        header.resize(HEADER - 1, b' ');
        header.push(b'\n');
        let mut file = self.file.into_inner()?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header)?;
        Ok(file)
    }
}

/// What is known of a finished file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileRecord {
    pub(super) name: String,
    pub(super) rows: u64,
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

/// The length of a file and its SHA-256 in hexadecimal digits.
pub(super) fn digest(path: &Path) -> io::Result<(u64, String)> {
    let mut file = File::open(path)?;
    let (mut hash, mut length) = (Sha256::new(), 0);
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            count => {
                hash.update(&buffer[..count]);
                length += count as u64;
            }
        }
    }
    let digits = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok((length, digits))
}

/// Removes a file if it is there.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}
