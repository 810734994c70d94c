//! Tests of the subcommands that read measurement files: comparisons and pages.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bench-harness")).args(arguments).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Measures into a file with this name.
fn measure(folder: &Path, name: &str, options: &str) -> PathBuf {
    let path = folder.join(name);
    let words: Vec<&str> = options.split_whitespace().collect();
    let output = run(&[&["measure"], &words[..], &["--output", path.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{output:?}");
    path
}

/// Returns the page of a measurement file, without tags.
fn page(path: &Path, options: &[&str]) -> String {
    let page = path.with_extension("html");
    let [from, to] = [path, &page].map(|path| path.to_str().unwrap());
    stdout(&[&["report", from, "--html", to], options].concat());
    let text = fs::read_to_string(page).unwrap();
    text.split('<').filter_map(|part| Some(part.split_once('>')?.1)).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_page_compares_the_puzzles_that_all_finished_and_can_show_some_rows() {
    let folder = tempfile::tempdir().unwrap();
    let options = "--set easy --set row-major --strategy scan --strategy mrv --time-limit 5ms";
    let path = measure(folder.path(), "m.jsonl", options);
    let text = page(&path, &[]);
    // Row-major search cannot finish any puzzle of the set row-major in 5 ms.
    let result = "RESULT: scan is faster than mrv on no set, slower on 1 set,";
    assert!(text.contains(result) && text.contains("scan timed out on "), "{text}");
    let one = page(&path, &["--strategy", "mrv", "--mode", "first"]);
    assert!(!one.contains(" scan ") && !one.contains("uniqueness proof"), "{one}");
    let nothing = run(&["report", path.to_str().unwrap(), "--strategy", "nosuch"]);
    assert_eq!(nothing.status.code(), Some(2));
}

#[test]
fn a_report_has_the_summary_and_the_formats_of_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = measure(folder.path(), "m.jsonl", "--strategy mrv --strategy board");
    let path = path.to_str().unwrap();
    let has_summary = |text: &str| text.contains("MORE: ");
    let shown = stdout(&["report", path]);
    assert!(has_summary(&shown) && !shown.contains("p10"), "{shown}");
    for (options, expected) in
        [("--all", true), ("--set hard", false), ("--mode unique", false), ("--format json", false)]
    {
        let options: Vec<&str> = options.split(' ').collect();
        let text = stdout(&[&["report", path], &options[..]].concat());
        assert_eq!((has_summary(&text), text.contains("p10")), (expected, true), "{text}");
    }
    let json = folder.path().join("m.json");
    stdout(&["report", path, "--format", "json", "--output", json.to_str().unwrap()]);
    let json: serde_json::Value = serde_json::from_slice(&fs::read(json).unwrap()).unwrap();
    assert_eq!(json["summary"]["measured_strategies"], 2);
}

#[test]
fn two_files_are_compared_without_a_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let old = measure(folder.path(), "old", "--set easy --strategy mrv --mode first");
    let new = folder.path().join("new");
    // The times are simulated, because measured times depend on other work on the machine.
    let rewrite = |to: &Path, factor: u64, first: &[(&str, serde_json::Value)]| {
        let line = |line: &str| {
            let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
            let field = if record["record"] == "row" { "event" } else { "record" };
            match record[field].as_str().unwrap() {
                "passes" | "times" => {
                    let times = record["ns"].as_array_mut().unwrap();
                    times.iter_mut().for_each(|time| *time = (1_000_000 * factor).into());
                }
                "run" => first.iter().for_each(|(name, value)| record[name] = value.clone()),
                _ => {}
            }
            format!("{record}\n")
        };
        let text = fs::read_to_string(&old).unwrap();
        fs::write(to, text.lines().map(line).collect::<String>()).unwrap();
    };
    let compared = |first: &[(&str, serde_json::Value)]| {
        rewrite(&new, 3, first);
        stdout(&["cmp", old.to_str().unwrap(), new.to_str().unwrap()])
    };
    rewrite(&old, 2, &[]);
    let text = compared(&[("commit", "other".into())]);
    assert!(text.contains(" 20 µs ") && text.contains(" 30 µs "), "{text}");
    assert!(text.contains(" 1.500 ") && text.matches("same").count() == 2, "{text}");
    assert!(text.contains("`bench-harness gate` compares") && !text.contains("slower"), "{text}");
    assert!(!text.contains("WARNING: measured"), "{text}");
    for (field, value) in [
        ("cpu", "another".into()),
        ("instruction_set", "another".into()),
        ("compiler", "rustc 2".into()),
        ("profile", "another".into()),
        ("seed", 2.into()),
        ("time_limit_ms", 9.0.into()),
    ] {
        let text = compared(&[(field, value)]);
        let warning = format!("WARNING: measured with different values of {field},");
        assert!(text.contains(&warning), "{text}");
    }
    let text = compared(&[("seed", 2.into()), ("time_limit_ms", 9.0.into())]);
    assert!(text.contains("different values of seed, time_limit_ms,"), "{text}");
}

#[test]
fn other_puzzles_are_not_compared() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = folder.path().join("own.txt");
    let options = format!("--file {} --strategy mrv --mode first --verify-only", puzzles.display());
    let [old, new] = ["1", "2"].map(|clue| {
        fs::write(&puzzles, format!("{clue}{}\n", ".".repeat(80))).unwrap();
        measure(folder.path(), clue, &options)
    });
    let text = stdout(&["cmp", old.to_str().unwrap(), new.to_str().unwrap()]);
    assert!(text.contains("not compared: mrv on own.txt, first: the puzzles differ"), "{text}");
}

#[test]
fn a_page_refers_to_no_other_file() {
    let folder = tempfile::tempdir().unwrap();
    for (options, plots) in [("--set judge --strategy mrv", 2), ("--set judge --verify-only", 0)] {
        let path = measure(folder.path(), &format!("{plots}"), options);
        let page = folder.path().join("page.html");
        stdout(&["report", path.to_str().unwrap(), "--html", page.to_str().unwrap()]);
        let page = fs::read_to_string(page).unwrap();
        assert_eq!(page.matches("<svg").count(), plots);
        // The only address is the namespace of SVG, from which nothing is loaded.
        let addresses = page.matches("://").count();
        assert_eq!(addresses, page.matches(r#"xmlns="http://www.w3.org/2000/svg""#).count());
        for word in ["<script", "<link", "@import", "url("] {
            assert!(!page.contains(word), "{word}");
        }
    }
}

#[test]
fn a_page_shows_names_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = folder.path().join("a<b>&c.txt");
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    fs::write(&puzzles, puzzle).unwrap();
    let path = folder.path().join("m.jsonl");
    let [from, to] = [&puzzles, &path].map(|path| path.to_str().unwrap());
    let measured = run(&["measure", "--file", from, "--strategy", "mrv", "--output", to]);
    assert!(measured.status.success(), "{measured:?}");
    let page = folder.path().join("page.html");
    stdout(&["report", to, "--html", page.to_str().unwrap()]);
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("a&lt;b&gt;&amp;c.txt") && !page.contains("a<b>"));
}

#[test]
fn control_characters_of_a_file_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = measure(folder.path(), "m.jsonl", "--set judge --strategy mrv --verify-only");
    let text = fs::read_to_string(&path).unwrap();
    let hostile = text.replace("\"cpu\":\"", "\"cpu\":\"\\u001b]0;a\\n### b");
    fs::write(&path, hostile.replace("\"set\":\"judge", "\"set\":\"\u{9b}judge")).unwrap();
    let name = path.to_str().unwrap();
    for reader in [&["cmp", name, name][..], &["report", name], &["report", name, "--all"]] {
        let shown = stdout(reader);
        assert!(shown.contains("\u{fffd}]0;a\u{fffd}### b"), "{shown}");
        assert!(!shown.contains(|char: char| char.is_control() && char != '\n'), "{shown}");
    }
}

#[test]
fn every_reader_refuses_damage_and_reads_the_file_of_a_killed_measurement() {
    let folder = tempfile::tempdir().unwrap();
    let path = measure(folder.path(), "m.jsonl", "--set judge --strategy mrv --verify-only");
    let text = fs::read(&path).unwrap();
    let page = folder.path().join("page.html");
    let [name, page] = [&path, &page].map(|path| path.to_str().unwrap().to_owned());
    let readers: [&[&str]; 3] =
        [&["cmp", &name, &name], &["report", &name], &["report", &name, "--html", &page]];
    let damaged = [&text[..400], b"\n"].concat();
    for reader in readers {
        fs::write(&path, &text[..text.len() * 2 / 3]).unwrap();
        assert!(run(reader).status.success(), "{reader:?}");
        fs::write(&path, &damaged).unwrap();
        let output = run(reader);
        assert_eq!(output.status.code(), Some(2), "{reader:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("line 1: "), "{output:?}");
    }
}
