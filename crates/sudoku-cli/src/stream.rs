//! The way of puzzles through a command: read in blocks, answered by all cores, written in order.
//!
//! A thread reads and cuts the input, the workers take blocks from it, and the caller's thread writes.
//! For each block a channel of its own stands in the queue of what is to be written, so that the
//! order is kept by taking one after the other. All queues are bounded: a slow writer holds up the
//! workers, and they the reader.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use cli_support::{Exit, Interrupt, with_causes};
use crossbeam_channel::{Receiver, Sender, bounded, select, tick};
use sudoku_core::Board;
use sudoku_text::{Block, Blocks, FileError, FileForm, FilePuzzle};

use crate::CliError;
use crate::args::{FormArgs, InputArgs, OnError, OutputArgs, StreamArgs};
use crate::draw::Style;
use crate::format::{Format, Writer};
use crate::pages::Pages;
use crate::progress::PuzzleProgress;
use crate::source::Source;
use crate::target::Target;

/// What a command does with puzzles.
pub(crate) trait Job: Send + Sync + 'static {
    /// What is found out about a puzzle before anything is written.
    type Answer;

    /// Looks at many boards at once; an answer for each.
    fn answer(&self, boards: &[Board]) -> Vec<Self::Answer>;

    /// Writes the answer, or says why there is none.
    ///
    /// # Errors
    /// The cause, in words. What was written for the puzzle before stays.
    fn write(
        &self,
        puzzle: &FilePuzzle,
        answer: Self::Answer,
        sink: &mut Sink<'_>,
    ) -> Result<(), String>;

    /// What stands before all answers.
    fn header(&self, format: Format) -> &'static str {
        match format {
            Format::Text(form) => form.header(),
            _ => "",
        }
    }
}

/// Where a job writes the answers of a block.
pub(crate) struct Sink<'a> {
    /// The answers so far, whole ones; emptied when they were sent on.
    pub(crate) out: Vec<u8>,
    /// The format of the answers.
    pub(crate) format: Format,
    writer: Writer,
    /// The file of the puzzle at hand, where there are several.
    pub(crate) file: Option<Arc<str>>,
    /// The line of the puzzle at hand.
    line: usize,
    chunk: Chunk,
    sender: &'a Sender<Chunk>,
}

/// Answers on their way out.
#[derive(Default)]
struct Chunk {
    out: Vec<u8>,
    /// Where each answer ends, where that matters.
    ends: Vec<usize>,
    messages: String,
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

impl<'a> Sink<'a> {
    fn new(format: Format, writer: Writer, sender: &'a Sender<Chunk>) -> Self {
        let (out, chunk) = (Vec::new(), Chunk::default());
        Self { out, format, writer, file: None, line: 0, chunk, sender }
    }

    /// How boards are drawn.
    pub(crate) const fn style(&self) -> Style {
        self.writer.style
    }

    /// Says on standard error that something is wrong.
    pub(crate) fn complain(&mut self, message: &str) {
        self.find_fault();
        self.chunk.messages.push_str(message);
        self.chunk.messages.push('\n');
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
        self.writer.write(self.format, self.line, puzzle, solution, &mut self.out);
        self.end_answer();
    }

    /// Writes text that is a whole answer, or lines of one.
    pub(crate) fn text(&mut self, text: &str) {
        self.out.extend(text.bytes());
        self.end_answer();
    }

    fn end_answer(&mut self) {
        if self.format == Format::Svg {
            self.chunk.ends.push(self.out.len());
        }
    }

    /// Sends on what was answered and said if it is much. Breaks if no one wants more.
    pub(crate) fn relieve(&mut self) -> ControlFlow<()> {
        match self.out.len() + self.chunk.messages.len() >= CHUNK {
            true => self.send(),
            false => ControlFlow::Continue(()),
        }
    }

