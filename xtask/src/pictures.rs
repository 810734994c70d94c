//! `cargo xtask pictures`: the pictures of the documents, from real output. The plot belongs to
//! `cargo xtask peers`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Failure, cargo, page, run as run_command, target, web};

/// The folder of the pictures, from the workspace's folder.
const FOLDER: &str = "docs/img";

/// A picture above this size does not belong into the repository.
const MAX_BYTES: u64 = 200_000;

/// The puzzle of the hint: HoDoKu's path through it has an XY-chain at this step.
const HINT: (&str, usize) =
    ("...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7...", 25);

/// Makes a hint and a sheet from the command, and the page in headless Chromium.
pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let folder = root.join(FOLDER);
    fs::create_dir_all(&folder)?;
    run_command(cargo(root).args(["build", "--quiet", "--locked", "-p", "sudoku-command"]))?;
    let command = target(root).join("debug/sudoku");
    let work = root.join("target/pictures");
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work)?;
    hint(&command, &work, &folder)?;
    sheet(&command, &folder)?;
    page_pictures(root, &folder)?;
    check_sizes(&folder)
}

/// Draws a step of human logic.
fn hint(command: &Path, work: &Path, folder: &Path) -> Result<(), Failure> {
    let (puzzle, step) = HINT;
    let input = work.join("hint.txt");
    fs::write(&input, format!("{puzzle}\n"))?;
    let steps = work.join("step.svg");
    let mut explain = Command::new(command);
    explain.args(["explain", "--scale", "hodoku", "--to", "svg", "--quiet", "--output"]);
    run_command(explain.arg(&steps).arg(input))?;
    let name = folder.join("hint.svg");
    fs::copy(work.join(format!("step-{step:04}.svg")), name)?;
    Ok(())
}

/// Prints a sheet of puzzles with the same symmetry.
fn sheet(command: &Path, folder: &Path) -> Result<(), Failure> {
    let mut generate = Command::new(command);
    generate.args(["generate", "--count", "6", "--seed", "7", "--symmetry", "half-turn"]);
    generate.args(["--scale", "se", "--difficulty", "2.0..4.4", "--ids", "--quiet"]);
    generate.args([
        "--to",
        "svg",
        "--per-page",
        "6",
        "--title",
        "Half-turn symmetry, SE 2.0 to 4.4",
    ]);
    run_command(generate.arg("--output").arg(folder.join("sheet.svg")))
}

/// Takes pictures of the page in both languages.
fn page_pictures(root: &Path, folder: &Path) -> Result<(), Failure> {
    let built: PathBuf = web::build(root)?;
    let mut node = Command::new("node");
    node.current_dir(root).arg(root.join("web/tests/pictures.mjs"));
    node.env("SUDOKU_PAGE", built).env("CHROMIUM", page::chromium()?).env("PICTURES", folder);
    run_command(&mut node)
}

/// Fails if a picture is too large for the repository.
fn check_sizes(folder: &Path) -> Result<(), Failure> {
    for file in fs::read_dir(folder)? {
        let file = file?;
        if file.file_type()?.is_dir() {
            continue;
        }
        let bytes = file.metadata()?.len();
        println!("{:>7} bytes  {}", bytes, file.path().display());
        if bytes > MAX_BYTES {
            return Err(
                format!("{} is larger than {MAX_BYTES} bytes", file.path().display()).into()
            );
        }
    }
    Ok(())
}
