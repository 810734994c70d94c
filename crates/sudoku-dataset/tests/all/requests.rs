//! Tests of the functions of the crate: requests, observers and errors.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use compressed_io::InputFile;
use sudoku_core::Board;
use sudoku_dataset::{
    ArrayShape, DatasetError, DatasetFormat, DatasetRequest, DedupError, DedupRequest, Duplicate,
    DuplicateSearch, Identity, Observer, PerSplit, PuzzleError, PuzzleLocation, PuzzleOrigin,
    dedup, find_duplicates, make,
};
use sudoku_generator::{PatternSymmetry, PuzzlePlan, PuzzleRequest};
use sudoku_mrv::Mrv;
use sudoku_scan::Scan;
use tempfile::tempdir;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// An observer that records its calls and stops the work after a number of puzzles.
#[derive(Default)]
struct Notes {
    total: Option<u64>,
    puzzles: u64,
    passed: u64,
    rejected: Vec<String>,
    most: Option<u64>,
}

impl Observer for Notes {
    fn begin(&mut self, total: Option<u64>) {
        self.total = total;
    }

    fn advance(&mut self, puzzles: u64, passed: u64) {
        assert!(passed >= self.passed);
        self.puzzles += puzzles;
        self.passed = passed;
    }

    fn reject(&mut self, rejected: &PuzzleError) {
        self.rejected.push(rejected.to_string());
    }

    fn is_stopped(&self) -> bool {
        self.most.is_some_and(|most| self.puzzles > most)
    }
}

fn generated(folder: &Path, count: u64) -> DatasetRequest<'static> {
    let origin = PuzzleOrigin::Generated {
        plan: Arc::new(PuzzlePlan::new(PuzzleRequest::new(), None)),
        count,
    };
    DatasetRequest { threads: 2, ..DatasetRequest::new(origin, folder, "mrv", &Mrv) }
}

fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap())).collect()
}

#[test]
fn printed_names_of_formats_are_read_back() {
    for &format in DatasetFormat::ALL {
        assert_eq!(format.name().parse(), Ok(format));
        assert!(!format.description().is_empty());
    }
    let error = "nonsense".parse::<DatasetFormat>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "unknown format; expected one of line, csv, kaggle-1m, kaggle-3m, kaggle-9m, jsonl, parquet, npy"
    );
}

#[test]
fn the_observer_gets_the_progress() {
    let folder = tempdir().unwrap();
    let set = folder.path().join("set");
    let mut notes = Notes::default();
    let made = make(&generated(&set, 30), &mut notes).unwrap();
    assert_eq!((notes.total, notes.puzzles, notes.passed), (Some(30), 30, 30));
    assert_eq!((made.taken, made.rejected, made.rows()), (30, 0, 30));
    // A complete data set is only compared.
    let mut notes = Notes::default();
    assert_eq!(make(&generated(&set, 30), &mut notes).unwrap(), made);
    assert_eq!(notes.puzzles, 0);
}

#[test]
fn a_stopped_run_continues_with_the_same_bytes() {
    let folder = tempdir().unwrap();
    let [whole, stopped] = ["whole", "stopped"].map(|name| folder.path().join(name));
    let request = |set: &Path| DatasetRequest {
        formats: DatasetFormat::ALL.to_vec(),
        shape: ArrayShape::Flat,
        copies: PerSplit { train: 100, validation: 0, test: 0 },
        puzzles_per_shard: NonZeroU64::new(10).unwrap(),
        ..generated(set, 40)
    };
    make(&request(&whole), &mut ()).unwrap();
    let mut notes = Notes { most: Some(25), ..Notes::default() };
    let error = make(&request(&stopped), &mut notes).unwrap_err();
    assert!(matches!(error, DatasetError::Interrupted), "{error:?}");
    assert!(!stopped.join("manifest.json").exists());
    let mut notes = Notes::default();
    make(&request(&stopped), &mut notes).unwrap();
    // The puzzles of the two finished shards are not generated again.
    assert_eq!((notes.puzzles, notes.passed), (20, 40));
    assert!(contents(&whole) == contents(&stopped));
}

