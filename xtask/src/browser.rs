//! `cargo xtask browser`: the engine on lists in Node, and the page in a real browser.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Failure, cargo, page, python, run as run_command, web};

/// Runs the tests of web/tests: lists through the engine against the native answers, and the page
/// in headless Chromium, whose pictures are in target/ci/browser.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder with 17_clue.txt, all of which is run through the engine too
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Args {
    /// What CI runs.
    pub(crate) const CI: Self = Self { data: None };
}

pub(crate) fn run(args: &Args, root: &Path) -> Result<(), Failure> {
    let folder = root.join("target/ci/browser");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let built = web::build(root)?;
    let command = python::build_command(root, python::Build::Test)?;
    compare_lists(args, root, &folder, &command)?;

    let tests = files_with_end(&root.join("web/tests"), ".test.mjs")?;
    let mut node = Command::new("node");
    // One after the other: what they measure is wrong if they share the processor.
    node.current_dir(root).args(["--test", "--test-concurrency=1"]).args(tests);
    node.env("SUDOKU_PAGE", built).env("CHROMIUM", page::chromium()?).env("PICTURES", &folder);
    node.env("SUDOKU_COMMAND", command);
    run_command(&mut node)
}

/// The files of a folder whose names end so, in order.
fn files_with_end(folder: &Path, end: &str) -> Result<Vec<PathBuf>, Failure> {
    let files = fs::read_dir(folder)?;
    let mut files: Vec<PathBuf> =
        files.map(|file| Ok(file?.path())).collect::<Result<_, Failure>>()?;
    files.retain(|file| file.to_string_lossy().ends_with(end));
    files.sort();
    Ok(files)
}

/// Runs lists through the engine in Node and through the same engine natively, and compares every
/// byte.
fn compare_lists(args: &Args, root: &Path, folder: &Path, command: &Path) -> Result<(), Failure> {
    let made = folder.join("made.txt");
    let mut generate = Command::new(command);
    generate.args(["generate", "--count", "1000", "--seed", "16", "--quiet", "--output"]);
    run_command(generate.arg(&made))?;
    let mut lists = vec![made];
    lists.extend(args.data.as_ref().map(|data| data.join("17_clue.txt")));
    // The speeds are to be compared only where there is a list that takes long enough; the answers
    // are the same as tests are built, and that is built sooner.
    let is_timed = args.data.is_some();
    let (profile, built) = if is_timed { ("release", "release") } else { ("test", "debug") };
    let mut build = cargo(root);
    build.args(["build", "--quiet", "--locked", "--package", "sudoku-web", "--example", "answers"]);
    run_command(build.args(["--profile", profile]))?;
    let name = format!("answers{}", std::env::consts::EXE_SUFFIX);
    let native = crate::target(root).join(built).join("examples").join(name);
    let engine = web::engine(root, web::Module::First)?;
    for (number, list) in lists.iter().enumerate() {
        let expected = folder.join(format!("expected-{number}.txt"));
        let mut answers = Command::new(&native);
        run_command(answers.arg(list).stdout(File::create(&expected)?))?;
        let mut node = Command::new("node");
        node.arg(root.join("web/tests/lists.mjs")).arg(&engine).arg(list).arg(expected);
        if is_timed {
            node.arg(&native);
        }
        run_command(&mut node)?;
    }
    Ok(())
}
