//! Puzzle IDs: short texts that recreate puzzles.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use sudoku_core::{Board, Cell, Digit, Solver};

use crate::draw::{GENERATOR_VERSION, seeded_rng};
use crate::pattern::{Pattern, PatternSymmetry};
use crate::request::{Minimality, PuzzleRequest};
use crate::search::{GenerateError, GeneratedPuzzle};
use crate::unavoidable::cells;

/// A puzzle ID: the generator version, the constraints, the seed and the index of a puzzle. As text
/// it is a word of eight or more letters and digits, from which every machine makes the same
/// puzzle.
///
/// ```
/// use sudoku_generator::{PatternSymmetry, PuzzleId, PuzzleRequest, seeded_rng};
/// use sudoku_mrv::Mrv;
///
/// let request = PuzzleRequest::new().with_symmetry(PatternSymmetry::HalfTurn);
/// let puzzle = request.generate(&Mrv, &mut seeded_rng(2026, 7))?;
/// let text = request.id(2026, 7).map(|id| id.to_string());
/// assert_eq!(text.as_deref(), Some("080YM3R7YC"));
///
/// let id: PuzzleId = "080YM3R7YC".parse()?;
/// assert_eq!(id.generate(&Mrv)?, puzzle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # The text
/// The text is the bytes below in Crockford's base 32 (digits, and letters without I, L, O and U):
/// five bits a character, the highest first, padded with zeros at the end. The bytes are:
/// - The generator version.
/// - A byte of constraints. It is the symmetry's index in [`PatternSymmetry::ALL`], plus 16 times
///   the minimality (0 for orbits, 1 for any, 2 for strict). Add 64 if the ID is extended, and 128
///   if the number of clues is restricted.
/// - For an extended ID, the sum of its parts: 1 for an attempt, 2 for a pattern, 4 for given
///   clues, 8 for steps to a harder puzzle.
/// - If the number of clues is restricted, the fewest and the most clues.
/// - The seed and the index, each in groups of seven bits (LEB128): the lowest first, with the
///   highest bit set in all bytes except the last.
/// - The number of the attempt, in the same encoding.
/// - The number of steps in the attempt.
/// - The cells of the pattern as 81 bits in 11 bytes, little-endian; bit 0 is the first cell.
/// - The cells of the given clues in the same encoding, and their digits, two per byte, the first
///   in the lower half.
/// - A check byte (CRC-8).
///
/// The parser also accepts lower-case letters, I and L for 1, O for 0, and hyphens anywhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PuzzleId {
    /// The wanted number of clues, within 17 to 81.
    pub clues: RangeInclusive<usize>,
    /// The wanted symmetry.
    pub symmetry: PatternSymmetry,
    /// The wanted minimality.
    pub minimality: Minimality,
    /// The wanted pattern, if any.
    pub pattern: Option<Pattern>,
    /// The given clues; an empty board if no clue was given.
    pub givens: Board,
    /// The number of the attempt that made the puzzle, if a difficulty was wanted. It replaces the
    /// scale.
    pub attempt: Option<u32>,
    /// The number of steps in this attempt: see [`PuzzleRequest::climb_steps`].
    pub steps: u8,
    /// The seed of the series.
    pub seed: u64,
    /// The index in the series.
    pub index: u64,
}

/// The digits of Douglas Crockford's base 32.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const MINIMALITIES: [Minimality; 3] = [Minimality::Orbits, Minimality::Any, Minimality::Strict];

const RESTRICTED: u8 = 128;
const EXTENDED: u8 = 64;

// The parts of an extended ID.
const ATTEMPT: u8 = 1;
const PATTERN: u8 = 2;
const GIVENS: u8 = 4;
const STEPS: u8 = 8;

/// The maximum size of an ID without pattern and givens, used as the initial capacity: version,
/// constraints, parts, two numbers of clues, three numbers in groups of seven bits, the steps and
/// the check.
const MOST_FREE_BYTES: usize = 5 + 10 + 10 + 5 + 1 + 1;

/// The number of bytes that hold one bit per cell.
const CELL_BYTES: usize = 11;

