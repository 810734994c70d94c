//! The packages of the workspace, and what is checked of each: its manifest, what it depends on,
//! and what its kind owes.

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
    /// Cargo's metadata about it.
    pub(super) metadata: &'m Value,
}

impl<'m> Package<'m> {
    fn new(metadata: &'m Value) -> Option<Self> {
        let name = metadata["name"].as_str()?;
        let folder = Path::new(metadata["manifest_path"].as_str()?).parent()?;
        Some(Self { name, folder, metadata })
    }
}

/// The packages in what `cargo metadata` says.
pub(super) fn packages(metadata: &Value) -> Result<Vec<Package<'_>>, Failure> {
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let packages = packages.iter().map(Package::new).collect::<Option<_>>();
    packages.ok_or("a package without a name or a folder".into())
}

/// The packages that are programs. All others are libraries, which read no environment variable:
/// what the environment says is for a program to read, and to refuse.
const PROGRAMS: &[&str] = &["bench-harness", "cli-support", "sudoku-command", "xtask"];

/// Checks a package's manifest and, of a strategy, what every strategy has.
pub(super) fn check(package: &Package<'_>, broken: &mut Vec<String>) -> Result<(), Failure> {
    let Package { name, folder, metadata } = *package;
    let expected = match name {
        // What a page needs is in one folder, of which this is a part.
        "sudoku-web" => "engine",
        name => name,
    };
    if folder.file_name().is_none_or(|folder| folder != expected) {
        broken.push(format!("{name}: its folder has another name"));
    }
    let text = fs::read_to_string(folder.join("Cargo.toml"))?;
    if !text.replace('\r', "").contains("[lints]\nworkspace = true") {
        broken.push(format!("{name}: does not take the workspace's lints"));
    }
    // Criterion's flags would reach these targets otherwise, and fail there.
    for section in ["[lib]", "[[bin]]"] {
        let file = if section == "[lib]" { "src/lib.rs" } else { "src/main.rs" };
        let says_so = text
            .split("\n[")
            .any(|part| format!("[{part}").starts_with(section) && part.contains("bench = false"));
        if folder.join(file).exists() && !says_so {
            broken.push(format!("{name}: {section} lacks `bench = false`"));
        }
    }
    let normal: BTreeSet<&str> = metadata["dependencies"]
        .as_array()
        .ok_or("a package without a list of dependencies")?
        .iter()
        .filter(|dependency| dependency["kind"] != "dev")
        .filter_map(|dependency| dependency["name"].as_str())
        .collect();
    let is_strategy = STRATEGIES.iter().any(|strategy| strategy.crate_name == name);
    let library = fs::read_to_string(folder.join("src/lib.rs")).unwrap_or_default();
    let forwards_serde = metadata["features"]["serde"]
        .as_array()
        .is_some_and(|list| list.iter().any(|it| it == "sudoku-core/serde"));
    if library.contains("pub use sudoku_core::") && !forwards_serde {
        broken.push(format!("{name}: passes the core on, and has no feature `serde` of it"));
    }
    if is_strategy {
        for extra in normal.iter().filter(|&&dependency| dependency != "sudoku-core") {
            broken.push(format!("{name}: may not depend on {extra}"));
        }
        for missing in missing_exports(&library) {
            broken.push(format!("{name}: does not re-export `{missing}`, which its callers need"));
        }
        let tests = fs::read_dir(folder.join("tests")).into_iter().flatten();
        let conforms =
            tests.filter_map(|entry| fs::read_to_string(entry.ok()?.path()).ok()).any(|text| {
                text.contains("assert_conforms(")
                    || text.contains("assert_conforms_with_candidates(")
            });
        if !conforms {
            broken.push(format!("{name}: does not run the conformance suite"));
        }
    }
    Ok(())
}

/// What a caller of any strategy needs of the core, and a strategy crate re-exports by name, so
/// that it can be used alone: the contract with all that it speaks of, and the core itself for the
/// rest.
const NEEDED_BY_CALLERS: &[&str] = &[
    "self",
    "BatchLengthError",
    "Board",
    "Cell",
    "Digit",
    "DigitSet",
    "Ending",
    "Grid",
    "House",
    "Limits",
    "Outcome",
    "ReadError",
    "Report",
    "Solver",
];

/// Those of them that a strategy's library does not list in `pub use sudoku_core::{…};`.
fn missing_exports(library: &str) -> Vec<&'static str> {
    let list = library.split_once("pub use sudoku_core::{").map_or("", |(_, rest)| rest);
    let list = list.split_once("};").map_or("", |(list, _)| list);
    let listed: BTreeSet<&str> = list.split(',').map(str::trim).collect();
    NEEDED_BY_CALLERS.iter().copied().filter(|name| !listed.contains(name)).collect()
}

/// Names each place of a library that reads an environment variable.
pub(super) fn check_environment(package: &Package<'_>, source: &Source, broken: &mut Vec<String>) {
    if PROGRAMS.contains(&package.name) {
        return;
    }
    for mention in source.targets.iter().flat_map(|target| &target.mentions) {
        let reads = |pair: &[String]| pair[0] == "env" && pair[1].starts_with("var");
        if mention.path.windows(2).any(reads) {
            let (file, line) = (&mention.file, mention.line);
            broken.push(format!("{}: reads the environment ({file}:{line})", package.name));
        }
    }
}
