//! Tests of data sets with repairs, without ratings, and with decimal shares.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::tempdir;

use crate::in_folder::{code, contents, good, run, sudoku, text};

#[test]
fn a_repair_regenerates_only_damaged_files() {
    let folder = tempdir().unwrap();
    let set = folder.path().join("set");
    for source in ["--count 90", "puzzles.txt"] {
        good(folder.path(), "generate --quiet --count 90 --seed 5 -o puzzles.txt");
        let make = "dataset make -o set --format csv,npy,jsonl --per-shard 20 --augment 2,0,1";
        let make = format!("{make} --threads 1 {source}");
        good(folder.path(), &format!("{make} --quiet"));
        let whole = contents(&set);
        // Symmetric copies make the row counts uneven, and JSON lines contain row numbers.
        fs::write(set.join("train-00003.jsonl"), "no more").unwrap();
        fs::remove_file(set.join("train-00001-puzzles.npy")).unwrap();
        fs::remove_file(set.join("train-00001.csv")).unwrap();
        let modified = |name: &str| fs::metadata(set.join(name)).unwrap().modified().unwrap();
        let before = modified("train-00002.csv");
        let output = run(folder.path(), &format!("{make} --repair"));
        let message = text(&output.stderr);
        assert_eq!(code(&output), 0, "{message}");
        for number in 0..5 {
            let said = message.contains(&format!("regenerated the files numbered {number:05}\n"));
            assert_eq!(said, [1, 3].contains(&number), "{message}");
        }
        assert!(contents(&set) == whole);
        assert_eq!(modified("train-00002.csv"), before);
        fs::remove_dir_all(&set).unwrap();
    }
}

/// Machines with different instruction sets make the same files.
#[test]
fn a_set_is_the_same_with_every_instruction_set() {
    let folder = tempdir().unwrap();
    let mut sets = Vec::new();
    for level in ["portable", "avx2", "avx512"] {
        let make = format!("dataset make -o {level} --count 1500 --seed 1 --format csv --quiet");
        let output = sudoku(folder.path(), &make).env("SUDOKU_SIMD", level).output().unwrap();
        if text(&output.stderr).contains("this processor does not have ") {
            continue;
        }
        assert_eq!((code(&output), text(&output.stderr)), (0, ""), "{level}");
        sets.push((level, contents(&folder.path().join(level))));
    }
    let [first, others @ ..] = &sets[..] else { panic!("no instruction set is available") };
    for other in others {
        assert!(first.1 == other.1, "{} and {}", first.0, other.0);
    }
}

#[test]
fn with_ratings_off_no_file_has_ratings() {
    let folder = tempdir().unwrap();
    let make = "dataset make --quiet --count 20 --split 1,0,0 --guess-rating 0";
    good(folder.path(), &format!("{make} -o set --format csv,kaggle-3m,jsonl,npy,parquet"));
    let set = folder.path().join("set");
    let names: Vec<String> = contents(&set).into_keys().collect();
    assert_eq!(
        names,
        [
            "manifest.json",
            "train-00000-puzzles.npy",
            "train-00000-solutions.npy",
            "train-00000.csv",
            "train-00000.jsonl",
            "train-00000.kaggle-3m.csv",
            "train-00000.parquet"
        ]
    );
    for name in ["train-00000.csv", "train-00000.kaggle-3m.csv"] {
        let table = fs::read_to_string(set.join(name)).unwrap();
        assert!(table.lines().skip(1).all(|line| line.ends_with(',')), "{table}");
    }
    let objects = fs::read_to_string(set.join("train-00000.jsonl")).unwrap();
    let first: Value = serde_json::from_str(objects.lines().next().unwrap()).unwrap();
    let keys: Vec<&String> = first.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["clues", "id", "puzzle", "solution", "source"]);
    let parquet = fs::read(set.join("train-00000.parquet")).unwrap();
    assert!(!parquet.windows(6).any(|bytes| bytes == b"rating"));
    let manifest: Value =
        serde_json::from_slice(&fs::read(set.join("manifest.json")).unwrap()).unwrap();
    assert!(manifest["settings"]["rating"].is_null(), "{manifest}");
    assert_eq!(manifest["splits"]["train"]["ratings"], serde_json::json!({}));
    let output = run(folder.path(), "dataset check set/train-00000.parquet --quiet");
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    // A file name is not accepted as the number.
    fs::write(folder.path().join("puzzles.txt"), "").unwrap();
    let output = run(folder.path(), "dataset make -o other --guess-rating puzzles.txt");
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).contains("'puzzles.txt' for '--guess-rating <N>'"));
}

