//! `sudoku check`.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cli_support::ExitStatus;
use indicatif::HumanCount;
use serde::Serialize;
use sudoku_core::{Board, Cell, Limits, Outcome, Report, Solver};
use sudoku_generator::{conflicting_clues, is_redundant};
use sudoku_text::FileCandidates;
use sudoku_variants::{Redundancy, Ruled, Weighted};

use crate::args::{AnswerArgs, SolverArgs};
use crate::diagnosis;
use crate::draw;
use crate::error::CliError;
use crate::format::{OutputFormat, json};
use crate::pipeline::Sink;
use crate::rules_file::RulesFile;
use crate::stream::{CandidatesUse, Job, Puzzle, Summary};
use crate::variants::Variants;

/// Check that puzzles have one solution and no redundant clue
///
/// A proper puzzle has exactly one solution. A minimal puzzle has several as soon as any one clue
/// is removed. Writes a line for each puzzle. For a puzzle that is not proper, the line names the
/// conflicting clues, or a cell with two possible digits, and the exit code is 1. --summary counts
/// proper puzzles, minimal ones and the others.
///
/// A variant is minimal if no clue and no rule is redundant. To test a clue or rule, the command
/// searches without it, for at most 10,000 guesses. If a search does not finish, it may be unknown
/// whether the variant is minimal.
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sudoku check puzzle.txt\n  sudoku check --json puzzles.txt\n  \
    sudoku check --summary puzzles.txt\n  \
    sudoku check --rules killer.txt",
    mut_arg("rules", |rules| rules.conflicts_with("strategy"))
)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    answer: AnswerArgs,
    #[command(flatten)]
    rules: RulesFile,
}

pub(crate) fn run(CheckArgs { answer, rules }: &CheckArgs) -> Result<ExitStatus, CliError> {
    let summary: Option<Arc<CheckSummary>> = answer.summary.then(Arc::default);
    let check = Arc::new(Check { solver: answer.solver, summary: summary.clone() });
    let (stream, rules) = rules.open(&answer.input, &answer.output, &answer.formats())?;
    let variants = Arc::clone(&check);
    let job = Job {
        variants: Some(Variants::new(rules, move |puzzle, sink| {
            variants.write_variant(puzzle, sink);
            Ok(())
        })),
        search: Some((answer.solver, 2)),
        candidates: CandidatesUse::IfNeeded,
        summary: summary.map(|summary| -> Arc<dyn Summary> { summary }),
        example: json(&Checked::default()),
        ..Job::default()
    };
    stream.run(job, move |puzzle, sink| match puzzle {
        Puzzle::Clues(puzzle, Outcome { report, .. }) => {
            check.write(&puzzle.board, report, sink);
            Ok(())
        }
        Puzzle::Candidates(puzzle) => check.write_candidates(puzzle, sink),
    })
}

struct Check {
    solver: SolverArgs,
    /// The counts for `--summary`.
    summary: Option<Arc<CheckSummary>>,
}

/// Counts of puzzles by verdict.
#[derive(Debug, Default, Serialize)]
struct CheckSummary {
    puzzles: AtomicU64,
    proper: AtomicU64,
    /// The number of proper puzzles without a redundant clue.
    minimal: AtomicU64,
    several_solutions: AtomicU64,
    no_solution: AtomicU64,
    unreadable: AtomicU64,
}

impl CheckSummary {
    fn count(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a puzzle by its search report.
    fn add(&self, report: &Report, is_minimal: bool) {
        Self::count(&self.puzzles);
        match report.solutions {
            0 => Self::count(&self.no_solution),
            _ if !report.is_proper() => Self::count(&self.several_solutions),
            _ => {
                Self::count(&self.proper);
                if is_minimal {
                    Self::count(&self.minimal);
                }
            }
        }
    }
}

impl Summary for CheckSummary {
    fn reject(&self) {
        Self::count(&self.unreadable);
    }

    fn text(&self, format: Option<OutputFormat>) -> Vec<u8> {
        let is_json = format == Some(OutputFormat::Json);
        if is_json { json(self) } else { self.to_string() }.into_bytes()
    }
}

impl fmt::Display for CheckSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { puzzles, proper, minimal, several_solutions, no_solution, unreadable } = self;
        let [puzzles, proper, minimal, several, none, unreadable] =
            [puzzles, proper, minimal, several_solutions, no_solution, unreadable]
                .map(|counter| HumanCount(counter.load(Ordering::Relaxed)));
        let word = if puzzles.0 == 1 { "puzzle" } else { "puzzles" };
        writeln!(f, "{puzzles} {word}: {proper} proper, {minimal} of them minimal")?;
        writeln!(f, "{several} with several solutions, {none} with none")?;
        writeln!(f, "{unreadable} unreadable")
    }
}

#[derive(Default, Serialize)]
struct Checked {
    puzzle: String,
    clues: usize,
    proper: bool,
    /// `None` if it is unknown.
    minimal: Option<bool>,
    /// The clues and rules that are redundant: the puzzle stays proper without any one of them.
    redundant: Vec<String>,
    /// The reason why the puzzle is not proper.
    cause: Option<String>,
}

