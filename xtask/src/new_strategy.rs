//! `cargo xtask new-strategy NAME`: the folder of a new strategy, which works and passes the suite.

use std::fs;
use std::path::Path;

use crate::Failure;
use crate::tidy::LICENSES;

/// Makes the folder of a new strategy and prints the lines that register it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The registered name: lower-case letters, digits and dashes; the crate is `sudoku-NAME`.
    name: String,
}

/// The lines that make a strategy part of the workspace.
pub(crate) struct Lines {
    /// Goes under `[workspace.dependencies]` of the top `Cargo.toml`.
    pub(crate) workspace: String,
    /// Goes under `[dependencies]` of the registry.
    pub(crate) dependency: String,
    /// Goes into the registry's list.
    pub(crate) registry: String,
}

pub(crate) fn run(args: &Args, root: &Path) -> Result<(), Failure> {
    let lines = create(root, &args.name)?;
    println!(
        "Made crates/sudoku-{}: a plain backtracker to start from, which passes the suite.\n\n\
         Cargo.toml, under [workspace.dependencies]:\n{}\n\n\
         crates/sudoku-registry/Cargo.toml, under [dependencies]:\n{}\n\n\
         crates/sudoku-registry/src/lib.rs, in STRATEGIES:\n{}\n\n\
         Then:\n  \
         cargo test -p sudoku-{}\n  \
         cargo run -p bench-harness -- --strategy {}\n  \
         and where it promises the time budget, its name in the set's recipe (xtask/src/corpus/recipes.rs)\n  \
         and `cargo xtask corpus`; its row in README.md and docs/development/architecture.md; the idea in its README.md; bash .ci/run",
        args.name, lines.workspace, lines.dependency, lines.registry, args.name, args.name
    );
    Ok(())
}

/// Makes the folder; nothing that exists is touched.
pub(crate) fn create(root: &Path, name: &str) -> Result<Lines, Failure> {
    let well_formed = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|char| matches!(char, 'a'..='z' | '0'..='9' | '-'))
        && !name.ends_with('-');
    if !well_formed {
        return Err(format!("{name:?} is not made of lower-case letters, digits and dashes").into());
    }
    let module = name.replace('-', "_");
    let capitalised = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_ascii_uppercase())
            .into_iter()
            .chain(letters)
            .collect::<String>()
    };
    let type_name: String = name.split('-').map(capitalised).collect();
    // The strategy re-exports the core: its own type must not stand in the way.
    if CORE_NAMES.contains(&type_name.as_str()) {
        return Err(format!("{type_name} is a name of sudoku-core").into());
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

/// Types of the core that a strategy could be named after.
const CORE_NAMES: &[&str] = &[
    "Board",
    "Cell",
    "Digit",
    "Ending",
    "Form",
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
# What a search reports as serde data.
serde = ["sudoku-core/serde"]

[dependencies]
sudoku-core.workspace = true

[dev-dependencies]
sudoku-conformance.workspace = true

[lints]
workspace = true
"#;

const README: &str = r"# sudoku-{name}

Say the idea in a sentence or two.

The [documentation](https://docs.rs/sudoku-{name}) has the interface, with examples.

## Licence
MIT ([LICENSE-MIT](LICENSE-MIT)) or Apache 2.0 ([LICENSE-APACHE](LICENSE-APACHE)), as you like.
";

const LIBRARY: &str = r#"//! Say the idea in three sentences, and then the weak spot.
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

use std::ops::ControlFlow;

use sudoku_core::Meter;
pub use sudoku_core::{
    self, BatchLengthError, Board, Cell, Digit, DigitSet, Ending, Grid, House, Limits, Outcome,
    ReadError, Report, Solver,
};

/// See the [crate documentation](crate).
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

/// Fills the first blank with every candidate in turn.
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

const TESTS: &str = r#"//! The strategy keeps the contract.

use sudoku_conformance::{SolverCapabilities, assert_conforms};

use sudoku_{module}::{Type};

#[test]
fn conforms_to_the_contract() {
    assert_conforms(&{Type}, &SolverCapabilities::new("{name}").lexicographic().placements_are_nodes());
}
"#;
