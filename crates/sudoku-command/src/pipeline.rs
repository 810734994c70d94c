//! A pipeline: many threads work, and their answers are written in order.
//!
//! A producer feeds work items, workers answer them, and the caller's thread writes the answers in
//! the order of the items. `ordered-work` has the rules for order, memory, panics and stop.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use cli_support::{DiagnosticLimit, ExitStatus, Interrupt};
use compressed_io::InputFile;
use crossbeam_channel::Receiver;
use ordered_work::{Taker, Turn, WorkError, Workers, panic_message};
use serde::Serialize;
use sudoku_core::{Board, Candidates, Grid};
use sudoku_rules::{Caption, Rules};
use sudoku_text::{FileField, FileFields, FileFormat, free_name, object_fields, puzzle_hash};

use crate::answer_output::{AnswerJournal, AnswerOutput};
use crate::args::{ALL_ERRORS, FormatArgs, OutputArgs};
use crate::draw::{self, DrawingStyle};
use crate::error::CliError;
use crate::format::{OutputFormat, PuzzleLocation, answer, json};
use crate::journal::{CONTINUES, Mark};
use crate::output_target::OutputTarget;
use crate::pages::{PagePuzzle, Pages};
use crate::progress::PuzzleProgress;
use crate::{row, svg};

/// The receiver of the answers to a block.
pub(crate) struct Sink<'a> {
    /// The complete answers so far; cleared when they are sent to the writer.
    pub(crate) out: Vec<u8>,
    /// The format of the answers.
    pub(crate) format: OutputFormat,
    /// The style of drawings.
    pub(crate) style: DrawingStyle,
    /// The location of the current puzzle.
    pub(crate) place: PuzzleLocation,
    /// The name of the current input in messages.
    pub(crate) source: Arc<str>,
    /// The index of the current input.
    pub(crate) number: usize,
    /// The number of the current puzzle in the whole input, from 1; 0 without a journal.
    pub(crate) entry: u64,
    /// The values of the current entry, if it has any beside its puzzle.
    pub(crate) fields: Option<FileFields>,
    /// The columns of the first entry, if it has any beside its puzzle.
    pub(crate) columns: Option<Arc<FileFields>>,
    chunk: Chunk,
    /// True if a chunk was sent already.
    has_sent: bool,
    turn: &'a Turn<Chunk>,
}

/// Answers on their way to the writer.
#[derive(Default)]
struct Chunk {
    out: Vec<u8>,
    /// The text between these answers and earlier ones.
    separator: &'static str,
    /// The answers that go on pages.
    puzzles_of_pages: Vec<PagePuzzle>,
    /// The errors and warnings about single puzzles, one line each.
    messages: String,
    /// An error about a whole input.
    alarm: String,
    puzzles: u64,
    /// The progress after this chunk, in the unit of the bar, if known.
    passed: Option<u64>,
    is_bad: bool,
    /// True if an input could not be read to its end.
    is_unread: bool,
    /// True if nothing is to be written after this chunk.
    is_stop: bool,
    /// The mark of the journal after this chunk.
    mark: Option<Mark>,
    /// True if the journal belongs to another input.
    is_other: bool,
}

/// The text after all answers.
pub(crate) struct Footer {
    pub(crate) out: Vec<u8>,
    /// An error about the whole input. It is reported only if all of the input was read.
    pub(crate) error: Option<String>,
}

/// The number of bytes of answers and messages per chunk.
const CHUNK: usize = 1 << 18;

/// The number of work items per worker that may be finished before their turn to be written.
const AHEAD: usize = 4;

/// The same number if items are small and one may take a hundred times as long as another: with
/// fewer, all workers would wait for the slow one.
const FAR_AHEAD: usize = 64;

/// The maximum number of workers in the calculation of the queue length.
const MOST_AHEAD: usize = 64;

impl<'a> Sink<'a> {
    fn new(format: OutputFormat, style: DrawingStyle, turn: &'a Turn<Chunk>) -> Self {
        let (out, chunk) = (Vec::new(), Chunk::default());
        let (place, source) = (PuzzleLocation::default(), Arc::from(""));
        let (fields, columns) = (None, None);
        let (number, entry, has_sent) = (0, 0, false);
        Self {
            out,
            format,
            style,
            place,
            source,
            number,
            entry,
            fields,
            columns,
            chunk,
            has_sent,
            turn,
        }
    }

