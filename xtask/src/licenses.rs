//! `cargo xtask licenses`: writes the license texts of the crates that a wheel of the Python
//! package contains.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{Failure, cargo};

/// The text before the licenses.
const START: &str = "\
The compiled module of this package contains the crates below, and the standard library of Rust
(https://www.rust-lang.org, MIT OR Apache-2.0). Each section has the crates of one license text.
";

/// Writes the texts into a file of the folder `python`, which the next wheel includes.
pub(crate) fn write(root: &Path) -> Result<(), Failure> {
    Ok(fs::write(root.join("python/LICENSES-THIRD-PARTY.txt"), texts(root)?)?)
}

/// Returns the license texts, each with its crates.
fn texts(root: &Path) -> Result<String, Failure> {
    let linked = linked(root)?;
    let metadata = cargo(root).args(["metadata", "--format-version=1", "--locked"]).output()?;
    let metadata: Value = serde_json::from_slice(&metadata.stdout)?;
    let mut crates = BTreeMap::<String, Vec<String>>::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        let (name, license) = (format!("{} {}", text("name"), text("version")), text("license"));
        // The crates of the workspace have no source.
        if package["source"].is_null() || !linked.contains(&name) {
            continue;
        }
        let folder = Path::new(text("manifest_path")).parent().ok_or("a crate without a folder")?;
        let mut files = license_files(folder)?;
        if files.is_empty() {
            files.push(format!("{license}\n\nThe crate has no license file."));
        }
        for file in files {
            crates.entry(file).or_default().push(format!("{name} ({license})"));
        }
    }
    let section = |(text, names): (String, Vec<String>)| {
        let line = "=".repeat(80);
        format!("\n{line}\n{}\n{line}\n\n{text}\n", names.join("\n"))
    };
    Ok(START.to_owned() + &crates.into_iter().map(section).collect::<String>())
}

/// Returns the names and versions of the crates that are linked on any system.
fn linked(root: &Path) -> Result<BTreeSet<String>, Failure> {
    let tree = ["tree", "--locked", "--package=python", "--features=command", "--edges=normal"];
    let form = ["--target=all", "--prefix=none", "--format={p}"];
    let output = cargo(root).args(tree).args(form).output()?;
    if !output.status.success() {
        return Err(String::from_utf8(output.stderr)?.into());
    }
    let name = |line: &str| {
        let mut words = line.split(' ');
        Some(format!("{} {}", words.next()?, words.next()?.strip_prefix('v')?))
    };
    Ok(String::from_utf8(output.stdout)?.lines().filter_map(name).collect())
}

/// Returns the license texts in the folder of a crate, and in its folders of code in C.
fn license_files(folder: &Path) -> Result<Vec<String>, Failure> {
    let entries = |folder: &Path| -> Result<Vec<PathBuf>, Failure> {
        let mut paths =
            fs::read_dir(folder)?.map(|it| Ok(it?.path())).collect::<Result<Vec<_>, Failure>>()?;
        paths.sort();
        Ok(paths)
    };
    let (folders, mut files): (Vec<_>, Vec<_>) =
        entries(folder)?.into_iter().partition(|path| path.is_dir());
    for folder in folders {
        files.extend(entries(&folder)?.into_iter().filter(|path| path.is_file()));
    }
    let is_license = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"]
            .iter()
            .any(|it| name.starts_with(it))
    };
    let read = |path: PathBuf| -> Result<String, Failure> {
        let text = String::from_utf8_lossy(&fs::read(path)?).into_owned();
        // Texts that differ only in line ends or in spaces at them are the same.
        Ok(text.trim().lines().map(str::trim_end).collect::<Vec<_>>().join("\n"))
    };
    files.into_iter().filter(is_license).map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_linked_crate_has_a_license() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let (texts, linked) = (texts(root).unwrap(), linked(root).unwrap());
        let own = |name: &String| {
            fs::read_dir(root.join("crates")).unwrap().any(|folder| {
                let folder = folder.unwrap().file_name().into_string().unwrap();
                name.split(' ').next() == Some(&folder)
            })
        };
        assert!(linked.len() > 100, "{linked:?}");
        for name in linked.iter().filter(|name| !own(name) && !name.starts_with("python ")) {
            assert!(texts.contains(&format!("\n{name} (")), "{name}");
        }
        // The C library of Zstandard has its own license.
        assert!(texts.contains("Meta Platforms"));
    }
}
