//! The output of complete answers in a format.

use compressed_io::NamedIoError;
use sudoku_dataset::ParquetTable;
use sudoku_text::FileField;

use crate::error::CliError;
use crate::format::OutputFormat;
use crate::journal::Journal;
use crate::output_target::OutputTarget;
use crate::pages::{PagePuzzle, Pages};
use crate::row;

/// A journal that holds the answers until the end of the run.
pub(crate) struct AnswerJournal {
    pub(crate) journal: Journal,
    /// Returns the answer in a line of the journal, if it is to be written.
    pub(crate) answer: Box<AnswerInLine>,
}

type AnswerInLine = dyn Fn(&str) -> Option<&str>;

/// The number of bytes of a journal that are written together.
const PART: usize = 1 << 18;

/// The output of complete answers, with the header, separators and pages.
pub(crate) struct AnswerOutput {
    target: OutputTarget,
    pages: Pages,
    format: OutputFormat,
    /// The function that returns the columns of a table. `None` after the first answer.
    columns: Option<Box<dyn FnOnce() -> Vec<FileField>>>,
    /// The table, if the output is Parquet.
    table: Option<ParquetTable>,
}

impl AnswerOutput {
    /// Starts the output. `columns` returns the columns of a table: it is called when the first
    /// answer is written, or at the end.
    pub(crate) fn new(
        target: OutputTarget,
        pages: Pages,
        format: Option<OutputFormat>,
        columns: Box<dyn FnOnce() -> Vec<FileField>>,
    ) -> Self {
        let table = (format == Some(OutputFormat::Parquet)).then(ParquetTable::default);
        let format = format.unwrap_or(OutputFormat::LINE);
        Self { target, pages, format, columns: Some(columns), table }
    }

    /// Adds puzzles to the pages.
    pub(crate) fn add_to_pages(&mut self, puzzles: &[PagePuzzle]) -> Result<(), CliError> {
        for puzzle in puzzles {
            self.pages.add(puzzle, &mut self.target)?;
        }
        Ok(())
    }

    /// Writes complete answers. `separator` comes between them and earlier answers. Returns false
    /// if the reader of the output has ended.
    pub(crate) fn write(&mut self, out: &[u8], separator: &str) -> Result<bool, CliError> {
        if out.is_empty() {
            return Ok(true);
        }
        if let Some(table) = &mut self.table {
            let rows = String::from_utf8_lossy(out);
            let added = rows.lines().try_for_each(|row| table.add(row));
            // After an error, the file ends before the wrong row.
            if added.is_err() {
                let _ = table.finish(&[]);
            }
            let is_open = self.target.write(&table.take())?;
            added.map_err(|error| self.target.error(error))?;
            return Ok(is_open);
        }
        // The columns are known at the first row, and comments may come before it.
        let mut lines = out.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        if self.columns.is_some() && lines.all(|line| line.starts_with(b"#")) {
            return Ok(self.target.write(out)?);
        }
        let before = self.header().unwrap_or_else(|| separator.to_owned());
        Ok(self.target.write(before.as_bytes())? && self.target.write(out)?)
    }

    /// Returns the text before all answers, at the first call.
    fn header(&mut self) -> Option<String> {
        let columns = self.columns.take()?;
        Some(match self.format {
            OutputFormat::CSV => row::header(&columns(), ','),
            OutputFormat::Tsv => row::header(&columns(), '\t'),
            OutputFormat::Text(format) => format.header().to_owned(),
            _ => String::new(),
        })
    }

    /// Writes the answers of a journal, completes the output, and removes the journal.
    pub(crate) fn finish_from(mut self, from: AnswerJournal) -> Result<(), CliError> {
        let AnswerJournal { journal, answer } = from;
        let (mut out, mut is_open) = (Vec::new(), true);
        journal.each_line(|line| {
            if let Some(answer) = answer(line).filter(|_| is_open) {
                out.extend(answer.bytes());
                out.push(b'\n');
                if out.len() >= PART {
                    is_open = self.write(&std::mem::take(&mut out), "")?;
                }
            }
            Ok::<(), CliError>(())
        })?;
        self.write(&out, "")?;
        self.finish()?;
        Ok(journal.remove()?)
    }

    /// Completes the last page or file.
    pub(crate) fn finish(mut self) -> Result<(), NamedIoError> {
        match (self.format, self.table.take()) {
            (OutputFormat::Svg, _) => self.pages.finish(&mut self.target)?,
            (_, Some(mut table)) => {
                let columns = self.columns.take().map_or_else(Vec::new, |columns| columns());
                let finished = table.finish(&columns);
                self.target.write(&table.take())?;
                finished.map_err(|error| self.target.error(error))?;
            }
            (format, None) => {
                let header = self.header().unwrap_or_default();
                self.target.write(header.as_bytes())?;
                self.target.write(format.footer().as_bytes())?;
            }
        }
        self.target.finish()
    }
}
