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
    let place = |key: &str| match key {
        _ if names.has(key) => Some(0),
        _ if names.has_rules(key) => Some(1),
        _ => None,
    };
    match object::find(object, place)? {
        [Some(_), Some(rules)] if !matches!(rules, "null" | "\"\"" | "[]") => {
            Err(ValueError::HasRules)
        }
        [Some(puzzle), _] => object::read_value(object, puzzle),
        #[cfg(feature = "sites")]
        [None, _] if !names.is_given() && app::is_app(object) => app::read_app(object),
        [None, _] => Err(ValueError::NoKey),
    }
}
