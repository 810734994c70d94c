//! Tests of the parts of the judge: formats, programs, judgements and summaries.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::ffi::OsString;
use std::time::Duration;

use process_tree::{RunEnding, RunReport};
use sudoku_core::Board;
use sudoku_judge::{Case, JudgeFormat, Judgement, Program, ProgramSummary, Verdict, memory_text};

const SOLUTION: &str =
    "135469278782135649469278135321546897874913526596827413917652384643781952258394761";
const PUZZLE: &str =
    ".354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476.";

fn board(line: &str) -> Board {
    line.parse().expect("a good line")
}

const FORMATS: [JudgeFormat; 2] = [JudgeFormat::Boj2580, JudgeFormat::Boj2239];

fn output(format: JudgeFormat, line: &str) -> String {
    format.format().display(&board(line)).to_string()
}

#[test]
fn right_answers_pass_with_any_blanks_at_the_ends() {
    for format in FORMATS {
        let text = output(format, SOLUTION);
        let expected = Ok(board(SOLUTION).to_grid().expect("complete"));
        for text in [
            text.clone(),
            text.trim_end().to_owned(),
            text.replace('\n', " \n"),
            text.replace('\n', "\r\n"),
            format!("{text}\n\n  \n"),
        ] {
            assert_eq!(format.check(&text, &board(PUZZLE)), expected, "{text:?}");
        }
    }
    let wide = output(JudgeFormat::Boj2580, SOLUTION).replace(' ', "  ");
    assert!(JudgeFormat::Boj2580.check(&wide, &board(PUZZLE)).is_ok());
}

#[test]
fn each_error_is_named() {
    for format in FORMATS {
        let text = output(format, SOLUTION);
        let lines: Vec<&str> = text.lines().collect();
        let check = |text: &str| format.check(text, &board(PUZZLE)).err();
        let first = text.lines().next().expect("a line").replace('1', "+1");
        let spaces = if format == JudgeFormat::Boj2580 { "with" } else { "without" };
        let not = format!("of its output is not nine digits {spaces} spaces between them");
        let other = FORMATS.into_iter().find(|&other| other != format).expect("two");
        let other = output(other, SOLUTION);
        let longer = text.replacen(lines[2], &format!("{}{}", lines[2], " 1"), 1);
        // Two digits of the first row are exchanged, so two columns have a digit twice.
        let twice = format!("31{}", &SOLUTION[2..]);
        let relabeled: String =
            SOLUTION.bytes().map(|digit| char::from((digit - b'0') % 9 + b'1')).collect();
        for (text, mistake) in [
            ("", "its output is empty"),
            ("\n\n", "its output is empty"),
            (&lines[..8].join("\n"), "its output has 8 lines instead of nine"),
            (&format!("{text}\n{text}"), "its output has 18 lines instead of nine"),
            (&text.replace('1', "+1"), &format!("line 1 {not}: `{first}`")),
            ("Answer:\n", &format!("line 1 {not}: `Answer:`")),
            ("\u{1b}[2J", &format!("line 1 {not}: `\\u{{1b}}[2J`")),
            (&other, &format!("line 1 {not}: `{}`", &other[..other.find('\n').expect("lines")])),
            (&longer, &format!("line 3 {not}: `{} 1`", lines[2])),
            (&output(format, PUZZLE).replace('.', "0"), "r1c1 is blank"),
            (&output(format, &twice), "r1c1 and r4c1 both hold 3 in column 1"),
            (&output(format, &relabeled), "r1c2 is a clue and was changed"),
        ] {
            assert_eq!(check(text).as_deref(), Some(mistake));
        }
    }
}

#[test]
fn the_smallest_solution_equals_that_of_lexicographic_strategies() {
    let find = |name| sudoku_registry::find(name).expect("a known strategy").solver;
    for name in ["judge", "many", "none", "empty"] {
        let set = sudoku_corpus::set(name).expect("a known set");
        for puzzle in set.puzzles().expect("a good set") {
            let format = JudgeFormat::Boj2239;
            let expected = find("bitmask").first_solution(&puzzle.board);
            let expected =
                expected.map(|grid| format.format().display(grid.as_board()).to_string());
            let answer = Case::new(puzzle.board).answer(format, find("mrv"));
            assert_eq!(
                answer.as_deref().map(str::trim_end),
                expected.as_deref(),
                "{}",
                puzzle.board
            );
        }
    }
}