impl Check {
    fn write(&self, board: &Board, report: &Report, sink: &mut Sink<'_>) {
        let is_proper = report.is_proper();
        let redundant = if is_proper { self.redundant(board) } else { Vec::new() };
        if let Some(summary) = &self.summary {
            summary.add(report, redundant.is_empty());
            if !is_proper {
                sink.find_fault();
            }
            return;
        }
        let (cause, wrong) = if is_proper { (None, Vec::new()) } else { self.cause(board) };
        if !is_proper {
            sink.find_fault();
        }
        match sink.format {
            format if format.is_table() => sink.object(&json(&Checked {
                puzzle: board.to_string(),
                clues: board.clue_count(),
                proper: is_proper,
                minimal: Some(is_proper && redundant.is_empty()),
                redundant: redundant.iter().map(ToString::to_string).collect(),
                cause,
            })),
            format => {
                // Below a drawing the verdict is a comment, so that the drawing can be read again.
                let before = match format {
                    OutputFormat::Drawing => draw::marked(board, &wrong, &sink.style) + "# ",
                    _ => String::new(),
                };
                let verdict = match cause {
                    None => verdict(board.clue_count(), &redundant),
                    Some(cause) => format!("not proper, {cause}"),
                };
                sink.note(&format!("{before}{}: {verdict}", sink.place));
            }
        }
    }

    /// Reports whether the candidates allow exactly one solution. Clues are not mentioned, because
    /// no clues explain these candidates.
    fn write_candidates(&self, puzzle: &FileCandidates, sink: &mut Sink<'_>) -> Result<(), String> {
        let FileCandidates { candidates, .. } = puzzle;
        let solver = self.solver.candidates_solver()?;
        let report = solver.count(candidates, &Limits::solutions(2));
        let cause = || diagnosis::cause_among(solver, candidates);
        let text = (candidates.to_string(), candidates.values().clue_count());
        let proper = "proper, by its candidates";
        self.write_verdict(text, &report, proper, None, cause, sink);
        Ok(())
    }

    /// Reports whether a variant has exactly one solution, and its redundant clues and rules.
    fn write_variant(&self, puzzle: &Ruled, sink: &mut Sink<'_>) {
        let report = Weighted.count(puzzle, &Limits::solutions(2));
        let redundancy = report.is_proper().then(|| Redundancy::of(puzzle.rules(), None));
        let minimality = redundancy.as_ref().map(minimality).unwrap_or_default();
        let proper = format!("proper, by its rules, {minimality}");
        let cause = || diagnosis::cause_by_rules(puzzle);
        let board = &puzzle.rules().board;
        let text = (board.to_string(), board.clue_count());
        self.write_verdict(text, &report, &proper, redundancy, cause, sink);
    }

    /// Writes whether a puzzle has exactly one solution. The puzzle is its text and the number of
    /// its clues.
    fn write_verdict(
        &self,
        (puzzle, clues): (String, usize),
        report: &Report,
        proper: &str,
        redundancy: Option<Redundancy>,
        cause: impl FnOnce() -> String,
        sink: &mut Sink<'_>,
    ) {
        let minimal = redundancy.as_ref().and_then(|it| it.is_minimal);
        let redundant = redundancy.map_or_else(Vec::new, |it| it.redundant);
        let redundant = redundant.iter().map(ToString::to_string).collect();
        let is_proper = report.is_proper();
        if !is_proper {
            sink.find_fault();
        }
        if let Some(summary) = &self.summary {
            return summary.add(report, minimal == Some(true));
        }
        let cause = (!is_proper).then(cause);
        if sink.format.is_table() {
            let checked = Checked { puzzle, clues, proper: is_proper, minimal, redundant, cause };
            return sink.object(&json(&checked));
        }
        let verdict = cause.map(|cause| format!("not proper, {cause}"));
        sink.note(&format!("{}: {}", sink.place, verdict.as_deref().unwrap_or(proper)));
    }

    /// Returns the clues that are redundant: the puzzle stays proper without any one of them.
    fn redundant(&self, board: &Board) -> Vec<Cell> {
        let cells = board.clues().map(|(cell, _)| cell);
        cells.filter(|&cell| is_redundant(self.solver.solver(), board, cell)).collect()
    }

    /// Returns the reason why the puzzle is not proper, and the cells to mark in a drawing.
    fn cause(&self, board: &Board) -> (Option<String>, Vec<Cell>) {
        let cause = diagnosis::cause(self.solver.solver(), board);
        let pairs: Vec<_> = board.contradictions().collect();
        if !pairs.is_empty() {
            let pairs_text: Vec<_> = pairs.iter().map(ToString::to_string).collect();
            let cells = pairs.iter().flat_map(|pair| [pair.first, pair.second]).collect();
            return (Some(format!("no solution: {}", pairs_text.join("; "))), cells);
        }
        if cause != "no solution" {
            return (Some(cause), Vec::new());
        }
        let part = conflicting_clues(self.solver.solver(), board);
        let clues: Vec<_> = part.clues().map(|(cell, digit)| format!("{cell}={digit}")).collect();
        let cells = part.clues().map(|(cell, _)| cell).collect();
        (Some(format!("no solution: these clues conflict: {}", clues.join(" "))), cells)
    }
}

/// Returns in words whether a variant is minimal.
fn minimality(Redundancy { is_minimal, redundant }: &Redundancy) -> String {
    let parts: Vec<_> = redundant.iter().map(ToString::to_string).collect();
    match is_minimal {
        Some(true) => "minimal".to_owned(),
        Some(false) => format!("not minimal, redundant: {}", parts.join("; ")),
        None => "minimality unknown".to_owned(),
    }
}

fn verdict(clues: usize, redundant: &[Cell]) -> String {
    if redundant.is_empty() {
        return format!("proper, minimal, {clues} clues");
    }
    if redundant.len() == clues {
        return format!("proper, not minimal, {clues} clues, each of them redundant");
    }
    let cells: Vec<_> = redundant.iter().map(ToString::to_string).collect();
    format!("proper, not minimal, {clues} clues, redundant: {}", cells.join(" "))
}
