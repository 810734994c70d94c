//! The module graph of a package: the uses between its top-level modules, and those between the
//! files of each top-level module.
//!
//! A re-exported name counts for the file that defines it. The file of a module with submodules is
//! part of the graph if it defines something or has code that uses something. The root
//! (`lib.rs`, `main.rs`) follows the same rule.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Mention, MentionKind, Source, Target};

/// The uses, as pairs of names, each with the first line of code that has it.
pub(super) type Uses = BTreeMap<(String, String), String>;

/// A module of a library or a program.
#[derive(Clone, Copy)]
struct Module<'s> {
    target: &'s Target,
    path: &'s [String],
}

impl Module<'_> {
    /// The top-level module that has this one, or the root.
    fn top(&self) -> &str {
        self.path.first().unwrap_or(&self.target.root)
    }

    fn file(&self) -> &str {
        &self.target.files[self.path]
    }
}

/// Returns the uses between the top-level modules of a package, and those between files of the
/// same top-level module.
pub(super) fn uses(package: &str, source: &Source) -> [Uses; 2] {
    let library = source.targets.iter().find(|target| target.root == "lib");
    let library_name = package.replace('-', "_");
    let mut uses = [Uses::new(), Uses::new()];
    for target in &source.targets {
        for mention in &target.mentions {
            // A program names its library by the library's crate name.
            let to = match library.filter(|_| mention.path[0] == library_name) {
                Some(library) => find_module(library, &[], &mention.path[1..], 0),
                None => resolve(target, mention, 0),
            };
            let from = Module { target, path: &mention.module };
            let is_reexport = matches!(mention.kind, MentionKind::ReExport(_));
            let Some(to) = to.filter(|to| !(is_reexport && to.path.starts_with(from.path))) else {
                continue;
            };
            let [modules, files] = &mut uses;
            let (uses, from, to) = if from.top() == to.top() {
                (files, from.file(), to.file())
            } else {
                (modules, from.top(), to.top())
            };
            if from != to {
                let place =
                    format!("{}:{}: {}", mention.file, mention.line, mention.path.join("::"));
                uses.entry((from.to_owned(), to.to_owned())).or_insert(place);
            }
        }
    }
    uses
}

/// Returns the uses that are part of a cycle, or between cycles.
pub(super) fn in_cycles(mut uses: Uses) -> Uses {
    loop {
        let from: BTreeSet<String> = uses.keys().map(|(from, _)| from.clone()).collect();
        let to: BTreeSet<String> = uses.keys().map(|(_, to)| to.clone()).collect();
        let before = uses.len();
        // A node that uses nothing, or that nothing uses, is in no cycle.
        uses.retain(|(one, other), _| to.contains(one) && from.contains(other));
        if uses.len() == before {
            return uses;
        }
    }
}

/// The longest chain of re-exports that is followed.
const DEPTH: usize = 8;

/// Returns the module that contains the mentioned item, if it belongs to this target.
fn resolve<'s>(target: &'s Target, mention: &'s Mention, depth: usize) -> Option<Module<'s>> {
    let Mention { module, path, .. } = mention;
    let supers = path.iter().take_while(|segment| *segment == "super").count();
    if supers > 0 {
        let parent = &module[..module.len().checked_sub(supers)?];
        return find_module(target, parent, &path[supers..], depth);
    }
    match path[0].as_str() {
        "crate" => find_module(target, &[], &path[1..], depth),
        "self" => find_module(target, module, &path[1..], depth),
        // A submodule, an import of this module, or another crate.
        first => match target.child(module, first) {
            Some(child) => find_module(target, child, &path[1..], depth),
            None => {
                let imports = target.imports(module).filter(|it| it.0 == first && it.1 != mention);
                imports.take(1).find_map(|(_, import)| follow(target, import, &path[1..], depth))
            }
        },
    }
}

/// Resolves a path that starts with an imported name.
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
    // If the import is a module, the path can lead to one of its submodules.
    let is_module = found.path.last() == import.path.last();
    if is_module { find_module(target, found.path, rest, depth + 1) } else { Some(found) }
}

/// Resolves a path relative to a module.
fn find_module<'s>(
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
        return find_module(target, child, rest, depth);
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
    // A name that the root does not define comes from another crate or from a macro.
    (!module.is_empty()).then_some(here)
}
