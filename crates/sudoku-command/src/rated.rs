//! The rating of a puzzle on a scale, with the steps of its solution.

use sudoku_core::{Candidates, Limits, Solver};
use sudoku_logic::{NoStepError, Rating, RatingError, State, StepName};
use sudoku_text::FileCandidates;

use crate::diagnosis;
use crate::scale::ScaleName;

/// A rating with its steps.
#[derive(Clone, Debug)]
pub(crate) struct Rated {
    pub(crate) rating: Rating,
    /// The number of steps of each technique that occurs.
    pub(crate) steps: Vec<(StepName, u64)>,
    /// The techniques of the steps that give ER, EP and ED.
    pub(crate) names: [Option<StepName>; 3],
}

/// Returns the state of a proper puzzle, or the reason why it has no rating.
pub(crate) fn state(marks: &Candidates, solver: &dyn Solver) -> Result<State, String> {
    if is_plain(marks) && !solver.is_proper(marks.givens()) {
        return Err(diagnosis::cause(solver, marks.givens()));
    }
    let state = State::from(marks);
    if state.is_solved() {
        return Err("already solved: there is no step to rate".to_owned());
    }
    Ok(state)
}

fn is_plain(marks: &Candidates) -> bool {
    *marks == Candidates::from(marks.givens())
}

/// Returns the text of the puzzle: 81 characters, or 729 if its candidates exclude more than its
/// clues do.
pub(crate) fn text(puzzle: &FileCandidates, marks: &Candidates) -> String {
    if is_plain(marks) { marks.givens().to_string() } else { puzzle.candidates.to_string() }
}

/// Rates a puzzle. Returns `None` as soon as `is_enough` returns true for the rating so far.
pub(crate) fn rate(
    scale: ScaleName,
    state: &State,
    limits: &Limits<'_>,
    is_enough: impl Fn(&Rating) -> bool,
) -> Result<Option<Rated>, String> {
    let mut path = scale.0.path(state, limits);
    let (mut steps, mut names, mut hardest) = (Vec::new(), [None; 3], 0.0);
    while let Some(step) = path.next() {
        let name = step.step.name;
        match steps.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => steps.push((name, 1)),
        }
        let rating = path.rating();
        if let Rating::Explainer(so_far) = rating {
            if names[0].is_none() || so_far.er > hardest {
                (hardest, names[0]) = (so_far.er, Some(name));
            }
            names[2] = names[2].or(names[0]);
            names[1] = names[1].or(names[0].filter(|_| so_far.ep > 0.0));
        }
        if is_enough(&rating) {
            return Ok(None);
        }
    }
    match path.rated() {
        Ok(rating) => Ok(Some(Rated { rating, steps, names })),
        Err(RatingError { reason, rating }) => {
            let so_far = Some(rating).filter(|_| !steps.is_empty());
            Err(format!("{}: {}", scale.name(), unsolved(reason, so_far)))
        }
    }
}

/// Returns the message for a puzzle whose steps do not lead to the solution. `so_far` is its rating
/// by these steps, if there are any.
pub(crate) fn unsolved(reason: NoStepError, so_far: Option<Rating>) -> String {
    let so_far = match so_far {
        Some(rating) if matches!(reason, NoStepError::NoTechnique | NoStepError::Stopped) => {
            format!(" (so far {})", until_end(rating))
        }
        _ => String::new(),
    };
    match reason {
        NoStepError::Solved => "already solved".to_owned(),
        // Only the time limit raises the stop flag.
        NoStepError::Stopped => {
            format!("the time limit was reached{so_far}; use a longer --time-limit")
        }
        reason => format!("{reason}{so_far}"),
    }
}

/// Returns the rating of an unfinished path as text. EP is unknown until a step places a digit.
fn until_end(rating: Rating) -> String {
    match rating {
        Rating::Explainer(it) if it.ep == 0.0 => {
            format!("ER {:.1}, EP unknown, ED {:.1}", it.er, it.ed)
        }
        rating => rating.to_string(),
    }
}
