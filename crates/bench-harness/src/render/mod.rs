//! The formats in which results are shown.

pub mod columns;
pub mod comparison;
pub mod format;
pub mod html;
pub mod judge;
pub mod list;
mod plots;
pub mod ranking;
pub mod records;
mod scale;
pub mod style;
