//! Work that many threads do, and whose answers are written in order.
//!
//! A producer feeds work, workers answer it, and the caller's thread writes. For each piece of work
//! a channel of its own stands in the queue of what is to be written, so that the order is kept by
//! taking one after the other. All queues are bounded: a slow writer holds up the workers, and they
//! the producer.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use cli_support::{DiagnosticLimit, ExitStatus, Interrupt};
use compressed_io::{InputFile, NamedIoError};
use crossbeam_channel::{Receiver, Sender, bounded, select, tick};
use sudoku_core::{Board, Candidates, Grid};

use crate::args::{ALL_ERRORS, FormatArgs, OutputArgs};
use crate::draw::DrawingStyle;
use crate::error::CliError;
use crate::format::{OutputFormat, PuzzleLocation};
use crate::output_target::OutputTarget;
use crate::pages::{PagePuzzle, Pages};
use crate::progress::PuzzleProgress;
use crate::svg;

/// Where a job writes the answers of a block.
pub(crate) struct Sink<'a> {
    /// The answers so far, whole ones; emptied when they were sent on.
    pub(crate) out: Vec<u8>,
    /// The format of the answers.
    pub(crate) format: OutputFormat,
    /// How boards are drawn.
    pub(crate) style: DrawingStyle,
    /// Where the puzzle at hand is.
    pub(crate) place: PuzzleLocation,
    /// Where the puzzle at hand comes from, in messages.
    pub(crate) source: Arc<str>,
    chunk: Chunk,
    sender: &'a Sender<Chunk>,
}

/// Answers on their way out.
#[derive(Default)]
struct Chunk {
    out: Vec<u8>,
    /// Answers that go on pages.
    puzzles_of_pages: Vec<PagePuzzle>,
    /// What is wrong with single puzzles, a line each.
    messages: String,
    /// What is wrong with the whole.
    alarm: String,
    puzzles: u64,
    is_bad: bool,
    /// Whether this is the last of its block.
    is_last: bool,
    /// Whether this is where everything ends.
    is_stop: bool,
}

/// How often the bar moves.
const TICK: Duration = Duration::from_millis(200);

/// How many bytes of answers and messages are sent on together.
const CHUNK: usize = 1 << 18;

/// How many items for each worker may be done before their turn.
const AHEAD: usize = 4;

/// The same where items are small and one may take a hundred times as long as another: with fewer,
/// all workers wait for the one.
const FAR_AHEAD: usize = 64;

/// How many workers' items at most: beyond that there are more than are ever waited for.
const MOST_AHEAD: usize = 64;

impl<'a> Sink<'a> {
    fn new(format: OutputFormat, style: DrawingStyle, sender: &'a Sender<Chunk>) -> Self {
        let (out, chunk) = (Vec::new(), Chunk::default());
        let (place, source) = (PuzzleLocation::default(), Arc::from(""));
        Self { out, format, style, place, source, chunk, sender }
    }

    /// Says on standard error that something is wrong.
    pub(crate) fn complain(&mut self, message: &str) {
        self.find_fault();
        self.warn(message);
    }

    /// Says on standard error what someone should know.
    pub(crate) fn warn(&mut self, message: &str) {
        self.chunk.messages.push_str(message);
        self.chunk.messages.push('\n');
    }

    /// Whether something was wrong since chunks were last sent on.
    pub(crate) const fn is_bad(&self) -> bool {
        self.chunk.is_bad
    }

    /// Makes the exit code say that something is wrong.
    pub(crate) const fn find_fault(&mut self) {
        self.chunk.is_bad = true;
    }

    /// Ends everything after what was answered so far.
    pub(crate) const fn stop(&mut self) {
        self.chunk.is_stop = true;
    }

    /// So many more puzzles are done.
    pub(crate) const fn advance(&mut self, puzzles: u64) {
        self.chunk.puzzles += puzzles;
    }

    /// Writes a puzzle, or its solution if that is there.
    pub(crate) fn puzzle(&mut self, puzzle: &Board, solution: Option<&Board>) {
        self.format.write(self.style, &self.place, puzzle, solution, &mut self.out);
        self.end_answer(String::new(), None);
    }

