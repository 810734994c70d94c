//! Tests of variants: `--rules`, and links of f-puzzles with rules.

use std::fs;

use crate::common::{self, LINE, SOLUTION, code, good, run, stderr, stdout};
use sudoku_core::Grid;
use sudoku_rules::{RuleKind, Rules};

/// The "Miracle Sudoku" of Mitchell Lee, without its clues.
const MIRACLE: &str = "anti-knight\nanti-king\nnon-consecutive\n";

/// Its clues: 1 and 2.
const CLUES: &str =
    "......................................1............2.............................";

/// A file that the test removes at its end.
struct RulesFile(tempfile::NamedTempFile);

impl RulesFile {
    fn new(text: &str) -> Self {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(&file, text).unwrap();
        Self(file)
    }

    fn path(&self) -> &str {
        self.0.path().to_str().unwrap()
    }
}

fn link(rules: &Rules) -> String {
    sudoku_text::f_puzzles_link(&rules.to_f_puzzles().unwrap())
}

fn miracle() -> Rules {
    format!("board {CLUES}\n{MIRACLE}").parse().unwrap()
}

#[test]
fn rules_with_clues_are_a_puzzle() {
    let file = RulesFile::new(&miracle().to_string());
    let path = file.path();
    let solution = good(&format!("solve --rules {path}"), "");
    let grid: Grid = solution.trim_end().parse().unwrap();
    assert_eq!(miracle().check(&grid), Ok(()));
    assert_eq!(good(&format!("solve --first --rules {path}"), ""), solution);
    let json = good(&format!("solve --json --rules {path}"), "");
    let fields = format!("\"puzzle\":\"{}\",\"solution\":\"{}\"", CLUES, solution.trim_end());
    assert_eq!(json, format!("{{\"line\":1,{fields}}}\n"));
    // The verdict about minimality depends on the limit of the searches.
    let verdict = good(&format!("check --rules {path}"), "");
    assert!(verdict.starts_with("line 1: proper, by its rules, "), "{verdict}");
    assert_eq!(good(&format!("count --rules {path}"), ""), "1\n");
    assert_eq!(good(&format!("enumerate --rules {path}"), ""), solution);
}

#[test]
fn every_puzzle_of_the_input_gets_the_rules() {
    let file = RulesFile::new(MIRACLE);
    let path = file.path();
    let input = format!("{}\n{LINE}\n{}\n", CLUES, ".".repeat(81));
    let solved = run(&format!("solve --rules {path} -"), &input);
    assert_eq!(stdout(&solved).lines().count(), 1);
    let reasons: Vec<_> = stderr(&solved).lines().collect();
    let start = "error: standard input: line 2: no solution: ";
    assert!(reasons[0].starts_with(start) && reasons[0].contains("anti-knight"), "{reasons:?}");
    let start = "error: standard input: line 3: several solutions: ";
    assert!(reasons[1].starts_with(start), "{reasons:?}");
    assert_eq!((reasons.len(), code(&solved)), (2, 1));

    let checked = run(&format!("check --summary --rules {path} -"), &input);
    let summary = " of them minimal\n1 with several solutions, 1 with none\n0 unreadable\n";
    assert!(stdout(&checked).starts_with("3 puzzles: 1 proper, "), "{}", stdout(&checked));
    assert!(stdout(&checked).ends_with(summary), "{}", stdout(&checked));
    assert_eq!(code(&checked), 1);
    assert_eq!(good(&format!("count --limit 3 --rules {path} -"), &input), "1\n0\n3\n");
    // Candidates are not clues, so they are refused, not ignored.
    let candidates = format!("12.......{}", "123456789".repeat(80));
    let refused = run(&format!("solve --rules {path} -"), candidates);
    assert!(stderr(&refused).contains("only puzzles given by clues"), "{}", stderr(&refused));
    assert_eq!((stdout(&refused), code(&refused)), ("", 1));
}

#[test]
fn a_verdict_names_the_broken_rule() {
    let file = RulesFile::new(&format!("board 98{}\ncage 3 r1c1 r1c2\n", ".".repeat(79)));
    let checked = run(&format!("check --json --rules {}", file.path()), "");
    let verdict: serde_json::Value = serde_json::from_str(stdout(&checked)).unwrap();
    assert_eq!((&verdict["proper"], &verdict["minimal"]), (&false.into(), &().into()));
    let cause = verdict["cause"].as_str().unwrap();
    assert!(cause.starts_with("no solution: ") && cause.ends_with("(cage 3 r1c1 r1c2)"), "{cause}");
    assert_eq!(code(&checked), 1);
}

