//! Tests of `sudoku generate`.

use std::fs;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use crate::common::{LINE, code, good, run, stderr, stdout};
use sudoku_generator::{PatternSymmetry, PuzzleId, PuzzleRequest};
use sudoku_registry::find;

#[test]
fn a_seed_gives_the_same_puzzles_with_any_number_of_threads() {
    let arguments = "generate --quiet --count 40 --seed 5 --symmetry half-turn --clues 24..30";
    let puzzles = good(arguments, "");
    assert_eq!(puzzles.lines().count(), 40);
    for threads in [1, 2, 7] {
        assert_eq!(good(&format!("{arguments} --threads {threads}"), ""), puzzles);
    }
    assert!(good("check", &puzzles).lines().all(|line| line.contains(": proper, ")));
    // An ID is enough to recreate a puzzle.
    let made = good("generate --quiet --count 3 --seed 9 --symmetry diagonal --json", "");
    let last: serde_json::Value = serde_json::from_str(made.lines().last().unwrap()).unwrap();
    let again = good(&format!("generate --quiet --id {}", last["id"].as_str().unwrap()), "");
    assert_eq!(again.trim(), last["puzzle"].as_str().unwrap());
    assert_eq!(good("solve", again).trim(), last["solution"].as_str().unwrap());
    assert_eq!(code(&run("generate --id nonsense", "")), 2);
    // An ID cannot hold an impossible range of clues, or one that the symmetry forbids.
    let mut id = PuzzleRequest::new().with_clues(20..=30).id(1, 0).unwrap();
    for (symmetry, clues, reason) in [
        (
            PatternSymmetry::None,
            RangeInclusive::new(30, 20),
            "30 to 20 clues; a range must go up and lie within 17 to 81",
        ),
        (PatternSymmetry::None, 0..=16, "the puzzle ID asks for 0 to 16 clues; a range"),
        (PatternSymmetry::QuarterTurn, 26..=27, "no pattern with the symmetry quarter-turn"),
        (PatternSymmetry::HalfTurn, 17..=17, "half-turn has at least 18 clues, not 17"),
    ] {
        (id.symmetry, id.clues) = (symmetry, clues);
        let output = run(&format!("generate --id {id}"), "");
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{reason}");
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
    }
}

#[test]
fn a_series_can_be_continued() {
    let all = good("generate --quiet --count 30 --seed 3", "");
    let first = good("generate --quiet --count 10 --seed 3", "");
    let rest = good("generate --quiet --count 20 --seed 3 --start 10 --threads 2", "");
    assert_eq!(first + &rest, all);
    for (bad, reason) in [
        ("--attempts 0", "expected a whole number from 1 to 4294967295"),
        ("--time 0s", "expected a time above 0, such as 500ms"),
        ("--pattern ./", "it is not a readable file either: "),
        ("--pattern -", ": expected 81 characters or a file, not standard input"),
        ("--given -", ": expected 81 characters or a file, not standard input"),
    ] {
        let output = run(&format!("generate --seed 1 {bad}"), "");
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{bad}");
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
    }
    if cfg!(unix) {
        let output = run("generate --seed 1 --given /dev/zero", "");
        assert!(stderr(&output).contains("at most 65536 bytes"), "{}", stderr(&output));
    }
    let last = good("generate --quiet --start 18446744073709551615 --seed 2", "");
    let board = PuzzleRequest::new().id(2, u64::MAX).unwrap();
    assert_eq!(good(&format!("generate --quiet --id {board}"), ""), last);
}

