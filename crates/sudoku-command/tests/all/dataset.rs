//! Tests of data sets: making, interrupts, checks and deduplication.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use sudoku_canonical::canonical;
use sudoku_core::{Board, Relabeling, Symmetry};
use tempfile::tempdir;

use crate::in_folder::{code, contents, good, run, sudoku, text};

/// All formats.
const FORMATS: &str = "line,csv,kaggle-1m,kaggle-3m,kaggle-9m,jsonl,parquet,npy";

/// Returns the lines of all files of a data set with this prefix and suffix.
fn lines(folder: &Path, start: &str, end: &str) -> Vec<String> {
    let is_one = |name: &str| name.starts_with(start) && name.ends_with(end);
    let files = contents(folder).into_iter().filter(|(name, _)| is_one(name));
    files
        .flat_map(|(_, bytes)| text(&bytes).lines().map(String::from).collect::<Vec<_>>())
        .collect()
}

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// Returns an equivalent board: the same up to symmetry and relabeling.
fn moved(puzzle: &str, number: u32) -> String {
    let symmetry = Symmetry::nth(number * 7919 % Symmetry::COUNT).unwrap();
    let relabeling = Relabeling::nth(number * 5407 % Relabeling::COUNT).unwrap();
    relabeling.apply(&symmetry.apply(&board(puzzle))).to_string()
}

#[test]
fn a_data_set_has_the_requested_puzzles() {
    let folder = tempdir().unwrap();
    let set = folder.path().join("set");
    let options = "--count 300 --seed 5 --augment 3,1,0 --per-shard 128 --quiet";
    good(folder.path(), &format!("dataset make -o set --format {FORMATS} {options}"));
    good(folder.path(), "generate --count 300 --seed 5 --quiet -o puzzles.txt");
    let generated: BTreeSet<String> = fs::read_to_string(folder.path().join("puzzles.txt"))
        .unwrap()
        .lines()
        .map(String::from)
        .collect();

    let manifest: Value =
        serde_json::from_slice(&fs::read(set.join("manifest.json")).unwrap()).unwrap();
    let (mut originals, mut ids) = (BTreeSet::new(), BTreeSet::new());
    let mut forms: Vec<BTreeSet<String>> = Vec::new();
    for (split, copies) in [("train", 3), ("validation", 1), ("test", 0)] {
        let rows: Vec<Value> = lines(&set, split, ".jsonl")
            .iter()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let counts = &manifest["splits"][split];
        let puzzles = counts["puzzles"].as_u64().unwrap() as usize;
        assert!(puzzles > 5 && rows.len() == puzzles * (1 + copies), "{split}: {puzzles}");
        assert_eq!(counts["rows"], rows.len());
        for histogram in ["clues", "ratings"] {
            let bars = counts[histogram].as_object().unwrap().values();
            assert_eq!(bars.map(|bar| bar.as_u64().unwrap()).sum::<u64>() as usize, puzzles);
        }
        let mut own = BTreeSet::new();
        for group in rows.chunks(1 + copies) {
            let field = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
            originals.insert(field(&group[0], "puzzle"));
            let form = |row: &Value| canonical(&board(&field(row, "puzzle"))).form;
            for row in group {
                ids.insert(row["id"].as_u64().unwrap());
                assert_eq!(form(row), form(&group[0]));
                assert_eq!(
                    (&row["rating"], &row["source"]),
                    (&group[0]["rating"], &group[0]["source"])
                );
                let solution = board(&field(row, "solution"));
                assert!(solution.to_grid().unwrap().is_valid());
                let puzzle = board(&field(row, "puzzle"));
                assert!(solution.extends(&puzzle) && row["clues"] == puzzle.clue_count());
            }
            let id = format!("generate --id {}", field(&group[0], "source"));
            if own.is_empty() {
                let again = run(folder.path(), &id);
                assert_eq!(text(&again.stdout).trim(), field(&group[0], "puzzle"));
            }
            own.insert(form(&group[0]).to_string());
        }
        // All formats have the same contents.
        let column = |end: &str, column: usize| -> Vec<String> {
            let lines = lines(&set, split, end).into_iter();
            let cells = lines.map(|line| line.split(',').nth(column).unwrap().to_owned());
            cells.filter(|cell| cell.len() == 81).collect()
        };
        let puzzles: Vec<_> =
            rows.iter().map(|row| row["puzzle"].as_str().unwrap().to_owned()).collect();
        let zeros: Vec<_> = puzzles.iter().map(|puzzle| puzzle.replace('.', "0")).collect();
        assert_eq!(column(".txt", 0), puzzles);
        assert_eq!(
            column("0.csv", 1).len() + column("1.csv", 1).len() + column("2.csv", 1).len(),
            rows.len()
        );
        assert_eq!(column("kaggle-1m.csv", 0), zeros);
        assert_eq!(column("kaggle-3m.csv", 1), puzzles);
        assert_eq!(column("kaggle-9m.csv", 0), zeros);
        let headers: BTreeSet<String> =
            lines(&set, split, ".csv").into_iter().filter(|line| !line.contains('1')).collect();
        let expected = [
            "id,puzzle,solution,clues,difficulty",
            "puzzle,solution",
            "quizzes,solutions",
            "source,question,answer,rating",
        ];
        assert!(headers.iter().eq(expected), "{headers:?}");
        forms.push(own);
    }
    assert_eq!(originals, generated);
    let rows = manifest["splits"].as_object().unwrap().values();
    assert!(ids.into_iter().eq(1..=rows.map(|split| split["rows"].as_u64().unwrap()).sum()));
    assert!(forms[0].is_disjoint(&forms[1]) && forms[0].is_disjoint(&forms[2]));
    assert!(forms[1].is_disjoint(&forms[2]));
}

