//! An effort to make a puzzle, in portions: a page cannot wait for a rare one in a single call.

use sudoku_engines::AutoSolver;
use sudoku_generator::{
    AttemptsExhaustedError, GenerateError, GeneratedPuzzle, PuzzleRequest, Rng, seeded_rng,
};

/// A random generator, and how many attempts have drawn from it.
pub(crate) struct Effort {
    rng: Box<dyn Rng + Send>,
    pub(crate) attempts: u32,
}

/// What a portion of the effort comes to.
pub(crate) enum Made {
    /// A puzzle that meets the request.
    Puzzle(GeneratedPuzzle),
    /// None so far; the nearest of this portion, where one was looked for.
    NotYet(Option<Box<AttemptsExhaustedError>>),
}

const SOLVER: AutoSolver = AutoSolver::new();

impl Effort {
    /// The effort for the puzzle with this number of the seed's series, before the first attempt.
    pub(crate) fn new(seed: u64, number: u64) -> Self {
        Self { rng: Box::new(seeded_rng(seed, number)), attempts: 0 }
    }

    /// Makes a portion of attempts. A puzzle says from which attempt of all it is.
    pub(crate) fn go_on(
        &mut self,
        request: &PuzzleRequest<'_>,
        portion: u32,
    ) -> Result<Made, GenerateError> {
        let mut part = request.clone().with_attempts(portion);
        if let Some(attempt) = request.attempt {
            let left = attempt.saturating_sub(self.attempts);
            if left > portion {
                self.draw(request, portion)?;
                return Ok(Made::NotYet(None));
            }
            part = part.with_attempt(left);
        }
        match part.generate(&SOLVER, &mut *self.rng) {
            Ok(mut puzzle) => {
                puzzle.attempts += self.attempts;
                Ok(Made::Puzzle(puzzle))
            }
            Err(GenerateError::AttemptsExhausted(end)) if request.attempt.is_none() => {
                self.attempts += end.attempts;
                Ok(Made::NotYet(Some(end)))
            }
            Err(error) => Err(error),
        }
    }

    /// Draws what so many attempts draw, and looks at nothing.
    pub(crate) fn draw(
        &mut self,
        request: &PuzzleRequest<'_>,
        attempts: u32,
    ) -> Result<(), GenerateError> {
        if attempts > 0 {
            let request = request.clone().with_attempts(attempts).with_attempt(attempts);
            match request.generate(&SOLVER, &mut *self.rng) {
                Ok(_) | Err(GenerateError::AttemptsExhausted(_)) => self.attempts += attempts,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
