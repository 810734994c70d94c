//! Tests of `sudoku hint`, `hints` and `explain`.

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

use crate::common::{LINE, SOLUTION, code, good, run, stderr, stdout, sudoku};
use serde_json::Value;

/// A puzzle that needs chains.
const HARD: &str =
    "..5...9.3...19456769..5.4.........7....6.12...6.93.8....35...8.57.8...341....3...";

/// A puzzle published as ER 11.9. Its board has a huge number of steps.
const HARDEST: &str =
    "........1.....2.......3..45.16.23...27.8.61..3.871.6...32.68..718..7....6.7......";

#[test]
fn a_hint_has_the_requested_depth() {
    let name = good("hint --depth name", LINE);
    let place = good("hint", LINE);
    let proof = good("hint --depth proof", LINE);
    assert_eq!(name, "1.2 Hidden single\n");
    assert_eq!(place, "1.2 Hidden single: 8 of box 2 in r1c6. So r1c6=8.\n");
    assert!(proof.starts_with(&place) && proof.contains("In box 2, 8 can only be in r1c6."));
    // A puzzle may be an argument, a file or standard input.
    assert_eq!(good(&format!("hint {LINE}"), ""), place);
    let rows: Vec<&str> = (0..9).map(|row| &LINE[9 * row..9 * row + 9]).collect();
    let output = sudoku("hint").arg(rows.join("\n")).output().unwrap();
    assert_eq!(stdout(&output), place, "{output:?}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.txt");
    fs::write(&path, LINE).unwrap();
    assert_eq!(good(&format!("hint {}", path.display()), ""), place);
    for (arguments, said) in [
        ("hint --scale sukaku", "1.2 Hidden single: "),
        ("hint --scale hodoku", "4 Easy "),
        ("hint --to markdown", "1.2 **Hidden single**: "),
        ("hint --show-board", "r1c6"),
    ] {
        assert!(good(arguments, LINE).contains(said), "{arguments}");
    }
    let object: Value = serde_json::from_str(&good("hint --json", LINE)).unwrap();
    assert_eq!(
        (&object["technique"], &object["effect"]),
        (&"hidden single".into(), &"r1c6=8".into())
    );
    assert_eq!(object["placements"], serde_json::json!([[5, 8]]));
}

#[test]
fn all_steps_are_listed_and_the_first_is_the_hint() {
    for scale in ["se", "sukaku", "hodoku"] {
        let steps = good(&format!("hints --scale {scale} --depth name"), LINE);
        assert!(steps.lines().count() > 10, "{steps}");
        let objects = good(&format!("hints --scale {scale} --json"), LINE);
        assert_eq!(objects.lines().count(), steps.lines().count());
        for line in objects.lines() {
            let object: Value = serde_json::from_str(line).unwrap();
            assert_eq!(object["scale"], scale);
        }
    }
    // HoDoKu uses another naked single than the first of these.
    let other = "...89......3............2469....2.5....3..7.216...98..8.17....5.........79.......";
    for scale in ["se", "sukaku", "hodoku"] {
        for puzzle in [LINE, other] {
            let hint = good(&format!("hint --scale {scale}"), puzzle);
            let steps = good(&format!("hints --scale {scale}"), puzzle);
            assert!(steps.starts_with(&hint), "{scale}: {hint}{steps}");
            assert_eq!(steps.matches(&hint).count(), 1, "{scale}: {hint}{steps}");
            for limit in 1..4 {
                let first = good(&format!("hints --scale {scale} --limit {limit}"), puzzle);
                assert_eq!(first.lines().count(), limit);
                assert!(steps.starts_with(&first), "{scale}: {first}{steps}");
            }
        }
    }
}

#[test]
fn techniques_that_are_off_by_default_can_be_added() {
    const KITES: &str =
        "..1.37...4.7..29...2........726..3..8..2....95.3..8.6.....4.8..........765......4";
    let path = |with: &str| good(&format!("explain --scale hodoku {with}"), KITES);
    assert!(!path("").contains("Dual 2-string kite"));
    let added = path("--with template-delete,dual-empty-rectangle --with dual-2-string-kite");
    assert!(added.contains("Dual 2-string kite"), "{added}");
    let steps = good("hints --scale hodoku --depth name --with squirmbag,single-digit", LINE);
    assert!(steps.lines().count() > 10, "{steps}");
    for (arguments, words) in [
        ("hint --with whale", "the scale se has no technique named whale"),
        ("hints --scale hodoku --with x-wing", "the scale hodoku uses x-wing already; you can"),
        ("explain --scale hodoku --with wale", "did you mean `whale`?"),
        ("generate --scale hodoku --with whale --without fish", "both added and excluded"),
        ("generate --scale hodoku --needs whale", "add it to the list `with` too"),
        (
            "generate --scale hodoku --without whale",
            "whale is off by default on the scale hodoku, so",
        ),
        ("generate --with whale", "--with needs --scale hodoku"),
    ] {
        let output = run(arguments, LINE);
        assert_eq!(code(&output), 2, "{arguments}");
        assert!(stderr(&output).contains(words), "{arguments}: {}", stderr(&output));
    }
    let arguments =
        "generate --quiet --seed 1 --scale hodoku --with single-digit --needs dual-2-string-kite";
    let puzzle = good(arguments, "");
    let added = good("explain --scale hodoku --with single-digit", &puzzle);
    assert!(added.contains("Dual 2-string kite"), "{puzzle}{added}");
}