#[test]
fn a_named_problem_has_priority_over_the_default() {
    let format = |name: &str| {
        Program::named(name, Vec::new(), JudgeFormat::Boj2580).map(|it| (it.name, it.format))
    };
    assert_eq!(format("a").unwrap(), ("a".to_owned(), JudgeFormat::Boj2580));
    assert_eq!(format("scan@boj2239").unwrap(), ("scan".to_owned(), JudgeFormat::Boj2239));
    for bad in ["", "a@boj1", "@boj2580", "\u{1b}"] {
        assert!(format(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_command_has_the_name_of_its_file() {
    let name = |words: &[&str]| {
        let command: Vec<_> = words.iter().map(OsString::from).collect();
        Program::from_command(&command, JudgeFormat::Boj2580).map(|program| program.name)
    };
    assert_eq!(name(&["target/a.out", "x/y"]).as_deref(), Some("a.out"));
    assert_eq!(name(&["a\u{1b}b"]).as_deref(), Some("a\u{fffd}b"));
    assert_eq!(name(&[".."]).as_deref(), Some(".."));
    assert_eq!(name(&[]), None);
}

fn judgement(verdict: Verdict, ms: u64) -> Judgement {
    Judgement {
        verdict,
        cause: (verdict != Verdict::Accepted).then(|| "a cause".to_owned()),
        wall_ns: ms * 1_000_000,
        cpu_ns: Some(ms * 900_000),
        peak_memory: Some(5 << 20),
        output: None,
    }
}

fn summary(runs: &[Judgement]) -> ProgramSummary {
    ProgramSummary::new(runs, 3)
}

#[test]
fn the_verdict_of_a_program_is_its_worst_verdict() {
    let good = Verdict::Accepted;
    let fine = summary(&[20, 10, 60].map(|ms| judgement(good, ms)));
    assert_eq!((fine.verdict, fine.accepted, fine.not_run), (good, 3, 0));
    assert_eq!((fine.worst_wall_ns, fine.worst_cpu_ns), (Some(60_000_000), Some(54_000_000)));
    assert_eq!((fine.median_wall_ns, fine.peak_memory), (Some(20_000_000), Some(5 << 20)));
    let wrong = summary(&[judgement(good, 20), judgement(Verdict::WrongAnswer, 900)]);
    assert_eq!((wrong.verdict, wrong.accepted, wrong.not_run), (Verdict::WrongAnswer, 1, 1));
    assert_eq!(wrong.worst_wall_ns, Some(20_000_000));
    // The median of an even number of runs is the lower of the two middle ones.
    assert_eq!(
        summary(&[9, 1, 4, 7].map(|ms| judgement(good, ms))).median_wall_ns,
        Some(4_000_000)
    );
    let none = summary(&[judgement(Verdict::RuntimeError, 1)]);
    assert_eq!((none.worst_wall_ns, none.median_wall_ns, none.not_run), (None, None, 2));
}

#[test]
fn wall_time_far_above_processor_time_is_reported() {
    let mut idle = judgement(Verdict::Accepted, 12);
    idle.cpu_ns = Some(3_000_000);
    assert_eq!(summary(&vec![idle.clone(); 3]).waited, Some(4.0));
    let mut short = idle;
    (short.wall_ns, short.cpu_ns) = (2_000_000, Some(500_000));
    assert_eq!(summary(&vec![short; 3]).waited, None);
}

#[test]
fn memory_is_shown_in_the_judges_units() {
    let amounts = [0, 2048 << 10, 256 << 20, (38 << 20) + (600 << 10)];
    assert_eq!(amounts.map(memory_text), ["0 KB", "2 MB", "256 MB", "38.6 MB"]);
}

#[test]
fn all_facts_about_a_run_are_reported() {
    let case = Case::new("9".repeat(81).replace('9', ".").parse().expect("a board"));
    let solver = sudoku_registry::find("mrv").expect("a known strategy").solver;
    let mut report = RunReport::of(RunEnding::OutOfTime);
    report.error_output = "\n \n\u{1b}[2Jno such thing\nmore".to_owned();
    (report.left_behind, report.not_ended) = (2, 1);
    report.cpu = Some(Duration::from_millis(20));
    let judgement = Judgement::new(&report, &case, JudgeFormat::Boj2580, solver);
    assert_eq!(judgement.verdict, Verdict::TimeLimitExceeded);
    assert_eq!(judgement.cpu_ns, Some(20_000_000));
    assert_eq!(
        judgement.cause.as_deref(),
        Some(
            "0.00 s of wall time, 0.02 s of processor time; 2 of its processes had to be killed; 1 \
             of its processes could not be killed; standard error: [2Jno such thing"
        )
    );
}

#[test]
fn the_last_line_of_a_traceback_is_quoted() {
    let case = Case::new(Board::EMPTY);
    let solver = sudoku_registry::find("mrv").expect("a known strategy").solver;
    let mut report = RunReport::of(RunEnding::Exited(1));
    report.error_output =
        "Traceback (most recent call last):\n  File \"a.py\", line 2, in <module>\n    \
                           solve(board)\nIndexError: list index out of range\n\n"
            .to_owned();
    let judgement = Judgement::new(&report, &case, JudgeFormat::Boj2580, solver);
    let said = "exit code 1; standard error: IndexError: list index out of range";
    assert_eq!(judgement.cause.as_deref(), Some(said));
    report.error_output = " \n".to_owned();
    let judgement = Judgement::new(&report, &case, JudgeFormat::Boj2580, solver);
    assert_eq!(judgement.cause.as_deref(), Some("exit code 1"));
}
