//! Tests of help, completions, errors and full disks. On a full disk, the output ends with a whole
//! line.

use std::fs;
use std::io::Read;

use crate::common::{LINE, PUZZLE_COMMANDS, code, good, run, stderr, stdout, sudoku};

/// The subcommands that do not read puzzles from a stream.
const OTHER_COMMANDS: [&str; 13] = [
    "search closure",
    "search",
    "search neighbors",
    "search minimals",
    "search grid",
    "techniques",
    "book",
    "completions",
    "man",
    "dataset",
    "dataset make",
    "dataset check",
    "dataset dedup",
];

#[test]
fn long_help_has_the_exit_codes_and_short_help_fits_on_a_screen() {
    for command in PUZZLE_COMMANDS.into_iter().chain(OTHER_COMMANDS).chain([""]) {
        let long = good(&format!("{command} --help"), "");
        assert!(long.contains("Exit codes:\n  0 ") && long.contains("\n  130 "), "{long}");
        assert_eq!(long.matches("Exit codes:").count(), 1, "{long}");
        let short = good(&format!("{command} -h"), "");
        assert!(!short.contains("Exit codes:"), "{short}");
        assert!(short.lines().count() <= 60, "{} lines: {short}", short.lines().count());
    }
}

#[test]
fn completions_include_the_values() {
    for (shell, values) in [
        ("bash", ["bitmask", "boj2580", "quarter-turn", "kaggle-3m", "sukaku", "swordfish"]),
        ("zsh", ["batch", "drawing", "anti-diagonal", "parquet", "hodoku", "uniqueness"]),
        ("fish", ["guesses:mrv", "opensudoku", "both-mirrors", "jsonl", "se", "2-string-kite"]),
    ] {
        let script = good(&format!("completions {shell}"), "");
        for value in values {
            assert!(
                script.contains(value) || script.contains(&value.replace(':', "\\:")),
                "{shell}: {value}"
            );
        }
    }
    // Aliases of formats are accepted although help does not list them.
    for format in ["sdm", "tsv", "json"] {
        assert_eq!(
            code(&run(&format!("convert --from {format}"), LINE)),
            i32::from(format == "json")
        );
    }
}

#[test]
fn many_errors_end_with_the_number_of_the_others() {
    let input = format!("{LINE}\n{}", "hello\n".repeat(1000));
    let output = run("convert", &input);
    let lines: Vec<&str> = stderr(&output).lines().collect();
    assert_eq!((code(&output), lines.len()), (1, 21));
    assert!(lines[19].starts_with("error: standard input: line 21, "), "{}", lines[19]);
    assert_eq!(lines[20], "and 980 more; use --all-errors to show all");
    let output = run("convert --all-errors", &input);
    assert_eq!((code(&output), stderr(&output).lines().count()), (1, 1000));
    // An unreadable file is reported in addition to the limited messages.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.txt");
    fs::write(&path, &input).unwrap();
    let path = path.display();
    let output = run(&format!("convert {path} {path}.missing"), "");
    assert!(stderr(&output).contains("many.txt.missing: "), "{}", stderr(&output));
    assert_eq!((code(&output), stderr(&output).lines().count()), (2, 22));
    let output = run(&format!("dataset check --quiet {path}"), "");
    assert_eq!((code(&output), stderr(&output).lines().count()), (1, 21));
    let output = run(&format!("dataset check --quiet --all-errors {path}"), "");
    assert_eq!((code(&output), stderr(&output).lines().count()), (1, 1000));
}

#[test]
fn errors_of_the_command_and_of_its_arguments_have_the_same_start() {
    for arguments in ["solve --nonsense", "generate --method grid --ids", "generate --clues 16"] {
        let output = run(arguments, "");
        assert_eq!(code(&output), 2, "{arguments}");
        assert!(stderr(&output).starts_with("error: "), "{}", stderr(&output));
    }
}

#[test]
fn check_sums_up() {
    let minimal = good("generate --seed 3 --quiet", "");
    let several = LINE.replacen("53", "..", 1);
    let none = LINE.replacen("3.", "5.", 1);
    let input = format!("{LINE}\n{minimal}{several}\n{none}\nhello\n{LINE}\n");
    let output = run("check --summary", &input);
    let summary = "5 puzzles: 3 proper, 1 of them minimal\n\
                   1 with several solutions, 1 with none\n\
                   1 unreadable\n";
    assert_eq!((code(&output), stdout(&output)), (1, summary));
    assert_eq!(stderr(&output).lines().count(), 1);
    let output = run("check --summary --json", &input);
    let object: serde_json::Value = serde_json::from_str(stdout(&output)).unwrap();
    let expected = serde_json::json!({
        "puzzles": 5, "proper": 3, "minimal": 1, "several_solutions": 1, "no_solution": 1,
        "unreadable": 1,
    });
    assert_eq!(object, expected);
    assert_eq!(good("check --summary", LINE).lines().count(), 3);
}

