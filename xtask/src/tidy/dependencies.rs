//! The dependencies that each package may have.
//!
//! If you add a dependency, add it here too, and consider whether the crate needs it: each library
//! has as few dependencies as possible, so that its users compile little.

use std::collections::BTreeMap;

use super::documents::Crate;

/// Each package with its dependencies; a `?` follows those that a feature enables. Dependencies of
/// tests are free.
///
/// Strategies need no entry: they depend on `sudoku-core` alone. The libraries that a user builds
/// through `sudoku-engines` implement `Error` by hand, because `thiserror` would double the number
/// of their external crates.
const ALLOWED: &[(&str, &[&str])] = &[
    // Libraries for solving, counting, making and rating.
    ("sudoku-core", &["serde?"]),
    ("sudoku-count", &["sudoku-core"]),
    ("sudoku-corpus", &["sudoku-core"]),
    ("sudoku-logic", &["sudoku-core"]),
    ("sudoku-explain", &["serde_json", "sudoku-core", "sudoku-logic"]),
    ("sudoku-canonical", &["sudoku-core"]),
    ("sudoku-generator", &["rand", "rand_xoshiro", "sudoku-core", "sudoku-count", "sudoku-logic?"]),
    (
        "sudoku-engines",
        &[
            "sudoku-canonical?",
            "sudoku-core",
            "sudoku-count",
            "sudoku-explain?",
            "sudoku-generator?",
            "sudoku-logic?",
            "sudoku-simd",
        ],
    ),
    // All strategies, which are allowed here without an entry of their own.
    ("sudoku-registry", &["sudoku-core", "sudoku-count", "thiserror"]),
    ("sudoku-conformance", &["proptest", "sudoku-core", "sudoku-corpus"]),
    // Libraries for files and processes.
    ("sudoku-text", &["memchr", "serde", "serde_json", "sudoku-core", "thiserror"]),
    ("compressed-io", &["flate2", "same-file", "thiserror", "zstd"]),
    (
        "sudoku-dataset",
        &[
            "compressed-io",
            "crossbeam-channel",
            "csv",
            "parquet",
            "serde",
            "serde_json",
            "sha2",
            "sudoku-canonical",
            "sudoku-core",
            "sudoku-generator",
            "sudoku-logic",
            "sudoku-text",
            "tempfile",
            "thiserror",
            "zip",
        ],
    ),
    ("process-tree", &["nix", "serde", "serde_json", "shell-words", "thiserror"]),
    (
        "sudoku-judge",
        &["process-tree", "serde", "strum", "sudoku-core", "sudoku-text", "thiserror"],
    ),
    (
        "cli-support",
        &[
            "clap",
            "clap_complete",
            "clap_mangen",
            "crossbeam-channel",
            "ctrlc",
            "indicatif",
            "nix",
            "tempfile",
            "thiserror",
        ],
    ),
    // Programs.
    (
        "sudoku-command",
        &[
            "anstream",
            "anstyle",
            "clap",
            "cli-support",
            "compressed-io",
            "crossbeam-channel",
            "humantime",
            "indicatif",
            "serde",
            "serde_json",
            "strsim",
            "sudoku-canonical",
            "sudoku-core",
            "sudoku-count",
            "sudoku-dataset",
            "sudoku-explain",
            "sudoku-generator",
            "sudoku-logic",
            "sudoku-registry",
            "sudoku-text",
            "terminal_size",
            "thiserror",
        ],
    ),
    (
        "bench-harness",
        &[
            "anstream",
            "anstyle",
            "anyhow",
            "clap",
            "cli-support",
            "comfy-table",
            "compressed-io",
            "csv",
            "humantime",
            "maud",
            "parse-size",
            "process-tree",
            "serde",
            "serde_json",
            "strum",
            "sudoku-core",
            "sudoku-corpus",
            "sudoku-generator",
            "sudoku-judge",
            "sudoku-logic",
            "sudoku-registry",
            "sudoku-text",
            "tempfile",
            "textwrap",
            "thiserror",
        ],
    ),
    // Packages that are not published as crates.
    (
        "python",
        &[
            "arrow-array",
            "arrow-buffer",
            "arrow-schema",
            "pyo3",
            "sudoku-engines",
            "sudoku-explain",
            "sudoku-generator",
            "sudoku-logic",
            "sudoku-registry",
            "sudoku-text",
        ],
    ),
    (
        "sudoku-web",
        &[
            "serde_json",
            "sudoku-core",
            "sudoku-engines",
            "sudoku-explain?",
            "sudoku-generator",
            "sudoku-logic?",
            "sudoku-registry?",
            "sudoku-text",
            "thiserror",
        ],
    ),
    ("benches", &[]),
    ("new-strategy", &[]),
    (
        "xtask",
        &[
            "clap",
            "proc-macro2",
            "serde",
            "serde_json",
            "sudoku-canonical",
            "sudoku-conformance",
            "sudoku-core",
            "sudoku-corpus",
            "sudoku-count",
            "sudoku-explain",
            "sudoku-generator",
            "sudoku-logic",
            "sudoku-registry",
            "sudoku-text",
            "syn",
            "thiserror",
            "toml",
        ],
    ),
];

/// Compares the dependencies of every package with the table; `strategies` are the crates that the
/// registry lists.
pub(super) fn check(crates: &[Crate<'_>], strategies: &[&str], broken: &mut Vec<String>) {
    check_against(ALLOWED, crates, strategies, broken);
}

pub(super) fn check_against(
    allowed: &[(&str, &[&str])],
    crates: &[Crate<'_>],
    strategies: &[&str],
    broken: &mut Vec<String>,
) {
    let table = file!();
    for facts in crates {
        let name = facts.name;
        let list = allowed.iter().find(|(package, _)| *package == name).map(|(_, list)| *list);
        let mut expected = BTreeMap::new();
        match list {
            Some(list) => expected.extend(list.iter().map(entry)),
            None if strategies.contains(&name) => drop(expected.insert("sudoku-core", false)),
            None => {
                broken.push(format!("{name}: it has no entry in ALLOWED in {table}"));
                continue;
            }
        }
        if name == "sudoku-registry" {
            expected.extend(strategies.iter().map(|&strategy| (strategy, false)));
        }
        for (&need, &is_optional) in &facts.needs {
            match expected.remove(need) {
                Some(expected) if expected == is_optional => {}
                Some(true) => {
                    broken.push(format!("{name}: {need} is not optional, but {table} says it is"));
                }
                Some(false) => {
                    broken.push(format!("{name}: {need} is optional, but {table} says it is not"));
                }
                None => broken.push(format!(
                    "{name}: it depends on {need}, which {table} does not allow; add it there if \
                     the crate needs it"
                )),
            }
        }
        for extra in expected.keys() {
            broken.push(format!("{name}: it does not depend on {extra}; remove it from {table}"));
        }
    }
    for (name, _) in allowed {
        if !crates.iter().any(|facts| facts.name == *name) {
            broken.push(format!("{table}: there is no package {name}"));
        }
    }
}

/// Splits an entry of the table into a name and whether a feature enables it.
fn entry<'t>(item: &'t &str) -> (&'t str, bool) {
    item.strip_suffix('?').map_or((*item, false), |name| (name, true))
}