#[test]
fn a_data_set_is_not_continued_with_other_symmetries() {
    let folder = tempdir().unwrap();
    let make_with = |symmetries: Vec<PatternSymmetry>| {
        let plan = PuzzlePlan::new(PuzzleRequest::new(), None).with_symmetries(symmetries);
        let origin = PuzzleOrigin::Generated { plan: Arc::new(plan), count: 1 };
        make(&DatasetRequest { origin, ..generated(&folder.path().join("set"), 1) }, &mut ())
    };
    let [one, other, last] =
        [PatternSymmetry::HalfTurn, PatternSymmetry::Diagonal, PatternSymmetry::None];
    make_with(vec![one, other]).unwrap();
    make_with(vec![one, other]).unwrap();
    make_with(vec![one, last]).unwrap_err();
}

#[test]
fn the_observer_gets_the_reason_for_each_skipped_line() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("puzzles.txt");
    fs::write(&file, format!("{PUZZLE}\nhello\n{}\n", ".".repeat(81))).unwrap();
    let origin =
        PuzzleOrigin::Files { files: vec![InputFile::new(&file)], hints: Default::default() };
    let request = DatasetRequest { origin, ..generated(&folder.path().join("set"), 0) };
    let mut notes = Notes::default();
    let made = make(&request, &mut notes).unwrap();
    assert_eq!((made.taken, made.rejected, made.rows()), (2, 2, 1));
    let size = fs::metadata(&file).unwrap().len();
    assert_eq!((notes.total, notes.passed), (Some(size), size));
    let [bad, improper] = &notes.rejected[..] else { panic!("{:?}", notes.rejected) };
    assert!(
        bad.ends_with(
            "puzzles.txt: line 2, column 1 (r1c1): found `h`, which does not belong here"
        )
    );
    assert!(
        improper.ends_with("puzzles.txt: line 3: does not have exactly one solution"),
        "{improper}"
    );
}

#[test]
fn impossible_requests_are_refused_before_the_folder_is_created() {
    let folder = tempdir().unwrap();
    let set = folder.path().join("set");
    let no_shares = DatasetRequest {
        shares: PerSplit { train: 0, validation: 0, test: 0 },
        ..generated(&set, 1)
    };
    let no_guesses =
        DatasetRequest { strategy: "scan", solver: &NoGuesses(Scan), ..generated(&set, 1) };
    let origin = PuzzleOrigin::Generated {
        plan: Arc::new(PuzzlePlan::new(PuzzleRequest::new().with_clues(16..=16), None)),
        count: 1,
    };
    let no_puzzle = DatasetRequest { origin, ..generated(&set, 1) };
    for (request, message) in [
        (no_shares, "at least one share must be greater than 0"),
        (no_guesses, "the strategy scan does not count guesses"),
        (
            no_puzzle,
            "there is no such puzzle: a puzzle with one solution has at least 17 clues, not 16",
        ),
    ] {
        assert_eq!(make(&request, &mut ()).unwrap_err().to_string(), message);
        assert!(!set.exists());
    }
}

/// A strategy that does not count its guesses.
struct NoGuesses(Scan);

impl sudoku_core::Solver for NoGuesses {
    fn search(
        &self,
        board: &Board,
        limits: &sudoku_core::Limits<'_>,
        found: &mut dyn FnMut(&sudoku_core::Grid) -> std::ops::ControlFlow<()>,
    ) -> sudoku_core::Report {
        let mut report = self.0.search(board, limits, found);
        report.guesses = None;
        report
    }
}