#[test]
fn constraints_are_met_and_puzzles_do_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pattern.txt");
    let known = good("generate --quiet --seed 4 --symmetry half-turn --clues 30", "");
    let picture: String =
        known.chars().map(|it| if it.is_ascii_digit() { 'x' } else { it }).collect();
    fs::write(&path, &picture).unwrap();
    let given = format!("{}{}", &known[..9], ".".repeat(72));
    for (constraints, count) in [
        (format!("--pattern {}", path.display()), 3),
        (format!("--pattern {}", picture.trim()), 3),
        (format!("--given {given}"), 20),
        (format!("--given {given} --symmetry half-turn --clues 26..30"), 20),
        ("--difficulty 4.. --images 5".into(), 10),
        ("--method weighted --ids".into(), 20),
        ("--method grid".into(), 20),
    ] {
        let arguments = format!("generate --quiet --count {count} --seed 6 {constraints}");
        let puzzles = good(&format!("{arguments} --threads 1"), "");
        assert_eq!(good(&format!("{arguments} --threads 2"), ""), puzzles, "{constraints}");
        assert_eq!(puzzles.lines().count(), count, "{constraints}");
        assert!(good("check", &puzzles).lines().all(|line| line.contains(": proper, ")));
        for puzzle in puzzles.lines() {
            let clue = |(cell, wanted): (char, char)| !wanted.is_ascii_digit() || cell == wanted;
            assert!(
                !constraints.contains("--given") || puzzle.chars().zip(given.chars()).all(clue)
            );
            let blank = |(cell, wanted): (char, char)| (cell == '.') == (wanted == '.');
            let is_pattern = puzzle.chars().zip(picture.trim().chars()).all(blank);
            assert!(!constraints.contains("--pattern") || is_pattern, "{puzzle}");
        }
    }
    // Minimal puzzles made from a full grid rarely have 30 clues.
    let rare =
        "generate --quiet --seed 6 --scale guesses:board --difficulty 0 --clues 30 --minimal";
    let output = run(&format!("{rare} --attempts 50"), "");
    assert_eq!((code(&output), stdout(&output)), (1, ""));
    let message = "no match in 50 attempts; the closest by clues has ";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
    // The difficulty has the named scale.
    let made = good("generate --quiet --seed 8 --json --difficulty 3..6 --scale guesses:mrv", "");
    let made: serde_json::Value = serde_json::from_str(made.trim()).unwrap();
    assert!((3..=6).contains(&made["difficulty"].as_u64().unwrap()), "{made}");
    assert!(made["attempts"].as_u64().unwrap() > 0, "{made}");
    let again = good(&format!("generate --quiet --id {}", made["id"].as_str().unwrap()), "");
    assert_eq!(again.trim(), made["puzzle"].as_str().unwrap());
}

/// Recreating a puzzle from its ID takes no attempts. Without puzzles, no seed is used.
#[test]
fn the_report_has_only_the_work_that_was_done() {
    for arguments in ["--id 0800E0EW", "--count 0"] {
        assert_eq!(stderr(&run(&format!("generate {arguments}"), "")), "", "{arguments}");
    }
    let output = run("generate --seed 1", "");
    assert!(stderr(&output).starts_with("made 1 of 1 in "), "{}", stderr(&output));
}

