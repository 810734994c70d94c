//! The values from which a puzzle is read: one list, or one JSON object.

pub(crate) mod app;
pub(crate) mod error;
pub(crate) mod list;
pub(crate) mod object;
