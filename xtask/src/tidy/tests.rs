//! Sources with something wrong put in make the checks fail, and sources without do not.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::arrows::{Arrows, arrows};
use super::documents::{Crate, check_architecture, check_map, check_published};
use super::layers::{check, check_circles, check_layers};
use super::packages::{Package, packages};
use super::source::{Source, read};
use super::text::{check_size, check_unsafe};

/// A package with these files in its `src`.
fn package(files: &[(&str, &str)]) -> (TempDir, Source) {
    let folder = TempDir::new().expect("a temporary folder");
    for (file, text) in files {
        let path = folder.path().join("src").join(file);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let source = read(folder.path()).expect("readable source");
    (folder, source)
}

/// The arrows of a package with these files, as `from->to`.
fn picture(files: &[(&str, &str)]) -> Vec<String> {
    let (_folder, source) = package(files);
    let [rooms, _] = arrows("a-package", &source);
    rooms.keys().map(|(from, to)| format!("{from}->{to}")).collect()
}

fn complaints(files: &[(&str, &str)]) -> Vec<String> {
    let (_folder, source) = package(files);
    let mut broken = Vec::new();
    let [rooms, files] = arrows("a-package", &source);
    check_circles("a-package", "rooms", &rooms, &mut broken);
    check_circles("a-package", "files", &files, &mut broken);
    broken
}

#[test]
fn a_circle_is_named_with_its_arrows() {
    let broken = complaints(&[
        ("lib.rs", "mod high; mod low; mod other;"),
        ("high.rs", "use crate::low::Thing;\nuse crate::other;"),
        ("low.rs", "pub struct Thing;\nfn back() -> crate::high::Other {}"),
        ("other.rs", ""),
    ]);
    assert_eq!(
        broken,
        ["a-package: a circle between rooms\n  high -> low  src/high.rs:1: crate::low::Thing\n  \
          low -> high  src/low.rs:2: crate::high::Other"]
    );
}

#[test]
fn a_circle_of_three_rooms_is_one() {
    let broken = complaints(&[
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a/mod.rs", "mod inner;"),
        ("a/inner.rs", "use super::super::b::{self, deep::X};"),
        ("b.rs", "fn f() { let _ = crate::c::value(); }"),
        ("c.rs", "fn f() { println!(\"{}\", crate::a::inner::value()); }"),
    ]);
    assert_eq!(broken.len(), 1, "{broken:?}");
    for arrow in ["a -> b  src/a/inner.rs:1: super::super::b", "b -> c", "c -> a"] {
        assert!(broken[0].contains(arrow), "{broken:?}");
    }
}

#[test]
fn a_circle_of_files_in_a_room_is_named() {
    // What the room's own file only hands on is that of the file that defines it.
    let room = "mod high; mod low; mod deep; pub use high::High; use deep::er::Deep;";
    let files = |low| {
        [
            ("lib.rs", "mod room; pub use room::High;"),
            ("room.rs", room),
            ("room/high.rs", "use super::low::{self, Low};\nfn f() { low::call(); }"),
            ("room/low.rs", low),
            ("room/deep.rs", "pub mod er;"),
            ("room/deep/er.rs", "use crate::room::low::Low; pub struct Deep;"),
        ]
    };
    let good = "pub struct Low; #[cfg(test)] mod tests { use super::super::High; }";
    assert_eq!(complaints(&files(good)), [""; 0]);
    let circle = |other: &str, there: &str, back: &str| {
        format!(
            "a-package: a circle between files\n  src/room/{other} -> src/room/low.rs  \
             src/room/{other}:1: {there}\n  src/room/low.rs -> src/room/{other}  \
             src/room/low.rs:1: {back}"
        )
    };
    for (low, expected) in [
        ("use super::High;", circle("high.rs", "super::low", "super::High")),
        ("use crate::High;", circle("high.rs", "super::low", "crate::High")),
        ("use super::high; fn f() { high::f() }", circle("high.rs", "super::low", "super::high")),
        ("fn f(_: super::Deep) {}", circle("deep/er.rs", "crate::room::low::Low", "super::Deep")),
        (
            "use super::deep as d; fn f(_: d::er::Deep) {}",
            circle("deep/er.rs", "crate::room::low::Low", "d::er::Deep"),
        ),
    ] {
        assert_eq!(complaints(&files(low)), [expected], "{low}");
    }
    // A room's own file with code of its own is one of its files.
    let own = [
        ("lib.rs", "mod room;"),
        ("room/mod.rs", "mod low;\npub struct Own;\nfn f() { low::call(); }"),
        ("room/low.rs", "use super::Own;"),
    ];
    let broken = complaints(&own);
    assert!(broken.len() == 1 && broken[0].contains("src/room/mod.rs:3: low::call"), "{broken:?}");
}

#[test]
fn every_kind_of_path_is_an_arrow() {
    let uses = [
        "use crate::low::{Thing, other::{Deep as Name}};",
        "use crate::{low};",
        "use super::low::*;",
        "fn f(thing: &crate::low::Thing) {}",
        "fn f() { crate::low::call(); }",
        "fn f() { let _ = vec![1, super::low::LENGTH]; }",
        "struct S { thing: Vec<crate::low::Thing> }",
        "impl crate::low::Trait for u8 {}",
        "macro_rules! m { () => { $crate::low::call() } }",
        "#[derive(X)] struct S { #[serde(with = \"crate::low::units\")] x: u8 }",
        "mod inner { use super::super::low::Thing; }",
        "use crate::Handed;",
        "use crate::Starred;",
    ];
    for text in uses {
        let root = "mod high; mod low; pub use low::Given as Handed; pub use low::*;";
        let low = "pub struct Starred;";
        let picture = picture(&[("lib.rs", root), ("high.rs", text), ("low.rs", low)]);
        assert_eq!(picture, ["high->low"], "{text}");
    }
}

#[test]
fn what_only_tests_see_or_names_no_room_is_no_arrow() {
    let uses = [
        "#[cfg(test)] mod tests { use crate::low::Thing; }",
        "#[cfg(test)] use crate::low::Thing;",
        "#[cfg(test)] mod tests;",
        "#[test] fn f() { crate::low::call(); }",
        "/// See [`crate::low`].\nfn f() {} // crate::low",
        "use other_crate::low::Thing;",
        "use self::low::Thing; mod low {}",
        "pub(in crate::low) fn f() {}",
        "fn f() { println!(\"crate::low::Thing\"); }",
    ];
    for text in uses {
        let picture =
            picture(&[("lib.rs", "mod high; mod low;"), ("high.rs", text), ("low.rs", "")]);
        assert_eq!(picture, [""; 0], "{text}");
    }
}

#[test]
fn the_root_is_a_room_where_it_has_code_of_its_own() {
    let used = "mod low; pub struct Own; fn f() { low::call(); }";
    let low = "use crate::Own;";
    assert_eq!(picture(&[("lib.rs", used), ("low.rs", low)]), ["lib->low", "low->lib"]);
    let handed_on = "mod low; pub struct Own; pub use low::Thing; pub use crate::low::call;";
    assert_eq!(picture(&[("lib.rs", handed_on), ("low.rs", low)]), ["low->lib"]);
}

#[test]
fn a_program_uses_its_library() {
    let main = "mod extra; use a_package::low::Thing;";
    let library = "pub mod low;";
    let files = [("main.rs", main), ("lib.rs", library), ("low.rs", ""), ("extra.rs", "")];
    assert_eq!(picture(&files), ["main->low"]);
}

#[test]
fn a_use_that_goes_up_is_named() {
    let files = [
        ("main.rs", "mod cmd; mod data; mod render; mod engine; mod stray; fn main() { cmd::f() }"),
        ("cmd.rs", "use crate::data::X;"),
        ("render.rs", "use crate::engine::X;"),
        ("engine.rs", ""),
        ("stray.rs", ""),
        ("data.rs", "use crate::cmd::X;"),
    ];
    let (_folder, source) = package(&files);
    let layers: &[&[&str]] = &[&["main"], &["cmd"], &["render", "engine"], &["data"]];
    let rooms: BTreeSet<&str> = source.targets[0].rooms().collect();
    let mut broken = Vec::new();
    check_layers("p", &rooms, &arrows("p", &source)[0], layers, &mut broken);
    assert_eq!(
        broken,
        [
            "p: the room stray is not in the table of layers",
            "p: data may not use cmd  src/data.rs:1: crate::cmd::X",
            "p: render may not use engine  src/render.rs:1: crate::engine::X",
        ]
    );
}

#[test]
fn a_bad_use_in_a_real_crate_is_found() {
    let name = "sudoku-text";
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let original = crates.join("crates").join(name);
    let copy = TempDir::new().expect("a temporary folder");
    copy_folder(&original.join("src"), &copy.path().join("src"));
    let circles = |rooms: &Arrows| {
        let mut broken = Vec::new();
        check_circles(name, "rooms", rooms, &mut broken);
        broken
    };
    let [good, _] = arrows(name, &read(copy.path()).expect("readable source"));
    assert_eq!(circles(&good), [""; 0]);
    // An arrow back along one of the crate's own makes a circle.
    let (high, low) =
        good.keys().find(|(high, _)| high != "lib").expect("rooms that use each other");
    let [file, folder] = [format!("src/{low}.rs"), format!("src/{low}/mod.rs")];
    let file = if copy.path().join(&file).exists() { file } else { folder };
    let path = copy.path().join(&file);
    let text = fs::read_to_string(&path).expect("a file");
    fs::write(&path, format!("{text}\nuse crate::{high}::put_in as _;\n")).expect("a file");
    let [bad, _] = arrows(name, &read(copy.path()).expect("readable source"));
    let broken = circles(&bad);
    let place = format!("{low} -> {high}  {file}:");
    assert!(broken.len() == 1 && broken[0].contains(&place), "{place} is not in {broken:?}");
}

#[test]
fn the_workspace_keeps_its_layers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let mut broken = Vec::new();
    let mut folders = vec![root.join("xtask"), root.join("benches")];
    for entry in fs::read_dir(root.join("crates")).expect("a folder") {
        folders.push(entry.expect("an entry").path());
    }
    for folder in &folders {
        let name = folder.file_name().expect("a name").to_string_lossy();
        check(&name, &read(folder).expect("readable source"), &mut broken);
    }
    assert_eq!(broken.join("\n"), "");
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy_folder(&path, &to);
        } else {
            fs::copy(&path, to).expect("a copy");
        }
    }
}