/// Difficulties on rating scales, by rating and by technique, agree with `rate` and `explain`.
#[test]
fn difficulties_for_people_are_met() {
    for (constraints, scale, rated) in [
        ("--scale se --difficulty 7.1..7.3 --symmetry half-turn", "se", &["7.1", "7.2", "7.3"][..]),
        ("--scale se --difficulty 9.0..9.9", "se", &["9."]),
        ("--scale sukaku --difficulty ..2.3 --clues 30", "sukaku", &["1.2", "1.5", "2.0", "2.3"]),
        ("--scale hodoku --level hard --difficulty 1000..", "hodoku", &["Hard"]),
        ("--scale hodoku --level medium..hard --without fish,wings", "hodoku", &["Medium", "Hard"]),
        ("--scale se --needs x-wing --without chains,uniqueness", "se", &[]),
    ] {
        let arguments = format!("generate --quiet --count 6 --seed 9 --ids {constraints}");
        let made = good(&format!("{arguments} --threads 1"), "");
        assert_eq!(good(&format!("{arguments} --threads 3"), ""), made, "{constraints}");
        for line in made.lines() {
            let (puzzle, id) = line.split_once(' ').unwrap();
            let again = good(&format!("generate --quiet --id {id}"), "");
            assert_eq!(again.trim(), puzzle, "{constraints}");
            let rating = good(&format!("rate --scale {scale}"), puzzle);
            let rating = rating.split_once(' ').unwrap().1;
            let is_met = rated.iter().any(|start| rating.starts_with(start));
            assert!(is_met || rated.is_empty(), "{constraints}: {rating}");
            let names = good(&format!("explain --depth name --scale {scale}"), puzzle);
            assert!(!constraints.contains("x-wing") || names.contains(" X-Wing\n"), "{names}");
            assert!(!constraints.contains("wings") || !names.contains("XY-Wing"), "{names}");
        }
    }
    for scale in ["se", "sukaku", "hodoku"] {
        let around = "--needs naked-pair --only-singles-around --eliminations 2..";
        let made =
            format!("generate --quiet --count 2 --seed 3 --time 1h --scale {scale} {around}");
        let made = good(&made, "");
        assert_eq!(made.lines().count(), 2);
        for puzzle in made.lines() {
            let steps = good(&format!("explain --json --scale {scale}"), puzzle);
            let steps: Vec<serde_json::Value> =
                steps.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            let is_pair = |step: &&serde_json::Value| step["technique"] == "naked pair";
            let (pairs, others): (Vec<_>, Vec<_>) =
                steps.iter().filter(|step| step["technique"].is_string()).partition(is_pair);
            let singles = ["hidden single", "naked single", "last cell"];
            assert!(others.iter().all(|it| singles.iter().any(|name| it["technique"] == *name)));
            let eliminations = pairs.iter().map(|step| step["eliminations"].as_array().unwrap());
            assert!(eliminations.map(Vec::len).max() >= Some(2), "{pairs:?}");
        }
    }
    let made = good("generate --quiet --seed 1 --json --scale se --difficulty 3.0..4.5", "");
    let made: serde_json::Value = serde_json::from_str(made.trim()).unwrap();
    assert!((3.0..=4.5).contains(&made["difficulty"].as_f64().unwrap()), "{made}");
    for (bad, reason) in [
        ("--scale se --difficulty 7.25", "expected a number or range, such as 7.2, 5..8 or 7.1.."),
        ("--scale hodoku --difficulty 7.2", "is a whole number; only ER ratings have decimals"),
        ("--difficulty 7.2", "is a whole number; only ER ratings have decimals"),
        ("--scale se --level hard", "the scale se has no levels; use the scale hodoku"),
        ("--level hard", "--level needs --scale hodoku"),
        ("--scale hodoku --level hopeless", "the levels are: Easy, Medium, Hard, Unfair"),
        ("--needs swordfish", "--needs and --without need --scale se"),
        ("--scale se --only-singles-around", "--needs <NAMES>"),
        ("--scale se --before singles", "--needs <NAMES>"),
        ("--scale se --needs x-wing --after subsets", "no puzzle can be solved without singles"),
        ("--scale se --needs x-wing --only-singles-around --after fish", "cannot be used with"),
        ("--id 0800E0EW --only-singles-around", "cannot be used with"),
        ("--scale se --needs x-wing --eliminations 0", "eliminates 1 to 648 candidates"),
        ("--scale se --needs naked-single --eliminations 2", "eliminates no candidates"),
        (
            "--scale se --needs swordfish --only-singles-around --difficulty 4..",
            "puzzles have ER 3.8 to ER 3.8",
        ),
        ("--scale se --without guessing", "invalid value 'guessing'"),
        ("--scale se --needs death-blossom", "the scale se has no technique named death-blossom"),
        ("--scale se --needs x-wing --without fish", "x-wing is both required and excluded"),
        ("--scale hodoku --level easy --difficulty 3000..", "a score of 4 to a score of 800"),
        ("--scale hodoku --difficulty ..3", "a score of 4 to a score of 7290000"),
        (
            "--scale hodoku --difficulty ..100 --clues 17..22",
            "or with such steps, has 56 to 81 clues",
        ),
        ("--scale se --difficulty ..0.9", "puzzles have ER 1.0 to ER 13.0"),
        ("--scale hodoku --without singles,fish", "no puzzle can be solved without singles"),
        (
            "--clues 79.. --difficulty 1",
            "a puzzle of this difficulty, or with such steps, has 17 to 78 clues",
        ),
        ("--scale se --clues 81 --difficulty 1.0..", "has 17 to 80 clues"),
        ("--scale hodoku --clues 81 --needs x-wing", "has 17 to 80 clues"),
        ("--scale se --difficulty 8..7", "the lower number must come first: 7..8"),
        (
            "--scale se --method weighted",
            "--method weighted makes minimal puzzles and accepts no other",
        ),
    ] {
        let output = run(&format!("generate --seed 1 {bad}"), "");
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{bad}");
        assert!(stderr(&output).contains(reason), "{bad}: {}", stderr(&output));
    }
    // Nearly full boards are possible if the request is easy enough.
    for easy in ["--clues 81 --difficulty 0", "--scale se --clues 80 --difficulty 1.0"] {
        good(&format!("generate --quiet --seed 1 {easy}"), "");
    }
    // A hopeless request ends when its attempts are used up.
    let output =
        run("generate --seed 1 --scale se --difficulty 11.9 --symmetry half-turn --attempts 2", "");
    assert_eq!((code(&output), stdout(&output)), (1, ""));
    assert!(stderr(&output).contains("no match in 2 attempts; the closest by difficulty has "));
}

