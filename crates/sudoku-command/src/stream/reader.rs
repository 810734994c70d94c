//! The thread that reads the input in blocks.

use std::borrow::Cow;
use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use cli_support::with_causes;
use compressed_io::{InputFile, NamedIoError};
use sudoku_core::{Board, Cell};
use sudoku_dataset::{ParquetLines, TableKind};
use sudoku_rules::Rules;
use sudoku_text::{Block, Blocks, FileField, FileFields, FileHints};

use crate::draw::NOTE;
use crate::format::OutputFormat;
use crate::journal::{BlockPlace, InputCount};
use crate::pipeline::Feed;
use crate::reads::{ShortReads, read_start};
use crate::variants::WITH_RULES;

/// A block on its way to a worker.
pub(super) struct Item {
    pub(super) block: Block,
    /// The name of its source.
    pub(super) name: Arc<str>,
    /// The index of its source.
    pub(super) number: usize,
    pub(super) columns: ColumnNames,
    pub(super) at: BlockPlace,
}

/// The names of the values at the start of the input, if any puzzle has some. A table has a column
/// for each of them.
pub(super) type ColumnNames = Option<Arc<FileFields>>;

/// The reading thread.
pub(super) struct PuzzleReader {
    pub(super) sources: Vec<InputFile>,
    pub(super) clues: Option<Board>,
    pub(super) hints: FileHints,
    pub(super) format: Option<OutputFormat>,
    pub(super) is_for_person: bool,
    /// True if the subcommand has the option `--rules`.
    pub(super) takes_rules: bool,
    /// The maximum size of a block in bytes.
    pub(super) most: usize,
    /// The number of bytes read.
    pub(super) read: Arc<AtomicU64>,
    /// The columns of a table, once they are known.
    pub(super) columns: Arc<OnceLock<ColumnNames>>,
}

/// The maximum number of bytes at the start of the input that decide about the columns of a table.
const COLUMNS: usize = 1 << 18;

/// The maximum number of bytes at the start of the input that decide whether it has rules.
const FIRST_RULE: usize = 512;

/// The size of a block in bytes when puzzles may take long: a few puzzles on lines.
pub(crate) const SHORT_READ: usize = 512;

impl PuzzleReader {
    /// Reads all sources. Counts the puzzles, if there is a journal.
    pub(super) fn run(self, mut inputs: Option<InputCount>, feed: &Feed<'_, Item>) {
        for (number, source) in self.sources.iter().enumerate() {
            let name: Arc<str> = source.name().into();
            let flow = match self.read((number, source), &name, &mut inputs, feed) {
                Ok(flow) => flow,
                Err(error) => feed.report(&reading_error(source, &error)),
            };
            if flow.is_break() {
                return;
            }
        }
        if inputs.is_some_and(|inputs| !inputs.has_all()) {
            let _ = feed.refuse_journal();
        }
    }

