//! `sudoku-judge` is a library that judges Sudoku programs in any language, as the online judge
//! Baekjoon does.
//!
//! ```no_run
//! use process_tree::Supervisor;
//! use std::time::Duration;
//! use sudoku_core::Board;
//! use sudoku_judge::{Case, Judge, JudgeFormat, Program, ProgramSummary, Verdict};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let judge = Judge {
//!     // With the argument `supervise`, this program only calls `process_tree::supervise`.
//!     supervisor: Supervisor::this_program(["supervise"])?,
//!     time_limit: Duration::from_secs(1),
//!     memory_limit: 256 << 20,
//!     stops_at_failure: true,
//!     solver: sudoku_registry::find("mrv").expect("the registry has it").solver,
//! };
//! let program = Program::named("mine", vec!["./a.out".into()], JudgeFormat::Boj2580)?;
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle: Board = line.parse()?;
//! let judgements = judge.run(&[program], &[Case::new(puzzle)], |_, _| {})?;
//! assert_eq!(ProgramSummary::new(&judgements[0], 1).verdict, Verdict::Accepted);
//! # Ok(())
//! # }
//! ```
//!
//! A program reads one puzzle from its standard input, in the format of problem [2580] or [2239],
//! and writes the solution to its standard output. The verdict depends on the output and on the
//! time and memory of the whole process. Each puzzle gets a new process, and the worst puzzle
//! counts.
//!
//! # Limitations
//! The judge is not a sandbox. Programs run with your rights, and the files that they write stay.
//! Judge only programs that you would run anyway.
//!
//! [2580]: https://www.acmicpc.net/problem/2580
//! [2239]: https://www.acmicpc.net/problem/2239

mod case;
mod format;
mod judgement;
mod program;
mod run;

pub use case::Case;
pub use format::JudgeFormat;
pub use judgement::{Judgement, ProgramSummary, Verdict, memory_text};
pub use program::Program;
pub use run::Judge;
