//! The picture of a package's rooms: which top-level modules there are, and which of them use
//! which.
//!
//! A name that the root only hands on (`pub use`) counts for the room that it comes from. The root
//! is a room like the others where it defines something itself or uses a room in code of its own.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::source::{Mention, MentionKind, Source, Target};

/// Which room uses which, each with the first place that says so.
pub(super) type Arrows = BTreeMap<(String, String), String>;

/// The arrows between the rooms of a package.
pub(super) fn arrows(package: &str, source: &Source) -> Arrows {
    let library = source.targets.iter().find(|target| target.root == "lib");
    let library_name = package.replace('-', "_");
    let mut arrows = Arrows::new();
    for target in &source.targets {
        for mention in &target.mentions {
            // A program speaks to its library by the library's name.
            let to = match library.filter(|_| mention.path[0] == library_name) {
                Some(library) => absolute(library, &mention.path[1..], 0),
                None => resolve(target, mention, 0),
            };
            let from = mention.module.first().unwrap_or(&target.root);
            let is_handed_on =
                mention.module.is_empty() && matches!(mention.kind, MentionKind::ReExport(_));
            if let Some(to) = to.filter(|to| to != from && !is_handed_on) {
                let place =
                    format!("{}:{}: {}", mention.file, mention.line, mention.path.join("::"));
                arrows.entry((from.clone(), to)).or_insert(place);
            }
        }
    }
    arrows
}

/// A shortest circle through each set of rooms that all reach each other, as the rooms in their
/// order.
pub(super) fn circles(arrows: &Arrows) -> Vec<Vec<String>> {
    let mut circles: Vec<Vec<String>> = Vec::new();
    let rooms: BTreeSet<&str> = arrows.keys().map(|(from, _)| from.as_str()).collect();
    for room in rooms {
        let is_seen = circles
            .iter()
            .flatten()
            .any(|seen| path(arrows, seen, room).is_some() && path(arrows, room, seen).is_some());
        if let Some(circle) = path(arrows, room, room).filter(|_| !is_seen) {
            circles.push(circle);
        }
    }
    circles
}

/// The shortest way along the arrows, from one room to another or back to itself, without its end.
fn path(arrows: &Arrows, from: &str, to: &str) -> Option<Vec<String>> {
    let mut queue = VecDeque::from([vec![from.to_owned()]]);
    let mut reached = BTreeSet::new();
    while let Some(path) = queue.pop_front() {
        let last = path.last()?;
        for (_, next) in arrows.keys().filter(|(from, _)| from == last) {
            if next == to {
                return Some(path);
            }
            if reached.insert(next) {
                queue.push_back(path.iter().chain([next]).cloned().collect());
            }
        }
    }
    None
}

/// How many re-exports of re-exports are followed.
const DEPTH: usize = 8;

/// The room that a path leads to, if it is one of this target's.
fn resolve(target: &Target, mention: &Mention, depth: usize) -> Option<String> {
    let path = &mention.path;
    let supers = path.iter().take_while(|segment| *segment == "super").count();
    if supers > 0 {
        let parent = mention.module.get(..mention.module.len().checked_sub(supers)?)?;
        return absolute(target, &[parent, &path[supers..]].concat(), depth);
    }
    match path[0].as_str() {
        "crate" => absolute(target, &path[1..], depth),
        "self" => absolute(target, &[&mention.module, &path[1..]].concat(), depth),
        // In the root, a room's name is in scope; elsewhere such a name was imported or is another
        // crate's.
        first if mention.module.is_empty() && target.rooms.contains(first) => {
            Some(first.to_owned())
        }
        _ => None,
    }
}

/// The room that a path from the root leads to.
fn absolute(target: &Target, path: &[String], depth: usize) -> Option<String> {
    let first = path.first()?;
    let root = Some(&target.root).cloned();
    if target.rooms.contains(first) {
        return Some(first.clone());
    }
    if first == "*" || target.defined.get(&[] as &[String]).is_some_and(|it| it.contains(first)) {
        return root;
    }
    let imports = target.mentions.iter().filter(|mention| mention.module.is_empty());
    for import in imports {
        let (MentionKind::Import(name) | MentionKind::ReExport(name)) = &import.kind else {
            continue;
        };
        if depth == DEPTH || (name != first && name != "*") {
            continue;
        }
        let room = resolve(target, import, depth + 1);
        if name == first {
            return room;
        }
        let module = &import.path[..import.path.len() - 1];
        let module = module.strip_prefix(&["crate".to_owned()]).unwrap_or(module);
        let module = module.strip_prefix(&["self".to_owned()]).unwrap_or(module);
        if target.defined.get(module).is_some_and(|names| names.contains(first)) {
            return room;
        }
    }
    None
}
