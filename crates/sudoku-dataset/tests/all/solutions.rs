//! Tests that wrong solutions, changed files and shared solutions are found in every format.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use compressed_io::InputFile;
use serde_json::json;
use sudoku_core::{Board, Cell, Grid, Limits, Report, Solver};
use sudoku_dataset::{
    CheckedRows, DatasetError, DatasetFormat, DatasetRequest, DuplicateSearch, Identity, Mistake,
    MistakeKind, PerSplit, PuzzleOrigin, RowSearch, check_rows, find_duplicates, make,
};
use sudoku_generator::{PuzzlePlan, PuzzleRequest, random_symmetry, seeded_rng};
use sudoku_mrv::Mrv;
use sudoku_text::FileHints;
use tempfile::tempdir;

/// The number of puzzles, of which every third gets a wrong solution.
const PUZZLES: usize = 120;

/// A solver that gives wrong solutions of every third of these puzzles.
struct Liar(Vec<Board>);

impl Solver for Liar {
    fn search(
        &self,
        board: &Board,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Report {
        let place = self.0.iter().position(|known| known == board);
        Mrv.search(board, limits, &mut |grid| match place {
            Some(place) if place % 3 == 0 => found(&lie(board, grid, place)),
            _ => found(grid),
        })
    }
}

/// Returns a wrong solution, of one of three kinds.
fn lie(puzzle: &Board, grid: &Grid, place: usize) -> Grid {
    let mut digits = *grid.as_board().as_bytes();
    let is_clue = |cell: &Cell| puzzle.get(*cell).is_some();
    match place / 3 % 3 {
        // A clue is changed.
        0 => {
            let clue = Cell::all().find(is_clue).unwrap();
            digits[clue.index()] = digits[clue.index()] % 9 + 1;
        }
        // Two digits of a row are swapped.
        1 => {
            let mut blanks = Cell::all().filter(|cell| !is_clue(cell)).map(Cell::index);
            let one = blanks.next().unwrap();
            let other = blanks.find(|other| other / 9 == one / 9).unwrap();
            digits.swap(one, other);
        }
        // Every cell has the same digit.
        _ => digits = [1; 81],
    }
    Grid::new(digits).unwrap()
}

fn puzzles() -> Vec<Board> {
    let request = PuzzleRequest::new();
    let puzzle = |number| request.generate(&Mrv, &mut seeded_rng(5, number)).unwrap().board;
    (0..PUZZLES as u64).map(puzzle).collect()
}

fn check(file: &Path) -> (CheckedRows, Vec<Mistake>) {
    check_column(file, None).unwrap()
}

fn check_column(
    file: &Path,
    column: Option<&str>,
) -> Result<(CheckedRows, Vec<Mistake>), DatasetError> {
    let files = vec![InputFile::new(file)];
    let search = RowSearch {
        files,
        hints: FileHints::default(),
        solution_column: column.map(str::to_owned),
        rated: None,
        temporary: std::env::temp_dir(),
        threads: 2,
    };
    let mut mistakes = Vec::new();
    let checked = check_rows(&search, &mut (), &mut |mistake| {
        mistakes.push(mistake);
        ControlFlow::Continue(())
    })?;
    Ok((checked, mistakes))
}

#[test]
fn planted_wrong_solutions_are_found_in_every_format() {
    let folder = tempdir().unwrap();
    let puzzles = puzzles();
    let solver = Liar(puzzles.clone());
    let wrong: Vec<u64> = (0..PUZZLES as u64).step_by(3).collect();
    assert_eq!(wrong.len(), 40);
    let set = folder.path().join("set");
    let request = DatasetRequest { solver: &solver, ..request(folder.path(), "set", &puzzles) };
    make(&request, &mut ()).unwrap();
    for (suffix, has_header) in [
        (".csv", true),
        (".kaggle-1m.csv", true),
        (".kaggle-3m.csv", true),
        (".kaggle-9m.csv", true),
        (".jsonl", false),
        (".parquet", false),
        ("-puzzles.npy", false),
    ] {
        let (checked, mistakes) = check(&set.join(format!("train-00000{suffix}")));
        // The array of solutions belongs to the array of puzzles.
        let checksums = if suffix == "-puzzles.npy" { 2 } else { 1 };
        assert_eq!((checked.solutions, checked.checksums), (PUZZLES as u64, checksums), "{suffix}");
        assert!(mistakes.iter().all(|it| it.kind == MistakeKind::Solution), "{suffix}");
        let first = if has_header { 2 } else { 1 };
        let rows: Vec<_> = mistakes.iter().map(|it| it.line.unwrap() - first).collect();
        assert_eq!(rows, wrong, "{suffix}");
        for (at, begin) in
            ["the solution has ", "the solution breaks the rules: "].iter().enumerate()
        {
            assert!(mistakes[at].cause.starts_with(begin), "{suffix}: {:?}", mistakes[at]);
        }
    }
    let (checked, mistakes) = check(&set.join("train-00000.txt"));
    assert_eq!((checked.solutions, mistakes), (0, Vec::new()));
}

#[test]
fn unreadable_solutions_and_other_delimiters_are_read() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("some.csv");
    let puzzle = Board::EMPTY.to_string();
    let mut solved = None;
    Mrv.search(&Board::EMPTY, &Limits::solutions(1), &mut |grid| {
        solved = Some(grid.to_string());
        ControlFlow::Continue(())
    });
    let solved = solved.unwrap();
    for delimiter in [",", ";", "\t"] {
        let row = |solution: &str| [puzzle.as_str(), solution, "1"].join(delimiter);
        let text = [
            "\u{feff}# a comment",
            "",
            // A column of counts does not count as a column of solutions.
            &["puzzle", "Answer ", "solutions"].join(delimiter),
            &row(&solved),
            &row(""),
            &row(&solved[1..]),
            &row(&solved.replacen('1', ".", 1)),
        ];
        fs::write(&file, text.map(|line| format!("{line}\n")).concat()).unwrap();
        let (checked, mistakes) = check(&file);
        assert_eq!((checked.solutions, checked.checksums), (3, 0));
        let causes: Vec<_> = mistakes.iter().map(|it| (it.line.unwrap(), &*it.cause)).collect();
        let [(6, unreadable), (7, blank)] = causes[..] else { panic!("{causes:?}") };
        assert!(unreadable.starts_with("the solution cannot be read: "), "{unreadable}");
        assert!(blank.starts_with("the solution has no digit in r"), "{blank}");
    }
}

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The table has solutions as lists, lists of lists and numbers, and a second column of solutions.
#[test]
fn solutions_of_every_type_and_column_are_checked() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("some.jsonl");
    let digits: Vec<u8> = SOLUTION.bytes().map(|digit| digit - b'0').collect();
    let mut wrong = digits.clone();
    wrong.swap(2, 3);
    let rows = |digits: &[u8]| digits.chunks(9).map(<[u8]>::to_vec).collect::<Vec<_>>();
    let lines = [
        json!({"puzzle": PUZZLE, "solution": digits}),
        json!({"puzzle": PUZZLE, "solution": rows(&digits)}),
        json!({"puzzle": PUZZLE, "solution": wrong}),
        json!({"puzzle": rows(&PUZZLE.bytes().map(|sign| sign.saturating_sub(b'0')).collect::<Vec<_>>()), "solution": rows(&wrong)}),
        json!({"puzzle": PUZZLE, "solution": SOLUTION, "answer": wrong}),
        json!({"puzzle": PUZZLE, "solution": 5}),
        json!({"puzzle": PUZZLE, "solution": null, "solutions": 1}),
    ];
    fs::write(&file, lines.map(|line| format!("{line}\n")).concat()).unwrap();
    let (checked, mistakes) = check(&file);
    let causes: Vec<_> = mistakes.iter().map(|it| (it.line.unwrap(), &*it.cause)).collect();
    let broken = "the solution breaks the rules: ";
    let [(3, one), (4, two), (5, three), (6, four)] = causes[..] else { panic!("{causes:?}") };
    assert!(one.starts_with(broken) && two.starts_with(broken), "{causes:?}");
    assert!(three.starts_with("the solution in answer breaks the rules: "), "{three}");
    assert!(four.starts_with("the solution cannot be read: "), "{four}");
    assert_eq!(checked.solutions, 7);
}

