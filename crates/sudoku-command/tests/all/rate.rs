//! Tests of `sudoku rate`.

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

use crate::common::{LINE, SOLUTION, code, good, run, stderr, stdout, sudoku};
use serde_json::{Value, json};

/// Puzzles of the generator with the ratings of three programs: Sudoku Explainer 1.2.1,
/// SukakuExplainer 1.18 and HoDoKu 2.3.
const RATED: [(&str, &str, &str, &str); 5] = [
    (
        "....1.35.....4...158.62397.3.6471.9.7...9.........61.72...6..49..7.....2..93...1.",
        "2.6/1.2/1.2",
        "2.6/1.2/1.2",
        "Medium 486",
    ),
    (
        "...92....35.76..2.1.9...4...31.7...6.4..9.7..9.6.5...44.76...9.5.2.....1.93...8.2",
        "1.5/1.2/1.2",
        "1.5/1.2/1.2",
        "Easy 366",
    ),
    (
        "..5...9.3...19456769..5.4.........7....6.12...6.93.8....35...8.57.8...341....3...",
        "7.2/1.2/1.2",
        "7.1/1.2/1.2",
        "Extreme 1860",
    ),
    (
        "..5............7...9..74.1..6.7......783.2...3...9.....3.8...2....54...88....34.9",
        "8.4/1.2/1.2",
        "8.4/1.2/1.2",
        "Extreme 6014",
    ),
    (
        "2......1...82..9.56....4.......7..2..5.6...93..4.3.8...6.18..7..3...............8",
        "7.2/1.2/1.2",
        "7.2/1.2/1.2",
        "Extreme 2132",
    ),
];

fn puzzles() -> String {
    RATED.map(|(puzzle, ..)| format!("{puzzle}\n")).concat()
}

#[test]
fn puzzles_are_rated_in_order_on_each_scale() {
    let many = puzzles().repeat(20);
    for (scale, text) in [
        ("se", RATED.map(|(puzzle, se, _, _)| format!("{puzzle} {se}\n"))),
        ("sukaku", RATED.map(|(puzzle, _, sukaku, _)| format!("{puzzle} {sukaku}\n"))),
    ] {
        for threads in [1, 2, 5] {
            let arguments = format!("rate --scale {scale} --threads {threads}");
            assert_eq!(good(&arguments, &many), text.concat().repeat(20), "{arguments}");
        }
    }
    let all =
        RATED.map(|(puzzle, se, sukaku, hodoku)| format!("{puzzle} {se} {hodoku} {sukaku}\n"));
    assert_eq!(good("rate --scale se,hodoku,sukaku", puzzles()), all.concat());
    // The default is the scale of most published lists.
    assert_eq!(good("rate", LINE), format!("{LINE} 1.2/1.2/1.2\n"));
    assert_eq!(code(&run("rate --scale hard", LINE)), 2);
}

#[test]
fn json_has_an_object_for_each_puzzle() {
    let object = |arguments: &str| -> Value {
        let text = good(arguments, RATED[2].0);
        assert!(
            text.contains("\"se_er\":7.2,\"se_ep\":1.2,\"se_ed\":1.2") || !arguments.contains("se")
        );
        serde_json::from_str(&text).unwrap()
    };
    let puzzle = RATED[2].0;
    assert_eq!(
        object("rate --json"),
        json!({"line": 1, "puzzle": puzzle, "se_er": 7.2, "se_ep": 1.2, "se_ed": 1.2})
    );
    assert_eq!(
        object("rate --json --scale hodoku"),
        json!({"line": 1, "puzzle": puzzle, "hodoku_level": "Extreme", "hodoku_score": 1860})
    );
    assert_eq!(
        object("rate --json --scale hodoku,se"),
        json!({
            "line": 1, "puzzle": puzzle,
            "hodoku_level": "Extreme", "hodoku_score": 1860,
            "se_er": 7.2, "se_ep": 1.2, "se_ed": 1.2,
        })
    );
}

