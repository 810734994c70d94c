//! `cargo xtask new-strategy NAME`: creates a strategy crate that passes the conformance suite.

use std::fs;
use std::path::Path;

use crate::Failure;
use crate::tidy::LICENSES;

/// Creates a crate for a new strategy, and prints the lines that register it
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Name of lower-case letters, digits and hyphens; the crate is `sudoku-NAME`
    name: String,
}

/// The lines that make a strategy part of the workspace.
pub(crate) struct Lines {
    /// The line for `[workspace.dependencies]` in the top `Cargo.toml`.
    pub(crate) workspace: String,
    /// The line for `[dependencies]` of the registry.
    pub(crate) dependency: String,
    /// The line for the registry's list.
    pub(crate) registry: String,
}

pub(crate) fn run(args: &Args, root: &Path) -> Result<(), Failure> {
    let lines = create(root, &args.name)?;
    println!(
        "Created crates/sudoku-{}: a plain backtracker that passes the conformance suite. Add these \
         lines:\n\n\
         Cargo.toml, under [workspace.dependencies]:\n{}\n\n\
         crates/sudoku-registry/Cargo.toml, under [dependencies]:\n{}\n\n\
         crates/sudoku-registry/src/lib.rs, in STRATEGIES:\n{}\n\n\
         Then run:\n  \
         cargo test -p sudoku-{}\n  \
         cargo run -p bench-harness -- --strategy {}\n  \
         bash .ci/run\n\n\
         Then describe the idea in its README.md, and add its folder to the table in\n\
         docs/development/architecture.md. If the strategy promises the time budget on a set, add its\n\
         name to the recipe in xtask/src/corpus/recipes.rs, and run `cargo xtask corpus`.",
        args.name, lines.workspace, lines.dependency, lines.registry, args.name, args.name
    );
    Ok(())
}

/// Creates the folder. Existing files stay unchanged.
pub(crate) fn create(root: &Path, name: &str) -> Result<Lines, Failure> {
    let well_formed = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|char| matches!(char, 'a'..='z' | '0'..='9' | '-'))
        && !name.ends_with('-');
    if !well_formed {
        return Err(format!("{name:?} is not a valid name: use lower-case letters, digits and hyphens, a letter first").into());
    }
    let module = name.replace('-', "_");
    let capitalized = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_ascii_uppercase())
            .into_iter()
            .chain(letters)
            .collect::<String>()
    };
    let type_name: String = name.split('-').map(capitalized).collect();
    // The strategy re-exports the core, so its type needs another name.
    if CORE_NAMES.contains(&type_name.as_str()) {
        return Err(format!("sudoku-core has a type {type_name} already: use another name").into());
    }
    let folder = root.join(format!("crates/sudoku-{name}"));
    if folder.exists() {
        return Err(format!("{} exists already", folder.display()).into());
    }
    let fill = |template: &str| {
        template.replace("{name}", name).replace("{module}", &module).replace("{Type}", &type_name)
    };
    fs::create_dir_all(folder.join("src"))?;
    fs::create_dir_all(folder.join("tests"))?;
    fs::write(folder.join("Cargo.toml"), fill(MANIFEST))?;
    fs::write(folder.join("README.md"), fill(README))?;
    for license in LICENSES {
        fs::copy(root.join(license), folder.join(license))?;
    }
    fs::write(folder.join("src/lib.rs"), fill(LIBRARY))?;
    fs::write(folder.join("tests/conformance.rs"), fill(TESTS))?;
    Ok(Lines {
        workspace: fill(r#"sudoku-{name} = { path = "crates/sudoku-{name}", version = "0.1.0" }"#),
        dependency: fill("sudoku-{name}.workspace = true"),
        registry: fill(
            r#"    Strategy::new("{name}", "sudoku-{name}", "its idea in one line", &sudoku_{module}::{Type}).lexicographic(),"#,
        ),
    })
}

/// The types of the core that a strategy's type must not shadow.
const CORE_NAMES: &[&str] = &[
    "Board",
    "Cell",
    "Digit",
    "Ending",
    "Grid",
    "House",
    "Limits",
    "Meter",
    "Outcome",
    "Relabeling",
    "Report",
    "Solver",
    "Symmetry",
];

const MANIFEST: &str = r#"[package]
name = "sudoku-{name}"
description = "Sudoku by …"
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license.workspace = true
documentation = "https://docs.rs/sudoku-{name}"
keywords.workspace = true
categories.workspace = true

[lib]
bench = false

[features]
# Implements the traits of serde for the types of sudoku-core.
serde = ["sudoku-core/serde"]

[dependencies]
sudoku-core.workspace = true

[dev-dependencies]
sudoku-conformance.workspace = true

[lints]
workspace = true
"#;

const README: &str = r"# sudoku-{name}

A Sudoku solver by …

The API is at [docs.rs/sudoku-{name}](https://docs.rs/sudoku-{name}).

## License
MIT ([LICENSE-MIT](LICENSE-MIT)) or Apache 2.0 ([LICENSE-APACHE](LICENSE-APACHE)), at your option.
";

const LIBRARY: &str = r#"//! `sudoku-{name}` is a Sudoku solver by … (the idea in three sentences).
//!
//! ```
//! use sudoku_{module}::{Board, Solver, {Type}};
//!
//! let clues =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle: Board = clues.parse()?;
//! println!("{}", {Type}.first_solution(&puzzle).expect("the puzzle has a solution"));
//! # Ok::<(), sudoku_{module}::ReadError>(())
//! ```
//!
//! # Limitations
//! …

use std::ops::ControlFlow;

use sudoku_core::Meter;
pub use sudoku_core::{
    self, BatchLengthError, Board, Cell, Digit, DigitSet, Ending, Grid, House, Limits, Outcome,
    ReadError, Report, Solver,
};

/// The strategy, see the [crate documentation](crate).
#[derive(Clone, Copy, Debug, Default)]
pub struct {Type};

impl Solver for {Type} {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        let report = Meter::run(limits, found, |meter| {
            if board.is_consistent() {
                fill(&mut board.clone(), meter)?;
            }
            ControlFlow::Continue(())
        });
        report.with_placements(report.nodes)
    }
}

/// Tries every candidate of the first blank cell.
fn fill(board: &mut Board, meter: &mut Meter<'_>) -> ControlFlow<Ending> {
    let Some(cell) = Cell::all().find(|&cell| board.get(cell).is_none()) else {
        return board.to_grid().map_or(ControlFlow::Continue(()), |grid| meter.solution(&grid));
    };
    for digit in board.candidates(cell) {
        meter.node()?;
        board.set(cell, Some(digit));
        fill(board, meter)?;
    }
    board.set(cell, None);
    ControlFlow::Continue(())
}
"#;

const TESTS: &str = r#"//! The strategy passes the conformance suite.

use sudoku_conformance::{SolverCapabilities, assert_conforms};

use sudoku_{module}::{Type};

#[test]
fn conforms_to_the_contract() {
    let capabilities = SolverCapabilities::new("{name}");
    assert_conforms(&{Type}, &capabilities.lexicographic().placements_are_nodes());
}
"#;
