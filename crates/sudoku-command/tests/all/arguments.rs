//! Parsing of arguments and of unusual input.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{LINE, PUZZLE_COMMANDS, SOLUTION, code, good, run, stderr, stdout, sudoku};

#[test]
fn a_dash_is_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let output = sudoku("generate --seed 1 -o -").current_dir(folder.path()).output().unwrap();
    assert_eq!((code(&output), stdout(&output).len()), (0, 82));
    assert_eq!(good("solve -o -", LINE), format!("{SOLUTION}\n"));
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

/// Pages are named after the output file, so it must be a regular file.
#[test]
fn pages_cannot_be_written_to_a_folder_or_a_device() {
    let folder = tempfile::tempdir().unwrap();
    let mut to = vec![folder.path().to_owned()];
    if cfg!(unix) {
        to.push("/dev/full".into());
    }
    for to in to {
        for subcommand in ["convert", "explain"] {
            let output = run(&format!("{subcommand} --to svg --output {}", to.display()), LINE);
            let said = "error: --to svg needs a file name for --output";
            assert!(code(&output) == 2 && stderr(&output).starts_with(said), "{output:?}");
        }
    }
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

#[test]
fn errors_distinguish_a_mistyped_puzzle_from_a_missing_file() {
    let said = |name: &str| stderr(&run(&format!("rate {name}"), "")).to_owned();
    assert!(
        said(&LINE.trim()[1..]).ends_with("; a puzzle needs 81 cells, and this argument has 80\n")
    );
    for blank in ["0", "*", "_", "?", "x"] {
        let nearly = LINE.trim()[1..].replace('.', blank);
        assert!(said(&nearly).ends_with(" has 80\n"), "{}", said(&nearly));
    }
    assert!(!said("puzzles.txt").contains("a puzzle needs"));
}

#[test]
fn standard_input_is_read_once() {
    for arguments in ["solve - -", "check - puzzles.txt -", "dataset check - -"] {
        let output = run(arguments, LINE);
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{arguments}");
        let said = "error: standard input can be read only once; remove the other `-`\n";
        assert_eq!(stderr(&output), said, "{arguments}");
    }
}

#[test]
fn errors_distinguish_a_missing_folder_from_a_file_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), LINE).unwrap();
    for (arguments, said) in [
        (
            "solve file -o no/out.txt",
            "no/out.txt: the folder of this file does not exist; create it",
        ),
        ("convert file --to svg -o no/a.svg", "no/a.svg: the folder of this file does not exist; "),
        ("dataset make --count 1 -o file", "file: is not a folder; choose another name"),
        ("dataset dedup file -o file", "file: is not a folder; choose another name"),
        ("man --dir file", "file: is not a folder; choose another name"),
        ("dataset make -o out -", "standard input is no source of a data set, "),
    ] {
        let mut command = sudoku(arguments);
        let command = command.current_dir(folder.path()).stdin(std::process::Stdio::null());
        let output = command.output().unwrap();
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{arguments}");
        let said = format!("error: {said}");
        assert!(stderr(&output).starts_with(&said), "{arguments}: {}", stderr(&output));
    }
}

#[test]
fn shares_that_begin_with_a_hyphen_are_values_of_the_option() {
    for option in ["--split", "--augment"] {
        let output = run(&format!("dataset make -o nowhere {option} -1,1,1"), "");
        let said = format!("error: invalid value '-1,1,1' for '{option} ");
        assert!(code(&output) == 2 && stderr(&output).starts_with(&said), "{output:?}");
    }
}

#[test]
fn a_repeated_scale_is_listed_once() {
    assert_eq!(good("techniques --scale se,se", ""), good("techniques --scale se", ""));
}

#[test]
fn a_count_from_candidates_that_ends_early_has_a_warning() {
    let all = "123456789".repeat(81);
    let nearly_all = format!(".{}", &all[1..]);
    let output = run("count", &nearly_all);
    assert_eq!((code(&output), stdout(&output)), (0, "1000000\n"));
    let said = "warning: standard input: line 1: at least 1000000 solutions; ";
    assert!(stderr(&output).starts_with(said), "{}", stderr(&output));
    let output = run("count --limit 10", &nearly_all);
    assert_eq!((stdout(&output), stderr(&output)), ("10\n", ""));
}