#[test]
fn the_bytes_do_not_depend_on_threads_and_symmetric_puzzles_stay_together() {
    let folder = tempdir().unwrap();
    for threads in [1, 3] {
        let options = format!("--count 200 --augment 1 --format {FORMATS} --threads {threads}");
        good(folder.path(), &format!("dataset make -o set{threads} --quiet {options}"));
    }
    assert_eq!(contents(&folder.path().join("set1")), contents(&folder.path().join("set3")));
    // In a file of transformed puzzles, each gets the split and the rating of its original.
    let rows = |set: &str| -> BTreeMap<String, (String, String)> {
        ["train", "validation", "test"]
            .iter()
            .flat_map(|split| {
                let rows = lines(&folder.path().join(set), split, "0.csv").into_iter().skip(1);
                let rows = rows.map(|row| {
                    let cells: Vec<&str> = row.split(',').collect();
                    let form = canonical(&board(cells[1])).form.to_string();
                    (form, ((*split).to_owned(), cells[3].to_owned()))
                });
                rows.collect::<Vec<_>>()
            })
            .collect()
    };
    let originals = rows("set1");
    let moved: String = originals
        .keys()
        .enumerate()
        .map(|(number, form)| format!("{}\n", moved(form, number as u32 + 1)))
        .collect();
    fs::write(folder.path().join("moved.txt"), moved).unwrap();
    good(folder.path(), "dataset make -o moved --seed 99 --quiet moved.txt");
    assert_eq!(rows("moved"), originals);
    assert_eq!(originals.len(), 200);
}

/// A generator of pseudorandom numbers.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