    /// Reports an error on standard error.
    pub(crate) fn report_error(&mut self, message: &str) {
        self.find_fault();
        self.message("error", message);
    }

    /// Writes a warning to standard error.
    pub(crate) fn warn(&mut self, message: &str) {
        self.message("warning", message);
    }

    fn message(&mut self, kind: &str, message: &str) {
        self.chunk.messages += &format!("{kind}: {message}\n");
    }

    /// Returns true if there was an error since the last chunk was sent.
    pub(crate) const fn is_bad(&self) -> bool {
        self.chunk.is_bad
    }

    /// Makes the exit code report an error.
    pub(crate) const fn find_fault(&mut self) {
        self.chunk.is_bad = true;
    }

    /// Stops the pipeline after the answers so far.
    pub(crate) const fn stop(&mut self) {
        self.chunk.is_stop = true;
    }

    /// Sets the mark of the journal after this chunk.
    pub(crate) const fn end_at(&mut self, mark: Option<Mark>) {
        self.chunk.mark = mark;
    }

    /// Counts finished puzzles for the progress bar.
    pub(crate) const fn advance(&mut self, puzzles: u64) {
        self.chunk.puzzles += puzzles;
    }

    /// Writes a puzzle, or its solution if there is one.
    pub(crate) fn puzzle(&mut self, puzzle: &Board, solution: Option<&Board>) {
        if self.needs_names() {
            return self.object(&answer(puzzle.to_string(), solution));
        }
        self.format.write(self.style, &self.place, puzzle, solution, &mut self.out);
        if self.fields.is_some() || self.format == OutputFormat::Svg {
            self.end_puzzle();
        }
    }

    /// Returns true if the names of an answer's values depend on the entry.
    #[inline]
    const fn needs_names(&self) -> bool {
        match self.format {
            OutputFormat::Json | OutputFormat::CSV => {
                self.fields.is_some() || self.columns.is_some()
            }
            OutputFormat::Tsv | OutputFormat::Parquet => true,
            _ => false,
        }
    }

    /// Ends the text of a puzzle with the comment of its entry.
    fn end_puzzle(&mut self) {
        let comment = self.fields.as_ref().and_then(row::comment);
        let mut notes = String::new();
        match (comment, self.format) {
            (None, _) => {}
            (Some(comment), OutputFormat::LINE) => {
                self.out.pop();
                self.out.extend(format!(" {comment}\n").bytes());
            }
            (Some(comment), OutputFormat::Svg) => notes = comment,
            // The line is a comment, so that the board can be read again.
            (
                Some(comment),
                OutputFormat::Drawing | OutputFormat::Text(FileFormat::Grid | FileFormat::Sdk),
            ) => self.out.extend(format!("# {comment}\n").bytes()),
            _ => {}
        }
        self.end_answer(notes, None, BTreeSet::new());
    }

    /// Writes a puzzle with rules, or its solution if there is one. Only pages and drawings show
    /// the rules.
    pub(crate) fn variant(&mut self, puzzle: &Rules, solution: Option<&Board>) {
        match self.format {
            OutputFormat::Svg => {
                let comment = self.fields.as_ref().and_then(row::comment);
                self.page_variant(puzzle, solution, comment.unwrap_or_default(), None);
            }
            OutputFormat::Drawing if !puzzle.rules.is_empty() => {
                if !self.out.is_empty() {
                    self.out.push(b'\n');
                }
                self.out.extend(draw::variant(puzzle, solution, &self.style).bytes());
                self.end_puzzle();
            }
            _ => self.puzzle(&puzzle.board, solution),
        }
    }

    /// Writes a puzzle with rules on a page, like [`page_puzzle`](Self::page_puzzle). Captions
    /// explain the rules, except next to a solution.
    pub(crate) fn page_variant(
        &mut self,
        puzzle: &Rules,
        solution: Option<&Board>,
        notes: String,
        answer: Option<&Board>,
    ) {
        let (drawing, candidates) = (puzzle.drawing(), self.style.candidates);
        let board = svg::with_rules(&puzzle.board, solution, candidates, &drawing);
        self.out.extend(board.bytes());
        let answer =
            answer.map(|answer| svg::with_rules(&puzzle.board, Some(answer), false, &drawing));
        let captions = if solution.is_none() { puzzle.captions() } else { BTreeSet::new() };
        self.end_answer(notes, answer, captions);
    }

