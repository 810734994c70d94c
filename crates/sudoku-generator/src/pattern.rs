//! Patterns of clues and their symmetries.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use sudoku_core::{Board, Cell, House, HouseKind};

use crate::unavoidable::{CellBits, cells};

/// A symmetry of the cells that hold a clue, regardless of the digits.
///
/// The variants are the ten different symmetries that a pattern on a square can have. A pattern may
/// have more symmetry than was requested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PatternSymmetry {
    /// No symmetry is required.
    #[default]
    None,
    /// Rotation by 180°: the usual symmetry of printed puzzles.
    HalfTurn,
    /// Rotation by 90°.
    QuarterTurn,
    /// Reflection of the left half to the right half.
    LeftRight,
    /// Reflection of the top half to the bottom half.
    TopBottom,
    /// Both of these reflections: left to right and top to bottom.
    BothMirrors,
    /// Reflection at the diagonal from the top left to the bottom right corner.
    Diagonal,
    /// Reflection at the diagonal from the top right to the bottom left corner.
    AntiDiagonal,
    /// Reflection at both diagonals.
    BothDiagonals,
    /// All rotations and reflections.
    Full,
}

impl PatternSymmetry {
    /// All ten symmetries.
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

    /// Returns the symmetry's name, which [`FromStr`] reads: `half-turn`.
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

    /// Returns the orbits of the cells: each cell together with all its images under the symmetry.
    ///
    /// Orbits are in the order of their first cells, and the cells of each in ascending order. An
    /// orbit has 1, 2, 4 or 8 cells.
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

    /// Returns the image of each cell under every move of the symmetry, the identity first.
    #[cfg(feature = "variants")]
    pub(crate) fn maps(self) -> Vec<[u8; 81]> {
        let mut maps: Vec<[u8; 81]> = vec![std::array::from_fn(|cell| cell as u8)];
        let mut next = 0;
        while let Some(&map) = maps.get(next) {
            for step in self.moves() {
                let image = |cell: u8| step.image(Cell::new(cell.into())?);
                let map = map.map(|cell| image(cell).map_or(cell, |cell| cell.index() as u8));
                if !maps.contains(&map) {
                    maps.push(map);
                }
            }
            next += 1;
        }
        maps
    }

    /// Returns the orbits as sets of cells.
    pub(crate) fn sets(self) -> &'static [CellBits] {
        static SETS: LazyLock<Vec<Vec<CellBits>>> = LazyLock::new(|| {
            let set = |orbit: Vec<Cell>| orbit.iter().fold(0, |set, cell| set | 1 << cell.index());
            let sets =
                |symmetry: &PatternSymmetry| symmetry.orbits().into_iter().map(set).collect();
            PatternSymmetry::ALL.iter().map(sets).collect()
        });
        &SETS[self as usize]
    }

    /// Returns a lower bound on the number of clues of a proper puzzle with this symmetry.
    ///
    /// - The bound is 17 for no symmetry and for one diagonal. Puzzles with 17 clues are known for
    ///   these.
    /// - The bound is 18 for all others. Proof: no symmetry of the grid maps one of the 49,158
    ///   puzzles with 17 clues, which are all that exist, to a pattern with `HalfTurn`, `LeftRight`
    ///   or `TopBottom`. Every other symmetry includes one of these moves.
    ///
    /// Puzzles with 18 clues exist for `HalfTurn`, `LeftRight` and `TopBottom`. Whether they exist
    /// for the remaining symmetries is unknown.
    #[must_use]
    pub const fn least_clues(self) -> usize {
        match self {
            Self::None | Self::Diagonal | Self::AntiDiagonal => 17,
            _ => 18,
        }
    }

    /// Returns true if the pattern of the board's clues has the symmetry.
    #[must_use]
    pub fn holds(self, board: &Board) -> bool {
        Pattern::of(board).has(self)
    }

    /// Returns moves that generate the symmetry.
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

/// Reads the [name](Self::name).
impl FromStr for PatternSymmetry {
    type Err = PatternSymmetryError;

    fn from_str(name: &str) -> Result<Self, PatternSymmetryError> {
        let found = Self::ALL.iter().copied().find(|symmetry| symmetry.name() == name);
        found.ok_or(PatternSymmetryError)
    }
}

/// The error for a text that is not the name of a [`PatternSymmetry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternSymmetryError;

impl fmt::Display for PatternSymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown symmetry; the symmetries are {}", names())
    }
}

impl std::error::Error for PatternSymmetryError {}

fn names() -> String {
    PatternSymmetry::ALL.iter().map(|symmetry| symmetry.name()).collect::<Vec<_>>().join(", ")
}

/// A move of the square: a transposition, then reflections.
struct Move {
    transpose: bool,
    flip_rows: bool,
    flip_columns: bool,
}

impl Move {
    /// Returns the image of the cell, which is always `Some`.
    const fn image(&self, cell: Cell) -> Option<Cell> {
        let (row, column) =
            if self.transpose { (cell.column(), cell.row()) } else { (cell.row(), cell.column()) };
        Cell::at(
            if self.flip_rows { 8 - row } else { row },
            if self.flip_columns { 8 - column } else { column },
        )
    }
}

/// The exact set of cells that hold a clue.
///
/// A pattern is read from a picture of 81 characters. White space is ignored. If the picture
/// contains a digit from 1 to 9, the digits are clues and all other characters are blanks.
/// Otherwise `.`, `0`, `-` and `_` are blanks and all other characters are clues.
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
    /// Returns the pattern of a board's clues.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        Self(board.clues().fold(0, |set, (cell, _)| set | 1 << cell.index()))
    }

    /// Enumerates the cells with a clue.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        cells(self.0).filter_map(Cell::new)
    }

    /// Returns true if the pattern has the symmetry.
    #[must_use]
    pub fn has(self, symmetry: PatternSymmetry) -> bool {
        symmetry.sets().iter().all(|&orbit| self.0 & orbit == 0 || self.0 & orbit == orbit)
    }

    /// Returns true if two rows of a band, or two columns of a stack, have no clue. Exchanging them
    /// gives a second solution, whatever the clues are.
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

/// The error for a picture that does not have 81 characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// The number of characters without white space.
    pub found: usize,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { found } = self;
        write!(f, "a pattern has 81 characters, not {found}")
    }
}

impl std::error::Error for PatternError {}