#[test]
fn the_id_of_a_climbed_puzzle_recreates_it_and_damaged_ones_are_refused() {
    let made = good("generate --quiet --seed 1 --scale se --difficulty 9.0..9.9 --ids", "");
    let (puzzle, text) = made.trim().split_once(' ').unwrap();
    let id: PuzzleId = text.parse().unwrap();
    assert!(id.steps > 0);
    assert_eq!(good(&format!("generate --quiet --id {text}"), "").trim(), puzzle);
    let mut early = id.clone();
    early.attempt = None;
    let typo = if text.ends_with('0') { "1" } else { "0" };
    for (bad, reason) in [
        (format!("{}{typo}", &text[..text.len() - 1]), "the puzzle ID is mistyped"),
        (text[..text.len() - 2].to_owned(), "the puzzle ID is mistyped"),
        (format!("{text}Z"), "the puzzle ID is mistyped"),
        (format!("U{text}"), "column 1: found `U`"),
        (early.to_string(), "no version of the generator writes these values"),
    ] {
        let output = run(&format!("generate --id {bad}"), "");
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{bad}");
        assert!(stderr(&output).contains(reason), "{bad}: {}", stderr(&output));
    }
    // A climb to a rating that no puzzle has is refused.
    let output = run("generate --seed 1 --scale se --difficulty 20", "");
    assert_eq!((code(&output), stdout(&output)), (2, ""));
    let cause = "puzzles have ER 1.0 to ER 13.0";
    assert!(stderr(&output).contains(cause), "{}", stderr(&output));
    // Fewer steps of the climb make another puzzle, which is less hard.
    let mut other = id.clone();
    other.steps -= 1;
    let other = good(&format!("generate --quiet --id {other}"), "");
    assert!(good("check", &other).contains(": proper, "), "{other}");
    assert_ne!(other.trim(), puzzle);
}

#[test]
fn puzzles_of_every_method_have_their_ids_after_them() {
    let fast = good("generate --quiet --count 5 --seed 2 --ids", "");
    let weighted = good("generate --quiet --count 5 --seed 2 --ids --method weighted", "");
    for (fast, weighted) in fast.lines().zip(weighted.lines()) {
        let (puzzle, id) = fast.split_once(' ').unwrap();
        assert_eq!(good(&format!("generate --quiet --id {id}"), "").trim(), puzzle);
        // The weighted puzzles are the same.
        let weight = weighted.strip_prefix(fast).unwrap().trim();
        assert!(weight.parse::<f64>().unwrap() > 0.0, "{weighted}");
    }
    // Puzzles with any other constraint have IDs too.
    let given = format!("--given 1{}", ".".repeat(80));
    let picture = good("generate --quiet --seed 4 --symmetry half-turn --clues 30", "");
    let picture = format!("--pattern {}", picture.trim());
    for constraints in [&given[..], &picture, "--difficulty 4.. --images 3"] {
        for line in good(&format!("generate --quiet --count 3 --ids {constraints}"), "").lines() {
            let (puzzle, id) = line.split_once(' ').unwrap();
            let again = good(&format!("generate --quiet --id {id}"), "");
            assert_eq!(again.trim(), puzzle, "{constraints}");
        }
    }
    // The last puzzle of a series has an ID like all others.
    let last = PuzzleRequest::new().id(2, u64::MAX).unwrap();
    let board = last.generate(find("board").unwrap().solver).unwrap().board;
    assert_eq!(good(&format!("generate --quiet --id {last}"), ""), format!("{board}\n"));
    for bad in [
        "--method weighted --clues 24",
        "--method grid --symmetry full",
        "--ids --to grid",
        "--ids --given 1",
        "--difficulty 3 --scale guesses:nobody",
        "--difficulty easy",
        "--pattern no-such-file",
        "--time soon",
        "--start 18446744073709551615 --count 2",
        "--start 3 --id 080YM3R7YC",
    ] {
        let output = run(&format!("generate --seed 1 {bad}"), "");
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{bad}");
        assert!(!stderr(&output).is_empty());
    }
}

