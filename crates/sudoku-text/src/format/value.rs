//! What the forms with lists and objects read a puzzle from: one list, or one JSON object.

pub(crate) mod error;
pub(crate) mod list;
pub(crate) mod object;