#[test]
fn every_mistake_in_rules_has_its_line_and_column() {
    let file = RulesFile::new("diagonal-up\n  magic r5c5\ncage 10 r1c1 r0c2\n");
    let path = file.path();
    let refused = run(&format!("solve --rules {path}"), "");
    let lines: Vec<_> = stderr(&refused).lines().collect();
    let [first, second] = lines[..] else { panic!("{lines:?}") };
    assert!(first.starts_with(&format!("error: {path}: line 2, column 3: unknown rule `magic`")));
    assert!(second.starts_with(&format!("error: {path}: line 3, column 14: ")), "{second}");
    assert_eq!((stdout(&refused), code(&refused)), ("", 2));

    let many = RulesFile::new(&"magic\n".repeat(30));
    let refused = run(&format!("count --rules {}", many.path()), "");
    assert_eq!(stderr(&refused).lines().count(), 21);
    assert!(stderr(&refused).ends_with(": 10 more mistakes\n"));
    let long = RulesFile::new(&"# rubbish\n".repeat(10_000));
    let refused = run(&format!("check --rules {}", long.path()), "");
    assert!(stderr(&refused).ends_with(": more than 65536 bytes, the maximum for rules\n"));
    assert_eq!(code(&refused), 2);
}

#[test]
fn arguments_that_contradict_the_rules_are_refused() {
    let file = RulesFile::new(&miracle().to_string());
    let path = file.path();
    for (arguments, message) in [
        (format!("solve --rules {path} -"), "the rules have a line `board`"),
        ("solve --rules -".to_owned(), "--rules needs a file"),
        ("solve --rules missing.txt".to_owned(), "missing.txt: "),
        (format!("solve --rules {path} --output {path}"), "is both input and output"),
        (format!("count --rules {path} --strategy mrv"), "cannot be used with"),
    ] {
        let refused = run(&arguments, LINE);
        assert!(stderr(&refused).contains(message), "{arguments}: {}", stderr(&refused));
        assert_eq!((stdout(&refused), code(&refused)), ("", 2), "{arguments}");
    }
    assert_eq!(fs::read_to_string(path).unwrap(), miracle().to_string());
}

#[test]
fn links_can_have_rules() {
    let solution = good(&format!("solve {}", link(&miracle())), "");
    let grid: Grid = solution.trim_end().parse().unwrap();
    assert_eq!(miracle().check(&grid), Ok(()));

    // The grid is blank, and one cell of each row is a cage with the digit of the solution.
    let cages =
        grid.as_board().to_line().iter().enumerate().fold(String::new(), |text, (at, digit)| {
            let (row, column) = (at / 9 + 1, at % 9 + 1);
            if row == column {
                text
            } else {
                format!("{text}cage {} r{row}c{column}\n", digit - b'0')
            }
        });
    let killer: Rules = cages.parse().unwrap();
    let input = format!(
        "{}\nhttps://f-puzzles.com/?load=N4IgDgTg\n{}\n",
        link(&killer),
        good("convert --to f-puzzles", LINE).trim_end(),
    );
    let solved = run("solve", &input);
    assert_eq!(stdout(&solved), format!("{solution}{SOLUTION}\n"));
    assert!(stderr(&solved).starts_with("error: standard input: line 2: "), "{}", stderr(&solved));
    let checked = run("check", &input);
    assert!(stdout(&checked).starts_with("line 1: proper, by its rules, not minimal, "));
    assert!(stdout(&checked).contains("\nline 3: proper, "), "{}", stdout(&checked));
    assert_eq!(stdout(&run("count", &input)), "1\n1\n");

    // The rules of the file are added to those of the link.
    let file = RulesFile::new("diagonal-up\ndiagonal-down\n");
    let link = link(&killer);
    assert_eq!(good(&format!("count --rules {} {link}", file.path()), ""), "0\n");
    // Only a link of f-puzzles can have rules, and a link to a solution has none.
    assert_eq!(good(&format!("convert --to f-puzzles {link}"), ""), format!("{link}\n"));
    let path = file.path();
    let diagonals = good(&format!("convert --to f-puzzles --rules {path}"), "");
    assert_eq!(good("convert --to f-puzzles", &diagonals), diagonals);
    for (arguments, message) in [
        ("convert", "no place for the rules"),
        ("convert --to csv", "no place for the rules"),
        ("solve --to f-puzzles", "a link to a solution would lose the rules"),
        ("solve --to sudokupad", "a link to a solution would lose the rules"),
    ] {
        let refused = run(arguments, &link);
        assert!(stderr(&refused).contains(message), "{arguments}: {}", stderr(&refused));
        assert_eq!(code(&refused), 1, "{arguments}");
    }
    // Rules of a file are refused at once.
    let refused = run(&format!("convert --to csv --rules {path}"), format!("{LINE}\n{LINE}\n"));
    assert_eq!(stderr(&refused).matches("--rules needs --to f-puzzles, drawing or svg").count(), 1);
    assert_eq!((code(&refused), stdout(&refused)), (2, ""));
    // Other subcommands read classic puzzles only.
    let refused = run(&format!("rate {link}"), "");
    assert!(stderr(&refused).contains("a variant (killer cages)"), "{}", stderr(&refused));
}