    /// Writes the solution of a puzzle given by candidates.
    pub(crate) fn solution_among(&mut self, puzzle: &Candidates, solution: &Grid) {
        let (style, solution) = (self.style, solution.as_board());
        if self.needs_names() {
            return self.object(&answer(puzzle.to_string(), Some(solution)));
        }
        self.format.write_solution_among(style, &self.place, puzzle, solution, &mut self.out);
        self.end_puzzle();
    }

    /// Writes a puzzle on a page, with notes above it, and its solution on an answer page.
    pub(crate) fn page_puzzle(&mut self, puzzle: &Board, notes: String, answer: Option<&Board>) {
        self.format.write(self.style, &self.place, puzzle, None, &mut self.out);
        let answer = answer.map(|answer| svg::puzzle(puzzle, Some(answer), false));
        self.end_answer(notes, answer, BTreeSet::new());
    }

    /// Writes a picture to a file of its own.
    pub(crate) fn picture(&mut self, drawing: String) {
        let (notes, answer, captions) = (String::new(), None, BTreeSet::new());
        self.chunk.puzzles_of_pages.push(PagePuzzle { drawing, notes, answer, captions });
    }

    /// Writes the values of an object about the current puzzle, after those of its entry.
    pub(crate) fn object(&mut self, object: &str) {
        if self.format == OutputFormat::Json {
            let text = match &self.fields {
                None => self.place.json(object),
                Some(entry) => {
                    let mut place = object_fields(&self.place.json("{\"puzzle\":0}"));
                    place.pop();
                    for field in &mut place {
                        field.name = free_name(Arc::clone(&field.name), &entry.all);
                    }
                    place.extend(row::joined(entry, object_fields(object)));
                    row::object(&place)
                }
            };
            return self.text(&text);
        }
        let entry = self.fields.clone().unwrap_or_default();
        let (entry, lost) = match &self.columns {
            Some(columns) => row::in_columns(columns, entry),
            None => row::in_columns(&FileFields::default(), entry),
        };
        if !lost.is_empty() {
            self.report_error(&format!(
                "{}: line {}: the table has no column for {}, because the start of the input has \
                 no such value; use --to jsonl, which keeps all values",
                self.source,
                self.place.line,
                lost.join(", ")
            ));
        }
        self.record(&row::joined(&entry, object_fields(object)));
    }

