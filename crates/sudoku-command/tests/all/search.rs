//! Tests of `sudoku search`.

use crate::common;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{LINE, SOLUTION, code, good, run, stderr, stdout};

/// A hard puzzle of 25 clues.
const HARD: &str =
    "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2";

/// The same puzzle with rows 1 and 2 exchanged.
const HARD_AGAIN: &str =
    "75..4....98.7..6....3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2";

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn neighbors_differ_in_the_requested_number_of_clues() {
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
    for (found, other) in [
        ("search minimals --limit 9 --measures te_depth", "rate --measures te_depth"),
        (
            "search minimals --limit 9 --scale se --measures backdoor,te_depth --to csv",
            "rate --scale se --measures backdoor,te_depth --to csv",
        ),
    ] {
        let minimal = good("search minimals --limit 9 --quiet", LINE);
        assert_eq!(
            good(&format!("{found} --quiet"), LINE),
            good(&format!("{other} --quiet"), minimal)
        );
    }
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
fn the_option_unique_keeps_the_first_of_equal_puzzles() {
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
    let cause = "cannot add 53 clues: the puzzle has 52 blank cells after the removal";
    assert!(stderr(&output).contains(cause), "{}", stderr(&output));
    let output = run("search neighbors --keep er>=10", HARD);
    assert_eq!(code(&output), 2);
    let message =
        "unknown value `er`; the values are clues, minimal, backdoor, te_depth, and ratings";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
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

    // A limit leaves the state, and a killed run leaves a part of it. The search ends after the
    // neighbors of the input.
    let forms = good("canonical --quiet", good("search neighbors --quiet", FEW));
    let near = forms.lines().collect::<BTreeSet<_>>().len();
    assert!(near < lines(&whole).len(), "{whole}");
    assert_eq!(code(&closure(&format!("--limit {near}"))), 0);
    assert_eq!(
        fs::read_to_string(&output).unwrap().lines().collect::<Vec<_>>(),
        lines(&whole)[..near]
    );
    let state = fs::read_to_string(&part).unwrap();
    for length in [0, 10, 60, 130, state.len() - 1, state.len()] {
        fs::write(&part, &state[..length.min(state.len())]).unwrap();
        assert_eq!(code(&closure("")), 0);
        assert_eq!(fs::read_to_string(&output).unwrap(), whole, "{length}");
        assert!(!part.exists());
    }
    // A mark with more puzzles than the state has is damage, so the search starts again there.
    let (header, _) = state.split_once('\n').unwrap();
    for mark in ["99999", "18446744073709551615", "2 with errors"] {
        let (count, errors) = mark.split_once(' ').unwrap_or((mark, ""));
        let mark = format!("{count} 00000000 00000000 {errors}");
        fs::write(&part, format!("{header}\n@ {}\n", mark.trim())).unwrap();
        assert_eq!(code(&closure("")), 0, "{mark}");
        assert_eq!(fs::read_to_string(&output).unwrap(), whole, "{mark}");
    }
    // An earlier run could not rate a puzzle.
    let last = state.lines().rfind(|line| line.starts_with('@')).unwrap();
    fs::write(&part, state.replace(last, &format!("{last} with errors"))).unwrap();
    let again = closure("");
    assert_eq!(code(&again), 1);
    assert!(
        stderr(&again).contains("an earlier run could not rate a puzzle"),
        "{}",
        stderr(&again)
    );
    assert_eq!(fs::read_to_string(&output).unwrap(), whole);

    // A limit equal to the number of puzzles does not end the search early.
    fs::remove_file(&part).unwrap_or_default();
    for (limit, is_complete) in [(known.len() - 1, false), (known.len(), true)] {
        assert_eq!(code(&closure(&format!("--limit {limit}"))), 0);
        assert_eq!(fs::read_to_string(&output).unwrap().lines().count(), limit);
        assert_eq!(!part.exists(), is_complete, "{limit}");
    }

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
    #[cfg(unix)]
    {
        closure(std::path::Path::new("/dev/null"), "must be a regular file");
        // Opening a pipe as the state would block.
        let pipe = folder.path().join("pipe.txt");
        std::os::unix::fs::symlink("/dev/null", folder.path().join("pipe.txt.part")).unwrap();
        closure(&pipe, "not a regular file");
    }
    // Without a puzzle, nothing is written.
    fs::write(&output, "mine\n").unwrap();
    let mut command = common::sudoku("search closure --quiet --output");
    command.arg(&output);
    assert_eq!(code(&common::feed(command, "no puzzle\n")), 1);
    assert_eq!(fs::read_to_string(&output).unwrap(), "mine\n");
    closure(std::path::Path::new("-"), "must be a file");
    closure(&folder.path().join("near.csv.gz"), "writes only lines");
    // A short file of another program is kept.
    fs::write(&part, "mine\n").unwrap();
    closure(
        &output,
        "is not the state of a search, and the search keeps its state under this name",
    );
    assert_eq!(fs::read_to_string(&part).unwrap(), "mine\n");
    // Two searches at the same time would destroy the state.
    let other = fs::File::create(&part).unwrap();
    other.lock().unwrap();
    closure(&output, "another search writes this file");
    drop(other);
}

#[test]
fn a_closure_of_a_missing_file_continues_with_the_others() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("few.txt"), FEW).unwrap();
    let run = |files: &[&str]| {
        let output = folder.path().join("near.txt");
        let mut command = common::sudoku("search closure --quiet --output");
        command.arg(&output).args(files.iter().map(|file| folder.path().join(file)));
        let result = common::feed(command, "");
        (code(&result), stderr(&result).to_owned(), fs::read_to_string(output))
    };
    let (_, _, whole) = run(&["few.txt"]);
    let (code, message, found) = run(&["missing.txt", "few.txt"]);
    assert_eq!((code, found.unwrap()), (2, whole.unwrap()));
    assert!(message.contains("missing.txt: "), "{message}");
    assert_eq!(run(&["missing.txt"]).0, 2);
}

