//! The links of a built site: each must lead to a file of the site, and to an anchor in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Failure;

/// The size of a checked site.
pub(super) struct Counts {
    pages: usize,
    links: usize,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pages, {} internal links, none broken", self.pages, self.links)
    }
}

/// Checks every relative link of every page.
pub(super) fn links(site: &Path) -> Result<Counts, Failure> {
    let mut files = BTreeSet::new();
    list(site, &mut files)?;
    let mut pages = BTreeMap::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "html")) {
        pages.insert(file.clone(), Page::read(&fs::read_to_string(file)?));
    }
    let mut broken = Vec::new();
    for (file, page) in &pages {
        for link in &page.links {
            if let Err(cause) = check(file, link, &files, &pages) {
                let file = file.strip_prefix(site).unwrap_or(file).display();
                broken.push(format!("{file}: {link}: {cause}"));
            }
        }
    }
    if broken.is_empty() {
        let links = pages.values().map(|page| page.links.len()).sum();
        Ok(Counts { pages: pages.len(), links })
    } else {
        Err(format!("links of the site lead nowhere:\n{}", broken.join("\n")).into())
    }
}

/// The anchors of a page and its links to this site.
struct Page {
    anchors: BTreeSet<String>,
    links: BTreeSet<String>,
}

impl Page {
    fn read(html: &str) -> Self {
        let values = |attribute: &str| {
            html.split(&format!(" {attribute}=\""))
                .skip(1)
                .filter_map(|rest| rest.split('"').next())
                .map(|value| value.replace("&amp;", "&"))
                .collect::<Vec<_>>()
        };
        let is_internal = |link: &String| {
            let scheme = link.split(['/', '#', '?']).next().unwrap_or_default();
            !link.is_empty() && !link.starts_with("//") && !scheme.contains(':')
        };
        let links = ["href", "src"].into_iter().flat_map(values).filter(is_internal).collect();
        Self { anchors: values("id").into_iter().collect(), links }
    }
}

fn check(
    file: &Path,
    link: &str,
    files: &BTreeSet<PathBuf>,
    pages: &BTreeMap<PathBuf, Page>,
) -> Result<(), &'static str> {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let path = path.split('?').next().unwrap_or(path);
    let mut target = file.to_owned();
    if !path.is_empty() {
        target.pop();
        for part in decoded(path).split('/') {
            match part {
                "" | "." => {}
                ".." => drop(target.pop()),
                part => target.push(part),
            }
        }
        if path.ends_with('/') {
            target.push("index.html");
        }
    }
    if !files.contains(&target) {
        return Err("there is no such file");
    }
    match pages.get(&target) {
        Some(page) if !anchor.is_empty() && !page.anchors.contains(&decoded(anchor)) => {
            Err("the page has no such anchor")
        }
        _ => Ok(()),
    }
}

/// Decodes `%` escapes.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after
            .get(..2)
            .filter(|_| *first == b'%')
            .and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Adds the files of a folder, with those of its subfolders.
fn list(folder: &Path, files: &mut BTreeSet<PathBuf>) -> Result<(), Failure> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            list(&entry.path(), files)?;
        } else {
            files.insert(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::links;

    #[test]
    fn broken_links_and_anchors_are_reported() {
        let folder = TempDir::new().expect("a temporary folder");
        let site = folder.path();
        fs::create_dir(site.join("b")).expect("a folder");
        fs::write(site.join("b/가.html"), "<h1 id=\"나\"></h1><a href=\"../a.html#x\">")
            .expect("a file");
        let good = "<p id=\"x\"><a href=\"b/%EA%B0%80.html#%EB%82%98\"><a href=\"#x\">\
                    <a href=\"https://example.org\"><a href=\"mailto:a@example.org\">";
        fs::write(site.join("a.html"), good).expect("a file");
        let counts = links(site).expect("good links");
        assert_eq!(counts.to_string(), "2 pages, 3 internal links, none broken");
        let bad = format!("{good}<img src=\"c.svg\"><a href=\"b/가.html#y\">");
        fs::write(site.join("a.html"), bad).expect("a file");
        let message = links(site).err().expect("broken links").to_string();
        assert!(message.contains("a.html: c.svg: there is no such file"), "{message}");
        assert!(message.contains("a.html: b/가.html#y: the page has no such anchor"), "{message}");
    }
}
