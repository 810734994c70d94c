//! `sudoku-web` is the engine of the web page: the workspace's crates as a WebAssembly module.
//!
//! ```
//! use sudoku_web::Engine;
//!
//! let reply = Engine::default().call(r#"{"op": "count", "puzzle":
//!     "................................................................................."}"#);
//! assert_eq!(reply, r#"{"ok":{"count":"6670903752021072936960","exact":true,"terms":null}}"#);
//! ```
//!
//! A request is a JSON object with the name of an operation and its arguments. The reply is always
//! `{"ok": …}` or `{"error": {"words": …}}`. Lists of puzzles use lines of text, because parsing
//! JSON would take longer than solving. The WebAssembly build has no imports, so the page needs no
//! glue code. A native build is an ordinary library, and the tests use it.
//!
//! The page loads a small module first, built with the feature `first` only. It reads, writes,
//! checks and solves puzzles. The module with the feature `whole` has all operations on classic
//! puzzles. The module with the feature `variants` has the operations on puzzles with rules.
//! `docs/reference/page-engine.md` describes all operations.
//!
//! # Modules
//! Each module uses only modules of the rows below it:
//!
//! | module | content |
//! |---|---|
//! | `types` | a test that writes the types of the page |
//! | `boundary` | the functions that the page calls |
//! | `engine` | finds the operation by its name |
//! | `ops` | the operations, a file for each family |
//! | `memory`, `position` | data that is kept between requests; a board in play |
//! | `effort`, `lesson`, `list`, `trace` | parts of operations |
//! | `request` | the fields of requests |
//! | `error` | errors of requests |
//!
//! # Limitations
//!
//! A call cannot be interrupted. To stop a call, end the worker that runs it.

pub mod boundary;
#[cfg(feature = "whole")]
mod effort;
mod engine;
mod error;
#[cfg(feature = "whole")]
mod lesson;
#[cfg(feature = "first")]
mod list;
mod memory;
mod ops;
#[cfg(feature = "first")]
mod position;
mod request;
#[cfg(feature = "whole")]
mod trace;
#[cfg(test)]
mod types;

pub use crate::engine::Engine;
#[cfg(feature = "first")]
pub use crate::list::ListTask;