#[test]
fn a_closure_names_the_places_of_errors_and_supports_on_error() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("near.txt");
    let file = folder.path().join("few.txt");
    let closure = |options: &str| {
        let mut command = common::sudoku("search closure --quiet");
        command.arg("--output").arg(&output).args(options.split_whitespace()).arg(&file);
        let result = common::feed(command, "");
        (code(&result), stderr(&result).to_owned())
    };
    fs::write(&file, FEW).unwrap();
    assert_eq!(closure(""), (0, String::new()));
    let whole = fs::read_to_string(&output).unwrap();
    let several = format!("1{}", ".".repeat(80));
    fs::write(&file, format!("{FEW}\n{several}\n12\n{}", "13\n".repeat(40))).unwrap();
    let (code, message) = closure("");
    assert_eq!((code, fs::read_to_string(&output).unwrap()), (1, whole));
    let place = |number: usize| format!("error: {}: line {number}", file.display());
    let lines: Vec<&str> = message.lines().collect();
    assert!(lines[0].starts_with(&(place(2) + ": several solutions: r1")), "{message}");
    assert!(lines[1].starts_with(&(place(3) + ", column 3 (r1c3): 79 cells missing")), "{message}");
    assert_eq!(lines[20..], ["and 22 more; use --all-errors to show all"], "{message}");
    assert_eq!(closure("--all-errors").1.lines().count(), 42);
    fs::write(&output, "mine\n").unwrap();
    let (code, message) = closure("--on-error stop");
    assert_eq!((code, message.lines().count()), (1, 1), "{message}");
    let (code, message) = closure("--on-error mark");
    assert_eq!(code, 2);
    assert!(message.contains("use --on-error skip or stop"), "{message}");
    assert_eq!(fs::read_to_string(&output).unwrap(), "mine\n");
}

#[test]
fn a_limit_ends_a_closure_within_a_neighborhood_that_is_too_large() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("near.txt");
    let mut command = common::sudoku("search closure --quiet --remove 4 --add 4 --limit 1500");
    command.arg("--output").arg(&output);
    assert_eq!(code(&common::feed(command, LINE)), 0);
    assert_eq!(fs::read_to_string(&output).unwrap().lines().count(), 1500);
}

#[test]
fn a_search_refuses_formats_with_drawings() {
    for arguments in ["search neighbors", "rate"] {
        let output = run(&format!("{arguments} --quiet --output no-such-folder/near.svg.gz"), HARD);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("draws no pictures"), "{}", stderr(&output));
    }
}

