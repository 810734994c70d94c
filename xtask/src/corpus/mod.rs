//! The puzzle sets of `sudoku-corpus`: how each is made, and the proof that its answers are right.
//!
//! A set is a few well-known puzzles, and puzzles drawn from a recorded seed until enough of them
//! have what the set is for. That is measured in placements and guesses, never in time, so that
//! every machine makes the same bytes. The sets that are chosen by the guesses of `mrv`
//! (`easy`, `hard`, `none`) may change with that strategy, the others only with the generator.

mod answers;
mod maker;
mod recipes;

use std::error::Error;
use std::path::Path;
use std::{fs, io, thread};

use sudoku_corpus::PuzzleSet;
use sudoku_generator::GENERATOR_VERSION;

use maker::Maker;
use recipes::{RECIPES, Recipe};

/// Make the puzzle sets of `sudoku-corpus` anew from their seeds, or check them.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing: make the sets in memory, compare them with the files, and verify every answer
    #[arg(long)]
    pub(crate) check: bool,
}

/// Runs the command in the workspace with this root.
///
/// # Errors
/// If a set cannot be made, or a file cannot be read or written; with `--check` also if a file is
/// not what its recipe makes, or says what is not so.
pub(crate) fn run(args: &Args, root: &Path) -> Result<(), Box<dyn Error>> {
    let maker = Maker::new()?;
    let sets = root.join("crates/sudoku-corpus/sets");
    let results: Vec<_> = thread::scope(|scope| {
        let (maker, sets) = (&maker, &sets);
        let start = |recipe| scope.spawn(move || make_or_check(maker, recipe, sets, args.check));
        let started: Vec<_> = RECIPES.iter().map(start).collect();
        started.into_iter().map(thread::ScopedJoinHandle::join).collect()
    });
    for (recipe, result) in RECIPES.iter().zip(results) {
        let done = result.unwrap_or_else(|_| Err("the thread that made it panicked".to_owned()));
        println!("{}: {}", recipe.name, done.map_err(|error| format!("{}: {error}", recipe.name))?);
    }
    Ok(())
}

/// Makes a set and writes its file, or checks it; says what there is.
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
        return Err("the file is not what `cargo xtask corpus` makes".to_owned());
    }
    let set = PuzzleSet::parse(&text).map_err(|error| error.to_string())?;
    let puzzles = set.puzzles().map_err(|error| error.to_string())?;
    if check { maker.verify(&set, &puzzles) } else { Ok(format!("{} puzzles", puzzles.len())) }
}

/// The text of a set's file.
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