/// A puzzle that takes longer than its time limit gets no rating, and the others get theirs.
#[test]
fn a_puzzle_above_the_time_limit_has_no_rating() {
    // Golden Nugget: its rating takes 0.1 s on HoDoKu's scale, and seconds on the others. Its first
    // step takes more than 50 ms.
    let nugget =
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    let unfinished = "the time limit was reached";
    let advice = "use a longer --time-limit";
    for (scale, subcommand, time) in
        [("se", "rate", "150ms"), ("hodoku,se", "rate", "10ms"), ("se", "hint", "1ms")]
    {
        let arguments = format!("{subcommand} --scale {scale} --time-limit {time}");
        let output = run(&arguments, nugget);
        let said = "error: standard input: line 1: ";
        assert_eq!((code(&output), stderr(&output).lines().count()), (1, 1), "{output:?}");
        assert!(stderr(&output).starts_with(said) && stderr(&output).contains(unfinished));
        assert!(stderr(&output).contains(advice) && !stderr(&output).contains("/0.0"));
        assert!(!stdout(&output).contains('/'), "a rating that may be wrong: {output:?}");
    }
    let output = run("rate --time-limit 150ms --summary --on-error mark", nugget);
    assert!(stdout(&output).contains("unrated") && code(&output) == 1, "{output:?}");
    let enough = good("rate --scale se,hodoku,sukaku --time-limit 1h", puzzles());
    assert_eq!(enough, good("rate --scale se,hodoku,sukaku", puzzles()));
    assert_eq!(code(&run("rate --time-limit 0s", LINE)), 2);
}

/// An entry that cannot be rated is reported with its line and the reason. The others are still
/// rated.
#[test]
fn the_error_of_a_puzzle_without_a_rating_has_the_reason() {
    let ten = format!("{}{}", &LINE[..21], ".".repeat(60));
    for (bad, reason) in [
        (LINE.replacen("3.", "5.", 1), "no solution: r1c1 and r1c2 both hold 5 in row 1"),
        (LINE.replacen("3.", "1.", 1), "no solution"),
        (LINE.replacen("53", "..", 1), "several solutions: r1c1 can be 3 or 5"),
        (ten, "several solutions: "),
        (".".repeat(81), "several solutions: "),
        (SOLUTION.to_owned(), "already solved"),
        ("hello".to_owned(), "column 1 (r1c1): found `h`"),
    ] {
        for scale in ["se", "sukaku", "hodoku", "se,hodoku"] {
            let input = format!("{LINE}\n{bad}\n{LINE}\n");
            let output = run(&format!("rate --scale {scale}"), &input);
            assert_eq!((code(&output), stdout(&output).lines().count()), (1, 2), "{bad}");
            assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
            assert!(
                stderr(&output).starts_with("error: standard input: line 2"),
                "{}",
                stderr(&output)
            );
            assert!(stderr(&output).contains(reason), "{reason}: {}", stderr(&output));
            let output = run(&format!("rate --scale {scale} --json --on-error mark"), &input);
            let second: Value =
                serde_json::from_str(stdout(&output).lines().nth(1).unwrap()).unwrap();
            assert!(second["error"].as_str().unwrap().contains(reason), "{second}");
        }
    }
}

/// For a puzzle given by candidates, the candidates determine the rating.
#[test]
fn the_rating_depends_on_the_given_candidates() {
    let puzzle = RATED[0].0;
    for format in ["candidates", "sukaku", "grid", "csv"] {
        let written = good(&format!("convert --to {format}"), puzzle);
        assert_eq!(good("rate", written), format!("{puzzle} 2.6/1.2/1.2\n"), "{format}");
    }
    // A candidate that the clues allow is already removed.
    let marks = good("convert --to sukaku", puzzle).trim().to_owned();
    let solved = good("solve", puzzle);
    let first = (0..729).find(|&place| {
        let digit = marks.as_bytes()[place];
        digit != b'.' && digit != solved.as_bytes()[place / 9] && marks[place / 9 * 9..].len() > 9
    });
    let mut fewer = marks.clone();
    fewer.replace_range(first.unwrap()..=first.unwrap(), ".");
    let rated = good("rate", &fewer);
    assert!(rated.starts_with(&format!("{fewer} ")), "{rated}");
    // A cell without candidates.
    let none = format!("{}{}", ".".repeat(9), &marks[9..]);
    let output = run("rate", none);
    assert_eq!((code(&output), stdout(&output)), (1, ""));
    assert!(stderr(&output).contains("no place left for a digit"), "{}", stderr(&output));
}

