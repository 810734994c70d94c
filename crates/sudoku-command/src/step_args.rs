//! The common part of `hint`, `hints` and `explain`: arguments, input boards and the writing of
//! steps.

use clap::ValueEnum;
use cli_support::ExitStatus;
use sudoku_core::{Board, Candidates, Cell, DigitSet, Grid, Limits, Solver};
use sudoku_explain::{Depth, Explanation, Language, ProofError, StepData};
use sudoku_logic::{NoStepError, RatedStep, RatingScale, State, Step, WrongMark};
use sudoku_rules::Rule;
use sudoku_text::FileCandidates;
use sudoku_variants::Ruled;

use crate::args::{FormatArgs, InputArgs, OutputArgs, SolverArgs, TimeLimitArg};
use crate::constraints::WithArgs;
use crate::diagnosis;
use crate::error::CliError;
use crate::format::json;
use crate::inline_or_file::{self, InlineOrFile};
use crate::pipeline::Sink;
use crate::rated;
use crate::rules_file::RulesFile;
use crate::scale::ScaleName;
use crate::stream::{Job, Stream};
use crate::values;
use crate::variants::Variants;

/// The message for options without a meaning for variants.
pub(crate) const ONE_DEPTH: &str = "hints for variants have one depth and no drawing; leave out \
                                    --depth, --show-board and --to svg";

/// The arguments that select steps and their output.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ExplanationArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Original puzzle that the board belongs to: 81 characters or a file
    ///
    /// Digits and marks on the board are checked against its solution. Without it, the digits on
    /// the board are assumed to be correct.
    #[arg(long, value_name = "PUZZLE|FILE", value_parser = inline_or_file::board, allow_hyphen_values = true)]
    pub(crate) puzzle: Option<InlineOrFile<Board>>,

    /// Rating scale whose techniques are used
    #[arg(long, value_name = "SCALE", default_value = "se", value_parser = values::human_scales())]
    pub(crate) scale: ScaleName,

    #[command(flatten)]
    with: WithArgs,

    #[command(flatten)]
    pub(crate) time_limit: TimeLimitArg,

    /// Detail of each step, in text and Markdown [default: place]
    #[arg(long, value_enum, value_name = "DEPTH")]
    pub(crate) depth: Option<DepthName>,

    /// Output format; --json includes all data of a step
    #[arg(long, visible_alias = "format", value_enum, value_name = "FORMAT", default_value_t = StepFormat::Text, conflicts_with = "json")]
    pub(crate) to: StepFormat,

    /// Draw the board with each step marked, in text and Markdown
    #[arg(long)]
    pub(crate) show_board: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
}

/// The detail of a step.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum DepthName {
    /// The name of the technique
    Name,
    /// The place of the pattern and its result
    Place,
    /// The proof, line by line
    Proof,
}

/// The output format of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StepFormat {
    /// Plain text
    Text,
    /// Markdown
    Markdown,
    /// One JSON object per line, like --json
    Json,
    /// One picture per step: steps-0001.svg and so on for --output steps.svg
    Svg,
}

/// A partly solved board.
pub(crate) struct BoardAtHand {
    pub(crate) state: State,
    /// The digits on the board.
    pub(crate) digits: Board,
}

impl ExplanationArgs {
    /// Returns the output format; `--json` is the same as `--to json`.
    pub(crate) const fn format(&self) -> StepFormat {
        if self.output.json { StepFormat::Json } else { self.to }
    }

    /// Returns true if an option is only for steps on boards without rules.
    pub(crate) fn is_for_boards(&self) -> bool {
        self.depth.is_some() || self.show_board || self.format() == StepFormat::Svg
    }

