//! `cargo xtask tidy`: the invariants of `docs/architecture.md` that the compiler does not check.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use sudoku_strategies::STRATEGIES;

use crate::{Failure, cargo};

/// The modules that may hold `unsafe` code: one of each crate that needs any, and outside of the
/// workspace the peer that calls a library's C function.
const UNSAFE_MODULES: &[&str] = &[
    "crates/sudoku-core/src/bytes.rs",
    "crates/sudoku-simd/src/simd.rs",
    "peers/src/bin/peer-tdoku.rs",
];

pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let metadata = cargo(root)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .output()?;
    let metadata: Value = serde_json::from_slice(&metadata.stdout)?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let mut broken = Vec::new();
    for package in packages {
        check_package(package, &mut broken)?;
    }
    for strategy in STRATEGIES {
        if !packages.iter().any(|package| package["name"] == strategy.crate_name) {
            broken.push(format!("strategy `{}`: no crate {}", strategy.name, strategy.crate_name));
        }
    }
    check_unsafe(root, root, &mut broken)?;
    crate::readme::check(root, &mut broken)?;
    if broken.is_empty() {
        println!("{} crates and the README keep the invariants", packages.len());
        Ok(())
    } else {
        Err(broken.join("\n").into())
    }
}

fn check_package(package: &Value, broken: &mut Vec<String>) -> Result<(), Failure> {
    let name = package["name"].as_str().ok_or("a package without a name")?;
    let manifest = Path::new(package["manifest_path"].as_str().ok_or("no manifest path")?);
    let folder = manifest.parent().ok_or("a manifest without a folder")?;
    // The name of its folder is taken in the registry.
    let expected = if name == "sudoku-command" { "sudoku-cli" } else { name };
    if folder.file_name().is_none_or(|folder| folder != expected) {
        broken.push(format!("{name}: its folder has another name"));
    }
    let text = fs::read_to_string(manifest)?;
    if !text.replace('\r', "").contains("[lints]\nworkspace = true") {
        broken.push(format!("{name}: does not take the workspace's lints"));
    }
    // Criterion's flags would reach these targets otherwise, and fail there.
    for section in ["[lib]", "[[bin]]"] {
        let file = if section == "[lib]" { "src/lib.rs" } else { "src/main.rs" };
        let says_so = text
            .split("\n[")
            .any(|part| format!("[{part}").starts_with(section) && part.contains("bench = false"));
        if folder.join(file).exists() && !says_so {
            broken.push(format!("{name}: {section} lacks `bench = false`"));
        }
    }
    let normal: BTreeSet<&str> = package["dependencies"]
        .as_array()
        .ok_or("a package without a list of dependencies")?
        .iter()
        .filter(|dependency| dependency["kind"] != "dev")
        .filter_map(|dependency| dependency["name"].as_str())
        .collect();
    let is_strategy = STRATEGIES.iter().any(|strategy| strategy.crate_name == name);
    let allowed: Option<&[&str]> = match name {
        // Only on request, by the feature of the same name.
        "sudoku-core" => Some(&["serde"]),
        "sudoku-canonical" | "sudoku-corpus" => Some(&["sudoku-core"]),
        "process-tree" => Some(&["nix", "serde", "serde_json", "thiserror"]),
        "sudoku-text" => Some(&["sudoku-core", "memchr"]),
        "sudoku-generator" => Some(&["sudoku-core", "rand", "rand_xoshiro"]),
        "sudoku-conformance" => Some(&["sudoku-core", "sudoku-corpus", "proptest"]),
        _ if is_strategy => Some(&["sudoku-core"]),
        _ => None,
    };
    if let Some(allowed) = allowed {
        for extra in normal.iter().filter(|dependency| !allowed.contains(dependency)) {
            broken.push(format!("{name}: may not depend on {extra}"));
        }
    }
    if is_strategy {
        if !fs::read_to_string(folder.join("src/lib.rs"))?.contains("pub use sudoku_core::*;") {
            broken.push(format!("{name}: does not re-export the core, which its callers need"));
        }
        let tests = fs::read_dir(folder.join("tests")).into_iter().flatten();
        let conforms = tests
            .filter_map(|entry| fs::read_to_string(entry.ok()?.path()).ok())
            .any(|text| text.contains("conforms("));
        if !conforms {
            broken.push(format!("{name}: does not run the conformance suite"));
        }
    }
    Ok(())
}

/// Only the listed modules may lift the workspace's ban on `unsafe`, which the compiler enforces.
fn check_unsafe(root: &Path, folder: &Path, broken: &mut Vec<String>) -> Result<(), Failure> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() {
            if !hidden && path != root.join("target") {
                check_unsafe(root, &path, broken)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let file = path.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
            let lifts = fs::read_to_string(&path)?
                .lines()
                .any(|line| !line.trim_start().starts_with("//") && line.contains("unsafe_code"));
            if lifts && file != "xtask/src/tidy.rs" && !UNSAFE_MODULES.contains(&file.as_str()) {
                broken.push(format!("{file}: may not hold unsafe code"));
            }
        }
    }
    Ok(())
}
