//! `sudoku search`.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

mod common;

use std::collections::BTreeSet;
use std::fs;

use common::{LINE, SOLUTION, code, good, run, stderr, stdout};

/// A hard puzzle of 25 clues.
const HARD: &str =
    "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2";

/// The same with rows 1 and 2 exchanged.
const HARD_AGAIN: &str =
    "75..4....98.7..6....3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2";

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn neighbors_differ_in_the_wanted_clues() {
    let text = good("search neighbors --quiet", HARD);
    let all = lines(&text);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    assert!(all.len() > 50, "{}", all.len());
    for neighbor in &all {
        let pairs = || HARD.bytes().zip(neighbor.bytes());
        let removed = pairs().filter(|&(one, other)| one != b'.' && one != other).count();
        let added = pairs().filter(|&(one, other)| other != b'.' && one != other).count();
        assert_eq!((removed, added), (1, 1), "{neighbor}");
    }
    let kept = good("check --quiet", &text);
    assert_eq!(lines(&kept).len(), all.len());
    let minimal = good("search neighbors --minimal --quiet", HARD);
    let selected = good("select minimal --quiet", &text);
    assert_eq!(minimal, selected);
    let fewer = good("search neighbors --remove 2 --add 1 --limit 3 --quiet", HARD);
    assert_eq!(lines(&fewer).len(), 3);
}

#[test]
fn conditions_and_ratings_equal_those_of_other_commands() {
    let all = good("search neighbors --quiet", LINE);
    let rated = good("search neighbors --scale se --quiet", LINE);
    assert_eq!(rated, good("rate --quiet", &all));
    let csv = good("search neighbors --scale se,hodoku --to csv --quiet", LINE);
    assert_eq!(csv, good("rate --scale se,hodoku --to csv --quiet", &all));
    let arguments = ["search", "neighbors", "--quiet", "--keep", "se.er >= 1.5 and clues < 31"];
    let mut command = common::sudoku("");
    command.args(arguments);
    let kept = common::feed(command, LINE);
    let mut command = common::sudoku("select --quiet");
    command.arg("se.er >= 1.5 and clues < 31");
    let selected = common::feed(command, all);
    assert_eq!(stdout(&kept), stdout(&selected));
    assert!(!stdout(&kept).is_empty());
}

#[test]
fn unique_puzzles_are_the_first_of_equal_ones() {
    let input = format!("{HARD}\n{HARD_AGAIN}\n");
    let all = good("search neighbors --quiet", &input);
    let unique = good("search neighbors --unique --quiet", &input);
    let mut seen: BTreeSet<String> =
        lines(&good("canonical --quiet", &input)).into_iter().map(str::to_owned).collect();
    assert_eq!(seen.len(), 1);
    let forms = good("canonical --quiet", &all);
    let first = lines(&all).into_iter().zip(forms.lines());
    let first: Vec<_> = first.filter(|(_, form)| seen.insert((*form).to_owned())).collect();
    let first: Vec<_> = first.into_iter().map(|(puzzle, _)| puzzle).collect();
    assert_eq!(lines(&unique), first);
    for threads in ["1", "4"] {
        let again = good(&format!("search neighbors --unique --quiet --threads {threads}"), &input);
        assert_eq!(again, unique);
    }
}

#[test]
fn values_of_the_input_do_not_describe_the_puzzles() {
    let input = format!("id,puzzle,solution\n7,{LINE},{SOLUTION}\n");
    let csv = good("search neighbors --limit 2 --to csv --quiet", &input);
    assert_eq!(lines(&csv)[0], "puzzle");
    assert_eq!(lines(&csv).len(), 3);
    let json = good("search minimals --limit 1 --json --quiet", &input);
    assert!(json.starts_with("{\"line\":2,\"puzzle\":\""), "{json}");
    assert_eq!(good("search minimals --limit 1 --quiet", format!("{LINE} # mine")).len(), 82);
}

#[test]
fn minimal_puzzles_are_within_the_puzzle() {
    assert_eq!(good("search minimals --quiet", HARD), format!("{HARD}\n"));
    let all = good("search minimals --quiet", LINE);
    assert_eq!(all, good("select minimal --quiet", &all));
    assert!(lines(&all).len() > 10);
    for minimal in lines(&all) {
        assert!(minimal.bytes().zip(LINE.bytes()).all(|(one, other)| one == b'.' || one == other));
    }
    assert_eq!(lines(&good("search minimals --limit 5 --quiet", SOLUTION)).len(), 5);
}

#[test]
fn puzzles_that_cannot_be_searched_are_errors() {
    let several = format!("1{}", ".".repeat(80));
    let none = format!("11{}", ".".repeat(79));
    for (arguments, input, cause) in [
        ("neighbors", &several[..], "several solutions: r1"),
        ("minimals", &none, "no solution: r1c1 and r1c2 both hold 1"),
        ("neighbors", SOLUTION, "the board is a complete grid"),
        ("minimals", SOLUTION, "a complete grid has too many minimal puzzles to list; use --limit"),
        ("grid --clues 9", &several, "several solutions: r1"),
        ("grid --clues 9", &none, "no solution: r1c1 and r1c2 both hold 1"),
        ("neighbors --remove 31", LINE, "cannot remove 31 clues: the puzzle has 30"),
    ] {
        let output = run(&format!("search {arguments} --quiet"), format!("{input}\n{HARD}\n"));
        assert_eq!(code(&output), 1);
        assert!(stderr(&output).contains(cause), "{}", stderr(&output));
    }
    // A search that adds 53 clues to the other puzzle would not end.
    let output = run("search neighbors --add 53 --quiet", LINE);
    assert_eq!(code(&output), 1);
    let cause = "cannot add 53 clues: after the removal, 52 cells are blank";
    assert!(stderr(&output).contains(cause), "{}", stderr(&output));
    let output = run("search neighbors --keep er>=10", HARD);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("unknown value `er`"), "{}", stderr(&output));
    assert_eq!(code(&run("search neighbors --remove 82", HARD)), 2);
    assert_eq!(code(&run("search grid --clues 25", HARD)), 2);
}

