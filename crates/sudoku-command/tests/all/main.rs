//! The integration tests. One program builds faster than one for each file.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

mod arguments;
mod book;
mod common;
mod dataset;
mod dataset_options;
mod dataset_scales;
mod generate;
mod in_folder;
mod messages;
mod pipes;
mod rate;
mod search;
mod sheets;
mod steps;
mod tables;
mod terminal;
mod variants;
