//! Turns on demand: a process that times a strategy whenever it is told to, so that two builds can be
//! timed in turns.
//!
//! The process reads the puzzles from a measurement file, then a request from each line of its
//! standard input, and answers each with a line. Both are of this module, in both builds; a build that
//! does not have it says so by ending.

use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::str::FromStr;
use std::time::Duration;

use clap::Args;

use crate::ask::{Buffers, Way};
use crate::file::{Filter, LoadError, load};
use crate::order::shuffled;
use crate::watchdog::{GRACE, Watchdog};

/// The options of `turns`.
#[derive(Args, Clone, Debug)]
pub struct TurnsArgs {
    /// The measurement file that has the puzzles
    pub file: PathBuf,
}

/// What a turn is of.
#[derive(Clone, Debug, PartialEq)]
pub struct Request<'r> {
    /// The strategy.
    pub strategy: &'r str,
    /// The number of the list in the measurement file.
    pub list: usize,
    /// The number of the way in it.
    pub way: usize,
    /// How many passes the turn has.
    pub passes: u32,
    /// The seed of their orders.
    pub seed: u64,
}

impl fmt::Display for Request<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { strategy, list, way, passes, seed } = self;
        write!(f, "{strategy} {list} {way} {passes} {seed}")
    }
}

impl<'r> Request<'r> {
    fn parse(line: &'r str) -> Option<Self> {
        fn number<T: FromStr>(word: Option<&str>) -> Option<T> {
            word?.parse().ok()
        }
        let mut words = line.split_whitespace();
        Some(Self {
            strategy: words.next()?,
            list: number(words.next())?,
            way: number(words.next())?,
            passes: number(words.next())?,
            seed: number(words.next())?,
        })
    }
}

/// Why turns cannot be taken.
#[derive(Debug)]
pub enum TurnsError {
    /// The puzzles cannot be read.
    Load(LoadError),
    /// A request cannot be read, an answer not be written, or there can be no watchdog.
    Io(io::Error),
}

impl fmt::Display for TurnsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Load(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TurnsError {}

/// A turn may take this long, which is longer than any that is asked for.
const LIMIT: Duration = Duration::from_secs(20);

/// Takes turns until standard input ends.
///
/// # Errors
/// If the puzzles cannot be read, or the other side is gone.
pub fn execute(args: &TurnsArgs) -> Result<(), TurnsError> {
    let measured = load(&args.file, &Filter::default()).map_err(TurnsError::Load)?;
    // Whoever waits for a search that cannot be ended ends this process.
    let watchdog = Watchdog::start(GRACE, |_, _| std::process::exit(1)).map_err(TurnsError::Io)?;
    let mut buffers = Buffers::default();
    let mut stdout = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line.map_err(TurnsError::Io)?;
        let answer = Request::parse(&line).and_then(|request| {
            let strategy = sudoku_strategies::find(request.strategy)?;
            let solver = strategy.is_available().then_some(strategy.solver)?;
            let puzzles = &measured.lists.get(request.list)?.puzzles;
            let way: Way = *measured.plan.ways.get(request.way)?;
            let order = (0..u64::from(request.passes))
                .flat_map(|pass| shuffled(puzzles.len(), request.seed, pass));
            buffers.fill(puzzles.len(), order.map(|at| puzzles[at as usize].board));
            let before = processor_time();
            let (elapsed, raised) =
                buffers.whole_passes(solver, way, &watchdog, LIMIT).ok().filter(|pass| !pass.1)?;
            let time = processor_time().zip(before).map(|(after, before)| after - before);
            (!raised).then(|| time.unwrap_or(elapsed))
        });
        let answer = answer.map_or("none".to_owned(), |time| time.as_nanos().to_string());
        writeln!(stdout, "{answer}").and_then(|()| stdout.flush()).map_err(TurnsError::Io)?;
    }
    Ok(())
}

/// How long this thread has had a processor: on a busy machine that is the time that counts.
fn processor_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        // Through the C library: valgrind does not bear every way to the clock.
        let time = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().ok()?;
        Some(time.into())
    }
    #[cfg(not(unix))]
    None
}

/// A process of a build that takes turns. It is ended when this is dropped.
pub struct Worker {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Worker {
    /// Starts one.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(program: &Path, file: &Path) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.arg("turns").arg(file);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(stdin), Some(stdout)) => {
                Ok(Self { child, stdin, stdout: BufReader::new(stdout) })
            }
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Has it take a turn; says how long that took, in nanoseconds. `None` if this build does not have
    /// what is asked for.
    pub fn turn(&mut self, request: &Request<'_>) -> Option<u64> {
        writeln!(self.stdin, "{request}").ok()?;
        let mut line = String::new();
        self.stdout.read_line(&mut line).ok()?;
        line.trim().parse().ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Counts the instructions of one pass, as the build executes them under valgrind: what two passes
/// take more than one. `None` if valgrind or the build does not have what is asked for.
#[must_use]
pub fn instructions(program: &Path, file: &Path, request: &Request<'_>) -> Option<u64> {
    let count = |passes: u32| -> Option<u64> {
        let mut child = Command::new("valgrind")
            .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
            .arg(program)
            .arg("turns")
            .arg(file)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .ok()?;
        let asked = child
            .stdin
            .take()
            .map(|mut stdin| writeln!(stdin, "{}", Request { passes, ..request.clone() }));
        let output = child.wait_with_output().ok()?;
        asked?.ok()?;
        let answer = String::from_utf8(output.stdout).ok()?;
        answer.trim().parse::<u64>().ok()?;
        let said = String::from_utf8(output.stderr).ok()?;
        let line =
            said.lines().find(|line| line.contains("I   refs:") || line.contains("I refs:"))?;
        line.rsplit(' ').next()?.replace(',', "").parse().ok()
    };
    count(2)?.checked_sub(count(1)?)
}

/// Whether valgrind is installed.
#[must_use]
pub fn has_valgrind() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read_as_it_is_written() {
        let request = Request { strategy: "mrv", list: 1, way: 2, passes: 3, seed: u64::MAX };
        assert_eq!(Request::parse(&request.to_string()), Some(request));
        for line in ["", "mrv", "mrv 1 2 3", "mrv 1 2 x 4", "mrv -1 2 3 4"] {
            assert_eq!(Request::parse(line), None, "{line}");
        }
    }
}
