//! `cargo xtask corpus`: makes the puzzle sets of `sudoku-corpus` with their answers.
//!
//! A set has a few well-known puzzles, and generated puzzles from a recorded seed that meet the
//! condition of the set. Conditions use placements and guesses, never times, so every machine makes
//! the same bytes. The sets `easy`, `hard` and `none` depend on the guesses of `mrv` and may change
//! with that strategy. The others change only with the generator.

mod answers;
mod maker;
mod recipes;

use std::convert::identity;
use std::error::Error;
use std::path::Path;
use std::{fs, io};

use ordered_work::Workers;
use sudoku_corpus::PuzzleSet;
use sudoku_generator::GENERATOR_VERSION;
use sudoku_registry::find;

use maker::Maker;
use recipes::{RECIPES, Recipe};

/// Makes the puzzle sets of `sudoku-corpus` from their seeds, or checks them
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing; compare the sets with the files
    #[arg(long)]
    pub(crate) check: bool,
}

/// Runs the task in the workspace with this root.
///
/// # Errors
/// Fails if a set cannot be made, or a file cannot be read or written. With `--check` it also fails
/// if a file differs from its recipe.
pub(crate) fn run(args: &Args, root: &Path) -> Result<(), Box<dyn Error>> {
    let maker = Maker::new()?;
    let sets = root.join("crates/sudoku-corpus/sets");
    let make = |recipe: &Recipe| {
        let done = make_or_check(&maker, recipe, &sets, args.check);
        let name = recipe.name;
        done.map(|done| format!("{name}: {done}")).map_err(|error| format!("{name}: {error}"))
    };
    let print = &mut |done: Result<String, String>| {
        println!("{}", done?);
        Ok(())
    };
    let made = Workers::new(RECIPES.len()).in_order(RECIPES, make, print);
    made.map_err(|error| error.or_else(identity::<String>))?;
    Ok(())
}

/// Makes a set and writes its file, or checks it. Returns a summary.
fn make_or_check(
    maker: &Maker,
    recipe: &Recipe,
    sets: &Path,
    check: bool,
) -> Result<String, String> {
    let path = sets.join(recipe.name).with_extension("txt");
    let in_file = |error: io::Error| format!("{}: {error}", path.display());
    let text = text_of(maker, recipe)?;
    if !check {
        fs::write(&path, &text).map_err(in_file)?;
    } else if fs::read_to_string(&path).map_err(in_file)? != text {
        return Err("the file differs from the recipe: run `cargo xtask corpus`".to_owned());
    }
    let set = PuzzleSet::parse(&text).map_err(|error| error.to_string())?;
    let puzzles = set.puzzles().map_err(|error| error.to_string())?;
    if let Some(name) = set.promising().find(|name| find(name).is_none()) {
        return Err(format!("{name} promises the budget, but there is no such strategy"));
    }
    Ok(format!("{} puzzles", puzzles.len()))
}

/// Returns the text of a set's file.
fn text_of(maker: &Maker, recipe: &Recipe) -> Result<String, String> {
    let Recipe { name, about, promises, generated, known, seed, make } = recipe;
    let boards = make(maker, *seed)?;
    let by = format!("`cargo xtask corpus`, generator version {GENERATOR_VERSION}, seed {seed}");
    let origin = match (known.is_empty(), boards.is_empty()) {
        (true, _) => format!("made by {by}"),
        (false, false) => {
            format!("well-known where a source is named, the others made by {by}")
        }
        (false, true) => "well-known, with its source".to_owned(),
    };
    let mut lines = vec![
        format!("# name: {name}"),
        format!("# about: {about}"),
        format!("# origin: {origin}"),
        format!("# promises-budget: {promises}"),
    ];
    for (source, puzzle) in *known {
        lines.push(format!("# {source}"));
        lines.push(maker.answered(&maker::read(puzzle)?)?);
    }
    lines.extend(generated.iter().map(|line| format!("# {line}")));
    for board in &boards {
        lines.push(maker.answered(board)?);
    }
    lines.push(String::new());
    Ok(lines.join("\n"))
}
