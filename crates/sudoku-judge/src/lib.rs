//! Runs Sudoku programs as Baekjoon does, and judges them.
//!
//! A program gets one puzzle on its standard input, in the form of problem [2580] or [2239], and is
//! judged by its output and by the time and the memory of its whole process. Each puzzle has a
//! process of its own, and a program is as good as its worst one. So a program in any language can
//! be compared with the strategies of this project.
//!
//! ```no_run
//! use process_tree::Supervisor;
//! use std::time::Duration;
//! use sudoku_core::Board;
//! use sudoku_judge::{Case, Judge, JudgeFormat, Program, ProgramSummary, Verdict};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let judge = Judge {
//!     // Of a program that calls `process_tree::supervise` when it is started like this.
//!     supervisor: Supervisor::this_program(["supervise"])?,
//!     time_limit: Duration::from_secs(1),
//!     memory_limit: 256 << 20,
//!     stops_at_failure: true,
//!     solver: sudoku_registry::find("mrv").expect("the registry has it").solver,
//! };
//! let program = Program::named("mine", vec!["./a.out".into()], JudgeFormat::Boj2580)?;
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle: Board = line.parse()?;
//! let judgements = judge.run(&[program], &[Case::new(puzzle)], |_| {})?;
//! assert_eq!(ProgramSummary::new(&judgements[0], 1).verdict, Verdict::Accepted);
//! # Ok(())
//! # }
//! ```
//!
//! The weak spot: this is no sandbox. Programs run with the rights of whoever runs the judge, so
//! that only those should be judged that one would run anyway; what they leave behind in files
//! stays.
//!
//! [2580]: https://www.acmicpc.net/problem/2580
//! [2239]: https://www.acmicpc.net/problem/2239

mod case;
mod format;
mod judgement;
mod program;
mod run;

pub use case::Case;
pub use format::{AnswerError, JudgeFormat, UnknownFormatError};
pub use judgement::{Judgement, ProgramSummary, Verdict, memory_text};
pub use program::{Program, ProgramError};
pub use run::{Judge, JudgeEvent};