#[test]
fn a_rule_without_a_meaning_is_refused_by_name() {
    let row = format!("[{}]", ["{}"; 9].join(","));
    let grid = [row.as_str(); 9].join(",");
    for (field, message) in [
        ("\"foglight\":[[\"R1C1\"]]", "line 1: the puzzle has the rule `foglight`"),
        (
            "\"killercage\":[{\"cells\":[\"R1C1\"],\"value\":\"46\"}]",
            "line 1: the field `killercage`",
        ),
        ("\"killercage\":7,\"diagonal+\":true", "line 1: the field `killercage` is not as"),
    ] {
        let refused = run("solve", format!("{{\"size\":9,\"grid\":[{grid}],{field}}}"));
        assert!(stderr(&refused).contains(message), "{}", stderr(&refused));
        assert_eq!((stdout(&refused), code(&refused)), ("", 1), "{field}");
    }
}

#[test]
fn invalid_links_are_refused_and_the_other_puzzles_are_solved() {
    let rubbish = "N4Ig".repeat(2_500_000);
    let good = link(&miracle());
    let input = format!(
        "https://f-puzzles.com/?load={rubbish}\nhttps://f-puzzles.com/?load={}\n{good}\n\
         https://f-puzzles.com/?load={}\n",
        &rubbish[..20_000],
        &good[good.len() / 2..],
    );
    let solved = run("solve", &input);
    let errors: Vec<_> = stderr(&solved).lines().collect();
    assert_eq!(errors.len(), 3, "{errors:?}");
    assert!(errors[0].contains("line 1: longer than 65536 bytes"), "{errors:?}");
    assert!(errors[1].contains("line 2: the compressed puzzle"), "{errors:?}");
    assert!(errors[2].contains("line 4: the compressed puzzle"), "{errors:?}");
    assert_eq!((stdout(&solved).len(), code(&solved)), (82, 1));
}