    /// Sends on what was answered if the writer has room for it. Breaks if no one wants more.
    pub(crate) fn offer(&mut self) -> ControlFlow<()> {
        match self.sender.is_full() {
            true => ControlFlow::Continue(()),
            false => self.send(),
        }
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

/// The common part of all jobs on puzzles: their input and their output.
pub(crate) struct Stream {
    sources: Vec<Source>,
    from: Option<FileForm>,
    on_error: OnError,
    output: Output,
}

impl Stream {
    /// A stream as the arguments want it.
    pub(crate) fn new(args: &StreamArgs) -> Result<Self, CliError> {
        Self::with_parts(&args.input, &args.output, &args.forms)
    }

    /// A stream as these arguments want it.
    pub(crate) fn with_parts(
        input: &InputArgs,
        output: &OutputArgs,
        forms: &FormArgs,
    ) -> Result<Self, CliError> {
        let sources = Source::all(&input.files);
        Source::keep(&sources, output.output.as_deref())?;
        Ok(Self {
            sources,
            from: input.from,
            on_error: input.on_error,
            output: Output::new(output, forms)?,
        })
    }

    /// Runs the job over all puzzles.
    pub(crate) fn run(self, job: impl Job) -> Result<Exit, CliError> {
        let Self { sources, from, on_error, output } = self;
        let passed = Arc::new(AtomicU64::new(0));
        let total = sources.iter().map(Source::size).sum::<Option<u64>>();
        let is_pasted = sources.iter().any(Source::is_terminal);
        let is_quiet = output.is_quiet;
        let progress = PuzzleProgress::new(!is_quiet && !is_pasted, total, Arc::clone(&passed));
        if is_pasted && !is_quiet {
            progress.say(HINT);
        }
        let (format, is_for_person) = (output.format, output.target.is_terminal());
        let reading = Reading { sources, from, format, is_for_person, passed };
        let header = job.header(format.unwrap_or(Format::LINE));
        let has_several = reading.sources.len() > 1;
        let answer = move |(block, name): (Block, Arc<str>), sink: &mut Sink<'_>| {
            sink.file = has_several.then(|| Arc::clone(&name));
            answer_block(&job, &block, &name, sink, on_error);
        };
        output.run(progress, header, move |feed| reading.run(feed), answer)
    }
}

const HINT: &str = "Paste a puzzle: a grid, nine lines or 81 characters; then press Ctrl-D.\n";

/// Where answers go, and who works on them.
pub(crate) struct Output {
    threads: usize,
    pub(crate) is_quiet: bool,
    /// As it was asked for.
    pub(crate) format: Option<Format>,
    writer: Writer,
    pub(crate) target: Target,
    pages: Pages,
}

impl Output {
    /// An output as the arguments want it.
    pub(crate) fn new(output: &OutputArgs, forms: &FormArgs) -> Result<Self, CliError> {
        let format = forms.format(output);
        // The pages of an SVG are files of their own.
        let path = output.output.as_deref().filter(|_| format != Some(Format::Svg));
        let target = Target::open(path)?;
        let style = Style::for_output(target.is_terminal(), forms.candidates);
        Ok(Self {
            threads: output.threads.count(),
            is_quiet: output.quiet,
            format,
            writer: Writer { style },
            target,
            pages: Pages::new(output.output.clone(), forms.per_page),
        })
    }