    /// Writes an error message in place of an answer.
    pub(crate) fn mark(&mut self, message: &str) {
        #[derive(Serialize)]
        struct Marked<'a> {
            error: &'a str,
        }
        match self.format {
            OutputFormat::Json => {
                // A line that cannot be read has no puzzle.
                if let Some(fields) = &mut self.fields
                    && fields.all.get(fields.puzzle).is_some_and(|it| it.json == "\"\"")
                {
                    fields.all.remove(fields.puzzle);
                }
                self.object(&json(&Marked { error: message }));
            }
            format => self.text(&format.mark(message)),
        }
    }

    /// Writes the values of an object that belongs to no entry.
    pub(crate) fn record_object(&mut self, object: &str) {
        match self.format {
            OutputFormat::Json => self.text(object),
            _ => self.record(&object_fields(object)),
        }
    }

    fn record(&mut self, record: &[FileField]) {
        match self.format {
            OutputFormat::Parquet => self.text(&row::object(record)),
            OutputFormat::Tsv => self.text(&row::line(record, '\t')),
            _ => self.text(&row::line(record, ',')),
        }
    }

    /// Changes the puzzle of the entry, and with it the other boards among its values, such as the
    /// solution, and the puzzle's hash.
    pub(crate) fn map_boards(&mut self, puzzle: &Board, map: impl Fn(&Board) -> Board) {
        let Some(fields) = &mut self.fields else { return };
        let hash = |board: &Board| format!("\"{}\"", puzzle_hash(board));
        let old = hash(puzzle);
        for field in &mut fields.all {
            if let Some(json) = row::with_cells(&field.json, &map) {
                field.json = json;
            } else if field.json == old {
                field.json = hash(&map(puzzle));
            }
        }
    }

    /// Writes a puzzle and its answer on a line, with the comment of the entry behind them.
    pub(crate) fn line(&mut self, text: &str) {
        self.line_with(text, " ");
    }

    /// Writes an answer in words on a line, with the comment of the entry behind a `#`.
    pub(crate) fn note(&mut self, text: &str) {
        self.line_with(text, " # ");
    }

    fn line_with(&mut self, text: &str, before_comment: &str) {
        let comment = self.fields.as_ref().and_then(row::comment);
        let comment = comment.map(|comment| format!("{before_comment}{comment}"));
        self.text(&format!("{text}{}\n", comment.unwrap_or_default()));
    }

    /// Writes a complete answer, or whole lines of one.
    pub(crate) fn text(&mut self, text: &str) {
        self.out.extend(text.bytes());
        self.end_answer(String::new(), None, BTreeSet::new());
    }

    fn end_answer(&mut self, notes: String, answer: Option<String>, captions: BTreeSet<Caption>) {
        if self.format == OutputFormat::Svg {
            let drawing = String::from_utf8_lossy(&self.out).into_owned();
            self.out.clear();
            let puzzle = PagePuzzle { drawing, notes, answer, captions };
            self.chunk.puzzles_of_pages.push(puzzle);
        }
    }

    /// Sends the chunk to the writer if it is large. Breaks if the pipeline or the writer stops.
    pub(crate) fn relieve(&mut self) -> ControlFlow<()> {
        if self.chunk.is_stop {
            return ControlFlow::Break(());
        }
        if self.out.len() + self.chunk.messages.len() < CHUNK {
            return ControlFlow::Continue(());
        }
        self.send()
    }

    /// Sends the chunk to the writer if it need not wait there. Breaks if the writer has stopped.
    ///
    /// The turn has space for a first and a last chunk. Between them, a chunk is sent only if
    /// everything before it is written.
    pub(crate) fn offer(&mut self) -> ControlFlow<()> {
        if !self.has_sent || self.turn.is_now() { self.send() } else { ControlFlow::Continue(()) }
    }

    fn send(&mut self) -> ControlFlow<()> {
        let chunk = self.filled();
        self.has_sent = true;
        self.turn.send(chunk)
    }

    /// Takes the answers so far.
    fn filled(&mut self) -> Chunk {
        let mut chunk = std::mem::take(&mut self.chunk);
        chunk.out = std::mem::take(&mut self.out);
        chunk.separator = self.format.separator();
        chunk
    }
}

/// The output of answers and the settings of the workers.
pub(crate) struct Pipeline {
    threads: usize,
    pub(crate) is_quiet: bool,
    /// The requested format, if any.
    pub(crate) format: Option<OutputFormat>,
    style: DrawingStyle,
    pub(crate) target: OutputTarget,
    pub(crate) pages: Pages,
    diagnostics: DiagnosticLimit,
    /// The journal that holds the answers until the end, if there is one.
    pub(crate) journal: Option<AnswerJournal>,
}

/// The parts of a run besides the work.
pub(crate) struct Frame {
    pub(crate) progress: PuzzleProgress,
    /// Returns the columns of a table of all answers. It is called once, when the first row is
    /// complete, or at the end.
    pub(crate) columns: Box<dyn FnOnce() -> Vec<FileField>>,
    /// Returns the text after all answers.
    pub(crate) footer: Option<Box<dyn FnOnce() -> Footer>>,
    /// Called at an interrupt, so that the work can stop by itself and still report its result.
    /// After that, messages are shown, but no answers are written.
    pub(crate) end_work: Option<Box<dyn FnOnce()>>,
    /// True if work items are small and some take much longer than others. The workers then run far
    /// ahead.
    pub(crate) is_uneven: bool,
}

impl Pipeline {
    /// Creates the pipeline that the arguments describe. It refuses to write to a file that is
    /// read.
    pub(crate) fn new(
        read: Vec<InputFile>,
        output: &OutputArgs,
        formats: &FormatArgs,
    ) -> Result<Self, CliError> {
        formats.check(output)?;
        let format = formats.format(output);
        let path = output.file();
        let is_file = |path: &Path| path.metadata().map_or(true, |it| it.is_file());
        if format == Some(OutputFormat::Svg) && !path.is_none_or(is_file) {
            return Err(CliError::Usage(
                "--to svg needs a file name for --output, because the pages are named after it",
            ));
        }
        // Checked even if the pages will have other names.
        InputFile::keep_from(&read, path)?;
        let target = match path.filter(|_| format != Some(OutputFormat::Svg)) {
            Some(path) if output.is_replaced => OutputTarget::replacing(path, &read)?,
            path => OutputTarget::open(path, &read)?,
        };
        if format == Some(OutputFormat::Parquet) && target.is_terminal() {
            return Err(CliError::Usage("--to parquet writes no text; name a file with --output"));
        }
        Ok(Self {
            threads: output.threads.count(),
            is_quiet: output.quiet,
            format,
            style: DrawingStyle::for_output(target.is_terminal(), formats.candidates),
            target,
            pages: Pages::new(path.map(Path::to_owned), read, formats, output.quiet),
            diagnostics: DiagnosticLimit::new(output.errors.all_errors),
            journal: None,
        })
    }