    /// Writes the solution of a puzzle with candidates.
    pub(crate) fn solution_among(&mut self, puzzle: &Candidates, solution: &Grid) {
        let (style, solution) = (self.style, solution.as_board());
        self.format.write_solution_among(style, &self.place, puzzle, solution, &mut self.out);
        self.end_answer(String::new(), None);
    }

    /// Writes a puzzle on a page, with notes above it and its solution on the pages of answers.
    pub(crate) fn page_puzzle(&mut self, puzzle: &Board, notes: String, answer: Option<&Board>) {
        self.format.write(self.style, &self.place, puzzle, None, &mut self.out);
        self.end_answer(notes, answer.map(|answer| svg::puzzle(puzzle, Some(answer), false)));
    }

    /// Writes a picture that stands for itself.
    pub(crate) fn picture(&mut self, drawing: String) {
        let (notes, answer) = (String::new(), None);
        self.chunk.puzzles_of_pages.push(PagePuzzle { drawing, notes, answer });
    }

    /// Writes what an object says of the puzzle at hand.
    pub(crate) fn object(&mut self, object: &str) {
        self.text(&self.place.json(object));
    }

    /// Writes text that is a whole answer, or lines of one.
    pub(crate) fn text(&mut self, text: &str) {
        self.out.extend(text.bytes());
        self.end_answer(String::new(), None);
    }

    fn end_answer(&mut self, notes: String, answer: Option<String>) {
        if self.format == OutputFormat::Svg {
            let drawing = String::from_utf8_lossy(&self.out).into_owned();
            self.out.clear();
            self.chunk.puzzles_of_pages.push(PagePuzzle { drawing, notes, answer });
        }
    }

    /// Sends on what was answered and said if it is much. Breaks if no one wants more.
    pub(crate) fn relieve(&mut self) -> ControlFlow<()> {
        if self.out.len() + self.chunk.messages.len() < CHUNK {
            return ControlFlow::Continue(());
        }
        self.send()
    }

    /// Sends on what was answered if all before it was written. Breaks if no one wants more.
    ///
    /// So there is room for the last chunk unless answers are large, and a worker need not wait for
    /// its turn.
    pub(crate) fn offer(&mut self) -> ControlFlow<()> {
        if self.sender.is_empty() { self.send() } else { ControlFlow::Continue(()) }
    }

