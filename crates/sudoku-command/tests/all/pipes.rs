//! Tests of the command in pipes and with files.

use std::fs;
use std::io::{BufWriter, Read, Write};
use std::path::Path;
use std::process::{Child, Output, Stdio};

use crate::common::{
    LINE, PUZZLE_COMMANDS, SOLUTION, code, feed, good, run, stderr, stdout, sudoku,
};
use sudoku_corpus::set;

#[test]
fn the_environment_forces_an_instruction_set() {
    let solve = |path: &str| {
        let mut command = sudoku("solve");
        command.env("SUDOKU_SIMD", path);
        feed(command, LINE)
    };
    let output = solve("portable");
    assert_eq!((code(&output), stdout(&output).trim_end()), (0, SOLUTION), "{}", stderr(&output));
    let output = solve("sse9");
    assert_eq!((code(&output), stdout(&output)), (2, ""));
    let message = "error: SUDOKU_SIMD is \"sse9\": unknown instruction set; available: avx512,";
    assert!(stderr(&output).starts_with(message), "{}", stderr(&output));
}

#[test]
fn pasted_puzzles_of_common_formats_are_solved() {
    let in_format = |format: &str| good(&format!("convert --to {format}"), LINE);
    for format in
        ["line", "grid", "sdk", "boj2580", "boj2239", "candidates", "hodoku", "sukaku", "csv"]
    {
        assert_eq!(good("solve", in_format(format)), format!("{SOLUTION}\n"), "{format}");
    }
    let boj = good("solve --to boj2580", in_format("boj2580"));
    assert!(boj.starts_with("5 3 4 6 7 8 9 1 2\n6 7 2 ") && boj.ends_with("7 9\n"), "{boj}");
    let drawn = good("solve --to drawing", LINE);
    assert!(drawn.contains("│ 5 3 4 │ 6 7 8 │ 9 1 2 │") && !drawn.contains('\u{1b}'), "{drawn}");
}

/// A drawing can be read again: the puzzle alone, or with the solution next to it or below it.
#[test]
fn drawings_can_be_read_again() {
    let puzzles = set("easy").unwrap().puzzles().unwrap();
    let puzzles = puzzles
        .iter()
        .map(|puzzle| (format!("{}\n", puzzle.board), format!("{}\n", puzzle.solution.unwrap())));
    let (lines, solutions): (Vec<_>, Vec<_>) = puzzles.unzip();
    let lines = lines.concat();
    for drawing in
        ["solve --to drawing", "convert --to drawing", "convert --to drawing --candidates"]
    {
        let drawn = good(drawing, &lines);
        // In a drawing of candidates, a single candidate that no other cell sees looks like a clue.
        let is_same = drawing.contains("--candidates") || good("convert", &drawn) == lines;
        assert!(is_same && good("solve", &drawn) == solutions.concat(), "{drawing}");
    }
    // These drawings have a comment about the puzzle below them.
    let made = "generate --quiet --count 3 --seed 1";
    let drawn = good(&format!("{made} --to drawing"), "");
    assert_eq!(drawn.matches(" clues, ID ").count(), 3, "{drawn}");
    assert_eq!(good("convert", drawn), good(made, ""));
    let both = good("solve --to drawing --candidates", LINE);
    assert_eq!(good("convert", both), format!("{LINE}\n{SOLUTION}\n"));
}

#[test]
fn the_error_of_an_invalid_puzzle_names_the_cell() {
    for (puzzle, message) in [
        (LINE.replacen("3.", "z.", 1), "line 1, column 2 (r1c2): found `z`"),
        (LINE[..80].to_owned(), "line 1, column 81 (r9c9): 1 cell missing"),
        (LINE.replacen("3.", "5.", 1), "line 1: no solution: r1c1 and r1c2 both hold 5 in row 1"),
        (LINE.replacen("53", "..", 1), "line 1: several solutions: r1c1 can be 3 or 5"),
        (LINE.replacen("3.", "1.", 1), "line 1: no solution"),
        (
            good("convert --to boj2580", LINE).replacen("3", "33", 1),
            "line 1, column 4 (r1c2): found `3`",
        ),
    ] {
        let output = run("solve", &puzzle);
        assert_eq!((code(&output), stdout(&output)), (1, ""), "{puzzle}");
        let expected = format!("error: standard input: {message}");
        assert!(stderr(&output).starts_with(&expected), "{}{expected}", stderr(&output));
    }
    let help = good("solve --help", "");
    assert!(help.contains("paste a puzzle") && help.contains("Ctrl-D"), "{help}");
}