#[test]
fn a_run_that_is_killed_twenty_times_ends_with_the_same_bytes() {
    let folder = tempdir().unwrap();
    good(folder.path(), "generate --count 1000 --seed 9 --quiet -o good.txt");
    let puzzles = fs::read_to_string(folder.path().join("good.txt")).unwrap();
    let mut broken: String = puzzles
        .lines()
        .enumerate()
        .map(|(n, line)| format!("{}\n", &line[..81 - n / 30 % 2]))
        .collect();
    broken += "no puzzle at the end either\n";
    fs::write(folder.path().join("input.txt"), broken).unwrap();
    for (name, options, expected) in [
        ("made", format!("--format {FORMATS} --count 500 --per-shard 10 --augment 2"), 0),
        ("read", "--format line,parquet --per-shard 10 --guess-rating 5 input.txt".to_owned(), 1),
    ] {
        let make = |set: &str| format!("dataset make -o {set} --quiet {options}");
        let start = Instant::now();
        assert_eq!(code(&run(folder.path(), &make(name))), expected);
        // Both sets have about 50 shards.
        let shard = start.elapsed() / 50;
        let undisturbed = contents(&folder.path().join(name));
        let set = format!("{name}-killed");
        let journal = folder.path().join(&set).join("journal.jsonl");
        let lines = || fs::read_to_string(&journal).map_or(0, |text| text.matches('\n').count());
        let mut state = 1;
        for number in 1..=20 {
            let mut child = sudoku(folder.path(), &make(&set)).spawn().unwrap();
            // Kill the process anywhere in the first or second new shard.
            let wanted = lines() + next(&mut state) as usize % 2;
            let mut is_running = || child.try_wait().unwrap().is_none();
            let pause = || std::thread::sleep(Duration::from_micros(300));
            while lines() < wanted && is_running() {
                pause();
            }
            // The disk can be faster this time, so the wait ends after this shard.
            let moment = Instant::now() + shard * (next(&mut state) % 1000) as u32 / 1000;
            while Instant::now() < moment && lines() <= wanted {
                pause();
            }
            assert!(is_running(), "{name} came to its end before kill {number}");
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert_eq!(code(&run(folder.path(), &make(&set))), expected);
        let set = contents(&folder.path().join(set));
        assert!(set == undisturbed, "{name}: {:?}", set.keys());
    }
}

#[test]
fn an_empty_data_set_is_reported() {
    let folder = tempdir().unwrap();
    let output = run(folder.path(), "dataset make -o none --count 0");
    assert_eq!((code(&output), text(&output.stderr)), (0, "none is complete: no rows\n"));
}

#[test]
fn a_finished_data_set_is_not_overwritten_with_other_options() {
    let folder = tempdir().unwrap();
    good(folder.path(), "dataset make -o set --count 50 --quiet");
    let before = contents(&folder.path().join("set"));
    good(folder.path(), "dataset make -o set --count 50 --quiet");
    for options in ["--count 51", "--count 50 --seed 2", "--count 50 --format line"] {
        let output = run(folder.path(), &format!("dataset make -o set {options}"));
        let message = text(&output.stderr);
        assert!(code(&output) == 2 && message.contains("made with other options"), "{message}");
    }
    assert_eq!(contents(&folder.path().join("set")), before);
    fs::create_dir(folder.path().join("other")).unwrap();
    fs::write(folder.path().join("other/train-00000.csv"), "mine").unwrap();
    let output = run(folder.path(), "dataset make -o other");
    assert!(code(&output) == 2 && text(&output.stderr).contains("is not empty"));
    assert_eq!(fs::read(folder.path().join("other/train-00000.csv")).unwrap(), b"mine");
    // An impossible request is refused before the folder is created.
    let output = run(folder.path(), "dataset make -o never --clues 16");
    assert!(code(&output) == 2 && text(&output.stderr).contains("at least 17 clues, not 16"));
    assert!(!folder.path().join("never").exists());
    // The folder cannot be created.
    let output = run(folder.path(), "dataset make -o other/train-00000.csv/set");
    let message = text(&output.stderr);
    assert!(
        code(&output) == 2 && message.starts_with("error: other/train-00000.csv/set: "),
        "{message}"
    );
}

#[test]
fn a_folder_with_other_files_is_not_changed() {
    let folder = tempdir().unwrap();
    for (name, content, cause) in [
        ("letter.txt", "mine", "is not empty and holds no data set"),
        ("journal.jsonl", "mine, without a line end", "was made with other options"),
        ("journal.jsonl", "mine\n", "was made with other options"),
        ("manifest.json", "{}", "was made with other options"),
    ] {
        let other = folder.path().join("other");
        fs::create_dir(&other).unwrap();
        fs::write(other.join(name), content).unwrap();
        let output = run(folder.path(), "dataset make -o other");
        let message = text(&output.stderr);
        assert!(code(&output) == 2 && message.contains(cause), "{name}: {message}");
        let expected = BTreeMap::from([(name.to_owned(), content.as_bytes().to_vec())]);
        assert_eq!(contents(&other), expected, "{name}");
        fs::remove_dir_all(other).unwrap();
    }
    // A killed run may leave only the start of the first line.
    fs::create_dir(folder.path().join("set")).unwrap();
    fs::write(folder.path().join("set/journal.jsonl"), "{\"").unwrap();
    good(folder.path(), "dataset make -o set --count 5 --quiet");
}

#[test]
fn errors_name_changed_and_missing_files() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let make = "dataset make --quiet --format line --count 300 --per-shard 100";
    good(folder.path(), &format!("{make} -o whole"));
    let whole = contents(&path("whole"));
    let manifest: Value = serde_json::from_slice(&whole["manifest.json"]).unwrap();
    // The files of a run that was killed after the first shard.
    let files = manifest["files"].as_array().unwrap();
    let is_first = |file: &&Value| file["name"].as_str().unwrap().ends_with("-00000.txt");
    let shard: Vec<&Value> = files.iter().filter(is_first).collect();
    let shard = serde_json::json!({
        "taken": 100, "rejected": 0, "unreadable": 0, "splits": {}, "files": shard
    });
    let journal = format!("{}\n{shard}\n", manifest["settings"]);
    let ended = |name: &str| name.ends_with("-00000.txt");
    let begun = whole.iter().filter(|(name, _)| ended(name));
    let mut begun: BTreeMap<_, _> = begun.map(|(name, it)| (name.clone(), it.clone())).collect();
    begun.insert("journal.jsonl".into(), journal.into_bytes());

    let name = "train-00000.txt";
    let mut changed = whole[name].clone();
    changed.swap(0, 1);
    changed[2] = if changed[2] == b'5' { b'6' } else { b'5' };
    let cut = &changed[..changed.len() - 82];
    for files in [&whole, &begun] {
        for (content, cause) in [
            (Some(&changed[..]), "was changed after it was finished"),
            (Some(cut), "was changed after it was finished"),
            (None, "is missing"),
            (Some(&whole[name]), ""),
        ] {
            fs::create_dir(path("set")).unwrap();
            for (name, content) in files {
                fs::write(path("set").join(name), content).unwrap();
            }
            let file = path("set").join(name);
            match content {
                Some(content) => fs::write(file, content).unwrap(),
                None => fs::remove_file(file).unwrap(),
            }
            let output = run(folder.path(), &format!("{make} -o set"));
            let message = text(&output.stderr);
            match cause {
                "" => assert_eq!((code(&output), message), (0, "")),
                cause => {
                    let cause = format!(
                        "error: set/{name} {cause}; use --repair to make the file again, or delete the folder"
                    );
                    assert!(code(&output) == 2 && message.starts_with(&cause), "{message}");
                }
            }
            good(folder.path(), &format!("{make} -o set --repair"));
            let repaired = contents(&path("set"));
            // The journal above has no counts of the splits, which go into the manifest.
            let lines = |(name, _): &(&String, &Vec<u8>)| *name != "manifest.json";
            assert!(repaired.iter().filter(lines).eq(whole.iter().filter(lines)));
            fs::remove_dir_all(path("set")).unwrap();
        }
    }
}

