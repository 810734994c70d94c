//! The common part of all subcommands on puzzles: they read the input in blocks, and answer and
//! write each block as a whole.

use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cli_support::{ExitStatus, with_causes};
use compressed_io::{InputFile, NamedIoError};
use sudoku_core::{Board, Cell};
use sudoku_text::{Block, Blocks, FileCandidates, FileError, FileHints, FilePuzzle};

use crate::args::{FormatArgs, InputArgs, OnError, OutputArgs, StreamArgs};
use crate::error::CliError;
use crate::format::OutputFormat;
use crate::pipeline::{Feed, Pipeline, Sink};
use crate::progress::PuzzleProgress;

/// The work of a subcommand on puzzles.
pub(crate) trait Job: Send + Sync + 'static {
    /// The result for a puzzle, computed before anything is written.
    type Answer;

    /// Answers many boards at once. Returns one answer per board.
    fn answer(&self, boards: &[Board]) -> Vec<Self::Answer>;

    /// Writes the answer, or returns the reason for a missing one.
    ///
    /// # Errors
    /// The reason, as text for the user. Output already written for this puzzle stays.
    fn write(
        &self,
        puzzle: &FilePuzzle,
        answer: Self::Answer,
        sink: &mut Sink<'_>,
    ) -> Result<(), String>;

    /// Returns true if the job works on candidates instead of boards in this format.
    fn keeps_candidates(&self, format: OutputFormat) -> bool {
        let _ = format;
        false
    }

    /// Returns true if the job also accepts puzzles whose candidates exclude more than any clues
    /// could.
    fn searches_candidates(&self) -> bool {
        false
    }

    /// Writes the answer for a puzzle given by candidates, or returns the reason for a missing one.
    ///
    /// # Errors
    /// As for [`write`](Self::write).
    fn write_candidates(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String> {
        let _ = (puzzle, sink);
        Ok(())
    }

    /// Returns the maximum size of a block in bytes. Jobs whose puzzles may take long use small
    /// blocks, so that all workers have work.
    fn most_read(&self) -> usize {
        usize::MAX
    }

    /// Counts an entry that cannot be read.
    fn reject(&self) {}

    /// Returns the text before all answers.
    fn header(&self, format: OutputFormat) -> &'static str {
        format.header()
    }

    /// Returns the text after all answers, in the requested format.
    fn footer(&self, format: Option<OutputFormat>) -> String {
        let _ = format;
        String::new()
    }
}

/// The work of a subcommand that handles puzzles one by one, each given by candidates, when a
/// puzzle may take long.
pub(crate) trait SlowJob: Send + Sync + 'static {
    /// Writes the answer, or returns the reason for a missing one.
    ///
    /// # Errors
    /// As for [`Job::write`].
    fn write(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String>;

    /// Counts an entry that cannot be read.
    fn reject(&self) {}

    /// Returns the text after all answers, in the requested format.
    fn footer(&self, format: Option<OutputFormat>) -> String {
        let _ = format;
        String::new()
    }
}

/// An adapter that makes a [`Job`] of a [`SlowJob`].
pub(crate) struct OneByOne<J>(pub(crate) J);

impl<J: SlowJob> Job for OneByOne<J> {
    type Answer = ();

    fn answer(&self, boards: &[Board]) -> Vec<()> {
        vec![(); boards.len()]
    }

    fn write(&self, puzzle: &FilePuzzle, (): (), sink: &mut Sink<'_>) -> Result<(), String> {
        let FilePuzzle { line, board } = *puzzle;
        self.0.write(&FileCandidates { line, candidates: (&board).into() }, sink)
    }

    fn keeps_candidates(&self, _: OutputFormat) -> bool {
        true
    }

    fn write_candidates(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String> {
        self.0.write(puzzle, sink)
    }

    fn most_read(&self) -> usize {
        SHORT_READ
    }

    fn reject(&self) {
        self.0.reject();
    }

    fn footer(&self, format: Option<OutputFormat>) -> String {
        self.0.footer(format)
    }
}

/// The input and output of a job on puzzles.
pub(crate) struct Stream {
    sources: Vec<InputFile>,
    hints: FileHints,
    on_error: OnError,
    pipeline: Pipeline,
}

impl Stream {
    /// Opens the stream that the arguments describe.
    pub(crate) fn new(args: &StreamArgs) -> Result<Self, CliError> {
        Self::with_parts(&args.input, &args.output, &args.formats)
    }

    /// Opens the stream that these arguments describe.
    pub(crate) fn with_parts(
        input: &InputArgs,
        output: &OutputArgs,
        formats: &FormatArgs,
    ) -> Result<Self, CliError> {
        Self::reading(Vec::new(), input, output, formats)
    }

