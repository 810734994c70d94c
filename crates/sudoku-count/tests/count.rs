//! Tests of counting against enumeration, arithmetic, symmetry and known numbers.

#![allow(clippy::unwrap_used)] // A test fails by panicking.

mod draws;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use sudoku_core::{Board, Cell, Relabeling, Solver, Symmetry};
use sudoku_count::{CountLimits, Ending, Solutions, count, estimated_work};
use sudoku_simd::AutoSolver;

use draws::Draws;

/// The number of grids (Felgenhauer and Jarvis, 2005).
const GRIDS: u128 = 6_670_903_752_021_072_936_960;

fn exact(board: &Board) -> u128 {
    count(board, &CountLimits::NONE).exact().unwrap()
}

#[test]
fn counts_equal_the_known_numbers() {
    assert_eq!(exact(&Board::EMPTY), GRIDS);
    assert_eq!(
        exact(&format!("{}7{}", ".".repeat(40), ".".repeat(40)).parse().unwrap()),
        GRIDS / 9
    );
    let row: Board = format!("123456789{}", ".".repeat(72)).parse().unwrap();
    assert_eq!(exact(&row), GRIDS / 362_880);
    let column = Symmetry::TRANSPOSE.apply(&row);
    assert_eq!(exact(&column), GRIDS / 362_880);
    let pair: Board = format!("12{}", ".".repeat(79)).parse().unwrap();
    assert_eq!(exact(&pair), GRIDS / 72);
    let box_ = format!("123......456......789{}", ".".repeat(60)).parse().unwrap();
    assert_eq!(exact(&box_), GRIDS / 362_880);
    // One of the 44 classes of bands that Felgenhauer and Jarvis list, with their number. Their
    // number ignores the orders of the six lower rows.
    let rows = "123456789456789123789123456";
    assert_eq!(exact(&format!("{rows}{}", ".".repeat(54)).parse().unwrap()), 108_374_976 * 72);
}

/// Returns `far` in `cargo xtask deep`, which sets an environment variable, and otherwise `near`.
fn deep<T>(far: T, near: T) -> T {
    if std::env::var_os("SUDOKU_DEEP").is_some() { far } else { near }
}

#[test]
fn the_counts_of_all_digits_of_a_cell_add_up_to_the_count() {
    let mut draws = Draws(2);
    for clues in deep(1..17, 15..19) {
        let board = draws.board(clues);
        let cell = Cell::all().find(|&cell| board.get(cell).is_none()).unwrap();
        let parts = board.candidates(cell).into_iter().map(|digit| {
            let mut board = board;
            board.set(cell, Some(digit));
            exact(&board)
        });
        assert_eq!(parts.sum::<u128>(), exact(&board), "{board}");
    }
}

#[test]
fn symmetries_change_nothing() {
    let mut draws = Draws(3);
    for number in deep(1..101, 16..20) {
        let board = draws.board(1 + (number - 1) % 20);
        let symmetry = Symmetry::nth(draws.below(Symmetry::COUNT as usize) as u32).unwrap();
        let relabeling = Relabeling::nth(draws.below(Relabeling::COUNT as usize) as u32).unwrap();
        assert_eq!(exact(&relabeling.apply(&symmetry.apply(&board))), exact(&board), "{board}");
    }
}

#[test]
fn proper_full_and_contradictory_boards_are_counted() {
    let proper =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let proper: Board = proper.parse().unwrap();
    assert_eq!(exact(&proper), 1);
    let full = *AutoSolver::new().first_solution(&proper).unwrap().as_board();
    assert_eq!(exact(&full), 1);
    assert_eq!(exact(&format!("11{}", ".".repeat(79)).parse().unwrap()), 0);
    // The first box has no place for its 7.
    let none = format!("123......456.........7.....{}", ".".repeat(54));
    assert_eq!(exact(&none.parse().unwrap()), 0);
}

#[test]
fn limits_end_the_count() {
    let ended = |limits: CountLimits<'_>| {
        let count = count(&Board::EMPTY, &limits);
        (count.solutions, count.ending)
    };
    let limit = CountLimits { solutions: 1000, ..CountLimits::NONE };
    assert_eq!(ended(limit), (1000, Ending::SolutionLimit));
    assert_eq!(ended(CountLimits { solutions: 0, ..limit }), (0, Ending::SolutionLimit));
    let raised = AtomicBool::new(true);
    let stopped = ended(CountLimits { stop: Some(&raised), ..CountLimits::NONE });
    assert_eq!(stopped, (0, Ending::Stopped));
}

#[test]
fn the_limit_on_terms_is_exact() {
    for board in [Board::EMPTY, Draws(5).board(15)] {
        let all = count(&board, &CountLimits::NONE);
        let enough = count(&board, &CountLimits { terms: all.terms, ..CountLimits::NONE });
        assert_eq!(enough, all);
        let less = count(&board, &CountLimits { terms: all.terms - 1, ..CountLimits::NONE });
        assert_eq!(less.ending, Ending::NodeLimit);
        assert!(less.solutions < all.solutions && less.terms < all.terms, "{less:?}");
    }
}

