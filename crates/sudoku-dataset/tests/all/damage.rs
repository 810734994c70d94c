//! Tests of data sets with a damaged folder: the error names the damage, and no call hangs.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::num::NonZeroU64;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use sudoku_dataset::{DatasetError, DatasetRequest, PuzzleOrigin, make};
use sudoku_generator::{PuzzlePlan, PuzzleRequest};
use sudoku_mrv::Mrv;
use tempfile::{TempDir, tempdir};

/// Runs one test at a time: while the program that makes a pipe starts, it holds the open files of
/// this process and their locks.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the request for a data set of 30 puzzles in three shards.
fn request(folder: &Path) -> DatasetRequest<'static> {
    let origin = PuzzleOrigin::Generated {
        plan: Arc::new(PuzzlePlan::new(PuzzleRequest::new(), None)),
        count: 30,
    };
    let request = DatasetRequest::new(origin, folder.join("set"), "mrv", &Mrv);
    DatasetRequest { puzzles_per_shard: NonZeroU64::new(10).unwrap(), threads: 2, ..request }
}

/// Builds the data set.
fn set() -> TempDir {
    let folder = tempdir().unwrap();
    make(&request(folder.path()), &mut ()).unwrap();
    folder
}

fn names(folder: &Path) -> BTreeSet<OsString> {
    fs::read_dir(folder.join("set")).unwrap().map(|entry| entry.unwrap().file_name()).collect()
}

/// Returns the error for the data set, which must be the same with and without repair.
fn said(folder: &Path) -> String {
    let message = |repair| {
        let request = DatasetRequest { repair, ..request(folder) };
        make(&request, &mut ()).unwrap_err().to_string()
    };
    let (read, repaired) = (message(false), message(true));
    assert_eq!(read, repaired);
    read
}

#[test]
fn the_error_of_an_edited_manifest_names_the_manifest() {
    let _alone = alone();
    let folder = set();
    let path = folder.path().join("set/manifest.json");
    let whole = fs::read(&path).unwrap();
    let edited = |edit: &dyn Fn(&mut Value)| {
        let mut manifest: Value = serde_json::from_slice(&whole).unwrap();
        edit(&mut manifest);
        fs::write(&path, manifest.to_string()).unwrap();
        let message = said(folder.path());
        message.rsplit_once("manifest.json is damaged: ").map(|it| it.1.to_owned()).ok_or(message)
    };
    let contradict = |split: &str| Ok(format!("the counts of {split} contradict each other"));
    assert_eq!(edited(&|it| it["files"][0]["rows"] = 12345.into()), contradict("train"));
    assert_eq!(edited(&|it| it["splits"]["test"]["rows"] = 9.into()), contradict("test"));
    assert_eq!(edited(&|it| it["splits"]["train"]["puzzles"] = 1.into()), contradict("train"));
    assert_eq!(edited(&|it| drop(it["files"].as_array_mut().unwrap().pop())).map(|_| ()), Ok(()));
    for name in ["../secret.csv", "train-00000.npy", "train-0.csv", "/etc/passwd", "train.csv"] {
        let expected = Ok(format!("{name:?} is not a file of this data set"));
        assert_eq!(edited(&|it| it["files"][0]["name"] = name.into()), expected);
    }
    let said = edited(&|it| it["files"] = json!("none")).unwrap();
    assert!(said.contains("invalid type"), "{said}");
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let message = self::said(folder.path());
    assert!(message.contains("manifest.json is damaged: EOF while parsing"), "{message}");
}

#[test]
fn a_failed_repair_leaves_no_files() {
    let _alone = alone();
    let folder = set();
    let path = folder.path().join("set/manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    let manifest: Value = serde_json::from_str(&text).unwrap();
    let sum = manifest["files"][0]["sha256"].as_str().unwrap();
    fs::write(&path, text.replace(sum, &"0".repeat(64))).unwrap();
    let before = names(folder.path());
    let request = DatasetRequest { repair: true, ..request(folder.path()) };
    let error = make(&request, &mut ()).unwrap_err();
    assert!(matches!(error, DatasetError::NotRepaired { .. }), "{error}");
    assert_eq!(names(folder.path()), before);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_file_does_not_block() {
    use sudoku_text::FileHints;
    let pipe = |path: &Path| {
        let _ = fs::remove_file(path);
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.is_ok_and(|status| status.success()));
    };
    let _alone = alone();
    let folder = set();
    let at = |name: &str| folder.path().join("set").join(name);
    let shard = fs::read(at("train-00001.csv")).unwrap();
    pipe(&at("train-00001.csv"));
    // An unfinished file may be a pipe too.
    pipe(&at("train-00001.csv.part"));
    let error = make(&request(folder.path()), &mut ()).unwrap_err();
    assert!(matches!(error, DatasetError::Changed { .. }), "{error}");
    make(&DatasetRequest { repair: true, ..request(folder.path()) }, &mut ()).unwrap();
    assert_eq!(fs::read(at("train-00001.csv")).unwrap(), shard);
    pipe(&at("manifest.json"));
    assert!(said(folder.path()).ends_with("manifest.json is damaged: not a regular file"));
    fs::remove_file(at("manifest.json")).unwrap();
    pipe(&at("journal.jsonl"));
    assert!(said(folder.path()).ends_with("journal.jsonl is damaged: not a regular file"));
    // A source is read twice, so it cannot be a pipe.
    let path = folder.path().join("puzzles");
    pipe(&path);
    let files = vec![compressed_io::InputFile::new(path)];
    let origin = PuzzleOrigin::Files { files, hints: FileHints::default() };
    let other = DatasetRequest { origin, ..request(&folder.path().join("other")) };
    let error = make(&other, &mut ()).unwrap_err();
    let cause = std::error::Error::source(&error).map(ToString::to_string);
    assert_eq!(cause.as_deref(), Some("not a regular file"), "{error}");
}
