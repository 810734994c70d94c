//! Each check reports a violation that a test puts in, and nothing else.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::documents::{
    check_examples, check_excerpts, check_map, check_order, check_paths, check_published,
    check_summary,
};
use super::layers::{check, check_cycles};
use super::module_graph::{Uses, uses};
use super::packages::Package;
use super::prose::{check_phrases, check_sentences};
use super::source::{Source, read};
use super::text::{check_size, check_unsafe};
use crate::links::check_link;
use crate::tools::{copy_files, files_below};

/// Creates a package with these files in its `src`.
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

/// Returns the uses between the modules of a package with these files, as `from->to`.
fn graph(files: &[(&str, &str)]) -> Vec<String> {
    let (_folder, source) = package(files);
    let [modules, _] = uses("a-package", &source);
    modules.keys().map(|(from, to)| format!("{from}->{to}")).collect()
}

fn complaints(files: &[(&str, &str)]) -> Vec<String> {
    let (_folder, source) = package(files);
    let mut broken = Vec::new();
    let [modules, files] = uses("a-package", &source);
    check_cycles("a-package", "modules", &modules, &mut broken);
    check_cycles("a-package", "files", &files, &mut broken);
    broken
}

#[test]
fn a_cycle_is_reported_with_its_uses() {
    let broken = complaints(&[
        ("lib.rs", "mod high; mod low; mod other;"),
        ("high.rs", "use crate::low::Thing;\nuse crate::other;"),
        ("low.rs", "pub struct Thing;\nfn back() -> crate::high::Other {}"),
        ("other.rs", ""),
    ]);
    assert_eq!(
        broken,
        [
            "a-package: the modules form a cycle\n  high -> low  src/high.rs:1: crate::low::Thing\n  \
          low -> high  src/low.rs:2: crate::high::Other"
        ]
    );
}

#[test]
fn a_cycle_of_three_modules_is_reported_once() {
    let broken = complaints(&[
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a/mod.rs", "mod inner;"),
        ("a/inner.rs", "use super::super::b::{self, deep::X};"),
        ("b.rs", "fn f() { let _ = crate::c::value(); }"),
        ("c.rs", "fn f() { println!(\"{}\", crate::a::inner::value()); }"),
    ]);
    assert_eq!(broken.len(), 1, "{broken:?}");
    for edge in ["a -> b  src/a/inner.rs:1: super::super::b", "b -> c", "c -> a"] {
        assert!(broken[0].contains(edge), "{broken:?}");
    }
}

#[test]
fn a_cycle_of_files_in_a_module_is_reported() {
    // A re-export counts for the file that defines the name.
    let top = "mod high; mod low; mod deep; pub use high::High; use deep::er::Deep;";
    let files = |low| {
        [
            ("lib.rs", "mod top; pub use top::High;"),
            ("top.rs", top),
            ("top/high.rs", "use super::low::{self, Low};\nfn f() { low::call(); }"),
            ("top/low.rs", low),
            ("top/deep.rs", "pub mod er;"),
            ("top/deep/er.rs", "use crate::top::low::Low; pub struct Deep;"),
        ]
    };
    let good = "pub struct Low; #[cfg(test)] mod tests { use super::super::High; }";
    assert_eq!(complaints(&files(good)), [""; 0]);
    let cycle = |other: &str, there: &str, back: &str| {
        format!(
            "a-package: the files form a cycle\n  src/top/{other} -> src/top/low.rs  \
             src/top/{other}:1: {there}\n  src/top/low.rs -> src/top/{other}  \
             src/top/low.rs:1: {back}"
        )
    };
    for (low, expected) in [
        ("use super::High;", cycle("high.rs", "super::low", "super::High")),
        ("use crate::High;", cycle("high.rs", "super::low", "crate::High")),
        ("use super::high; fn f() { high::f() }", cycle("high.rs", "super::low", "super::high")),
        ("fn f(_: super::Deep) {}", cycle("deep/er.rs", "crate::top::low::Low", "super::Deep")),
        (
            "use super::deep as d; fn f(_: d::er::Deep) {}",
            cycle("deep/er.rs", "crate::top::low::Low", "d::er::Deep"),
        ),
    ] {
        assert_eq!(complaints(&files(low)), [expected], "{low}");
    }
    // The file of the module itself counts if it has code.
    let own = [
        ("lib.rs", "mod top;"),
        ("top/mod.rs", "mod low;\npub struct Own;\nfn f() { low::call(); }"),
        ("top/low.rs", "use super::Own;"),
    ];
    let broken = complaints(&own);
    assert!(broken.len() == 1 && broken[0].contains("src/top/mod.rs:3: low::call"), "{broken:?}");
}

