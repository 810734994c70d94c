//! What is checked of the documents: that the tables of crates in `docs/development/architecture.md` and in the
//! README are true, and that each published crate has what a registry shows of it.
//!
//! The table of `docs/development/architecture.md` is also the rule of what a crate may depend on: who adds a
//! dependency says so there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use sudoku_registry::STRATEGIES;

use super::packages::Package;
use crate::Failure;

/// The texts of both licences, at the root and in each published crate's folder, from which Cargo
/// packages them.
pub(crate) const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Checks the documents against the packages.
pub(super) fn check(
    root: &Path,
    packages: &[Package<'_>],
    broken: &mut Vec<String>,
) -> Result<(), Failure> {
    let crates: Vec<Crate<'_>> = packages.iter().map(|package| Crate::new(root, package)).collect();
    check_architecture(
        &fs::read_to_string(root.join("docs/development/architecture.md"))?,
        &crates,
        broken,
    );
    check_map(root, &fs::read_to_string(root.join("README.md"))?, &crates, broken);
    for (package, facts) in packages.iter().zip(&crates).filter(|(_, facts)| facts.is_published) {
        check_published(root, package, facts, &crates, broken)?;
    }
    Ok(())
}

/// What Cargo says of a package.
pub(super) struct Crate<'m> {
    pub(super) name: &'m str,
    /// Its folder, from the root.
    pub(super) folder: String,
    pub(super) is_published: bool,
    /// What it needs, with whether that is on request.
    pub(super) needs: BTreeMap<&'m str, bool>,
    /// What its tests need of the workspace, where a version says that a registry has it.
    pub(super) tests_need: BTreeSet<&'m str>,
}

impl<'m> Crate<'m> {
    fn new(root: &Path, package: &Package<'m>) -> Self {
        let folder = package.folder.strip_prefix(root).unwrap_or(package.folder);
        let list = package.metadata["dependencies"].as_array();
        let dependencies = || list.into_iter().flatten();
        let name = |dependency: &'m serde_json::Value| dependency["name"].as_str();
        let needs = dependencies().filter(|it| it["kind"] != "dev");
        let tests_need = dependencies().filter(|it| it["kind"] == "dev" && it["req"] != "*");
        Self {
            name: package.name,
            folder: folder.to_string_lossy().replace('\\', "/"),
            is_published: package.metadata["publish"].is_null(),
            needs: needs.filter_map(|it| Some((name(it)?, it["optional"] == true))).collect(),
            tests_need: tests_need.filter_map(name).collect(),
        }
    }

    /// The name of its folder, by which the documents call it.
    fn short_name(&self) -> &str {
        self.folder.rsplit('/').next().unwrap_or_default()
    }
}

/// The cells of the rows of the table under a heading.
fn table<'t>(document: &'t str, heading: &str) -> impl Iterator<Item = Vec<&'t str>> {
    let section = document.split_once(heading).map_or("", |(_, rest)| rest);
    let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect())
}

