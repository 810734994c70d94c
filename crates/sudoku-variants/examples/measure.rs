//! Solves the puzzles of a file and prints processor times, set by set.
//!
//! Usage: `cargo run --release -p sudoku-variants --example measure -- FILE [SETS] [NODES]`
//!
//! The file has puzzles in the lines of the collections of Interactive-Sudoku-Solver: `# SET NAME`,
//! lines of rules with cells from 0 to 80, and `end`.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::time::Duration;

use sudoku_core::{Cell, DigitSet, Ending, Grid, Limits, Solver};
use sudoku_variants::{Rule, Ruled, Rules, Weighted};

struct Puzzle {
    set: String,
    name: String,
    solution: Option<String>,
    rules: Rules,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("expected the path of a file")?;
    let sets = arguments.next().unwrap_or_default();
    let nodes = arguments.next().map_or(Ok(1_000_000), |nodes| nodes.parse())?;
    let mut totals: Vec<(String, usize, usize, u128, u128, u64)> = Vec::new();
    for puzzle in read(&std::fs::read_to_string(path)?)? {
        if !sets.is_empty() && !sets.split(',').any(|set| set == puzzle.set) {
            continue;
        }
        let start = processor_time();
        let ruled = Ruled::new(&puzzle.rules)?;
        let setup = (processor_time() - start).as_micros();
        let start = processor_time();
        let outcome = Weighted.solve(&ruled, &Limits::solutions(2).with_nodes(nodes));
        let time = (processor_time() - start).as_micros();
        let status =
            status(&puzzle, outcome.first, outcome.report.ending, outcome.report.solutions);
        let guesses = outcome.report.guesses.unwrap_or(0);
        println!("{}\t{}\t{status}\t{guesses}\t{time}\t{setup}", puzzle.set, puzzle.name);
        let is_bad = usize::from(status != "unique" && status != "several");
        match totals.iter_mut().find(|total| total.0 == puzzle.set) {
            Some(total) => {
                *total = (
                    puzzle.set,
                    total.1 + 1,
                    total.2 + is_bad,
                    total.3 + time,
                    total.4 + setup,
                    total.5 + guesses,
                );
            }
            None => totals.push((puzzle.set, 1, is_bad, time, setup, guesses)),
        }
    }
    println!("\nset\tpuzzles\topen or wrong\tms\tsetup ms\tguesses");
    for (set, count, bad, time, setup, guesses) in totals {
        println!("{set}\t{count}\t{bad}\t{}\t{}\t{guesses}", time / 1000, setup as f64 / 1000.);
    }
    Ok(())
}

/// Returns the processor time of this thread so far. Only Linux reports it.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or(0))
}

fn status(puzzle: &Puzzle, first: Option<Grid>, ending: Ending, solutions: u64) -> &'static str {
    if let Some(grid) = first {
        let is_other =
            puzzle.solution.as_ref().is_some_and(|it| *it != grid.as_board().to_string());
        if puzzle.rules.check(&grid).is_err() || solutions == 1 && is_other {
            return "WRONG";
        }
    }
    match (ending, solutions) {
        (Ending::NodeLimit, _) => "open",
        (_, 0) => "none",
        (_, 1) => "unique",
        _ => "several",
    }
}

/// Reads the puzzles of a text.
fn read(text: &str) -> Result<Vec<Puzzle>, Box<dyn Error>> {
    let mut puzzles: Vec<Puzzle> = Vec::new();
    for line in text.lines() {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        if kind == "#" {
            let (set, name) = rest.split_once(' ').unwrap_or((rest, ""));
            let (set, name) = (set.to_owned(), name.to_owned());
            puzzles.push(Puzzle { set, name, solution: None, rules: Rules::default() });
            continue;
        }
        let Some(puzzle) = puzzles.last_mut() else { continue };
        match kind {
            "end" => {}
            "solution" => puzzle.solution = Some(rest.to_owned()),
            _ => {
                for line in rules(kind, rest)? {
                    puzzle
                        .rules
                        .rules
                        .push(line.parse::<Rule>().map_err(|error| format!("{line}: {error}"))?);
                }
            }
        }
    }
    puzzles.retain(|puzzle| !puzzle.rules.rules.is_empty());
    Ok(puzzles)
}

/// Returns the rules of a line in the text form of this project.
fn rules(kind: &str, rest: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let (first, others) = rest.split_once(' ').unwrap_or((rest, ""));
    let cells = |text: &str| -> Result<Vec<String>, Box<dyn Error>> {
        let cell = |word: &str| {
            let cell = Cell::new(word.parse()?).ok_or("a cell above 80")?;
            Ok::<_, Box<dyn Error>>(cell.to_string())
        };
        text.split_whitespace().map(cell).collect()
    };
    let unique = |mut cells: Vec<String>| {
        cells.sort();
        cells.dedup();
        cells
    };
    Ok(match kind {
        "among" => {
            let digits = DigitSet::from_bits(first.parse()?).ok_or("not a digit set")?;
            vec![format!("digits {digits} {}", cells(others)?.join(" "))]
        }
        "cage" => {
            let cells = cells(others)?;
            let different = unique(cells.clone());
            if different.len() == cells.len() {
                vec![format!("cage {first} {}", cells.join(" "))]
            } else {
                // A repeated cell counts twice.
                let mut rules = vec![format!("sum {first} {}", cells.join(" "))];
                for (place, a) in different.iter().enumerate() {
                    rules.extend(different[place + 1..].iter().map(|b| format!("differ {a} {b}")));
                }
                rules
            }
        }
        "sum" => {
            let signed = |sign: char| {
                let words = others.split(' ').filter_map(move |word| word.strip_prefix(sign));
                cells(&words.collect::<Vec<_>>().join(" "))
            };
            let (plus, minus) = (signed('+')?, signed('-')?);
            match (plus.is_empty(), minus.is_empty()) {
                (_, true) => vec![format!("sum {first} {}", plus.join(" "))],
                (true, _) => vec![format!("sum {} {}", -first.parse::<i32>()?, minus.join(" "))],
                _ => vec![format!("sum {first} {} / {}", plus.join(" "), minus.join(" "))],
            }
        }
        // A rule for a single cell excludes nothing.
        "differ" if others.is_empty() => Vec::new(),
        "differ" => vec![format!("differ {}", cells(rest)?.join(" "))],
        "rel" => vec![format!("relation {first} {}", cells(others)?.join(" "))],
        "renban" | "between" => vec![format!("{kind} {}", cells(rest)?.join(" "))],
        "quad" => vec![format!("quadruple {first} {}", cells(others)?.join(" "))],
        "noboxes" => vec!["no-boxes".to_owned()],
        _ => return Err(format!("unknown line: {kind} {rest}").into()),
    })
}
