//! Checks the manifest of each package, the promises of each strategy crate, and that libraries do
//! not read the environment.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use sudoku_registry::STRATEGIES;

use super::source::Source;
use crate::Failure;

/// A package of the workspace.
pub(super) struct Package<'m> {
    pub(super) name: &'m str,
    pub(super) folder: &'m Path,
    /// The package in the output of `cargo metadata`.
    pub(super) metadata: &'m Value,
}

impl<'m> Package<'m> {
    fn new(metadata: &'m Value) -> Option<Self> {
        let name = metadata["name"].as_str()?;
        let folder = Path::new(metadata["manifest_path"].as_str()?).parent()?;
        Some(Self { name, folder, metadata })
    }
}

/// Returns the packages in the output of `cargo metadata`.
pub(super) fn packages(metadata: &Value) -> Result<Vec<Package<'_>>, Failure> {
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let packages = packages.iter().map(Package::new).collect::<Option<_>>();
    packages.ok_or("a package without a name or a folder".into())
}

/// The packages that may read environment variables: programs and `cli-support`. A program checks
/// the values that it reads; a library takes arguments instead.
const PROGRAMS: &[&str] =
    &["bench-harness", "cli-support", "new-strategy", "sudoku-command", "xtask"];

/// Checks a package's manifest. A strategy must also re-export the core and run the conformance
/// suite.
pub(super) fn check(package: &Package<'_>, broken: &mut Vec<String>) -> Result<(), Failure> {
    let Package { name, folder, metadata } = *package;
    let expected = match name {
        // The folder `web` has everything that belongs to the page.
        "sudoku-web" => "engine",
        name => name,
    };
    if folder.file_name().is_none_or(|folder| folder != expected) {
        broken.push(format!("{name}: rename its folder to {expected}"));
    }
    let text = fs::read_to_string(folder.join("Cargo.toml"))?;
    if !text.replace('\r', "").contains("[lints]\nworkspace = true") {
        broken.push(format!("{name}: add `[lints] workspace = true` to Cargo.toml"));
    }
    // `cargo bench` gives criterion's flags to every target, and these targets reject them.
    for section in ["[lib]", "[[bin]]"] {
        let file = if section == "[lib]" { "src/lib.rs" } else { "src/main.rs" };
        let says_so = text
            .split("\n[")
            .any(|part| format!("[{part}").starts_with(section) && part.contains("bench = false"));
        if folder.join(file).exists() && !says_so {
            broken.push(format!("{name}: add `bench = false` to {section} in Cargo.toml"));
        }
    }
    let is_strategy = STRATEGIES.iter().any(|strategy| strategy.crate_name == name);
    let library = fs::read_to_string(folder.join("src/lib.rs")).unwrap_or_default();
    let forwards_serde = metadata["features"]["serde"]
        .as_array()
        .is_some_and(|list| list.iter().any(|it| it == "sudoku-core/serde"));
    if library.contains("pub use sudoku_core::") && !forwards_serde {
        broken.push(format!("{name}: it re-exports sudoku-core, so it needs the feature `serde`"));
    }
    if is_strategy {
        for missing in missing_exports(&library) {
            broken.push(format!(
                "{name}: re-export `{missing}` from sudoku-core, because callers need it"
            ));
        }
        let tests = fs::read_dir(folder.join("tests")).into_iter().flatten();
        let conforms =
            tests.filter_map(|entry| fs::read_to_string(entry.ok()?.path()).ok()).any(|text| {
                text.contains("assert_conforms(")
                    || text.contains("assert_conforms_with_candidates(")
            });
        if !conforms {
            broken.push(format!("{name}: add a test that calls assert_conforms"));
        }
    }
    Ok(())
}

/// The items of `sudoku-core` that a strategy crate re-exports, so that one dependency is enough:
/// the trait `Solver`, the types in its signatures, and the core itself for everything else.
const NEEDED_BY_CALLERS: &[&str] = &[
    "self",
    "Board",
    "Cell",
    "Digit",
    "DigitSet",
    "Ending",
    "Grid",
    "House",
    "Limits",
    "Outcome",
    "PuzzleBatch",
    "ReadError",
    "Report",
    "Solver",
];

/// Returns the items that a strategy's library does not re-export.
fn missing_exports(library: &str) -> Vec<&'static str> {
    let list = library.split_once("pub use sudoku_core::{").map_or("", |(_, rest)| rest);
    let list = list.split_once("};").map_or("", |(list, _)| list);
    let listed: BTreeSet<&str> = list.split(',').map(str::trim).collect();
    NEEDED_BY_CALLERS.iter().copied().filter(|name| !listed.contains(name)).collect()
}

/// Reports each line of a library that reads an environment variable.
pub(super) fn check_environment(package: &Package<'_>, source: &Source, broken: &mut Vec<String>) {
    if PROGRAMS.contains(&package.name) {
        return;
    }
    for mention in source.targets.iter().flat_map(|target| &target.mentions) {
        let reads = |pair: &[String]| pair[0] == "env" && pair[1].starts_with("var");
        if mention.path.windows(2).any(reads) {
            let (file, line) = (&mention.file, mention.line);
            broken.push(format!(
                "{}: a library must not read the environment ({file}:{line})",
                package.name
            ));
        }
    }
}
