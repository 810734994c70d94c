//! The common part of all subcommands on puzzles: they read the input in blocks, and answer and
//! write each block as a whole.

mod fields;
mod reader;

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use cli_support::ExitStatus;
use compressed_io::{InputFile, NamedIoError};
use sudoku_core::{Board, Outcome};
use sudoku_text::{
    Block, FileCandidates, FileError, FileFields, FileHints, FilePuzzle, object_fields,
};

use crate::args::{FormatArgs, InputArgs, OnError, OutputArgs, SolverArgs, StreamArgs};
use crate::error::CliError;
use crate::format::OutputFormat;
use crate::journal::InputCount;
use crate::pipeline::{Footer, Frame, Pipeline, Sink};
use crate::progress::PuzzleProgress;
use crate::row;
use crate::variants::Variants;

use self::fields::EntryFields;
pub(crate) use self::fields::entries;
use self::reader::{ColumnNames, Item, PuzzleReader};
pub(crate) use self::reader::{SHORT_READ, argument, is_exchanged, is_puzzle, reading_error};

/// The settings of a subcommand on puzzles. The answer to a puzzle is a function, see
/// [`Stream::run`].
pub(crate) struct Job {
    /// A search of many boards at once, before their answers are written: the strategy, and the
    /// number of solutions at which a search ends.
    pub(crate) search: Option<(SolverArgs, u64)>,
    pub(crate) candidates: CandidatesUse,
    /// The maximum size of a block in bytes. Jobs whose puzzles may take long use small blocks, so
    /// that all workers have work.
    pub(crate) most_read: usize,
    /// An answer as a JSON object. A table without any answer has columns with its names.
    pub(crate) example: String,
    /// The text that is written after all answers.
    pub(crate) summary: Option<Arc<dyn Summary>>,
    /// True if the answers depend on the values beside the puzzles.
    pub(crate) needs_fields: bool,
    /// The answers to variants, if the job takes them.
    pub(crate) variants: Option<Variants>,
    /// True if the answers are other puzzles. They do not get the values beside the puzzles.
    pub(crate) makes_puzzles: bool,
}

impl Default for Job {
    /// Returns the settings of a job that answers fast, from the clues alone.
    fn default() -> Self {
        Self {
            search: None,
            candidates: CandidatesUse::Never,
            most_read: usize::MAX,
            example: ONLY_PUZZLE.to_owned(),
            summary: None,
            needs_fields: false,
            variants: None,
            makes_puzzles: false,
        }
    }
}

/// The example of an answer that is a puzzle.
const ONLY_PUZZLE: &str = r#"{"puzzle":null}"#;

/// The example of an answer that is a puzzle with its solution.
pub(crate) const PUZZLE_AND_SOLUTION: &str = r#"{"puzzle":null,"solution":null}"#;

/// The puzzles that a job takes by their candidates. It takes the others by their clues.
#[derive(Clone, Copy)]
pub(crate) enum CandidatesUse {
    /// None: candidates that exclude more than any clues could are an error.
    Never,
    /// Puzzles whose candidates exclude more than any clues could.
    IfNeeded,
    /// All puzzles, if the format of the answers is one of these.
    InFormats(fn(OutputFormat) -> bool),
}

/// The text after all answers, such as the counts of `--summary`.
pub(crate) trait Summary: Send + Sync {
    /// Counts an entry that cannot be read.
    fn reject(&self);

    /// Returns the text in the requested format.
    fn text(&self, format: Option<OutputFormat>) -> Vec<u8>;

    /// Returns an error about the whole input, if there is one.
    fn error(&self) -> Option<String> {
        None
    }
}

/// A puzzle of the input.
pub(crate) enum Puzzle<'a> {
    /// The puzzle by its clues, with the outcome of [`Job::search`], if any.
    Clues(&'a FilePuzzle, &'a Outcome),
    /// The puzzle by its candidates.
    Candidates(&'a FileCandidates),
}

