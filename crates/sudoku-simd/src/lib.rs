//! `sudoku-simd` is a Sudoku solver that keeps a whole board in a few vector registers. It solves
//! most puzzles in well under a microsecond.
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
//! The candidates of all 81 cells are in the lanes of three registers (or nine smaller ones). One
//! pass of about 100 instructions without a branch reasons about all 27 houses at once. It finds
//! naked and hidden singles, locked candidates and hidden triples. When a pass changes nothing, the
//! search guesses the position of a digit in a band or a stack.
//!
//! Three solvers share this search:
//! - [`BoardSolver`] searches one board at a time, for the lowest latency.
//! - [`BatchSolver`] searches many boards side by side, for the highest throughput. With AVX2 or
//!   AVX-512, it has a board in each bit or lane of its vectors.
//! - [`AutoSolver`] chooses between the two by the number of boards.
//!
//! # Modules
//! Each module uses only modules of the rows below it:
//!
//! | module | content |
//! |---|---|
//! | `solver` | the three solvers |
//! | `level` | the instruction sets and their detection |
//! | `arch` | the searches, compiled for each instruction set |
//! | `board`, `batch` | the search of one board, and of a batch |
//! | `guess`, `digits`, `puzzle` | the rule for guesses, solutions, the start of a search |
//!
//! # From candidates
//! All three solvers also implement `Solver<Candidates>`, which searches from [`Candidates`].
//!
//! ```
//! use sudoku_simd::{Board, BoardSolver, Candidates, Cell, Digit, DigitSet, Limits, Solver};
//!
//! let mut candidates = Candidates::from(&Board::EMPTY);
//! let nine: DigitSet = Digit::new(9).into_iter().collect();
//! // Only nines on the diagonal are left, but a box on the diagonal would have three of them.
//! for cell in Cell::all().filter(|cell| cell.row() != cell.column()) {
//!     candidates.eliminate(cell, nine);
//! }
//! assert_eq!(BoardSolver::new().count(&candidates, &Limits::ALL).solutions, 0);
//! ```
//!
//! # Lanes
//! A lane is 16 bits of a register. It holds the candidates of one cell, one bit for each digit.
//! The layout is chosen so that the cells of a minirow or minicolumn can be combined without moving
//! them. Within a box, the nine cells are on three diagonals. Each diagonal of all nine boxes fills
//! a register:
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
//! In this layout, the three lanes of a column of the box, one in each register, are a minicolumn:
//! `A D G`, `E H B`, `I C F`. Rotate register 1 by one lane and register 2 by two lanes within each
//! box, and they are the minirows: `A B C` and so on. So *along the columns* and *along the rows*
//! are the same code on the same three registers, two lane permutations apart. A union or a
//! majority of a line's three cells is one instruction for the whole board.
//!
//! Without 64-byte registers, each of the nine cells of a box has a separate vector, with one lane
//! for each box. Then the rotation within a box is free, and moving to the other bands or stacks is
//! one permutation of lanes.
//!
//! # A pass
//! A pass goes along the columns and along the rows. It does the following for each digit and each
//! line of three cells in a box ("here"):
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
//!    here and not elsewhere is **forced** here: the column or the box has no other place for it.
//!    If a digit is neither here nor elsewhere, it is missing from the column or the box: a
//!    contradiction.
//! 2. Forced digits are removed from every `x` and every `o`, because each house holds them only
//!    once. This is pointing and claiming. If three digits are forced into the three cells, all
//!    other digits are removed from these cells: a hidden triple.
//! 3. Along the columns, the pass also looks at single cells. A digit is **asserted** for a cell if
//!    it is the cell's only candidate (a naked single). It is also asserted if it is not elsewhere
//!    and in no other of the three cells (a hidden single of the column or the box). An asserted
//!    digit counts as forced in step 2, is removed from the other two cells, and is the only digit
//!    left in its cell. Hidden singles of rows need no extra step. Along the rows, the digit is
//!    forced into its minirow, so it is removed from the rest of the box. Then it is alone in the
//!    box. (AVX-512 asserts hidden singles of rows too, which saves passes.)
//! 4. If a digit is asserted twice in three cells, it is removed from both. A cell without
//!    candidates is a contradiction.
//!
//! The engines with nine registers process the rows with the result of the columns, which needs the
//! fewest passes. AVX-512 does the same with two boards side by side. With one board, AVX-512
//! processes both at once, and applies asserted digits along the rows too. This makes the
//! dependency chain 40% shorter, and with one board the processor waits for this chain.
//!
//! Each step removes only candidates that no solution has, so the pass is **sound**. It never adds
//! candidates, so repeating it ends. It is not **complete**: some contradictions are invisible to
//! it, and the search finds them. But it is complete for solved boards. If every digit has one
//! place in each line of each chute, it has one minirow and one minicolumn in each box, and so one
//! cell; and no house lacks a digit.
//!
//! # Guesses
//! In a band, a digit takes a different box in each of the three rows: one of six permutations. The
//! same holds for stacks. The search picks the band or stack with the least slack, which is roughly
//! the one where the fewest digits have a choice. It picks a digit there, and tries each of the
//! digit's permutations. The module `guess` in the source defines the exact rule.
//!
//! From the second choice until the first contradiction, the search guesses twice at a time, in a
//! chute of each kind, without propagating in between. Boards that get this far usually have many
//! solutions.
//!
//! If every open cell has two candidates, the solutions come in pairs that differ in every open
//! cell. After the first solution of a pair, the search takes the second without propagation,
//! except with AVX-512.
//!
//! Each guess fixes a digit in a chute, so a path in the tree has at most 54 guesses, and the stack
//! has a fixed size. If at least one in three guesses leads to a contradiction, AVX-512 searches
//! two open boards side by side. One board alone leaves half of the processor idle.
//!
//! # Instruction sets
//! The instruction set is detected at run time. [`BoardSolver::with_level`] sets it for one solver,
//! and [`SimdLevel::make_default`] for all solvers of a process.
//!
//! All instruction sets give the same answers, and the same counters if the whole tree is searched,
//! with one exception. The pass of AVX-512 has another order, so it may find a contradiction
//! earlier or later if two digits are asserted for one cell. Some boards then take other nodes,
//! sometimes twice as many. Over a whole set, the difference is below 0.3% of the nodes. If a limit
//! ends the search, AVX-512 may have found other solutions, because it searches two boards at a
//! time.
//!
//! # Order and counters
//! Solutions come in an order that the engine chooses. It is the same on every run with the same
//! instruction set. The node limit counts nodes of the search tree: the board itself, and every
//! option that was taken. A guess is an option that was taken while another option of the same
//! choice was open. Placements are not counted, because the engine only removes candidates.
//!
//! # Limitations
//! - On boards with very many solutions, most of the work is guessing. To count such boards, use
//!   the crate `sudoku-count`.
//! - [`BoardSolver`] takes one board at a time. For hundreds of boards, use [`BatchSolver`] or
//!   [`AutoSolver`].
//!
//! # Source files
//! Dependencies go down this list only:
//!
//! - `solver`: the three public solvers
//! - `level`: the instruction sets, and the choice of one for a search
//! - `arch`: a file for each instruction set, with the vectors for the engines below
//! - `board` and `batch`: the two engines, generic over those vectors
//! - `guess`, `digits`, `puzzle`: the rule for guesses, and types that both engines share

#![warn(missing_debug_implementations)]

mod arch;
mod board;
mod digits;
mod level;
mod solver;

// Without lanes, parts of these modules are unused.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
mod batch;
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
mod guess;
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
mod puzzle;

pub use sudoku_core::{
    self, Board, Candidates, Cell, Digit, DigitSet, Ending, Grid, House, Limits, Outcome,
    PuzzleBatch, ReadError, Report, Solver,
};

pub use crate::level::{SimdLevel, SimdLevelError};
pub use crate::solver::{AutoSolver, BatchSolver, BoardSolver};