#[test]
fn errors_for_numbers_out_of_range_name_the_range() {
    for (arguments, range) in [
        ("enumerate --nth 0", "1 to 340282366920938463463374607431768211455"),
        ("enumerate --nth -1", "1 to 340282366920938463463374607431768211455"),
        ("enumerate --limit 99999999999999999999", "1 to 18446744073709551615"),
        ("count --limit 0", "1 to 18446744073709551615"),
        ("convert --to svg --per-page 0", "1 to 18446744073709551615"),
        ("solve --threads 1025", "1 to 1024"),
        ("transform --random -1", "0 to 18446744073709551615"),
        ("generate --seed -1", "0 to 18446744073709551615"),
        ("generate --attempts 99999999999", "1 to 4294967295"),
        ("dataset make -o nowhere --per-shard 0", "1 to 18446744073709551615"),
        ("dataset make -o nowhere --guess-rating x", "0 to 4294967295"),
    ] {
        let output = run(arguments, LINE);
        let said = format!("expected a whole number from {range}\n");
        assert_eq!(code(&output), 2, "{arguments}");
        assert!(stderr(&output).contains(&said), "{arguments}: {}", stderr(&output));
        assert!(!stderr(&output).contains("tip:"), "{arguments}: {}", stderr(&output));
    }
}

#[test]
fn errors_for_invalid_ranges_name_the_reason() {
    for (range, said) in [
        ("--clues -3..20", "expected a number or range, such as 24, 24..28 or 24.."),
        ("--clues 24...28", "expected a number or range, such as 24, 24..28 or 24.."),
        ("--clues 99999999999999999999..", "expected whole numbers from 0 to 81"),
        ("--difficulty -1..3", "expected a number or range, such as 7.2, 5..8 or 7.1.."),
        (
            "--difficulty easy",
            "expected a number or range, such as 7.2, 5..8 or 7.1..; for a level, use --scale \
             hodoku --level",
        ),
        ("--difficulty .5", "expected a number or range, such as 7.2, 5..8 or 7.1.."),
        (
            "--difficulty 99999999999999999999.12",
            "expected a number or range, such as 7.2, 5..8 or 7.1..",
        ),
        (
            "--difficulty 1..99999999999999999999",
            "expected numbers from 0 to 1844674407370955161.5",
        ),
        ("--difficulty 1844674407370955161.6", "expected numbers from 0 to 1844674407370955161.5"),
        ("--clues 28..=24", "the lower number must come first: 24..28"),
        ("--difficulty 5..3.1", "the lower number must come first: 3.1..5"),
        ("--scale hodoku --level hard..easy", "the lower level must come first: easy..hard"),
        ("--time -1s", "expected a time, such as 500ms, 30s or 2h"),
        ("--time 1", "expected a time, such as 500ms, 30s or 2h"),
        ("--time 99999999999999y", "expected a time, such as 500ms, 30s or 2h"),
    ] {
        let output = run(&format!("generate {range}"), "");
        assert_eq!(code(&output), 2, "{range}");
        assert!(stderr(&output).contains(&format!(": {said}\n")), "{range}: {}", stderr(&output));
    }
}

/// The error for a short pattern reports its length for every character that marks clues.
#[test]
fn the_error_for_a_short_pattern_has_its_length() {
    for sign in ["#", "x"] {
        let output = run(&format!("generate --pattern {}", sign.repeat(80)), "");
        assert_eq!(code(&output), 2, "{sign}");
        assert!(stderr(&output).contains("80"), "{}", stderr(&output));
    }
}