impl PuzzleRequest<'_> {
    /// Returns the ID of the puzzle that this request makes with [`seeded_rng`] of this seed and
    /// index. It does not check that an attempt meets the request.
    ///
    /// Returns `None` in three cases: the request allows no number of clues from 17 to 81, it draws
    /// from [solutions](PuzzleRequest::solutions), or it has a difficulty. With a difficulty, make
    /// the puzzle first and use [`id_of`](Self::id_of).
    #[must_use]
    pub fn id(&self, seed: u64, index: u64) -> Option<PuzzleId> {
        self.id_with(self.fixed(), seed, index)
    }

    /// Returns the fixed attempt and the number of its steps, if any.
    fn fixed(&self) -> Option<(u32, u8)> {
        self.attempt.map(|attempt| (attempt, self.steps()))
    }

    /// Returns the ID of the puzzle from this attempt after these steps. They are part of the ID
    /// only for requests with a difficulty or a fixed attempt.
    fn id_with(&self, made_by: Option<(u32, u8)>, seed: u64, index: u64) -> Option<PuzzleId> {
        let (attempt, steps) = made_by.unzip();
        let clues = *self.clues.start().max(&17)..=*self.clues.end().min(&81);
        let has_id = (self.difficulty.is_none() || attempt.is_some())
            && self.solutions.is_none()
            && !clues.is_empty();
        has_id.then_some(PuzzleId {
            clues,
            symmetry: self.symmetry,
            minimality: self.minimality,
            pattern: self.pattern,
            givens: self.givens,
            attempt,
            steps: steps.unwrap_or(0),
            seed,
            index,
        })
    }

    /// Returns the ID of a puzzle that this request made with [`seeded_rng`] of this seed and
    /// index.
    ///
    /// ```
    /// use sudoku_generator::{Guesses, PuzzleRequest, seeded_rng};
    /// use sudoku_mrv::Mrv;
    ///
    /// let guesses = Guesses::new("mrv", &Mrv);
    /// let request = PuzzleRequest::new().with_difficulty(&guesses, 5..=9);
    /// let puzzle = request.generate(&Mrv, &mut seeded_rng(1, 0))?;
    /// let id = request.id_of(&puzzle, 1, 0).expect("the request has an ID");
    /// assert_eq!(id.generate(&Mrv)?.board, puzzle.board);
    /// # Ok::<(), sudoku_generator::GenerateError>(())
    /// ```
    #[must_use]
    pub fn id_of(&self, puzzle: &GeneratedPuzzle, seed: u64, index: u64) -> Option<PuzzleId> {
        let made_by = self.difficulty.as_ref().map(|_| (puzzle.attempts, puzzle.steps));
        self.id_with(made_by.or(self.fixed()), seed, index)
    }
}

