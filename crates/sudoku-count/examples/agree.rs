//! Compares counts with full enumeration on boards drawn at random, until so many with 100 to
//! 10,000,000 solutions have agreed: `agree 10000 1` for seed 1. Every tenth is counted in each way
//! there is.
#![allow(clippy::print_stdout)] // It is a program.

use sudoku_core::{Board, Cell, Digit, Ending, Limits, Solver};
use sudoku_count::{CountLimits, count, forced};
use sudoku_simd::AutoSolver;

/// SplitMix64.
struct Draws(u64);

impl Draws {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % end as u64) as usize
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let wanted: usize = arguments.next().ok_or("how many boards?")?.parse()?;
    let mut draws = Draws(arguments.next().map_or(Ok(1), |seed| seed.parse())?);
    let (mut boards, mut ways, mut solutions) = (0, 0, 0u128);
    while boards < wanted {
        let clues = 19 + draws.below(9);
        let mut board = Board::EMPTY;
        // Digits that contradict no other, kept while there is a solution.
        while board.clue_count() < clues {
            let (cell, digit) = (Cell::new(draws.below(81)), Digit::new(draws.below(9) as u8 + 1));
            let (Some(cell), Some(digit)) = (cell, digit) else { continue };
            if board.get(cell).is_none() && board.candidates(cell).contains(digit) {
                board.set(cell, Some(digit));
                if AutoSolver::new().first_solution(&board).is_none() {
                    board.set(cell, None);
                }
            }
        }
        let report = AutoSolver::new().count(&board, &Limits::solutions(10_000_001));
        if report.ending != Ending::Exhausted || report.solutions < 100 {
            continue;
        }
        let walked = Some(u128::from(report.solutions));
        if count(&board, &CountLimits::NONE).exact() != walked {
            return Err(format!("{board}: not {walked:?}").into());
        }
        if boards % 10 == 0 {
            for counted in forced::counts(&board) {
                ways += 1;
                if counted.exact() != walked {
                    return Err(format!("{board}: {counted:?}, not {walked:?}").into());
                }
            }
        }
        (boards, solutions) = (boards + 1, solutions + u128::from(report.solutions));
        if boards % 500 == 0 {
            println!("{boards} boards, {solutions} solutions, {ways} forced counts agree");
        }
    }
    println!("{boards} boards, {solutions} solutions, {ways} forced counts agree");
    Ok(())
}
