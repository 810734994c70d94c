//! Tests HoDoKu's scale: recorded HoDoKu ratings of generated puzzles, and properties of every
//! step.

use sudoku_core::{Board, Cell, Digit, Grid, Limits, Solver};
use sudoku_logic::{
    ChainNode, Evidence, HODOKU_2_3, HodokuOptions, NoStepError, Rating, RatingError, State, Step,
    StepName, hodoku_steps,
};
use sudoku_mrv::Mrv;

const RATINGS: &str = include_str!("../recorded.csv");

/// Returns the puzzles with HoDoKu's ratings, which are the last two fields of a row.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    RATINGS.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (others, score) = line.rsplit_once(',').expect("a row has a score");
        let place = others.rfind(',').expect("a row has a level");
        let (puzzle, _) = line.split_once(',').expect("a row has a puzzle");
        (puzzle, &line[place + 1..others.len() + 1 + score.len()])
    })
}

fn state(puzzle: &str) -> State {
    State::from(&puzzle.parse::<Board>().expect("the file holds puzzles"))
}

#[test]
fn levels_and_scores_equal_those_of_hodoku() {
    for (puzzle, expected) in rows() {
        let rating = HODOKU_2_3.rate(&state(puzzle), &Limits::ALL).unwrap();
        assert_eq!(rating.to_string().replace(' ', ","), expected, "{puzzle}");
    }
}

#[test]
fn the_path_leads_to_the_solution_and_no_step_contradicts_it() {
    for (puzzle, _) in rows().step_by(6) {
        let solution = solution(puzzle);
        let limits = Limits::ALL;
        let mut path = HODOKU_2_3.path(&state(puzzle), &limits);
        for rated in path.by_ref() {
            assert_true(&rated.step, &solution, puzzle);
        }
        assert_eq!(path.end(), NoStepError::Solved, "{puzzle}");
        assert_eq!(path.state().board(), Board::from(solution));
    }
}

#[test]
fn unsolvable_boards_have_an_ending_and_cause_no_panic() {
    let rate = |puzzle: &str| HODOKU_2_3.rate(&state(puzzle), &Limits::ALL);
    // Nine clues are too few for HoDoKu. Ten are enough, but leave many solutions.
    let nine = "123456789........................................................................";
    let ten = "1234567894.......................................................................";
    for (puzzle, expected) in
        [(nine, NoStepError::TooFewClues), (ten, NoStepError::SeveralSolutions)]
    {
        let RatingError { reason, rating } = rate(puzzle).unwrap_err();
        assert_eq!(reason, expected, "{puzzle}");
        assert!(matches!(rating, Rating::Hodoku(rating) if rating.level.name() == "Extreme"));
    }
    let clash = "11...............................................................................";
    assert_eq!(rate(clash).unwrap_err().reason, NoStepError::Contradiction);
    let solved =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert_eq!(rate(solved).unwrap().to_string(), "Easy 0");
    let stop = std::sync::atomic::AtomicBool::new(true);
    let limits = Limits::ALL.with_stop(&stop);
    let puzzle = rows().last().unwrap().0;
    assert_eq!(HODOKU_2_3.rate(&state(puzzle), &limits).unwrap_err().reason, NoStepError::Stopped);
    // More steps might solve the puzzle, so the level is only that of the steps so far.
    let RatingError { reason, rating } =
        HODOKU_2_3.rate(&state(puzzle), &Limits::ALL.with_nodes(3)).unwrap_err();
    assert_eq!((reason, &*rating.to_string()), (NoStepError::StepLimit, "Easy 42"));
}

/// On this board, a net needs the last place of a digit in a house, and another one chooses between
/// paths with groups of cells.
#[test]
fn nets_follow_houses_and_take_short_paths() {
    let board =
        state("...2813742134678958..5936217..348216..8125739321976548.8.7.29639..6.4182.32819457");
    let steps = hodoku_steps(StepName::FORCING_NET_CONTRADICTION, &board, &HodokuOptions::DEFAULT);
    let chains = |effect: &str| {
        let step = steps.iter().find(|step| step.effect.to_string() == effect);
        let Some(Evidence::Forcing { chains }) = step.map(|step| &step.evidence) else {
            panic!("no net with {effect}");
        };
        chains.iter().map(|chain| chain.iter().map(text).collect::<Vec<_>>().join(" "))
    };
    assert!(chains("r9c1=6").len() > 0);
    let found: Vec<String> = chains("r7c5=5").collect();
    assert_eq!(found, ["5r7c5- 1r7c1+ 4r7c1-", "5r7c5- 5r7c5+ 5r7c1- 5r7c3+ 4r7c3-"]);
}

fn text(ChainNode { cells, digit, is_on, .. }: &ChainNode) -> String {
    let cells: String = cells.iter().map(ToString::to_string).collect();
    format!("{digit}{cells}{}", if *is_on { '+' } else { '-' })
}

fn solution(puzzle: &str) -> Grid {
    let board: Board = puzzle.parse().expect("the file holds puzzles");
    Mrv.solve(&board, &Limits::solutions(1)).first.expect("they have a solution")
}

fn assert_true(step: &Step, solution: &Grid, place: &str) {
    let board = Board::from(*solution);
    let digit = |cell: Cell| -> Digit { board.get(cell).expect("a solution is full") };
    if let Some((cell, placed)) = step.effect.placement {
        assert_eq!(placed, digit(cell), "{step:?}\n{place}");
    }
    for &(cell, gone) in &step.effect.eliminations {
        assert!(!gone.contains(digit(cell)), "{step:?}\n{place}");
    }
}