/// A puzzle of 17 clues.
const FEW: &str =
    "..1.46.....8...2......3.7..........9...2............4.75.......4...9..3.2.......1";

#[test]
fn a_closure_has_all_puzzles_that_can_be_reached_and_continues_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("near.txt");
    let part = folder.path().join("near.txt.part");
    let closure = |options: &str| {
        let mut command = common::sudoku(&format!("search closure --quiet {options} --output"));
        command.arg(&output);
        common::feed(command, FEW)
    };
    // The method by definition: neighbors of neighbors.
    let mut known = BTreeSet::from([good("canonical --quiet", FEW)]);
    let mut left: Vec<String> = known.iter().cloned().collect();
    while let Some(puzzle) = left.pop() {
        for form in good("canonical --quiet", good("search neighbors --quiet", puzzle)).lines() {
            if known.insert(format!("{form}\n")) {
                left.push(format!("{form}\n"));
            }
        }
    }
    assert!(known.len() > 2, "{}", known.len());
    assert_eq!(code(&closure("")), 0);
    let whole = fs::read_to_string(&output).unwrap();
    let found: BTreeSet<String> = whole.lines().map(|line| format!("{line}\n")).collect();
    assert_eq!(found.len(), whole.lines().count());
    known.remove(&good("canonical --quiet", FEW));
    assert_eq!(found, known);
    assert!(!part.exists());

    // A limit leaves the state, and a killed run leaves a part of it.
    assert_eq!(code(&closure("--limit 1")), 0);
    assert_eq!(
        fs::read_to_string(&output).unwrap().lines().collect::<Vec<_>>(),
        lines(&whole)[..1]
    );
    let state = fs::read_to_string(&part).unwrap();
    for length in [0, 10, 60, 130, state.len() - 1, state.len()] {
        fs::write(&part, &state[..length.min(state.len())]).unwrap();
        assert_eq!(code(&closure("")), 0);
        assert_eq!(fs::read_to_string(&output).unwrap(), whole, "{length}");
        assert!(!part.exists());
    }
    // A mark with more puzzles than are known is damage, so the search begins again there.
    let (header, _) = state.split_once('\n').unwrap();
    for mark in ["99999", "18446744073709551615", "2 with errors"] {
        fs::write(&part, format!("{header}\n# {mark}\n")).unwrap();
        assert_eq!(code(&closure("")), 0, "{mark}");
        assert_eq!(fs::read_to_string(&output).unwrap(), whole, "{mark}");
    }
    // An earlier run could not rate a puzzle.
    let (_, last) = state.trim_end().rsplit_once('\n').unwrap();
    fs::write(&part, state.replace(last, &format!("{last} with errors"))).unwrap();
    let again = closure("");
    assert_eq!(code(&again), 1);
    assert!(
        stderr(&again).contains("an earlier run could not rate a puzzle"),
        "{}",
        stderr(&again)
    );
    assert_eq!(fs::read_to_string(&output).unwrap(), whole);

    fs::write(&part, state).unwrap();
    let other = closure("--minimal");
    assert_eq!(code(&other), 2);
    assert!(stderr(&other).contains("another input or other options"), "{}", stderr(&other));
}

#[test]
fn a_closure_refuses_an_output_that_it_cannot_write_before_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("near.txt");
    let part = folder.path().join("near.txt.part");
    let closure = |output: &std::path::Path, message: &str| {
        let mut command = common::sudoku("search closure --quiet --output");
        command.arg(output);
        let result = common::feed(command, FEW);
        assert_eq!(code(&result), 2);
        assert!(stderr(&result).contains(message), "{}", stderr(&result));
    };
    closure(folder.path(), "directory");
    // Without a puzzle, nothing is written.
    fs::write(&output, "mine\n").unwrap();
    let mut command = common::sudoku("search closure --quiet --output");
    command.arg(&output);
    assert_eq!(code(&common::feed(command, "no puzzle\n")), 1);
    assert_eq!(fs::read_to_string(&output).unwrap(), "mine\n");
    closure(std::path::Path::new("-"), "name a file");
    closure(&folder.path().join("near.csv.gz"), "writes lines");
    // A short file of another program is kept.
    fs::write(&part, "mine\n").unwrap();
    closure(&output, "another input or other options");
    assert_eq!(fs::read_to_string(&part).unwrap(), "mine\n");
    // Two searches at the same time would destroy the state.
    let other = fs::File::create(&part).unwrap();
    other.lock().unwrap();
    closure(&output, "another search writes this file");
    drop(other);
}