    /// Makes all answers on one thread.
    pub(crate) const fn use_one_thread(&mut self) {
        self.threads = 1;
    }

    /// Passes the items of `produce` to the workers and writes the answers in order.
    pub(crate) fn run<W: Send + 'static>(
        self,
        frame: Frame,
        produce: impl FnOnce(&Feed<'_, W>) + Send + 'static,
        answer: impl Fn(W, &mut Sink<'_>) + Send + Sync + 'static,
    ) -> Result<ExitStatus, CliError> {
        let Self { threads, format, style, target, pages, diagnostics, journal, is_quiet, .. } =
            self;
        let Frame { progress, columns, footer, end_work, is_uneven } = frame;
        let interrupted = Interrupt::listen()?.receiver();
        let produce = move |feed: &ordered_work::Feed<_, _>| produce(&Feed(feed));
        let work = move |WorkItem { work, format, passed }: WorkItem<W>, turn: &Turn<Chunk>| {
            let mut sink = Sink::new(format, style, turn);
            answer(work, &mut sink);
            sink.chunk.passed = passed;
            // A break means that the writer has stopped.
            let _ = turn.send_last(sink.filled());
        };
        let ahead = if is_uneven { FAR_AHEAD } else { AHEAD };
        let workers = Workers::new(threads).with_ahead(ahead * threads.min(MOST_AHEAD));
        let chunks = workers.detached(produce, work).map_err(CliError::NoThread)?;

        let last = journal.as_ref().and_then(|it| it.journal.last());
        let is_bad = last.is_some_and(|it| it.is_bad);
        if is_bad {
            progress.eprint_message("error: an earlier run of this search had errors\n");
        }
        let mut writer = ChunkWriter {
            output: AnswerOutput::new(target, pages, format, columns),
            progress,
            interrupted,
            end_work,
            is_interrupted: false,
            is_bad,
            is_unread: false,
            diagnostics,
            journal,
        };
        let end = chunks.take_all(&mut writer);
        writer.progress.finish();
        if let Some(rest) = writer.diagnostics.rest(ALL_ERRORS) {
            writer.progress.eprint_message(&rest);
        }
        let is_complete = match end {
            Ok(()) => true,
            Err(WorkError::Taker(WriterEnd::Enough)) => false,
            Err(WorkError::Taker(WriterEnd::Failed(error))) => return Err(error),
            Err(WorkError::Panic(panic)) => {
                return Err(CliError::Panicked(panic_message(&panic).to_owned()));
            }
            Err(WorkError::NoThread(error)) => return Err(CliError::NoThread(error)),
        };
        if let Some(footer) = footer {
            let Footer { out, error } = footer();
            writer.output.write(&out, "")?;
            // After a part of the input, it may be wrong.
            let has_all = is_complete && !writer.is_interrupted && !writer.is_unread;
            if let Some(error) = error.filter(|_| has_all) {
                writer.is_bad = true;
                writer.progress.eprint_message(&format!("error: {error}\n"));
            }
        }
        match writer.journal {
            None => writer.output.finish()?,
            // A later run continues from the journal.
            Some(it) if writer.is_interrupted && !it.journal.is_temporary() => {
                if !is_quiet {
                    writer.progress.eprint_message(CONTINUES);
                }
            }
            Some(it) => writer.output.finish_from(it)?,
        }
        Ok(match (writer.is_interrupted, writer.is_bad) {
            (true, _) => ExitStatus::Interrupted,
            _ if is_complete && writer.is_unread => ExitStatus::Failure,
            (_, true) => ExitStatus::Fault,
            (_, false) => ExitStatus::Success,
        })
    }
}

/// Starts a thread.
pub(crate) fn start<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, CliError> {
    thread::Builder::new().spawn(work).map_err(CliError::NoThread)
}

/// A piece of work on its way to a worker.
pub(crate) struct WorkItem<W> {
    work: W,
    format: OutputFormat,
    /// The progress when the answers are written, in the unit of the bar, if known.
    passed: Option<u64>,
}

/// The producer's end of the pipeline.
pub(crate) struct Feed<'a, W>(&'a ordered_work::Feed<WorkItem<W>, Chunk>);