/// A limit on the file size simulates a full disk: both are write errors.
#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error_and_finished_files_are_kept() {
    let folder = tempdir().unwrap();
    // The limit applies to the journal too, so its lines must stay below it.
    for format in ["csv", "jsonl", "parquet", "npy"] {
        let make = |set: &str| {
            format!(
                "dataset make -o {set}-{format} --format {format} --count 600 --per-shard 100 --quiet"
            )
        };
        let limited = format!(
            "trap '' XFSZ; ulimit -f {}; exec {:?} {}",
            if format == "parquet" { 4 } else { 8 },
            env!("CARGO_BIN_EXE_sudoku"),
            make("full") + " --augment 40,0,0",
        );
        let output =
            Command::new("sh").current_dir(folder.path()).args(["-c", &limited]).output().unwrap();
        let message = text(&output.stderr);
        assert!(code(&output) == 2 && message.contains("File too large"), "{format}: {message}");
        assert!(message.contains(".part: ") && message.contains("rows are finished"), "{message}");
        for set in ["full", "whole"] {
            good(folder.path(), &(make(set) + " --augment 40,0,0"));
        }
        let [full, whole] =
            ["full", "whole"].map(|set| contents(&folder.path().join(format!("{set}-{format}"))));
        assert!(full == whole, "{format}: {:?}", full.keys());
    }
}