#[test]
fn redundant_clues_and_rules_are_named() {
    let cage = "cage 3 r1c3 r1c4";
    let file = RulesFile::new(&format!("board {LINE}\n{cage}\ndifference 2 r1c1 r1c2\n"));
    let refused = run(&format!("check --rules {}", file.path()), "");
    assert!(stdout(&refused).contains("no solution"), "{}", stdout(&refused));
    // One rule follows from the clues, and some clues follow from the other clues.
    let file = RulesFile::new(&format!("board {LINE}\ndifference 2 r1c1 r1c2\n"));
    let path = file.path();
    let checked = good(&format!("check --json --rules {path}"), "");
    let verdict: serde_json::Value = serde_json::from_str(&checked).unwrap();
    assert_eq!((&verdict["proper"], &verdict["minimal"]), (&true.into(), &false.into()));
    let redundant: Vec<&str> =
        verdict["redundant"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert!(redundant.contains(&"difference 2 r1c1 r1c2"), "{redundant:?}");
    let text = good(&format!("check --rules {path}"), "");
    assert_eq!(
        text,
        format!("line 1: proper, by its rules, not minimal, redundant: {}\n", redundant.join("; "))
    );
    for &clue in redundant.iter().filter(|it| it.starts_with('r')) {
        let cell: sudoku_core::Cell = clue.parse().unwrap();
        let mut board: sudoku_core::Board = LINE.parse().unwrap();
        board.set(cell, None);
        let without = RulesFile::new(&format!("board {board}\ndifference 2 r1c1 r1c2\n"));
        assert_eq!(good(&format!("count --rules {}", without.path()), ""), "1\n", "{clue}");
    }
}

#[test]
fn solutions_are_listed() {
    let file = RulesFile::new("diagonal-up\ndiagonal-down\n");
    let path = file.path();
    let listed = good(&format!("enumerate --limit 3 --rules {path}"), "");
    let rules: Rules = "diagonal-up\ndiagonal-down".parse().unwrap();
    let grids: Vec<Grid> = listed.lines().map(|line| line.parse().unwrap()).collect();
    assert!(grids.len() == 3 && grids.iter().all(|grid| rules.check(grid).is_ok()), "{listed}");
    let refused = run(&format!("enumerate --sample 3 --rules {path}"), "");
    assert_eq!(code(&refused), 2);
    let refused = run(&format!("enumerate --nth 3 {}", link(&rules)), "");
    assert!(stderr(&refused).contains("--nth and --sample need"), "{}", stderr(&refused));
}

#[test]
fn variants_are_made_from_a_seed() {
    let made = good("generate --quiet --rules killer --seed 7 --count 2 --to line", "");
    assert_eq!(
        made,
        good("generate --quiet --rules killer --seed 7 --count 2 --to line --threads 1", "")
    );
    let puzzles: Vec<&str> = made.split_terminator("\n\n").collect();
    assert_eq!(puzzles.len(), 2, "{made}");
    assert!(puzzles[1].starts_with("# seed 7, puzzle 1\nboard ..."), "{made}");
    let second = good("generate --quiet --rules killer --seed 7 --start 1 --to line", "");
    assert_eq!(second.trim_end(), puzzles[1]);
    let file = RulesFile::new(puzzles[1]);
    let checked = good(&format!("check --rules {}", file.path()), "");
    assert_eq!(checked, "line 1: proper, by its rules, minimal\n");

    let json =
        good("generate --quiet --rules thermo,kropki --symmetry half-turn --seed 7 --json", "");
    let made: serde_json::Value = serde_json::from_str(&json).unwrap();
    let text =
        format!("board {}\n{}", made["puzzle"].as_str().unwrap(), made["rules"].as_str().unwrap());
    let rules: Rules = text.parse().unwrap();
    assert_eq!(made["clues"], rules.board.clue_count());
    assert_eq!(rules.check(&made["solution"].as_str().unwrap().parse().unwrap()), Ok(()));
    let links = good(
        "generate --quiet --rules thermo,kropki --symmetry half-turn --seed 7 --to f-puzzles",
        "",
    );
    assert_eq!(links.trim_end(), link(&rules));
}

#[test]
fn options_without_support_for_variants_are_refused() {
    for (arguments, message) in [
        ("--rules killer --clues 24", "cannot be used with"),
        ("--rules killer --ids", "cannot be used with"),
        ("--rules killer --strategy mrv", "cannot be used with"),
        ("--rules magic", "invalid value 'magic'"),
        ("--rules diagonal --cages 2,3", "--cages needs --rules killer"),
        ("--rules killer --cages 2..3", "expected sizes from 1 to 9"),
        ("--rules killer --cages 2,4", "cannot cover the 81 cells"),
        ("--rules killer --cages 9:9", "add smaller sizes"),
        ("--rules thermo --images 3", "--images"),
        ("--cages 2,3", "--rules"),
        ("--rules killer --symmetry random", "choose one symmetry"),
        ("--rules killer --to grid", "no place for rules"),
    ] {
        let refused = run(&format!("generate {arguments}"), "");
        assert!(stderr(&refused).contains(message), "{arguments}: {}", stderr(&refused));
        assert_eq!((stdout(&refused), code(&refused)), ("", 2), "{arguments}");
    }
}

#[test]
fn counts_have_a_limit() {
    let file = RulesFile::new("diagonal-up\ndiagonal-down\n");
    let path = file.path();
    assert_eq!(good(&format!("count --limit 7 --rules {path}"), ""), "7\n");
    let most = run(&format!("count --rules {path}"), "");
    assert_eq!((stdout(&most), code(&most)), ("1000000\n", 0));
    assert!(stderr(&most).contains("a variant is counted up to that number"), "{}", stderr(&most));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_search_with_rules() {
    let file = RulesFile::new("diagonal-up\ndiagonal-down\n");
    let mut command = common::sudoku(&format!("count --limit {} --rules", u64::MAX));
    let mut child = command.arg(file.path()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// Every digit of a hint is right, and comes with numbered steps.
#[test]
fn hints_lead_to_the_solution_of_an_easy_variant() {
    let sum: u8 = SOLUTION[2..4].bytes().map(|digit| digit - b'0').sum();
    let file = RulesFile::new(&format!("board {LINE}\ncage {sum} r1c3 r1c4\n"));
    let explained = good(&format!("explain --rules {}", file.path()), "");
    let digits: Vec<&str> =
        explained.lines().filter_map(|line| line.split_once(". r")).map(|it| it.1).collect();
    let digits: Vec<&str> = digits.into_iter().filter(|it| it.len() == 5).collect();
    assert_eq!(digits.len(), LINE.bytes().filter(|&byte| byte == b'.').count(), "{explained}");
    for digit in digits {
        let number = |at: usize| usize::from(digit.as_bytes()[at] - b'0');
        let cell = 9 * (number(0) - 1) + number(2) - 1;
        assert_eq!(SOLUTION.as_bytes()[cell], digit.as_bytes()[4], "{digit}");
    }
    let hint = good(&format!("hint --rules {}", file.path()), "");
    assert!(hint.contains("\n  1. In ") && hint.contains("fits only in"), "{hint}");
    let rules: Rules = fs::read_to_string(file.path()).unwrap().parse().unwrap();
    assert_eq!(good("hint", link(&rules)), hint);
    let json = good(&format!("hint --json --rules {}", file.path()), "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(json["cell"].is_string() && json["steps"][0]["kind"] == "hidden", "{json}");
}

#[test]
fn a_variant_without_a_simple_step_is_reported() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let file = RulesFile::new(&format!("board {hard}\ndigits 8 r1c1\n"));
    for (arguments, cause) in [
        ("hint", "no further step: singles, locked candidates, subsets, one rule"),
        ("explain", "no further step: singles, locked candidates, subsets, one rule"),
    ] {
        let output = run(&format!("{arguments} --rules {}", file.path()), "");
        assert_eq!((code(&output), stdout(&output)), (1, ""), "{output:?}");
        assert!(stderr(&output).contains(cause), "{output:?}");
    }
    let several = RulesFile::new("cage 4 r1c1 r1c2\n");
    let output = run(&format!("hint --rules {}", several.path()), "");
    assert!(stderr(&output).contains("several solutions"), "{output:?}");
}

/// A file of rules in place of puzzles leads to the option that reads it.
#[test]
fn rules_without_their_option_get_advice() {
    let file = RulesFile::new("# A comment.\ncage 4 r1c1 r1c2\n");
    let with_board = RulesFile::new(&miracle().to_string());
    for (arguments, input, advice) in [
        (format!("hint {}", file.path()), "", "the rules of a variant; use --rules FILE"),
        (format!("solve --json {}", with_board.path()), "", "; use --rules FILE"),
        ("count".to_owned(), MIRACLE, "standard input: these are the rules of a variant"),
        (format!("rate {}", file.path()), "", "hint, explain and convert read them with --rules"),
        (format!("rate --rules {}", file.path()), "", "convert have --rules"),
        (format!("hints --rules {}", file.path()), "", "convert have --rules"),
    ] {
        let refused = run(&arguments, input);
        assert!(stderr(&refused).contains(advice), "{arguments}: {}", stderr(&refused));
        assert_eq!((stdout(&refused), code(&refused)), ("", 2), "{arguments}");
    }
}

/// Without rules, the answers would be those of classic Sudoku.
#[test]
fn a_file_without_rules_is_refused() {
    for text in ["", "# A comment.\n\n;\n"] {
        let file = RulesFile::new(text);
        for (subcommand, input) in [("solve", LINE), ("count -", LINE), ("explain", "")] {
            let refused = run(&format!("{subcommand} --rules {}", file.path()), input);
            let message = format!("error: {}: the file has no rule; write one", file.path());
            assert!(stderr(&refused).starts_with(&message), "{text:?}: {}", stderr(&refused));
            assert_eq!((stdout(&refused), code(&refused)), ("", 2), "{text:?} {subcommand}");
        }
    }
}

/// A value of a wrong type is not an absent rule.
#[test]
fn a_link_with_a_rule_of_a_wrong_type_is_refused() {
    let classic: Rules = format!("board {LINE}").parse().unwrap();
    let json = classic.to_f_puzzles().unwrap();
    for (field, value) in [("antiknight", "\"x\""), ("killercage", "{}"), ("size", "8")] {
        let json = json.replace("\"size\":9", &format!("\"{field}\":{value}"));
        let refused = run("solve", sudoku_text::f_puzzles_link(&json));
        let message = format!("the field `{field}` is not as f-puzzles writes it");
        assert!(stderr(&refused).contains(&message), "{field}: {}", stderr(&refused));
        assert_eq!(stdout(&refused), "", "{field}");
    }
}

/// A first line without a word is not a rule.
#[test]
fn empty_rows_before_a_puzzle_are_not_rules() {
    for row in [";", ";;; ;", "\u{a0}", "\u{3000}"] {
        let solved = run("solve", format!("{row}\n{LINE}\n"));
        assert!(stdout(&solved).starts_with("534678912"), "{row:?}: {}", stderr(&solved));
    }
    for rules in ["; anti-knight", ";\nanti-knight", "\u{3000}\n# A comment.\nanti-knight"] {
        let refused = run("solve", format!("{rules}\n"));
        assert!(stderr(&refused).contains("the rules of a variant"), "{rules:?}: {refused:?}");
    }
}

/// The error for a wrong digit names the rule that excludes it, or only the digit.
#[test]
fn a_wrong_digit_on_a_variant_is_named() {
    let cage = "cage 14 r1c1 r1c2 r1c3 r1c4";
    let text = |board: &str| format!("board {board}{}\n{cage}\n", ".".repeat(81 - board.len()));
    let wrong = LINE.replacen("53.", "534", 1).replacen("7..", "72.", 1);
    for (rules, cause) in [
        (text("9"), format!("no solution: r1c1=9 contradicts the rule ({cage})")),
        (text("78"), format!("no solution: the digits in its cells contradict the rule ({cage})")),
        (format!("board {wrong}\nodd r1c1\n"), "no solution: without r1c6=2, ".to_owned()),
    ] {
        let file = RulesFile::new(&rules);
        for subcommand in ["hint", "solve"] {
            let output = run(&format!("{subcommand} --rules {}", file.path()), "");
            assert!(stderr(&output).contains(&cause), "{}", stderr(&output));
            assert_eq!((stdout(&output), code(&output)), ("", 1));
        }
    }
}

/// Links of variants determine the format of a file as other puzzles do.
#[test]
fn other_lines_among_links_are_reported_on_their_line() {
    let links = link(&miracle());
    let solved = run("solve", format!("{links}\n{LINE}\n{links}\n"));
    assert!(stderr(&solved).contains("line 2: the puzzles from here on look like"), "{solved:?}");
    assert_eq!((stderr(&solved).lines().count(), stdout(&solved).lines().count()), (1, 2));
    // A wrong option has one message, not one for each puzzle.
    let refused = run("hint --depth proof", format!("{links}\n").repeat(3));
    assert_eq!((stderr(&refused).lines().count(), code(&refused)), (1, 1), "{refused:?}");
}

#[test]
fn the_guide_has_a_row_for_each_rule() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guides/variants.md");
    let guide = fs::read_to_string(guide).unwrap();
    for kind in RuleKind::all() {
        let row = format!("| `{}` | {} |", kind.syntax(), kind.about());
        assert!(guide.lines().any(|line| line == row), "the guide of variants lacks {row}");
    }
}

/// Without the rules, the boards would be other puzzles.
#[test]
fn a_table_with_rules_is_refused() {
    let message = "the column or key `rules` has the rules of variants, which are not read";
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let recipe = format!("{folder}/recipe.toml");
    for format in ["csv", "tsv", "jsonl", "parquet"] {
        let made = format!("{folder}/killers.{format}");
        good(&format!("generate --rules killer --count 2 --seed 7 --quiet -o {made}"), "");
        fs::write(&recipe, format!("seed = 1\n[[section]]\nfile = '{made}'\n")).unwrap();
        for (arguments, is_for_tables) in [
            ("convert", true),
            ("convert --to csv", true),
            ("solve", true),
            ("select clues<9", true),
            ("dataset check", true),
            (&format!("dataset dedup -o {folder}/{format}"), false),
            (&format!("dataset make --per-shard 9 -o {folder}/{format}-set"), false),
            ("search neighbors", false),
            (&format!("search closure -o {folder}/{format}.txt"), false),
            (&format!("book -o {folder}/book.pdf {recipe}"), false),
        ] {
            if format == "parquet" && !is_for_tables {
                continue;
            }
            let made = if arguments.starts_with("book") { "" } else { &made };
            let output = run(&format!("{arguments} {made}"), "");
            assert!(stderr(&output).contains(message), "{arguments}: {}", stderr(&output));
            assert!(code(&output) > 0 && !stdout(&output).contains("...."), "{arguments}");
        }
        if format != "parquet" {
            let kept = fs::read(format!("{folder}/{format}/killers.{format}")).unwrap();
            assert_eq!(kept, fs::read(&made).unwrap(), "{format}");
        }
    }
    // The rules of a file replace those of the column.
    let diagonals = RulesFile::new("diagonal-down\ndiagonal-up\n");
    let table = good("generate --rules diagonal --seed 2 --quiet --to csv", "");
    let solution = good(&format!("solve --rules {} -", diagonals.path()), &table);
    assert!(solution.len() == 82 && table.contains(solution.trim_end()), "{solution}");
    // Semicolons separate the rules of a cell.
    assert!(table.contains(",diagonal-down; diagonal-up,"), "{table}");
}

#[test]
fn a_rule_by_another_name_has_a_suggestion() {
    for (name, words) in [
        ("thermo", "did you mean `thermometer`?"),
        ("killer", "did you mean `cage`?"),
        ("Anti_Knight", "did you mean `anti-knight`?"),
        ("diagonal", "did you mean `diagonal-down` or `diagonal-up`?"),
        ("kropki", "did you mean `difference` or `ratio`?"),
        ("palindromes", "did you mean `palindrome`?"),
        ("magic", "known rules: diagonal-down, "),
    ] {
        let file = RulesFile::new(&format!("{name} r1c1 r1c2\n{name} r2c1 r2c2\n"));
        let refused = run(&format!("solve --rules {}", file.path()), "");
        let lines: Vec<_> = stderr(&refused).lines().collect();
        let [first, second] = lines[..] else { panic!("{lines:?}") };
        assert!(first.contains(&format!("unknown rule `{name}`; {words}")), "{first}");
        // The list of all rules is there once.
        let words = if name == "magic" { "" } else { &format!("; {words}") };
        let end = format!("line 2, column 1: unknown rule `{name}`{words}");
        assert!(second.ends_with(&end), "{second}");
    }
}

#[test]
fn mistakes_with_rules_have_advice() {
    for (text, words) in [
        (
            &format!("relation {} r1c1 r1c2", "0".repeat(81)),
            "no grid satisfies the rule (relation ",
        ),
        (&link(&miracle()), "this is a file of puzzles, not of rules; "),
    ] {
        let file = RulesFile::new(text);
        let refused = run(&format!("solve --rules {}", file.path()), "");
        assert!(stderr(&refused).contains(words), "{}", stderr(&refused));
        assert!(!stderr(&refused).contains("digits on the board"), "{}", stderr(&refused));
    }
}

#[test]
fn a_kind_in_place_of_a_file_of_rules_is_refused() {
    for kinds in ["killer", "diagonal,thermo", "cage"] {
        let refused = run(&format!("solve --rules {kinds}"), LINE);
        assert!(stderr(&refused).contains("--rules needs a file with rules here, not a kind"));
        assert_eq!(code(&refused), 2);
    }
    assert!(stderr(&run("solve --rules nowhere", LINE)).contains("No such file"));
}

#[test]
fn hints_for_rules_have_one_depth() {
    let file = RulesFile::new(&miracle().to_string());
    for subcommand in ["hint", "explain"] {
        for option in ["--depth name", "--show-board", "--to svg"] {
            let refused = run(&format!("{subcommand} {option} --rules {}", file.path()), "");
            assert!(stderr(&refused).contains("hints for variants have one depth and no drawing"));
            assert_eq!((stdout(&refused), code(&refused)), ("", 2), "{subcommand} {option}");
        }
    }
}

#[test]
fn the_kind_is_checked_before_the_sizes_of_cages() {
    for (arguments, words) in [
        ("--rules diagonal --cages 2:1", "--cages needs --rules killer"),
        ("--rules killer --cages 2:1", "--cages: cages of these sizes cannot cover the 81 cells"),
        ("--rules killer --cages -1", "--cages: expected sizes from 1 to 9"),
    ] {
        let refused = run(&format!("generate {arguments}"), "");
        assert!(stderr(&refused).contains(words), "{arguments}: {}", stderr(&refused));
        assert_eq!((stdout(&refused), code(&refused)), ("", 2));
    }
}

/// Returns the largest number of characters on a line.
fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn drawings_show_the_rules() {
    let text = "cage 10 r1c1 r1c2\nthermometer r5c5 r5c6 r5c7\nlittle-killer 12 r2c1 r1c2\n";
    let file = RulesFile::new(text);
    let drawing = good(&format!("convert --to drawing --rules {}", file.path()), "");
    let rules: Rules = text.parse().unwrap();
    let captions: String =
        rules.captions().iter().map(|caption| format!("• {caption}\n")).collect();
    let board = drawing.strip_prefix(&captions).unwrap_or_else(|| panic!("{drawing}"));
    assert!(board.contains("┃10") && board.contains("⣿⣿⣿⣿⣿⣿") && board.contains("12"), "{drawing}");
    assert!(board.lines().count() == 41 && widest(board) <= 79, "{drawing}");
    assert!(board.lines().all(|line| line.trim_end() == line), "{drawing}");
    // A solution has its digits and no captions, and every solution is drawn.
    let solutions = good(&format!("enumerate --limit 2 --to drawing --rules {}", file.path()), "");
    let drawn: Vec<&str> = solutions.split("\n\n").filter(|part| part.contains('┏')).collect();
    assert!(drawn.len() == 2 && !solutions.contains('•'), "{solutions}");
    let lines = good(&format!("enumerate --limit 2 --rules {}", file.path()), "");
    for (drawing, line) in drawn.iter().zip(lines.lines()) {
        // The last row of cells has the lines 24 to 26 between the lines of the board.
        let middle = drawing.lines().filter(|line| line.contains('┃')).nth(25).unwrap();
        let digits: String = middle.chars().filter(char::is_ascii_digit).collect();
        assert_eq!(digits, line[72..], "{drawing}");
    }
    // Candidates are drawn for the puzzle and not for the solution.
    let miracle = RulesFile::new(&miracle().to_string());
    let solve =
        |rest: &str| good(&format!("solve --to drawing --rules {} {rest}", miracle.path()), "");
    assert!(solve("--candidates").ends_with(&solve("")), "{}", solve("--candidates"));
    assert!(solve("--candidates").contains("┃   123"), "{}", solve("--candidates"));
}

#[test]
fn made_puzzles_and_links_are_drawn() {
    let make = "generate --quiet --rules thermo --seed 3 --count 2 --to";
    let drawings = good(&format!("{make} drawing"), "");
    for (number, drawing) in drawings.split("\n\n").enumerate() {
        let end = format!("\n# seed 3, puzzle {number}");
        assert!(drawing.trim_end().ends_with(&end) && drawing.contains('⣿'), "{drawing}");
    }
    let links = good(&format!("{make} f-puzzles"), "") + &good("convert --to f-puzzles", LINE);
    let drawn = good("convert --to drawing", &links);
    let without_seeds: String = drawings
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|it| format!("{it}\n"))
        .collect();
    // A classic puzzle has the drawing without rules.
    assert_eq!(drawn, format!("{without_seeds}\n{}", good("convert --to drawing", LINE)));
}

/// The drawing of a variant is not one of a classic puzzle.
#[test]
fn drawings_of_rules_are_refused_as_input() {
    let rules = [MIRACLE, "cage 10 r1c1 r1c2\n", "thermometer r9c1 r9c2\n", "no-boxes\n"];
    for (rules, candidates) in rules.into_iter().flat_map(|it| [(it, ""), (it, "--candidates")]) {
        let file = RulesFile::new(&format!("board {CLUES}\n{rules}"));
        let drawing =
            good(&format!("convert {candidates} --to drawing --rules {}", file.path()), "");
        for arguments in ["solve", "convert --to line", "solve --from grid"] {
            let refused = run(arguments, &drawing);
            let message = "this is the drawing of a variant, which the command does not read";
            assert!(stderr(&refused).contains(message), "{rules}: {}", stderr(&refused));
            assert_eq!((stdout(&refused), code(&refused)), ("", 2), "{rules}");
        }
        // Without its captions, or after a classic puzzle, no part of it is a puzzle.
        let board: String = drawing
            .lines()
            .filter(|it| !it.starts_with('•'))
            .fold(String::new(), |text, line| text + line + "\n");
        let classic = good("convert --to grid", LINE);
        let twice = format!("{classic}{drawing}{drawing}\n{board}");
        for (text, solutions) in [(board, ""), (twice, SOLUTION)] {
            let solved = run("solve", &text);
            assert_eq!((stdout(&solved).trim_end(), code(&solved)), (solutions, 1), "{rules}");
        }
    }
    // A solution has no explanations, but shapes.
    let file = RulesFile::new(&format!("board {SOLUTION}\nthermometer r9c1 r9c2 r9c3\n"));
    let solution = good(&format!("solve --to drawing --rules {}", file.path()), "");
    let refused = run("solve", &solution);
    let message = "a variant (drawn rules) cannot be read here; expected a classic puzzle";
    assert!(stderr(&refused).contains(message), "{}", stderr(&refused));
    assert_eq!((stdout(&refused), code(&refused)), ("", 1));
}