/// Runs a command with a limit on the file size. A larger file is a write error.
#[cfg(unix)]
fn run_with_room(blocks: u32, arguments: &str) -> std::process::Output {
    let program = env!("CARGO_BIN_EXE_sudoku");
    let script = format!("ulimit -f {blocks}; exec {program} {arguments}");
    std::process::Command::new("sh").arg("-c").arg(script).output().unwrap()
}

#[test]
#[cfg(unix)]
fn a_file_on_a_full_disk_ends_with_a_whole_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let puzzles = path("puzzles.txt");
    fs::write(&puzzles, format!("{LINE}\n").repeat(400_000)).unwrap();
    for (subcommand, name) in [
        ("generate --quiet --count 100000 --seed 1 -o", "made.txt"),
        ("generate --quiet --count 100000 --seed 1 >", "sent.txt"),
        ("generate --quiet --count 100000 --seed 1 --json >>", "json.txt"),
        ("solve PUZZLES -o", "solved.txt"),
        ("check PUZZLES >", "checked.txt"),
    ] {
        let file = path(name);
        let subcommand = subcommand.replace("PUZZLES", &puzzles.display().to_string());
        let output = run_with_room(20, &format!("{subcommand} {}", file.display()));
        let message = stderr(&output);
        assert!(
            code(&output) == 2 && message.contains("File too large"),
            "{subcommand}: {message}"
        );
        let text = fs::read_to_string(&file).unwrap();
        assert!(
            text.len() > 8000 && text.ends_with('\n'),
            "{subcommand}: {:?}",
            text.lines().last()
        );
    }
    // A compressed file can be decompressed, and its text also ends on a whole line. All lines are
    // different, so that they compress badly.
    let mut state = 1_u64;
    let mut cell = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        char::from(b'0' + (state >> 33) as u8 % 10)
    };
    let text: String = (0..240_000)
        .flat_map(|_| (0..82).map(|at| if at < 81 { cell() } else { '\n' }).collect::<Vec<_>>())
        .collect();
    fs::write(&puzzles, text).unwrap();
    for ending in ["gz", "zst"] {
        let file = path("packed").with_extension(ending);
        let subcommand = format!("convert {} -o {}", puzzles.display(), file.display());
        let whole = run_with_room(1_000_000, &subcommand);
        assert_eq!(code(&whole), 0, "{}", stderr(&whole));
        let size = fs::metadata(&file).unwrap().len();
        let output = run_with_room((size / 1024) as u32 * 3 / 4 * 2, &subcommand);
        assert!(stderr(&output).contains("File too large"), "{}", stderr(&output));
        let text = good(&format!("convert {}", file.display()), "");
        assert!(
            text.len() > 10_000_000 && text.len().is_multiple_of(82),
            "{ending}: {}",
            text.len()
        );
        if ending == "zst" {
            assert_eq!(only_frame(&fs::read(&file).unwrap()).len(), text.len());
        }
    }
}

#[test]
#[cfg(unix)]
fn a_search_without_room_or_result_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("found.txt");
    let command = format!("search neighbors --add 2 --quiet -o {} {LINE}", path.display());
    let output = run_with_room(8, &command);
    let message = stderr(&output);
    assert_eq!(code(&output), 2, "{message}");
    assert!(message.contains("make room, and the same command continues"), "{message}");
    for (quiet, message) in [("", "the search found no puzzle\n"), (" --quiet", "")] {
        let output = run(&format!("search neighbors --keep clues<9{quiet}"), LINE);
        assert_eq!((code(&output), stdout(&output), stderr(&output)), (0, "", message));
    }
}

/// Returns the contents of the first frame of a Zstandard file. Many programs read only this frame.
fn only_frame(packed: &[u8]) -> Vec<u8> {
    let mut decoder = zstd::Decoder::with_buffer(packed).unwrap().single_frame();
    let mut text = Vec::new();
    decoder.read_to_end(&mut text).unwrap();
    let rest = decoder.finish();
    assert!(rest.is_empty(), "{} bytes after the first frame", rest.len());
    text
}

#[test]
fn a_file_of_zstandard_is_one_frame() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("packed.zst");
    let input = format!("{LINE}\n").repeat(60_000);
    good(&format!("convert -o {}", path.display()), &input);
    assert_eq!(only_frame(&fs::read(path).unwrap()).len(), input.len());
}

#[test]
#[cfg(unix)]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in ["--help", "--version", "solve --help", "help dataset make"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = sudoku(arguments).stdout(full).output().unwrap();
        let message = stderr(&output);
        assert_eq!(code(&output), 2, "{arguments}: {message}");
        assert!(message.starts_with("error: standard output: "), "{arguments}: {message}");
        assert_eq!(message.lines().count(), 1, "{arguments}: {message}");
    }
}

