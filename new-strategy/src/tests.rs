//! Tests of the plan on a small workspace, and on this one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

use super::plan::{NewFile, plan, write};

/// The files of a small workspace.
const FILES: [(&str, &str); 7] = [
    ("Cargo.lock", "[[package]]\nname = \"sudoku-web\"\nversion = \"0.1.0\"\n"),
    ("LICENSE-APACHE", "Apache\n"),
    ("LICENSE-MIT", "MIT\n"),
    (
        "Cargo.toml",
        "[workspace.dependencies]\ncli = {}\nsudoku-core = {}\nsudoku-mrv = {}\n\nclap = \"4\"\n",
    ),
    (
        "crates/sudoku-registry/Cargo.toml",
        "[dependencies]\nsudoku-core.workspace = true\nthiserror.workspace = true\n\n[lints]\n",
    ),
    (
        "crates/sudoku-registry/src/lib.rs",
        "pub static STRATEGIES: &[Strategy] = &[\n    Strategy::new(\"mrv\", …),\n];\n\nfn f() {}\n",
    ),
    (
        "docs/development/architecture.md",
        "| `crates/sudoku-core` | boards |\n| `crates/sudoku-mrv` | strategy: mrv |\n| `fuzz` | |\n\n.\n",
    ),
];

/// A folder with a small workspace, which is deleted at the end.
struct Workspace(PathBuf);

impl Workspace {
    fn new(test: &str) -> Self {
        let root = env::temp_dir().join(format!("new-strategy-{}-{test}", process::id()));
        for (path, content) in FILES {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("it can be created");
            fs::write(path, content).expect("it can be written");
        }
        Self(root)
    }

    fn error(&self, name: &str) -> String {
        plan(&self.0, name).err().unwrap_or_else(|| panic!("`{name}` is accepted"))
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_strategy_is_created_and_registered_in_its_place() {
    let workspace = Workspace::new("register");
    let files = plan(&workspace.0, "hidden-singles").expect("the name is free");
    let (edited, created): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| file.is_edited);
    let edited: BTreeMap<String, String> =
        edited.into_iter().map(|file| (file.path, file.content)).collect();
    for (path, line, next) in [
        (
            "Cargo.toml",
            r#"sudoku-hidden-singles = { path = "crates/sudoku-hidden-singles", version = "0.1.0" }"#,
            "sudoku-mrv",
        ),
        (
            "crates/sudoku-registry/Cargo.toml",
            "sudoku-hidden-singles.workspace = true",
            "thiserror.workspace",
        ),
        (
            "crates/sudoku-registry/src/lib.rs",
            r#"    Strategy::new("hidden-singles", "sudoku-hidden-singles", "its idea in one line", &sudoku_hidden_singles::HiddenSingles).lexicographic(),"#,
            "];",
        ),
        (
            "docs/development/architecture.md",
            "| `crates/sudoku-hidden-singles` | strategy: its idea in one line |",
            "| `fuzz`",
        ),
    ] {
        let before = FILES.iter().find(|file| file.0 == path).expect("a file of the workspace").1;
        let (head, tail) = before.split_at(before.find(next).expect("the next line"));
        assert_eq!(edited[path], format!("{head}{line}\n{tail}"), "{path}");
    }
    assert_eq!(edited.len(), 4);
    let paths: Vec<&str> = created.iter().map(|file| file.path.as_str()).collect();
    let expected = ["Cargo.toml", "README.md", "src/lib.rs", "tests/conformance.rs"];
    let expected = expected.into_iter().chain(["LICENSE-APACHE", "LICENSE-MIT"]);
    let expected: Vec<_> =
        expected.map(|file| format!("crates/sudoku-hidden-singles/{file}")).collect();
    assert_eq!(paths, expected);
    for NewFile { path, content, .. } in &created {
        assert!(!content.to_lowercase().contains("template"), "{path}:\n{content}");
    }
    assert!(created[2].content.contains("pub struct HiddenSingles;"));
    assert!(created[2].content.contains("use sudoku_hidden_singles::{Board, "));
}

#[test]
fn names_that_cannot_be_used_are_refused() {
    let workspace = Workspace::new("names");
    for name in ["", "Mine", "2nd", "-a", "a-", "a--b", "a_b", "ä", "a b", "a/b", &"a".repeat(25)]
    {
        let said = format!("`{name}` cannot be the name of a strategy: use at most 24 ");
        assert!(workspace.error(name).starts_with(&said), "{name}");
    }
    for (name, said) in [
        ("sudoku-mine", "`sudoku-mine`: leave out `sudoku`, "),
        ("mrv", "the registry has a strategy `mrv` already"),
        ("registry", "crates/sudoku-registry exists already"),
        ("web", "there is a package `sudoku-web` already"),
        ("self", "`self` has another meaning here"),
        ("board", "`board`: the type `Board` has this name already"),
        ("control-flow", "`control-flow`: the type `ControlFlow` "),
        ("some", "`some`: the type `Some` "),
        ("ok", "`ok`: the type `Ok` "),
    ] {
        assert!(workspace.error(name).starts_with(said), "{}", workspace.error(name));
    }
    for name in ["mine", "a", "x2", "match", "candidates", &"a".repeat(24)] {
        assert!(plan(&workspace.0, name).is_ok(), "{name}");
    }
}

#[test]
fn a_workspace_without_a_list_is_refused() {
    for (file, content) in FILES {
        let workspace = Workspace::new("lists");
        fs::write(workspace.0.join(file), "\n").expect("it can be written");
        let is_list = !file.starts_with("LICENSE") && file != "Cargo.lock";
        assert_eq!(plan(&workspace.0, "mine").is_err(), is_list, "{file}: {content}");
        fs::remove_file(workspace.0.join(file)).expect("it can be removed");
        assert!(workspace.error("mine").starts_with(file));
    }
}

#[test]
fn all_files_are_written_or_none() {
    let workspace = Workspace::new("write");
    let root = &workspace.0;
    let files = plan(root, "mine").expect("the name is free");
    let obstacle = root.join("docs/development/architecture.new");
    fs::create_dir(&obstacle).expect("it can be created");
    let error = write(root, "mine", &files).expect_err("the last file cannot be written");
    assert!(error.starts_with(&format!("{}: ", obstacle.display())), "{error}");
    for (path, content) in FILES {
        assert_eq!(fs::read_to_string(root.join(path)).expect("a text"), content, "{path}");
    }
    let left = |folder: &str| fs::read_dir(root.join(folder)).expect("a folder").count();
    assert_eq!((left(""), left("crates"), left("crates/sudoku-registry")), (6, 1, 2));
    fs::remove_dir(obstacle).expect("it can be removed");
    write(root, "mine", &files).expect("every file can be written");
    for NewFile { path, content, .. } in files {
        assert_eq!(fs::read_to_string(root.join(&path)).expect("a text"), content, "{path}");
    }
    assert_eq!((left(""), left("docs/development")), (6, 1));
}

#[test]
fn this_workspace_has_the_lists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let files = plan(root, "a-free-name").expect("every list is found");
    assert_eq!(files.iter().filter(|file| file.is_edited).count(), 4);
    let error = plan(root, "auto").err().expect("the registry has it");
    assert!(error.starts_with("the registry has a strategy `auto` already"), "{error}");
}
