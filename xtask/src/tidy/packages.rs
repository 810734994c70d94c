//! Checks the manifest of each package, the promises of each strategy crate, and that libraries do
//! not read the environment.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sudoku_registry::STRATEGIES;

use super::source::Source;
use crate::Failure;

/// The facts about a package of the workspace, from `cargo metadata`.
pub(super) struct Package<'m> {
    pub(super) name: &'m str,
    pub(super) folder: PathBuf,
    pub(super) documentation: Option<&'m str>,
    pub(super) is_published: bool,
    forwards_serde: bool,
    /// The dependencies, except those of tests.
    pub(super) needs: BTreeSet<&'m str>,
    /// The dependencies of tests that have a version, so that a registry must have them.
    pub(super) tests_need: BTreeSet<&'m str>,
}

impl<'m> Package<'m> {
    pub(super) fn new(metadata: &'m Value) -> Option<Self> {
        let dependencies = || metadata["dependencies"].as_array().into_iter().flatten();
        let names = |is_wanted: fn(&&Value) -> bool| {
            dependencies().filter(is_wanted).filter_map(|it| it["name"].as_str()).collect()
        };
        let serde = metadata["features"]["serde"].as_array();
        Some(Self {
            name: metadata["name"].as_str()?,
            folder: Path::new(metadata["manifest_path"].as_str()?).parent()?.to_owned(),
            documentation: metadata["documentation"].as_str(),
            is_published: metadata["publish"].is_null(),
            forwards_serde: serde.is_some_and(|list| list.contains(&"sudoku-core/serde".into())),
            needs: names(|it| it["kind"] != "dev"),
            tests_need: names(|it| it["kind"] == "dev" && it["req"] != "*"),
        })
    }
}

/// The packages that may read environment variables: programs and `cli-support`. A program checks
/// the values that it reads; a library takes arguments instead.
const PROGRAMS: &[&str] =
    &["bench-harness", "cli-support", "new-strategy", "peers", "sudoku-command", "xtask"];

/// Checks a package's manifest. A strategy must also re-export the core and run the conformance
/// suite.
pub(super) fn check(package: &Package<'_>, broken: &mut Vec<String>) -> Result<(), Failure> {
    let Package { name, folder, .. } = package;
    let mut complain = |complaint: String| broken.push(format!("{name}: {complaint}"));
    // The folder `web` has everything that belongs to the page.
    let expected = if *name == "sudoku-web" { "engine" } else { *name };
    if !folder.ends_with(expected) {
        complain(format!("rename its folder to {expected}"));
    }
    let text = fs::read_to_string(folder.join("Cargo.toml"))?;
    let manifest: toml::Table = toml::from_str(&text)?;
    let is = |table: Option<&toml::Value>, key: &str, value: bool| {
        table.and_then(|table| table.get(key)) == Some(&value.into())
    };
    if !is(manifest.get("lints"), "workspace", true) {
        complain("add `[lints] workspace = true` to Cargo.toml".to_owned());
    }
    // `cargo bench` gives criterion's flags to every target, and these targets reject them.
    let program = manifest.get("bin").and_then(|programs| programs.get(0));
    for (file, target) in [("src/lib.rs", manifest.get("lib")), ("src/main.rs", program)] {
        if folder.join(file).exists() && !is(target, "bench", false) {
            complain(format!("add `bench = false` to the target {file} in Cargo.toml"));
        }
    }
    let library = fs::read_to_string(folder.join("src/lib.rs")).unwrap_or_default();
    if library.contains("pub use sudoku_core::") && !package.forwards_serde {
        complain("it re-exports sudoku-core, so it needs the feature `serde`".to_owned());
    }
    if STRATEGIES.iter().any(|strategy| strategy.crate_name == *name) {
        for missing in missing_exports(&library) {
            complain(format!("re-export `{missing}` from sudoku-core, because callers need it"));
        }
        let tests = fs::read_dir(folder.join("tests")).into_iter().flatten();
        let mut tests = tests.filter_map(|entry| fs::read_to_string(entry.ok()?.path()).ok());
        if !tests.any(|text| text.contains("assert_conforms")) {
            complain("add a test that calls assert_conforms".to_owned());
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