/// If no technique applies, all three subcommands use a digit of the solution.
#[test]
fn brute_force_is_a_step_only_without_another_step() {
    let puzzle =
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
    let hint = good("hint --scale hodoku", puzzle);
    assert!(hint.contains("Brute force"), "{hint}");
    assert_eq!(good("hints --scale hodoku", puzzle), hint);
    assert!(good("explain --scale hodoku", puzzle).contains(&format!("1. {hint}")));
    // Brute force is not listed if there are other steps.
    assert!(!good("hints --scale hodoku", LINE).contains("Brute force"));
}

#[test]
fn a_path_is_explained_to_its_end() {
    for (scale, rating) in
        [("se", "7.2/1.2/1.2"), ("sukaku", "7.1/1.2/1.2"), ("hodoku", "Extreme 1860")]
    {
        for depth in ["name", "place", "proof"] {
            let told = good(&format!("explain --scale {scale} --depth {depth}"), HARD);
            assert!(told.starts_with(&format!("{HARD}\n\n1. ")), "{told}");
            assert!(told.trim_end().ends_with(&format!(": {rating}")), "{told}");
        }
        let objects = good(&format!("explain --scale {scale} --json"), HARD);
        let placed = objects.lines().filter(|line| {
            let object: Value = serde_json::from_str(line).unwrap();
            object["effect"].as_str().unwrap().contains('=')
        });
        let blanks = HARD.matches('.').count();
        assert_eq!(placed.count(), blanks, "{scale}");
    }
    let markdown = good("explain --to markdown", LINE);
    assert!(markdown.starts_with(&format!("# {LINE}\n\n## 1.")), "{markdown}");
}

#[test]
fn each_picture_is_a_separate_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("steps.svg");
    good(&format!("explain --to svg --quiet -o {}", path.display()), LINE);
    let blanks = LINE.matches('.').count();
    let files = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files, blanks);
    let first = fs::read_to_string(folder.path().join("steps-0001.svg")).unwrap();
    assert!(first.starts_with("<svg ") && first.trim_end().ends_with("</svg>"), "{first}");
    // A single picture is the file itself, or standard output.
    let one = folder.path().join("hint.svg");
    good(&format!("hint --format svg -o {}", one.display()), LINE);
    assert_eq!(fs::read_to_string(one).unwrap(), good("hint --to svg", LINE));
    assert_eq!(code(&run("explain --to svg", LINE)), 2);
}

/// Wrong marks are reported instead of a step.
#[test]
fn wrong_marks_are_named() {
    let marks = good("convert --to sukaku", HARD);
    let solved = good("solve", HARD);
    // Remove the solution's digit from the candidates of the first blank cell.
    let cell = HARD.find('.').unwrap();
    let digit = usize::from(solved.as_bytes()[cell] - b'0');
    let mut wrong = marks.clone();
    wrong.replace_range(9 * cell + digit - 1..9 * cell + digit, ".");
    let name = format!("r{}c{} lacks the candidate {digit}", cell / 9 + 1, cell % 9 + 1);
    for subcommand in ["hint", "hints", "explain"] {
        let output = run(subcommand, &wrong);
        assert_eq!((code(&output), stdout(&output)), (1, ""), "{subcommand}");
        assert!(stderr(&output).contains(&format!("wrong: {name}")), "{}", stderr(&output));
    }
    let other = usize::from(solved.as_bytes()[cell] == b'1') + 1;
    let mut placed = marks.trim().to_owned();
    placed.replace_range(9 * cell..9 * cell + 9, &digits(other));
    for peer in 0..81 {
        if peer != cell
            && (peer / 9 == cell / 9 || peer % 9 == cell % 9 || of_box(peer) == of_box(cell))
        {
            placed.replace_range(9 * peer + other - 1..9 * peer + other, ".");
        }
    }
    let output = run(&format!("hint --puzzle {HARD}"), &placed);
    let name = format!("r{}c{} is not {other}", cell / 9 + 1, cell % 9 + 1);
    assert!(stderr(&output).contains(&name), "{}", stderr(&output));
    // A wrong digit is reported, not the candidates that it removes. A changed clue is reported
    // too.
    for (cell, digit) in [(2, "1"), (4, "2")] {
        let mut board = LINE.to_owned();
        board.replace_range(cell..=cell, digit);
        let output = run(&format!("hint --puzzle {LINE}"), &board);
        let all = format!("wrong: r1c{} is not {digit}\n", cell + 1);
        assert!(stderr(&output).ends_with(&all), "{}", stderr(&output));
    }
    // If `--puzzle` does not have exactly one solution, that is the error, not the board.
    for (puzzle, cause) in [
        (
            format!("5{}", ".".repeat(80)),
            "--puzzle must have exactly one solution; it has several solutions: r",
        ),
        (
            format!("55{}", ".".repeat(79)),
            "--puzzle must have exactly one solution; it has no solution: ",
        ),
    ] {
        let output = run(&format!("hint --puzzle {puzzle}"), LINE);
        assert!(stderr(&output).contains(cause), "{}", stderr(&output));
        assert_eq!((code(&output), stdout(&output)), (2, ""));
    }
    // Correct marks are used as they are.
    let hint = good("hint", &marks);
    assert_eq!(hint, good("hint", HARD));
}