impl PuzzleId {
    /// Returns the request for the puzzle, with the maximum number of attempts. Set
    /// [`PuzzleRequest::attempts`] lower for IDs from untrusted sources: an invented ID may ask for
    /// a puzzle that takes forever.
    #[must_use]
    pub fn request(&self) -> PuzzleRequest<'static> {
        let request = PuzzleRequest::new()
            .with_clues(self.clues.clone())
            .with_symmetry(self.symmetry)
            .with_minimality(self.minimality)
            .with_givens(self.givens)
            .with_attempts(u32::MAX);
        let Self { pattern, attempt, steps, .. } = *self;
        PuzzleRequest { pattern, attempt, climb_steps: steps, ..request }
    }

    /// Makes the puzzle of this ID.
    ///
    /// # Errors
    /// The errors of [`PuzzleRequest::generate`]. The ID of a generated puzzle gives no error.
    pub fn generate(&self, solver: &dyn Solver) -> Result<GeneratedPuzzle, GenerateError> {
        self.request().generate(solver, &mut seeded_rng(self.seed, self.index))
    }

    fn to_bytes(&self) -> Vec<u8> {
        let place = |found: Option<usize>| found.unwrap_or_default() as u8;
        let symmetry = place(PatternSymmetry::ALL.iter().position(|&it| it == self.symmetry));
        let minimality = place(MINIMALITIES.iter().position(|&it| it == self.minimality));
        let mut bytes = Vec::with_capacity(MOST_FREE_BYTES);
        bytes.extend([GENERATOR_VERSION as u8, symmetry | minimality << 4]);
        let mut kinds = if self.attempt.is_some() { ATTEMPT } else { 0 };
        kinds |= if self.pattern.is_some() { PATTERN } else { 0 };
        kinds |= if self.givens == Board::EMPTY { 0 } else { GIVENS };
        kinds |= if self.steps == 0 { 0 } else { STEPS };
        if kinds != 0 {
            bytes[1] |= EXTENDED;
            bytes.push(kinds);
        }
        if self.clues != (17..=81) {
            bytes[1] |= RESTRICTED;
            bytes.extend([*self.clues.start() as u8, *self.clues.end() as u8]);
        }
        for mut number in
            [Some(self.seed), Some(self.index), self.attempt.map(u64::from)].into_iter().flatten()
        {
            while number > 127 {
                bytes.push(number as u8 | 128);
                number >>= 7;
            }
            bytes.push(number as u8);
        }
        if self.steps > 0 {
            bytes.push(self.steps);
        }
        if let Some(Pattern(cells)) = self.pattern {
            bytes.extend(&cells.to_le_bytes()[..CELL_BYTES]);
        }
        if kinds & GIVENS != 0 {
            bytes.extend(&Pattern::of(&self.givens).0.to_le_bytes()[..CELL_BYTES]);
            let digits: Vec<u8> = self.givens.clues().map(|(_, digit)| digit.get()).collect();
            bytes.extend(digits.chunks(2).map(|two| two[0] | two.get(1).unwrap_or(&0) << 4));
        }
        bytes.push(check(&bytes));
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, PuzzleIdError> {
        let (&last, bytes) = bytes.split_last().ok_or(PuzzleIdError::Incomplete)?;
        if last != check(bytes) {
            return Err(PuzzleIdError::Check);
        }
        let mut rest = bytes.iter().copied();
        let mut next = || rest.next().ok_or(PuzzleIdError::Incomplete);
        let version = next()?;
        if u64::from(version) != GENERATOR_VERSION {
            return Err(PuzzleIdError::Version { found: version });
        }
        let constraints = next()?;
        let symmetry = PatternSymmetry::ALL.get(usize::from(constraints & 15)).copied();
        let minimality = MINIMALITIES.get(usize::from(constraints >> 4 & 3)).copied();
        let (Some(symmetry), Some(minimality)) = (symmetry, minimality) else {
            return Err(PuzzleIdError::Constraints);
        };
        let kinds = if constraints & EXTENDED == 0 { 0 } else { next()? };
        let clues = match constraints & RESTRICTED {
            0 => 17..=81,
            _ => usize::from(next()?)..=usize::from(next()?),
        };
        let mut number = || {
            let (mut number, mut shift) = (0_u64, 0);
            loop {
                let byte = next()?;
                let bits = u64::from(byte & 127);
                if shift > 63 || bits << shift >> shift != bits {
                    return Err(PuzzleIdError::Constraints);
                }
                number |= bits << shift;
                shift += 7;
                if byte < 128 {
                    return Ok(number);
                }
            }
        };
        let (&least, &most) = (clues.start(), clues.end());
        let (seed, index) = (number()?, number()?);
        let attempt = if kinds & ATTEMPT == 0 { None } else { Some(number()?) };
        let attempt = attempt.map(u32::try_from).transpose();
        let attempt = attempt.map_err(|_| PuzzleIdError::Constraints)?;
        if attempt == Some(0) {
            return Err(PuzzleIdError::Constraints);
        }
        let steps = if kinds & STEPS == 0 { 0 } else { next()? };
        let mut set = || {
            let mut bytes = [0; 16];
            for byte in &mut bytes[..CELL_BYTES] {
                *byte = next()?;
            }
            let set = u128::from_le_bytes(bytes);
            if set >> Cell::COUNT == 0 { Ok(set) } else { Err(PuzzleIdError::Constraints) }
        };
        let pattern = if kinds & PATTERN == 0 { None } else { Some(Pattern(set()?)) };
        let given_cells = if kinds & GIVENS == 0 { 0 } else { set()? };
        let mut givens = Board::EMPTY;
        let mut two = 0;
        for (place, cell) in cells(given_cells).filter_map(Cell::new).enumerate() {
            two = if place % 2 == 0 { next()? } else { two >> 4 };
            let digit = Digit::new(two & 15).ok_or(PuzzleIdError::Constraints)?;
            givens.set(cell, Some(digit));
        }
        let id = Self { clues, symmetry, minimality, pattern, givens, attempt, steps, seed, index };
        if least < 17 || most > 81 || least > most {
            return Err(PuzzleIdError::Clues { least, most });
        }
        if steps > 0 && cfg!(not(feature = "climb")) {
            return Err(PuzzleIdError::Climb);
        }
        if steps > 0 && (attempt.is_none() || id.request().steps() == 0) {
            return Err(PuzzleIdError::Constraints);
        }
        // Reject IDs with extra bytes or overlong numbers: no generator writes them.
        let mut written = id.to_bytes();
        written.pop();
        if written == bytes { Ok(id) } else { Err(PuzzleIdError::Constraints) }
    }
}

