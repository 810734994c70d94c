//! The kinds of rules that generated puzzles can have.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use rand::Rng;
use sudoku_core::Grid;
use sudoku_variants::Rule;

use super::lines::{self, Line, Used};

/// A kind of rules that generated puzzles can have, such as `killer`.
///
/// ```
/// use sudoku_generator::VariantKind;
///
/// let kind: VariantKind = "thermo".parse()?;
/// assert_eq!(kind.about(), "Thermometers");
/// assert!(VariantKind::all().any(|it| it == kind));
/// # Ok::<(), sudoku_generator::UnknownVariantKind>(())
/// ```
#[derive(Clone, Copy)]
pub struct VariantKind(&'static Entry);

struct Entry {
    name: &'static str,
    about: &'static str,
    source: Source,
}

/// The source of the rules of a kind.
enum Source {
    /// These rules about the whole board.
    Whole(&'static [&'static str]),
    /// Cages, without clues.
    Cages,
    /// Diagonals with sums.
    Diagonals,
    /// Lines that do not touch each other.
    Lines(&'static [Line]),
}

const KINDS: &[Entry] = &[
    Entry { name: "killer", about: "Cages with sums, and no clues", source: Source::Cages },
    Entry {
        name: "diagonal",
        about: "Both diagonals hold each digit once",
        source: Source::Whole(&["diagonal-down", "diagonal-up"]),
    },
    Entry {
        name: "windoku",
        about: "Four more boxes hold each digit once",
        source: Source::Whole(&["windoku"]),
    },
    Entry {
        name: "disjoint-groups",
        about: "Cells in the same position of boxes hold each digit once",
        source: Source::Whole(&["disjoint-groups"]),
    },
    Entry {
        name: "asterisk",
        about: "Nine cells in the form of a star hold each digit once",
        source: Source::Whole(&["asterisk"]),
    },
    Entry {
        name: "anti-knight",
        about: "Cells a knight's move apart differ",
        source: Source::Whole(&["anti-knight"]),
    },
    Entry {
        name: "anti-king",
        about: "Cells that touch at a corner differ",
        source: Source::Whole(&["anti-king"]),
    },
    Entry { name: "little-killer", about: "Sums of diagonals", source: Source::Diagonals },
    Entry {
        name: "thermo",
        about: "Thermometers",
        source: Source::Lines(&[Line::new("thermometer", 3..=6)]),
    },
    Entry {
        name: "arrow",
        about: "Arrows",
        source: Source::Lines(&[Line::new("arrow", 3..=4).with_circle()]),
    },
    Entry {
        name: "whisper",
        about: "German whispers",
        source: Source::Lines(&[Line::new("whisper", 3..=5).with_value(5)]),
    },
    Entry {
        name: "renban",
        about: "Renban lines",
        source: Source::Lines(&[Line::new("renban", 3..=5)]),
    },
    Entry {
        name: "palindrome",
        about: "Palindromes",
        source: Source::Lines(&[Line::new("palindrome", 3..=6)]),
    },
    Entry {
        name: "between",
        about: "Between lines",
        source: Source::Lines(&[Line::new("between", 3..=5)]),
    },
    Entry {
        name: "kropki",
        about: "White and black dots",
        source: Source::Lines(&[
            Line::pair("difference").with_value(1),
            Line::pair("ratio").with_value(2),
        ]),
    },
    Entry {
        name: "xv",
        about: "X and V between cells with the sum 10 or 5",
        source: Source::Lines(&[Line::pair("xv").with_value(10), Line::pair("xv").with_value(5)]),
    },
];

impl VariantKind {
    /// Returns every kind.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.iter().map(Self)
    }

    /// Returns the name, which [`FromStr`] reads.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns a description in a few words.
    #[must_use]
    pub const fn about(self) -> &'static str {
        self.0.about
    }

    /// Returns true if the puzzle has cages and no clues.
    #[must_use]
    pub const fn has_cages(self) -> bool {
        matches!(self.0.source, Source::Cages)
    }

    /// Returns the rules about the whole board.
    pub(super) fn whole_rules(self) -> impl Iterator<Item = Rule> {
        let lines = if let Source::Whole(lines) = self.0.source { lines } else { &[] };
        lines.iter().filter_map(|line| line.parse().ok())
    }

    /// Draws lines or diagonals that obey their rules. Lines avoid used places, and mark theirs as
    /// used.
    pub(super) fn draw_lines<R: Rng + ?Sized>(
        self,
        grid: &Grid,
        used: &mut Used,
        rng: &mut R,
    ) -> Vec<Rule> {
        match self.0.source {
            Source::Diagonals => lines::draw_diagonals(grid, rng),
            Source::Lines(kinds) => {
                kinds.iter().flat_map(|kind| kind.draw(grid, used, rng)).collect()
            }
            Source::Whole(_) | Source::Cages => Vec::new(),
        }
    }
}

impl PartialEq for VariantKind {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for VariantKind {}

impl fmt::Debug for VariantKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Prints the [name](Self::name).
impl fmt::Display for VariantKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a word that is not the name of a [`VariantKind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownVariantKind;

impl fmt::Display for UnknownVariantKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = VariantKind::all().map(VariantKind::name).collect();
        write!(f, "unknown kind of rules; known kinds: {}", names.join(", "))
    }
}

impl Error for UnknownVariantKind {}

/// Reads the [name](Self::name).
impl FromStr for VariantKind {
    type Err = UnknownVariantKind;

    fn from_str(name: &str) -> Result<Self, UnknownVariantKind> {
        Self::all().find(|kind| kind.name() == name).ok_or(UnknownVariantKind)
    }
}