/// The names between backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The table of crates says of each what it depends on: names without `sudoku-`, those with
/// `on request` behind them that a feature turns on, and `and more` where not all libraries of
/// others are named.
pub(super) fn check_architecture(document: &str, crates: &[Crate<'_>], broken: &mut Vec<String>) {
    let mut said = BTreeSet::new();
    for row in table(document, "\n## Crates\n") {
        let (Some(first), Some(last)) = (row.first(), row.last()) else { continue };
        let name = quoted(first).next().unwrap_or_default();
        let Some(facts) = crates.iter().find(|facts| facts.short_name() == name) else {
            broken.push(format!("docs/development/architecture.md: there is no crate {name}"));
            continue;
        };
        said.insert(facts.name);
        if row.iter().any(|cell| cell.ends_with("(not published)")) == facts.is_published {
            broken.push(format!(
                "docs/development/architecture.md: whether {name} is published is wrong"
            ));
        }
        check_row(name, last, facts, crates, broken);
    }
    for facts in crates.iter().filter(|facts| !said.contains(facts.name)) {
        broken.push(format!(
            "docs/development/architecture.md: the table lacks {}",
            facts.short_name()
        ));
    }
}

fn check_row(
    name: &str,
    cell: &str,
    facts: &Crate<'_>,
    crates: &[Crate<'_>],
    broken: &mut Vec<String>,
) {
    let (list, is_open) = cell.strip_suffix(" and more").map_or((cell, false), |list| (list, true));
    let is_own = |name: &str| crates.iter().any(|facts| facts.name == name);
    let mut said = BTreeMap::new();
    for item in list.split(", ").filter(|&item| item != "nothing") {
        if item == "the strategies" {
            said.extend(STRATEGIES.iter().map(|it| (it.crate_name.to_owned(), false)));
            continue;
        }
        let (item, on_request) =
            item.strip_suffix(" on request").map_or((item, false), |item| (item, true));
        let item = item.trim_matches('`');
        let ours = if item == "registry" { "strategies" } else { item };
        let full = format!("sudoku-{ours}");
        said.insert(if is_own(&full) { full } else { item.to_owned() }, on_request);
    }
    let mut complain =
        |what: String| broken.push(format!("docs/development/architecture.md: {name} {what}"));
    for (&need, &on_request) in &facts.needs {
        match said.get(need) {
            Some(&said) if said == on_request => {}
            Some(_) => complain(format!("depends on {need} in another way, on request or always")),
            None if is_open && !is_own(need) => {}
            None => complain(format!("depends on {need}, and its row does not say so")),
        }
    }
    for extra in said.keys().filter(|&name| !facts.needs.contains_key(name.as_str())) {
        complain(format!("does not depend on {extra}, as its row says"));
    }
}

/// The README's map has each crate's folder, and no folder that there is not.
pub(super) fn check_map(root: &Path, readme: &str, crates: &[Crate<'_>], broken: &mut Vec<String>) {
    let mut shown = BTreeSet::new();
    for row in table(readme, "\n## The map\n") {
        // `crates/sudoku-scan`, `-mrv`: the second stands for `crates/sudoku-mrv`.
        for name in row.first().into_iter().flat_map(|cell| quoted(cell)) {
            let ending = name.strip_prefix('-').map(|ending| format!("crates/sudoku-{ending}"));
            shown.insert(ending.unwrap_or_else(|| name.to_owned()));
        }
    }
    for folder in shown.iter().filter(|folder| !root.join(folder).is_dir()) {
        broken.push(format!("README.md: the map has {folder}, which is no folder"));
    }
    for facts in crates.iter().filter(|facts| !shown.contains(&facts.folder)) {
        broken.push(format!("README.md: the map lacks {}", facts.folder));
    }
}

/// A published crate has a README and the licences, says where its documentation is, and needs
/// nothing that is not published; its documentation does not send readers to files of the
/// repository, which they do not have.
pub(super) fn check_published(
    root: &Path,
    package: &Package<'_>,
    facts: &Crate<'_>,
    crates: &[Crate<'_>],
    broken: &mut Vec<String>,
) -> Result<(), Failure> {
    let Package { name, folder, metadata } = *package;
    if fs::read_to_string(folder.join("README.md")).is_ok_and(|text| !text.contains(name))
        || !folder.join("README.md").is_file()
    {
        broken.push(format!("{name}: has no README.md that names it"));
    }
    for licence in LICENCES {
        let whole = fs::read_to_string(root.join(licence))?;
        if fs::read_to_string(folder.join(licence)).is_ok_and(|text| text == whole) {
            continue;
        }
        broken.push(format!("{name}: {licence} is not that of the workspace"));
    }
    if let Ok(library) = fs::read_to_string(folder.join("src/lib.rs")) {
        if metadata["documentation"] != format!("https://docs.rs/{name}") {
            broken.push(format!("{name}: `documentation` is not https://docs.rs/{name}"));
        }
        for (number, line) in (1..).zip(library.lines()) {
            if line.starts_with("//!") && (line.contains("docs/") || line.contains(".md")) {
                broken.push(format!("{name}: src/lib.rs:{number} names a file of the repository"));
            }
        }
    }
    let is_unpublished =
        |need: &&str| crates.iter().any(|other| other.name == *need && !other.is_published);
    for need in facts.needs.keys().chain(&facts.tests_need).filter(|need| is_unpublished(need)) {
        broken.push(format!("{name}: needs {need}, which is not published"));
    }
    Ok(())
}
