//! The function `trace`: the search of a backtracking strategy, step by step.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sudoku_engines::sudoku_core::{ObservableSolver, SearchStep};
use sudoku_engines::{Board, Cell, Ending, Limits};
use sudoku_explain::Language;
use sudoku_logic::NoStepError;
use sudoku_registry::STRATEGIES;

use crate::arguments::{self, Whole};
use crate::board::{Format, Named, named};
use crate::column::{Category, Kind, RowWriter, Title};
use crate::function::{Function, map, one_by_one};
use crate::functions::tokens::tokens;
use crate::rows::Block;
use crate::steps::{BACK, GUESS, Loose, PLACE, StepKind, StepRow};
use crate::work::{Failure, Options};

/// Search each puzzle with a backtracking strategy, and return every step up to the solution.
///
/// A step is a guess, a digit without an alternative, or the return to an earlier guess. The
/// return restores the board before that guess, and names its cell. To replay a trace, keep the
/// boards before the guesses on a stack.
///
/// Parameters
/// ----------
/// puzzles : puzzle or collection of puzzles
///     One puzzle, an iterable, a NumPy array or Arrow data; see ``solve``.
/// strategy : {"mrv", "bitmask", "scan"}, default "mrv"
///     The search: "mrv" places singles first and guesses in the cell with the fewest candidates.
///     "bitmask" and "scan" fill the cells row by row. They give the same traces, which are much
///     longer.
/// form : {"steps", "tokens", "text"}, default "steps"
///     The form of the steps, as for ``explain``; see ``SearchStep`` and ``TOKENS``.
/// language : {"en", "ko"}, default "en"
///     The language of the form "text".
/// max_steps : int, default 10000
///     Stop after this number of steps for each puzzle.
/// threads : int or None, default 1
///     The number of worker threads; ``None`` starts one per core.
/// errors : {"null", "raise"}, default "null"
///     "null" gives a null for a puzzle that cannot be read. "raise" raises ``PuzzleError``. A
///     single puzzle always raises.
/// progress : bool, default False
///     Show a progress bar, if tqdm is installed.
///
/// Returns
/// -------
/// Trace or collection of results
///     The fields are ``steps``, in the form that you choose, and ``ending``: "solved", "there is
///     no solution" or "the limit on steps was reached". The result has the same kind as the
///     input.
///
/// Raises
/// ------
/// PuzzleError
///     If a puzzle cannot be read, for a single puzzle or with ``errors="raise"``.
/// TypeError, ValueError
///     If an argument has the wrong type or value, such as an unknown strategy.
/// KeyboardInterrupt
///     If you press Ctrl-C; the workers stop first.
///
/// Examples
/// --------
/// >>> puzzle = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..41.....7..7...3.."
/// >>> steps, ending = trace(puzzle)
/// >>> len(steps), steps[0], ending
/// (98, SearchStep(action='guess', cell=11, digit=4), 'solved')
/// >>> print(*steps[38:41], sep="\n")
/// SearchStep(action='place', cell=63, digit=9)
/// SearchStep(action='back', cell=1, digit=None)
/// SearchStep(action='place', cell=1, digit=6)
/// >>> print(trace(puzzle, form="text", max_steps=2).steps)
/// Guess r2c3=4.
/// Place r5c3=3.
#[pyfunction]
#[pyo3(signature = (
    puzzles, *, strategy="mrv", form="steps", language=None, max_steps=Whole(10_000),
    threads=Some(Whole(1)), errors="null", progress=false,
))]
#[pyo3(
    text_signature = "(puzzles, *, strategy='mrv', form='steps', language=None, max_steps=10000, threads=1, errors='null', progress=False)"
)]
#[expect(clippy::too_many_arguments, reason = "Python callers pass them by name")]
pub(crate) fn trace<'py>(
    puzzles: &Bound<'py, PyAny>,
    strategy: &str,
    form: &str,
    language: Option<&str>,
    max_steps: Whole<usize>,
    threads: Option<Whole<usize>>,
    errors: &str,
    progress: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut observable = STRATEGIES.iter().filter_map(|it| Some((it.name, it.observable?)));
    let Some((_, solver)) = observable.clone().find(|(name, _)| *name == strategy) else {
        let names: Vec<&str> = observable.by_ref().map(|(name, _)| name).collect();
        let names = names.join(", ");
        return Err(PyValueError::new_err(format!("strategy={strategy:?}: not one of {names}")));
    };
    let form = TraceForm::of(form, language)?;
    let function = Trace { solver, form, most: max_steps.0 };
    map(&function, puzzles, &Options::new(threads, errors, progress)?)
}

/// The form of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TraceForm {
    Steps,
    Tokens,
    Text(Language),
}

