//! The module layers of a package: its modules and files form no cycle, and no module uses a
//! module of its own layer or of a higher one.

use std::collections::BTreeSet;

use super::module_graph::{Uses, cycles, uses};
use super::source::{Source, Target};

/// The packages whose top-level modules are in layers, the highest first. A module may use modules
/// of lower layers only.
const LAYERS: &[(&str, &[&[&str]])] = &[
    (
        "bench-harness",
        &[&["main"], &["cli"], &["cmd"], &["measure"], &["render", "engine"], &["data"]],
    ),
    (
        "python",
        &[
            &["_native"],
            &["functions", "values"],
            &["function"],
            &["input", "column"],
            &["board", "work"],
            &["arguments", "boundary", "errors"],
        ],
    ),
    (
        "sudoku-logic",
        &[
            &["solve"],
            &["scales"],
            &["finders"],
            &["graph", "track", "rating", "solution"],
            &["state"],
            &["step", "named_techniques"],
            &["step_name"],
        ],
    ),
    (
        "sudoku-simd",
        &[&["solver"], &["level"], &["arch"], &["board", "batch"], &["guess", "digits", "puzzle"]],
    ),
    (
        "sudoku-web",
        &[
            &["boundary"],
            &["engine"],
            &["ops"],
            &["memory", "position"],
            &["effort", "list", "request", "step", "trace"],
            &["error"],
        ],
    ),
];

/// Checks the modules and the files of a package.
pub(super) fn check(package: &str, source: &Source, broken: &mut Vec<String>) {
    let [modules, files] = uses(package, source);
    check_cycles(package, "modules", &modules, broken);
    check_cycles(package, "files", &files, broken);
    if let Some((_, layers)) = LAYERS.iter().find(|(name, _)| *name == package) {
        let names: BTreeSet<&str> = source.targets.iter().flat_map(Target::top_modules).collect();
        check_layers(package, &names, &modules, layers, broken);
    }
}

/// Reports each cycle; `nodes` says whether the graph has modules or files.
pub(super) fn check_cycles(package: &str, nodes: &str, uses: &Uses, broken: &mut Vec<String>) {
    for cycle in cycles(uses) {
        let next = cycle.iter().cycle().skip(1);
        let places: Vec<String> = cycle
            .iter()
            .zip(next)
            .map(|(from, to)| {
                let place = &uses[&(from.clone(), to.clone())];
                format!("\n  {from} -> {to}  {place}")
            })
            .collect();
        broken.push(format!("{package}: the {nodes} form a cycle{}", places.concat()));
    }
}

pub(super) fn check_layers(
    package: &str,
    modules: &BTreeSet<&str>,
    uses: &Uses,
    layers: &[&[&str]],
    broken: &mut Vec<String>,
) {
    // The root of a library only re-exports; the root of a program is its highest module.
    let layer = |module: &str| match module {
        "lib" => Some(0),
        module => layers.iter().position(|layer| layer.contains(&module)),
    };
    for module in modules.iter().filter(|module| layer(module).is_none()) {
        broken.push(format!(
            "{package}: the module {module} has no layer: add it to LAYERS in {}",
            file!()
        ));
    }
    for ((from, to), place) in uses {
        if let (Some(above), Some(below)) = (layer(from), layer(to))
            && above >= below
        {
            broken.push(format!(
                "{package}: {from} must not use {to}, which is not in a lower layer  {place}"
            ));
        }
    }
}