impl<W> Feed<'_, W> {
    /// Queues work whose answers have this format. When they are written, progress is `passed`, in
    /// the unit of the bar. Breaks if the writer has stopped.
    pub(crate) fn push(
        &self,
        work: W,
        format: OutputFormat,
        passed: Option<u64>,
    ) -> ControlFlow<()> {
        self.0.push(WorkItem { work, format, passed })
    }

    /// Reports in its turn that an input cannot be read to its end.
    pub(crate) fn report(&self, error: &str) -> ControlFlow<()> {
        let alarm = format!("error: {error}\n");
        self.0.push_result(Chunk { alarm, is_bad: true, is_unread: true, ..Chunk::default() })
    }

    /// Ends the run, because the journal belongs to another input.
    pub(crate) fn refuse_journal(&self) -> ControlFlow<()> {
        self.0.push_result(Chunk { is_other: true, ..Chunk::default() })
    }
}

/// The writing side of the pipeline.
struct ChunkWriter {
    output: AnswerOutput,
    progress: PuzzleProgress,
    interrupted: &'static Receiver<()>,
    end_work: Option<Box<dyn FnOnce()>>,
    is_interrupted: bool,
    /// True if any puzzle or input had an error.
    is_bad: bool,
    /// True if an input could not be read to its end.
    is_unread: bool,
    diagnostics: DiagnosticLimit,
    journal: Option<AnswerJournal>,
}

/// The reason why the writer stopped early.
enum WriterEnd {
    /// No more output is needed: the reader has gone, the user interrupted, or an error stops the
    /// run.
    Enough,
    Failed(CliError),
}

impl Taker<Chunk> for ChunkWriter {
    type Error = WriterEnd;

    fn take(&mut self, chunk: Chunk) -> Result<(), WriterEnd> {
        if let Some(it) = self.journal.as_ref().filter(|_| chunk.is_other) {
            return Err(WriterEnd::Failed(it.journal.of_other_input()));
        }
        if !self.write(&chunk).map_err(WriterEnd::Failed)? || chunk.is_stop {
            return Err(WriterEnd::Enough);
        }
        // Only written answers count as progress.
        chunk.passed.into_iter().for_each(|passed| self.progress.reach(passed));
        Ok(())
    }

    /// Looks for an interrupt, and keeps the bar moving while no puzzle is finished.
    fn look(&mut self) -> Result<(), WriterEnd> {
        if self.interrupted.try_recv().is_ok() {
            self.is_interrupted = true;
            match self.end_work.take() {
                Some(end_work) => end_work(),
                None => return Err(WriterEnd::Enough),
            }
        }
        self.progress.advance(0);
        Ok(())
    }
}

impl ChunkWriter {
    /// Writes a chunk. Returns false if the reader of the answers has gone.
    fn write(&mut self, chunk: &Chunk) -> Result<bool, CliError> {
        self.is_bad |= chunk.is_bad;
        self.is_unread |= chunk.is_unread;
        let messages = self.diagnostics.take(&chunk.messages);
        if !messages.is_empty() || !chunk.alarm.is_empty() {
            self.progress.eprint_message(&format!("{messages}{}", chunk.alarm));
        }
        // After an interrupt, an earlier answer may be missing, so no later one is written.
        if self.is_interrupted {
            return Ok(true);
        }
        let is_read = match &mut self.journal {
            Some(AnswerJournal { journal, .. }) => {
                // A chunk that ends the run has no mark, so a later run searches from the same
                // puzzle again.
                let mark = chunk.mark.filter(|_| !chunk.is_stop);
                let mark = mark.map(|mark| Mark { is_bad: self.is_bad, ..mark });
                journal.add(&chunk.out, mark).map(|()| true)?
            }
            None => self.progress.aside(|| {
                self.output.add_to_pages(&chunk.puzzles_of_pages)?;
                self.output.write(&chunk.out, chunk.separator)
            })?,
        };
        self.progress.advance(if is_read { chunk.puzzles } else { 0 });
        Ok(is_read)
    }
}
