//! Serves a strategy of this build as an external engine, so that two builds can be timed in turns.
//!
//! This is the engine's side of the protocol in `docs/reference/line-protocol.md`. The timed part
//! is the same as for a strategy in the harness: puzzles are parsed before `go`, and solutions are
//! formatted after `done`.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use clap::ValueEnum;
use process_tree::thread_time;

use super::Engine;
use super::buffers::Buffers;
use super::external::HELLO;
use super::watchdog::Watchdog;
use crate::data::puzzles::AnyPuzzle;
use crate::data::workload::{Mode, Workload};

/// Answers blocks until the input ends.
pub fn serve(
    engine: &Engine<'_>,
    watchdog: &Watchdog,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    write!(output, "{HELLO}\nversion {version}\nlicence {}\nready\n", env!("CARGO_PKG_LICENSE"))?;
    output.flush()?;
    let mut buffers = Buffers::default();
    while let Some(head) = next_line(&mut input)? {
        let (workload, pass, count) = block(&head).ok_or_else(|| unexpected(&head))?;
        // No capacity is reserved, because the count may be wrong.
        let mut puzzles = Vec::new();
        for _ in 0..count {
            let line = next_line(&mut input)?.unwrap_or_default();
            let puzzle = line.parse::<AnyPuzzle>().ok();
            let puzzle = puzzle.filter(|it| !line.is_empty() && engine.solves(it.is_variant()));
            puzzles.push(puzzle.ok_or_else(|| unexpected(&line))?);
        }
        buffers.fill(workload, pass, puzzles.iter());
        say(&mut output, "loaded")?;
        if !hear(&mut input, "go")? {
            return Ok(());
        }
        let before = thread_time();
        // The caller has the time limit, and kills this process.
        let run = engine.run(None, &mut buffers, watchdog, Duration::MAX);
        run.map_err(io::Error::other)?;
        let time = thread_time().zip(before).map(|(after, before)| after.saturating_sub(before));
        say(&mut output, &time.map_or("done".to_owned(), |it| format!("done {}", it.as_nanos())))?;
        if !hear(&mut input, "answers")? {
            return Ok(());
        }
        for at in 0..buffers.len() {
            let outcome = buffers.answer(at).map_err(io::Error::other)?.outcome;
            let guesses = outcome.report.guesses.map_or("-".to_owned(), |count| count.to_string());
            let solution = outcome.first.map_or("-".to_owned(), |grid| grid.to_string());
            writeln!(output, "{} {guesses} {solution}", outcome.report.solutions)?;
        }
        output.flush()?;
    }
    Ok(())
}

/// Parses a block's first line: the workload, the puzzles in a pass, and the puzzles in total.
fn block(head: &str) -> Option<(Workload, usize, usize)> {
    let [word, limit, manner, passes, pass] =
        head.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let mode = Mode::value_variants()
        .iter()
        .copied()
        .find(|mode| mode.solutions().to_string() == limit)?;
    let workload = Workload { mode, batch: manner == "batch", text: false };
    let (passes, pass): (usize, usize) = (passes.parse().ok()?, pass.parse().ok()?);
    let is_good = word == "block"
        && match mode {
            Mode::Count => manner == "count",
            _ => matches!(manner, "batch" | "single"),
        };
    Some((workload, pass, passes.checked_mul(pass).filter(|_| is_good)?))
}

/// Reads the next line without its end. Returns `None` at the end of the input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    input.lines().next().transpose()
}

fn say(output: &mut impl Write, word: &str) -> io::Result<()> {
    writeln!(output, "{word}")?;
    output.flush()
}

/// Reads this word. Returns `false` if the input has ended.
fn hear(input: &mut impl BufRead, word: &str) -> io::Result<bool> {
    match next_line(input)? {
        None => Ok(false),
        Some(line) if line == word => Ok(true),
        Some(line) => Err(unexpected(&line)),
    }
}

fn unexpected(said: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("unexpected line `{said}`"))
}