#[test]
fn a_puzzle_can_be_an_argument_of_every_command_that_reads_files() {
    for command in PUZZLE_COMMANDS.into_iter().filter(|&command| command != "generate") {
        assert_eq!(good(&format!("{command} {LINE}"), ""), good(command, LINE), "{command}");
        let output = run(&format!("{command} nosuch.txt"), "");
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{command}");
        let message = stderr(&output);
        assert!(message.starts_with("error: nosuch.txt: "), "{command}: {message}");
        assert_eq!(message.lines().count(), 1, "{command}: {message}");
    }
}

#[test]
fn a_link_may_be_an_argument() {
    let link = format!("https://sudokuexchange.com/play/?s={}&d=3", LINE.replace('.', "0"));
    assert_eq!(good(&format!("solve {link}"), ""), good("solve", LINE));
    for format in ["link", "f-puzzles", "sudokupad", "ss", "sdk", "html"] {
        let written = good(&format!("convert --to {format}"), LINE);
        assert_eq!(good("convert --to line", &written), format!("{LINE}\n"), "{format}");
    }
    let output = run("solve", format!("1,{LINE},3.2\n"));
    assert_eq!((code(&output), stdout(&output)), (1, ""));
    assert!(stderr(&output).contains("column 2") && stderr(&output).contains("use --column 2"));
}

#[test]
fn without_readable_input_the_output_is_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let (kept, none) = (folder.path().join("kept.txt"), folder.path().join("none.txt"));
    for input in [&none, folder.path()] {
        for subcommand in ["solve", "count", "rate", "explain"] {
            fs::write(&kept, "precious\n").unwrap();
            let mut command = sudoku(subcommand);
            command.arg(input).arg("--output").arg(&kept);
            let output = command.output().unwrap();
            assert_eq!(code(&output), 2, "{subcommand}");
            assert!(stderr(&output).contains(input.to_str().unwrap()), "{}", stderr(&output));
            assert_eq!(fs::read_to_string(&kept).unwrap(), "precious\n", "{subcommand}");
        }
    }
    // A puzzle as an argument counts as readable input. One readable file of several is enough.
    let output = sudoku(&format!("hint {LINE} --output")).arg(&kept).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    fs::write(folder.path().join("one.txt"), LINE).unwrap();
    let mut command = sudoku("solve");
    command.arg(&none).arg(folder.path().join("one.txt")).arg("--output").arg(&kept);
    assert_eq!(code(&command.output().unwrap()), 2);
    assert_eq!(fs::read_to_string(&kept).unwrap(), format!("{SOLUTION}\n"));
}

