//! Output formats, and the writing of puzzles in each.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use compressed_io::Compression;
use serde::{Serialize, Serializer};
use sudoku_core::{Board, Candidates};
use sudoku_text::{FileFormat, FileFormatError};

use crate::draw::{self, DrawingStyle};
use crate::error::CliError;
use crate::svg;

/// An output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// A text format of puzzles.
    Text(FileFormat),
    /// A JSON object on each line.
    Json,
    /// A table with tabs.
    Tsv,
    /// Parquet.
    Parquet,
    /// A drawn board.
    Drawing,
    /// Pages to print.
    Svg,
}

impl FromStr for OutputFormat {
    type Err = FileFormatError;

    fn from_str(name: &str) -> Result<Self, FileFormatError> {
        match name {
            "drawing" => Ok(Self::Drawing),
            "svg" => Ok(Self::Svg),
            "tsv" => Ok(Self::Tsv),
            "parquet" => Ok(Self::Parquet),
            "jsonl" | "ndjson" | "json" => Ok(Self::Json),
            _ => name.parse().map(Self::Text),
        }
    }
}

impl OutputFormat {
    /// A puzzle on each line.
    pub(crate) const LINE: Self = Self::Text(FileFormat::Line);

    /// A table with commas.
    pub(crate) const CSV: Self = Self::Text(FileFormat::Csv);

    /// The formats that the extension of a file can choose.
    pub(crate) const BY_EXTENSION: &[(&str, Self)] = &[
        ("csv", Self::CSV),
        ("tsv", Self::Tsv),
        ("jsonl", Self::Json),
        ("ndjson", Self::Json),
        ("json", Self::Json),
        ("parquet", Self::Parquet),
        ("svg", Self::Svg),
    ];

    /// The tables among them.
    pub(crate) const TABLES: &[(&str, Self)] = Self::BY_EXTENSION.split_at(6).0;

    /// Returns the extension of a file, without the extension of its compression.
    pub(crate) fn extension(path: &Path) -> Option<String> {
        let stem = path.file_stem().map(Path::new);
        let named = if Compression::of(path) == Compression::None { Some(path) } else { stem };
        Some(named?.extension()?.to_str()?.to_ascii_lowercase())
    }

    /// Refuses a file with the extension of a compression that is not supported.
    pub(crate) fn check_compression(path: &Path) -> Result<(), CliError> {
        const OTHERS: [&str; 7] = ["bz2", "xz", "lz4", "lzma", "br", "7z", "zip"];
        let extension = path.extension().unwrap_or_default();
        if OTHERS.iter().any(|name| extension.eq_ignore_ascii_case(name)) {
            return Err(CliError::Usage(
                "unsupported compression of --output; use the extension .gz or .zst",
            ));
        }
        Ok(())
    }

    /// Returns true if the format has named values.
    pub(crate) const fn is_table(self) -> bool {
        matches!(self, Self::Text(FileFormat::Csv) | Self::Json | Self::Tsv | Self::Parquet)
    }

    /// Returns true if all rows have the same columns.
    pub(crate) const fn has_columns(self) -> bool {
        self.is_table() && !matches!(self, Self::Json)
    }

    /// Returns the text between two answers that are written separately.
    pub(crate) const fn separator(self) -> &'static str {
        match self {
            Self::Text(format) if format.has_rows() => "\n",
            Self::Drawing => "\n",
            _ => "",
        }
    }

    /// Returns the text after all answers.
    pub(crate) const fn footer(self) -> &'static str {
        match self {
            Self::Text(format) => format.footer(),
            _ => "",
        }
    }

    /// Returns an error message as a comment in place of the answer, or an empty string if the
    /// format has no comments.
    pub(crate) fn mark(self, message: &str) -> String {
        match self {
            Self::Text(FileFormat::OpenSudoku | FileFormat::Html) => {
                // XML comments must not contain two dashes in a row. One replacement splits three
                // dashes into one and two, so it is applied twice.
                let message = message.replace("--", "- -").replace("--", "- -");
                format!("  <!-- {message} -->\n")
            }
            Self::Json | Self::Svg | Self::Parquet => String::new(),
            _ => format!("# {message}\n"),
        }
    }

    /// Appends the puzzle at this location, or its solution if there is one, to the previous
    /// answers.
    pub(crate) fn write(
        self,
        style: DrawingStyle,
        place: &PuzzleLocation,
        puzzle: &Board,
        solution: Option<&Board>,
        out: &mut Vec<u8>,
    ) {
        match (self, solution) {
            (Self::CSV, Some(solution)) => {
                out.extend_from_slice(&puzzle.to_line());
                out.push(b',');
                out.extend_from_slice(&solution.to_line());
                out.push(b'\n');
            }
            (Self::Text(format), Some(solution)) => {
                format.write_solution(puzzle, solution, out.is_empty(), out);
            }
            (Self::Text(format), None) => format.write(puzzle, out.is_empty(), out),
            (Self::Json, _) => {
                out.extend(place.json(&answer(puzzle.to_string(), solution)).bytes());
            }
            // Rows of these need the names of their columns: see `Sink::object`.
            (Self::Tsv | Self::Parquet, _) => {}
            (Self::Drawing, _) => {
                if !out.is_empty() {
                    out.push(b'\n');
                }
                out.extend(draw::board(puzzle, solution, &style).bytes());
            }
            (Self::Svg, _) => {
                out.extend(svg::puzzle(puzzle, solution, style.candidates).bytes());
            }
        }
    }

    /// Appends the solution of a puzzle given by candidates, like [`write`](Self::write). Formats
    /// that show the puzzle too write it as 729 characters, and drawings show its decided cells.
    pub(crate) fn write_solution_among(
        self,
        style: DrawingStyle,
        place: &PuzzleLocation,
        puzzle: &Candidates,
        solution: &Board,
        out: &mut Vec<u8>,
    ) {
        match self {
            Self::CSV => out.extend(format!("{puzzle},{solution}\n").bytes()),
            Self::Json => {
                out.extend(place.json(&answer(puzzle.to_string(), Some(solution))).bytes());
            }
            _ => {
                let style = DrawingStyle { candidates: false, ..style };
                self.write(style, place, puzzle.values(), Some(solution), out);
            }
        }
    }
}

