//! Wrong solutions and changed files are found in every format.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use compressed_io::InputFile;
use sudoku_core::{Board, Cell, Grid, Limits, Report, Solver};
use sudoku_dataset::{
    CheckedRows, DatasetFormat, DatasetRequest, Mistake, MistakeKind, PerSplit, PuzzleOrigin,
    RowSearch, check_rows, make,
};
use sudoku_generator::{PuzzleRequest, seeded_rng};
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
    let files = vec![InputFile::new(file)];
    let search = RowSearch { files, hints: FileHints::default(), rated: None, threads: 2 };
    let mut mistakes = Vec::new();
    let checked = check_rows(&search, &mut (), &mut |mistake| mistakes.push(mistake)).unwrap();
    (checked, mistakes)
}

#[test]
fn planted_wrong_solutions_are_found_in_every_format() {
    let folder = tempdir().unwrap();
    let (source, set) = (folder.path().join("source.txt"), folder.path().join("set"));
    let puzzles = puzzles();
    let lines: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    fs::write(&source, lines).unwrap();
    let solver = Liar(puzzles);
    let wrong: Vec<u64> = (0..PUZZLES as u64).step_by(3).collect();
    assert_eq!(wrong.len(), 40);
    let origin =
        PuzzleOrigin::Files { files: vec![InputFile::new(&source)], hints: FileHints::default() };
    let request = DatasetRequest {
        formats: DatasetFormat::ALL.to_vec(),
        shares: PerSplit { train: 1, validation: 0, test: 0 },
        rating_symmetries: None,
        ..DatasetRequest::new(origin, &set, "liar", &solver)
    };
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
        assert_eq!((checked.solutions, checked.checksums), (PUZZLES as u64, 1), "{suffix}");
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
        let row = |solution: &str| [puzzle.as_str(), solution, "x"].join(delimiter);
        let text = [
            &["puzzle", "Answer ", "id"].join(delimiter),
            &row(&solved),
            &row(""),
            &row(&solved[1..]),
            &row(&solved.replacen('1', ".", 1)),
        ];
        fs::write(&file, text.map(|line| format!("{line}\n")).concat()).unwrap();
        let (checked, mistakes) = check(&file);
        assert_eq!((checked.solutions, checked.checksums), (4, 0));
        let causes: Vec<_> = mistakes.iter().map(|it| (it.line.unwrap(), &*it.cause)).collect();
        let [(3, "the solution is missing"), (4, unreadable), (5, blank)] = causes[..] else {
            panic!("{causes:?}")
        };
        assert!(unreadable.starts_with("the solution cannot be read: "), "{unreadable}");
        assert!(blank.starts_with("the solution has no digit in r"), "{blank}");
    }
}

#[test]
fn a_changed_file_differs_from_its_checksum() {
    let folder = tempdir().unwrap();
    let set = folder.path().join("set");
    let origin = PuzzleOrigin::Generated { request: PuzzleRequest::new(), count: 5 };
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
