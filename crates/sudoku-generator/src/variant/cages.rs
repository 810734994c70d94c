//! Layouts of cages.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use rand::Rng;
use sudoku_core::{Cell, Grid};
use sudoku_variants::Rule;
use sudoku_variants::sudoku_rules::RuleValue;

use crate::draw::uniform_below;
use crate::pattern::PatternSymmetry;
use crate::unavoidable::{BITS, CellBits, cells};

/// The wanted sizes of cages: a weight for each number of cells.
///
/// As text it is a list of sizes with their weights. `2:1,3:2` draws three cells twice as often as
/// two. A size without a weight has weight 1. Other sizes do not occur.
///
/// ```
/// use sudoku_generator::CageSizes;
///
/// let sizes: CageSizes = "2:1,3:2,4".parse()?;
/// assert_eq!(sizes.weights(), [0, 1, 2, 1, 0, 0, 0, 0, 0]);
/// # Ok::<(), sudoku_generator::CageSizesError>(())
/// ```
///
/// A cage that has no space to grow may be smaller than drawn, but it has one of these sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CageSizes([u16; 9]);

/// The error for a text that is no list of cage sizes, or for sizes that no puzzle can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CageSizesError {
    /// The text is no list of sizes with weights.
    NoList,
    /// No sum of the sizes is 81.
    NoCover,
    /// All cages would have nine cells.
    OnlyNine,
}

impl fmt::Display for CageSizesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoList => {
                "expected sizes from 1 to 9 with weights from 1 to 1000, each size once, such as \
                 2:1,3:2,4:1"
            }
            Self::NoCover => {
                "cages of these sizes cannot cover the 81 cells of the board; add another size, \
                 such as 3"
            }
            Self::OnlyNine => {
                "every cage of nine cells has the sum 45, so such a puzzle has several solutions; \
                 add smaller sizes"
            }
        })
    }
}

impl Error for CageSizesError {}

impl CageSizes {
    /// Returns the weights of the sizes from 1 to 9.
    #[must_use]
    pub const fn weights(&self) -> [u16; 9] {
        self.0
    }

    /// Draws a size.
    fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> u32 {
        let total = self.0.iter().map(|&weight| u64::from(weight)).sum();
        let mut left = uniform_below(rng, total);
        let mut sizes = (1..).zip(self.0);
        let is_drawn = |(_, weight): &(u32, u16)| {
            let is_drawn = left < u64::from(*weight);
            left = left.saturating_sub(u64::from(*weight));
            is_drawn
        };
        sizes.find(is_drawn).map_or(1, |(size, _)| size)
    }

    /// Returns true if cages may have this size.
    fn allows(&self, size: u32) -> bool {
        self.0.get(size as usize - 1).is_some_and(|&weight| weight > 0)
    }
}

impl Default for CageSizes {
    /// Returns sizes from 2 to 4, mostly 2 and 3.
    fn default() -> Self {
        Self([0, 4, 3, 1, 0, 0, 0, 0, 0])
    }
}

impl FromStr for CageSizes {
    type Err = CageSizesError;

    fn from_str(text: &str) -> Result<Self, CageSizesError> {
        let mut weights = [0; 9];
        for item in text.split(',') {
            let (size, weight) = item.split_once(':').unwrap_or((item, "1"));
            let size: usize = size.trim().parse().map_err(|_| CageSizesError::NoList)?;
            let weight: u16 = weight.trim().parse().map_err(|_| CageSizesError::NoList)?;
            let place = size.checked_sub(1).and_then(|at| weights.get_mut(at));
            match place.filter(|old| **old == 0 && (1..=1000).contains(&weight)) {
                Some(place) => *place = weight,
                None => return Err(CageSizesError::NoList),
            }
        }
        let sizes = || (1..).zip(weights).filter(|(_, weight)| *weight > 0).map(|(size, _)| size);
        // A bit for each sum of sizes up to 81.
        let sums =
            (0..81).fold(1_u128, |sums, _| sizes().fold(sums, |sums, size| sums | sums << size));
        match sums >> 81 & 1 {
            0 => Err(CageSizesError::NoCover),
            _ if sizes().eq([9]) => Err(CageSizesError::OnlyNine),
            _ => Ok(Self(weights)),
        }
    }
}

/// The maximum number of layouts that are drawn to get only cages of allowed sizes.
const LAYOUTS: usize = 1000;

/// Draws cages that cover the board, without a repeated digit in a cage. Each item has a cage and
/// its images under the symmetry. Returns `None` if no layout has only allowed sizes.
pub(super) fn draw<R: Rng + ?Sized>(
    grid: &Grid,
    sizes: &CageSizes,
    symmetry: PatternSymmetry,
    rng: &mut R,
) -> Option<Vec<Vec<CellBits>>> {
    let maps = symmetry.maps();
    (0..LAYOUTS).find_map(|_| layout(grid, sizes, &maps, rng))
}

/// Returns the rule of a cage with the sum of its digits.
pub(super) fn rule(grid: &Grid, cage: CellBits) -> Option<Rule> {
    let sum = cells(cage).map(|cell| i32::from(grid.as_bytes()[cell])).sum();
    let cells = cells(cage).filter_map(Cell::new).collect();
    Rule::new("cage".parse().ok()?, RuleValue::Number(sum), cells, Vec::new()).ok()
}