#[test]
fn a_summary_counts_ratings() {
    let input = format!("{}{}{}\nhello\n", puzzles(), puzzles(), LINE.replacen("53", "..", 1));
    let output = run("rate --summary --scale se,hodoku --json", &input);
    let mut summary: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(code(&output), 1);
    assert!(summary["seconds"].as_f64().unwrap() > 0.0, "{summary}");
    assert!(summary["puzzles_per_second"].as_f64().unwrap() > 0.0, "{summary}");
    for time in ["seconds", "puzzles_per_second"] {
        summary.as_object_mut().unwrap().remove(time);
    }
    let expected = json!({
        "puzzles": 11, "unreadable": 1, "scales": [
            {"scale": "se", "unrated": 1, "ratings": {"1.5": 2, "2.6": 2, "7.2": 4, "8.4": 2}},
            {"scale": "hodoku", "unrated": 1, "ratings": {"Easy": 2, "Medium": 2, "Extreme": 6}},
        ],
    });
    assert_eq!(summary, expected);
    let output = run("rate --summary", &input);
    let text = stdout(&output);
    assert!(
        text.starts_with("11 puzzles in ") && text.contains("\n7.2                4   36.36%\n")
    );
    assert_eq!(text.lines().count(), 8, "{text}");
}

/// A killed process leaves whole lines, and the answers that were finished early.
#[test]
fn a_killed_command_leaves_whole_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.txt");
    fs::write(&path, puzzles().repeat(20_000)).unwrap();
    let mut child = sudoku(&format!("rate {}", path.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut written = vec![0; 500];
    let mut from = child.stdout.take().unwrap();
    from.read_exact(&mut written).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    from.read_to_end(&mut written).unwrap();
    let text = String::from_utf8(written).unwrap();
    assert!(text.ends_with('\n'), "{text}");
    for (line, (puzzle, se, _, _)) in text.lines().zip(RATED.into_iter().cycle()) {
        assert_eq!(line, format!("{puzzle} {se}"));
    }
}

#[test]
fn a_repeated_scale_rates_once() {
    let twice = good("rate --json --scale se,hodoku,se", LINE);
    assert_eq!(twice, good("rate --json --scale se,hodoku", LINE));
    assert_eq!(good("rate --scale se,se", LINE), good("rate", LINE));
    let summary = good("rate --summary --scale se,se", LINE);
    assert!(summary.starts_with("1 puzzle in "), "{summary}");
    assert_eq!(summary.matches("se ").count(), 1, "{summary}");
}

/// Two processes must not write to the same file, because their lines would mix.
#[test]
fn a_file_that_another_process_writes_is_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rated.txt");
    let to_path = format!("rate --output {}", path.display());
    let mut first = sudoku(&to_path).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut input = first.stdin.take().unwrap();
    writeln!(input, "{LINE}").unwrap();
    while fs::read(&path).map_or(0, |text| text.len()) == 0 {
        assert!(first.try_wait().unwrap().is_none(), "it waits for more");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let second = run(&to_path, LINE);
    assert_eq!(code(&second), 2, "{second:?}");
    assert!(
        stderr(&second).contains("rated.txt: another process is writing to this file"),
        "{second:?}"
    );
    writeln!(input, "{LINE}").unwrap();
    drop(input);
    assert!(first.wait().unwrap().success());
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{LINE} 1.2/1.2/1.2\n").repeat(2));
    // After that, the file is unlocked.
    assert_eq!(code(&run(&to_path, LINE)), 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{LINE} 1.2/1.2/1.2\n"));
}

#[test]
fn measures_are_columns_and_conditions() {
    let singles = RATED[1].0;
    let deep = "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..";
    let input = format!("{singles}\n{deep}\n");
    let lines = good("rate --measures backdoor,te_depth,backdoor", &input);
    assert_eq!(lines, format!("{singles} 0 0\n{deep} 2 3\n"));
    let csv = good("rate --scale se --measures te_depth --to csv", format!("{singles}\n"));
    assert_eq!(csv, format!("puzzle,se_er,se_ep,se_ed,te_depth\n{singles},1.5,1.2,1.2,0\n"));
    let kept = good("select te_depth>=3", &input);
    assert_eq!(kept, format!("{deep}\n"));
    let sorted = good("select backdoor<3 --sort -te_depth", &input);
    assert_eq!(sorted, format!("{deep}\n{singles}\n"));
    // A full grid has no step to rate, but it has measures.
    let grid = good("solve", singles);
    let grid = grid.trim_end();
    assert_eq!(good("rate --measures backdoor,te_depth", grid), format!("{grid} 0 0\n"));
    assert_eq!(good("select backdoor=0", grid), format!("{grid}\n"));
    let unrated = run("rate --scale se,hodoku --measures backdoor", grid);
    assert_eq!(stdout(&unrated), format!("{grid} - - - 0\n"));
    let solved = "line 1: already solved: there is no step to rate\n";
    assert_eq!((code(&unrated), stderr(&unrated).matches(solved).count()), (1, 1), "{unrated:?}");
    // An improper puzzle has one message, although it has neither ratings nor measures.
    let improper = run("rate --scale se --measures backdoor,te_depth", ".".repeat(81));
    assert_eq!((stdout(&improper), stderr(&improper).lines().count()), ("", 1), "{improper:?}");
    // Candidates that exclude more than the clues do have no measures.
    let marks = format!("{}1........", "123456789".repeat(80));
    for (puzzle, message) in [
        (
            marks,
            "line 1: backdoor: a puzzle given by candidates has no such measure; pass its clues, \
             or leave out --measures",
        ),
        (".".repeat(81), "line 1: several solutions"),
        (grid.replacen('1', "2", 1), "line 1: no solution"),
    ] {
        let output = run("rate --measures backdoor", puzzle);
        assert_eq!(code(&output), 1);
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}

#[test]
fn a_summary_counts_the_values_of_measures() {
    let deep = "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..";
    let input = format!("{}\n{deep}\n{}\n{}\n", RATED[1].0, RATED[1].0, ".".repeat(81));
    let summary = run("rate --summary --json --measures backdoor,te_depth", &input);
    let object: Value = serde_json::from_str(stdout(&summary)).unwrap();
    assert_eq!(object["scales"], serde_json::json!([]));
    let expected = serde_json::json!([
        { "measure": "backdoor", "unrated": 1, "values": { "0": 2, "2": 1 } },
        { "measure": "te_depth", "unrated": 1, "values": { "0": 2, "3": 1 } },
    ]);
    assert_eq!(object["measures"], expected);
    let summary = run("rate --summary --scale se --measures te_depth", &input);
    let table = "\nte_depth     puzzles\n0                  2   50.00%\n3                  1   25.00%\n\
                 unrated            1\n";
    assert!(stdout(&summary).ends_with(table), "{}", stdout(&summary));
    assert!(stdout(&summary).contains("\nunrated            1\n"), "{}", stdout(&summary));
}

#[test]
fn steps_are_counted_on_a_scale() {
    let output = run("rate --measures backdoor --techniques", LINE);
    assert_eq!((code(&output), stdout(&output)), (2, ""));
    let message = "--techniques counts the steps on a scale; name one, such as --scale se";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
    good("rate --scale se --measures backdoor --techniques", LINE);
}