#[test]
fn a_mistyped_technique_has_a_suggestion() {
    for (name, near) in [
        ("nakedpair", "naked-pair"),
        ("Hiddn-single", "hidden-single"),
        ("xywing", "xy-wing"),
        ("XYZ_Wing", "xyz-wing"),
        ("bug", "bug-type-1"),
        ("bug+1", "bug-type-1"),
        ("nishio", "nishio-forcing-chains"),
        ("pointing-pair", "pointing"),
        ("full-house", "last-cell"),
        ("unique-rectangle", "uniqueness"),
    ] {
        let output = run(&format!("generate --scale se --needs {name}"), "");
        let said =
            format!("unknown technique (`sudoku techniques` lists all); did you mean `{near}`?\n");
        assert!(code(&output) == 2 && stderr(&output).contains(&said), "{}", stderr(&output));
    }
}

#[test]
fn a_name_unlike_any_technique_has_no_suggestion() {
    for name in ["foo", "x", "false", ","] {
        let output = run(&format!("generate --scale se --needs {name}"), "");
        let said = stderr(&output);
        assert!(said.contains("unknown technique (`sudoku techniques` lists all)\n"), "{said}");
        assert!(!said.contains("tip:") && !said.contains("did you mean"), "{said}");
    }
}

/// Techniques of no scale are not listed, and techniques of other scales are refused.
#[test]
fn techniques_are_those_of_the_scale() {
    let parts =
        ["se", "sukaku", "hodoku"].map(|scale| good(&format!("techniques --scale {scale}"), ""));
    assert_eq!(good("techniques", ""), parts.join("\n"));
    let start = "se: Sudoku Explainer 1.2.1\n  singles            last-cell, hidden-single, ";
    assert!(parts[0].starts_with(start), "{}", parts[0]);
    let objects = good("techniques --scale hodoku --json", "");
    for object in [
        r#"{"scale":"hodoku","group":null,"technique":"brute-force","off_by_default":false}"#,
        r#"{"scale":"hodoku","group":"als","technique":"death-blossom","off_by_default":true}"#,
    ] {
        assert!(objects.lines().any(|line| line == object), "{objects}");
    }
    // Techniques that are off by default come last.
    let (on, off) = parts[2].split_once("off by default, use --with to add them:\n").unwrap();
    for (name, is_off) in [(" x-wing,", false), ("death-blossom", true), ("mutant-x-wing", true)] {
        assert_eq!([on, off].map(|list| list.contains(name)), [!is_off, is_off], "{name}");
    }
    for (scale, name) in [("se", "templates"), ("hodoku", "forcing-x-chain"), ("se", "w-wing")] {
        for option in ["--needs", "--without"] {
            let output = run(&format!("generate --scale {scale} {option} {name}"), "");
            let said = format!("error: the scale {scale} has no technique named {name}\n");
            assert_eq!((code(&output), stderr(&output)), (2, &*said));
        }
    }
}

/// `--candidates` implies a drawing.
#[test]
fn the_option_candidates_needs_no_format() {
    let drawn = good("convert --to drawing --candidates", LINE);
    assert_eq!(good("convert --candidates", LINE), drawn);
    assert!(good("generate --quiet --seed 1 --candidates", "").starts_with(&drawn[..3]));
}

#[test]
fn a_data_set_cannot_be_written_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    for subcommand in ["make --count 1", "dedup puzzles.txt"] {
        let output =
            sudoku(&format!("dataset {subcommand} -o -")).current_dir(folder.path()).output();
        let output = output.unwrap();
        assert!(code(&output) == 2 && stderr(&output).contains("expected a folder"), "{output:?}");
    }
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

#[test]
fn files_of_options_may_be_compressed() {
    let folder = tempfile::tempdir().unwrap();
    for ending in ["gz", "zst"] {
        let file = folder.path().join(format!("given.txt.{ending}")).display().to_string();
        good(&format!("convert -o {file}"), LINE);
        assert_eq!(good(&format!("hint --puzzle {file}"), LINE), good("hint", LINE));
        let given = good(&format!("generate --quiet --given {file} --pattern {file}"), "");
        assert_eq!(given.trim(), LINE);
    }
    let output = run("hint --puzzle -", LINE);
    assert!(
        code(&output) == 2 && stderr(&output).contains("expected 81 characters or a file, not"),
        "{output:?}"
    );
}

