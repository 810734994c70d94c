//! Every embedded set follows its file format and its name.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use sudoku_core::Board;
use sudoku_corpus::{KnownPuzzle, PuzzleSet, SetError, counting_sets, set, sets, variant_sets};

const NAMES: [&str; 8] = ["judge", "easy", "sparse", "hard", "row-major", "many", "none", "empty"];

const TO_COUNT: [&str; 2] = ["count-low", "count-high"];

const VARIANTS: [&str; 4] = ["killers", "lines", "sums", "houses"];

fn puzzles(name: &str) -> Vec<KnownPuzzle> {
    set(name).expect(name).puzzles().expect(name)
}

#[test]
fn the_sets_equal_the_list() {
    assert_eq!(sets().map(|set| set.name).collect::<Vec<_>>(), NAMES);
    assert_eq!(counting_sets().map(|set| set.name).collect::<Vec<_>>(), TO_COUNT);
    assert_eq!(variant_sets().map(|set| set.name).collect::<Vec<_>>(), VARIANTS);
    let answers = variant_sets().map(|set| set.answers().expect(set.name).len());
    assert_eq!(answers.collect::<Vec<_>>(), [20; 4]);
    assert_eq!(set("no such set"), None);
}

#[test]
fn every_file_is_embedded_under_its_name() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sets");
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("it is text");
        let read = PuzzleSet::parse(&text).expect("it has its header");
        assert_eq!(
            path.file_name().and_then(|name| name.to_str()),
            Some(&*format!("{}.txt", read.name))
        );
        assert_eq!(set(read.name), Some(read));
        files += 1;
    }
    assert_eq!(files, NAMES.len() + TO_COUNT.len() + VARIANTS.len());
}

#[test]
fn sets_have_tens_of_puzzles_and_a_small_total_size() {
    for name in NAMES {
        let count = puzzles(name).len();
        match name {
            "empty" => assert_eq!(count, 1),
            _ => assert!((20..=300).contains(&count), "{name}: {count}"),
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sets");
    let sizes = fs::read_dir(folder).expect("the folder is there");
    let total: u64 =
        sizes.map(|file| file.and_then(|it| it.metadata()).expect("a file").len()).sum();
    assert!(total < 150_000, "{total}");
}

#[test]
fn exactly_the_proper_puzzles_have_a_solution_and_it_is_right() {
    for name in NAMES {
        for KnownPuzzle { board, solutions, solution } in puzzles(name) {
            assert_eq!(solution.is_some(), solutions == 1, "{name}: {board}");
            if let Some(solution) = solution {
                assert!(solution.is_valid() && solution.extends(&board), "{name}: {board}");
            }
        }
    }
}

#[test]
fn no_puzzle_is_repeated() {
    let mut seen = HashSet::new();
    for name in NAMES {
        for puzzle in puzzles(name) {
            assert!(seen.insert(puzzle.board), "{name}: {}", puzzle.board);
        }
    }
}

#[test]
fn puzzles_have_the_property_of_their_set() {
    for name in ["judge", "easy", "sparse", "hard", "row-major"] {
        assert!(puzzles(name).iter().all(|puzzle| puzzle.solutions == 1), "{name}");
    }
    assert!(puzzles("sparse").iter().all(|puzzle| (17..=22).contains(&puzzle.board.clue_count())));
    assert_eq!(
        puzzles("sparse").iter().filter(|puzzle| puzzle.board.clue_count() == 17).count(),
        12
    );
    assert!(puzzles("many").iter().all(|puzzle| (2..=100_000).contains(&puzzle.solutions)));
    let low = puzzles("count-low");
    assert!(low.iter().all(|puzzle| (100..1_000_000).contains(&puzzle.solutions)));
    let high = puzzles("count-high");
    assert!(high.iter().all(|puzzle| puzzle.solutions >= 1_000_000));
    for power in 2..22 {
        let range = 10u128.pow(power)..10u128.pow(power + 1);
        let all = low.iter().chain(&high);
        assert!(all.filter(|puzzle| range.contains(&puzzle.solutions)).count() > 0, "{power}");
    }
    let none = puzzles("none");
    assert!(none.iter().all(|puzzle| puzzle.solutions == 0));
    assert_eq!(none.iter().filter(|puzzle| !puzzle.board.is_consistent()).count(), 9);
    let grids = 6_670_903_752_021_072_936_960;
    assert_eq!(
        puzzles("empty"),
        [KnownPuzzle { board: Board::EMPTY, solutions: grids, solution: None }]
    );
}

#[test]
fn the_sets_have_the_judges_samples_and_the_classics() {
    for (name, puzzle) in [
        (
            "judge",
            ".354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476.",
        ),
        (
            "judge",
            "1.3...5.9..21.94.....7.4...3..5.2..6.6.....5.7..8.3..4...4.1.....92.58..8.4...1.7",
        ),
        (
            "hard",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ),
        (
            "row-major",
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        ),
    ] {
        let board: Board = puzzle.parse().expect(puzzle);
        assert!(puzzles(name).iter().any(|puzzle| puzzle.board == board), "{name}: {puzzle}");
    }
}

#[test]
fn promises_equal_those_of_the_headers() {
    for name in NAMES {
        let set = set(name).expect(name);
        assert!(set.promises_budget("mrv"), "{name}");
        let slow_can = ["judge", "easy", "many", "empty"].contains(&name);
        assert_eq!(set.promises_budget("scan"), slow_can, "{name}");
        assert_eq!(set.promises_budget("bitmask"), slow_can, "{name}");
    }
}

#[test]
fn invalid_sets_are_refused() {
    let head = "# name: n\n# about: a\n# origin: o\n# promises-budget: none\n";
    let blank = Board::EMPTY;
    let read = |lines: &str| {
        let text = format!("{head}{lines}");
        PuzzleSet::parse(&text).expect("the header is whole").puzzles()
    };
    assert_eq!(read("").map(|puzzles| puzzles.len()), Ok(0));
    assert_eq!(read(&format!("{blank},2,\n")).map(|puzzles| puzzles.len()), Ok(1));
    let grid = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let bad = [
        format!("{blank}"),
        format!("{blank},1,"),
        format!("{blank},2,{grid}"),
        format!("{blank},1,{}", &grid[1..]),
        format!("{blank},1,{blank}"),
        format!("{blank},two,"),
        format!("{blank},-1,"),
        format!("{blank},2,,"),
        "1.3,1,".to_owned(),
    ];
    for line in bad {
        assert_eq!(read(&format!("\n{line}\n")), Err(SetError::BadLine(6)), "{line}");
    }
    for key in ["name", "about", "origin", "promises-budget"] {
        let without: String = head
            .lines()
            .filter(|line| !line.contains(key))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(PuzzleSet::parse(&without), Err(SetError::MissingKey(key)));
    }
    let promise = head.replace("none", "a, b");
    let promise = PuzzleSet::parse(&promise).expect("the header is whole");
    assert_eq!(["a", "b", "c"].map(|name| promise.promises_budget(name)), [true, true, false]);
    assert!(promise.promising().eq(["a", "b"]));
}