#[test]
fn the_number_of_terms_is_near_the_estimate() {
    let mut draws = Draws(6);
    let (said, taken) =
        (estimated_work(&Board::EMPTY), count(&Board::EMPTY, &CountLimits::NONE).terms);
    assert!(taken <= 3 * said && taken * 3 >= said, "{said}, {taken}");
    for clues in 13..25 {
        let board = draws.board(clues);
        let (said, taken) = (estimated_work(&board), count(&board, &CountLimits::NONE).terms);
        assert!(taken <= 50 * said && taken * 10 >= said, "{board}: {said}, {taken}");
    }
}

/// The layout and the relabelings of a count decide how many terms it adds.
#[test]
fn a_count_adds_few_terms() {
    // The number of clues, and the limits for all of them and for those of digits 1 to 3. Each
    // limit is a fifth above the number that we measured.
    for (clues, most) in [
        (6, [470_000_000, 180_000_000]),
        (10, [2_950_000_000, 180_000_000]),
        (12, [850_000_000, 180_000_000]),
        (14, [41_000_000, 790_000_000]),
        (16, [27_000_000, 470_000_000]),
        (18, [1_800_000, 180_000_000]),
        (20, [1_300_000, 60_000_000]),
        (22, [105_000, 300_000_000]),
        (25, [4_800, 97_000_000]),
    ] {
        let all = Draws(clues as u64).board(clues);
        let mut few = Board::EMPTY;
        for (cell, digit) in all.clues().filter(|(_, digit)| digit.get() <= 3) {
            few.set(cell, Some(digit));
        }
        let added = [all, few].map(|board| count(&board, &CountLimits::NONE).terms);
        assert!(added[0] <= most[0] && added[1] <= most[1], "{clues} clues: {added:?}");
    }
}

#[test]
fn a_limit_equal_to_the_count_is_reached() {
    let board = Draws(7).board(20);
    let all = exact(&board);
    let limited = |solutions| count(&board, &CountLimits { solutions, ..CountLimits::NONE });
    assert_eq!(limited(all).ending, Ending::SolutionLimit);
    assert_eq!(limited(all).solutions, all);
    assert_eq!(limited(all + 1).exact(), Some(all));
}

#[test]
fn the_count_does_not_depend_on_the_number_of_threads() {
    let threads = 3.try_into().unwrap();
    let threaded = CountLimits { threads, ..CountLimits::NONE };
    let board = Draws(4).board(16);
    let all = count(&board, &CountLimits::NONE);
    assert_eq!(count(&board, &threaded), all);
    let limited = CountLimits { solutions: all.solutions / 2, ..threaded };
    let ended = count(&board, &limited);
    assert_eq!((ended.solutions, ended.ending), (all.solutions / 2, Ending::SolutionLimit));
}

#[test]
fn a_stop_flag_ends_a_count_within_a_millisecond() {
    // This board takes at least a second.
    let board: Board =
        ".....3....7......3..........1......2................6.......8.5........438.4....."
            .parse()
            .unwrap();
    // On a busy machine, a thread may wait longer, so the test tries several times.
    for tries in 1.. {
        let flag = AtomicBool::new(false);
        let late = thread::scope(|scope| {
            let counting = scope.spawn(|| {
                let limits = CountLimits { stop: Some(&flag), ..CountLimits::NONE };
                (count(&board, &limits).ending, Instant::now())
            });
            thread::sleep(Duration::from_millis(tries));
            let raised = Instant::now();
            flag.store(true, Ordering::Relaxed);
            let (ending, ended) = counting.join().unwrap();
            assert_eq!(ending, Ending::Stopped);
            ended - raised
        });
        if late < Duration::from_millis(1) {
            return;
        }
        assert!(tries < 60, "{late:?}");
    }
}

/// The maximum memory of this process while it counts and numbers solutions.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_below_64_megabytes() {
    // Nine clues with nine different digits, which no relabeling fixes, and other boards with few
    // clues. The first two take longest.
    let boards: [&str; 4] = [
        ".....6.........7....4........36...........83...............8.6........8..........",
        ".8............5...5..8..........6..8...........5............6.............4......",
        "..................1......2............7.............8....6...............8...4...",
        ".................................................................................",
    ];
    const CHILD: &str = "SUDOKU_COUNT_CHILD";
    if std::env::var_os(CHILD).is_none() {
        let test = "memory_stays_below_64_megabytes";
        let child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture"])
            .env(CHILD, "1")
            .output()
            .unwrap();
        assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stderr));
        return;
    }
    let boards = deep(&boards[..], &boards[2..]);
    let boards: Vec<Board> = boards.iter().map(|board| board.parse().unwrap()).collect();
    for board in &boards {
        assert!(exact(board) > 0);
        let peak = peak_memory();
        assert!(peak < 64 << 10, "{board}: {peak} kB");
    }
    // Numbering keeps its data, so it may take twice as much.
    for board in &boards {
        let solutions = Solutions::of(board);
        assert!(solutions.get(solutions.len() / 3).is_some());
        let peak = peak_memory();
        assert!(peak < 128 << 10, "{board}: {peak} kB with numbers");
    }
}

/// Returns the peak memory of this process, in kilobytes.
#[cfg(target_os = "linux")]
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse().unwrap()
}
