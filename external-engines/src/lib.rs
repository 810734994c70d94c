//! The engine's side of the line protocol of `docs/reference/line-protocol.md`, for engines that can be
//! called from Rust.
//!
//! An engine is a function from the characters of a puzzle to a count, guesses and the characters
//! of a solution; [`serve`] reads and writes everything else, all of it outside of the timed part.
//! The weak spot: a batch is solved one by one, because none of these engines has a way to do
//! better.

use std::io::{self, BufRead, BufWriter, Write};
use std::process::ExitCode;

/// The characters of a puzzle, or of a solution.
pub type Line = [u8; 81];

/// The answer to one puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// How many solutions were found, up to the limit.
    pub count: u64,
    /// How many guesses that took, if the engine counts them.
    pub guesses: Option<u64>,
    /// The first solution, if there is one.
    pub solution: Line,
}

impl Default for Answer {
    fn default() -> Self {
        Self { count: 0, guesses: None, solution: [b'.'; 81] }
    }
}

/// Greets with version and licence, and then answers blocks for as long as they come. `solve` is
/// handed text in which the puzzle's 81 characters are followed by the end of the line, the limit
/// of solutions, and the place for the answer.
///
/// The exit code is 1 if the harness says what it should not.
pub fn serve(version: &str, licence: &str, solve: impl FnMut(&str, u64, &mut Answer)) -> ExitCode {
    match talk(version, licence, solve) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed there is no one left to tell.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Says why there is no engine to serve.
pub fn refuse(cause: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "error: {cause}");
    ExitCode::FAILURE
}

fn talk(
    version: &str,
    licence: &str,
    mut solve: impl FnMut(&str, u64, &mut Answer),
) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = BufWriter::new(io::stdout().lock());
    write!(output, "sudoku-peer 1\nversion {version}\nlicence {licence}\nready\n")?;
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
                return Err(unexpected("a puzzle of another length"));
            }
        }
        if !puzzles.is_ascii() {
            return Err(unexpected("a puzzle in other characters"));
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

/// The limit and the number of puzzles of `block LIMIT MANNER PASSES PUZZLES`.
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
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("not in the protocol: {:?}", said.trim_end()),
    )
}
