//! The option `--rules`.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use compressed_io::InputFile;
use sudoku_core::Board;
use sudoku_generator::VariantKind;
use sudoku_rules::{Rule, RuleError, RuleKind, Rules, RulesError, RulesProblem};
use sudoku_text::to_utf8;

use crate::args::{ColumnArg, FormatArgs, InputArgs, OutputArgs};
use crate::error::CliError;
use crate::inline_or_file::{LONGEST, beginning};
use crate::stream::{Stream, is_exchanged};

/// The rules of all puzzles.
#[derive(Args, Clone, Debug)]
pub(crate) struct RulesFile {
    /// Rules of a variant, such as killer cages: a file with one rule per line
    ///
    /// Each puzzle of the input gets these rules. Without FILE|PUZZLE, the rules apply to the line
    /// `board` of their file, or to a blank board. Links of f-puzzles have their own rules. The
    /// strategy `weighted` searches puzzles with rules.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

impl RulesFile {
    /// Returns true if the option is given.
    pub(crate) const fn is_any(&self) -> bool {
        self.rules.is_some()
    }

    /// Opens the stream that the arguments describe. Also returns the rules of its puzzles.
    pub(crate) fn open(
        &self,
        input: &InputArgs,
        output: &OutputArgs,
        formats: &FormatArgs,
    ) -> Result<(Stream, Vec<Rule>), CliError> {
        let Some(path) = &self.rules else {
            return Ok((Stream::with_parts(input, output, formats)?, Vec::new()));
        };
        if path == Path::new("-") {
            return Err(CliError::Usage("--rules needs a file, not standard input"));
        }
        if is_kind(path) && !path.exists() {
            return Err(CliError::Usage(
                "--rules needs a file with rules here, not a kind; `sudoku generate --rules` makes \
                 puzzles with rules of a kind",
            ));
        }
        let file = InputFile::new(path);
        InputFile::keep_from(std::slice::from_ref(&file), output.file())?;
        let Rules { board, rules } = read(&file)?;
        if !input.files.is_empty() {
            if board != Board::EMPTY {
                return Err(CliError::Usage(SECOND_BOARD));
            }
            return Ok((Stream::reading(vec![file], input, output, formats)?, rules));
        }
        let column = ColumnArg { column: None };
        let input = InputArgs { files: vec![path.clone()], from: None, column, ..input.clone() };
        let mut stream = Stream::with_parts(&input, output, formats)?;
        stream.clues = Some(board);
        Ok((stream, rules))
    }
}

/// Returns true if a path consists of names of kinds of rules, separated by commas.
fn is_kind(path: &Path) -> bool {
    let is_kind =
        |name: &str| name.parse::<VariantKind>().is_ok() || name.parse::<RuleKind>().is_ok();
    path.to_str().is_some_and(|names| names.split(',').all(is_kind))
}

/// The error for rules with clues that are to apply to other puzzles.
pub(crate) const SECOND_BOARD: &str =
    "the rules have a line `board`, and there is also another puzzle; remove one of them";

/// The maximum number of mistakes in rules that are reported.
const MOST_MISTAKES: usize = 20;

/// Reads the rules of a file.
pub(crate) fn read(file: &InputFile) -> Result<Rules, CliError> {
    let text = beginning(file).map_err(|error| file.error(error))?;
    if text.len() > LONGEST {
        let reason = format!("more than {LONGEST} bytes, the maximum for rules");
        return Err(file.error(io::Error::other(reason)).into());
    }
    let (text, name) = (to_utf8(text), file.name());
    let text = String::from_utf8_lossy(&text);
    if is_exchanged(text.trim_start()) {
        return Err(CliError::Rules(format!(
            "{name}: this is a file of puzzles, not of rules; links of f-puzzles have their own \
             rules, so use this file as input"
        )));
    }
    let (rules, errors) = Rules::read(&text);
    if errors.is_empty() {
        return if rules.rules.is_empty() {
            let advice = "write one rule on each line, such as `anti-knight`";
            Err(CliError::Rules(format!("{name}: the file has no rule; {advice}")))
        } else {
            Ok(rules)
        };
    }
    // Only the first mistake without a suggestion gets the list of all rules.
    let mut is_listed = false;
    let line = |error: &RulesError| {
        let mut text = error.to_string();
        if let RulesProblem::Rule(RuleError::UnknownKind(unknown)) = &error.problem
            && unknown.suggestions().is_empty()
        {
            if is_listed {
                text = text.replace(&format!("; {}", unknown.advice()), "");
            }
            is_listed = true;
        }
        format!("{name}: {text}")
    };
    let mut lines: Vec<_> = errors.iter().take(MOST_MISTAKES).map(line).collect();
    if errors.len() > MOST_MISTAKES {
        lines.push(format!("{name}: {} more mistakes", errors.len() - MOST_MISTAKES));
    }
    Err(CliError::Rules(lines.join("\nerror: ")))
}
