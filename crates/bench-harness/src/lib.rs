//! `bench-harness` is a command that compares the speed of Sudoku solvers and checks every answer.
//!
//! ```sh
//! bench-harness --set judge --strategy mrv --strategy board
//! ```
//!
//! [`main_with`] is the whole command. A program of another crate calls it with strategies of its
//! own, which the command then compares with those of `sudoku-registry`.
//!
//! This library also has the parts of the command as hidden modules. So tests can run them with
//! strategies that are broken on purpose. Every answer is checked before anything is timed.
//! Strategies take turns, so a change in the machine's speed affects all of them. A puzzle that
//! exceeds the time limit is reported and never left out.
//!
//! # Modules
//! Each module uses only modules of the rows below it:
//!
//! | module | content |
//! |---|---|
//! | `cli` | the command line |
//! | `cmd` | the subcommands, and the options that select puzzles and strategies |
//! | `measure` | the job and its rows, the journal, turns of two builds |
//! | `engine`, `render` | `engine`: timed calls, watchdog; `render`: tables, JSON, the HTML page |
//! | `data` | puzzles, events, the results that follow from events, measurement files |
//!
//! # Limitations
//! Times are wall-clock times of one thread, on a machine that may have other work. Compare the
//! rows of one run, and not the rows of different runs.

#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod cmd;
#[doc(hidden)]
pub mod data;
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod measure;
#[doc(hidden)]
pub mod render;

pub use cli::main_with;
pub use sudoku_core;
pub use sudoku_registry::{NodeUnit, Strategy};
