//! What arguments and odd input are taken for.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

mod common;

use common::{LINE, SOLUTION, code, good, run, stderr, stdout, sudoku};

#[test]
fn a_dash_is_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let output = sudoku("generate --seed 1 -o -").current_dir(folder.path()).output().unwrap();
    assert_eq!((code(&output), stdout(&output).len()), (0, 82));
    assert_eq!(good("solve -o -", LINE), format!("{SOLUTION}\n"));
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

/// Pages would have names of their own beside it.
#[test]
fn a_page_goes_to_no_folder_and_to_no_device() {
    let folder = tempfile::tempdir().unwrap();
    let mut to = vec![folder.path().to_owned()];
    if cfg!(unix) {
        to.push("/dev/full".into());
    }
    for to in to {
        for verb in ["convert", "explain"] {
            let output = run(&format!("{verb} --to svg --output {}", to.display()), LINE);
            let said = "error: --to svg with --output writes files that are named after it";
            assert!(code(&output) == 2 && stderr(&output).starts_with(said), "{output:?}");
        }
    }
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

#[test]
fn what_is_nearly_a_puzzle_is_told_from_a_file() {
    let said = |name: &str| stderr(&run(&format!("rate {name}"), "")).to_owned();
    assert!(said(&LINE.trim()[1..]).ends_with("; as a puzzle it has 80 cells and not 81\n"));
    assert!(!said("puzzles.txt").contains("puzzle it"));
}

#[test]
fn a_count_of_candidates_that_ends_early_says_so() {
    let all = "123456789".repeat(81);
    let nearly_all = format!(".{}", &all[1..]);
    let output = run("count", &nearly_all);
    assert_eq!((code(&output), stdout(&output)), (0, "1000000\n"));
    let said = "standard input: line 1: 1000000 solutions or more: ";
    assert!(stderr(&output).starts_with(said), "{}", stderr(&output));
    let output = run("count --limit 10", &nearly_all);
    assert_eq!((stdout(&output), stderr(&output)), ("10\n", ""));
}
