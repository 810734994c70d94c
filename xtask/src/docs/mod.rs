//! `cargo xtask docs`: the documentation site, built by mdBook from `docs` and from the help of the
//! commands.

mod commands;
mod korean;
mod reference;

use std::env::consts::EXE_SUFFIX;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::links::broken_links;
use crate::tools::{Build, build_command, copy_files, files_below};
use crate::{Failure, cargo, run as run_command, target};

/// The version of mdBook that builds the site.
const MDBOOK: &str = "0.5.4";

/// The line of SUMMARY.md that the list of generated pages replaces.
const COMMANDS: &str = "<!-- commands -->\n";

/// Builds the site, and opens it if asked to.
pub(crate) fn build(root: &Path, open: bool) -> Result<(), Failure> {
    let mdbook = mdbook(root)?;
    let (book, site) = (target(root).join("book"), target(root).join("site"));
    for folder in [&book, &site] {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
    }
    copy_files(&root.join("docs"), &files_below(&root.join("docs"))?, &book.join("src"))?;
    fs::rename(book.join("src/book.toml"), book.join("book.toml"))?;
    let reference = book.join("src/reference");
    let command = |name| build_command(root, name, Build::Test);
    let (list, helps) =
        reference::write(&[command("sudoku")?, command("bench-harness")?], &reference)?;
    write_step_schema(root, &reference.join("sudoku/step.schema.json"))?;
    let others = ["README.md", "CONTRIBUTING.md"].map(|file| root.join(file));
    let others: Vec<&Path> = others.iter().map(PathBuf::as_path).collect();
    let commands = commands::check(&root.join("docs"), &others, &helps)?;
    let summary = book.join("src/SUMMARY.md");
    let text = fs::read_to_string(&summary)?;
    if !text.contains(COMMANDS) {
        return Err(format!("docs/SUMMARY.md: the line `{}` is missing", COMMANDS.trim()).into());
    }
    fs::write(&summary, text.replace(COMMANDS, &list))?;
    let pages = files_below(&book.join("src"))?;
    let pages: Vec<String> = pages.into_iter().filter(|page| page.ends_with(".md")).collect();
    let broken = broken_links(&book.join("src"), &pages)?;
    if !broken.is_empty() {
        return Err(broken.join("\n").into());
    }
    let mut build = Command::new(mdbook);
    build.arg("build").arg(&book).arg("--dest-dir").arg(&site).env("MDBOOK_LOG", "warn");
    if open {
        build.arg("--open");
    }
    run_command(&mut build)?;
    korean::mark_pages(&site.join("understand/ko"))?;
    korean::index_words(&site)?;
    println!(
        "{}: {} pages, no broken link; {commands} commands, all known",
        site.join("index.html").display(),
        pages.len()
    );
    Ok(())
}

/// Returns the path of mdBook, which it installs if necessary.
fn mdbook(root: &Path) -> Result<PathBuf, Failure> {
    let folder = target(root).join("mdbook");
    let program = folder.join(format!("bin/mdbook{EXE_SUFFIX}"));
    let version = Command::new(&program).arg("--version").output();
    if version.is_ok_and(|it| it.stdout.trim_ascii() == format!("mdbook v{MDBOOK}").as_bytes()) {
        return Ok(program);
    }
    println!("installing mdBook {MDBOOK} into {}", folder.display());
    // The development profile compiles in half of the time; the site is small.
    let mut install = cargo(root);
    install.args(["install", "mdbook", "--version", MDBOOK, "--locked", "--force", "--quiet"]);
    install.args(["--no-default-features", "--features", "search", "--profile", "dev", "--root"]);
    install.arg(&folder).arg("--target-dir").arg(folder.join("build"));
    run_command(install.env("CARGO_PROFILE_DEV_DEBUG", "0"))?;
    // From here on, only the program is needed.
    fs::remove_dir_all(folder.join("build"))?;
    Ok(program)
}

/// Writes the JSON schema of a step.
fn write_step_schema(root: &Path, file: &Path) -> Result<(), Failure> {
    let mut print = cargo(root);
    print.args(["run", "--quiet", "--locked", "--profile", "test", "--package", "sudoku-explain"]);
    run_command(
        print.args(["--features", "types", "--example", "step-schema"]).stdout(File::create(file)?),
    )
}
