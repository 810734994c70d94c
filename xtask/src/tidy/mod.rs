//! `cargo xtask tidy`: the invariants of `docs/development/architecture.md` that the compiler does not check.

mod arrows;
mod documents;
mod layers;
mod packages;
mod source;
mod text;

#[cfg(test)]
mod tests;

use std::path::Path;

use serde_json::Value;
use sudoku_registry::STRATEGIES;

use self::packages::packages;
use crate::{Failure, cargo};

pub(crate) use self::documents::LICENCES;

/// Runs every check, and names all that is broken.
pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let metadata = cargo(root)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .output()?;
    let metadata: Value = serde_json::from_slice(&metadata.stdout)?;
    let packages = packages(&metadata)?;
    let mut broken = Vec::new();
    for package in &packages {
        packages::check(package, &mut broken)?;
        let source = source::read(package.folder)?;
        layers::check(package.name, &source, &mut broken);
        packages::check_environment(package, &source, &mut broken);
    }
    documents::check(root, &packages, &mut broken)?;
    for strategy in STRATEGIES {
        if !packages.iter().any(|package| package.name == strategy.crate_name) {
            broken.push(format!("strategy `{}`: no crate {}", strategy.name, strategy.crate_name));
        }
    }
    text::check(root, &mut broken)?;
    crate::readme::check(root, &mut broken)?;
    if broken.is_empty() {
        println!("{} crates and the README keep the invariants", packages.len());
        Ok(())
    } else {
        Err(broken.join("\n").into())
    }
}
