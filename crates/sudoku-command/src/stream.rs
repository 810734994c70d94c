//! What commands on puzzles have in common: their input is read in blocks, and each block is
//! answered and written as a whole.

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

    /// Whether it works on puzzles with the candidates of their cells in this format, and not on
    /// boards.
    fn keeps_candidates(&self, format: OutputFormat) -> bool {
        let _ = format;
        false
    }

    /// Whether it also works on puzzles whose candidates say more than any clues could.
    fn searches_candidates(&self) -> bool {
        false
    }

    /// Writes the answer to a puzzle with the candidates of its cells, or says why there is none.
    ///
    /// # Errors
    /// As for [`write`](Self::write).
    fn write_candidates(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String> {
        let _ = (puzzle, sink);
        Ok(())
    }

    /// How many bytes of puzzles are read at once. Where a puzzle may take long they are few, so
    /// that all workers have some.
    fn most_read(&self) -> usize {
        usize::MAX
    }

    /// Whether an argument that names no file may be a puzzle itself.
    fn takes_arguments(&self) -> bool {
        false
    }

    /// Takes note of something that cannot be read.
    fn reject(&self) {}

    /// What stands before all answers.
    fn header(&self, format: OutputFormat) -> &'static str {
        format.header()
    }

    /// What stands behind all answers, in the format that was asked for.
    fn footer(&self, format: Option<OutputFormat>) -> String {
        let _ = format;
        String::new()
    }
}

/// What a command does with puzzles one by one, each with the candidates of its cells, where one
/// may take long.
pub(crate) trait SlowJob: Send + Sync + 'static {
    /// Writes the answer, or says why there is none.
    ///
    /// # Errors
    /// As for [`Job::write`].
    fn write(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String>;

    /// Takes note of something that cannot be read.
    fn reject(&self) {}

    /// What stands behind all answers, in the format that was asked for.
    fn footer(&self, format: Option<OutputFormat>) -> String {
        let _ = format;
        String::new()
    }

    /// Whether an argument that names no file may be a puzzle itself.
    fn takes_arguments(&self) -> bool {
        false
    }
}

/// Such a job among the others.
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

    fn takes_arguments(&self) -> bool {
        self.0.takes_arguments()
    }

    fn reject(&self) {
        self.0.reject();
    }

    fn footer(&self, format: Option<OutputFormat>) -> String {
        self.0.footer(format)
    }
}

/// The common part of all jobs on puzzles: their input and their output.
pub(crate) struct Stream {
    sources: Vec<InputFile>,
    hints: FileHints,
    on_error: OnError,
    pipeline: Pipeline,
}

impl Stream {
    /// A stream as the arguments want it.
    pub(crate) fn new(args: &StreamArgs) -> Result<Self, CliError> {
        Self::with_parts(&args.input, &args.output, &args.formats)
    }

    /// A stream as these arguments want it.
    pub(crate) fn with_parts(
        input: &InputArgs,
        output: &OutputArgs,
        formats: &FormatArgs,
    ) -> Result<Self, CliError> {
        Self::reading(Vec::new(), input, output, formats)
    }