    fn read(
        &self,
        (number, source): (usize, &InputFile),
        name: &Arc<str>,
        inputs: &mut Option<InputCount>,
        feed: &Feed<'_, Item>,
    ) -> Result<ControlFlow<()>, NamedIoError> {
        let argument = argument(source);
        let parquet = source.path().filter(|path| {
            TableKind::of(path) == Some(TableKind::Parquet)
                && self.hints.format.is_none()
                && self.clues.is_none()
        });
        let mut hints = Cow::Borrowed(&self.hints);
        let opened = match &self.clues {
            Some(clues) => Ok(Box::new(Cursor::new(clues.to_line())) as Box<dyn Read + Send>),
            None => source.open(&self.read),
        };
        let reader: Box<dyn Read + Send> = match opened {
            Ok(_) if let Some(path) = parquet => {
                let lines = ParquetLines::open(path, &self.read);
                let lines = lines.map_err(|error| source.error(error))?;
                // A column may be given by its number, unless one has this name.
                let given = hints.column.as_ref().filter(|it| !lines.columns().contains(it));
                let number = given.and_then(|given| given.trim().parse::<usize>().ok());
                let name = number.and_then(|number| lines.columns().get(number.checked_sub(1)?));
                if let Some(name) = name {
                    hints.to_mut().column = Some(name.clone());
                }
                Box::new(lines)
            }
            Err(_) if is_puzzle(argument) => Box::new(Cursor::new(argument.as_bytes().to_vec())),
            reader => reader?,
        };
        let needs_columns =
            self.columns.get().is_none() && self.format.is_some_and(OutputFormat::has_columns);
        let most = if needs_columns { COLUMNS } else { FIRST_RULE };
        let (start, rest) = read_start(reader, most, source.size().is_some());
        if has_rules(&start) {
            return Err(source.error(io::Error::other(self.rules_advice())));
        }
        if String::from_utf8_lossy(&start).trim_start().starts_with(NOTE) {
            return Err(source.error(io::Error::other(DRAWN_RULES)));
        }
        if needs_columns {
            self.find_columns(Blocks::with_hints(&*start, &hints).map_while(Result::ok));
        }
        let reader = Cursor::new(start).chain(rest);
        let reader = ShortReads { reader, most: self.most };
        let blocks = Blocks::with_hints(reader, &hints);
        let mut blocks = blocks.peekable();
        let mut is_first = self.sources.len() == 1;
        while let Some(block) = blocks.next() {
            let block = block.map_err(|error| source.error(error))?;
            let mut is_alone =
                || is_first && block.puzzles().take(2).count() == 1 && blocks.peek().is_none();
            // At a terminal, pasted puzzles and single puzzles are drawn.
            let is_drawn = self.is_for_person && (source.is_terminal() || is_alone());
            let format = self.format.unwrap_or(if is_drawn {
                OutputFormat::Drawing
            } else {
                OutputFormat::LINE
            });
            is_first = false;
            let read = Some(self.read.load(Ordering::Relaxed));
            if self.columns.get().is_none() && format.has_columns() {
                self.find_columns(std::iter::once(block.clone()));
            }
            let columns = self.columns.get().cloned().flatten();
            let at = match inputs.as_mut().map(|inputs| inputs.pass(&block)) {
                None => BlockPlace::default(),
                Some(Some(at)) if at.is_passed => continue,
                Some(Some(at)) => at,
                Some(None) => {
                    let _ = feed.refuse_journal();
                    return Ok(ControlFlow::Break(()));
                }
            };
            let item = Item { block, name: Arc::clone(name), number, columns, at };
            if feed.push(item, format, read).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns the message for an input that has rules.
    fn rules_advice(&self) -> String {
        let advice = match self.takes_rules {
            true => "use --rules FILE".to_owned(),
            false => format!("{WITH_RULES} read them with --rules FILE"),
        };
        format!("these are the rules of a variant; {advice}")
    }

    /// Sets the columns to the names of all values in these blocks, unless they have no entry.
    fn find_columns(&self, blocks: impl Iterator<Item = Block>) {
        let mut columns: Option<FileFields> = None;
        let mut has_puzzle = false;
        for block in blocks {
            has_puzzle = has_puzzle || block.candidates().any(|puzzle| puzzle.is_ok());
            for (_, fields) in block.fields().into_iter().flatten() {
                let Some(columns) = &mut columns else {
                    columns = Some(fields);
                    continue;
                };
                let others = fields.all.into_iter().enumerate().filter(|it| it.0 != fields.puzzle);
                for (_, field) in others {
                    if columns.all.iter().all(|known| known.name != field.name) {
                        columns.all.push(field);
                    }
                }
            }
        }
        let is_plain = |all: &[FileField]| matches!(all, [puzzle] if &*puzzle.name == "puzzle");
        let columns = columns.filter(|columns| !is_plain(&columns.all));
        if has_puzzle || columns.is_some() {
            // Only this thread sets the columns, and only once.
            let _ = self.columns.set(columns.map(Arc::new));
        }
    }
}

/// Returns true if the text begins with a rule of a variant, or with a line `board`.
fn has_rules(start: &[u8]) -> bool {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    // A row without values has only semicolons. A line with other text has rules or errors.
    let is_empty = |sign: char| sign.is_whitespace() || sign == ';';
    let is_content = |line: &Cow<'_, str>| {
        !line.trim_start().starts_with('#') && !line.trim_matches(is_empty).is_empty()
    };
    let line = start.split(is_end).map(String::from_utf8_lossy).find(is_content);
    line.is_some_and(|line| Rules::read(&line).1.is_empty())
}

/// The message for the drawing of a variant.
const DRAWN_RULES: &str = "this is the drawing of a variant, which the command does not read; use a \
                           file with --rules, or links, which `sudoku convert --to f-puzzles` \
                           writes";

/// Returns the argument that names the input, unchanged. (Its name in messages has line ends
/// replaced.)
pub(crate) fn argument(source: &InputFile) -> &str {
    source.path().and_then(Path::to_str).unwrap_or_default()
}

/// Returns true if an argument that names no file looks like a puzzle, a link or a JSON object.
pub(crate) fn is_puzzle(argument: &str) -> bool {
    is_exchanged(argument) || argument.len() >= Cell::COUNT && !argument.contains(['/', '\\'])
}

/// Returns true if the argument is a link or a JSON object.
pub(crate) fn is_exchanged(argument: &str) -> bool {
    ["https://", "http://", "{"].iter().any(|it| argument.starts_with(it))
}

/// Returns the message for an input that cannot be read.
pub(crate) fn reading_error(source: &InputFile, error: &NamedIoError) -> String {
    let advice = match error.source.kind() {
        io::ErrorKind::NotFound => advice_for_puzzle(argument(source)),
        _ => String::new(),
    };
    format!("{}{advice}", with_causes(error))
}

/// Returns advice if the name of a missing file looks like an incomplete puzzle.
fn advice_for_puzzle(argument: &str) -> String {
    let is_cell = |sign| matches!(sign, '0'..='9' | '.' | '*' | '_' | '-' | '?' | 'x' | 'X');
    if argument.len() > Cell::COUNT / 2 && argument.chars().all(is_cell) {
        let (length, count) = (argument.len(), Cell::COUNT);
        return format!("; a puzzle needs {count} cells, and this argument has {length}");
    }
    String::new()
}
