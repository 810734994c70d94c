//! The layers of a package: no circle between its rooms or its files, and no arrow that goes up.

use std::collections::BTreeSet;

use super::arrows::{Arrows, arrows, circles};
use super::source::{Source, Target};

/// Packages whose rooms stand in layers, the highest first: a room may use those in layers below
/// its own. The same tables stand in `docs/development/architecture.md`.
const LAYERS: &[(&str, &[&[&str]])] = &[
    ("bench-harness", &[&["main"], &["cmd"], &["measure"], &["render", "engine"], &["data"]]),
    (
        "python",
        &[
            &["_native"],
            &["verbs", "values"],
            &["verb"],
            &["input", "column"],
            &["board", "work"],
            &["arguments", "boundary", "errors"],
        ],
    ),
    (
        "sudoku-logic",
        &[
            &["solve"],
            &["rating_scale"],
            &["hodoku"],
            &["technique"],
            &["track", "rating", "solution"],
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

/// Checks the rooms and the files of a package.
pub(super) fn check(package: &str, source: &Source, broken: &mut Vec<String>) {
    let [rooms, files] = arrows(package, source);
    check_circles(package, "rooms", &rooms, broken);
    check_circles(package, "files", &files, broken);
    if let Some((_, layers)) = LAYERS.iter().find(|(name, _)| *name == package) {
        let names: BTreeSet<&str> = source.targets.iter().flat_map(Target::rooms).collect();
        check_layers(package, &names, &rooms, layers, broken);
    }
}

/// Names each circle; `between` says what is in the picture.
pub(super) fn check_circles(
    package: &str,
    between: &str,
    arrows: &Arrows,
    broken: &mut Vec<String>,
) {
    for circle in circles(arrows) {
        let next = circle.iter().cycle().skip(1);
        let places: Vec<String> = circle
            .iter()
            .zip(next)
            .map(|(from, to)| {
                let place = &arrows[&(from.clone(), to.clone())];
                format!("\n  {from} -> {to}  {place}")
            })
            .collect();
        broken.push(format!("{package}: a circle between {between}{}", places.concat()));
    }
}

pub(super) fn check_layers(
    package: &str,
    rooms: &BTreeSet<&str>,
    arrows: &Arrows,
    layers: &[&[&str]],
    broken: &mut Vec<String>,
) {
    // The root of a library hands on what is below; that of a program is the highest room.
    let layer = |room: &str| match room {
        "lib" => Some(0),
        room => layers.iter().position(|layer| layer.contains(&room)),
    };
    for room in rooms.iter().filter(|room| layer(room).is_none()) {
        broken.push(format!("{package}: the room {room} is not in the table of layers"));
    }
    for ((from, to), place) in arrows {
        if let (Some(above), Some(below)) = (layer(from), layer(to))
            && above >= below
        {
            broken.push(format!("{package}: {from} may not use {to}  {place}"));
        }
    }
}