#[test]
fn a_column_with_another_name_is_checked_on_request() {
    let folder = tempdir().unwrap();
    let [csv, lines, text, array] =
        ["a.csv", "a.jsonl", "a.txt", "a.npy"].map(|name| folder.path().join(name));
    let wrong = "1".repeat(81);
    fs::write(&csv, format!("puzzle,solved\n{PUZZLE},{SOLUTION}\n{PUZZLE},{wrong}\n")).unwrap();
    let [first, second] = [json!({"puzzle": PUZZLE}), json!({"puzzle": PUZZLE, "solved": wrong})];
    fs::write(&lines, format!("{first}\n{second}\n")).unwrap();
    fs::write(&text, format!("{PUZZLE}\n")).unwrap();
    fs::write(&array, b"").unwrap();
    let refuses = |file: &Path| {
        let error = check_column(file, Some("slove")).unwrap_err();
        let cause = error.source().unwrap().to_string();
        assert_eq!(cause, "found no column or array of solutions named slove", "{error}");
    };
    for (file, solutions) in [(&csv, 2), (&lines, 1)] {
        assert_eq!(check(file), (CheckedRows::default(), Vec::new()));
        let (checked, mistakes) = check_column(file, Some("solved")).unwrap();
        assert_eq!((checked.solutions, mistakes.len()), (solutions, 1));
        refuses(file);
    }
    refuses(&text);
    refuses(&array);
    // A column without a row.
    fs::write(&csv, "puzzle,solved\n").unwrap();
    assert_eq!(check_column(&csv, Some("solved")).unwrap().0.solutions, 0);
}

