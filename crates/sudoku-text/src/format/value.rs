//! The values from which a puzzle is read: one list, or one JSON object.

use sudoku_core::Board;

use self::error::ValueError;
use crate::names::Names;

#[cfg(feature = "sites")]
pub(crate) mod app;
pub(crate) mod error;
pub(crate) mod list;
pub(crate) mod object;

/// Reads the puzzle of an object: the value of a known key, or the grid of a web site.
pub(crate) fn read_puzzle(object: &[u8], names: &Names) -> Result<Board, ValueError> {
    match object::read_object(object, |name| names.has(name)) {
        #[cfg(feature = "sites")]
        Err(ValueError::NoKey) if !names.is_given() && app::is_app(object) => app::read_app(object),
        board => board,
    }
}