#[test]
fn check_names_the_contradicting_clues() {
    let minimal = good("generate --seed 3 --quiet", "");
    let verdict = good("check", &minimal);
    assert!(verdict.starts_with("line 1: proper, minimal, "), "{verdict}");
    assert!(good("check", LINE).contains("proper, not minimal, 30 clues, redundant: r1c1 "));
    let full = "line 1: proper, not minimal, 81 clues, each of them redundant\n";
    assert_eq!(good("check", SOLUTION), full);
    let contradicting = run("check", LINE.replacen("3.", "1.", 1));
    // The verdict is the answer, so nothing is on standard error.
    let message = stdout(&contradicting);
    assert_eq!((code(&contradicting), stderr(&contradicting)), (1, ""));
    let start = "line 1: not proper, no solution: these clues conflict: r1c2=1 ";
    assert!(message.starts_with(start), "{message}");
    // Without any one of these clues there is a solution.
    let clues = message.trim().rsplit_once(": ").unwrap().1;
    for left_out in clues.split(' ') {
        let mut board = vec![b'.'; 81];
        for clue in clues.split(' ').filter(|&clue| clue != left_out) {
            let [_, row, _, column, _, digit] = clue.as_bytes() else { panic!("{clue}") };
            board[usize::from(row - b'1') * 9 + usize::from(column - b'1')] = *digit;
        }
        assert_eq!(good("count --limit 1", board), "1\n", "{left_out}");
    }
    let json = run("check --json", format!("{LINE}\n{}", LINE.replacen('5', ".", 1)));
    assert_eq!((stdout(&json).lines().count(), stderr(&json)), (2, ""));
    assert!(
        stdout(&json).contains(r#""clues":30,"proper":true,"minimal":false,"redundant":["r1c1""#)
    );
}

#[test]
fn check_has_a_line_for_each_readable_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one.txt", "two.txt"].map(|name| folder.path().join(name));
    let several = LINE.replacen("53", "..", 1);
    let none = LINE.replacen("3.", "5.", 1);
    let text = format!("{LINE}\n{several}\nhello\n{none}\n{LINE}\n");
    let verdicts = [
        "line 1: proper, not minimal, 30 clues, redundant: r1c1 ",
        "line 2: not proper, several solutions: r1c1 can be 3 or 5",
        "line 4: not proper, no solution: r1c1 and r1c2 both hold 5 in row 1",
        "line 5: proper, not minimal, 30 clues, redundant: r1c1 ",
    ];
    let begin = |output: &Output, name: &str, count: usize| {
        let lines: Vec<&str> = stdout(output).lines().collect();
        assert_eq!((code(output), lines.len()), (1, count), "{lines:?}");
        for (line, verdict) in lines.iter().zip(verdicts) {
            assert!(line.starts_with(&format!("{name}{verdict}")), "{line}");
        }
    };
    let checked = run("check", &text);
    begin(&checked, "", 4);
    assert!(
        stderr(&checked).starts_with("error: standard input: line 3, column 1 (r1c1): found `h`")
    );
    assert_eq!(stderr(&checked).lines().count(), 1);
    begin(&run("check --on-error stop", &text), "", 2);
    fs::write(&one, &text).unwrap();
    fs::write(&two, LINE).unwrap();
    let both = run(&format!("check {} {}", one.display(), two.display()), "");
    begin(&both, &format!("{}: ", one.display()), 5);
    assert!(stdout(&both).lines().last().unwrap().contains("two.txt: line 1: proper"));
    let json = run(&format!("check --json {} {}", one.display(), two.display()), "");
    let objects = stdout(&json).lines().map(|line| serde_json::from_str(line).unwrap());
    let objects: Vec<serde_json::Value> = objects.collect();
    let places: Vec<_> = objects.iter().map(|object| object["line"].as_u64().unwrap()).collect();
    assert_eq!(places, [1, 2, 4, 5, 1]);
    assert!(objects[4]["file"].as_str().unwrap().ends_with("two.txt"));
    assert_eq!(objects[2]["proper"], false);
}