    /// Opens the stream that these arguments describe. `others` are files that are read in
    /// addition, so the output must not be one of them.
    pub(crate) fn reading(
        others: Vec<InputFile>,
        input: &InputArgs,
        output: &OutputArgs,
        formats: &FormatArgs,
    ) -> Result<Self, CliError> {
        let sources = InputFile::all(&input.files);
        read_once(&sources)?;
        // If no input can be read, the existing output file is kept.
        if output.file().is_some() {
            let unread =
                |source: &InputFile| source.probe().err().filter(|_| !is_puzzle(argument(source)));
            let all_unread: Option<Vec<NamedIoError>> = sources.iter().map(unread).collect();
            if let Some(first) = all_unread.and_then(|errors| errors.into_iter().next()) {
                return Err(first.into());
            }
        }
        let read = [&sources[..], &others].concat();
        let pipeline = Pipeline::new(read, output, formats)?;
        Ok(Self { sources, hints: input.hints(), on_error: input.on_error, pipeline })
    }

    /// Writes each picture to a separate file, named after the output file.
    pub(crate) fn write_pictures(&mut self) {
        self.pipeline.format = Some(OutputFormat::Svg);
        self.pipeline.pages.hold_pictures();
    }

    /// Runs the job over all puzzles.
    pub(crate) fn run(self, job: impl Job) -> Result<ExitStatus, CliError> {
        let Self { sources, hints, on_error, mut pipeline } = self;
        let total = sources.iter().map(InputFile::size).sum::<Option<u64>>();
        let is_pasted = sources.iter().any(InputFile::is_terminal);
        let is_quiet = pipeline.is_quiet;
        let progress = PuzzleProgress::new(!is_quiet && !is_pasted, total, Arc::default());
        if is_pasted && !is_quiet {
            progress.eprint_message(HINT);
        }
        let (format, is_for_person) = (pipeline.format, pipeline.target.is_terminal());
        let most = job.most_read();
        if most < usize::MAX {
            pipeline.expect_uneven_work();
        }
        let read = Arc::default();
        let reader = PuzzleReader { sources, hints, format, is_for_person, most, read };
        let header = job.header(format.unwrap_or(OutputFormat::LINE));
        let has_several = reader.sources.len() > 1;
        let job = Arc::new(job);
        let last = Arc::clone(&job);
        pipeline.footer = Some(Box::new(move || last.footer(format)));
        let answer = move |(block, name): (Block, Arc<str>), sink: &mut Sink<'_>| {
            sink.place.file = has_several.then(|| Arc::clone(&name));
            sink.source = name;
            answer_block(&*job, &block, sink, on_error);
        };
        pipeline.run(progress, header, move |feed| reader.run(feed), answer)
    }
}

/// Refuses standard input that is named twice.
pub(crate) fn read_once(sources: &[InputFile]) -> Result<(), CliError> {
    if sources.iter().filter(|source| source.path().is_none()).count() > 1 {
        return Err(CliError::Usage("standard input can be read only once; remove the other `-`"));
    }
    Ok(())
}

/// Returns the argument that names the input, unchanged. (Its name in messages has line ends
/// replaced.)
fn argument(source: &InputFile) -> &str {
    source.path().and_then(Path::to_str).unwrap_or_default()
}

/// Returns true if an argument that names no file looks like a puzzle.
fn is_puzzle(argument: &str) -> bool {
    argument.len() >= Cell::COUNT && !argument.contains(['/', '\\'])
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

const HINT: &str = "Paste a puzzle: a grid, nine lines or 81 characters; then press Ctrl-D.\n";

/// The reading thread.
struct PuzzleReader {
    sources: Vec<InputFile>,
    hints: FileHints,
    format: Option<OutputFormat>,
    is_for_person: bool,
    /// The maximum size of a block in bytes.
    most: usize,
    /// The number of bytes read.
    read: Arc<AtomicU64>,
}

/// The size of a block in bytes when puzzles may take long: a few puzzles on lines.
const SHORT_READ: usize = 512;

/// A reader that returns at most `most` bytes per call.
struct ShortReads<R> {
    reader: R,
    most: usize,
}

impl<R: Read> Read for ShortReads<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let most = bytes.len().min(self.most);
        self.reader.read(&mut bytes[..most])
    }
}

impl PuzzleReader {
    /// Reads all sources.
    fn run(self, feed: &Feed<'_, (Block, Arc<str>)>) {
        for source in &self.sources {
            let name: Arc<str> = source.name().into();
            let flow = match self.read(source, &name, feed) {
                Ok(flow) => flow,
                Err(error) => {
                    let advice = match error.source.kind() {
                        io::ErrorKind::NotFound => advice_for_puzzle(argument(source)),
                        _ => String::new(),
                    };
                    feed.report(&format!("{}{advice}", with_causes(&error)))
                }
            };
            if flow.is_break() {
                return;
            }
        }
    }

