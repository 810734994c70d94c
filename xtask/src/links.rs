//! Checks that relative links in Markdown files lead to an existing file and anchor.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::{Failure, markdown};

/// Returns the broken links of these Markdown files, whose paths are relative to the root.
pub(crate) fn broken_links(root: &Path, files: &[String]) -> Result<Vec<String>, Failure> {
    let mut texts = BTreeMap::new();
    for file in files {
        texts.insert(file.clone(), fs::read_to_string(root.join(file))?);
    }
    let mut broken = Vec::new();
    for (file, text) in &texts {
        for (number, target) in markdown::links(text) {
            if let Err(cause) = check_link(root, &texts, file, &target) {
                broken.push(format!("{file}:{number}: {target}: {cause}"));
            }
        }
    }
    Ok(broken)
}

/// Checks a link of a file.
pub(crate) fn check_link(
    root: &Path,
    texts: &BTreeMap<String, String>,
    file: &str,
    target: &str,
) -> Result<(), String> {
    if ["http:", "https:", "mailto:"].iter().any(|scheme| target.starts_with(scheme)) {
        return Ok(());
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if path.is_empty() { file.to_owned() } else { resolve(file, path)? };
    // These folders are shown without the rest of the repository: on the site, and on crates.io.
    let mut closed: Vec<String> = vec!["docs/".to_owned()];
    closed.extend(file.strip_suffix("README.md").filter(|it| !it.is_empty()).map(str::to_owned));
    for folder in closed.iter().filter(|folder| file.starts_with(folder.as_str())) {
        if !path.starts_with(folder.as_str()) {
            return Err(format!("a page of {folder} cannot link to a file outside it"));
        }
    }
    if !root.join(&path).exists() {
        return Err(format!("there is no {path}"));
    }
    match texts.get(&path) {
        Some(text) if !anchor.is_empty() && !markdown::anchors(text).contains(anchor) => {
            Err(format!("{path} has no heading with the anchor #{anchor}"))
        }
        _ => Ok(()),
    }
}

/// Resolves a path relative to a file.
fn resolve(file: &str, path: &str) -> Result<String, String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop().ok_or("the link leads out of the repository")?;
            }
            part => parts.push(part),
        }
    }
    Ok(parts.join("/"))
}
