//! Generation of a puzzle in portions, because a page cannot wait for a rare puzzle in one call.

use sudoku_engines::AutoSolver;
use sudoku_generator::{
    AttemptsExhaustedError, GenerateError, GeneratedPuzzle, PuzzleRequest, Rng, seeded_rng,
};

/// A random number generator, and the number of attempts that used it.
pub(crate) struct Effort {
    rng: Box<dyn Rng + Send>,
    pub(crate) attempts: u32,
}

/// The result of one portion.
pub(crate) enum Made {
    /// A puzzle that meets the request.
    Puzzle(GeneratedPuzzle),
    /// No puzzle yet. Holds the nearest candidate of this portion, if the request looks for one.
    NotYet(Option<Box<AttemptsExhaustedError>>),
}

const SOLVER: AutoSolver = AutoSolver::new();

impl Effort {
    /// Returns the state before the first attempt, for a puzzle of the seed's series.
    pub(crate) fn new(seed: u64, number: u64) -> Self {
        Self { rng: Box::new(seeded_rng(seed, number)), attempts: 0 }
    }

    /// Makes one portion of attempts. The attempt number of a puzzle counts all portions.
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

    /// Advances the random generator by this number of attempts.
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