/// The input and output of a job on puzzles.
pub(crate) struct Stream {
    sources: Vec<InputFile>,
    /// The puzzle to read in place of the contents of each source.
    pub(crate) clues: Option<Board>,
    hints: FileHints,
    on_error: OnError,
    pub(crate) pipeline: Pipeline,
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
        let (clues, hints, on_error) = (None, input.hints(), input.on_error);
        Ok(Self { sources, clues, hints, on_error, pipeline })
    }

    /// Writes each picture to a separate file, named after the output file.
    pub(crate) fn write_pictures(&mut self) {
        self.pipeline.format = Some(OutputFormat::Svg);
        self.pipeline.pages.hold_pictures();
    }

    /// Runs the job over all puzzles. `answer` writes the answer to a puzzle, or returns the reason
    /// for a missing one as text for the user. Output already written for this puzzle stays.
    pub(crate) fn run(
        self,
        job: Job,
        answer: impl Fn(Puzzle<'_>, &mut Sink<'_>) -> Result<(), String> + Send + Sync + 'static,
    ) -> Result<ExitStatus, CliError> {
        let Self { sources, clues, mut hints, on_error, pipeline } = self;
        let total = sources.iter().map(InputFile::size).sum::<Option<u64>>();
        let is_pasted = sources.iter().any(InputFile::is_terminal);
        let is_quiet = pipeline.is_quiet;
        let progress = PuzzleProgress::new(!is_quiet && !is_pasted, total, Arc::default());
        if is_pasted && !is_quiet {
            progress.eprint_message(HINT);
        }
        let (format, is_for_person) = (pipeline.format, pipeline.target.is_terminal());
        let is_by_rules = job.variants.as_ref().is_some_and(Variants::has_rules);
        hints.ignores_rules = is_by_rules;
        let most = if is_by_rules { SHORT_READ } else { job.most_read };
        let read = Arc::default();
        let columns = Arc::new(OnceLock::new());
        if job.makes_puzzles {
            let _ = columns.set(None);
        }
        let summary = job.summary.clone();
        let (example, found) = (object_fields(&job.example), Arc::clone(&columns));
        let reader = PuzzleReader {
            sources,
            clues,
            hints,
            format,
            is_for_person,
            takes_rules: job.variants.is_some(),
            most,
            read,
            columns,
        };
        let frame = Frame {
            progress,
            columns: Box::new(move || {
                let entry: Option<&FileFields> = found.get().and_then(ColumnNames::as_deref);
                row::joined(&entry.cloned().unwrap_or_default(), example)
            }),
            footer: summary.map(|it| -> Box<dyn FnOnce() -> Footer> {
                Box::new(move || Footer { out: it.text(format), error: it.error() })
            }),
            end_work: None,
            is_uneven: most < usize::MAX,
        };
        let has_several = reader.sources.len() > 1;
        let inputs = pipeline.journal.as_ref().map(|it| InputCount::new(it.journal.last()));
        let answer = move |Item { block, name, number, columns, at }: Item, sink: &mut Sink<'_>| {
            sink.place.file = has_several.then(|| Arc::clone(&name));
            sink.source = shortened(name);
            sink.columns = columns;
            sink.number = number;
            sink.entry = at.before + at.skip as u64;
            BlockAnswer { job: &job, answer: &answer, on_error }.write(&block, at.skip, sink);
            sink.end_at(at.mark);
        };
        pipeline.run(frame, move |feed| reader.run(inputs, feed), answer)
    }

    /// Runs a job that answers from the clues alone.
    pub(crate) fn run_by_clues(
        self,
        job: Job,
        answer: impl Fn(&FilePuzzle, &mut Sink<'_>) -> Result<(), String> + Send + Sync + 'static,
    ) -> Result<ExitStatus, CliError> {
        self.run(job, move |puzzle, sink| match puzzle {
            Puzzle::Clues(puzzle, _) => answer(puzzle, sink),
            Puzzle::Candidates(_) => Ok(()),
        })
    }

    /// Runs a job whose puzzles may take long, each given by its candidates.
    pub(crate) fn run_slow<F>(self, job: Job, answer: F) -> Result<ExitStatus, CliError>
    where
        F: Fn(&FileCandidates, &mut Sink<'_>) -> Result<(), String> + Send + Sync + 'static,
    {
        let candidates = CandidatesUse::InFormats(|_| true);
        let job = Job { candidates, most_read: SHORT_READ, ..job };
        self.run(job, move |puzzle, sink| match puzzle {
            Puzzle::Candidates(puzzle) => answer(puzzle, sink),
            Puzzle::Clues(&FilePuzzle { line, column, board }, _) => {
                answer(&FileCandidates { line, column, candidates: (&board).into() }, sink)
            }
        })
    }
}

/// Refuses standard input that is named twice.
pub(crate) fn read_once(sources: &[InputFile]) -> Result<(), CliError> {
    if sources.iter().filter(|source| source.path().is_none()).count() > 1 {
        return Err(CliError::Usage("standard input can be read only once; remove the other `-`"));
    }
    Ok(())
}

/// Returns the name of an input for messages. The middle of a long link is left out.
fn shortened(name: Arc<str>) -> Arc<str> {
    const START: usize = 40;
    const END: usize = 19;
    let ends = name.char_indices().rev().nth(END - 1).map(|(at, _)| at);
    let starts = name.char_indices().nth(START).map(|(at, _)| at);
    match (starts, ends) {
        (Some(start), Some(end)) if is_exchanged(&name) && start < end => {
            format!("{}…{}", &name[..start], &name[end..]).into()
        }
        _ => name,
    }
}

const HINT: &str = "Paste a puzzle: a grid, nine lines or 81 characters; then press Ctrl-D.\n";

/// The maximum number of puzzles that are searched together. It bounds the memory for blocks with
/// very short lines. Fewer puzzles per search take longer: with 512, solving takes 1.15 times as
/// long.
const TOGETHER: usize = 4096;

/// The candidates of a block's puzzles, read a second time for the puzzles that are not given by
/// clues.
struct Marks<'a> {
    all: Box<dyn Iterator<Item = Result<FileCandidates, FileError>> + 'a>,
    /// The number of entries passed so far.
    passed: usize,
}

