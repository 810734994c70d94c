//! The maker of variants, and its options.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Serialize;
use sudoku_generator::{
    CageSizes, GeneratedVariant, NoVariantError, VariantKind, VariantRequest, seeded_rng,
};
use sudoku_text::{FileField, FileFormat, f_puzzles_link};

use crate::constraints::RequestArgs;
use crate::error::CliError;
use crate::format::{OutputFormat, exact, json};
use crate::pipeline::Sink;
use crate::puzzle_maker::Account;
use crate::symmetry_choice::SymmetryChoice;
use crate::values;

/// The options of `generate` that conflict with `--rules`.
pub(crate) const OTHERS: [&str; 20] = [
    "id",
    "ids",
    "spread",
    "method",
    "minimal",
    "clues",
    "pattern",
    "given",
    "difficulty",
    "scale",
    "level",
    "needs",
    "eliminations",
    "before",
    "after",
    "only_singles_around",
    "without",
    "with",
    "images",
    "strategy",
];

/// The options for puzzles with rules.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct VariantArgs {
    /// Kinds of rules of variants, such as killer (comma-separated)
    ///
    /// The kinds are killer, diagonal, windoku, disjoint-groups, asterisk, anti-knight, anti-king,
    /// little-killer, thermo, arrow, whisper, renban, palindrome, between, kropki and xv. A killer
    /// has cages and no clues. No clue, cage or line is redundant. --symmetry applies to the cages,
    /// or to the cells with clues. The puzzles are written as rules, which `sudoku solve --rules`
    /// reads. --to f-puzzles writes links, and --to drawing and --to svg draw the rules.
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = values::variant_kinds(), hide_possible_values = true)]
    rules: Vec<VariantKind>,

    /// Sizes of the cages of a killer, with weights [default: 2:4,3:3,4:1]
    ///
    /// `2:1,3:2` draws three cells twice as often as two. A cage that has no space to grow stays
    /// smaller.
    #[arg(
        long,
        value_name = "SIZES",
        requires = "rules",
        hide_short_help = true,
        allow_hyphen_values = true
    )]
    cages: Option<String>,
}

impl VariantArgs {
    /// Returns true if variants are wanted.
    pub(crate) const fn is_any(&self) -> bool {
        !self.rules.is_empty()
    }

    /// Returns the request for variants. `format` is the chosen output format, if any.
    pub(crate) fn request(
        &self,
        others: &RequestArgs,
        format: Option<OutputFormat>,
    ) -> Result<VariantRequest<'static>, CliError> {
        let has_rules = |format: OutputFormat| {
            format.is_table()
                || matches!(format, OutputFormat::LINE | OutputFormat::Drawing | OutputFormat::Svg)
                || format == OutputFormat::Text(FileFormat::FPuzzles)
        };
        if !format.is_none_or(has_rules) {
            return Err(CliError::Usage(
                "this format has no place for rules; use --to line, f-puzzles, drawing, svg, csv, \
                 tsv, jsonl or parquet",
            ));
        }
        if self.cages.is_some() && !self.rules.iter().any(|kind| kind.has_cages()) {
            return Err(CliError::Usage("--cages needs --rules killer"));
        }
        let SymmetryChoice::Fixed(symmetry) = others.symmetry else {
            return Err(CliError::Usage(
                "--symmetry random does not work with --rules; choose one symmetry",
            ));
        };
        let attempts = match others.constraints.attempts {
            Some(attempts) => attempts,
            None if others.time.is_some() => u32::MAX,
            None => VariantRequest::new(&[]).attempts,
        };
        let request = VariantRequest::new(&self.rules).with_attempts(attempts);
        let sizes = self.cages.as_deref().map_or(Ok(CageSizes::default()), str::parse)?;
        let request = request.with_cages(sizes);
        Ok(request.with_symmetry(symmetry))
    }
}

/// Makes the puzzles with rules of a seed.
pub(crate) struct VariantMaker {
    pub(crate) request: VariantRequest<'static>,
    pub(crate) seed: u64,
    pub(crate) account: Arc<Account>,
    /// True if answer pages are written.
    pub(crate) has_answers: bool,
}

/// A puzzle with rules.
#[derive(Serialize)]
struct MadeVariant {
    #[serde(serialize_with = "exact")]
    seed: u64,
    #[serde(serialize_with = "exact")]
    number: u64,
    puzzle: String,
    /// The rules as text, with semicolons between them.
    rules: String,
    solution: String,
    clues: usize,
    attempts: u32,
}

impl VariantMaker {
    /// Returns the columns of a table of puzzles.
    pub(crate) fn columns() -> Vec<FileField> {
        let names = ["seed", "number", "puzzle", "rules", "solution", "clues", "attempts"];
        names.map(|name| FileField::text(name, "")).to_vec()
    }

    /// Searches for the puzzle with this number.
    pub(crate) fn find(&self, number: u64) -> Result<GeneratedVariant, NoVariantError> {
        let request = self.request.clone().with_stop(self.account.stop());
        let request = request.with_attempt_counter(&self.account.attempts);
        request.generate(&mut seeded_rng(self.seed, number))
    }

    /// Makes the puzzle with this number. Breaks if every other puzzle would fail too.
    pub(crate) fn make(&self, number: u64, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let made = match self.find(number) {
            Ok(made) => made,
            Err(error) => {
                sink.report_error(&format!("puzzle {number}: {error}"));
                return match error.is_stopped || error.is_impossible {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                };
            }
        };
        let rules = &made.rules;
        match sink.format {
            format if format.is_table() => sink.record_object(&json(&MadeVariant {
                seed: self.seed,
                number,
                puzzle: rules.board.to_string(),
                rules: rules.rules.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
                solution: made.solution.to_string(),
                clues: rules.board.clue_count(),
                attempts: made.attempts,
            })),
            OutputFormat::Text(FileFormat::FPuzzles) => match rules.to_f_puzzles() {
                Ok(json) => sink.text(&(f_puzzles_link(&json) + "\n")),
                Err(error) => {
                    sink.report_error(&format!("puzzle {number}: {error}"));
                    return ControlFlow::Continue(());
                }
            },
            OutputFormat::Drawing => {
                sink.variant(rules, None);
                sink.text(&format!("# seed {}, puzzle {number}\n", self.seed));
            }
            OutputFormat::Svg => {
                let answer = self.has_answers.then_some(made.solution.as_board());
                sink.page_variant(rules, None, String::new(), answer);
            }
            _ => {
                // Every puzzle has this line, so several puzzles are not read as one.
                let board = match rules.board.clue_count() {
                    0 => format!("board {}\n", rules.board),
                    _ => String::new(),
                };
                sink.text(&format!("# seed {}, puzzle {number}\n{board}{rules}\n", self.seed));
            }
        }
        sink.advance(1);
        ControlFlow::Continue(())
    }
}
