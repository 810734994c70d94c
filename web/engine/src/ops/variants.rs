//! Puzzles with rules besides those of classic Sudoku.
//!
//! A request has the rules as text, one rule on each line or separated by semicolons.

use std::ops::ControlFlow;

use serde::Serialize;
use sudoku_core::{Cell, Ending, Grid, Limits, Solver};
use sudoku_explain::{Language, VariantHintData, variant_hint};
use sudoku_rules::{BrokenRule, RuleError, Rules, RulesError, RulesProblem};
use sudoku_text::{Blocks, FileError};
use sudoku_variants::{Hints, Ruled, Weighted};

use crate::error::{Answer, AnswerError};
use crate::memory::Memory;
use crate::request::Request;

/// The maximum number of broken rules in a reply.
const MOST_BROKEN: usize = 10;

/// The reply of `variant_read`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct VariantReadReply {
    /// The clues.
    puzzle: String,
    /// The rules as text on one line, or an empty text if the puzzle has only the classic rules.
    rules: String,
}

/// Reads the first puzzle of a text, if it has rules.
pub(super) fn read(request: &Request, _: &mut Memory) -> Answer<VariantReadReply> {
    let mut rules = read_rules(request.needed("text")?)?;
    if !rules.has_boxes() {
        let words = "the page does not show puzzles without boxes, such as jigsaws";
        return Err(AnswerError::new(words));
    }
    // A puzzle with too many rules is refused now, and not at the first question about it.
    Ruled::new(&rules).map_err(|error| AnswerError::new(error.to_string()))?;
    let puzzle = std::mem::take(&mut rules.board).to_string();
    Ok(VariantReadReply { puzzle, rules: rules.to_line() })
}

/// Reads rules as text, a link of f-puzzles, or the JSON of f-puzzles. Any other text has no rules.
fn read_rules(text: &str) -> Answer<Rules> {
    let (rules, errors) = Rules::read(text);
    let is_kind = |error: &RulesError| {
        !matches!(error.problem, RulesProblem::Rule(RuleError::UnknownKind(_)))
    };
    if !rules.rules.is_empty() || errors.iter().any(is_kind) {
        return errors.first().map_or(Ok(rules), |error| Err(error.into()));
    }
    let mut blocks = Blocks::new(text.as_bytes());
    // Reading from memory does not fail.
    let first = blocks.find_map(|block| block.ok()?.puzzles().next());
    match first {
        Some(Err(FileError::Variant { f_puzzles: Some(json), .. })) => {
            Rules::from_f_puzzles(&json).map_err(|error| AnswerError::new(error.to_string()))
        }
        Some(Err(error @ FileError::Variant { .. })) => Err(AnswerError::from(&error)),
        _ => Ok(Rules::default()),
    }
}

impl From<&RulesError> for AnswerError {
    fn from(error: &RulesError) -> Self {
        Self::at(error.to_string(), error.line, error.column)
    }
}

/// Returns the rules of a request, with the digits of its puzzle.
fn rules_of(request: &Request) -> Answer<Rules> {
    let rules: Rules =
        request.needed("rules")?.parse().map_err(|error: RulesError| AnswerError::from(&error))?;
    Ok(Rules { board: request.puzzle()?, ..rules })
}

fn compiled(rules: &Rules) -> Answer<Ruled> {
    Ruled::new(rules).map_err(|error| AnswerError::new(error.to_string()))
}

/// The reply of `variant_broken`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct BrokenReply {
    broken: Vec<Broken>,
}

/// A rule that the digits break.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Broken {
    /// The cells that break it together.
    cells: Vec<usize>,
    /// The reason, with the rule as text.
    words: String,
}

impl Broken {
    fn new(broken: &BrokenRule, language: Language) -> Self {
        let BrokenRule { rule, violation } = broken;
        let cells = violation.cells.iter().map(|cell| cell.index()).collect();
        // Only English has the reasons of `sudoku-rules`.
        let words = match rule {
            Some(rule) if language != Language::English => {
                format!("{} ({rule})", language.demand(rule.kind()))
            }
            _ => broken.to_string(),
        };
        Self { cells, words }
    }
}

/// Finds the rules that the digits break, without those of classic Sudoku.
pub(super) fn broken(request: &Request, _: &mut Memory) -> Answer<BrokenReply> {
    let (rules, language) = (rules_of(request)?, request.language()?);
    let broken = |rule: &sudoku_rules::Rule| {
        let violation = rule.find_violation(&rules.board)?;
        let broken = BrokenRule { rule: Some(Box::new(rule.clone())), violation };
        Some(Broken::new(&broken, language))
    };
    Ok(BrokenReply { broken: rules.rules.iter().filter_map(broken).take(MOST_BROKEN).collect() })
}

/// The reply of `variant_check`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct VariantCheckReply {
    /// The number of solutions, up to 2.
    solutions: usize,
    /// False if the search ended at the limit, so that there may be more solutions.
    exact: bool,
    /// A solution.
    solution: Option<String>,
    /// The cells in which two solutions differ.
    differ: Vec<usize>,
    /// The rule that the clues break, if there is one.
    broken: Option<Broken>,
}

/// Searches for two solutions, with at most the requested number of guesses.
pub(super) fn check(request: &Request, _: &mut Memory) -> Answer<VariantCheckReply> {
    let (rules, language) = (rules_of(request)?, request.language()?);
    let puzzle = compiled(&rules)?;
    let limits = Limits::solutions(2).with_nodes(request.number("nodes")?.unwrap_or(u64::MAX));
    let mut found: Vec<Grid> = Vec::new();
    let report = Weighted.search(&puzzle, &limits, &mut |grid| {
        found.push(*grid);
        ControlFlow::Continue(())
    });
    let differ = match &found[..] {
        [one, two] => Cell::all()
            .filter(|cell| one.as_board().get(*cell) != two.as_board().get(*cell))
            .map(Cell::index)
            .collect(),
        _ => Vec::new(),
    };
    let broken = if found.is_empty() { rules.find_broken(&rules.board) } else { None };
    Ok(VariantCheckReply {
        solutions: found.len(),
        exact: report.ending != Ending::NodeLimit,
        solution: found.first().map(ToString::to_string),
        differ,
        broken: broken.map(|broken| Broken::new(&broken, language)),
    })
}

/// The reply of `variant_hint`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct VariantHintReply {
    /// The next digit, or null if no simple reason gives one.
    hint: Option<VariantHintData>,
}

/// Finds the next digit. The digits on the board have to be right.
pub(super) fn hint(request: &Request, _: &mut Memory) -> Answer<VariantHintReply> {
    let (rules, language) = (rules_of(request)?, request.language()?);
    let hint = Hints::new(&compiled(&rules)?).next();
    Ok(VariantHintReply { hint: hint.map(|hint| variant_hint(&hint, language)) })
}

/// The reply of `variant_meanings`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct MeaningsReply {
    /// The demand of each rule, in the order of the rules.
    meanings: Vec<String>,
}

/// Describes each rule in words.
pub(super) fn meanings(request: &Request, _: &mut Memory) -> Answer<MeaningsReply> {
    let (rules, language) = (rules_of(request)?, request.language()?);
    let meanings = rules.rules.iter().map(|rule| language.demand(rule.kind())).collect();
    Ok(MeaningsReply { meanings })
}
