//! Checks that the documents match the code: the map of folders, the list of pages, and everything
//! that a registry shows of a published crate.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sudoku_registry::STRATEGIES;

use super::packages::Package;
use crate::{Failure, markdown};

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
    broken: &mut Vec<String>,
) -> Result<(), Failure> {
    let architecture = fs::read_to_string(root.join(ARCHITECTURE))?;
    check_map(root, &architecture, packages, broken);
    let strategies: Vec<&str> = STRATEGIES.iter().map(|strategy| strategy.crate_name).collect();
    check_order(root, &architecture, packages, &strategies, broken);
    for package in packages.iter().filter(|package| package.is_published) {
        check_published(root, package, packages, broken)?;
    }
    let mut pages = crate::tools::tracked_files(root)?;
    pages.retain(|file| file.starts_with("docs/") && file.ends_with(".md"));
    check_summary(&fs::read_to_string(root.join("docs/SUMMARY.md"))?, &pages, broken);
    let tested = fs::read_to_string(root.join("benches/src/lib.rs"))?;
    pages.extend(["README.md", "README.ko.md"].map(str::to_owned));
    let files = crate::tools::tracked_files(root)?;
    for page in &pages {
        let text = fs::read_to_string(root.join(page))?;
        check_examples(page, &text, &tested, broken);
        if page.starts_with("docs/development/") {
            check_paths(page, &text, &files, broken);
            check_excerpts(root, page, &text, broken);
        }
    }
    Ok(())
}

/// Returns the folder of a package, relative to the root.
fn folder_of(root: &Path, package: &Package<'_>) -> String {
    let folder = package.folder.strip_prefix(root).unwrap_or(&package.folder);
    folder.to_string_lossy().replace('\\', "/")
}

/// Returns the first cell of each row of the table under a heading.
fn first_cells<'t>(document: &'t str, heading: &str) -> impl Iterator<Item = &'t str> {
    let section = document.split_once(heading).map_or("", |(_, rest)| rest);
    let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.filter_map(|row| row.trim_matches('|').split('|').next())
}

/// Checks that the map has the folder of every package, and no other folder.
pub(super) fn check_map(
    root: &Path,
    document: &str,
    packages: &[Package<'_>],
    broken: &mut Vec<String>,
) {
    let quoted = first_cells(document, MAP_HEADING).flat_map(|cell| cell.split('`').skip(1));
    let shown: BTreeSet<String> = quoted.step_by(2).map(str::to_owned).collect();
    let folders = packages.iter().map(|package| folder_of(root, package));
    let mut folders: BTreeSet<String> = folders.collect();
    folders.extend(OTHER_FOLDERS.map(str::to_owned));
    for folder in shown.difference(&folders) {
        broken.push(format!("{ARCHITECTURE}: no package is in {folder}"));
    }
    for folder in folders.difference(&shown) {
        broken.push(format!("{ARCHITECTURE}: the table of folders lacks {folder}"));
    }
}

/// Checks that a crate depends only on crates above it in the map, and a strategy on the core
/// alone.
pub(super) fn check_order(
    root: &Path,
    document: &str,
    packages: &[Package<'_>],
    strategies: &[&str],
    broken: &mut Vec<String>,
) {
    let order: Vec<&str> =
        first_cells(document, MAP_HEADING).filter_map(|cell| cell.split('`').nth(1)).collect();
    let place = |name: &str| {
        let folder = folder_of(root, packages.iter().find(|package| package.name == name)?);
        order.iter().position(|shown| *shown == folder)
    };
    for Package { name, needs, .. } in packages {
        for need in needs.iter().filter(|need| place(need) > place(name)) {
            broken
                .push(format!("{name}: it needs {need}, which is not above it in {ARCHITECTURE}"));
        }
        if strategies.contains(name) && !needs.iter().eq(&["sudoku-core"]) {
            broken.push(format!(
                "{name}: a strategy depends on sudoku-core alone, but it has {needs:?}"
            ));
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
            has_rust |= language.starts_with("rust") && !language.contains("ignore");
            if language.is_empty() {
                broken.push(format!("{page}:{number}: name the language of the code, or `text`"));
            }
        }
    }
    if has_rust && !tested.contains(&format!("\"../../{page}\"")) {
        broken.push(format!("{page}: add it to benches/src/lib.rs, which tests its Rust code"));
    }
}

/// Checks that the Rust files and the folders that a page names exist. A name may lack the start of
/// its path.
pub(super) fn check_paths(page: &str, text: &str, files: &[String], broken: &mut Vec<String>) {
    for (number, line) in markdown::prose(text) {
        for name in line.split('`').skip(1).step_by(2).filter(|name| !name.contains(' ')) {
            let part = format!("/{name}");
            let exists = files
                .iter()
                .map(|file| format!("/{file}"))
                .any(|file| file.ends_with(&part) || (name.ends_with('/') && file.contains(&part)));
            if (name.ends_with(".rs") || name.ends_with('/')) && !exists {
                broken.push(format!("{page}:{number}: no file has the name {name}"));
            }
        }
    }
}

/// Checks that each code block after a comment `<!-- from PATH -->` is part of this file, apart
/// from the indentation.
pub(super) fn check_excerpts(root: &Path, page: &str, text: &str, broken: &mut Vec<String>) {
    let trimmed = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let text = trimmed(text);
    for part in text.split("<!-- from ").skip(1) {
        let path = part.split(' ').next().unwrap_or_default();
        let block = part.split("```").nth(1).and_then(|block| block.split_once('\n'));
        let code = block.map_or("", |(_, code)| code.trim());
        let file = fs::read_to_string(root.join(path)).unwrap_or_default();
        if code.is_empty() || !trimmed(&file).contains(code) {
            broken.push(format!("{page}: {path} has no such code: {code}"));
        }
    }
}

/// Checks a published crate: it has a README and the licenses, names the address of its
/// documentation, and needs no unpublished crate. Its documentation does not refer to files of the
/// repository, which a reader of docs.rs does not have.
pub(super) fn check_published(
    root: &Path,
    package: &Package<'_>,
    packages: &[Package<'_>],
    broken: &mut Vec<String>,
) -> Result<(), Failure> {
    let Package { name, folder, documentation, needs, tests_need, .. } = package;
    let mut complain = |complaint: String| broken.push(format!("{name}: {complaint}"));
    if !fs::read_to_string(folder.join("README.md")).is_ok_and(|text| text.contains(name)) {
        complain("it needs a README.md with its name".to_owned());
    }
    for license in LICENSES {
        if fs::read(folder.join(license)).ok() != Some(fs::read(root.join(license))?) {
            let folder = folder_of(root, package);
            complain(format!("{license} is missing: ln -s ../../{license} {folder}"));
        }
    }
    if let Ok(library) = fs::read_to_string(folder.join("src/lib.rs")) {
        if documentation.is_none_or(|it| it != format!("https://docs.rs/{name}")) {
            complain(format!("set `documentation` to https://docs.rs/{name}"));
        }
        let mut lines = (1..).zip(library.lines()).filter(|(_, line)| line.starts_with("//!"));
        if let Some((number, _)) = lines.find(|(_, it)| it.contains("docs/") || it.contains(".md"))
        {
            complain(format!("src/lib.rs:{number} names a file that docs.rs does not have"));
        }
    }
    for need in needs.union(tests_need) {
        if packages.iter().any(|other| other.name == *need && !other.is_published) {
            complain(format!("it needs {need}, which is not published"));
        }
    }
    Ok(())
}