/// Makes a data set in two shards of each format.
fn two_shards(set: &Path) {
    let origin = PuzzleOrigin::Generated {
        plan: Arc::new(PuzzlePlan::new(PuzzleRequest::new(), None)),
        count: 6,
    };
    let request = DatasetRequest {
        shares: PerSplit { train: 1, validation: 0, test: 0 },
        formats: DatasetFormat::ALL.to_vec(),
        puzzles_per_shard: NonZeroU64::new(3).unwrap(),
        ..DatasetRequest::new(origin, set, "mrv", &Mrv)
    };
    make(&request, &mut ()).unwrap();
}

#[test]
fn missing_shards_and_changed_arrays_are_found() {
    let folder = tempdir().unwrap();
    let set = folder.path().join("set");
    two_shards(&set);
    let puzzles = set.join("train-00000-puzzles.npy");
    let whole = check(&puzzles);
    // The arrays of solutions and of guesses belong to this array.
    assert_eq!((whole.0.checksums, whole.1), (3, Vec::new()));
    // Only the checksum shows a byte after the array.
    let solutions = set.join("train-00000-solutions.npy");
    let mut bytes = fs::read(&solutions).unwrap();
    bytes.push(0);
    fs::write(&solutions, bytes).unwrap();
    let causes = |file: &Path| -> Vec<String> {
        check(file).1.into_iter().map(|mistake| mistake.cause).collect()
    };
    let said = "train-00000-solutions.npy belongs to it: the file was changed: ";
    assert!(causes(&puzzles)[0].starts_with(said), "{:?}", causes(&puzzles));
    fs::remove_file(&solutions).unwrap();
    let said = "manifest.json beside it names train-00000-solutions.npy, which is missing";
    assert_eq!(causes(&puzzles), [said]);
    // Only another shard of the same format and split is reported as missing.
    fs::remove_file(set.join("train-00001.csv")).unwrap();
    assert_eq!(check(&set.join("train-00000.jsonl")).1, Vec::new());
    let said = "manifest.json beside it names train-00001.csv, which is missing";
    assert_eq!(causes(&set.join("train-00000.csv")), [said]);
}

#[test]
fn a_changed_file_differs_from_its_checksum() {
    let folder = tempdir().unwrap();
    let set = folder.path().join("set");
    let origin = PuzzleOrigin::Generated {
        plan: Arc::new(PuzzlePlan::new(PuzzleRequest::new(), None)),
        count: 5,
    };
    let request = DatasetRequest {
        shares: PerSplit { train: 1, validation: 0, test: 0 },
        ..DatasetRequest::new(origin, &set, "mrv", &Mrv)
    };
    make(&request, &mut ()).unwrap();
    let file = set.join("train-00000.csv");
    let (checked, mistakes) = check(&file);
    assert_eq!((checked.checksums, mistakes), (1, Vec::new()));
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text + "\n").unwrap();
    let (_, mistakes) = check(&file);
    let [Mistake { kind: MistakeKind::Checksum, line: None, cause, .. }] = &mistakes[..] else {
        panic!("{mistakes:?}")
    };
    assert!(cause.starts_with("the file was changed: its SHA-256 is "), "{cause}");
}

