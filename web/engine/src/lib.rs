//! The engine of the page: everything that the workspace's crates know of a puzzle, behind a few
//! functions that a browser can call.
//!
//! A request is a JSON object with the name of an operation and what it needs; the reply is
//! `{"ok": …}` or `{"error": {"words": …}}`, never anything else, whatever comes in. Lists of
//! puzzles go in and out as lines, because JSON would take longer than solving them. Built for
//! WebAssembly it has no imports, so that the page needs no glue; natively it is an ordinary
//! library, and its tests run there. The weak spot: a call cannot be interrupted, so that whoever
//! wants to stop one ends the worker that it runs in.
//!
//! ```
//! use sudoku_web::Engine;
//!
//! let reply = Engine::default().call(r#"{"op": "count", "puzzle":
//!     "................................................................................."}"#);
//! assert_eq!(reply, r#"{"ok":{"count":"6670903752021072936960","exact":true}}"#);
//! ```
//!
//! Without the feature `whole` it is the module that the page loads first: it reads, writes, checks
//! and solves; everything else is in the other.
//!
//! The operations are described in the repository's documents.

pub mod boundary;
#[cfg(feature = "whole")]
mod effort;
mod engine;
mod error;
mod list;
mod memory;
mod ops;
mod position;
mod request;
#[cfg(feature = "whole")]
mod step;
#[cfg(feature = "whole")]
mod trace;

pub use crate::engine::Engine;
pub use crate::list::ListVerb;