fn of_box(cell: usize) -> (usize, usize) {
    (cell / 27, cell % 9 / 3)
}

/// Returns the nine characters of a cell with this single candidate.
fn digits(digit: usize) -> String {
    (1..=9).map(|it| if it == digit { digit.to_string() } else { ".".into() }).collect()
}

#[test]
fn the_error_of_a_board_without_a_step_has_the_reason() {
    let ten = format!("{}{}", &LINE[..21], ".".repeat(60));
    for (bad, reason) in [
        (LINE.replacen("3.", "5.", 1), "no solution: r1c1 and r1c2 both hold 5 in row 1"),
        (LINE.replacen("3.", "1.", 1), "no solution"),
        (LINE.replacen("53", "..", 1), "several solutions"),
        (ten, "several solutions"),
        (SOLUTION.to_owned(), "already solved"),
        ("hello".to_owned(), "found `h`"),
        // The first cell has no candidates.
        (format!("{}{}", ".".repeat(9), "123456789".repeat(80)), "no place left for a digit"),
        ("123456789".repeat(81), "several solutions"),
    ] {
        for subcommand in ["hint", "hints", "explain"] {
            for scale in ["se", "hodoku"] {
                let output = run(&format!("{subcommand} --scale {scale}"), &bad);
                assert_eq!((code(&output), stdout(&output)), (1, ""), "{subcommand} {bad}");
                assert!(stderr(&output).contains(reason), "{reason}: {}", stderr(&output));
            }
        }
    }
}

#[test]
fn drawings_are_refused_with_formats_that_cannot_have_them() {
    for arguments in [
        "hint --show-board --json",
        "hints --show-board --to json",
        "explain --show-board --to svg",
    ] {
        let output = run(arguments, LINE);
        assert_eq!(code(&output), 2, "{output:?}");
        assert!(
            stderr(&output).contains("--show-board needs --to text or --to markdown"),
            "{output:?}"
        );
    }
}

/// With several puzzles, each answer has its line.
#[test]
fn answers_to_several_puzzles_name_their_lines() {
    let wrong = LINE.replacen("53", "55", 1);
    let output = run("hint --depth name", format!("{LINE}\n{wrong}\n{LINE}\n"));
    assert_eq!(stdout(&output), "1.2 Hidden single\nline 3: 1.2 Hidden single\n");
    assert!(stderr(&output).starts_with("error: standard input: line 2: no solution: "));
    let steps = good("hints --depth name --limit 2", format!("{LINE}\n{LINE}\n"));
    let named = ["1.2 Hidden single\n", "line 2: 1.2 Hidden single\n"].map(|it| it.repeat(2));
    assert_eq!(steps, named.concat());
}

/// A slow answer does not delay the answers before it.
#[test]
fn answers_come_as_soon_as_they_are_ready() {
    let sparse = format!("{}\n", ".".repeat(81)).repeat(100);
    let first_alone: fn(&[u8]) -> bool = |answer| answer == b"1\n";
    for (arguments, input, is_first) in [
        ("count", format!("{LINE}\n{sparse}"), first_alone),
        ("hints --limit 10000000 --scale sukaku", HARDEST.to_owned(), |answer| !answer.is_empty()),
    ] {
        let mut command = sudoku(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let mut answer = [0; 64];
        let read = child.stdout.take().unwrap().read(&mut answer).unwrap();
        let is_at_work = child.try_wait().unwrap().is_none();
        child.kill().unwrap();
        child.wait().unwrap();
        let _ = writer.join().unwrap();
        assert!(is_first(&answer[..read]), "{arguments}: {:?}", &answer[..read]);
        assert!(is_at_work, "{arguments}");
    }
}