impl Marks<'_> {
    /// Returns the candidates of a puzzle, by its number in the block.
    fn of(&mut self, number: usize) -> Option<Result<FileCandidates, FileError>> {
        let marks = self.all.nth(number.checked_sub(self.passed)?);
        self.passed = number + 1;
        marks
    }
}

/// The writer of the answers to a block.
struct BlockAnswer<'a> {
    job: &'a Job,
    answer: &'a dyn Fn(Puzzle<'_>, &mut Sink<'_>) -> Result<(), String>,
    on_error: OnError,
}

impl BlockAnswer<'_> {
    /// Answers the puzzles of a block, except the first `skip` ones.
    fn write(&self, block: &Block, skip: usize, sink: &mut Sink<'_>) {
        // The other formats have space for a comment only.
        let is_carried = !self.job.makes_puzzles
            && (self.job.needs_fields || sink.format.is_table() || block.may_have_comments());
        let fields = &mut if is_carried { EntryFields::new(block) } else { EntryFields(None) };
        if let CandidatesUse::InFormats(has) = self.job.candidates
            && has(sink.format)
            && !self.is_by_rules()
        {
            let _ = block.candidates().try_for_each(|puzzle| self.candidates(puzzle, fields, sink));
            return;
        }
        let mut all = block.puzzles();
        let mut marks = Marks { all: block.candidates(), passed: 0 };
        let unsearched = Outcome::default();
        let Some((solver, solutions)) = self.job.search.filter(|_| !self.is_by_rules()) else {
            let _ = all.enumerate().skip(skip).try_for_each(|(number, puzzle)| {
                self.puzzle(number, &puzzle, &unsearched, &mut marks, fields, sink)
            });
            return;
        };
        let mut number = 0;
        loop {
            let puzzles: Vec<_> = all.by_ref().take(TOGETHER).collect();
            if puzzles.is_empty() {
                return;
            }
            let boards: Vec<_> = puzzles.iter().flatten().map(|puzzle| puzzle.board).collect();
            let outcomes = solver.outcomes(&boards, solutions);
            let mut outcomes = outcomes.iter();
            for puzzle in &puzzles {
                let outcome = puzzle.as_ref().ok().and_then(|_| outcomes.next());
                let outcome = outcome.unwrap_or(&unsearched);
                if self.puzzle(number, puzzle, outcome, &mut marks, fields, sink).is_break() {
                    return;
                }
                number += 1;
            }
        }
    }

    /// Answers a puzzle, or reports its error. Breaks if no more answers are needed.
    fn puzzle(
        &self,
        number: usize,
        puzzle: &Result<FilePuzzle, FileError>,
        outcome: &Outcome,
        marks: &mut Marks<'_>,
        fields: &mut EntryFields<'_>,
        sink: &mut Sink<'_>,
    ) -> ControlFlow<()> {
        if let Some(flow) = self.variant(puzzle, fields, sink) {
            return flow;
        }
        if let Err(FileError::NeedsCandidates { .. }) = puzzle
            && matches!(self.job.candidates, CandidatesUse::IfNeeded)
            && !self.is_by_rules()
            && let Some(puzzle) = marks.of(number)
        {
            return self.candidates(puzzle, fields, sink);
        }
        let clues = puzzle.as_ref().map(|puzzle| {
            let answer = |sink: &mut Sink<'_>| (self.answer)(Puzzle::Clues(puzzle, outcome), sink);
            (puzzle.line, answer)
        });
        self.one(clues.map_err(error_report), fields, sink)
    }

    /// Answers a variant. Returns `None` if the puzzle is no variant.
    fn variant(
        &self,
        puzzle: &Result<FilePuzzle, FileError>,
        fields: &mut EntryFields<'_>,
        sink: &mut Sink<'_>,
    ) -> Option<ControlFlow<()>> {
        let variants = self.job.variants.as_ref()?;
        let (line, variant) = variants.of(puzzle)?;
        let variant = match &variant {
            Ok(variant) => Ok((line, |sink: &mut Sink<'_>| (variants.answer)(variant, sink))),
            Err(cause) => Err((line, format!("line {line}: {cause}"))),
        };
        let flow = self.one(variant, fields, sink);
        Some(if flow.is_break() { flow } else { sink.offer() })
    }

    /// Returns true if every puzzle gets rules besides those of classic Sudoku.
    fn is_by_rules(&self) -> bool {
        self.job.variants.as_ref().is_some_and(Variants::has_rules)
    }

    /// Answers a puzzle given by candidates. Breaks if no more answers are needed.
    fn candidates(
        &self,
        puzzle: Result<FileCandidates, FileError>,
        fields: &mut EntryFields<'_>,
        sink: &mut Sink<'_>,
    ) -> ControlFlow<()> {
        if let Err(error) = &puzzle
            && let Some(flow) = self.variant(&Err(error.clone()), fields, sink)
        {
            return flow;
        }
        let candidates = puzzle.as_ref().map(|puzzle| {
            let answer = |sink: &mut Sink<'_>| (self.answer)(Puzzle::Candidates(puzzle), sink);
            (puzzle.line, answer)
        });
        self.one(candidates.map_err(error_report), fields, sink)?;
        if self.job.most_read < usize::MAX { sink.offer() } else { ControlFlow::Continue(()) }
    }

    /// Answers a puzzle, reports its error, if any, and passes on finished answers. Breaks if no
    /// more answers are needed. Both the answer and the error have the line of the puzzle.
    fn one(
        &self,
        puzzle: Result<(usize, impl FnOnce(&mut Sink<'_>) -> Result<(), String>), (usize, String)>,
        fields: &mut EntryFields<'_>,
        sink: &mut Sink<'_>,
    ) -> ControlFlow<()> {
        sink.advance(1);
        sink.entry += 1;
        if fields.0.is_some() {
            let (Ok((line, _)) | Err((line, _))) = &puzzle;
            sink.fields = fields.of(*line);
        }
        let bad = match puzzle {
            Err(error) => {
                self.job.summary.iter().for_each(|summary| summary.reject());
                Some(error)
            }
            Ok((line, answer)) => {
                sink.place.line = line;
                let cause = answer(sink).err();
                cause.map(|cause| (line, format!("line {line}: {cause}")))
            }
        };
        if let Some((line, message)) = bad {
            sink.report_error(&format!("{}: {message}", sink.source));
            if self.on_error == OnError::Mark {
                sink.place.line = line;
                sink.mark(&message);
            }
        } else if sink.fields.as_ref().is_some_and(|fields| fields.is_lossy) {
            sink.report_error(&format!(
                "{}: line {}: the values beside the puzzle are not UTF-8, so some characters are \
                 lost; convert the file to UTF-8 first",
                sink.source, sink.place.line
            ));
        }
        if self.on_error == OnError::Stop && sink.is_bad() {
            sink.stop();
            return ControlFlow::Break(());
        }
        sink.relieve()
    }
}

/// Returns the line and the message of an entry that cannot be read.
pub(crate) fn error_report(error: &FileError) -> (usize, String) {
    let advice = match error {
        FileError::InColumn { column, .. } => format!("; use --column {column}"),
        error if error.is_unnamed() => COLUMN_ADVICE.to_owned(),
        _ => String::new(),
    };
    (error.line(), format!("{error}{advice}"))
}

/// Advice for puzzles in a column, or under a key, with an unknown name.
pub(crate) const COLUMN_ADVICE: &str = "; use --column to name it";