    /// Runs a job over all boards, with the scale and the techniques of `--with`.
    pub(crate) fn run<F>(&self, answer: F) -> Result<ExitStatus, CliError>
    where
        F: Fn(&RatingScale, &FileCandidates, &mut Sink<'_>) -> Result<(), String>,
        F: Send + Sync + 'static,
    {
        self.run_in(self.stream(None)?.0, Job::default(), answer)
    }

    /// Runs a job like [`run`](Self::run), with these rules and this answer to variants.
    pub(crate) fn run_with_rules<F>(
        &self,
        rules: &RulesFile,
        hints: impl Fn(&Ruled, &mut Sink<'_>) -> Result<(), String> + Send + Sync + 'static,
        answer: F,
    ) -> Result<ExitStatus, CliError>
    where
        F: Fn(&RatingScale, &FileCandidates, &mut Sink<'_>) -> Result<(), String>,
        F: Send + Sync + 'static,
    {
        if rules.is_any() && self.is_for_boards() {
            return Err(CliError::Usage(ONE_DEPTH));
        }
        let (stream, rules) = self.stream(Some(rules))?;
        let variants = Some(Variants::new(rules, hints));
        self.run_in(stream, Job { variants, ..Job::default() }, answer)
    }

    fn run_in<F>(&self, stream: Stream, job: Job, answer: F) -> Result<ExitStatus, CliError>
    where
        F: Fn(&RatingScale, &FileCandidates, &mut Sink<'_>) -> Result<(), String>,
        F: Send + Sync + 'static,
    {
        let scale = self.scale.with(&self.with.names)?;
        stream.run_slow(job, move |puzzle, sink| answer(&scale, puzzle, sink))
    }

    /// Opens the stream of boards and explanations. Also returns the rules of all boards.
    fn stream(&self, rules: Option<&RulesFile>) -> Result<(Stream, Vec<Rule>), CliError> {
        let has_words = matches!(self.format(), StepFormat::Text | StepFormat::Markdown);
        if self.show_board && !has_words {
            return Err(CliError::Usage("--show-board needs --to text or --to markdown"));
        }
        if self.depth.is_some() && !has_words {
            return Err(CliError::Usage("--depth needs --to text or --to markdown"));
        }
        if let Some(puzzle) = self.puzzle.as_deref()
            && only_solution(self.solver.solver(), puzzle).is_none()
        {
            return Err(CliError::Puzzle(diagnosis::cause(self.solver.solver(), puzzle)));
        }
        let is_pictures = self.format() == StepFormat::Svg;
        let formats = if is_pictures { FormatArgs::pictures() } else { FormatArgs::plain() };
        let puzzle = self.puzzle.as_ref().and_then(InlineOrFile::file);
        let (mut stream, rules) = match (puzzle, rules) {
            (None, Some(rules)) => rules.open(&self.input, &self.output, &formats)?,
            (puzzle, _) => {
                let others = puzzle.cloned().into_iter().collect();
                (Stream::reading(others, &self.input, &self.output, &formats)?, Vec::new())
            }
        };
        if is_pictures {
            stream.write_pictures();
        }
        Ok((stream, rules))
    }

    /// Returns the board of a puzzle.
    ///
    /// # Errors
    /// If an entry on it is wrong, or the puzzle does not have exactly one solution.
    pub(crate) fn board(&self, puzzle: &FileCandidates) -> Result<BoardAtHand, String> {
        let clues = self.puzzle.as_deref();
        let marks = match clues {
            Some(clues) => on_clues(clues, puzzle),
            None => puzzle.with_clues(),
        };
        let known = clues.unwrap_or(marks.values());
        if let Some(solution) = only_solution(self.solver.solver(), known) {
            let mut wrong = clues.map_or_else(Vec::new, |clues| not_as_given(clues, puzzle));
            wrong.extend(State::from(&marks).find_wrong_marks(&solution));
            // A wrong digit may have removed candidates, so only wrong digits are reported if there
            // are any.
            if wrong.iter().any(|mark| matches!(mark, WrongMark::Digit(..))) {
                wrong.retain(|mark| matches!(mark, WrongMark::Digit(..)));
            }
            if !wrong.is_empty() {
                let wrong: Vec<_> = wrong.iter().map(ToString::to_string).collect();
                return Err(format!("wrong: {}", wrong.join(", ")));
            }
        } else if marks == Candidates::from(known) {
            return Err(diagnosis::cause(self.solver.solver(), known));
        }
        Ok(BoardAtHand { state: State::from(&marks), digits: *marks.values() })
    }

    /// Writes a step on this board. In text, the line of the puzzle comes first unless it is the
    /// first. Pictures are separate files.
    pub(crate) fn write_alone(&self, state: &State, rated: &RatedStep, sink: &mut Sink<'_>) {
        self.write(&label(sink), state, rated, sink);
    }

    /// Writes a step on this board, with the label before the text.
    pub(crate) fn write(&self, label: &str, state: &State, rated: &RatedStep, sink: &mut Sink<'_>) {
        if self.format() == StepFormat::Json {
            let data = StepData::new(state, rated, self.scale.name(), Language::default());
            let text = sink.place.json(&json(&data));
            return sink.text(&text);
        }
        let RatedStep { step, score } = rated;
        let explanation = Explanation::new(state, step);
        let drawing = || match &explanation {
            Ok(explanation) => explanation.drawing(),
            Err(_) => sudoku_explain::Drawing::new(state),
        };
        let depth = match self.depth {
            Some(DepthName::Name) => Depth::Name,
            None | Some(DepthName::Place) => Depth::Place,
            Some(DepthName::Proof) => Depth::Proof,
        };
        // A step is reported even if its proof cannot be built.
        let unproved = |why: &ProofError| match depth {
            Depth::Name => step.name.to_string(),
            Depth::Place => format!("{}: {}", step.name, step.effect),
            Depth::Proof => {
                let Step { name, effect, .. } = step;
                format!("{name}: {effect}\n  this step cannot be proved: {why}")
            }
        };
        match self.format() {
            StepFormat::Svg => sink.picture(drawing().svg()),
            format => {
                let mut text = if self.show_board {
                    drawing().terminal(sink.style.has_colors)
                } else {
                    String::new()
                };
                if format == StepFormat::Markdown && self.show_board {
                    text = format!("```\n{}```\n\n", drawing().terminal(false));
                }
                let said = match (&explanation, format) {
                    (Err(why), _) => unproved(why),
                    (Ok(explanation), StepFormat::Markdown) => explanation.markdown(depth),
                    (Ok(explanation), _) => explanation.text(depth),
                };
                sink.text(&format!("{text}{label}{score} {said}\n"));
            }
        }
    }
}

/// Returns the text before a step: the place of the puzzle, unless it is the first line.
pub(crate) fn label(sink: &Sink<'_>) -> String {
    let is_first = sink.place.file.is_none() && sink.place.line <= 1;
    if is_first { String::new() } else { format!("{}: ", sink.place) }
}

/// Returns the message for a board without a step.
pub(crate) fn no_step(end: NoStepError) -> String {
    rated::unsolved(end, None)
}

/// Returns the digits on the board that differ from the clues of the puzzle.
fn not_as_given(clues: &Board, puzzle: &FileCandidates) -> Vec<WrongMark> {
    let other = |cell: Cell| {
        let digit = puzzle.candidates.value(cell)?;
        clues.get(cell).filter(|&clue| clue != digit)?;
        Some(WrongMark::Digit(cell, digit))
    };
    Cell::all().filter_map(other).collect()
}

/// Returns the marks on the board, given the clues of its puzzle.
fn on_clues(clues: &Board, puzzle: &FileCandidates) -> Candidates {
    let mut known = Candidates::from(clues);
    let guessed = puzzle.with_clues();
    for cell in Cell::all().filter(|&cell| clues.get(cell).is_none()) {
        match guessed.value(cell) {
            Some(digit) => known.place(cell, digit),
            None => known.eliminate(cell, DigitSet::ALL - puzzle.candidates.get(cell)),
        }
    }
    known
}

/// Returns the solution of a board that has exactly one.
fn only_solution(solver: &dyn Solver, board: &Board) -> Option<Grid> {
    let outcome = solver.solve(board, &Limits::solutions(2));
    outcome.first.filter(|_| outcome.report.is_proper())
}
