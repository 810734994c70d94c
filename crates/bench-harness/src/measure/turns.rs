//! Alternating turns of two builds of the harness.
//!
//! Each build is a program `bench-harness` that serves a strategy as an external engine. A strategy
//! that the old build lacks takes no turns.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{Seek, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use process_tree::NamedCommand;

use crate::data::measured::Measured;
use crate::data::order::shuffled;
use crate::engine::buffers::Buffers;
use crate::engine::external::{ExternalEngine, block_text};
use crate::engine::lost::EngineLostError;

/// Returns the command that starts a build to serve the row's strategy.
fn serving(build: &Path, row: &Measured) -> NamedCommand {
    let text = row.workload.text.then_some("--text");
    let arguments = ["serve", &row.strategy].into_iter().chain(text).map(OsString::from).collect();
    NamedCommand { name: row.strategy.clone(), program: build.into(), arguments }
}

/// Checks that a program is a build that can take turns: it must serve at least one of the rows'
/// strategies.
///
/// # Errors
/// The cause if it serves none.
pub fn check_serves(program: &Path, rows: &[Measured]) -> Result<(), EngineLostError> {
    let (mut tried, mut result) = (HashSet::new(), Ok(()));
    for row in rows.iter().filter(|row| tried.insert(&row.strategy)) {
        result = ExternalEngine::try_start(&serving(program, row), Stdio::null()).map(drop);
        // A program that ended may serve another strategy. After other errors, a retry is useless.
        if !matches!(result, Err(EngineLostError::Failed(_))) {
            break;
        }
    }
    result
}

/// Starts both builds, the old one first, to serve the row's strategy. Returns `None` if the old
/// build lacks the strategy.
///
/// # Errors
/// If the old build cannot be started, or the new one is lost.
pub fn start(
    builds: [&Path; 2],
    row: &Measured,
) -> Result<Option<[ExternalEngine; 2]>, EngineLostError> {
    let [before, after] =
        builds.map(|build| ExternalEngine::try_start(&serving(build, row), Stdio::null()));
    match before {
        Ok(before) => Ok(Some([before, after?])),
        Err(lost @ EngineLostError::NotStarted(_)) => Err(lost),
        Err(_) => Ok(None),
    }
}

/// Fills the buffers with this many passes over the row's puzzles, in orders that depend on the
/// seed.
pub fn fill(buffers: &mut Buffers, row: &Measured, passes: u64, seed: u64) {
    let puzzles = &row.list.puzzles;
    let order = (0..passes).flat_map(|pass| shuffled(puzzles.len(), seed, pass));
    buffers.fill(puzzles.len(), order.map(|at| puzzles[at as usize].board));
}

/// Counts the instructions of a pass over the row's puzzles under valgrind. It subtracts a run that
/// ends before the second pass from a run with two passes, so start-up work does not count. Returns
/// `None` without valgrind, or if the build cannot serve the row's strategy.
pub fn instructions(program: &Path, row: &Measured) -> Option<u64> {
    let mut buffers = Buffers::default();
    fill(&mut buffers, row, 1, 1);
    let block = block_text(&buffers, row.workload);
    let before = [&block, &b"go\nanswers\n"[..], &block].concat();
    let with_go = [&before[..], b"go\n"].concat();
    count_instructions(program, row, &with_go)?
        .checked_sub(count_instructions(program, row, &before)?)
}

/// Counts the instructions of a build that reads this input.
fn count_instructions(build: &Path, row: &Measured, told: &[u8]) -> Option<u64> {
    let NamedCommand { program, arguments, .. } = serving(build, row);
    // The input is a file: the build writes answers before it has read everything, so a pipe could
    // fill up.
    let mut input = tempfile::tempfile().ok()?;
    input.write_all(told).and_then(|()| input.rewind()).ok()?;
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(program)
        .args(arguments)
        .stdin(input)
        .output()
        .ok()?;
    let said = String::from_utf8(output.stderr).ok().filter(|_| output.status.success())?;
    let line = said.lines().find(|line| line.contains("I   refs:") || line.contains("I refs:"))?;
    line.rsplit(' ').next()?.replace(',', "").parse().ok()
}

/// Returns true if valgrind is installed.
pub fn has_valgrind() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}