#[test]
fn shares_may_be_decimals() {
    let folder = tempdir().unwrap();
    let make = "dataset make --quiet --count 50 --format line";
    good(folder.path(), &format!("{make} -o whole --split 8,1,1"));
    good(folder.path(), &format!("{make} -o decimals --split 0.8,0.1,0.1"));
    let [whole, decimals] = ["whole", "decimals"].map(|name| contents(&folder.path().join(name)));
    assert!(whole == decimals);
}

#[test]
fn a_large_copy_to_the_disk_is_announced() {
    let folder = tempdir().unwrap();
    for (rows, is_announced) in [(3_000_000, false), (4_000_000, true)] {
        let header = format!("{{'descr': '|u1', 'fortran_order': True, 'shape': ({rows}, 81), }}");
        let mut array = b"\x93NUMPY\x01\x00".to_vec();
        array.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
        array.extend(header.bytes());
        fs::write(folder.path().join("cells.npy"), array).unwrap();
        let output = run(folder.path(), "dataset check --temporary . cells.npy");
        let note = "cells.npy: copying 324.00 MB in Fortran order to a temporary file in .; \
                    --temporary names another folder\n";
        let cause = format!("error: cells.npy: ends in row 1 of {rows}\n");
        let expected = if is_announced { note.to_owned() + &cause } else { cause };
        assert_eq!((code(&output), text(&output.stderr)), (2, &*expected));
    }
}

#[test]
fn the_files_of_a_split_count_as_one_file() {
    let folder = tempdir().unwrap();
    good(folder.path(), "generate --count 40 --seed 6 --quiet -o all.txt");
    let all = fs::read_to_string(folder.path().join("all.txt")).unwrap();
    // A second puzzle of each grid has one clue more than the first.
    let solved = run(folder.path(), "solve all.txt");
    let solutions = text(&solved.stdout).lines();
    let with_clue = |(puzzle, solution): (&str, &str)| {
        let blank = puzzle.find('.').unwrap();
        let clue = &solution[blank..=blank];
        format!("{}{clue}{}\n", &puzzle[..blank], &puzzle[blank + 1..])
    };
    let more: String = all.lines().zip(solutions).map(with_clue).collect();
    fs::write(folder.path().join("twice.txt"), all.clone() + &more).unwrap();
    let options = "--split 2,1,1 --per-shard 20 --format csv";
    good(folder.path(), &format!("dataset make -o set --quiet twice.txt {options}"));
    let set = folder.path().join("set");
    let mut files: Vec<_> = fs::read_dir(&set).unwrap().map(|it| it.unwrap().file_name()).collect();
    files.retain(|name| name.to_str().unwrap().ends_with(".csv"));
    files.sort();
    assert_eq!(files.len(), 12, "{files:?}");
    let files: Vec<_> = files.iter().map(|name| name.to_str().unwrap()).collect();
    let checked = |at: &Path, options: &str| {
        let output =
            run(at, &format!("dataset check {options} --quiet --json {}", files.join(" ")));
        let objects: Vec<Value> =
            text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (totals, found) = objects.split_last().unwrap();
        let leaks = found.iter().filter(|found| found["leak"] == true).count() as u64;
        assert_eq!(totals["leaks"], leaks);
        let numbers = ["leaks", "duplicates"].map(|name| totals[name].as_u64().unwrap());
        (numbers, totals["shared"].as_array().unwrap().len(), code(&output))
    };
    assert_eq!(checked(&set, ""), ([0, 0], 0, 0));
    assert_eq!(checked(&set, "--by solution"), ([0, 40], 0, 0));
    // A file that is named twice counts as two files.
    let twice = format!("dataset check --by solution --quiet {0} {0}", files[0]);
    assert_eq!(code(&run(&set, &twice)), 1);
    // A puzzle in two shards of a split is a duplicate. A puzzle in two splits is a leak.
    let first = fs::read_to_string(set.join(files[0])).unwrap();
    let row = first.lines().nth(1).unwrap();
    let add = |name: &str| {
        let file = fs::read_to_string(set.join(name)).unwrap();
        fs::write(set.join(name), format!("{file}{row}\n")).unwrap();
    };
    add(files[1]);
    assert_eq!(checked(&set, ""), ([0, 1], 0, 1));
    add(files[files.len() - 1]);
    assert_eq!(checked(&set, ""), ([1, 1], 2, 1));
    // Without the manifest, each file is compared with all others.
    fs::remove_file(set.join("manifest.json")).unwrap();
    let ([leaks, duplicates], ..) = checked(&set, "--by solution");
    assert!(leaks > 5 && leaks + duplicates == 42, "{leaks} {duplicates}");
}