    fn send(&mut self) -> ControlFlow<()> {
        let mut chunk = std::mem::take(&mut self.chunk);
        chunk.out = std::mem::take(&mut self.out);
        match self.sender.send(chunk) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// Where answers go, and who works on them.
pub(crate) struct Pipeline {
    threads: usize,
    pub(crate) is_quiet: bool,
    /// As it was asked for.
    pub(crate) format: Option<OutputFormat>,
    style: DrawingStyle,
    pub(crate) target: OutputTarget,
    pub(crate) pages: Pages,
    diagnostics: DiagnosticLimit,
    /// How many items for each worker may be done before their turn.
    ahead: usize,
    /// What is written at the end.
    pub(crate) footer: Option<Box<dyn FnOnce() -> String>>,
    /// Called at an interrupt, for work that still has something to say when it ends. From then on
    /// messages are shown, and no more answers are written.
    pub(crate) end_work: Option<Box<dyn FnOnce()>>,
}

impl Pipeline {
    /// A pipeline as the arguments want it, which writes to none of the files that are read.
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
                "--to svg with --output writes files that are named after it, and it is no file",
            ));
        }
        // Also where pages will have names of their own.
        InputFile::keep_from(&read, path)?;
        let target = OutputTarget::open(path.filter(|_| format != Some(OutputFormat::Svg)), &read)?;
        Ok(Self {
            threads: output.threads.count(),
            is_quiet: output.quiet,
            format,
            style: DrawingStyle::for_output(target.is_terminal(), formats.candidates),
            target,
            pages: Pages::new(path.map(Path::to_owned), read, formats, output.quiet),
            diagnostics: DiagnosticLimit::new(output.errors.all_errors),
            ahead: AHEAD,
            footer: None,
            end_work: None,
        })
    }

    /// Lets workers go far ahead, because items are small and some take much longer than others.
    pub(crate) const fn expect_uneven_work(&mut self) {
        self.ahead = FAR_AHEAD;
    }

    /// Hands what `produce` feeds to the workers, and writes what they answer in the order in which
    /// it was fed. `produce` returns whether it could read all there was.
    pub(crate) fn run<W: Send + 'static>(
        self,
        progress: PuzzleProgress,
        header: &'static str,
        produce: impl FnOnce(&Feed<W>) -> bool + Send + 'static,
        answer: impl Fn(W, &mut Sink<'_>) + Send + Sync + 'static,
    ) -> Result<ExitStatus, CliError> {
        let Self { threads, format, style, target, pages, diagnostics, ahead, footer, .. } = self;
        let end_work = self.end_work;
        let interrupted = Interrupt::listen()?.receiver();
        let (to_workers, items) = bounded::<WorkItem<W>>(threads);
        let (to_writer, in_order) = bounded::<Turn>(ahead * threads.min(MOST_AHEAD));
        let answer = Arc::new(answer);
        for _ in 0..threads {
            let (answer, items) = (Arc::clone(&answer), items.clone());
            start(move || {
                for WorkItem { work, format, sender } in items {
                    let mut sink = Sink::new(format, style, &sender);
                    answer(work, &mut sink);
                    sink.chunk.is_last = true;
                    // If no one takes it, no one wants it.
                    let _ = sink.send();
                }
            })?;
        }
        let feed = Feed { to_workers, to_writer };
        let producer = start(move || produce(&feed))?;

        let output = AnswerOutput { target, pages, header, is_first: true };
        // The bar moves also while nothing is done.
        let ticks = tick(TICK);
        let (is_bad, is_interrupted) = (false, false);
        let mut writer = ChunkWriter {
            output,
            progress,
            interrupted,
            ticks,
            end_work,
            is_interrupted,
            is_bad,
            diagnostics,
        };
        let end = writer.write_all(&in_order);
        writer.progress.finish();
        if let Some(rest) = writer.diagnostics.rest(ALL_ERRORS) {
            writer.progress.eprint_message(&rest);
        }
        let end = end?;
        if let Some(footer) = footer {
            writer.output.target.write(footer().as_bytes())?;
        }
        writer.output.finish(format.unwrap_or(OutputFormat::LINE))?;
        let exit = if writer.is_bad { ExitStatus::Fault } else { ExitStatus::Success };
        match end {
            _ if writer.is_interrupted => Ok(ExitStatus::Interrupted),
            WriterEnd::Enough => Ok(exit),
            WriterEnd::All => match producer.join() {
                Ok(true) => Ok(exit),
                Ok(false) => Ok(ExitStatus::Failure),
                Err(_) => Err(CliError::ReaderPanicked),
            },
        }
    }
}

/// Starts a thread, unless the system has none to give.
pub(crate) fn start<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, CliError> {
    thread::Builder::new().spawn(work).map_err(CliError::NoThread)
}

/// Work on its way to a worker, and where its answers go.
struct WorkItem<W> {
    work: W,
    format: OutputFormat,
    sender: Sender<Chunk>,
}

/// Where work comes from.
pub(crate) struct Feed<W> {
    to_workers: Sender<WorkItem<W>>,
    to_writer: Sender<Turn>,
}

/// What is written in its turn.
struct Turn {
    format: OutputFormat,
    chunks: Receiver<Chunk>,
    /// How far the whole is when this is written, in the unit of the bar, if that is known.
    passed: Option<u64>,
}

impl<W> Feed<W> {
    /// Hands on work whose answers are to have this format. Breaks if no one wants more.
    pub(crate) fn push(&self, work: W, format: OutputFormat) -> ControlFlow<()> {
        self.push_until(None, work, format)
    }

