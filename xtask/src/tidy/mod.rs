//! `cargo xtask tidy`: the rules of the project that the compiler does not check.

mod documents;
mod layers;
mod module_graph;
mod packages;
mod prose;
mod source;
mod text;

#[cfg(test)]
mod tests;

use std::path::Path;

use serde_json::Value;
use sudoku_registry::STRATEGIES;

use self::packages::Package;
use crate::tools::tracked_files;
use crate::{Failure, cargo};

/// Runs every check, and reports all violations.
pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let metadata = cargo(root)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .output()?;
    let metadata: Value = serde_json::from_slice(&metadata.stdout)?;
    let packages = metadata["packages"].as_array().into_iter().flatten().map(Package::new);
    let packages: Vec<Package<'_>> =
        packages.collect::<Option<_>>().ok_or("a package without a name or a folder")?;
    let mut broken = Vec::new();
    for package in &packages {
        packages::check(package, &mut broken)?;
        let source = source::read(&package.folder)?;
        layers::check(package.name, &source, &mut broken);
        packages::check_environment(package, &source, &mut broken);
    }
    documents::check(root, &packages, &mut broken)?;
    for strategy in STRATEGIES {
        if !packages.iter().any(|package| package.name == strategy.crate_name) {
            broken.push(format!(
                "strategy `{}`: there is no crate {}",
                strategy.name, strategy.crate_name
            ));
        }
    }
    text::check(root, &mut broken)?;
    let files = tracked_files(root)?;
    let pages: Vec<String> = files.into_iter().filter(|file| file.ends_with(".md")).collect();
    broken.extend(crate::links::broken_links(root, &pages)?);
    prose::check(root, &mut broken)?;
    if broken.is_empty() {
        println!("{} packages and the documents keep the rules", packages.len());
        Ok(())
    } else {
        Err(broken.join("\n").into())
    }
}