#[test]
fn check_finds_the_planted_duplicates_and_no_others() {
    let folder = tempdir().unwrap();
    good(folder.path(), "generate --count 3000 --seed 4 --quiet -o all.txt");
    let all = fs::read_to_string(folder.path().join("all.txt")).unwrap();
    let all: Vec<&str> = all.lines().collect();
    let (train, rest) = all.split_at(2000);
    let mut test: Vec<String> = rest.iter().map(ToString::to_string).collect();
    let mut expected = Vec::new();
    for number in 0..40_u32 {
        let (from, to) = (number as usize * 37, number as usize * 23);
        test[to] = moved(train[from], number + 1);
        expected.push(format!(
            "test.csv: line {}: duplicate of train.txt: line {}",
            to + 2,
            from + 1
        ));
    }
    // One more duplicate within the file.
    test.push(moved(&test[5], 77));
    expected.push("test.csv: line 1002: duplicate of test.csv: line 7".into());
    fs::write(folder.path().join("train.txt"), train.join("\n")).unwrap();
    let rows: String = test.iter().map(|puzzle| format!("a,{puzzle},,1\n")).collect();
    fs::write(folder.path().join("test.csv"), format!("source,question,answer,rating\n{rows}"))
        .unwrap();

    let output = run(folder.path(), "dataset check train.txt test.csv");
    assert_eq!(code(&output), 1);
    assert_eq!(text(&output.stdout).lines().collect::<Vec<_>>(), expected);
    let summary = text(&output.stderr);
    assert!(
        summary
            .starts_with("3001 puzzles: 40 duplicates of an earlier file or split, 1 within one\n")
    );
    assert!(summary.ends_with("train.txt and test.csv share 40 essentially different puzzles\n"));
    let output = run(folder.path(), "dataset check --json --quiet train.txt test.csv");
    let last: Value = serde_json::from_str(text(&output.stdout).lines().last().unwrap()).unwrap();
    assert_eq!((&last["leaks"], &last["shared"][0]["puzzles"]), (&40.into(), &40.into()));

    // `dedup` keeps all other lines unchanged.
    good(folder.path(), "dataset dedup -o clean --quiet train.txt test.csv");
    good(folder.path(), "dataset check --quiet clean/train.txt clean/test.csv");
    assert_eq!(
        fs::read_to_string(folder.path().join("clean/train.txt")).unwrap(),
        train.join("\n")
    );
    let gone: BTreeSet<usize> = (0..40).map(|number| number * 23).chain([1000]).collect();
    let mut kept = "source,question,answer,rating\n".to_owned();
    for (_, puzzle) in test.iter().enumerate().filter(|(at, _)| !gone.contains(at)) {
        kept += &format!("a,{puzzle},,1\n");
    }
    assert_eq!(fs::read_to_string(folder.path().join("clean/test.csv")).unwrap(), kept);
}