    fn read(
        &self,
        source: &InputFile,
        name: &Arc<str>,
        feed: &Feed<'_, (Block, Arc<str>)>,
    ) -> Result<ControlFlow<()>, NamedIoError> {
        let argument = argument(source);
        let reader: Box<dyn Read + Send> = match source.open(&self.read) {
            Err(_) if is_puzzle(argument) => Box::new(Cursor::new(argument.as_bytes().to_vec())),
            reader => reader?,
        };
        let reader = ShortReads { reader, most: self.most };
        let blocks = Blocks::with_hints(reader, &self.hints);
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
            if feed.push((block, Arc::clone(name)), format, read).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The maximum number of puzzles that are answered together. It bounds the memory for blocks with
/// very short lines.
const TOGETHER: usize = 4096;

/// Answers the puzzles of a block.
fn answer_block<J: Job>(job: &J, block: &Block, sink: &mut Sink<'_>, on_error: OnError) {
    if job.keeps_candidates(sink.format) {
        let mut all = block.candidates();
        let _ = all.try_for_each(|puzzle| answer_candidates(job, puzzle, sink, on_error));
        return;
    }
    let mut all = block.puzzles();
    let mut marks = Marks { all: block.candidates(), passed: 0, begun: 0 };
    loop {
        let puzzles: Vec<_> = all.by_ref().take(TOGETHER).collect();
        if puzzles.is_empty() || answer_some(job, &puzzles, &mut marks, sink, on_error).is_break() {
            return;
        }
        marks.begun += puzzles.len();
    }
}

/// The candidates of a block's puzzles, read a second time for the puzzles that are not given by
/// clues.
struct Marks<'a> {
    all: Box<dyn Iterator<Item = Result<FileCandidates, FileError>> + 'a>,
    /// The number of entries passed so far.
    passed: usize,
    /// The number of puzzles in the block before the ones that are being answered.
    begun: usize,
}

impl Marks<'_> {
    /// Returns the candidates of a puzzle, by its number among the ones that are being answered.
    fn of(&mut self, number: usize) -> Option<Result<FileCandidates, FileError>> {
        let at = self.begun + number;
        let marks = self.all.nth(at.checked_sub(self.passed)?);
        self.passed = at + 1;
        marks
    }
}

/// Answers puzzles. Breaks if no more answers are needed.
fn answer_some<J: Job>(
    job: &J,
    puzzles: &[Result<FilePuzzle, FileError>],
    marks: &mut Marks<'_>,
    sink: &mut Sink<'_>,
    on_error: OnError,
) -> ControlFlow<()> {
    let boards: Vec<Board> = puzzles.iter().flatten().map(|puzzle| puzzle.board).collect();
    let mut answers = job.answer(&boards).into_iter();
    for (number, puzzle) in puzzles.iter().enumerate() {
        if let Err(FileError::NeedsCandidates { .. }) = puzzle
            && job.searches_candidates()
            && let Some(puzzle) = marks.of(number)
        {
            answer_candidates(job, puzzle, sink, on_error)?;
            continue;
        }
        sink.advance(1);
        let bad = match puzzle {
            Err(error) => {
                job.reject();
                Some(error_report(error))
            }
            Ok(puzzle) => {
                sink.place.line = puzzle.line;
                match answers.next().map(|answer| job.write(puzzle, answer, sink)) {
                    None | Some(Ok(())) => None,
                    Some(Err(cause)) => {
                        Some((puzzle.line, format!("line {}: {cause}", puzzle.line)))
                    }
                }
            }
        };
        end_answer(bad, sink, on_error)?;
    }
    ControlFlow::Continue(())
}

/// Answers a puzzle given by candidates. Breaks if no more answers are needed.
fn answer_candidates<J: Job>(
    job: &J,
    puzzle: Result<FileCandidates, FileError>,
    sink: &mut Sink<'_>,
    on_error: OnError,
) -> ControlFlow<()> {
    sink.advance(1);
    let bad = match puzzle {
        Err(error) => {
            job.reject();
            Some(error_report(&error))
        }
        Ok(puzzle) => {
            sink.place.line = puzzle.line;
            let cause = job.write_candidates(&puzzle, sink).err();
            cause.map(|cause| (puzzle.line, format!("line {}: {cause}", puzzle.line)))
        }
    };
    end_answer(bad, sink, on_error)?;
    if job.most_read() < usize::MAX { sink.offer() } else { ControlFlow::Continue(()) }
}

/// Returns the line and the message of an entry that cannot be read.
fn error_report(error: &FileError) -> (usize, String) {
    let advice = if error.is_unnamed() { COLUMN_ADVICE } else { "" };
    (error.line(), format!("{error}{advice}"))
}

/// Advice for puzzles in a column, or under a key, with an unknown name.
pub(crate) const COLUMN_ADVICE: &str = "; use --column to name it";

/// Reports the error of a puzzle, if any, and passes on finished answers. Breaks if no more answers
/// are needed.
fn end_answer(
    bad: Option<(usize, String)>,
    sink: &mut Sink<'_>,
    on_error: OnError,
) -> ControlFlow<()> {
    if let Some((line, message)) = bad {
        sink.report_error(&format!("{}: {message}", sink.source));
        if on_error == OnError::Mark {
            sink.place.line = line;
            sink.text(&sink.format.mark(&sink.place, &message));
        }
    }
    if on_error == OnError::Stop && sink.is_bad() {
        sink.stop();
        return ControlFlow::Break(());
    }
    sink.relieve()
}