    /// Hands what `produce` feeds to the workers, and writes what they answer in the order in which it
    /// was fed. `produce` returns whether it could read all there was.
    pub(crate) fn run<W: Send + 'static>(
        self,
        mut progress: PuzzleProgress,
        header: &'static str,
        produce: impl FnOnce(&Feed<W>) -> bool + Send + 'static,
        answer: impl Fn(W, &mut Sink<'_>) + Send + Sync + 'static,
    ) -> Result<Exit, CliError> {
        let interrupted =
            Interrupt::listen().map_err(|error| CliError(with_causes(&error)))?.receiver();
        // The bar moves also while nothing is done.
        let ticks = tick(TICK);
        let (to_workers, items) = bounded::<Item<W>>(self.threads);
        // So many items may be done before their turn.
        let (to_writer, in_order) = bounded::<(Format, Receiver<Chunk>)>(4 * self.threads);
        let answer = Arc::new(answer);
        for _ in 0..self.threads {
            let (answer, items, writer) = (Arc::clone(&answer), items.clone(), self.writer);
            start(move || {
                for Item { work, format, sender } in items {
                    let mut sink = Sink::new(format, writer, &sender);
                    answer(work, &mut sink);
                    sink.chunk.is_last = true;
                    // If no one takes it, no one wants it.
                    let _ = sink.send();
                }
            })?;
        }
        let feed = Feed { to_workers, to_writer };
        let producer = start(move || produce(&feed))?;

        let (target, pages) = (self.target, self.pages);
        let mut writing = Writing { target, pages, header, is_first: true };
        let mut ending = Exit::Success;
        let is_all = 'all: loop {
            let (format, chunks) = select! {
                recv(in_order) -> next => match next {
                    Ok(next) => next,
                    Err(_) => break true,
                },
                recv(interrupted) -> _ => { ending = Exit::Interrupted; break false },
                recv(ticks) -> _ => { progress.advance(0); continue },
            };
            loop {
                let chunk = select! {
                    recv(chunks) -> chunk => chunk,
                    recv(interrupted) -> _ => { ending = Exit::Interrupted; break 'all false },
                    recv(ticks) -> _ => { progress.advance(0); continue },
                };
                let chunk = chunk.map_err(|_| CliError("a worker broke down".into()))?;
                progress.advance(chunk.puzzles);
                if chunk.is_bad {
                    ending = Exit::Fault;
                }
                if !chunk.messages.is_empty() {
                    progress.say(&chunk.messages);
                }
                let is_read = progress.aside(|| writing.write(format, &chunk))?;
                if !is_read || chunk.is_stop {
                    break 'all false;
                }
                if chunk.is_last {
                    break;
                }
            }
        };
        progress.finish();
        writing.finish(self.format.unwrap_or(Format::LINE))?;
        if is_all {
            match producer.join() {
                Ok(true) => {}
                Ok(false) => return Ok(Exit::Failure),
                Err(_) => return Err(CliError("reading broke down".into())),
            }
        }
        Ok(ending)
    }
}

/// Starts a thread, unless the system has none to give.
pub(crate) fn start<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, CliError> {
    let refused = |error| CliError(format!("no thread to work on puzzles: {error}"));
    thread::Builder::new().spawn(work).map_err(refused)
}

/// Work on its way to a worker, and where its answers go.
struct Item<W> {
    work: W,
    format: Format,
    sender: Sender<Chunk>,
}

/// Where work comes from.
pub(crate) struct Feed<W> {
    to_workers: Sender<Item<W>>,
    to_writer: Sender<(Format, Receiver<Chunk>)>,
}

impl<W> Feed<W> {
    /// Hands on work whose answers are to have this format. Breaks if no one wants more.
    pub(crate) fn push(&self, work: W, format: Format) -> ControlFlow<()> {
        let (sender, chunks) = bounded(2);
        let is_wanted = self.to_writer.send((format, chunks)).is_ok()
            && self.to_workers.send(Item { work, format, sender }).is_ok();
        if is_wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Says something in its turn.
    fn say(&self, text: String) {
        let (sender, chunks) = bounded(1);
        let chunk = Chunk { messages: text, is_bad: true, is_last: true, ..Chunk::default() };
        // If no one takes it, no one is there to tell.
        let _ = sender.send(chunk);
        let _ = self.to_writer.send((Format::LINE, chunks));
    }
}

/// The reader's part.
struct Reading {
    sources: Vec<Source>,
    from: Option<FileForm>,
    format: Option<Format>,
    is_for_person: bool,
    passed: Arc<AtomicU64>,
}

impl Reading {
    /// Reads all sources; returns whether each could be read to its end.
    fn run(self, feed: &Feed<(Block, Arc<str>)>) -> bool {
        let mut all_read = true;
        for source in &self.sources {
            let name: Arc<str> = source.name().into();
            match self.read(source, &name, feed) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => break,
                Err(error) => {
                    // Whoever tries the command for the first time writes the puzzle behind it.
                    let is_puzzle = error.kind() == io::ErrorKind::NotFound && name.len() >= 81;
                    let hint = match is_puzzle && sudoku_text::read(&*name).is_ok() {
                        true => "; a puzzle itself goes to standard input: paste it, or pipe it",
                        false => "",
                    };
                    feed.say(format!("{name}: {error}{hint}\n"));
                    all_read = false;
                }
            }
        }
        all_read
    }

