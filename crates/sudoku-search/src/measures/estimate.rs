//! An estimate of the difficulty of a puzzle, from trial and error alone.

use sudoku_core::Board;

use super::position::{ALL_DIGITS, Cells, DIGITS, Known, NOTHING_KNOWN, Position, bits};

/// The maximum number of rounds in which candidates are tried.
const ROUNDS: u32 = 10;

/// Returns an estimate of a puzzle's difficulty: the number of candidates that [trial and error]
/// does not refute, added up over the rounds.
///
/// A round tries every candidate in the same position, and places singles and eliminates by locked
/// candidates as long as possible. It then eliminates each candidate that led to a contradiction.
/// It also eliminates each candidate that all candidates of some cell, or all places of a digit in
/// some house, eliminate. This rarely solves puzzles of ER 10.0 or more, so they score ten times as
/// much as other puzzles.
///
/// The estimate of a board never changes, because the IDs of very hard puzzles depend on it.
///
/// [trial and error]: https://en.wikipedia.org/wiki/Trial_and_error
#[must_use]
pub fn difficulty_estimate(board: &Board) -> u32 {
    let mut position = Position::of(board);
    let mut known = Known::new();
    let mut common = vec![Common::NONE; 81 * 4];
    let mut sum = 0;
    for round in 0..ROUNDS {
        position.follow(ALL_DIGITS, &NOTHING_KNOWN);
        // The results of the last round stay valid, because this position has fewer candidates.
        known.possible = position.digits;
        let mut count = 0;
        common.fill(Common::NONE);
        for digit in 0..DIGITS {
            for (band, bit) in bits(position.digits[digit].without(position.placed)) {
                let (mut trial, changed);
                if let Some(result) = known.result(digit, (band, bit)) {
                    trial = *result;
                    changed = trial.restrict(&position);
                } else {
                    trial = position;
                    changed = trial.place(Cells::one(band, bit), digit);
                }
                if !trial.follow(changed, &known) {
                    known.refute(digit, (band, bit));
                    continue;
                }
                known.store(digit, (band, bit), trial);
                count += 1;
                let (row, column) = (3 * band + bit / 9, bit % 9);
                let square = 3 * band + column / 3;
                let homes = [9 * row + column, 9 * row + digit, 9 * column + digit];
                for (kind, home) in homes.into_iter().chain([9 * square + digit]).enumerate() {
                    common[81 * kind + home].add(&trial);
                }
            }
        }
        sum += count;
        let mut next = position;
        for (digit, possible) in next.digits.iter_mut().zip(&known.possible) {
            *digit = digit.and(*possible);
        }
        for common in common.iter().filter(|it| it.is_used) {
            for (digit, possible) in next.digits.iter_mut().zip(&common.digits) {
                *digit = digit.and(*possible);
            }
        }
        if next.digits == position.digits {
            return sum + count * (ROUNDS - 1 - round);
        }
        position = next;
    }
    sum
}

/// The candidates that are left after at least one of some trials.
#[derive(Clone, Copy)]
struct Common {
    digits: [Cells; DIGITS],
    /// True if there was a trial.
    is_used: bool,
}

impl Common {
    const NONE: Self = Self { digits: [Cells::NONE; DIGITS], is_used: false };

    fn add(&mut self, trial: &Position) {
        self.is_used = true;
        for (digit, other) in self.digits.iter_mut().zip(&trial.digits) {
            *digit = digit.or(*other);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test fails by panicking.
mod tests {
    use sudoku_core::{Board, Cell, Digit, DigitSet, House};

    use super::{ROUNDS, difficulty_estimate};

    /// The digits of each cell.
    type Candidates = [DigitSet; Cell::COUNT];

    /// Places singles and eliminates by locked candidates. Returns false at a contradiction.
    fn follow(candidates: &mut Candidates) -> bool {
        loop {
            let before = *candidates;
            for cell in Cell::all() {
                let digits = candidates[cell.index()];
                for digit in digits.iter().filter(|_| digits.len() == 1) {
                    cell.peers().iter().for_each(|peer| _ = candidates[peer.index()].remove(digit));
                }
            }
            for (house, digit) in House::all().flat_map(|it| Digit::all().map(move |d| (it, d))) {
                let has_it = |cell: &&Cell| candidates[cell.index()].contains(digit);
                let places: Vec<Cell> = house.cells().iter().filter(has_it).copied().collect();
                match places[..] {
                    [] => return false,
                    [cell] => candidates[cell.index()] = DigitSet::only(digit),
                    [first, ..] => {
                        // Candidates of this house that are all in another house, too, are locked.
                        for other in first.houses() {
                            if places.iter().all(|cell| other.cells().contains(cell)) {
                                for cell in other.cells().iter().filter(|it| !places.contains(it)) {
                                    candidates[cell.index()].remove(digit);
                                }
                            }
                        }
                    }
                }
            }
            if candidates.iter().any(|digits| digits.is_empty()) {
                return false;
            }
            if *candidates == before {
                return true;
            }
        }
    }

    /// Computes the score by its definition.
    fn plain_score(board: &Board) -> u32 {
        let mut position = [!DigitSet::EMPTY; Cell::COUNT];
        board.clues().for_each(|(cell, digit)| position[cell.index()] = DigitSet::only(digit));
        let mut sum = 0;
        for round in 0..ROUNDS {
            assert!(follow(&mut position));
            let mut next = position;
            let mut trials = Vec::new();
            for cell in Cell::all().filter(|cell| position[cell.index()].len() > 1) {
                for digit in position[cell.index()] {
                    let mut trial = position;
                    trial[cell.index()] = DigitSet::only(digit);
                    if follow(&mut trial) {
                        trials.push((cell, digit, trial));
                    } else {
                        next[cell.index()].remove(digit);
                    }
                }
            }
            let mut eliminate = |is_home: &dyn Fn(Cell, Digit) -> bool| {
                let here = trials.iter().filter(|(cell, digit, _)| is_home(*cell, *digit));
                let left = here.map(|(.., trial)| *trial);
                let left = left.reduce(|a, b| std::array::from_fn(|cell| a[cell] | b[cell]));
                for (digits, left) in next.iter_mut().zip(left.iter().flatten()) {
                    *digits &= *left;
                }
            };
            Cell::all().for_each(|home| eliminate(&|cell, _| cell == home));
            for (house, home) in House::all().flat_map(|it| Digit::all().map(move |d| (it, d))) {
                eliminate(&|cell, digit| house.cells().contains(&cell) && digit == home);
            }
            let count = trials.len() as u32;
            sum += count;
            if next == position {
                return sum + count * (ROUNDS - 1 - round);
            }
            position = next;
        }
        sum
    }

    #[test]
    fn the_score_equals_that_of_the_definition() {
        for (puzzle, expected) in [
            // Trial and error solves this one in one round, …
            (RANDOM, 62),
            // … this one after several rounds, …
            (NINE, 298),
            // … and does not solve this one.
            (ELEVEN, 2320),
        ] {
            let board: Board = puzzle.parse().unwrap();
            assert_eq!(
                (difficulty_estimate(&board), plain_score(&board)),
                (expected, expected),
                "{puzzle}"
            );
        }
    }

    const RANDOM: &str =
        "..1.95.4.8..72.....6........7.....139..8.24....5....781..5.........4..8..9...67..";
    const NINE: &str =
        ".....34.6..6.4..7.5..7..18.6.74.........5.7....5....348.3..9.......8.....291.....";
    const ELEVEN: &str =
        "98....6..76..5......4..6.978....5.79...32..........1..4.........9...4.68..85....4";
}