#[test]
fn impossible_requests_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let few = format!("{}{}", "x".repeat(16), ".".repeat(65));
    for (constraints, reason) in [
        ("--clues 16", "at least 17 clues, not 16"),
        ("--clues 10..12", "at least 17 clues, not 12"),
        ("--clues 82", "a board has 81 cells, too few for 82 clues"),
        ("--clues 17 --minimal --symmetry half-turn", "half-turn has at least 18 clues"),
        ("--method grid --minimal", "--method grid makes solved grids"),
        ("--clues 26..27 --symmetry quarter-turn", "no pattern with the symmetry quarter-turn"),
        (&format!("--pattern {few}"), "at least 17 clues, not 16"),
        (&format!("--given 1.1{}", ".".repeat(78)), "r1c1 and r1c3 both hold 1 in row 1"),
        (
            &format!("--given 12345678.{}9{}", ".".repeat(17), ".".repeat(54)),
            "the given clues have no solution",
        ),
    ] {
        let kept = folder.path().join("kept.txt");
        fs::write(&kept, LINE).unwrap();
        let constraints = format!("{constraints} -o {}", kept.display());
        let output = run(&format!("generate --count 1000000 --seed 1 {constraints}"), "");
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{constraints}");
        assert_eq!(fs::read_to_string(&kept).unwrap(), LINE, "{constraints}");
        assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
    }
}

#[test]
fn a_search_for_a_rare_puzzle_ends_at_its_time_limit_and_made_puzzles_are_kept() {
    let start = Instant::now();
    // Puzzles of 18 clues with half-turn symmetry exist, but random grids practically never give
    // one.
    let hopeless = "generate --seed 1 --clues 18 --minimal --symmetry half-turn --time 1s";
    let output = run(hopeless, "");
    assert_eq!((code(&output), stdout(&output)), (1, ""));
    let passed = start.elapsed();
    assert!((Duration::from_secs(1)..Duration::from_secs(10)).contains(&passed), "{passed:?}");
    let messages = stderr(&output);
    assert!(
        messages.contains("stopped: no match in ")
            && messages.contains("the closest by clues has ")
    );
    let report = messages.lines().last().unwrap();
    assert!(report.starts_with("made 0 of 1 in "), "{report}");
    assert!(report.ends_with(" attempts/s, stopped by the time limit"), "{report}");

    // Some of these puzzles are found. They are kept although others are not found.
    let many = "generate --seed 1 --count 1000000 --clues 22 --minimal --time 1s --json";
    let output = run(many, "");
    assert_eq!(code(&output), 1);
    let report: serde_json::Value =
        serde_json::from_str(stderr(&output).lines().last().unwrap()).unwrap();
    assert_eq!(report["made"].as_u64().unwrap(), stdout(&output).lines().count() as u64);
    assert!(report["made"].as_u64() > Some(0) && report["is_time_up"] == true, "{report}");
    assert!(report["attempts"].as_u64() > report["made"].as_u64(), "{report}");
    // The number of messages is small: one per thread, and the report.
    assert!(stderr(&output).lines().count() < 300);

    // The message counts the attempts with all symmetries.
    let output = run("generate --seed 1 --symmetry random --clues 17 --minimal --attempts 2", "");
    let tried = stderr(&output).strip_prefix("error: puzzle 0: no match in ").unwrap();
    let tried: u32 = tried.split_once(' ').unwrap().0.parse().unwrap();
    assert!(tried > 2, "{}", stderr(&output));
    assert!(stderr(&output).contains(&format!("made 0 of 1 in {tried} attempts ")));

    // A successful run has a report too.
    let output = run("generate --seed 1 --count 7", "");
    assert_eq!((code(&output), stdout(&output).lines().count()), (0, 7));
    assert!(stderr(&output).starts_with("made 7 of 7 in 7 attempts and "), "{}", stderr(&output));
    let output = run("generate --seed 1", "");
    assert!(stderr(&output).starts_with("made 1 of 1 in 1 attempt and "), "{}", stderr(&output));
}