    /// The same for work with whose answers so much of the whole is done, in the unit of the bar.
    pub(crate) fn push_until(
        &self,
        passed: Option<u64>,
        work: W,
        format: OutputFormat,
    ) -> ControlFlow<()> {
        let (sender, chunks) = bounded(2);
        let is_wanted = self.to_writer.send(Turn { format, chunks, passed }).is_ok()
            && self.to_workers.send(WorkItem { work, format, sender }).is_ok();
        if is_wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Says something in its turn.
    pub(crate) fn eprint_message(&self, text: String) {
        let (sender, chunks) = bounded(1);
        let chunk = Chunk { alarm: text, is_bad: true, is_last: true, ..Chunk::default() };
        // If no one takes it, no one is there to tell.
        let _ = sender.send(chunk);
        let _ = self.to_writer.send(Turn { format: OutputFormat::LINE, chunks, passed: None });
    }
}

/// The writer's part.
struct ChunkWriter {
    output: AnswerOutput,
    progress: PuzzleProgress,
    interrupted: &'static Receiver<()>,
    ticks: Receiver<Instant>,
    end_work: Option<Box<dyn FnOnce()>>,
    is_interrupted: bool,
    /// Whether anything was wrong.
    is_bad: bool,
    diagnostics: DiagnosticLimit,
}

/// Why the writer writes no more.
enum WriterEnd {
    /// Everything is written.
    All,
    /// No more is wanted.
    Enough,
}

/// What came of waiting.
enum Waited<T> {
    Came(T),
    /// Nothing will come.
    Closed,
    Interrupted,
}

impl ChunkWriter {
    /// Writes all chunks, in the order of the queue.
    fn write_all(&mut self, in_order: &Receiver<Turn>) -> Result<WriterEnd, CliError> {
        loop {
            let Turn { format, chunks, passed } = match self.wait(in_order) {
                Waited::Came(next) => next,
                Waited::Closed => return Ok(WriterEnd::All),
                Waited::Interrupted => return Ok(WriterEnd::Enough),
            };
            loop {
                let chunk = match self.wait(&chunks) {
                    Waited::Came(chunk) => chunk,
                    Waited::Closed => return Err(CliError::WorkerPanicked),
                    Waited::Interrupted => return Ok(WriterEnd::Enough),
                };
                if !self.write(format, &chunk)? || chunk.is_stop {
                    return Ok(WriterEnd::Enough);
                }
                if chunk.is_last {
                    // What was read but waits for its turn is not done.
                    passed.into_iter().for_each(|passed| self.progress.reach(passed));
                    break;
                }
            }
        }
    }

    /// Waits for the next message of a channel, while the bar moves.
    fn wait<T>(&mut self, channel: &Receiver<T>) -> Waited<T> {
        loop {
            select! {
                recv(channel) -> message => {
                    return message.map_or(Waited::Closed, Waited::Came);
                }
                recv(self.interrupted) -> _ => {
                    self.is_interrupted = true;
                    match self.end_work.take() {
                        Some(end_work) => end_work(),
                        None => return Waited::Interrupted,
                    }
                }
                recv(self.ticks) -> _ => self.progress.advance(0),
            }
        }
    }

    /// Writes a chunk; returns whether anyone reads the answers still.
    fn write(&mut self, format: OutputFormat, chunk: &Chunk) -> Result<bool, CliError> {
        self.is_bad |= chunk.is_bad;
        let messages = self.diagnostics.take(&chunk.messages);
        if !messages.is_empty() || !chunk.alarm.is_empty() {
            self.progress.eprint_message(&format!("{messages}{}", chunk.alarm));
        }
        // An answer that comes now may stand behind one that was not made.
        if self.is_interrupted {
            return Ok(true);
        }
        let is_read = self.progress.aside(|| self.output.write(format, chunk))?;
        self.progress.advance(if is_read { chunk.puzzles } else { 0 });
        Ok(is_read)
    }
}

/// Where whole answers are written, with what stands around them.
struct AnswerOutput {
    target: OutputTarget,
    pages: Pages,
    header: &'static str,
    is_first: bool,
}

impl AnswerOutput {
    /// Writes whole answers; returns whether anyone reads them still.
    fn write(&mut self, format: OutputFormat, chunk: &Chunk) -> Result<bool, CliError> {
        for puzzle in &chunk.puzzles_of_pages {
            self.pages.add(puzzle, &mut self.target)?;
        }
        if chunk.out.is_empty() {
            return Ok(true);
        }
        let before = if self.is_first { self.header } else { format.separator() };
        self.is_first = false;
        Ok(self.target.write(before.as_bytes())? && self.target.write(&chunk.out)?)
    }

    /// Ends the last page or file.
    fn finish(mut self, format: OutputFormat) -> Result<(), NamedIoError> {
        match format {
            OutputFormat::Svg => self.pages.finish(&mut self.target)?,
            OutputFormat::Text(format) => {
                let header = if self.is_first { self.header } else { "" };
                self.target.write(header.as_bytes())?;
                self.target.write(format.footer().as_bytes())?;
            }
            OutputFormat::Json | OutputFormat::Drawing => {}
        }
        self.target.finish()
    }
}
