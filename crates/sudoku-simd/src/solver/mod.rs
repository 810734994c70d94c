//! The three public solvers: they choose an engine and a path, and check what they are given.

mod auto;
mod board;
mod lanes;

pub use self::auto::AutoSolver;
pub use self::board::BoardSolver;
pub use self::lanes::LanesSolver;
