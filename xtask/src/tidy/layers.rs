//! The module layers of a package: its modules and files form no cycle, and no module uses a
//! module of its own layer or of a higher one. The documentation of the root has the layers: a
//! table with one layer in each row, after the line [`HEADING`].

use std::collections::BTreeSet;

use super::module_graph::{Uses, in_cycles, uses};
use super::source::{Source, Target};

/// The line before the table of layers.
const HEADING: &str = "//! Each module uses only modules of the rows below it:\n";

/// Checks the modules and the files of a package.
pub(super) fn check(package: &str, source: &Source, broken: &mut Vec<String>) {
    let [modules, files] = uses(package, source);
    check_cycles(package, "modules", &modules, broken);
    check_cycles(package, "files", &files, broken);
    for target in &source.targets {
        if let Some(layers) = layers(&target.text) {
            let names: BTreeSet<&str> =
                source.targets.iter().flat_map(Target::top_modules).collect();
            check_layers(package, &names, &modules, &layers, broken);
        }
    }
}

/// Returns the modules of each row of the table in the documentation of a root.
fn layers(text: &str) -> Option<Vec<Vec<&str>>> {
    let (_, table) = text.split_once(HEADING)?;
    let rows = table.lines().skip(1).map_while(|line| line.strip_prefix("//! |")).skip(2);
    let cells = rows.filter_map(|row| row.split(" | ").next());
    Some(cells.map(|cell| cell.split('`').skip(1).step_by(2).collect()).collect())
}

/// Reports the cycles; `nodes` says whether the graph has modules or files.
pub(super) fn check_cycles(package: &str, nodes: &str, uses: &Uses, broken: &mut Vec<String>) {
    let cycle = in_cycles(uses.clone());
    let places = cycle.iter().map(|((from, to), place)| format!("\n  {from} -> {to}  {place}"));
    if !cycle.is_empty() {
        broken.push(format!("{package}: the {nodes} form a cycle{}", places.collect::<String>()));
    }
}

pub(super) fn check_layers(
    package: &str,
    modules: &BTreeSet<&str>,
    uses: &Uses,
    layers: &[Vec<&str>],
    broken: &mut Vec<String>,
) {
    // The root of a library only re-exports; the root of a program is its highest module.
    let layer = |module: &str| match module {
        "lib" | "main" => Some(0),
        module => layers.iter().position(|layer| layer.contains(&module)).map(|row| row + 1),
    };
    for module in modules.iter().filter(|module| layer(module).is_none()) {
        broken.push(format!(
            "{package}: the module {module} has no layer: add it to the table in src/lib.rs"
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