#[test]
fn long_files_and_wide_comments_are_named() {
    let complaints = |text: &str| {
        let mut broken = Vec::new();
        check_size("file.rs", text, &mut broken);
        broken
    };
    assert_eq!(complaints(&"x\n".repeat(700)), [""; 0]);
    assert_eq!(complaints(&"x\n".repeat(701)), ["file.rs: 701 lines, and 700 are the most"]);
    assert_eq!(complaints(&format!("x\n/// {}", "–".repeat(96))), [""; 0]);
    assert_eq!(
        complaints(&format!("x\n    // {}", "–".repeat(94))),
        ["file.rs:2: a comment wider than 100 columns"]
    );
}

#[test]
fn unsafe_code_has_its_places() {
    let complaints = |file: &str, text: &str| {
        let mut broken = Vec::new();
        check_unsafe(file, text, &mut broken);
        broken.len()
    };
    let lifted = "#![allow(unsafe_code, reason = \"…\")]\n";
    assert_eq!(complaints("crates/sudoku-simd/src/arch/portable.rs", lifted), 0);
    assert_eq!(complaints("crates/sudoku-simd/src/board/search.rs", lifted), 1);
    assert_eq!(complaints("crates/sudoku-mrv/src/lib.rs", "// unsafe_code\n"), 0);
}