#[test]
fn every_kind_of_path_is_a_use() {
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
        let graph = graph(&[("lib.rs", root), ("high.rs", text), ("low.rs", low)]);
        assert_eq!(graph, ["high->low"], "{text}");
    }
}

#[test]
fn test_code_and_other_names_do_not_count_as_uses() {
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
        let graph = graph(&[("lib.rs", "mod high; mod low;"), ("high.rs", text), ("low.rs", "")]);
        assert_eq!(graph, [""; 0], "{text}");
    }
}

#[test]
fn a_root_with_code_is_in_the_graph() {
    let used = "mod low; pub struct Own; fn f() { low::call(); }";
    let low = "use crate::Own;";
    assert_eq!(graph(&[("lib.rs", used), ("low.rs", low)]), ["lib->low", "low->lib"]);
    let reexported = "mod low; pub struct Own; pub use low::Thing; pub use crate::low::call;";
    assert_eq!(graph(&[("lib.rs", reexported), ("low.rs", low)]), ["low->lib"]);
}

#[test]
fn a_program_uses_its_library() {
    let main = "mod extra; use a_package::low::Thing;";
    let library = "pub mod low;";
    let files = [("main.rs", main), ("lib.rs", library), ("low.rs", ""), ("extra.rs", "")];
    assert_eq!(graph(&files), ["main->low"]);
}

#[test]
fn a_use_of_a_higher_layer_is_reported() {
    let root = "//! Each module uses only modules of the rows below it:\n//!\n//! | module | content |\n\
                //! |---|---|\n//! | `cmd` | one |\n//! | [`render`], `engine` | `two` |\n\
                //! | `data` | three |\n//!\n//! More.\nmod cmd; mod data; mod render; mod engine; \
                mod stray; fn main() { cmd::f() }";
    let files = [
        ("main.rs", root),
        ("cmd.rs", ""),
        ("render.rs", "use crate::engine::X;"),
        ("engine.rs", ""),
        ("stray.rs", ""),
        ("data.rs", "use crate::cmd::X;"),
    ];
    let (_folder, source) = package(&files);
    let mut broken = Vec::new();
    check("p", &source, &mut broken);
    assert_eq!(
        broken,
        [
            "p: the module stray has no layer: add it to the table in src/lib.rs",
            "p: data must not use cmd, which is not in a lower layer  src/data.rs:1: crate::cmd::X",
            "p: render must not use engine, which is not in a lower layer  \
             src/render.rs:1: crate::engine::X",
        ]
    );
}

#[test]
fn a_cycle_in_a_real_crate_is_found() {
    let name = "sudoku-text";
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let original = crates.join("crates").join(name);
    let copy = TempDir::new().expect("a temporary folder");
    let files = files_below(&original).expect("a folder");
    copy_files(&original, &files, copy.path()).expect("a copy");
    let cycles = |modules: &Uses| {
        let mut broken = Vec::new();
        check_cycles(name, "modules", modules, &mut broken);
        broken
    };
    let [good, _] = uses(name, &read(copy.path()).expect("readable source"));
    assert_eq!(cycles(&good), [""; 0]);
    // The reverse of an existing use makes a cycle.
    let (high, low) =
        good.keys().find(|(high, _)| high != "lib").expect("a module that uses another");
    let [file, folder] = [format!("src/{low}.rs"), format!("src/{low}/mod.rs")];
    let file = if copy.path().join(&file).exists() { file } else { folder };
    let path = copy.path().join(&file);
    let text = fs::read_to_string(&path).expect("a file");
    fs::write(&path, format!("{text}\nuse crate::{high}::put_in as _;\n")).expect("a file");
    let [bad, _] = uses(name, &read(copy.path()).expect("readable source"));
    let broken = cycles(&bad);
    let place = format!("{low} -> {high}  {file}:");
    assert!(broken.len() == 1 && broken[0].contains(&place), "{place} is not in {broken:?}");
}

/// `cargo run -p bench-harness` must measure the same times as a release build.
#[test]
fn dev_and_release_builds_have_the_same_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = toml::from_str(&manifest).expect("TOML");
    let profile = |name| manifest["profile"][name].as_table().expect("a profile").clone();
    let mut dev = profile("dev");
    for key in ["debug", "debug-assertions", "overflow-checks", "incremental"] {
        assert_eq!(dev.remove(key), Some(false.into()), "{key}");
    }
    assert_eq!(dev, profile("release"));
}

#[test]
fn long_files_and_wide_comments_are_reported() {
    let complaints = |text: &str| {
        let mut broken = Vec::new();
        check_size("file.rs", text, &mut broken);
        broken
    };
    assert_eq!(complaints(&"x\n".repeat(700)), [""; 0]);
    assert_eq!(
        complaints(&"x\n".repeat(701)),
        ["file.rs: split this file of 701 lines, 700 are allowed"]
    );
    assert_eq!(complaints(&format!("x\n/// {}", "–".repeat(96))), [""; 0]);
    assert_eq!(
        complaints(&format!("x\n    // {}", "–".repeat(94))),
        ["file.rs:2: wrap this comment at column 100"]
    );
}

