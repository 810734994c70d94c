//! The harness: verifies solving strategies on real puzzles and compares their speed.
//!
//! `cargo run -p bench-harness` is the whole of it for most people; this library is the command's
//! parts, so that they can be tested with strategies that are broken on purpose. Every answer is
//! checked before anything is timed, strategies are timed side by side and not one after the other,
//! and a puzzle that takes too long is shown as such and never left out. The weak spot: the figures
//! are wall-clock times of one thread on whatever machine this is, with all its other work; compare
//! rows of one run, not runs.
//!
//! There are five rooms, and each uses only those below it:
//!
//! | room | holds |
//! |---|---|
//! | [`cmd`] | the verbs, a file for each, and what they choose puzzles by |
//! | [`measure`] | the job and its rows, the journal, turns of two builds |
//! | [`engine`] | what is compared, how it is asked and timed, the watchdog |
//! | [`render`] | tables, CSV, JSON, the page and its plots; it uses [`data`] alone |
//! | [`data`] | puzzles, events, what follows from them, measurement files |

pub mod cmd;
pub mod data;
pub mod engine;
pub mod measure;
pub mod render;