/// Returns the objects of `generate --json`.
fn made(arguments: &str) -> Vec<serde_json::Value> {
    let lines = good(&format!("generate --quiet --json --seed 7 {arguments}"), "");
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn difficulties_are_spread_evenly() {
    let counts = |arguments: &str| {
        let mut counts = std::collections::BTreeMap::new();
        for puzzle in made(arguments) {
            *counts.entry(puzzle["difficulty"].to_string()).or_insert(0) += 1;
        }
        counts.into_iter().collect::<Vec<_>>()
    };
    let even = |difficulties: &[&str], count| {
        difficulties.iter().map(|it| ((*it).to_owned(), count)).collect::<Vec<_>>()
    };
    let easy = "--count 20 --scale se --difficulty 1.2..1.5 --spread";
    assert_eq!(counts(easy), even(&["1.2", "1.5"], 10));
    let singles = "--count 20 --scale se --difficulty 2.0..2.9 --spread --symmetry half-turn";
    assert_eq!(counts(singles), even(&["2.0", "2.3", "2.5", "2.6", "2.8"], 4));
    // Consecutive puzzles, as many as the range has parts, have each part once from any start.
    assert_eq!(
        counts("--start 3 --count 5 --scale se --difficulty 2.0..2.9 --spread"),
        even(&["2.0", "2.3", "2.5", "2.6", "2.8"], 1)
    );
    // A part that no attempt finds is replaced by the whole range.
    let rare = counts("--count 8 --attempts 20 --scale se --difficulty 1.5..3.8 --spread");
    assert_eq!(rare.iter().map(|(_, count)| count).sum::<usize>(), 8);

    let levels = "--count 10 --scale hodoku --level easy..extreme --spread";
    let puzzles: String =
        made(levels).iter().map(|it| format!("{}\n", it["puzzle"].as_str().unwrap())).collect();
    let rated = good("rate --scale hodoku", &puzzles);
    for level in ["Easy", "Medium", "Hard", "Unfair", "Extreme"] {
        assert_eq!(rated.matches(level).count(), 2, "{rated}");
    }
    for useless in ["", "--scale se --difficulty 7.2", "--scale se --difficulty 7..", "--clues 30"]
    {
        let output = run(&format!("generate --spread {useless}"), "");
        assert_eq!(code(&output), 2, "{useless}");
        assert!(stderr(&output).contains("--spread needs a range"), "{}", stderr(&output));
    }
}

#[test]
fn a_random_symmetry_depends_only_on_the_seed() {
    let arguments = "--count 40 --symmetry random --scale se --difficulty 1.5..4.5 --spread";
    let puzzles = made(arguments);
    assert_eq!(made(&format!("{arguments} --threads 1")), puzzles);
    assert_eq!(made(&format!("{arguments} --start 7"))[..33], puzzles[7..]);
    let mut counts = [0; 10];
    for puzzle in &puzzles {
        let board = puzzle["puzzle"].as_str().unwrap().parse().unwrap();
        let holds = |symmetry: &&PatternSymmetry| symmetry.holds(&board);
        // A puzzle counts for the last symmetry that it has. Each puzzle has one other than `none`.
        let found = PatternSymmetry::ALL.iter().rposition(|it| holds(&it)).unwrap();
        counts[found] += 1;
        let again = good(&format!("generate --quiet --id {}", puzzle["id"].as_str().unwrap()), "");
        assert_eq!(again.trim(), puzzle["puzzle"].as_str().unwrap());
    }
    assert!(counts[0] == 0 && counts[1..].iter().filter(|&&count| count > 0).count() > 5);
    // The command chooses only symmetries that allow the clues. If no symmetry allows them, the
    // error has the reason for one symmetry.
    let odd = made("--count 20 --symmetry random --clues 27..27");
    assert!(odd.iter().all(|puzzle| puzzle["clues"] == 27));
    let output = run("generate --symmetry random --clues 16", "");
    assert!(code(&output) == 2 && stderr(&output).contains("16"), "{}", stderr(&output));
}