/// Returns the CRC-8 of the bytes, which differs for bytes that differ in one place.
fn check(bytes: &[u8]) -> u8 {
    // The polynomial of the Dallas 1-Wire bus: 0x31, reflected.
    bytes.iter().fold(0xff, |sum, byte| {
        (0..8).fold(sum ^ byte, |sum, _| if sum & 1 != 0 { sum >> 1 ^ 0x8c } else { sum >> 1 })
    })
}

/// Prints the ID, such as `080YM3R7YC`.
impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.to_bytes();
        let mut text = String::with_capacity((bytes.len() * 8).div_ceil(5));
        let (mut held, mut bits) = (0_u32, 0);
        for byte in bytes {
            held = held << 8 | u32::from(byte);
            bits += 8;
            while bits >= 5 {
                bits -= 5;
                text.push(char::from(DIGITS[(held >> bits & 31) as usize]));
            }
        }
        if bits > 0 {
            text.push(char::from(DIGITS[(held << (5 - bits) & 31) as usize]));
        }
        f.pad(&text)
    }
}

impl FromStr for PuzzleId {
    type Err = PuzzleIdError;

    fn from_str(text: &str) -> Result<Self, PuzzleIdError> {
        let (mut held, mut bits, mut bytes) = (0_u32, 0, Vec::new());
        for (place, found) in text.chars().enumerate() {
            let wanted = match found.to_ascii_uppercase() {
                '-' => continue,
                'I' | 'L' => '1',
                'O' => '0',
                other => other,
            };
            let digit = DIGITS.iter().position(|&digit| char::from(digit) == wanted);
            let digit = digit.ok_or(PuzzleIdError::Character { column: place + 1, found })?;
            held = held << 5 | digit as u32;
            bits += 5;
            if bits >= 8 {
                bits -= 8;
                bytes.push((held >> bits) as u8);
            }
        }
        // The unused bits of the last character must be zero.
        if bits >= 5 || held & ((1 << bits) - 1) != 0 {
            return Err(PuzzleIdError::Check);
        }
        Self::from_bytes(&bytes)
    }
}

/// The reason why a text is not a valid [`PuzzleId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleIdError {
    /// A character is not a base 32 digit.
    Character {
        /// The position of the character in the text, counted from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// Characters are missing at the end.
    Incomplete,
    /// The check byte does not match.
    Check,
    /// The puzzle was made by another version of the generator, which this version cannot
    /// reproduce.
    Version {
        /// The version that made it.
        found: u8,
    },
    /// The range of clues is empty or not within 17 to 81.
    Clues {
        /// The fewest clues.
        least: usize,
        /// The most clues.
        most: usize,
    },
    /// The puzzle was made by a [climb](PuzzleRequest::climb_steps), which needs the feature
    /// `climb`.
    Climb,
    /// The ID holds other values that no version of the generator writes.
    Constraints,
}

impl fmt::Display for PuzzleIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character { column, found } => write!(
                f,
                "column {column}: found `{found}`; a puzzle ID has only digits, letters except U, \
                 and hyphens"
            ),
            Self::Incomplete => f.write_str("the puzzle ID is incomplete; copy all of it"),
            Self::Check => {
                f.write_str("the puzzle ID is mistyped: a character is wrong, missing or extra")
            }
            Self::Version { found } => write!(
                f,
                "the puzzle ID is from version {found} of the generator; this version reads only \
                 {GENERATOR_VERSION}"
            ),
            Self::Clues { least, most } => write!(
                f,
                "the puzzle ID asks for {least} to {most} clues; a range must go up and lie within \
                 17 to 81"
            ),
            Self::Climb => f.write_str(
                "the puzzle ID is of a very hard puzzle, which only the command `sudoku generate --id` \
                 and the Python package make",
            ),
            Self::Constraints => f.write_str(
                "the puzzle ID is invalid: no version of the generator writes these values",
            ),
        }
    }
}

impl std::error::Error for PuzzleIdError {}
