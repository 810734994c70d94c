//! The symmetries that the pattern of clues can have.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use sudoku_core::{Board, Cell, House, HouseKind};
use thiserror::Error;

use crate::unavoidable::{CellBits, cells};

/// A symmetry of the pattern of clues: which cells hold a clue, whatever the digits.
///
/// These are the ten symmetries of a square that a pattern can have, no two of them the same. A
/// pattern may have more symmetry than was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PatternSymmetry {
    /// None is asked for.
    #[default]
    None,
    /// The pattern turned by 180° is the same: the usual symmetry of printed puzzles.
    HalfTurn,
    /// The pattern turned by 90° is the same.
    QuarterTurn,
    /// The left half mirrors the right half.
    LeftRight,
    /// The top half mirrors the bottom half.
    TopBottom,
    /// Both: the left half mirrors the right, and the top half the bottom.
    BothMirrors,
    /// The pattern mirrors itself at the diagonal from the top left to the bottom right corner.
    Diagonal,
    /// The pattern mirrors itself at the diagonal from the top right to the bottom left corner.
    AntiDiagonal,
    /// The pattern mirrors itself at both diagonals.
    BothDiagonals,
    /// All of these: every turn and every mirror.
    Full,
}

impl PatternSymmetry {
    /// The ten symmetries.
    pub const ALL: &[Self] = &[
        Self::None,
        Self::HalfTurn,
        Self::QuarterTurn,
        Self::LeftRight,
        Self::TopBottom,
        Self::BothMirrors,
        Self::Diagonal,
        Self::AntiDiagonal,
        Self::BothDiagonals,
        Self::Full,
    ];

    /// Its name as people write it, by which [`FromStr`] finds it: `half-turn`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::HalfTurn => "half-turn",
            Self::QuarterTurn => "quarter-turn",
            Self::LeftRight => "left-right",
            Self::TopBottom => "top-bottom",
            Self::BothMirrors => "both-mirrors",
            Self::Diagonal => "diagonal",
            Self::AntiDiagonal => "anti-diagonal",
            Self::BothDiagonals => "both-diagonals",
            Self::Full => "full",
        }
    }

    /// The cells in orbits: each cell together with all its images under the symmetry.
    ///
    /// The orbits come in the order of their first cells, and the cells of each in the order of
    /// their numbers; an orbit has 1, 2, 4 or 8 cells.
    #[must_use]
    pub fn orbits(self) -> Vec<Vec<Cell>> {
        let mut orbits: Vec<Vec<Cell>> = Vec::new();
        for cell in Cell::all() {
            if orbits.iter().any(|orbit| orbit.contains(&cell)) {
                continue;
            }
            let mut orbit = vec![cell];
            let mut next = 0;
            while let Some(&from) = orbit.get(next) {
                for image in self.moves().iter().filter_map(|step| step.image(from)) {
                    if !orbit.contains(&image) {
                        orbit.push(image);
                    }
                }
                next += 1;
            }
            orbit.sort_unstable();
            orbits.push(orbit);
        }
        orbits
    }

    /// The orbits as sets of cells.
    pub(crate) fn sets(self) -> &'static [CellBits] {
        static SETS: LazyLock<Vec<Vec<CellBits>>> = LazyLock::new(|| {
            let set = |orbit: Vec<Cell>| orbit.iter().fold(0, |set, cell| set | 1 << cell.index());
            let sets =
                |symmetry: &PatternSymmetry| symmetry.orbits().into_iter().map(set).collect();
            PatternSymmetry::ALL.iter().map(sets).collect()
        });
        &SETS[self as usize]
    }

    /// A number of clues below which no proper puzzle has a pattern with the symmetry; whether
    /// there is one with exactly that number is not known for each.
    ///
    /// It is 17 with none and with one diagonal (puzzles with such patterns are known), and 18 with
    /// all others: none of the 49,158 puzzles of 17 clues, which are all there are, can be brought
    /// by symmetries of the grid into a pattern that a half turn or a mirror between halves leaves
    /// as it is, and each of the other symmetries includes one of these moves. (With 18 clues there
    /// are puzzles with a half turn, and with one such mirror.)
    #[must_use]
    pub const fn least_clues(self) -> usize {
        match self {
            Self::None | Self::Diagonal | Self::AntiDiagonal => 17,
            _ => 18,
        }
    }

    /// Whether the pattern of the board's clues has the symmetry.
    #[must_use]
    pub fn holds(self, board: &Board) -> bool {
        Pattern::of(board).has(self)
    }

    /// Moves that together generate the symmetry.
    const fn moves(self) -> &'static [Move] {
        const TURN: Move = Move { transpose: false, flip_rows: true, flip_columns: true };
        const QUARTER: Move = Move { transpose: true, flip_rows: false, flip_columns: true };
        const LEFT_RIGHT: Move = Move { transpose: false, flip_rows: false, flip_columns: true };
        const TOP_BOTTOM: Move = Move { transpose: false, flip_rows: true, flip_columns: false };
        const DIAGONAL: Move = Move { transpose: true, flip_rows: false, flip_columns: false };
        const ANTI: Move = Move { transpose: true, flip_rows: true, flip_columns: true };
        match self {
            Self::None => &[],
            Self::HalfTurn => &[TURN],
            Self::QuarterTurn => &[QUARTER],
            Self::LeftRight => &[LEFT_RIGHT],
            Self::TopBottom => &[TOP_BOTTOM],
            Self::BothMirrors => &[LEFT_RIGHT, TOP_BOTTOM],
            Self::Diagonal => &[DIAGONAL],
            Self::AntiDiagonal => &[ANTI],
            Self::BothDiagonals => &[DIAGONAL, ANTI],
            Self::Full => &[QUARTER, DIAGONAL],
        }
    }
}