#[test]
fn a_count_of_one_is_in_the_singular() {
    let output = run("check --summary", LINE);
    assert!(stdout(&output).starts_with("1 puzzle: 1 proper, "), "{}", stdout(&output));
}

/// Options that would have no effect in combination with the others.
const IGNORED: [&str; 29] = [
    "enumerate --seed 2",
    "enumerate --seed 2 --limit 3",
    "enumerate --sample 2 --strategy mrv",
    "enumerate --nth 1 --strategy mrv",
    "convert --per-page 6",
    "convert --per-page 6 --to grid",
    "convert --title Sunday --json",
    "convert --max-pages 9 --to drawing",
    "convert --candidates --to line",
    "convert --candidates --json",
    "solve --candidates --to csv",
    "hint --depth proof --json",
    "hints --depth name --to svg",
    "explain --depth proof --to json",
    "generate --scale se",
    "generate --scale guesses:board",
    "generate --images 3",
    "generate --images 3 --level hard --scale hodoku",
    "generate --images 3 --difficulty 7.1.. --scale se",
    "generate --method weighted --attempts 3",
    "generate --method grid --attempts 3",
    "generate --id 080YM3R7YC --images 3 --difficulty 3",
    "dataset make -o nowhere --column puzzle",
    "dataset make -o nowhere --shape 81",
    "dataset make -o nowhere --measures backdoor --format line,kaggle-3m",
    "dataset make -o nowhere --from line",
    "dataset make -o nowhere --column puzzle --count 3",
    "dataset make -o nowhere --from line --count 3",
    "enumerate --seed 2 --strategy mrv",
];

#[test]
fn options_without_effect_are_refused() {
    for arguments in IGNORED {
        let output = run(arguments, LINE);
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{arguments}: {}", stderr(&output));
    }
}

/// A shell closes standard output with `>&-`. The runtime of Rust then opens `/dev/null` for it.
#[cfg(unix)]
#[test]
fn a_closed_standard_output_is_an_error() {
    let solve = |arguments: &str| {
        let mut command = std::process::Command::new("sh");
        let line = format!("\"$0\" solve \"$1\" {arguments}");
        command.args(["-c", &line, env!("CARGO_BIN_EXE_sudoku"), LINE]).output().unwrap()
    };
    let closed = "error: standard output: it is closed; redirect it to a file or a pipe\n";
    for arguments in [">&-", "--help >&-"] {
        let output = solve(arguments);
        assert_eq!((code(&output), stderr(&output)), (2, closed), "{arguments}");
    }
    // No other way to discard the answers is an error.
    for arguments in [">/dev/null", "1<>/dev/null", "--output /dev/null >&-"] {
        let output = solve(arguments);
        assert_eq!((code(&output), stderr(&output)), (0, ""), "{arguments}");
    }
}

#[test]
fn messages_name_a_long_link_by_its_ends() {
    let link = format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", &LINE[..80]);
    let message = "error: https://www.sudokuwiki.org/sudoku.htm?bd…8....419..5....8..7: \
                   line 1, column 122 (r9c9): 1 cell missing\n";
    for command in ["solve", "hint"] {
        assert_eq!(stderr(&run(&format!("{command} {link}"), "")), message);
    }
}

/// Errors of outputs, arguments and limits say what to do.
#[test]
fn errors_have_advice() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let nugget =
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    let deep = "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..";
    let stopped = "te_depth: the time limit was reached; use a longer --time-limit";
    for (arguments, advice, expected) in [
        (format!("search neighbors -o {} {LINE}", path("a.bz2")), "use the extension .gz", 2),
        (format!("search closure -o {} {LINE}", path("a.XZ")), "use the extension .gz", 2),
        (format!("search closure -o {} {}", path("a.txt"), &LINE[1..]), "this argument has 80", 2),
        (format!("select se.er>1 --time-limit 10ms {nugget}"), "use a longer --time-limit", 1),
        (format!("select te_depth>=3 --time-limit 10ms {deep}"), stopped, 1),
        (format!("rate --measures te_depth --time-limit 10ms {deep}"), stopped, 1),
    ] {
        let output = run(&arguments, "");
        assert!(stderr(&output).contains(advice), "{arguments}: {output:?}");
        assert_eq!((stdout(&output), code(&output)), ("", expected), "{arguments}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    good(&format!("search neighbors --limit 1 -o {} {LINE}", path("a.json")), "");
    assert!(fs::read_to_string(path("a.json")).unwrap().starts_with("{\"line\":1,"));
    let short = run("generate --quiet --count 100000000 --time 1ms", "");
    assert!(stderr(&short).contains("use a longer --time") && code(&short) == 1, "{short:?}");
}
