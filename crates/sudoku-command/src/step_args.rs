//! What `hint`, `steps` and `explain` have in common: where boards come from, and how a step is
//! written.

use clap::ValueEnum;
use cli_support::ExitStatus;
use sudoku_core::{Board, Candidates, Cell, DigitSet, Grid, Limits, Solver};
use sudoku_explain::{Depth, Explanation, ProofError};
use sudoku_logic::{NoStepError, RatedStep, State, Step, WrongMark};
use sudoku_text::FileCandidates;

use crate::args::{FormatArgs, InputArgs, OutputArgs, SolverArgs};
use crate::diagnosis;
use crate::error::CliError;
use crate::inline_or_file::{self, InlineOrFile};
use crate::pipeline::Sink;
use crate::scale::ScaleName;
use crate::stream::{OneByOne, SlowJob, Stream};
use crate::values;

/// Which steps are looked for, and how they are written.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ExplanationArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The puzzle that the marks on the board belong to: 81 characters or a file with them
    ///
    /// Without it, the digits on the board are taken for right.
    #[arg(long, value_name = "PUZZLE|FILE", value_parser = inline_or_file::board, allow_hyphen_values = true)]
    pub(crate) puzzle: Option<InlineOrFile<Board>>,

    /// The scale whose steps are taken
    #[arg(long, value_name = "SCALE", default_value = "se", value_parser = values::human_scales())]
    pub(crate) scale: ScaleName,

    /// How much is said of a step, in text and Markdown [default: where]
    #[arg(long, value_enum, value_name = "DEPTH")]
    pub(crate) depth: Option<DepthName>,

    /// The form to write; --json has all that is known of a step
    #[arg(long, visible_alias = "format", value_enum, value_name = "FORMAT", default_value_t = StepFormat::Text, conflicts_with = "json")]
    pub(crate) to: StepFormat,

    /// Draw the board before each step, with the step marked; in text and Markdown
    #[arg(long)]
    pub(crate) draw: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) solver: SolverArgs,
}

/// How much is said of a step.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum DepthName {
    /// What the pattern is called
    Name,
    /// Where it is, and what follows
    Where,
    /// Why it follows, line by line
    Proof,
}

/// How steps are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StepFormat {
    /// Lines of text
    Text,
    /// Text with signs for headings and lists
    Markdown,
    /// An object on each line, as --json writes it
    Json,
    /// A picture for each step: `steps-0001.svg` and so on for --output steps.svg
    Svg,
}

/// The board of a puzzle, as far as it has come.
pub(crate) struct BoardAtHand {
    pub(crate) state: State,
    /// The digits on it.
    pub(crate) digits: Board,
}

impl ExplanationArgs {
    /// How it is written, in which --json is another word for the form.
    pub(crate) const fn format(&self) -> StepFormat {
        if self.output.json { StepFormat::Json } else { self.to }
    }

    /// Does this with all boards.
    pub(crate) fn run(&self, job: impl SlowJob) -> Result<ExitStatus, CliError> {
        self.stream()?.run(OneByOne(job))
    }

    fn stream(&self) -> Result<Stream, CliError> {
        let has_words = matches!(self.format(), StepFormat::Text | StepFormat::Markdown);
        if self.draw && !has_words {
            return Err(CliError::Usage("--draw is for text and Markdown"));
        }
        if self.depth.is_some() && !has_words {
            return Err(CliError::Usage("--depth is for text and Markdown"));
        }
        if let Some(puzzle) = self.puzzle.as_deref()
            && only_solution(self.solver.solver(), puzzle).is_none()
        {
            return Err(CliError::Puzzle(diagnosis::cause(self.solver.solver(), puzzle)));
        }
        let is_pictures = self.format() == StepFormat::Svg;
        let formats = if is_pictures { FormatArgs::pictures() } else { FormatArgs::plain() };
        let puzzle = self.puzzle.as_ref().and_then(InlineOrFile::file);
        let others = puzzle.cloned().into_iter().collect();
        let mut stream = Stream::reading(others, &self.input, &self.output, &formats)?;
        if is_pictures {
            stream.write_pictures();
        }
        Ok(stream)
    }

    /// The board of a puzzle, if no mark on it is wrong.
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
            // What cells lack beside a wrong digit, the digit may have taken from them.
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

    /// Writes a step that is made on this board, in words with the line of the puzzle where others
    /// may stand before it. Pictures are documents of their own.
    pub(crate) fn write_alone(&self, state: &State, rated: &RatedStep, sink: &mut Sink<'_>) {
        let is_first = sink.place.file.is_none() && sink.place.line <= 1;
        let label = if is_first { String::new() } else { format!("{}: ", sink.place) };
        self.write(&label, state, rated, sink);
    }

    /// The same with this before the words.
    pub(crate) fn write(&self, label: &str, state: &State, rated: &RatedStep, sink: &mut Sink<'_>) {
        if self.format() == StepFormat::Json {
            return sink.object(&sudoku_explain::step_json(state, rated, self.scale.name()));
        }
        let RatedStep { step, score } = rated;
        let explanation = Explanation::new(state, step);
        let drawing = || match &explanation {
            Ok(explanation) => explanation.drawing(),
            Err(_) => sudoku_explain::Drawing::new(state),
        };
        let depth = match self.depth {
            Some(DepthName::Name) => Depth::Name,
            None | Some(DepthName::Where) => Depth::Place,
            Some(DepthName::Proof) => Depth::Proof,
        };
        // What is found but not proved is said all the same.
        let unproved = |why: &ProofError| match depth {
            Depth::Name => step.name.to_string(),
            Depth::Place => format!("{}: {}", step.name, step.effect),
            Depth::Proof => {
                let Step { name, effect, .. } = step;
                format!("{name}: {effect}\n  no proof can be made of what was found: {why}")
            }
        };
        match self.format() {
            StepFormat::Svg => sink.picture(drawing().svg()),
            format => {
                let mut text = if self.draw {
                    drawing().terminal(sink.style.has_colors)
                } else {
                    String::new()
                };
                if format == StepFormat::Markdown && self.draw {
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

/// Why there is no step, in the words for a person.
pub(crate) fn no_step(end: NoStepError) -> String {
    match end {
        NoStepError::Solved => "solved already".to_owned(),
        end => end.to_string(),
    }
}

/// The digits on a board that stand where the puzzle has other clues.
fn not_as_given(clues: &Board, puzzle: &FileCandidates) -> Vec<WrongMark> {
    let other = |cell: Cell| {
        let digit = puzzle.candidates.value(cell)?;
        clues.get(cell).filter(|&clue| clue != digit)?;
        Some(WrongMark::Digit(cell, digit))
    };
    Cell::all().filter_map(other).collect()
}

/// The marks on the board of a puzzle whose clues are known.
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

/// The solution of a board that has exactly one.
fn only_solution(solver: &dyn Solver, board: &Board) -> Option<Grid> {
    let outcome = solver.solve(board, &Limits::solutions(2));
    outcome.first.filter(|_| outcome.report.is_proper())
}