impl TraceForm {
    fn of(form: &str, language: Option<&str>) -> PyResult<Self> {
        if language.is_some() && form != "text" {
            return Err(PyValueError::new_err("language requires form=\"text\""));
        }
        let language =
            language.map(|language| arguments::named("language", language)).transpose()?;
        Ok(match form {
            "steps" => Self::Steps,
            "tokens" => Self::Tokens,
            "text" => Self::Text(language.unwrap_or_default()),
            _ => {
                return Err(PyValueError::new_err(format!(
                    "form={form:?}: not one of steps, tokens, text"
                )));
            }
        })
    }
}

struct Trace {
    solver: &'static dyn ObservableSolver,
    form: TraceForm,
    /// The maximum number of steps.
    most: usize,
}

struct Traced {
    steps: Loose,
    end: NoStepError,
}

static TRACE: Named = Named::new("Trace");

/// A recorder of the steps that change the board.
struct Recorder {
    steps: Vec<SearchStep>,
    /// The cells of the guesses that the search can return to.
    open: Vec<Cell>,
    most: usize,
}

impl Recorder {
    /// Records a step. Breaks if there are too many.
    fn record(&mut self, step: SearchStep) -> ControlFlow<()> {
        match step {
            // Some strategies report the return to a cell, and others only its next digit.
            SearchStep::Place { cell, is_guess, .. } => {
                if let Some(at) = self.open.iter().rposition(|&open| open == cell) {
                    self.open.truncate(at);
                    self.push(SearchStep::Return { cell })?;
                }
                if is_guess {
                    self.open.push(cell);
                }
                self.push(step)
            }
            SearchStep::Single { .. } => self.push(step),
            _ => ControlFlow::Continue(()),
        }
    }

    fn push(&mut self, step: SearchStep) -> ControlFlow<()> {
        if self.steps.len() == self.most {
            return ControlFlow::Break(());
        }
        self.steps.push(step);
        ControlFlow::Continue(())
    }
}

impl Trace {
    fn traced(&self, board: &Board, stop: &AtomicBool) -> Traced {
        let mut recorder = Recorder { steps: Vec::new(), open: Vec::new(), most: self.most };
        let mut is_solved = false;
        let report = self.solver.search_observed(
            board,
            &Limits::ALL.with_stop(stop),
            &mut |_| {
                is_solved = true;
                ControlFlow::Break(())
            },
            &mut |step| recorder.record(step),
        );
        let end = match report.ending {
            _ if is_solved => NoStepError::Solved,
            Ending::Exhausted => NoStepError::NoSolution,
            Ending::Caller => NoStepError::StepLimit,
            _ => NoStepError::Stopped,
        };
        let steps = &recorder.steps;
        let rows = || steps.iter().filter_map(row).collect::<Vec<StepRow>>();
        let steps = match self.form {
            TraceForm::Steps => Loose::Steps(rows()),
            TraceForm::Tokens => Loose::Tokens(tokens(board, StepKind::Search, &rows(), end)),
            TraceForm::Text(language) => {
                let words = steps.iter().filter_map(|step| language.search_step(step));
                Loose::Words(words.collect::<Vec<_>>().join("\n"))
            }
        };
        Traced { steps, end }
    }
}

/// Returns a step that changes the board as numbers.
fn row(step: &SearchStep) -> Option<StepRow> {
    Some(match *step {
        SearchStep::Place { cell, digit, is_guess } => {
            StepRow::of_search(if is_guess { GUESS } else { PLACE }, cell, Some(digit))
        }
        SearchStep::Single { cell, digit } => StepRow::of_search(PLACE, cell, Some(digit)),
        SearchStep::Return { cell } => StepRow::of_search(BACK, cell, None),
        _ => return None,
    })
}

impl Function for Trace {
    type Answer = Traced;

    const AT_ONCE: usize = 64;

    fn titles(&self) -> Vec<Title> {
        let kind = match self.form {
            TraceForm::Steps => Kind::Steps(StepKind::Search),
            TraceForm::Tokens => Kind::Tokens,
            TraceForm::Text(_) => Kind::Words,
        };
        vec![("steps", kind), ("ending", Kind::Category(Category::StepEnding))]
    }

    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<Traced>,
    ) -> Result<(), Failure> {
        one_by_one(block, stop, answers, |board, _| Ok(self.traced(board, stop)))
    }

    fn write(&self, answer: Traced, row: &mut RowWriter<'_, '_>) {
        row.loose(answer.steps);
        row.code(answer.end as u8);
    }

    fn object<'py>(
        &self,
        py: Python<'py>,
        answer: Traced,
        format: Format,
    ) -> PyResult<Bound<'py, PyAny>> {
        let steps = answer.steps.into_object(py, StepKind::Search, format)?;
        let ending = answer.end.text().into_pyobject(py)?.into_any();
        named(py, &TRACE, [steps, ending])
    }
}
