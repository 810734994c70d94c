//! Checks that the documents match the code: the map of folders, the list of pages, and everything
//! that a registry shows of a published crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use sudoku_registry::STRATEGIES;

use super::packages::Package;
use crate::Failure;

/// The license files, at the root and in the folder of each published crate, where Cargo packages
/// them.
const LICENSES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The page that lists the folders of the repository under [`MAP_HEADING`].
const ARCHITECTURE: &str = "docs/development/architecture.md";

const MAP_HEADING: &str = "\n## Folders\n";

/// Folders outside the workspace that the map must have too.
const OTHER_FOLDERS: [&str; 6] =
    ["examples/own-strategy", "external-engines", "fuzz", "web/npm", "web/page", "web/tests"];

/// Checks the documents against the packages.
pub(super) fn check(
    root: &Path,
    packages: &[Package<'_>],
    crates: &[Crate<'_>],
    broken: &mut Vec<String>,
) -> Result<(), Failure> {
    let architecture = fs::read_to_string(root.join(ARCHITECTURE))?;
    check_map(root, &architecture, crates, broken);
    let strategies: Vec<&str> = STRATEGIES.iter().map(|strategy| strategy.crate_name).collect();
    check_order(&architecture, crates, &strategies, broken);
    for (package, facts) in packages.iter().zip(crates).filter(|(_, facts)| facts.is_published) {
        check_published(root, package, facts, crates, broken)?;
    }
    let pages: Vec<String> = crate::tools::tracked_files(root)?
        .into_iter()
        .filter(|file| file.starts_with("docs/") && file.ends_with(".md"))
        .collect();
    check_summary(&fs::read_to_string(root.join("docs/SUMMARY.md"))?, &pages, broken);
    let tested = fs::read_to_string(root.join("benches/src/lib.rs"))?;
    let readmes = ["README.md", "README.ko.md"].map(str::to_owned);
    for page in pages.iter().chain(readmes.iter().filter(|file| root.join(file).exists())) {
        check_examples(page, &fs::read_to_string(root.join(page))?, &tested, broken);
    }
    Ok(())
}

/// The facts about a package that the documents and the dependency table repeat.
pub(super) struct Crate<'m> {
    pub(super) name: &'m str,
    /// The folder, relative to the root.
    pub(super) folder: String,
    pub(super) is_published: bool,
    /// The dependencies, each with whether a feature enables it.
    pub(super) needs: BTreeMap<&'m str, bool>,
    /// The dependencies of tests that have a version, so that a registry must have them.
    pub(super) tests_need: BTreeSet<&'m str>,
}

impl<'m> Crate<'m> {
    pub(super) fn new(root: &Path, package: &Package<'m>) -> Self {
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
}

/// Returns the first cell of each row of the table under a heading.
fn first_cells<'t>(document: &'t str, heading: &str) -> impl Iterator<Item = &'t str> {
    let section = document.split_once(heading).map_or("", |(_, rest)| rest);
    let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.filter_map(|row| row.trim_matches('|').split('|').next())
}

/// Checks that the map has the folder of every package, and no folder that does not exist.
pub(super) fn check_map(
    root: &Path,
    document: &str,
    crates: &[Crate<'_>],
    broken: &mut Vec<String>,
) {
    let quoted = first_cells(document, MAP_HEADING).flat_map(|cell| cell.split('`').skip(1));
    let shown: BTreeSet<&str> = quoted.step_by(2).collect();
    for folder in shown.iter().filter(|folder| !root.join(folder).is_dir()) {
        broken.push(format!("{ARCHITECTURE}: there is no folder {folder}"));
    }
    let folders = crates.iter().map(|facts| facts.folder.as_str()).chain(OTHER_FOLDERS);
    for folder in folders.filter(|folder| !shown.contains(folder)) {
        broken.push(format!("{ARCHITECTURE}: the table of folders lacks {folder}"));
    }
}

/// Checks that a crate depends only on crates above it in the map, and a strategy on the core
/// alone.
pub(super) fn check_order(
    document: &str,
    crates: &[Crate<'_>],
    strategies: &[&str],
    broken: &mut Vec<String>,
) {
    let order: Vec<&str> =
        first_cells(document, MAP_HEADING).filter_map(|cell| cell.split('`').nth(1)).collect();
    let place = |name: &str| {
        let folder = crates.iter().find(|facts| facts.name == name)?.folder.as_str();
        order.iter().position(|shown| *shown == folder)
    };
    for Crate { name, needs, .. } in crates {
        for need in needs.keys().filter(|need| place(need) > place(name)) {
            broken
                .push(format!("{name}: it needs {need}, which is not above it in {ARCHITECTURE}"));
        }
        if strategies.contains(name) && !needs.keys().eq(&["sudoku-core"]) {
            let all = needs.keys().copied().collect::<Vec<_>>().join(", ");
            broken
                .push(format!("{name}: a strategy depends on sudoku-core alone, but it has {all}"));
        }
    }
}

/// Checks that the summary, which is the site's table of contents, lists every page.
pub(super) fn check_summary(summary: &str, pages: &[String], broken: &mut Vec<String>) {
    for page in pages.iter().filter_map(|page| page.strip_prefix("docs/")) {
        if page != "SUMMARY.md" && !summary.contains(&format!("]({page})")) {
            broken.push(format!("docs/SUMMARY.md: it does not list {page}"));
        }
    }
}

/// Checks that each page with Rust code is compiled as a test, and that each code block names its
/// language: the test would take a block without a language for Rust.
pub(super) fn check_examples(page: &str, text: &str, tested: &str, broken: &mut Vec<String>) {
    let mut is_open = false;
    let mut has_rust = false;
    for (number, line) in (1..).zip(text.lines()) {
        let Some(language) = line.trim_start().strip_prefix("```") else { continue };
        is_open = !is_open;
        if is_open {
            has_rust |= language.starts_with("rust");
            if language.is_empty() {
                broken.push(format!("{page}:{number}: name the language of the code, or `text`"));
            }
        }
    }
    if has_rust && !tested.contains(&format!("\"../../{page}\"")) {
        broken.push(format!("{page}: add it to benches/src/lib.rs, which tests its Rust code"));
    }
}

/// Checks a published crate: it has a README and the licenses, names the address of its
/// documentation, and needs no unpublished crate. Its documentation does not refer to files of the
/// repository, which a reader of docs.rs does not have.
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
        broken.push(format!("{name}: it needs a README.md with its name"));
    }
    for license in LICENSES {
        let whole = fs::read_to_string(root.join(license))?;
        if fs::read_to_string(folder.join(license)).is_ok_and(|text| text == whole) {
            continue;
        }
        broken.push(format!(
            "{name}: {license} is missing or differs: ln -s ../../{license} {}",
            facts.folder
        ));
    }
    if let Ok(library) = fs::read_to_string(folder.join("src/lib.rs")) {
        if metadata["documentation"] != format!("https://docs.rs/{name}") {
            broken.push(format!("{name}: set `documentation` to https://docs.rs/{name}"));
        }
        for (number, line) in (1..).zip(library.lines()) {
            if line.starts_with("//!") && (line.contains("docs/") || line.contains(".md")) {
                broken.push(format!(
                    "{name}: src/lib.rs:{number} names a file of the repository, which readers of \
                     docs.rs do not have"
                ));
            }
        }
    }
    let is_unpublished =
        |need: &&str| crates.iter().any(|other| other.name == *need && !other.is_published);
    for need in facts.needs.keys().chain(&facts.tests_need).filter(|need| is_unpublished(need)) {
        broken.push(format!("{name}: it needs {need}, which is not published"));
    }
    Ok(())
}
