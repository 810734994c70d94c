//! The files of a new strategy and the lines that register it.

use std::fs;
use std::path::{Path, PathBuf};

/// A file to write, relative to the workspace.
pub(crate) struct NewFile {
    pub(crate) path: String,
    pub(crate) content: String,
    /// True if the file exists and gets one more line.
    pub(crate) is_edited: bool,
}

const LIBRARY: &str = include_str!("../template/lib.rs");

/// The files of the crate. `template`, `sudoku_template` and `Template` are replaced by the name,
/// the library and the type of the strategy.
const TEMPLATE: [(&str, &str); 4] = [
    ("Cargo.toml", include_str!("../template/manifest.toml")),
    ("README.md", include_str!("../template/readme.txt")),
    ("src/lib.rs", LIBRARY),
    ("tests/conformance.rs", include_str!("../template/conformance.rs")),
];

const LICENSES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

const REGISTRY: &str = "crates/sudoku-registry/src/lib.rs";

/// A line that registers a strategy.
struct Registration {
    file: &'static str,
    /// The beginning of the line above the list that gets the line.
    above: &'static str,
    line: &'static str,
    /// Returns true if the line comes before this line of the list.
    is_before: fn(line: &str, other: &str) -> bool,
}

const REGISTRATIONS: [Registration; 4] = [
    Registration {
        file: "Cargo.toml",
        above: "[workspace.dependencies]",
        line: r#"sudoku-template = { path = "crates/sudoku-template", version = "0.1.0" }"#,
        is_before: |line, other| line < other,
    },
    Registration {
        file: "crates/sudoku-registry/Cargo.toml",
        above: "[dependencies]",
        line: "sudoku-template.workspace = true",
        is_before: |line, other| line < other,
    },
    Registration {
        file: REGISTRY,
        above: "pub static STRATEGIES",
        line: r#"    Strategy::new("template", "sudoku-template", "its idea in one line", &sudoku_template::Template).lexicographic(),"#,
        is_before: |_, other| other == "];",
    },
    Registration {
        file: "docs/development/architecture.md",
        above: "| `crates/sudoku-core` |",
        line: "| `crates/sudoku-template` | strategy: its idea in one line |",
        is_before: |_, other| !other.contains("| strateg"),
    },
];

/// Returns the files of a new strategy. Nothing is written.
///
/// # Errors
/// If the name cannot be used, or the workspace lacks a file or a list.
pub(crate) fn plan(root: &Path, name: &str) -> Result<Vec<NewFile>, String> {
    let type_name = type_name(name)?;
    let folder = format!("crates/sudoku-{name}");
    if root.join(&folder).exists() {
        return Err(format!("{folder} exists already: choose another name"));
    }
    let read = |path: &str| {
        fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
    };
    if read("Cargo.lock")?.contains(&format!("name = \"sudoku-{name}\"\n")) {
        return Err(format!("there is a package `sudoku-{name}` already: choose another name"));
    }
    if read(REGISTRY)?.contains(&format!("(\"{name}\",")) {
        return Err(format!("the registry has a strategy `{name}` already: choose another name"));
    }
    let fill = |text: &str| {
        text.replace("sudoku_template", &format!("sudoku_{}", name.replace('-', "_")))
            .replace("template", name)
            .replace("Template", &type_name)
    };
    let mut files = Vec::new();
    for (file, text) in TEMPLATE {
        let path = format!("{folder}/{file}");
        files.push(NewFile { path, content: fill(text), is_edited: false });
    }
    for license in LICENSES {
        let path = format!("{folder}/{license}");
        files.push(NewFile { path, content: read(license)?, is_edited: false });
    }
    for Registration { file, above, line, is_before } in REGISTRATIONS {
        let content = insert(&read(file)?, above, &fill(line), is_before)
            .ok_or_else(|| format!("{file}: no line begins with `{above}`"))?;
        files.push(NewFile { path: file.to_owned(), content, is_edited: true });
    }
    Ok(files)
}

/// Writes the files. Files that exist are replaced at the end, by files next to them, so an error
/// before that changes nothing.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn write(root: &Path, name: &str, files: &[NewFile]) -> Result<(), String> {
    let edited = || files.iter().filter(|file| file.is_edited).map(|file| root.join(&file.path));
    let next_to = |path: &Path| path.with_extension("new");
    let written = files.iter().try_for_each(|NewFile { path, content, is_edited }| {
        let path = root.join(path);
        let path = if *is_edited { next_to(&path) } else { path };
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        folder.and_then(|()| fs::write(&path, content)).map_err(|error| (path, error))
    });
    let replace = |path: PathBuf| fs::rename(next_to(&path), &path).map_err(|error| (path, error));
    written.and_then(|()| edited().try_for_each(replace)).map_err(|(path, error)| {
        // The first error is the one to report.
        edited().for_each(|path| drop(fs::remove_file(next_to(&path))));
        let _ = fs::remove_dir_all(root.join(format!("crates/sudoku-{name}")));
        format!("{}: {error}; the strategy was not created", path.display())
    })
}

/// Inserts a line into the list below a line that begins with `above`. The list ends at an empty
/// line.
fn insert(
    text: &str,
    above: &str,
    line: &str,
    is_before: fn(&str, &str) -> bool,
) -> Option<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let start = 1 + lines.iter().position(|line| line.starts_with(above))?;
    let is_behind = |other: &&str| other.is_empty() || is_before(line, other);
    let offset = lines[start..].iter().position(is_behind)?;
    lines.insert(start + offset, line);
    Some(lines.join("\n") + "\n")
}

/// The longest name. With it, `rustfmt` leaves the lines of the template as they are.
const LONGEST: usize = 24;

/// Returns the name of the strategy's type.
///
/// # Errors
/// If the name of the strategy cannot be used.
fn type_name(name: &str) -> Result<String, String> {
    let is_well_formed = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|char| matches!(char, 'a'..='z' | '0'..='9' | '-'))
        && !name.ends_with('-')
        && !name.contains("--")
        && name.len() <= LONGEST;
    if !is_well_formed {
        return Err(format!(
            "`{name}` cannot be the name of a strategy: use at most {LONGEST} lower-case letters, \
             digits and single hyphens, with a letter first, such as `hidden-singles`"
        ));
    }
    if name.starts_with("sudoku") {
        return Err(format!("`{name}`: leave out `sudoku`, which the crate's name begins with"));
    }
    if name == "self" || name.contains("template") {
        return Err(format!("`{name}` has another meaning here: choose another name"));
    }
    let capitalized = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    let type_name: String = name.split('-').map(capitalized).collect();
    let code = LIBRARY.lines().filter(|line| !line.starts_with("///"));
    let mut words = code.flat_map(|line| line.split(|char: char| !char.is_alphanumeric()));
    if words.any(|word| word == type_name) {
        return Err(format!(
            "`{name}`: the type `{type_name}` has this name already: choose another name"
        ));
    }
    Ok(type_name)
}