/// Draws a layout, or returns `None` if a cage does not reach an allowed size.
fn layout<R: Rng + ?Sized>(
    grid: &Grid,
    sizes: &CageSizes,
    maps: &[[u8; 81]],
    rng: &mut R,
) -> Option<Vec<Vec<CellBits>>> {
    let mut free: CellBits = (1 << 81) - 1;
    let mut cages = Vec::new();
    while free != 0 {
        // A cell with few free neighbors would soon be alone.
        let (mut starts, mut least) = (Vec::new(), u32::MAX);
        for cell in cells(free) {
            let open = (NEIGHBORS[cell] & free).count_ones();
            if open < least {
                starts.clear();
                least = open;
            }
            if open == least {
                starts.push(cell);
            }
        }
        let mut cage = BITS[*one_of(&starts, rng)?];
        let wanted = sizes.draw(rng);
        while cage.count_ones() < wanted {
            let around = cells(cage).fold(0, |around, cell| around | NEIGHBORS[cell]);
            let next = cells(around & free & !cage);
            let larger = next.map(|cell| with_images(cage | BITS[cell], maps));
            let fits = |cage: &CellBits| {
                let has_room = cage & !free == 0 && cage.count_ones() <= wanted;
                has_room && maps.iter().all(|map| has_different_digits(grid, image(*cage, map)))
            };
            let larger: Vec<CellBits> = larger.filter(fits).collect();
            let Some(&next) = one_of(&larger, rng) else { break };
            cage = next;
        }
        if !sizes.allows(cage.count_ones()) {
            return None;
        }
        let mut orbit: Vec<CellBits> = maps.iter().map(|map| image(cage, map)).collect();
        orbit.sort_unstable();
        orbit.dedup();
        free &= !orbit.iter().fold(0, |all, cage| all | cage);
        cages.push(orbit);
    }
    Some(cages)
}

/// Draws one of the items, each equally likely.
fn one_of<'a, R: Rng + ?Sized, T>(items: &'a [T], rng: &mut R) -> Option<&'a T> {
    items.get(uniform_below(rng, items.len() as u64) as usize)
}

/// Returns the image of the cells.
fn image(set: CellBits, map: &[u8; 81]) -> CellBits {
    cells(set).fold(0, |image, cell| image | BITS[usize::from(map[cell])])
}

/// Adds overlapping images to the cage until each image is equal to the cage or disjoint from it.
fn with_images(mut cage: CellBits, maps: &[[u8; 81]]) -> CellBits {
    let overlaps = |cage: CellBits| {
        let images = maps.iter().map(move |map| image(cage, map));
        images.filter(move |image| image & cage != 0).fold(cage, |all, image| all | image)
    };
    while overlaps(cage) != cage {
        cage = overlaps(cage);
    }
    cage
}

fn has_different_digits(grid: &Grid, cage: CellBits) -> bool {
    let digits = cells(cage).fold(0_u16, |digits, cell| digits | 1 << grid.as_bytes()[cell]);
    digits.count_ones() == cage.count_ones()
}

/// The cells that share a side with each cell.
const NEIGHBORS: [CellBits; 81] = {
    let mut neighbors = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let set = BITS[cell];
        let right = if cell % 9 < 8 { set << 1 } else { 0 };
        let left = if cell % 9 > 0 { set >> 1 } else { 0 };
        neighbors[cell] = (right | left | set << 9 | set >> 9) & ((1 << 81) - 1);
        cell += 1;
    }
    neighbors
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::seeded_rng;
    use crate::grid::random_grid;

    #[test]
    fn layouts_cover_the_board_once_with_allowed_sizes() {
        let sizes: CageSizes = "1,2:3,3:3,4:1".parse().unwrap();
        for (number, &symmetry) in (0..).zip(PatternSymmetry::ALL) {
            let mut rng = seeded_rng(3, number);
            let grid = random_grid(&mut rng);
            let layout = draw(&grid, &sizes, symmetry, &mut rng).unwrap();
            let cages: Vec<CellBits> = layout.concat();
            assert_eq!(cages.iter().fold(0, |all, cage| all ^ cage), (1 << 81) - 1, "{symmetry}");
            assert_eq!(cages.iter().map(|cage| cage.count_ones()).sum::<u32>(), 81);
            for &cage in &cages {
                assert!(sizes.allows(cage.count_ones()) && has_different_digits(&grid, cage));
                let moved = symmetry.maps().into_iter().map(|map| image(cage, &map));
                assert!(moved.into_iter().all(|image| cages.contains(&image)), "{symmetry}");
            }
        }
    }

    #[test]
    fn wrong_sizes_are_refused() {
        for text in ["", "0", "10", "2:0", "2:1001", "2,2", "a", "2:", "-2", "2..5"] {
            assert_eq!(text.parse::<CageSizes>(), Err(CageSizesError::NoList), "{text}");
        }
        for text in ["2", "2,4:3,6,8", "5", "7", "8"] {
            assert_eq!(text.parse::<CageSizes>(), Err(CageSizesError::NoCover), "{text}");
        }
        assert_eq!("9:9".parse::<CageSizes>(), Err(CageSizesError::OnlyNine));
        for text in ["1", "3", "2,3", "7,8", "6,9"] {
            assert!(text.parse::<CageSizes>().is_ok(), "{text}");
        }
    }
}
