//! What is checked of the files' text: their length, the width of their comments, and where
//! `unsafe` may stand.

use std::fs;
use std::path::Path;

use crate::Failure;
use crate::tools::tracked_files;

/// No file is longer: a reader takes it in at one sitting.
const MOST_LINES: usize = 700;

/// Code is kept in this width by rustfmt, which leaves comments alone.
const WIDTH: usize = 100;

/// Where `unsafe` code may stand: as few places as can be in a crate that needs any, and outside of
/// the workspace the adapter that calls a library's C functions.
const UNSAFE: &[&str] = &[
    "crates/sudoku-core/src/bytes.rs",
    "crates/sudoku-count/src/lanes.rs",
    "crates/sudoku-simd/src/arch/",
    "crates/sudoku-simd/src/board/stack.rs",
    "external-engines/src/bin/engine-tdoku.rs",
    "python/src/boundary/",
    "web/engine/src/boundary.rs",
];

/// Checks every Rust file that is under version control.
pub(super) fn check(root: &Path, broken: &mut Vec<String>) -> Result<(), Failure> {
    for file in tracked_files(root)?.iter().filter(|file| file.ends_with(".rs")) {
        let text = fs::read_to_string(root.join(file))?;
        check_size(file, &text, broken);
        check_unsafe(file, &text, broken);
    }
    Ok(())
}

pub(super) fn check_size(file: &str, text: &str, broken: &mut Vec<String>) {
    let lines = text.lines().count();
    if lines > MOST_LINES {
        broken.push(format!("{file}: {lines} lines, and {MOST_LINES} are the most"));
    }
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("//") && line.chars().count() > WIDTH {
            broken.push(format!("{file}:{number}: a comment wider than {WIDTH} columns"));
        }
    }
}

/// Only the listed places may lift the workspace's ban on `unsafe`, which the compiler enforces.
pub(super) fn check_unsafe(file: &str, text: &str, broken: &mut Vec<String>) {
    let lifts = text.lines().any(|line| {
        let code = line.trim_start();
        code.starts_with("#") && code.contains("unsafe_code")
    });
    if lifts && !UNSAFE.iter().any(|place| file.starts_with(place)) {
        broken.push(format!("{file}: may not hold unsafe code"));
    }
}