/// The location of a puzzle: its line, and its file if there are several.
#[derive(Clone, Default)]
pub(crate) struct PuzzleLocation {
    pub(crate) file: Option<Arc<str>>,
    pub(crate) line: usize,
}

impl PuzzleLocation {
    /// Returns a JSON object on one line: the location of the puzzle, then the fields of another
    /// object.
    pub(crate) fn json(&self, object: &str) -> String {
        let file = self.file.as_deref().map(|file| format!("\"file\":{},", json(&file).trim_end()));
        let said = object.strip_prefix('{').unwrap_or(object).trim_end();
        format!("{{{}\"line\":{},{said}\n", file.unwrap_or_default(), self.line)
    }
}

impl fmt::Display for PuzzleLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}: ")?;
        }
        write!(f, "line {}", self.line)
    }
}

/// Returns the JSON object on one line.
pub(crate) fn json(object: &impl Serialize) -> String {
    // Serialization only fails for maps with keys that are not strings and for types that refuse
    // it.
    serde_json::to_string(object).map(|text| text + "\n").unwrap_or_default()
}

/// Serializes a whole number so that no JSON reader rounds it: numbers above 2^53 − 1 become a
/// string of digits, as RFC 7493 recommends.
pub(crate) fn exact<S: Serializer>(
    number: &(impl Copy + Into<u128>),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let number: u128 = (*number).into();
    match u64::try_from(number) {
        Ok(small) if small < 1 << 53 => serializer.serialize_u64(small),
        _ => serializer.collect_str(&number),
    }
}

/// Returns a puzzle and its solution, if there is one, as a JSON object.
pub(crate) fn answer(puzzle: String, solution: Option<&Board>) -> String {
    #[derive(Serialize)]
    struct Answer {
        puzzle: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        solution: Option<String>,
    }
    json(&Answer { puzzle, solution: solution.map(ToString::to_string) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_all_extensions_of_a_table() {
        let all = OutputFormat::BY_EXTENSION.iter().copied();
        let tables: Vec<_> = all.filter(|(_, format)| format.is_table()).collect();
        assert_eq!(OutputFormat::TABLES, tables);
    }

    #[test]
    fn no_number_is_rounded() {
        #[derive(Serialize)]
        struct Exact(#[serde(serialize_with = "exact")] u128);
        let most = (1 << 53) - 1;
        for (number, text) in [
            (0, "0\n"),
            (most, "9007199254740991\n"),
            (most + 1, "\"9007199254740992\"\n"),
            (6_670_903_752_021_072_936_960, "\"6670903752021072936960\"\n"),
        ] {
            assert_eq!(json(&Exact(number)), text);
        }
    }

    #[test]
    fn the_place_of_a_puzzle_comes_before_its_message() {
        let nowhere = PuzzleLocation { file: None, line: 3 };
        assert_eq!(nowhere.json("{\"a\":{\"b\":1}}\n"), "{\"line\":3,\"a\":{\"b\":1}}\n");
        let place = PuzzleLocation { file: Some(Arc::from("{\"a")), line: 3 };
        assert_eq!(place.json("{\"b\":1}"), "{\"file\":\"{\\\"a\",\"line\":3,\"b\":1}\n");
    }

    #[test]
    fn marks_with_any_text_are_valid_comments_of_xml() {
        for dashes in 0..9 {
            let message = format!("a{}", "-".repeat(dashes));
            let mark = OutputFormat::Text(FileFormat::OpenSudoku).mark(&message);
            let comment = mark.trim().strip_prefix("<!--").and_then(|it| it.strip_suffix("-->"));
            let comment = comment.unwrap();
            assert!(!comment.contains("--") && !comment.ends_with('-'), "{mark}");
            assert_eq!(comment.matches('-').count(), dashes);
        }
    }
}
