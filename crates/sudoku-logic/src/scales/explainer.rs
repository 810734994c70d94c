//! The scales of Sudoku Explainer 1.2.1 and of its successor SukakuExplainer 1.18.
//!
//! Both programs take the first step of the first technique, in the order of the table.

use std::borrow::Cow;

use super::{PathPolicy, RatingScale};
use crate::finders::Entry;
use crate::finders::explainer::{CLASSIC, SUKAKU};

/// The scale of Sudoku Explainer 1.2.1, which most lists of hard puzzles use.
pub static SE_1_2_1: RatingScale = scale("se", "Sudoku Explainer 1.2.1", CLASSIC);

/// The scale of SukakuExplainer 1.18 with its default settings and one thread.
pub static SUKAKU_1_18: RatingScale = scale("sukaku", "SukakuExplainer 1.18", SUKAKU);

const fn scale(name: &'static str, title: &'static str, table: &'static [Entry]) -> RatingScale {
    let (entries, path_policy) = (Cow::Borrowed(table), PathPolicy::PLAIN);
    RatingScale { name, title, entries, optional: &[], path_policy }
}