/// Prints the [name](Self::name).
impl fmt::Display for PatternSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads what a symmetry prints.
impl FromStr for PatternSymmetry {
    type Err = PatternSymmetryError;

    fn from_str(name: &str) -> Result<Self, PatternSymmetryError> {
        let found = Self::ALL.iter().copied().find(|symmetry| symmetry.name() == name);
        found.ok_or(PatternSymmetryError)
    }
}

/// A text that is the name of no [`PatternSymmetry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the symmetries are {}", names())]
pub struct PatternSymmetryError;

fn names() -> String {
    PatternSymmetry::ALL.iter().map(|symmetry| symmetry.name()).collect::<Vec<_>>().join(", ")
}

/// A move of the square: transposed first, then flipped.
struct Move {
    transpose: bool,
    flip_rows: bool,
    flip_columns: bool,
}

impl Move {
    /// Where the cell goes; always a cell.
    const fn image(&self, cell: Cell) -> Option<Cell> {
        let (row, column) =
            if self.transpose { (cell.column(), cell.row()) } else { (cell.row(), cell.column()) };
        Cell::at(
            if self.flip_rows { 8 - row } else { row },
            if self.flip_columns { 8 - column } else { column },
        )
    }
}

/// The cells that are to hold a clue, and no others.
///
/// It is read from a picture of 81 characters: `.`, `0`, `-` and `_` are blanks, all others are
/// clues; white space is passed over. In a puzzle, which has digits from 1 to 9, those are the
/// clues and all others blanks.
///
/// ```
/// use sudoku_generator::Pattern;
///
/// let pattern: Pattern = "
///     x.......x ..xx.xx.. .x..x..x. .x.x.x.x. ..x...x.. .x.x.x.x. .x..x..x. ..xx.xx.. x.......x
/// ".parse()?;
/// assert_eq!(pattern.cells().count(), 28);
/// # Ok::<(), sudoku_generator::PatternError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pattern(pub(crate) CellBits);

impl Pattern {
    /// The pattern of a board's clues.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        Self(board.clues().fold(0, |set, (cell, _)| set | 1 << cell.index()))
    }

    /// The cells with a clue.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        cells(self.0).filter_map(Cell::new)
    }

    /// Whether it has the symmetry.
    #[must_use]
    pub fn has(self, symmetry: PatternSymmetry) -> bool {
        symmetry.sets().iter().all(|&orbit| self.0 & orbit == 0 || self.0 & orbit == orbit)
    }

    /// Whether two lines of a chute have no clue: whatever the clues, they can be exchanged.
    pub(crate) fn has_empty_lines(self) -> bool {
        let is_empty = |line: &[Cell; 9]| line.iter().all(|cell| self.0 & (1 << cell.index()) == 0);
        let lines = |kind| {
            let empty = House::all().filter(move |house| house.kind() == kind);
            empty.map(|house| is_empty(house.cells())).collect::<Vec<_>>()
        };
        let two = |chute: &[bool]| chute.iter().filter(|&&is_empty| is_empty).count() > 1;
        [HouseKind::Row, HouseKind::Column].into_iter().any(|kind| lines(kind).chunks(3).any(two))
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let mut found = 0;
        let mut set = 0;
        let is_digit = |character| matches!(character, '1'..='9');
        let is_puzzle = text.contains(is_digit);
        for character in text.chars().filter(|character| !character.is_whitespace()) {
            let is_clue = match is_puzzle {
                true => is_digit(character),
                false => !matches!(character, '.' | '0' | '-' | '_'),
            };
            if found < 81 && is_clue {
                set |= 1 << found;
            }
            found += 1;
        }
        if found == 81 { Ok(Self(set)) } else { Err(PatternError { found }) }
    }
}

/// A picture that has not 81 characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a pattern has 81 characters, this has {found}")]
pub struct PatternError {
    /// How many characters it has, without white space.
    pub found: usize,
}
