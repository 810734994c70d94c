//! `cargo xtask browser`: tests the engine on lists in Node, and the page and the npm package in a
//! real browser.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use crate::tools::{Build, build_command, build_example, files_below};
use crate::{Failure, cargo, page, run as run_command, target, web};

/// Compares lists, also 17_clue.txt of the folder `data`, and runs the tests of the page.
pub(crate) fn run(root: &Path, data: Option<&Path>) -> Result<(), Failure> {
    let folder = root.join("target/ci/browser");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let built = web::build(root)?;
    let command = build_command(root, "sudoku", Build::Test)?;
    compare_lists(root, data, &folder, &command)?;

    let mut tests = files_below(&root.join("web/tests"))?;
    tests.retain(|file| file.ends_with(".test.mjs"));
    tests.sort();
    let node = || {
        let mut node = Command::new("node");
        // The tests mostly wait for the browser. With more than two files at a time, tests that
        // measure times fail on two processors.
        node.current_dir(root).args(["--test", "--test-concurrency=2"]);
        node.env("SUDOKU_PAGE", &built.page).env("SUDOKU_NPM", &built.package);
        node.env("PICTURES", &folder);
        node
    };
    let mut all = node();
    all.args(tests.iter().map(|test| root.join("web/tests").join(test)));
    all.env("CHROMIUM", page::chromium()?).env("SUDOKU_COMMAND", command);
    run_command(&mut all)?;

    match page::firefox() {
        Some(firefox) => {
            let files = ["play", "learn", "lessons", "npm"];
            let files = files.map(|name| format!("web/tests/{name}.test.mjs"));
            let text = |file| fs::read_to_string(root.join(file)).unwrap_or_default();
            let texts = files.each_ref().map(text).concat();
            // Node runs nothing for a name that no test has.
            if let Some(name) = IN_FIREFOX.iter().find(|name| !texts.contains(**name)) {
                return Err(format!("no test for Firefox has the name `{name}`").into());
            }
            let mut some = node();
            some.args(IN_FIREFOX.iter().map(|name| format!("--test-name-pattern={name}")));
            run_command(some.args(files).env("FIREFOX", firefox))?;
        }
        None => println!("Firefox is not installed, so it does not test the page: run .ci/install"),
    }
    match page::webkit() {
        Some((driver, display)) => {
            let mut webkit = Command::new(display);
            webkit.current_dir(root).args(["-a", "node", "--test", "web/tests/webkit.mjs"]);
            run_command(webkit.env("SUDOKU_PAGE", &built.page).env("WEBKIT", driver))
        }
        None => {
            println!("WebKit is not installed, so it does not test the page: run .ci/install");
            Ok(())
        }
    }
}

/// The tests that also run in Firefox, by a part of their names. Many others need features of
/// Playwright that exist only for Chromium.
const IN_FIREFOX: [&str; 11] = [
    "the first screen has today's puzzle",
    "a wrong last digit is reported",
    "Back from the empty board",
    "mistakes are shown at once",
    "the focus stays on a control",
    "no harder one",
    "a mistake is seen in the code",
    "the example is built by Vite",
    "a board in a frame has hints",
    "a lesson shows an example",
    "an exercise is solved with the keyboard",
];

/// Compares the answers of the engine in Node with those of a native build, byte by byte.
fn compare_lists(
    root: &Path,
    data: Option<&Path>,
    folder: &Path,
    command: &Path,
) -> Result<(), Failure> {
    let made = folder.join("made.txt");
    let mut generate = Command::new(command);
    generate.args(["generate", "--count", "1000", "--seed", "16", "--quiet", "--output"]);
    run_command(generate.arg(&made))?;
    let mut lists = vec![made];
    lists.extend(data.map(|data| data.join("17_clue.txt")));
    // Speeds are compared only for a long list. Otherwise a test build is enough: its answers are
    // the same, and it is built sooner.
    let native = if data.is_some() {
        let build = ["build", "--quiet", "--locked", "--release", "--package", "sudoku-web"];
        run_command(cargo(root).args(build).args(["--example", "answers"]))?;
        target(root).join(format!("release/examples/answers{}", std::env::consts::EXE_SUFFIX))
    } else {
        build_example(root, "answers")?
    };
    let engine = web::engine(root, web::EngineModule::First)?;
    for (number, list) in lists.iter().enumerate() {
        let expected = folder.join(format!("expected-{number}.txt"));
        let mut answers = Command::new(&native);
        run_command(answers.arg(list).stdout(File::create(&expected)?))?;
        let mut node = Command::new("node");
        node.arg(root.join("web/tests/lists.mjs")).arg(&engine).arg(list).arg(expected);
        if data.is_some() {
            node.arg(&native);
        }
        run_command(&mut node)?;
    }
    Ok(())
}
