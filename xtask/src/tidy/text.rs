//! Checks the text of Rust files: the number of lines, the width of comments, and the places of
//! `unsafe` code.

use std::fs;
use std::path::Path;

use crate::Failure;
use crate::tools::tracked_files;

/// The number of lines that a file may have.
const MAX_LINES: usize = 700;

/// The width of comments; rustfmt keeps it for code only.
const WIDTH: usize = 100;

/// The files and folders that may have `unsafe` code.
const UNSAFE: &[&str] = &[
    "crates/cli-support/src/stdout.rs",
    "crates/sudoku-core/src/bytes.rs",
    "crates/sudoku-count/src/lanes.rs",
    "crates/sudoku-simd/src/arch/",
    "crates/sudoku-simd/src/board/stack.rs",
    "external-engines/src/bin/engine-tdoku.rs",
    "python/src/boundary/",
    "web/engine/src/boundary.rs",
];

/// Checks every Rust file under version control.
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
    if lines > MAX_LINES {
        broken.push(format!("{file}: split this file of {lines} lines, {MAX_LINES} are allowed"));
    }
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("//") && line.chars().count() > WIDTH {
            broken.push(format!("{file}:{number}: wrap this comment at column {WIDTH}"));
        }
    }
}

/// Reports a file that lifts the workspace's ban on `unsafe` without being in the list.
pub(super) fn check_unsafe(file: &str, text: &str, broken: &mut Vec<String>) {
    let lifts = text.lines().any(|line| {
        let code = line.trim_start();
        code.starts_with("#") && code.contains("unsafe_code")
    });
    if lifts && !UNSAFE.iter().any(|place| file.starts_with(place)) {
        broken.push(format!(
            "{file}: unsafe code is allowed only in the files that {} lists",
            file!()
        ));
    }
}
