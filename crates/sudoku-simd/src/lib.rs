//! The whole board in a few vector registers: one puzzle solved in well under a microsecond.
//!
//! The candidates of all 81 cells lie in the lanes of three registers (or nine smaller ones), and
//! one pass of about a hundred instructions without a branch reasons about all 27 houses at once:
//! naked and hidden singles, locked candidates and hidden triples. When a pass changes nothing, the
//! search guesses how a digit lies in a band or a stack, which costs a few stores, and goes on. The
//! weak spot: it takes one board at a time. Whoever has hundreds of boards at once does better with
//! [`BatchSolver`], which with AVX2 and AVX-512 has a board in each bit or lane of its vectors. And
//! on boards with very many solutions most of the work is guessing.
//!
//! ```
//! use sudoku_simd::{Board, BoardSolver, Limits, Solver};
//!
//! let puzzle: Board =
//!     "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"
//!         .parse()?;
//! let outcome = BoardSolver::new().solve(&puzzle, &Limits::solutions(2));
//! println!("{}", outcome.first.expect("the puzzle has a solution"));
//! assert!(outcome.report.is_proper());
//! # Ok::<(), sudoku_simd::ReadError>(())
//! ```
//!
//! # From candidates
//! All three solvers search from [`Candidates`] as from a board: each is a `Solver<Candidates>`
//! too.
//!
//! ```
//! use sudoku_simd::{Board, BoardSolver, Candidates, Cell, Digit, DigitSet, Limits, Solver};
//!
//! let mut candidates = Candidates::from(&Board::EMPTY);
//! let nine: DigitSet = Digit::new(9).into_iter().collect();
//! // The nines that are left stand on a diagonal, and a box on it would have three of them.
//! for cell in Cell::all().filter(|cell| cell.row() != cell.column()) {
//!     candidates.eliminate(cell, nine);
//! }
//! assert_eq!(BoardSolver::new().count(&candidates, &Limits::ALL).solutions, 0);
//! ```
//!
//! # Lanes
//! A lane is 16 bits of a register and holds the candidates of one cell, a bit for each digit. The
//! board is cut so that the cells of a minirow or minicolumn meet without being moved. Within a box
//! the nine cells lie on three diagonals, and each diagonal of all nine boxes fills a register:
//!
//! ```text
//!   a box            register 0       register 1       register 2
//!   A B C            A . .            . . C            . B .
//!   D E F     =      . E .     +      D . .     +      . . F
//!   G H I            . . I            . H .            G . .
//!
//!   lane 9·band + 3·stack + column: register 0 holds A E I, register 1 D H C, register 2 G B F
//! ```
//!
//! Seen this way, the three lanes of a column of the box, one in each register, are a minicolumn:
//! `A D G`, `E H B`, `I C F`. Rotate register 1 by one lane and register 2 by two, within each box,
//! and they are the minirows: `A B C` and so on. So *along the columns* and *along the rows* are
//! the same code on the same three registers, two lane permutations apart, and a union or a
//! majority of a line's three cells is one instruction for the whole board.
//!
//! Without registers of 64 bytes, each of the nine cells of a box has a vector of its own, a lane
//! for each box: then even the rotation within a box is free, and going to the other bands or
//! stacks is one permutation of lanes.
//!
//! # A pass
//! Along the columns and along the rows, for each digit and each line of three cells in a box
//! ("here"):
//!
//! ```text
//!   the column of boxes                 the box
//!     +-----+                           +-------+
//!     | o . |   next band               | x h x |    h  here: the union of three cells
//!     +-----+                           | x h x |    x  the other two lines of the box
//!     | h . |   here                    | x h x |    o  the same line in the other two boxes
//!     +-----+                           +-------+
//!     | o . |   last band
//!     +-----+
//! ```
//!
//! 1. *Elsewhere* are the digits that can go into some `o` **and** into some `x`. A digit that is
//!    here and not elsewhere is **forced** here: the column, or the box, has no other place for it.
//!    A digit neither here nor elsewhere is missing from the column or the box: a contradiction.
//! 2. Forced digits go from every `x` and every `o`: each house has room for it once. (That is
//!    pointing and claiming.) If three digits are forced into the three cells, every other digit
//!    goes from them: a hidden triple.
//! 3. Along the columns, single cells are looked at too. A digit is **asserted** for a cell if it
//!    is the cell's only candidate, or if it is not elsewhere and in no other of the three cells: a
//!    naked single, or a hidden single of the column or the box. What is asserted counts as forced
//!    for step 2, goes from the other two cells, and takes the cell for itself. Hidden singles of
//!    rows need no step of their own: along the rows the digit is forced into its minirow, which
//!    takes it from the rest of the box, and then it is alone in the box. (AVX-512 asserts them
//!    too, which saves it passes.)
//! 4. A digit that is asserted twice in three cells goes from both, and a cell without candidates
//!    is a contradiction.
//!
//! Nine registers go along the rows with what the columns have left: fewest passes. AVX-512 does
//! so with two boards side by side. One board alone goes along both at once, and what is asserted
//! is carried over to the rows: that chain of instructions is two fifths shorter, and with one
//! board the processor waits for the chain.
//!
//! Each step removes only what no solution below has, so the pass is **sound**: it loses no
//! solution. It only ever removes, so repeating it ends. It is not **complete**: where it changes
//! nothing, there may be contradictions that it does not see, and the search finds them. But it is
//! complete for solved boards: if every digit has one place in each line of each chute, then it has
//! one minirow and one minicolumn in each box, and so one cell; and no house lacks a digit.
//!
//! # Guesses
//! In a band a digit takes a different box in each of the three rows: one of six permutations, and
//! in a stack likewise. The search picks the band or stack with the least slack, which is roughly
//! the one where the fewest digits have a choice, picks a digit in it, and tries each of that
//! digit's permutations. The module `guess` of the source states the exact rule.
//! From the second choice on and until it meets a contradiction, it guesses twice at a time, in a
//! chute of each kind, without propagating in between: boards that come so far usually have many
//! solutions.
//!
//! A path in the tree fixes a digit in a chute with each guess, so it has at most 54 of them, and
//! the stack has room for every case. The AVX-512 path, where there is a contradiction for every
//! three guesses or more, searches two open boards side by side, because one alone leaves half of
//! the processor waiting.
//!
//! # Paths
//! Which instructions a search uses is found at run time; [`BoardSolver::with_level`] forces a path
//! for one solver, [`SimdLevel::make_default`] for all solvers of a process. Each path gives the
//! same answers, and the same counters wherever the whole tree is searched, with one exception:
//! the pass of AVX-512 has another order, and may see a contradiction earlier or later where two
//! digits are asserted for one cell. Some boards take other steps for it, sometimes twice as many;
//! over a set it is less than three steps in a thousand. Where a limit ends the search earlier,
//! AVX-512 may have found other solutions, because it searches the tree two boards at a time.
//!
//! # Order and counters
//! Solutions come in an order of the engine's own that is the same on every run on the same path. A
//! step of the work limit is a search node: the board itself, and every option that was taken. A
//! guess is an option taken while another of the same choice was still open. Placements are not
//! counted: the engine only ever removes candidates.
//!
//! # Where things are
//! Arrows go down this list only:
//!
//! - `solver`: the three public solvers;
//! - `level`: which instruction sets there are, and which one a search runs on;
//! - `arch`: a file for each instruction set, which provides vectors for the engines below;
//! - `board` and `batch`: the two engines, generic over those vectors;
//! - `guess`, `digits`, `puzzle`: the rule of where to guess, and what both engines share.

mod arch;
mod board;
mod digits;
mod level;
mod solver;

// Without lanes a part of these is not used.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
mod batch;
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
mod guess;
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
mod puzzle;

pub use sudoku_core::{
    self, BatchLengthError, Board, Candidates, Cell, Digit, DigitSet, Ending, Grid, House, Limits,
    Outcome, ReadError, Report, Solver,
};

pub use crate::level::{SimdLevel, SimdLevelError};
pub use crate::solver::{AutoSolver, BatchSolver, BoardSolver};