#[test]
fn check_reports_files_without_a_readable_puzzle() {
    let folder = tempdir().unwrap();
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    fs::write(folder.path().join("named.csv"), format!("id,givens\n1,{puzzle}\n")).unwrap();
    fs::write(folder.path().join("header.csv"), "puzzle,solution\n").unwrap();
    fs::write(folder.path().join("empty.txt"), "").unwrap();
    fs::write(folder.path().join("good.txt"), puzzle).unwrap();
    fs::write(folder.path().join("pandas.csv"), format!(",puzzle\n0,{puzzle}\n")).unwrap();
    for (files, expected, message) in [
        ("named.csv", 2, "error: no readable puzzle, so nothing was compared\n"),
        ("named.csv", 2, "; use --column to name it\n"),
        ("header.csv", 2, "error: no readable puzzle, so nothing was compared\n"),
        ("empty.txt empty.txt", 2, "error: no readable puzzle, so nothing was compared\n"),
        ("good.txt named.csv", 1, "named.csv has no readable puzzle\n"),
        ("named.csv --column givens", 0, "1 puzzle: 0 duplicates of an earlier file or split, 0"),
        ("good.txt pandas.csv", 1, "good.txt and pandas.csv share 1 essentially different"),
    ] {
        let output = run(folder.path(), &format!("dataset check {files}"));
        let says = text(&output.stderr);
        assert!(code(&output) == expected && says.contains(message), "{files}: {says}");
        assert!(!says.starts_with("0 puzzles"), "{files}: {says}");
    }
    // Files with other column names can be sources of a data set.
    for (file, options) in [("named.csv", "--column givens"), ("pandas.csv", "")] {
        good(folder.path(), &format!("dataset make -o {file}-set --quiet {file} {options}"));
    }
}