#[test]
fn duplicates_are_found_and_removed() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let transposed: String =
        (0..81).map(|cell| char::from(PUZZLE.as_bytes()[cell % 9 * 9 + cell / 9])).collect();
    fs::write(path("a.txt"), format!("{PUZZLE}\n")).unwrap();
    fs::write(path("b.txt"), format!("a broken line\n{transposed}\n{PUZZLE}")).unwrap();
    let files: Vec<_> = ["a.txt", "b.txt"].map(|name| InputFile::new(path(name))).into();
    let search = DuplicateSearch {
        files,
        hints: Default::default(),
        by: Identity::Puzzle,
        solver: &Mrv,
        temporary: std::env::temp_dir(),
        threads: 2,
    };
    let mut notes = Notes::default();
    let mut found = find_duplicates(&search, &mut notes).unwrap();
    let copies: Result<Vec<_>, _> = found.by_ref().collect();
    let first = PuzzleLocation { file: 0, line: 1 };
    let place = |line| PuzzleLocation { file: 1, line };
    let copy = |line| Duplicate { place: place(line), first, is_leak: true };
    assert_eq!(copies.unwrap(), [copy(2), copy(3)]);
    assert_eq!((found.puzzles, found.unreadable, notes.rejected.len()), (3, 1, 1));
    assert_eq!(found.shared, BTreeMap::from([((0, 1), 1)]));

    let request = DedupRequest { search, folder: path("clean") };
    let cleaned = dedup(&request, &mut ()).unwrap();
    assert_eq!((cleaned.removed, cleaned.unreadable), (2, 1));
    assert_eq!(fs::read_to_string(path("clean/b.txt")).unwrap(), "a broken line\n");
    // Existing files are kept, and no temporary file is left.
    let error = dedup(&request, &mut ()).unwrap_err();
    assert!(matches!(error, DatasetError::Exists { .. }), "{error:?}");
    assert_eq!(contents(&path("clean")).len(), 2);
    // Standard input has no name for the output file.
    let search = DuplicateSearch { files: vec![InputFile::stdin()], ..request.search.clone() };
    let error = dedup(&DedupRequest { search, folder: path("other") }, &mut ()).unwrap_err();
    assert!(matches!(error, DatasetError::Dedup { reason: DedupError::NoName, .. }), "{error:?}");
    // A stop also ends the search.
    let mut stopped = Notes { most: Some(0), puzzles: 1, ..Notes::default() };
    let error =
        dedup(&DedupRequest { folder: path("never"), ..request }, &mut stopped).unwrap_err();
    assert!(matches!(error, DatasetError::Interrupted), "{error:?}");
}

#[test]
fn a_repair_that_does_not_make_every_file_of_its_shard_is_an_error() {
    let folder = tempdir().unwrap();
    let set = folder.path().join("set");
    let request = DatasetRequest { repair: true, ..generated(&set, 3) };
    let request = DatasetRequest { shares: "1,0,0".parse().unwrap(), ..request };
    make(&request, &mut Notes::default()).unwrap();
    // The manifest contains a file that these settings do not produce.
    let manifest = set.join("manifest.json");
    let mut text: serde_json::Value =
        serde_json::from_slice(&fs::read(&manifest).unwrap()).unwrap();
    let files = text["files"].as_array_mut().unwrap();
    let mut other = files[0].clone();
    other["name"] = "test-00000.csv".into();
    files.push(other);
    fs::write(&manifest, text.to_string()).unwrap();
    let before = contents(&set);
    let error = make(&request, &mut Notes::default()).unwrap_err();
    assert!(matches!(error, DatasetError::NotRepaired { .. }), "{error}");
    assert!(error.to_string().contains("test-00000.csv"), "{error}");
    // Existing files are unchanged.
    let after = contents(&set);
    assert!(before.iter().all(|(path, bytes)| after.get(path) == Some(bytes)));
}

#[test]
fn only_one_process_at_a_time_can_repair_a_data_set() {
    let folder = tempdir().unwrap();
    let set = folder.path().join("set");
    let request = generated(&set, 3);
    make(&request, &mut Notes::default()).unwrap();
    let manifest = fs::File::open(set.join("manifest.json")).unwrap();
    let repair = DatasetRequest { repair: true, ..request.clone() };
    // Another process repairs the data set.
    manifest.lock().unwrap();
    for request in [&request, &repair] {
        let error = make(request, &mut Notes::default()).unwrap_err();
        let source = std::error::Error::source(&error).unwrap();
        assert!(source.to_string().contains("another process"), "{error}: {source}");
    }
    // Another process compares the files, which several may do at the same time.
    manifest.unlock().unwrap();
    manifest.lock_shared().unwrap();
    make(&request, &mut Notes::default()).unwrap();
    make(&repair, &mut Notes::default()).unwrap_err();
    drop(manifest);
    make(&repair, &mut Notes::default()).unwrap();
}