    /// A stream as these arguments want it, beside which these files are read.
    pub(crate) fn reading(
        others: Vec<InputFile>,
        input: &InputArgs,
        output: &OutputArgs,
        formats: &FormatArgs,
    ) -> Result<Self, CliError> {
        let sources = InputFile::all(&input.files);
        // Where there is nothing to answer, what the output has is not written over.
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

    /// Makes each picture that is written a file of its own, named after this one.
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
        let takes_arguments = job.takes_arguments();
        let read = Arc::default();
        let reader =
            PuzzleReader { sources, hints, format, is_for_person, takes_arguments, most, read };
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

/// The argument that names the input, as it was written: its name in messages has signs in place of
/// line ends.
fn argument(source: &InputFile) -> &str {
    source.path().and_then(Path::to_str).unwrap_or_default()
}

/// Whether an argument that names no file is written like a puzzle.
fn is_puzzle(argument: &str) -> bool {
    argument.len() >= Cell::COUNT && !argument.contains(['/', '\\'])
}

/// What someone is told whose file, which is not there, is a puzzle or nearly one: whoever tries
/// the command for the first time writes the puzzle behind it.
fn hint_for_puzzle(argument: &str) -> String {
    if argument.len() >= Cell::COUNT && sudoku_text::read(argument).is_ok() {
        return "; a puzzle itself goes to standard input: paste it, or pipe it".to_owned();
    }
    let is_cell = |sign: char| sign.is_ascii_digit() || sign == '.';
    if argument.len() > Cell::COUNT / 2 && argument.chars().all(is_cell) {
        return format!("; as a puzzle it has {} cells and not {}", argument.len(), Cell::COUNT);
    }
    String::new()
}

const HINT: &str = "Paste a puzzle: a grid, nine lines or 81 characters; then press Ctrl-D.\n";

/// The reader's part.
struct PuzzleReader {
    sources: Vec<InputFile>,
    hints: FileHints,
    format: Option<OutputFormat>,
    is_for_person: bool,
    /// Whether an argument that names no file may be a puzzle itself.
    takes_arguments: bool,
    /// How many bytes are read at once.
    most: usize,
    /// How many bytes were read.
    read: Arc<AtomicU64>,
}

/// How many bytes are read at once where puzzles may take long: a few puzzles on lines.
const SHORT_READ: usize = 512;

/// A reader that gives no more than this many bytes at once.
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
    /// Reads all sources; returns whether each could be read to its end.
    fn run(self, feed: &Feed<(Block, Arc<str>)>) -> bool {
        let mut all_read = true;
        for source in &self.sources {
            let name: Arc<str> = source.name().into();
            match self.read(source, &name, feed) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => break,
                Err(error) => {
                    let is_missing = error.source.kind() == io::ErrorKind::NotFound;
                    let hint =
                        if is_missing { hint_for_puzzle(argument(source)) } else { String::new() };
                    feed.eprint_message(format!("{}{hint}\n", with_causes(&error)));
                    all_read = false;
                }
            }
        }
        all_read
    }

    fn read(
        &self,
        source: &InputFile,
        name: &Arc<str>,
        feed: &Feed<(Block, Arc<str>)>,
    ) -> Result<ControlFlow<()>, NamedIoError> {
        let argument = argument(source);
        let reader: Box<dyn Read + Send> = match source.open(&self.read) {
            Err(_) if self.takes_arguments && is_puzzle(argument) => {
                Box::new(Cursor::new(argument.as_bytes().to_vec()))
            }
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
            // A person gets drawings of what was pasted, and of a puzzle that is alone.
            let is_drawn = self.is_for_person && (source.is_terminal() || is_alone());
            let format = self.format.unwrap_or(if is_drawn {
                OutputFormat::Drawing
            } else {
                OutputFormat::LINE
            });
            is_first = false;
            let read = Some(self.read.load(Ordering::Relaxed));
            if feed.push_until(read, (block, Arc::clone(name)), format).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// How many puzzles of a block are answered together: all, unless it has very short lines, which
/// would take much memory at once.
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

/// The candidates of a block's puzzles, read again for those puzzles that are not clues alone.
struct Marks<'a> {
    all: Box<dyn Iterator<Item = Result<FileCandidates, FileError>> + 'a>,
    /// How many of them were passed.
    passed: usize,
    /// How many puzzles of the block come before those that are being answered.
    begun: usize,
}

impl Marks<'_> {
    /// Those of the puzzle with this number among the ones that are being answered.
    fn of(&mut self, number: usize) -> Option<Result<FileCandidates, FileError>> {
        let at = self.begun + number;
        let marks = self.all.nth(at.checked_sub(self.passed)?);
        self.passed = at + 1;
        marks
    }
}

/// Answers puzzles. Breaks if no more are wanted.
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
                Some(complaint(error))
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

/// Answers a puzzle with its candidates. Breaks if no more are wanted.
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
            Some(complaint(&error))
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

/// What is said of something that cannot be read, and of which line.
fn complaint(error: &FileError) -> (usize, String) {
    let advice = if error.is_unnamed() { COLUMN_ADVICE } else { "" };
    (error.line(), format!("{error}{advice}"))
}

/// What someone is told whose puzzles are in a column or under a key that is not known.
pub(crate) const COLUMN_ADVICE: &str = "; --column can name another";

/// Says what is wrong with a puzzle, and sends on what was answered. Breaks if no more are wanted.
fn end_answer(
    bad: Option<(usize, String)>,
    sink: &mut Sink<'_>,
    on_error: OnError,
) -> ControlFlow<()> {
    if let Some((line, message)) = bad {
        sink.complain(&format!("{}: {message}", sink.source));
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