/// Two crates, the first of which needs the second, and serde on request.
fn two_crates() -> [Crate<'static>; 2] {
    let facts = |name, folder: &str, needs: &[(&'static str, bool)]| Crate {
        name,
        folder: folder.to_owned(),
        is_published: true,
        needs: needs.iter().copied().collect(),
        tests_need: BTreeSet::new(),
    };
    [
        facts(
            "sudoku-command",
            "crates/sudoku-command",
            &[("sudoku-core", false), ("serde", true)],
        ),
        facts("sudoku-core", "crates/sudoku-core", &[]),
    ]
}

#[test]
fn the_table_of_crates_says_what_each_needs() {
    let complaints = |needs: &str, about: &str| {
        let document = format!(
            "# A\n\n## Crates\n\n| crate | what | depends on |\n|---|---|---|\n\
             | `sudoku-command` | {about} | {needs} |\n| `sudoku-core` | a model | nothing |\n\n\
             ## More\n| `no-crate` | | |\n"
        );
        let mut broken = Vec::new();
        check_architecture(&document, &two_crates(), &mut broken);
        broken
            .iter()
            .map(|it| it.replace("docs/development/architecture.md: ", ""))
            .collect::<Vec<_>>()
    };
    assert_eq!(complaints("core, serde on request", "a command"), [""; 0]);
    assert_eq!(complaints("core and more", "a command"), [""; 0]);
    assert_eq!(
        complaints("core", "a command"),
        ["sudoku-command depends on serde, and its row does not say so"]
    );
    assert_eq!(
        complaints("nothing and more", "a command"),
        ["sudoku-command depends on sudoku-core, and its row does not say so"]
    );
    assert_eq!(
        complaints("core, serde, clap", "a command"),
        [
            "sudoku-command depends on serde in another way, on request or always",
            "sudoku-command does not depend on clap, as its row says"
        ]
    );
    assert_eq!(
        complaints("core and more", "a command (not published)"),
        ["whether sudoku-command is published is wrong"]
    );
    let mut broken = Vec::new();
    check_architecture("## None\n", &two_crates(), &mut broken);
    assert_eq!(broken.len(), 2, "{broken:?}");
}

#[test]
fn the_map_has_each_crate_and_nothing_else() {
    let root = TempDir::new().expect("a temporary folder");
    for folder in ["crates/sudoku-core", "crates/sudoku-command", "fuzz"] {
        fs::create_dir_all(root.path().join(folder)).expect("a folder");
    }
    let complaints = |rows: &str| {
        let mut broken = Vec::new();
        let readme = format!("text\n\n## The map\n\n| folder | what |\n|---|---|\n{rows}");
        check_map(root.path(), &readme, &two_crates(), &mut broken);
        broken
    };
    assert_eq!(complaints("| `crates/sudoku-core`, `-cli` | two |\n| `fuzz` | it |\n"), [""; 0]);
    assert_eq!(
        complaints("| `crates/sudoku-core` | one |\n| `crates/gone` | it |\n"),
        [
            "README.md: the map has crates/gone, which is no folder",
            "README.md: the map lacks crates/sudoku-command"
        ]
    );
}

#[test]
fn a_published_crate_has_what_a_registry_shows() {
    let root = TempDir::new().expect("a temporary folder");
    let folder = root.path().join("crates/sudoku-command");
    let write = |folder: &Path, files: &[(&str, &str)]| {
        fs::create_dir_all(folder.join("src")).expect("a folder");
        for (file, text) in files {
            fs::write(folder.join(file), text).expect("a file");
        }
    };
    let licences = [("LICENSE-MIT", "may"), ("LICENSE-APACHE", "may too")];
    write(root.path(), &licences);
    let metadata = serde_json::json!({ "documentation": "https://docs.rs/sudoku-command" });
    let complaints = |metadata: &serde_json::Value, crates: &[Crate<'_>]| {
        let package = Package { name: "sudoku-command", folder: &folder, metadata };
        let mut broken = Vec::new();
        check_published(root.path(), &package, &crates[0], crates, &mut broken).expect("read");
        broken.len()
    };
    write(&folder, &[("src/lib.rs", "//! See docs/understand/measuring.md.\n")]);
    assert_eq!(complaints(&serde_json::json!({}), &two_crates()), 5);
    write(&folder, &licences);
    write(&folder, &[("README.md", "# sudoku-command\n"), ("src/lib.rs", "//! All here.\n")]);
    assert_eq!(complaints(&metadata, &two_crates()), 0);
    let mut crates = two_crates();
    crates[1].is_published = false;
    assert_eq!(complaints(&metadata, &crates), 1);
}

#[test]
fn the_documents_of_the_workspace_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let mut command = crate::cargo(root);
    command.args(["metadata", "--format-version", "1", "--no-deps", "--offline"]);
    let metadata = command.output().expect("metadata").stdout;
    let metadata = serde_json::from_slice(&metadata).expect("JSON");
    let mut broken = Vec::new();
    let packages = packages(&metadata).expect("packages");
    super::documents::check(root, &packages, &mut broken).expect("documents");
    assert_eq!(broken.join("\n"), "");
}
