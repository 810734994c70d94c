//! `sudoku-external-engines` is the engine's side of the harness's line protocol, for engines that
//! can be called from Rust.
//!
//! ```no_run
//! use sudoku_external_engines::{Answer, serve};
//!
//! serve("1.0", "MIT", |puzzle, _limit, answer: &mut Answer| {
//!     if let Some(solution) = my_solver(&puzzle[..81]) {
//!         (answer.count, answer.solution) = (1, solution);
//!     }
//! });
//! # fn my_solver(_: &str) -> Option<[u8; 81]> { None }
//! ```
//!
//! An engine is a function from the text of a puzzle to a count, a number of guesses and the text
//! of a solution. [`serve`] reads and writes everything else, outside the timed part. The protocol
//! is described in `docs/reference/line-protocol.md`.
//!
//! # Limitations
//! A batch is solved one puzzle at a time, because none of these engines has batches.

use std::io::{self, BufRead, BufWriter, Write};
use std::process::ExitCode;

/// The characters of a puzzle, or of a solution.
pub type Line = [u8; 81];

/// The answer to one puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The number of solutions, up to the limit.
    pub count: u64,
    /// The number of guesses, if the engine counts them.
    pub guesses: Option<u64>,
    /// The first solution, if there is one.
    pub solution: Line,
}

impl Default for Answer {
    fn default() -> Self {
        Self { count: 0, guesses: None, solution: [b'.'; 81] }
    }
}

/// Sends the greeting and answers blocks until the input ends.
///
/// `solve` receives the puzzle's 81 characters followed by a line feed, the limit of solutions, and
/// the place for the answer.
///
/// Returns the exit code 1 if the input violates the protocol.
pub fn serve(version: &str, license: &str, solve: impl FnMut(&str, u64, &mut Answer)) -> ExitCode {
    match talk(version, license, solve) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A closed standard error is ignored.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Prints an error, and returns the exit code of a failure.
pub fn refuse(cause: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "error: {cause}");
    ExitCode::FAILURE
}

fn talk(
    version: &str,
    license: &str,
    mut solve: impl FnMut(&str, u64, &mut Answer),
) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = BufWriter::new(io::stdout().lock());
    write!(output, "sudoku-peer 1\nversion {version}\nlicence {license}\nready\n")?;
    output.flush()?;
    let mut line = String::new();
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let (limit, count) = block(&line).ok_or_else(|| unexpected(&line))?;
        let mut puzzles = String::with_capacity(82 * count);
        for _ in 0..count {
            if input.read_line(&mut puzzles)? != 82 {
                return Err(unexpected("a puzzle without 81 characters"));
            }
        }
        if !puzzles.is_ascii() {
            return Err(unexpected("a puzzle with characters that are not ASCII"));
        }
        let mut answers = vec![Answer::default(); count];
        say(&mut output, "loaded")?;
        hear(&mut input, &mut line, "go")?;

        for (at, answer) in answers.iter_mut().enumerate() {
            solve(&puzzles[82 * at..82 * at + 82], limit, answer);
        }

        say(&mut output, "done")?;
        hear(&mut input, &mut line, "answers")?;
        for answer in &answers {
            write!(output, "{} ", answer.count)?;
            match answer.guesses {
                Some(guesses) => write!(output, "{guesses} ")?,
                None => output.write_all(b"- ")?,
            }
            output.write_all(if answer.count > 0 { &answer.solution } else { b"-" })?;
            output.write_all(b"\n")?;
        }
        output.flush()?;
    }
}

/// Parses `block LIMIT MANNER PASSES PUZZLES`. Returns the limit and the number of puzzles.
fn block(line: &str) -> Option<(u64, usize)> {
    let mut words = line.strip_prefix("block ")?.split_whitespace();
    let limit = words.next()?.parse().ok()?;
    // None of these engines rates.
    words.next().filter(|manner| matches!(*manner, "single" | "batch" | "count"))?;
    let passes: usize = words.next()?.parse().ok()?;
    let puzzles: usize = words.next()?.parse().ok()?;
    Some((limit, passes.checked_mul(puzzles)?))
}

fn say(output: &mut impl Write, word: &str) -> io::Result<()> {
    writeln!(output, "{word}")?;
    output.flush()
}

fn hear(input: &mut impl BufRead, line: &mut String, word: &str) -> io::Result<()> {
    line.clear();
    input.read_line(line)?;
    if line.trim_end() == word { Ok(()) } else { Err(unexpected(line)) }
}

fn unexpected(said: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("unexpected input: {:?}", said.trim_end()))
}
