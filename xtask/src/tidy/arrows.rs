//! The pictures of a package: which of its rooms, the top-level modules, use which, and in each
//! room which of its files.
//!
//! A name that a module only hands on counts for the file that defines it. A module with others
//! below it has a file like theirs, which is in the picture where it defines something itself or
//! uses something in code of its own; so is the root.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::source::{Mention, MentionKind, Source, Target};

/// What uses what, each with the first place that says so.
pub(super) type Arrows = BTreeMap<(String, String), String>;

/// A module of a package, with the library or the program that it is of.
#[derive(Clone, Copy)]
struct Module<'s> {
    target: &'s Target,
    path: &'s [String],
}

impl Module<'_> {
    fn room(&self) -> &str {
        self.path.first().unwrap_or(&self.target.root)
    }

    fn file(&self) -> &str {
        &self.target.files[self.path]
    }
}

/// The arrows between the rooms of a package, and those between the files of each room.
pub(super) fn arrows(package: &str, source: &Source) -> [Arrows; 2] {
    let library = source.targets.iter().find(|target| target.root == "lib");
    let library_name = package.replace('-', "_");
    let mut arrows = [Arrows::new(), Arrows::new()];
    for target in &source.targets {
        for mention in &target.mentions {
            // A program speaks to its library by the library's name.
            let to = match library.filter(|_| mention.path[0] == library_name) {
                Some(library) => lead(library, &[], &mention.path[1..], 0),
                None => resolve(target, mention, 0),
            };
            let from = Module { target, path: &mention.module };
            let is_handed_on = matches!(mention.kind, MentionKind::ReExport(_));
            let Some(to) = to.filter(|to| !(is_handed_on && to.path.starts_with(from.path))) else {
                continue;
            };
            let [rooms, files] = &mut arrows;
            let (arrows, from, to) = if from.room() == to.room() {
                (files, from.file(), to.file())
            } else {
                (rooms, from.room(), to.room())
            };
            if from != to {
                let place =
                    format!("{}:{}: {}", mention.file, mention.line, mention.path.join("::"));
                arrows.entry((from.to_owned(), to.to_owned())).or_insert(place);
            }
        }
    }
    arrows
}

/// A shortest circle through each set of rooms or files that all reach each other, in its order.
pub(super) fn circles(arrows: &Arrows) -> Vec<Vec<String>> {
    let mut circles: Vec<Vec<String>> = Vec::new();
    let starts: BTreeSet<&str> = arrows.keys().map(|(from, _)| from.as_str()).collect();
    for start in starts {
        let is_seen = circles
            .iter()
            .flatten()
            .any(|seen| path(arrows, seen, start).is_some() && path(arrows, start, seen).is_some());
        if let Some(circle) = path(arrows, start, start).filter(|_| !is_seen) {
            circles.push(circle);
        }
    }
    circles
}

/// The shortest way along the arrows, from one end to another or back to itself, without its end.
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

/// How many imports of imports are followed.
const DEPTH: usize = 8;

/// The module that has what is mentioned, if it is one of this target's.
fn resolve<'s>(target: &'s Target, mention: &'s Mention, depth: usize) -> Option<Module<'s>> {
    let Mention { module, path, .. } = mention;
    let supers = path.iter().take_while(|segment| *segment == "super").count();
    if supers > 0 {
        let parent = &module[..module.len().checked_sub(supers)?];
        return lead(target, parent, &path[supers..], depth);
    }
    match path[0].as_str() {
        "crate" => lead(target, &[], &path[1..], depth),
        "self" => lead(target, module, &path[1..], depth),
        // A module below this one, or what is imported here; or else another crate's.
        first => match target.child(module, first) {
            Some(child) => lead(target, child, &path[1..], depth),
            None => {
                let imports = target.imports(module).filter(|it| it.0 == first && it.1 != mention);
                imports.take(1).find_map(|(_, import)| follow(target, import, &path[1..], depth))
            }
        },
    }
}

/// Where a path leads that goes on from what is imported.
fn follow<'s>(
    target: &'s Target,
    import: &'s Mention,
    rest: &[String],
    depth: usize,
) -> Option<Module<'s>> {
    if depth == DEPTH {
        return None;
    }
    let found = resolve(target, import, depth + 1)?;
    // Where the import is a module, the path may go deeper.
    let is_module = found.path.last() == import.path.last();
    if is_module { lead(target, found.path, rest, depth + 1) } else { Some(found) }
}

/// Where a path leads that begins in this module.
fn lead<'s>(
    target: &'s Target,
    module: &[String],
    path: &[String],
    depth: usize,
) -> Option<Module<'s>> {
    let (path_of_module, _) = target.files.get_key_value(module)?;
    let here = Module { target, path: path_of_module };
    let Some((first, rest)) = path.split_first().filter(|(first, _)| *first != "*") else {
        return Some(here);
    };
    if let Some(child) = target.child(module, first) {
        return lead(target, child, rest, depth);
    }
    if target.defines(module, first) {
        return Some(here);
    }
    for (name, import) in target.imports(module) {
        if name == first {
            return follow(target, import, rest, depth).or((!module.is_empty()).then_some(here));
        }
        let from = (name == "*" && depth < DEPTH).then(|| resolve(target, import, depth + 1));
        if let Some(from) = from.flatten()
            && target.defines(from.path, first)
        {
            return Some(from);
        }
    }
    // What the root does not define is another crate's, or what a macro makes.
    (!module.is_empty()).then_some(here)
}