/// Runs a search until it has written the results of this number of puzzles, kills it, and returns
/// its state.
fn state_of_killed(mut search: Command, input: &str, puzzles: usize, part: &Path) -> String {
    let mut child = search.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // The end of the input is missing, so the search waits.
    child.stdin.as_mut().unwrap().write_all(input.as_bytes()).unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    let state = loop {
        let state = fs::read_to_string(part).unwrap_or_default();
        if state.contains(&format!("\n@ {puzzles} ")) || Instant::now() > end {
            break state;
        }
        thread::sleep(Duration::from_millis(10));
    };
    child.kill().unwrap();
    child.wait().unwrap();
    state
}

#[test]
fn searches_continue_after_a_kill_with_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("found.csv");
    let part = folder.path().join("found.csv.part");
    let search = |arguments: &str| {
        let mut command = common::sudoku("search");
        command.args(arguments.split('|')).arg("--quiet").arg("--output").arg(&output);
        command
    };
    // The second puzzle cannot be searched, and the last one equals the third. The comments divide
    // the puzzles among several blocks.
    let none = format!("11{}", ".".repeat(79));
    let puzzles = [LINE, &none, HARD, FEW, HARD_AGAIN];
    let comment = format!("# {}\n", "-".repeat(600));
    let input = puzzles.map(|puzzle| format!("{puzzle}\n{comment}{comment}")).concat();
    for arguments in [
        "neighbors|--keep|clues < 30|--limit|20",
        "neighbors|--unique|--keep|clues < 25",
        "neighbors|--unique|--limit|3",
        "minimals|--limit|50|--on-error|mark",
    ] {
        let whole = common::feed(search(arguments), &input);
        assert_eq!(code(&whole), 1, "{arguments}: {}", stderr(&whole));
        assert!(!part.exists());
        let whole = fs::read(&output).unwrap();
        let state = state_of_killed(search(arguments), &input, puzzles.len(), &part);
        // The earlier output is replaced only by a whole one.
        assert_eq!(fs::read(&output).unwrap(), whole, "{arguments}");
        let mut marks: Vec<usize> = state.match_indices("\n@ ").map(|(at, _)| at).collect();
        assert!(marks.len() > 2, "{state}");
        marks.truncate(2);
        for end in marks.iter().flat_map(|&at| [at, at + 5, at + 90]).chain([0, 5, state.len()]) {
            fs::write(&part, &state[..end.min(state.len())]).unwrap();
            let again = common::feed(search(arguments), &input);
            assert_eq!(code(&again), 1, "{arguments} {end}");
            assert_eq!(fs::read(&output).unwrap(), whole, "{arguments} {end}");
            assert!(!part.exists());
        }
        // A result that is damaged or missing.
        let (header, results) = state.split_once('\n').unwrap();
        let long = format!("{results}{}", "9".repeat(2 << 20));
        let first = results.lines().find(|line| !line.starts_with('@'));
        let wrong = first.map(|line| results.replace(line, &line.replacen(['1', '2'], "3", 1)));
        let fewer = first.map(|line| results.replace(line, ""));
        for results in [Some(long), wrong, fewer].into_iter().flatten() {
            fs::write(&part, format!("{header}\n{results}")).unwrap();
            let again = common::feed(search(arguments), &input);
            assert_eq!(code(&again), 1, "{arguments}: {}", stderr(&again));
            assert_eq!(fs::read(&output).unwrap(), whole, "{arguments}");
        }
        // Other inputs and options.
        fs::write(&part, &state).unwrap();
        for (arguments, input) in [
            (arguments, format!("{FEW}\n{input}")),
            (arguments, LINE.to_owned()),
            ("neighbors|--add|2|--limit|1", input.clone()),
        ] {
            let other = common::feed(search(arguments), &input);
            assert_eq!(code(&other), 2, "{arguments}");
            let cause = "another input or other options";
            assert!(stderr(&other).contains(cause), "{}", stderr(&other));
            assert_eq!(fs::read_to_string(&part).unwrap(), state);
        }
        fs::remove_file(&part).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_closure_that_reads() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = common::sudoku("search closure --quiet --output");
    command.arg(folder.path().join("near.txt")).stdin(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The handler is installed at some time after the start.
    thread::sleep(Duration::from_secs(2));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let end = Instant::now() + Duration::from_secs(20);
    let status = loop {
        match child.try_wait().unwrap() {
            None if Instant::now() > end => {
                child.kill().unwrap();
                panic!("the interrupt has no effect");
            }
            None => thread::sleep(Duration::from_millis(10)),
            Some(status) => break status,
        }
    };
    assert_eq!(status.code(), Some(130));
}