#[test]
fn unsafe_code_is_allowed_in_the_listed_files_only() {
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

/// Returns the package with this name and these dependencies.
fn facts<'m>(
    metadata: &'m mut serde_json::Value,
    root: &Path,
    name: &str,
    needs: &[&str],
) -> Package<'m> {
    let needs: Vec<_> = needs.iter().map(|need| serde_json::json!({ "name": need })).collect();
    *metadata = serde_json::json!({
        "name": name,
        "manifest_path": root.join("crates").join(name).join("Cargo.toml"),
        "documentation": format!("https://docs.rs/{name}"),
        "dependencies": needs,
    });
    Package::new(metadata).expect("a package")
}

/// Runs a check on two packages. The first needs the second, and serde. Returns the complaints.
fn complaints_of_two(
    root: &Path,
    check: impl FnOnce(&mut [Package<'_>; 2], &mut Vec<String>),
) -> Vec<String> {
    let (mut one, mut other) = Default::default();
    let command = facts(&mut one, root, "sudoku-command", &["sudoku-core", "serde"]);
    let core = facts(&mut other, root, "sudoku-core", &[]);
    let mut broken = Vec::new();
    check(&mut [command, core], &mut broken);
    broken
}

#[test]
fn a_crate_depends_only_on_crates_above_it() {
    let complaints = |map: &str, strategies: &[&str]| {
        let document = format!("\n## Folders\n\n{map}\n");
        let root = Path::new("");
        complaints_of_two(root, |it, broken| check_order(root, &document, it, strategies, broken))
    };
    let order = "| `crates/sudoku-core` | one |\n| `crates/sudoku-command` | two |";
    assert_eq!(complaints(order, &[]), [""; 0]);
    assert_eq!(
        complaints("| `crates/sudoku-command` | two |\n| `crates/sudoku-core` | one |", &[]),
        ["sudoku-command: it needs sudoku-core, which is not above it in \
          docs/development/architecture.md"]
    );
    assert_eq!(complaints(order, &["sudoku-command"]).len(), 1);
}

#[test]
fn the_map_has_exactly_the_folders_of_the_crates() {
    let complaints = |rows: &str| {
        let document = format!(
            "text\n\n## Folders\n\n| folder | contents |\n|---|---|\n{rows}\
             | `examples/own-strategy` | |\n| `external-engines`, `fuzz` | |\n\
             | `web/npm` | |\n| `web/page` | |\n| `web/tests` | |\n\n## More\n\
             | `no-folder` | |\n"
        );
        let root = Path::new("");
        complaints_of_two(root, |packages, broken| check_map(root, &document, packages, broken))
    };
    let both = "| `crates/sudoku-core` | one |\n| `crates/sudoku-command` | two |\n";
    assert_eq!(complaints(both), [""; 0]);
    assert_eq!(
        complaints("| `crates/sudoku-core` | one |\n| `crates/gone` | it |\n"),
        [
            "docs/development/architecture.md: no package is in crates/gone",
            "docs/development/architecture.md: the table of folders lacks crates/sudoku-command"
        ]
    );
}

#[test]
fn the_summary_lists_each_page() {
    let pages = ["docs/SUMMARY.md", "docs/a.md", "docs/b/c.md"].map(str::to_owned);
    let mut broken = Vec::new();
    check_summary("- [A](a.md)\n", &pages, &mut broken);
    assert_eq!(broken, ["docs/SUMMARY.md: it does not list b/c.md"]);
}

#[test]
fn rust_code_of_a_page_is_tested() {
    let complaints = |text: &str| {
        let mut broken = Vec::new();
        check_examples("docs/a.md", text, "include_str!(\"../../docs/b.md\")", &mut broken);
        check_examples("docs/b.md", text, "include_str!(\"../../docs/b.md\")", &mut broken);
        broken
    };
    assert_eq!(complaints("```sh\nrust\n```\n"), [""; 0]);
    assert_eq!(
        complaints("```rust,no_run\n```\n"),
        ["docs/a.md: add it to benches/src/lib.rs, which tests its Rust code"]
    );
    assert_eq!(complaints("\n```\n```\n").len(), 2);
}

#[test]
fn code_and_files_that_a_page_shows_exist() {
    let root = TempDir::new().expect("a temporary folder");
    fs::write(root.path().join("a.rs"), "fn a() {\n    b();\n}\n").expect("a file");
    let complaints = |code: &str| {
        let mut broken = Vec::new();
        let text = format!("1. A\n   <!-- from a.rs -->\n   ```rust,ignore\n{code}   ```\n");
        check_excerpts(root.path(), "page.md", &text, &mut broken);
        broken.len()
    };
    assert_eq!(complaints("   fn a() {\n       b();\n"), 0);
    assert_eq!(complaints("   fn a() {\n       c();\n"), 1);
    assert_eq!(complaints(""), 1);
    let mut broken = Vec::new();
    let text = "`a.rs`, `x/a.rs`, `x/`\n`xa.rs`, `b.rs`, `a/`, `a.rs b.rs`";
    check_paths("page.md", text, &["crates/x/a.rs".to_owned()], &mut broken);
    let named =
        ["xa.rs", "b.rs", "a/"].map(|name| format!("page.md:2: no file has the name {name}"));
    assert_eq!(broken, named);
}

#[test]
fn a_broken_link_is_reported() {
    let root = TempDir::new().expect("a temporary folder");
    let texts: BTreeMap<String, String> = [
        ("README.md", "# Top"),
        ("docs/a.md", "# One\n## Two words"),
        ("docs/b/c.md", "# C"),
        ("crates/x/README.md", "# X"),
    ]
    .map(|(file, text)| (file.to_owned(), text.to_owned()))
    .into();
    for (file, text) in &texts {
        let path = root.path().join(file);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let is_good = |file: &str, target: &str| check_link(root.path(), &texts, file, target).is_ok();
    assert!(is_good("README.md", "docs/a.md#two-words"));
    assert!(is_good("README.md", "https://example.org/none"));
    assert!(is_good("README.md", "#top"));
    assert!(is_good("docs/b/c.md", "../a.md#one"));
    // Only the built site has this page.
    assert!(!is_good("docs/a.md", "reference/sudoku/solve.md#options"));
    assert!(!is_good("README.md", "docs/a.md#two"));
    assert!(!is_good("README.md", "docs/gone.md"));
    assert!(!is_good("docs/a.md", "../README.md"));
    assert!(!is_good("crates/x/README.md", "../../README.md"));
    assert!(!is_good("README.md", "../gone.md"));
}

#[test]
fn forbidden_phrases_are_reported() {
    let mut broken = Vec::new();
    let text = "/// All cells but\n/// for one.\n// But fortune.\n";
    check_phrases("a.rs", text, &mut broken);
    assert_eq!(broken, ["a.rs:1: write \"except\" for \"but for\""]);
}

#[test]
fn long_sentences_are_reported() {
    let complaints = |text: &str| {
        let mut broken = Vec::new();
        check_sentences("a.md", text, &mut broken);
        broken
    };
    let words = |count: usize| "word ".repeat(count);
    assert_eq!(complaints(&format!("{}.\n- {}.\n", words(45), words(45))), [""; 0]);
    assert_eq!(complaints(&format!("{}. {}.", words(30), words(30))), [""; 0]);
    assert_eq!(complaints(&format!("```text\n{}\n```\n| {}|\n", words(50), words(50))), [""; 0]);
    let broken = complaints(&format!("A.\n\n{}0.5\n{}.", words(20), words(30)));
    assert!(broken.len() == 1 && broken[0].starts_with("a.md:3: split"), "{broken:?}");
}

#[test]
fn a_published_crate_has_everything_that_a_registry_shows() {
    let root = TempDir::new().expect("a temporary folder");
    let folder = root.path().join("crates/sudoku-command");
    let write = |folder: &Path, files: &[(&str, &str)]| {
        fs::create_dir_all(folder.join("src")).expect("a folder");
        for (file, text) in files {
            fs::write(folder.join(file), text).expect("a file");
        }
    };
    let licenses = [("LICENSE-MIT", "may"), ("LICENSE-APACHE", "may too")];
    write(root.path(), &licenses);
    let complaints = |documentation: Option<&'static str>, is_published: bool| {
        let check = |packages: &mut [Package<'_>; 2], broken: &mut Vec<String>| {
            packages[0].documentation = documentation;
            packages[1].is_published = is_published;
            check_published(root.path(), &packages[0], packages, broken).expect("read");
        };
        complaints_of_two(root.path(), check).len()
    };
    let documentation = Some("https://docs.rs/sudoku-command");
    write(&folder, &[("src/lib.rs", "//! See docs/understand/measuring.md.\n")]);
    assert_eq!(complaints(None, true), 5);
    write(&folder, &licenses);
    write(&folder, &[("README.md", "# sudoku-command\n"), ("src/lib.rs", "//! All here.\n")]);
    assert_eq!(complaints(documentation, true), 0);
    assert_eq!(complaints(documentation, false), 1);
}
