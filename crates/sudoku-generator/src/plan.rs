//! The plan for a series of puzzles that differ in symmetry and difficulty.

use std::sync::atomic::Ordering;

use sudoku_core::Solver;

use crate::difficulty::Difficulty;
use crate::draw::{seeded_rng, shuffle};
use crate::feasibility::InfeasibleRequestError;
use crate::pattern::PatternSymmetry;
use crate::request::PuzzleRequest;
use crate::search::{GenerateError, GeneratedPuzzle};

/// A plan for a series of puzzles that differ in symmetry and difficulty.
///
/// The seed of the series chooses the symmetry of each puzzle. The parts of the difficulty are
/// taken in turn. If the attempts find no puzzle, the other symmetries get as many attempts, and
/// then the whole difficulty.
///
/// ```
/// use sudoku_generator::{PatternSymmetry, PuzzlePlan, PuzzleRequest, generate_first};
/// use sudoku_mrv::Mrv;
///
/// let symmetries = vec![PatternSymmetry::HalfTurn, PatternSymmetry::Diagonal];
/// let plan = PuzzlePlan::new(PuzzleRequest::new(), None).with_symmetries(symmetries);
/// let (first, others) = plan.requests(7, 0);
/// let (puzzle, request) = generate_first(first, others, &Mrv, 7, 0)?;
/// assert!(request.symmetry.holds(&puzzle.board));
/// # Ok::<(), sudoku_generator::GenerateError>(())
/// ```
#[derive(Debug)]
pub struct PuzzlePlan {
    /// The constraints on every puzzle, except symmetry and difficulty.
    request: PuzzleRequest<'static>,
    /// The symmetries, at least one.
    symmetries: Vec<PatternSymmetry>,
    difficulty: Option<Difficulty>,
    parts: Vec<Difficulty>,
}

impl PuzzlePlan {
    /// Returns the plan for puzzles that meet the request, with this difficulty or `None` for any.
    /// It replaces the difficulty of the request.
    #[must_use]
    pub fn new(request: PuzzleRequest<'static>, difficulty: Option<Difficulty>) -> Self {
        let request = PuzzleRequest { difficulty: None, ..request };
        Self { symmetries: vec![request.symmetry], request, difficulty, parts: Vec::new() }
    }

    /// Sets the symmetries to choose from. An empty list changes nothing.
    #[must_use]
    pub fn with_symmetries(self, symmetries: Vec<PatternSymmetry>) -> Self {
        if symmetries.is_empty() { self } else { Self { symmetries, ..self } }
    }

    /// Sets the parts of the difficulty, from the easiest. Without parts, every puzzle has any
    /// value of the whole difficulty.
    #[must_use]
    pub fn with_parts(self, parts: Vec<Difficulty>) -> Self {
        Self { parts, ..self }
    }