    fn read(
        &self,
        source: &Source,
        name: &Arc<str>,
        feed: &Feed<(Block, Arc<str>)>,
    ) -> io::Result<ControlFlow<()>> {
        let reader = source.open(&self.passed)?;
        let blocks = match self.from {
            None => Blocks::new(reader),
            Some(form) => Blocks::with_form(reader, form),
        };
        let mut blocks = blocks.peekable();
        let mut is_first = self.sources.len() == 1;
        while let Some(block) = blocks.next() {
            let block = block?;
            let mut is_alone =
                || is_first && block.puzzles().take(2).count() == 1 && blocks.peek().is_none();
            // A person gets drawings of what was pasted, and of a puzzle that is alone.
            let is_drawn = self.is_for_person && (source.is_terminal() || is_alone());
            let format = self.format.unwrap_or(if is_drawn { Format::Board } else { Format::LINE });
            is_first = false;
            if feed.push((block, Arc::clone(name)), format).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// How many puzzles of a block are answered together: all, unless it has very short lines, which would
/// take much memory at once.
const TOGETHER: usize = 4096;

/// Answers the puzzles of a block.
fn answer_block<J: Job>(
    job: &J,
    block: &Block,
    name: &str,
    sink: &mut Sink<'_>,
    on_error: OnError,
) {
    let mut all = block.puzzles();
    loop {
        let puzzles: Vec<_> = all.by_ref().take(TOGETHER).collect();
        if puzzles.is_empty() || answer_some(job, &puzzles, name, sink, on_error).is_break() {
            return;
        }
    }
}

/// Answers puzzles. Breaks if no more are wanted.
fn answer_some<J: Job>(
    job: &J,
    puzzles: &[Result<FilePuzzle, FileError>],
    name: &str,
    sink: &mut Sink<'_>,
    on_error: OnError,
) -> ControlFlow<()> {
    let boards: Vec<Board> = puzzles.iter().flatten().map(|puzzle| puzzle.board).collect();
    let mut answers = job.answer(&boards).into_iter();
    for puzzle in puzzles {
        sink.advance(1);
        let bad = match puzzle {
            Err(error) => Some((error.line(), error.to_string())),
            Ok(puzzle) => {
                sink.line = puzzle.line;
                match answers.next().map(|answer| job.write(puzzle, answer, sink)) {
                    None | Some(Ok(())) => None,
                    Some(Err(cause)) => {
                        Some((puzzle.line, format!("line {}: {cause}", puzzle.line)))
                    }
                }
            }
        };
        if let Some((line, message)) = bad {
            sink.complain(&format!("{name}: {message}"));
            if on_error == OnError::Mark {
                sink.text(&sink.format.mark(line, &message));
            }
        }
        if on_error == OnError::Stop && sink.chunk.is_bad {
            sink.stop();
            return ControlFlow::Break(());
        }
        sink.relieve()?;
    }
    ControlFlow::Continue(())
}

/// The writer's part.
struct Writing {
    target: Target,
    pages: Pages,
    header: &'static str,
    is_first: bool,
}

impl Writing {
    /// Writes whole answers; returns whether anyone reads them still.
    fn write(&mut self, format: Format, chunk: &Chunk) -> Result<bool, CliError> {
        if chunk.out.is_empty() {
            return Ok(true);
        }
        if format == Format::Svg {
            let mut start = 0;
            for &end in &chunk.ends {
                self.pages.add(&chunk.out[start..end], &mut self.target)?;
                start = end;
            }
            return Ok(true);
        }
        let before = if self.is_first { self.header } else { format.separator() };
        self.is_first = false;
        Ok(self.target.write(before.as_bytes())? && self.target.write(&chunk.out)?)
    }

    /// Ends the last page or file.
    fn finish(mut self, format: Format) -> Result<(), CliError> {
        match format {
            Format::Svg => self.pages.finish(&mut self.target)?,
            Format::Text(form) => {
                let header = if self.is_first { self.header } else { "" };
                self.target.write(header.as_bytes())?;
                self.target.write(form.footer().as_bytes())?;
            }
            Format::Json | Format::Board => {}
        }
        self.target.finish()
    }
}