#[test]
fn counts_and_enumerates() {
    let many = LINE.replacen("53", "..", 1);
    let count: usize = good("count", &many).trim().parse().unwrap();
    let solutions = good("enumerate", &many);
    assert!(count > 1 && solutions.lines().count() == count, "{count}");
    assert!(solutions.lines().any(|line| line == SOLUTION));
    assert_eq!(good("count --limit 2", format!("{LINE}\n{many}\n")), "1\n2\n");
    // The solutions of each further puzzle have a heading, which is a comment.
    let two = good("enumerate", format!("{LINE}\n{many}\n"));
    assert_eq!(two, format!("{SOLUTION}\n# line 2\n{solutions}"));
    assert_eq!(good("check", &two).lines().count(), count + 1);
    let one = good("enumerate --limit 1", format!("{LINE}\n{LINE}\n"));
    assert_eq!(one, format!("{SOLUTION}\n{SOLUTION}\n"));
    let sampled = good("enumerate --sample 20 --seed 3", &many);
    assert_eq!(sampled.lines().count(), 20);
    assert!(sampled.lines().all(|line| solutions.contains(line)));
    let numbered = |number: usize| good(&format!("enumerate --nth {number}"), &many);
    let mut all: Vec<String> = (1..=count).map(numbered).collect();
    let mut found: Vec<String> = solutions.lines().map(|line| format!("{line}\n")).collect();
    all.sort_unstable();
    found.sort_unstable();
    assert_eq!(all, found);
    assert_eq!(code(&run("enumerate --nth 0", &many)), 2);
    // Options without effect are refused.
    for arguments in
        ["enumerate --nth 1 --seed 2", "count --scientific --json", "count --thousands --json"]
    {
        assert_eq!(code(&run(arguments, &many)), 2, "{arguments}");
    }
    let table = good("enumerate --limit 2 --to csv", &many);
    assert_eq!(table.lines().next(), Some("puzzle,solution"));
    assert!(table.lines().all(|line| line.split(',').count() == 2), "{table}");
    let blank = ".".repeat(81);
    assert_eq!(good("count", &blank), "6670903752021072936960\n");
    assert_eq!(good("count --thousands", &blank), "6,670,903,752,021,072,936,960\n");
    assert_eq!(good("count --scientific", &blank), "6.67e21\n");
    assert_eq!(good("enumerate --limit 3", "0".repeat(81)).lines().count(), 3);
    let json = good("count --limit 2 --json", &many);
    assert!(json.contains(r#""solutions":2,"limited":true"#), "{json}");
    // JSON readers do not round the digits of a string.
    let json = good("count --json", &blank);
    assert!(json.contains(r#""solutions":"6670903752021072936960","limited":false"#), "{json}");
    let beyond = run(&format!("enumerate --nth {}", count + 1), &many);
    let said = format!(
        "line 1: solution {} does not exist: the puzzle has {count} solutions\n",
        count + 1
    );
    assert!(code(&beyond) == 1 && stderr(&beyond).ends_with(&said), "{}", stderr(&beyond));
    let first = run("solve --first", &many);
    assert_eq!((code(&first), stdout(&first).len()), (0, 82));
}

/// The answer for a puzzle does not depend on the rest of the file.
#[test]
fn a_first_solution_is_the_same_in_a_file_of_any_size() {
    let puzzles = set("many").unwrap().puzzles().unwrap();
    let lines: Vec<String> = puzzles.iter().map(|puzzle| format!("{}\n", puzzle.board)).collect();
    let few = good("solve --first", lines.concat());
    let many = good("solve --first", lines.concat().repeat(50));
    assert!(many == few.repeat(50), "the solutions differ");
}

#[test]
fn essentially_the_same_puzzles_have_one_canonical_form() {
    let form = good("canonical", LINE);
    for arguments in [
        "--transpose",
        "--rows 321456987 --columns 789123456",
        "--relabel 234567891",
        "--random 1",
        "--random 2",
    ] {
        let other = good(&format!("transform {arguments}"), LINE);
        assert_ne!(other.trim(), LINE);
        assert_eq!(good("canonical", other), form, "{arguments}");
    }
    for bad in ["--rows 214356789", "--rows 11", "--relabel 113456789"] {
        assert_eq!(code(&run(&format!("transform {bad}"), LINE)), 2, "{bad}");
    }
    assert!(good("canonical --json", LINE).contains(r#""automorphisms":1"#));
}

#[test]
fn errors_are_skipped_or_marked_or_end_the_run() {
    let input = format!("{LINE}\nhello\n{}\n{LINE}\n", ".".repeat(81));
    let messages = "error: standard input: line 2, column 1 (r1c1): found `h`, which does not belong here\n\
                    error: standard input: line 3: several solutions: ";
    let first = messages.lines().next().unwrap();
    for (what, lines) in [("skip", 2), ("mark", 4), ("stop", 1)] {
        let output = run(&format!("solve --on-error {what}"), &input);
        assert_eq!((code(&output), stdout(&output).lines().count()), (1, lines), "{what}");
        assert!(stderr(&output).starts_with(if what == "stop" { first } else { messages }));
        assert_eq!(stderr(&output).lines().count(), if what == "stop" { 1 } else { 2 });
    }
    let marked = run("solve --on-error mark", &input);
    let second = stdout(&marked).lines().nth(1).unwrap().to_owned();
    assert_eq!(second, "# line 2, column 1 (r1c1): found `h`, which does not belong here");
    let json = run("solve --json --on-error mark", &input);
    let answer = format!(r#"{{"line":1,"puzzle":"{LINE}","solution":"{SOLUTION}"}}"#);
    assert_eq!(stdout(&json).lines().next(), Some(&*answer));
    assert!(stdout(&json).lines().nth(1).unwrap().starts_with(r#"{"line":2,"error":"line 2, "#));
}

#[test]
fn compressed_files_are_read_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("plain.txt"), format!("{LINE}\n").repeat(5000)).unwrap();
    for ending in ["gz", "zst"] {
        let packed = path(&format!("packed.txt.{ending}"));
        good(&format!("convert {} --output {packed}", path("plain.txt")), "");
        assert!(fs::metadata(&packed).unwrap().len() < 20_000);
        let solved = good(&format!("solve {packed}"), "");
        assert_eq!(solved, format!("{SOLUTION}\n").repeat(5000));
        // A truncated file is an error, but the puzzles before the end are answered.
        let bytes = fs::read(&packed).unwrap();
        fs::write(&packed, &bytes[..bytes.len() / 2]).unwrap();
        let output = run(&format!("solve {packed} -"), LINE);
        assert_eq!(code(&output), 2, "{ending}");
        assert!(stdout(&output).ends_with(&format!("{SOLUTION}\n")));
        assert!(stderr(&output).starts_with(&format!("error: {packed}: ")), "{}", stderr(&output));
    }
    let missing = run(&format!("solve {} -", path("missing.txt")), LINE);
    assert_eq!((code(&missing), stdout(&missing)), (2, &*format!("{SOLUTION}\n")));
    let over = run(&format!("solve {0} --output {0}", path("plain.txt")), "");
    assert_eq!(code(&over), 2);
    assert_eq!(fs::metadata(path("plain.txt")).unwrap().len(), 82 * 5000);
    let nowhere = run(&format!("solve --output {}", path("no/folder.txt")), LINE);
    assert_eq!((code(&nowhere), stdout(&nowhere)), (2, ""));
    assert!(stderr(&nowhere).contains("folder.txt: "), "{}", stderr(&nowhere));
}

/// Compression is detected from the first bytes, for files of any name and for standard input.
#[test]
fn compressed_input_needs_no_file_extension() {
    let folder = tempfile::tempdir().unwrap();
    for ending in ["gz", "zst"] {
        let packed = folder.path().join(format!("packed.{ending}"));
        let mut command = sudoku("convert --output");
        command.arg(&packed);
        assert_eq!(code(&feed(command, LINE)), 0);
        let bytes = fs::read(&packed).unwrap();
        assert_eq!(good("solve", &bytes), format!("{SOLUTION}\n"));
        let renamed = folder.path().join("puzzles.txt");
        fs::rename(&packed, &renamed).unwrap();
        assert_eq!(good(&format!("solve {}", renamed.display()), ""), format!("{SOLUTION}\n"));
    }
}

/// Every subcommand reads the `--json` output of the others.
#[test]
fn the_json_of_the_command_is_read_back() {
    let several = LINE.replacen("53", "..", 1);
    for write in ["solve", "convert", "check", "count", "canonical", "transform", "generate"] {
        let json = format!("{write} --json --quiet");
        let json = good(&json, if write == "generate" { "" } else { LINE });
        let puzzle: serde_json::Value = serde_json::from_str(&json).unwrap();
        let puzzle = puzzle["puzzle"].as_str().unwrap().to_owned();
        for read in ["solve", "convert", "check", "count", "canonical", "transform --random 3"] {
            assert_eq!(good(read, &json), good(read, &puzzle), "{write}, {read}");
        }
    }
    // An error comment in the output is reported like any line without a puzzle.
    let marked = run("solve --json --on-error mark", format!("{several}\n{LINE}\n"));
    let solved = run("solve", stdout(&marked));
    assert_eq!((code(&solved), stdout(&solved)), (1, &*format!("{SOLUTION}\n")));
    assert!(stderr(&solved).contains("line 1: found no key named `puzzle`"), "{}", stderr(&solved));
}

#[test]
fn conversion_keeps_candidates_or_reports_those_that_it_cannot_keep() {
    // No clue excludes 4 from r1c3.
    let sukaku = good("convert --to sukaku", LINE);
    let at = sukaku.find("12.4").unwrap() + 3;
    let stronger = format!("{}.{}", &sukaku[..at], &sukaku[at + 1..]);
    let grid = good("convert --to candidates", &stronger);
    assert_eq!(good("convert --to sukaku", &grid), stronger);
    let turned = run("canonical", &grid);
    assert!(code(&turned) == 1 && stderr(&turned).contains("only puzzles given by clues"));
    // The single candidates of this puzzle cannot be distinguished from clues.
    let nearly_solved = format!(".{}", &SOLUTION[1..]);
    for format in ["sukaku", "candidates"] {
        let output = run(&format!("convert --to {format}"), &nearly_solved);
        let warning = "warning: standard input: line 1: these blank cells have one candidate and will be read as \
                       clues: r1c1\n";
        assert_eq!((code(&output), stderr(&output)), (0, warning));
    }
}

/// The puzzle `LINE` without one candidate (of its solution, or another one), and a puzzle without
/// clues, in the formats that hold candidates.
#[test]
fn candidates_that_exclude_more_than_clues_are_searched() {
    let sukaku = good("convert --to sukaku", LINE);
    let at = sukaku.find("12.4").unwrap();
    let without = |place: usize| format!("{}.{}", &sukaku[..place], &sukaku[place + 1..]);
    let (barren, helped) = (without(at + 3), without(at));
    for text in [helped.clone(), good("convert --to candidates", &helped)] {
        for strategy in ["mrv", "board", "batch", "auto"] {
            let solved = good(&format!("solve --strategy {strategy}"), &text);
            assert_eq!(solved, format!("{SOLUTION}\n"));
        }
        assert_eq!(good("count", &text), "1\n");
        assert_eq!(good("enumerate", &text), format!("{SOLUTION}\n"));
        assert!(good("check", &text).ends_with("proper, by its candidates\n"));
        for strategy in ["scan", "bitmask"] {
            let output = run(&format!("solve --strategy {strategy}"), &text);
            let said =
                format!("{strategy} searches from clues only; use --strategy with one of: mrv");
            assert!(code(&output) == 1 && stderr(&output).contains(&said), "{}", stderr(&output));
        }
    }
    let output = run("solve", &barren);
    assert_eq!(stderr(&output), "error: standard input: line 1: no solution\n");
    assert_eq!(good("count", &barren), "0\n");
    // Every cell has the solution's digit and its successor as candidates. There is no clue, and
    // the first cell decides between two solutions.
    let two = |first: bool| {
        let set = |(cell, digit): (usize, char)| {
            let digit = digit.to_digit(10).unwrap();
            let holds =
                |mark: &u32| *mark == digit || !(first && cell == 0) && *mark == digit % 9 + 1;
            let mark = |mark: u32| if holds(&mark) { mark.to_string() } else { ".".to_owned() };
            (1..=9).map(mark).collect::<String>()
        };
        SOLUTION.chars().enumerate().map(set).collect::<String>()
    };
    let both = format!("{}\n{}\n{sukaku}", two(true), two(false));
    assert_eq!(good("count", &both), "1\n2\n1\n");
    let output = run("solve --json", &both);
    let answers = stdout(&output);
    let expected =
        format!("{{\"line\":1,\"puzzle\":\"{}\",\"solution\":\"{SOLUTION}\"}}", two(true));
    assert!(code(&output) == 1 && answers.starts_with(&expected), "{answers}");
    assert_eq!(answers.lines().count(), 2);
    assert_eq!(
        stderr(&output),
        "error: standard input: line 2: several solutions: r1c1 can be 5 or 6\n"
    );
    assert_eq!(good("enumerate --limit 1", two(true)), format!("{SOLUTION}\n"));
    assert_eq!(good("solve --to csv", two(true)).lines().nth(1).unwrap().len(), 729 + 1 + 81);
}

#[test]
fn the_option_column_selects_a_column_or_key() {
    let csv = format!("nr;givens\n1;{LINE}\n");
    let json = format!("{{\"givens\": \"{LINE}\"}}\n");
    for text in [&csv, &json] {
        let output = run("solve", text);
        assert_eq!((code(&output), stdout(&output)), (1, ""));
        assert!(stderr(&output).ends_with("use --column to name it\n"), "{}", stderr(&output));
        assert_eq!(good("solve --column givens", text), format!("{SOLUTION}\n"));
        let output = run("convert --to candidates", text);
        assert!(stderr(&output).ends_with("use --column to name it\n"), "{}", stderr(&output));
    }
    assert_eq!(good("solve --column 2", format!("1,{LINE}\n")), format!("{SOLUTION}\n"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let mut full = sudoku("solve");
    let to = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    full.stdin(Stdio::piped()).stdout(to).stderr(Stdio::piped());
    let mut child = full.spawn().unwrap();
    child.stdin.take().unwrap().write_all(LINE.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).starts_with("error: standard output: No space"), "{}", stderr(&output));
}

#[test]
fn inputs_are_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let [puzzles, link] = ["puzzles.txt", "link.txt"].map(|name| folder.path().join(name));
    fs::write(&puzzles, LINE).unwrap();
    fs::hard_link(&puzzles, &link).unwrap();
    let opened = || fs::File::open(&puzzles).unwrap();
    let appended = || fs::OpenOptions::new().append(true).open(&link).unwrap();
    let to = |path: &Path| format!("solve --output {}", path.display());
    let link_to_file = sudoku(&format!("{} {}", to(&link), puzzles.display()));
    let mut stream_to_file = sudoku(&to(&puzzles));
    stream_to_file.stdin(opened());
    let mut file_to_stream = sudoku(&format!("solve {}", puzzles.display()));
    file_to_stream.stdout(appended());
    let mut stream_to_stream = sudoku("solve -");
    stream_to_stream.stdin(opened()).stdout(appended());
    for mut command in [link_to_file, stream_to_file, file_to_stream, stream_to_stream] {
        let output = command.stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        let message = stderr(&output);
        assert!(
            message.ends_with("is both input and output; choose another output file\n"),
            "{message}"
        );
        assert_eq!(code(&output), 2);
        assert_eq!(fs::read_to_string(&puzzles).unwrap(), LINE);
    }
}

#[test]
fn pages_of_svg() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("sheet.svg");
    let input = format!("{LINE}\n").repeat(5);
    good(&format!("solve --to svg --per-page 2 --output {}", sheet.display()), &input);
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    for (name, puzzles) in [("sheet-001.svg", 2), ("sheet-002.svg", 2), ("sheet-003.svg", 1)] {
        let text = page(name);
        assert_eq!(text.matches("<use ").count(), puzzles);
        assert_eq!(text.matches("class=\"clue\"").count(), 30 * puzzles);
        assert_eq!(text.matches("class=\"found\"").count(), 51 * puzzles);
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
    }
    assert!(good("convert --to svg --candidates", LINE).contains("class=\"mark\""));
    assert_eq!(code(&run("solve --to svg", input)), 2);
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = sudoku("enumerate")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&[b'.'; 81]).unwrap();
    let mut head = [0; 820];
    child.stdout.take().unwrap().read_exact(&mut head).unwrap();
    // Standard output is closed at this point.
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output)), (0, ""));
    assert!(head.chunks(82).all(|line| line[81] == b'\n'));
}

/// An interactive caller gets the answer to a line before it sends the next one.
#[test]
fn answers_do_not_wait_for_more_questions() {
    let mut child = sudoku("solve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut to, mut from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    for _ in 0..3 {
        to.write_all(format!("{LINE}\n").as_bytes()).unwrap();
        let mut answer = [0; 82];
        from.read_exact(&mut answer).unwrap();
        assert_eq!(answer[..81], *SOLUTION.as_bytes());
    }
    drop(to);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn help_manual_and_completions() {
    for command in PUZZLE_COMMANDS {
        let help = good(&format!("{command} --help"), "");
        assert!(help.contains("Examples:"), "{help}");
        assert!(
            good("completions bash", "").contains(command) && good("man", "").contains(command)
        );
    }
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("made/by the command");
    let man = sudoku("man").arg("--dir").arg(&folder).output().unwrap();
    assert!(man.status.success(), "{man:?}");
    let pages = fs::read_dir(&folder).unwrap().count();
    assert_eq!(pages, 1 + 19 + 3 + 4, "the command, its subcommands, those of two of them");
    assert!(folder.join("sudoku-dataset-make.1").is_file());
    let solve = fs::read_to_string(folder.join("sudoku-solve.1")).unwrap();
    assert!(solve.contains(".TH sudoku-solve 1"), "{solve}");
    assert_eq!(code(&run("solve --strategy nonsense", LINE)), 2);
    assert_eq!(code(&run("solve --from nonsense", LINE)), 2);
    let formats = run("solve --to nonsense", LINE);
    assert_eq!(code(&formats), 2);
    for format in ["drawing", "svg", "line", "opensudoku"] {
        assert!(stderr(&formats).contains(format), "{}", stderr(&formats));
    }
}

/// A million lines. One in a hundred is broken in some way, and one has 100 MB.
#[test]
fn a_broken_line_does_not_affect_other_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.txt");
    let puzzles = set("easy").unwrap().puzzles().unwrap();
    let broken: [&[u8]; 12] = [
        b"53..7....6..195",
        format!("{LINE}5").as_bytes().to_vec().leak(),
        b"hello, world",
        b"\0\0\0\0",
        &[b'\xff'; 81],
        b"\xc3\x28",
        format!("55{}", &LINE[2..]).into_bytes().leak(),
        &[b'.'; 81],
        format!("\"{LINE}").into_bytes().leak(),
        format!("{}\u{feff}{}", &LINE[..40], &LINE[40..]).into_bytes().leak(),
        format!("{}\r{}", &LINE[..40], &LINE[40..]).into_bytes().leak(),
        b"+-------+",
    ];
    let mut file = BufWriter::new(fs::File::create(&path).unwrap());
    file.write_all("\u{feff}".as_bytes()).unwrap();
    let mut bad = Vec::new();
    let mut solutions = Vec::new();
    for number in 1..=1_000_000_usize {
        if number == 500_000 {
            for _ in 0..100 {
                file.write_all(&[b'1'; 1_000_000]).unwrap();
            }
            bad.push(number);
        } else if number % 100 == 57 {
            file.write_all(broken[number / 100 % broken.len()]).unwrap();
            bad.push(number);
        } else {
            let puzzle = &puzzles[number % puzzles.len()];
            file.write_all(&puzzle.board.to_line()).unwrap();
            solutions.extend(puzzle.solution.unwrap().to_line());
            solutions.push(b'\n');
        }
        file.write_all(if number % 3 == 0 { b"\r\n" } else { b"\n" }).unwrap();
    }
    file.flush().unwrap();
    drop(file);
    let output = folder.path().join("solutions.txt");
    let errors = fs::File::create(folder.path().join("errors.txt")).unwrap();
    let mut child = sudoku("solve --all-errors --threads 2 --output")
        .arg(&output)
        .arg(&path)
        .stderr(errors)
        .spawn()
        .unwrap();
    let peak = peak_of_a_bad_end(&mut child);
    assert!(fs::read(&output).unwrap() == solutions, "the solutions differ");
    let messages = fs::read_to_string(folder.path().join("errors.txt")).unwrap();
    let prefix = format!("error: {}: line ", path.display());
    let lines: Vec<usize> = messages
        .lines()
        .map(|message| {
            let rest = message.strip_prefix(&prefix).unwrap();
            rest[..rest.find([',', ':']).unwrap()].parse().unwrap()
        })
        .collect();
    assert_eq!(lines, bad);
    // The command takes about 18 MiB with two threads. The file has 173 MiB, and 95 in one line.
    assert!(peak < 30 << 10, "{peak} KiB");
}

#[test]
fn millions_of_bad_lines_take_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.txt");
    fs::write(&path, "a\n".repeat(2_000_000)).unwrap();
    let mut command = sudoku("convert --threads 2");
    let mut child = command.arg(&path).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    let peak = peak_of_a_bad_end(&mut child);
    // The command takes about 30 MiB. A message for each line would take 100 MiB more.
    assert!(peak < 40 << 10, "{peak} KiB");
}

/// Waits for a command that reports errors. Returns its peak memory in KiB.
fn peak_of_a_bad_end(child: &mut Child) -> u64 {
    let mut peak = 0;
    let status = loop {
        peak = peak.max(peak_memory(child.id()));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    assert_eq!(status.code(), Some(1));
    peak
}

/// Returns the peak memory of a process in KiB, or 0 if the system does not report it.
fn peak_memory(process: u32) -> u64 {
    let status = fs::read_to_string(Path::new("/proc").join(process.to_string()).join("status"));
    let status = status.unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
