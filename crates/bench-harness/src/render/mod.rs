//! The rendering of results: tables, JSON, the HTML page and its plots.

pub mod columns;
pub mod comparison;
pub mod format;
pub mod html;
pub mod judge;
pub mod list;
pub mod plots;
pub mod records;
pub mod style;
pub mod summary;