#[test]
fn damaged_parquet_is_an_error_or_has_all_its_rows() {
    let folder = tempdir().unwrap();
    let options = "--count 60 --split 1,0,0 --format parquet";
    good(folder.path(), &format!("dataset make --quiet -o set {options}"));
    let whole = fs::read(folder.path().join("set/train-00000.parquet")).unwrap();
    // The bytes of the header of the first pages, and the bytes after the rows.
    let behind = whole.len() - 1500;
    let places = (4..60).chain((behind..whole.len()).step_by(7));
    let mut refused = 0;
    for (number, place) in places.enumerate() {
        let mut damaged = whole.clone();
        damaged[place] = [0, 1, 2, 0xff, damaged[place] ^ 1][number % 5];
        fs::write(folder.path().join("damaged.parquet"), damaged).unwrap();
        let output = run(folder.path(), "dataset check --json --quiet damaged.parquet");
        let says = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!says.contains("panicked"), "byte {place}: {says}");
        refused += usize::from(code(&output) == 2);
        if code(&output) == 0 {
            let found = String::from_utf8_lossy(&output.stdout);
            assert!(found.contains(r#""puzzles":60"#), "byte {place}: {found}");
        }
    }
    assert!(refused > 20, "{refused}");
}

#[test]
fn check_reads_the_rows_of_parquet_and_numpy() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    // More rows than a row group and than a chunk of reading, in both shapes.
    for (set, shape) in [("square", "9x9"), ("flat", "81")] {
        let options = "--count 600 --augment 80,0,0 --format line,parquet,npy";
        good(folder.path(), &format!("dataset make -o {set} --quiet {options} --shape {shape}"));
        for end in [".txt", "-puzzles.npy", ".parquet"] {
            let name = |split: &str| format!("{set}/{split}-00000{end}");
            fs::copy(path(&name("train")), path(&format!("{set}{end}"))).unwrap();
            let splits = format!("{} {}", name("validation"), name("test"));
            good(folder.path(), &format!("dataset check --quiet {splits}"));
        }
    }
    let rows = fs::read_to_string(path("flat.txt")).unwrap().lines().count();
    assert!(rows > 1 << 15, "{rows}");
    let files = "flat.txt flat.parquet flat-puzzles.npy square-puzzles.npy";
    let output = run(folder.path(), &format!("dataset check --quiet --json {files}"));
    let objects = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap());
    let objects: Vec<Value> = objects.collect();
    let (summary, copies) = objects.split_last().unwrap();
    // Each file has all puzzles again in the same rows, and its own copies.
    assert_eq!((code(&output), &summary["puzzles"]), (1, &(4 * rows).into()));
    assert_eq!((&summary["leaks"], &summary["unreadable"]), (&(3 * rows).into(), &0.into()));
    assert_eq!(summary["shared"].as_array().unwrap().len(), 6);
    for copy in copies.iter().filter(|copy| copy["file"] != "flat.txt") {
        let number = |name: &str| copy[name].as_u64().unwrap() as usize;
        assert_eq!(number("first_line"), (number("line") - 1) / 81 * 81 + 1, "{copy}");
    }

    // An error has its row, or the reason why the file cannot be read.
    let array = fs::read(path("flat-puzzles.npy")).unwrap();
    let mut broken = array[..128 + 200 * 81].to_vec();
    broken[128 + 5 * 81 + 10] = 12;
    fs::write(path("cut.npy"), &broken).unwrap();
    let count = format!("({rows}, 81), }}");
    let at = array.windows(count.len()).position(|bytes| bytes == count.as_bytes()).unwrap();
    let fewer = format!("{:<1$}", "(200, 81), }", count.len());
    broken[at..at + count.len()].copy_from_slice(fewer.as_bytes());
    fs::write(path("broken.npy"), &broken).unwrap();
    let output = run(folder.path(), "dataset check --quiet broken.npy");
    let expected = "error: broken.npy: row 6: r2c2: expected a digit from 0 to 9, not 12\n";
    assert_eq!((code(&output), text(&output.stderr)), (1, expected));
    let first = text(&output.stdout).lines().next();
    assert_eq!(first, Some("broken.npy: row 2: duplicate of broken.npy: row 1"));
    // A header may declare a wrong number of rows or a wrong size of its own.
    let header = |rows: &str, shown: u32, spaces: usize| {
        let text = "{'descr': '|u1', 'fortran_order': False, 'shape': (ROWS, 81), }";
        let mut bytes = b"\x93NUMPY\x02\x00".to_vec();
        bytes.extend(shown.to_le_bytes());
        bytes.extend(text.replace("ROWS", rows).bytes());
        bytes.resize(12 + spaces, b' ');
        bytes
    };
    fs::write(path("endless.npy"), header("18446744073709551615", 118, 118)).unwrap();
    fs::write(path("empty.npy"), header("0", 1 << 16, 1 << 16)).unwrap();
    // The file is read as a file without rows.
    let output = run(folder.path(), "dataset check empty.npy");
    let says = "error: no readable puzzle, so nothing was compared\n";
    assert_eq!((code(&output), text(&output.stderr)), (2, says));
    fs::write(path("long.npy"), header("0", (1 << 16) + 1, (1 << 16) + 1)).unwrap();
    fs::write(path("early.npy"), header("0", 118, 117)).unwrap();
    fs::write(path("text.parquet"), "no such thing").unwrap();
    let parquet = fs::read(path("flat.parquet")).unwrap();
    fs::write(path("cut.parquet"), &parquet[..parquet.len() - 9]).unwrap();
    for (command, cause) in [
        ("check cut.npy", format!("cut.npy: ends in row 201 of {rows}")),
        ("check endless.npy", "endless.npy: ends in row 1 of 18446744073709551615".into()),
        ("check long.npy", "long.npy: the header has 65537 bytes; at most 65536 are".into()),
        ("check early.npy", "early.npy: ends in the header, after 117 of 118 bytes".into()),
        ("check text.parquet", "text.parquet: ".into()),
        ("check cut.parquet", "cut.parquet: ".into()),
        ("check flat/train-00000-ratings.npy", "expected an integer array, N×81 or N×9×9".into()),
        ("check missing.npy", "missing.npy: ".into()),
        ("dedup flat.parquet -o clean", "flat.parquet: is not a text file".into()),
        ("dedup flat.txt flat-puzzles.npy -o clean", "puzzles.npy: is not a text file".into()),
    ] {
        let output = run(folder.path(), &format!("dataset {command}"));
        let message = text(&output.stderr);
        assert!(code(&output) == 2 && message.contains(&cause), "{command}: {message}");
    }
}