    /// Returns the constraints on every puzzle, except symmetry and difficulty.
    #[must_use]
    pub const fn request(&self) -> &PuzzleRequest<'static> {
        &self.request
    }

    /// Returns the symmetries, at least one.
    #[must_use]
    pub fn symmetries(&self) -> &[PatternSymmetry] {
        &self.symmetries
    }

    /// Returns the wanted difficulty, or `None` for any.
    #[must_use]
    pub const fn difficulty(&self) -> Option<&Difficulty> {
        self.difficulty.as_ref()
    }

    /// Returns the parts of the difficulty, from the easiest.
    #[must_use]
    pub fn parts(&self) -> &[Difficulty] {
        &self.parts
    }

    /// Checks the request, as [`PuzzleRequest::check`] does. One possible symmetry is enough.
    ///
    /// # Errors
    /// The reason why no puzzle can meet the request with the first symmetry.
    pub fn check(&self, solver: &dyn Solver) -> Result<(), InfeasibleRequestError> {
        let difficulty = self.difficulty.as_ref();
        let mut checks = self.symmetries.iter().map(|&it| self.check_with(it, difficulty, solver));
        let first = checks.next().unwrap_or(Ok(()));
        first.or_else(|error| checks.any(|it| it.is_ok()).then_some(()).ok_or(error))
    }

    fn check_with(
        &self,
        symmetry: PatternSymmetry,
        difficulty: Option<&Difficulty>,
        solver: &dyn Solver,
    ) -> Result<(), InfeasibleRequestError> {
        with(self.request.clone(), difficulty).with_symmetry(symmetry).check(solver)
    }

    /// Leaves out the symmetries and the parts with which no puzzle can meet the request.
    ///
    /// # Errors
    /// See [`check`](Self::check).
    pub fn possible(mut self, solver: &dyn Solver) -> Result<Self, InfeasibleRequestError> {
        self.check(solver)?;
        let is_possible = |it: &PatternSymmetry, difficulty: Option<&Difficulty>| {
            self.check_with(*it, difficulty, solver).is_ok()
        };
        let mut symmetries = self.symmetries.clone();
        symmetries.retain(|it| is_possible(it, self.difficulty.as_ref()));
        let is_possible: Vec<bool> = self
            .parts
            .iter()
            .map(|part| symmetries.iter().any(|it| is_possible(it, Some(part))))
            .collect();
        let mut is_possible = is_possible.into_iter();
        self.parts.retain(|_| is_possible.next().unwrap_or(false));
        Ok(Self { symmetries, ..self })
    }

    /// Returns the first request for a puzzle of a series, and the others. The puzzle is that of
    /// the first request for which the attempts find one: see [`generate_first`].
    pub fn requests(
        &self,
        seed: u64,
        number: u64,
    ) -> (PuzzleRequest<'_>, impl Iterator<Item = PuzzleRequest<'_>>) {
        let mut symmetries = self.symmetries.clone();
        // The words that draw the puzzle itself come from the seed, so these must be others.
        shuffle(&mut seeded_rng(!seed, number), &mut symmetries);
        let parts = self.parts.len() as u64;
        let part = (parts > 0).then(|| {
            // A step of about 3/8 of the parts, without a divisor in common with their number, so
            // that the first few puzzles are spread over the range, too.
            let step = (1..parts).find(|&step| 8 * step >= 3 * parts && gcd(step, parts) == 1);
            let place = u128::from(number) * u128::from(step.unwrap_or(1)) + u128::from(parts / 2);
            &self.parts[(place % u128::from(parts)) as usize]
        });
        let difficulties = part.into_iter().map(Some).chain([self.difficulty.as_ref()]);
        let mut requests = difficulties.flat_map(move |difficulty| {
            let request = with(self.request.clone(), difficulty);
            let symmetries = symmetries.clone().into_iter();
            symmetries.map(move |symmetry| request.clone().with_symmetry(symmetry))
        });
        // There is at least one symmetry.
        let first = requests.next().unwrap_or_else(|| self.request.clone());
        (first, requests)
    }
}

/// Returns the request with this difficulty.
fn with<'a>(request: PuzzleRequest<'a>, difficulty: Option<&'a Difficulty>) -> PuzzleRequest<'a> {
    match difficulty {
        Some(Difficulty { scale, range }) => request.with_difficulty(&**scale, range.clone()),
        None => request,
    }
}

/// Generates the puzzle with this number in the series of a seed, by the first of the requests for
/// which the attempts find one. Returns it with that request.
///
/// # Errors
/// The error of the last request, with the attempts of all requests.
pub fn generate_first<'a>(
    first: PuzzleRequest<'a>,
    others: impl IntoIterator<Item = PuzzleRequest<'a>>,
    solver: &dyn Solver,
    seed: u64,
    number: u64,
) -> Result<(GeneratedPuzzle, PuzzleRequest<'a>), GenerateError> {
    let mut attempts = 0_u32;
    let mut others = others.into_iter();
    let mut request = first;
    loop {
        let mut error = match request.generate(solver, &mut seeded_rng(seed, number)) {
            Ok(puzzle) => return Ok((puzzle, request)),
            Err(error) => error,
        };
        if let GenerateError::AttemptsExhausted(tried) = &mut error {
            attempts = attempts.saturating_add(tried.attempts);
            tried.attempts = attempts;
        }
        // A part of the difficulty may be impossible with one of the symmetries.
        let is_final = matches!(error, GenerateError::Unrated { .. });
        let is_stopped = request.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        if is_final || is_stopped {
            return Err(error);
        }
        let Some(other) = others.next() else { return Err(error) };
        request = other;
    }
}

/// Returns the greatest common divisor.
const fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}