/// Returns a puzzle with one more clue, under a random symmetry.
fn neighbor(puzzle: &Board, number: u64) -> Board {
    let mut rng = seeded_rng(9, number);
    let cell = Cell::all().find(|&cell| puzzle.get(cell).is_none()).unwrap();
    let mut board = *puzzle;
    board.set(cell, Mrv.first_solution(puzzle).unwrap().as_board().get(cell));
    let (symmetry, relabeling) = random_symmetry(&mut rng);
    relabeling.apply(&symmetry.apply(&board))
}

/// Returns a request for a data set of these puzzles, all for training.
fn request<'a>(folder: &Path, name: &str, puzzles: &[Board]) -> DatasetRequest<'a> {
    let source = folder.join(format!("{name}.txt"));
    let lines: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    fs::write(&source, lines).unwrap();
    let origin =
        PuzzleOrigin::Files { files: vec![InputFile::new(&source)], hints: FileHints::default() };
    DatasetRequest {
        formats: DatasetFormat::ALL.to_vec(),
        shares: PerSplit { train: 1, validation: 0, test: 0 },
        rating_symmetries: None,
        ..DatasetRequest::new(origin, folder.join(name), "mrv", &Mrv)
    }
}

#[test]
fn planted_shared_solutions_are_found_in_every_format() {
    let folder = tempdir().unwrap();
    let puzzles = puzzles();
    let planted: Vec<Board> = puzzles
        .iter()
        .zip(0..)
        .step_by(3)
        .map(|(puzzle, number)| neighbor(puzzle, number))
        .collect();
    assert_eq!(planted.len(), 40);
    for (name, puzzles) in [("train", &puzzles), ("test", &planted)] {
        make(&request(folder.path(), name, puzzles), &mut ()).unwrap();
    }
    for suffix in [".txt", ".csv", ".jsonl", ".parquet", "-puzzles.npy"] {
        let file = |name: &str| folder.path().join(name).join(format!("train-00000{suffix}"));
        let leaks = |by| {
            let search = DuplicateSearch {
                files: ["train", "test"].map(|name| InputFile::new(file(name))).into(),
                hints: FileHints::default(),
                by,
                solver: &Mrv,
                temporary: std::env::temp_dir(),
                threads: 2,
            };
            let found = find_duplicates(&search, &mut ()).unwrap();
            found.map(Result::unwrap).filter(|found| found.is_leak).count()
        };
        assert_eq!((leaks(Identity::Puzzle), leaks(Identity::Solution)), (0, 40), "{suffix}");
    }
}

#[test]
fn no_solution_is_in_two_splits() {
    let folder = tempdir().unwrap();
    let puzzles: Vec<Board> = puzzles()
        .iter()
        .zip(0..)
        .flat_map(|(puzzle, number)| [*puzzle, neighbor(puzzle, number)])
        .collect();
    let shared = |split_by: Identity| {
        let name = format!("{split_by:?}");
        let shares = PerSplit { train: 1, validation: 1, test: 1 };
        let request =
            DatasetRequest { shares, split_by, ..request(folder.path(), &name, &puzzles) };
        make(&request, &mut ()).unwrap();
        let grids = |split: &str| -> BTreeSet<Board> {
            let file = folder.path().join(&name).join(format!("{split}-00000.txt"));
            let text = fs::read_to_string(file).unwrap();
            let solved = text.lines().map(|line| {
                let puzzle: Board = line.parse().unwrap();
                sudoku_canonical::canonical(Mrv.first_solution(&puzzle).unwrap().as_board()).form
            });
            solved.collect()
        };
        let [train, validation, test] = ["train", "validation", "test"].map(grids);
        train.intersection(&test).count() + train.intersection(&validation).count()
    };
    assert_eq!(shared(Identity::Solution), 0);
    assert!(shared(Identity::Puzzle) > 20);
}