#[test]
fn dedup_keeps_unreadable_lines_and_refuses_formats_that_it_cannot_write() {
    let folder = tempdir().unwrap();
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let file =
        format!("# a comment\r\n{puzzle} first\r\nbroken\r\n{}\r\n{puzzle}", moved(puzzle, 5));
    fs::write(folder.path().join("a.txt"), file).unwrap();
    fs::write(folder.path().join("grid.txt"), good_grid(folder.path(), puzzle)).unwrap();
    let wide = format!("\u{feff}puzzle\r\n{puzzle}\r\n");
    let wide: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(folder.path().join("wide.csv"), wide).unwrap();
    let output = run(folder.path(), "dataset dedup a.txt -o clean --quiet");
    assert!(code(&output) == 1 && text(&output.stderr).starts_with("error: a.txt: line 3"));
    let clean = fs::read_to_string(folder.path().join("clean/a.txt")).unwrap();
    assert_eq!(clean, format!("# a comment\r\n{puzzle} first\r\nbroken\r\n"));
    for (arguments, cause) in [
        ("grid.txt -o clean", "puzzles that take several lines"),
        (
            "wide.csv -o clean",
            "wide.csv: is in UTF-16, and lines can be removed only from UTF-8 text",
        ),
        ("a.txt -o .", "would be overwritten"),
        ("a.txt clean/a.txt -o other", "the same name"),
        ("- -o other", "cannot be deduplicated, because it is read twice; name a file"),
        ("missing.txt -o other", "missing.txt: "),
        ("one.txt a.txt -o clean", "clean/a.txt already exists"),
        ("one.txt -o full", "full/one.txt already exists"),
    ] {
        fs::create_dir_all(folder.path().join("full")).unwrap();
        fs::write(folder.path().join("full/one.txt"), "mine").unwrap();
        let output = run(folder.path(), &format!("dataset dedup {arguments}"));
        let message = text(&output.stderr);
        assert!(code(&output) == 2 && message.contains(cause), "{arguments}: {message}");
        // No file and no folder was created.
        assert!(!folder.path().join("other").exists(), "{arguments}");
        assert_eq!(contents(&folder.path().join("clean")).len(), 1, "{arguments}");
        assert_eq!(fs::read(folder.path().join("full/one.txt")).unwrap(), b"mine");
    }
}

#[test]
fn check_overwrites_no_input_and_keeps_the_output_after_an_error() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    good(folder.path(), "dataset make -o set --count 20 --format csv,parquet --quiet");
    for (name, file) in [("a.csv", "train-00000.csv"), ("a.parquet", "train-00000.parquet")] {
        fs::copy(path("set").join(file), path(name)).unwrap();
    }
    fs::hard_link(path("a.csv"), path("link.csv")).unwrap();
    fs::write(path("kept.txt"), "mine").unwrap();
    let before: BTreeMap<_, _> =
        ["a.csv", "a.parquet", "kept.txt"].map(|name| (name, fs::read(path(name)).unwrap())).into();
    for (arguments, cause) in [
        ("a.csv -o a.csv", "a.csv: is both input and output"),
        ("a.parquet a.csv -o a.csv", "a.csv: is both input and output"),
        ("a.parquet -o a.parquet", "a.parquet: is both input and output"),
        ("a.csv -o link.csv", "a.csv: is both input and output"),
        ("a.csv missing.csv -o kept.txt", "missing.csv: "),
        ("missing.parquet -o kept.txt", "missing.parquet: "),
        ("a.csv set -o kept.txt", "set: is a folder; name its files, for example set/*.csv"),
    ] {
        let output = run(folder.path(), &format!("dataset check {arguments}"));
        let message = text(&output.stderr);
        assert!(code(&output) == 2 && message.contains(cause), "{arguments}: {message}");
        for (name, bytes) in &before {
            assert!(fs::read(path(name)).unwrap() == *bytes, "{arguments}: {name}");
        }
    }
}

fn good_grid(folder: &Path, puzzle: &str) -> String {
    fs::write(folder.join("one.txt"), puzzle).unwrap();
    text(&run(folder, "convert --to grid one.txt").stdout).to_owned()
}
