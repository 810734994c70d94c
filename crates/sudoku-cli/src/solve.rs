//! `sudoku solve`.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use sudoku_core::{Limits, read};
use sudoku_strategies::find;

use crate::{Ending, Failure};

/// Solve puzzles: one solution of 81 digits on each line
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The file with the puzzles [default: standard input]
    file: Option<PathBuf>,

    /// Take the first solution, without a proof that there is no other
    #[arg(long)]
    first: bool,
}

pub(crate) fn run(args: &Args) -> Result<Ending, Failure> {
    let input: Box<dyn BufRead> = match &args.file {
        None => Box::new(io::stdin().lock()),
        Some(path) => {
            let file = std::fs::File::open(path);
            let file = file.map_err(|error| Failure(format!("{}: {error}", path.display())))?;
            Box::new(io::BufReader::new(file))
        }
    };
    let solver = find("lanes").ok_or_else(|| Failure("no strategy `lanes`".into()))?.solver;
    let limits = Limits::solutions(if args.first { 1 } else { 2 });
    let mut ending = Ending::Good;
    let (mut output, mut errors) = (io::stdout().lock(), io::stderr().lock());
    for (number, line) in (1..).zip(input.split(b'\n')) {
        let failed = |error: io::Error| Failure(error.to_string());
        let line = line.map_err(failed)?;
        let message = match read(line.trim_ascii_end()) {
            Err(error) => error.to_string(),
            Ok((board, _)) => {
                let outcome = solver.solve(&board, &limits);
                match outcome.first {
                    Some(grid) if args.first || outcome.report.is_proper() => {
                        writeln!(output, "{grid}").map_err(failed)?;
                        continue;
                    }
                    None => "no solution".into(),
                    Some(_) => "several solutions".into(),
                }
            }
        };
        ending = Ending::SomeBad;
        let _ = writeln!(errors, "line {number}: {message}");
    }
    Ok(ending)
}