/// Files of options may have a byte-order mark, UTF-16 and comments.
#[test]
fn files_of_options_are_read_like_puzzle_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file.txt");
    let name = file.display();
    let commented = format!("# from a paper\r\n{LINE}\r\n");
    let utf16 = |mark: u16, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        [mark].into_iter().chain(commented.encode_utf16()).flat_map(bytes).collect()
    };
    for text in [
        commented.clone().into_bytes(),
        format!("\u{feff}{commented}").into_bytes(),
        utf16(0xfeff, u16::to_le_bytes),
        utf16(0xfeff, u16::to_be_bytes),
    ] {
        fs::write(&file, &text).unwrap();
        assert_eq!(good(&format!("hint --puzzle {name}"), LINE), good("hint", LINE));
        let given = good(&format!("generate --quiet --given {name} --pattern {name}"), "");
        assert_eq!(given.trim(), LINE);
    }
    // A `#` may be a clue, also below a comment.
    let picture = LINE.replace(|sign: char| sign.is_ascii_digit(), "#");
    let rows: Vec<&str> = (0..9).map(|row| &picture[9 * row..9 * row + 9]).collect();
    for comment in ["", "# of 1999, by hand\n", "# 17\n# 2024-05-01\n"] {
        fs::write(&file, format!("{comment}{}", rows.join("\n"))).unwrap();
        let made = good(&format!("generate --quiet --seed 1 --pattern {name}"), "");
        assert_eq!(made.trim().replace(|sign: char| sign.is_ascii_digit(), "#"), picture);
    }
    // A puzzle in any format is the pattern of its clues, with any kind of blanks.
    for text in [LINE.replace(['.', '0'], "*"), good("convert --to drawing", LINE)] {
        fs::write(&file, text).unwrap();
        let made = good(&format!("generate --quiet --given {LINE} --pattern {name}"), "");
        assert_eq!(made.trim(), LINE);
    }
    // For another encoding, the error shows the original byte.
    fs::write(&file, b"\xe9").unwrap();
    let output = run(&format!("hint --puzzle {name}"), LINE);
    assert!(stderr(&output).contains("found byte 0xe9"), "{}", stderr(&output));
}

#[test]
fn json_of_several_files_names_them() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one.txt", "other.txt"].map(|name| folder.path().join(name));
    fs::write(&one, LINE).unwrap();
    fs::write(&other, format!("hello\n{LINE}")).unwrap();
    let (one, other) = (one.display(), other.display());
    for subcommand in PUZZLE_COMMANDS.into_iter().filter(|&subcommand| subcommand != "generate") {
        let limit = if subcommand == "hints" { "--limit 1" } else { "" };
        let output = run(&format!("{subcommand} --json --on-error mark {limit} {one} {other}"), "");
        let objects: Vec<serde_json::Value> =
            stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let places: BTreeSet<(&str, u64)> = objects
            .iter()
            .map(|object| (object["file"].as_str().unwrap(), object["line"].as_u64().unwrap()))
            .collect();
        let (one, other) = (one.to_string(), other.to_string());
        let expected = [(&*one, 1), (&*other, 1), (&*other, 2)];
        assert_eq!(places, expected.into_iter().collect(), "{subcommand}");
    }
}

#[test]
fn invalid_arguments_do_not_change_the_output_file() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept.txt");
    fs::write(&kept, SOLUTION).unwrap();
    let output = run(&format!("transform --rows 147258369 --output {}", kept.display()), LINE);
    assert_eq!(code(&output), 2);
    assert_eq!(fs::read_to_string(&kept).unwrap(), SOLUTION);
}

#[test]
fn too_large_numbers_of_threads_are_refused() {
    for threads in ["0", "1025", "18446744073709551615"] {
        let output = run(&format!("solve --threads {threads}"), LINE);
        let message = stderr(&output);
        let refused = format!("error: invalid value '{threads}' for '--threads <N>'");
        assert!(message.starts_with(&refused), "{message}");
        assert_eq!(code(&output), 2);
    }
    assert_eq!(good("solve --threads 1024", LINE), format!("{SOLUTION}\n"));
}
