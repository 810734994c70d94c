//! Tests boards with several solutions or none, and boards with removed pencil marks.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use sudoku_core::{Board, Candidates, Cell, Digit, DigitSet, Grid, Limits, Solver};
use sudoku_generator::{Minimality, PuzzleRequest, seeded_rng};
use sudoku_logic::{
    Effect, Entry, Evidence, HODOKU_2_3, HiddenSingles, NoStepError, RatingScale, SE_1_2_1,
    ScoreRule, Search, State, Step, StepName, Technique, WrongMark,
};
use sudoku_mrv::Mrv;

fn puzzle(number: u64) -> Board {
    let request = PuzzleRequest::new().with_minimality(Minimality::Strict);
    request.generate(&Mrv, &mut seeded_rng(1416, number)).unwrap().board
}

/// Returns the puzzle without its first clue.
fn improper(number: u64) -> Board {
    let mut board = puzzle(number);
    let clue = Cell::all().find(|&cell| board.get(cell).is_some()).unwrap();
    board.set(clue, None);
    board
}

fn is_true_of(step: &Step, solution: &Grid) -> bool {
    let digit = |cell: Cell| solution.as_board().get(cell).unwrap();
    let effect = &step.effect;
    effect.placement.is_none_or(|(cell, placed)| digit(cell) == placed)
        && effect.eliminations.iter().all(|&(cell, gone)| !gone.contains(digit(cell)))
}

#[test]
fn a_board_with_several_solutions_has_an_ending_and_no_steps() {
    for number in 0..8 {
        let state = State::from(&improper(number));
        for scale in RatingScale::all() {
            let end = NoStepError::SeveralSolutions;
            assert_eq!(scale.rate(&state, &Limits::ALL).unwrap_err().reason, end);
            assert_eq!(scale.hint(&state, &Limits::ALL), Err(end));
            assert_eq!(scale.all_steps(&state, &Limits::ALL), Err(end));
            let mut path = scale.path(&state, &Limits::ALL);
            assert_eq!((path.next(), path.end()), (None, end));
        }
    }
}

#[test]
fn a_board_without_a_solution_has_an_ending_and_no_steps() {
    for number in 0..8 {
        // The right candidate of a cell is missing, which no rule reveals yet.
        let board = puzzle(number);
        let solution = Mrv.first_solution(&board).unwrap();
        let right = |cell| solution.as_board().get(cell).unwrap();
        let without = |cell: Cell| {
            let mut marks = Candidates::from(&board);
            marks.eliminate(cell, right(cell).into());
            State::from(&marks)
        };
        let is_hidden = |&cell: &Cell| board.get(cell).is_none() && !without(cell).is_broken();
        let cell = Cell::all().find(is_hidden).unwrap();
        let state = without(cell);
        for scale in RatingScale::all() {
            let error = scale.rate(&state, &Limits::ALL).unwrap_err();
            assert_eq!(error.reason, NoStepError::NoSolution, "{state}");
        }
        assert_eq!(state.find_wrong_marks(&solution), [WrongMark::Missing(cell, right(cell))]);
    }
}

#[test]
fn without_uniqueness_techniques_no_step_contradicts_any_solution() {
    let mut steps = 0;
    for number in 0..8 {
        let board = improper(number);
        let mut solutions = Vec::new();
        Mrv.search(&board, &Limits::solutions(50), &mut |grid| {
            solutions.push(*grid);
            std::ops::ControlFlow::Continue(())
        });
        assert!(solutions.len() > 1);
        for scale in RatingScale::all() {
            let scale = scale.without_uniqueness();
            // Nested techniques are slow, and assume uniqueness no more than the other techniques.
            let is_short =
                |rule: &ScoreRule| !matches!(rule, ScoreRule::ByLength(base) if *base >= 8.5);
            let entries = scale.entries().iter().filter(|entry| is_short(&entry.rule));
            let scale = RatingScale::new("short", entries.copied().collect());
            let limits = Limits::ALL.with_nodes(60);
            let mut path = scale.path(&State::from(&board), &limits);
            for rated in path.by_ref() {
                let is_true = solutions.iter().all(|solution| is_true_of(&rated.step, solution));
                assert!(is_true, "{:?}\n{board}", rated.step);
                steps += 1;
            }
            assert!(matches!(path.end(), NoStepError::NoTechnique | NoStepError::StepLimit));
        }
    }
    assert!(steps > 100, "{steps}");
}

/// Returns a puzzle that lacks the digits of a rectangle in two boxes and some other digits of a
/// solution. A removed mark excludes one of the two ways to fill the rectangle.
fn with_a_removed_mark(number: u64) -> Option<(State, Grid)> {
    let solution = Mrv.first_solution(&puzzle(number)).unwrap();
    let digit = |cell: Cell| solution.as_board().get(cell).unwrap();
    let rectangle =
        rectangles().find(|[a, b, c, d]| digit(*a) == digit(*d) && digit(*b) == digit(*c))?;
    let mut board = *solution.as_board();
    rectangle.iter().for_each(|&cell| board.set(cell, None));
    for at in 0..30 {
        let cell = Cell::new((at * 37 + number as usize * 11) % 81).unwrap();
        board.set(cell, None);
    }
    let mut marks = Candidates::from(&board);
    let other: DigitSet = digit(rectangle[1]).into();
    marks.eliminate(rectangle[0], other);
    Some((State::from(&marks), solution))
}

/// Returns the corners of rectangles in two boxes, row by row.
fn rectangles() -> impl Iterator<Item = [Cell; 4]> {
    let numbers = (0..9usize).flat_map(|row| (0..9).map(move |column| (row, column)));
    numbers.flat_map(|(row, column)| {
        let below = (row + 1..row / 3 * 3 + 3)
            .flat_map(move |other| (column / 3 * 3 + 3..9).map(move |right| (other, right)));
        below.map(move |(other, right)| {
            [(row, column), (row, right), (other, column), (other, right)]
                .map(|(row, column)| Cell::at(row, column).unwrap())
        })
    })
}

#[test]
fn rectangles_with_removed_marks_are_not_used() {
    let is_rectangle =
        |name: &StepName| ["uniqueness", "rectangle"].iter().any(|word| name.name().contains(word));
    let scale = HODOKU_2_3.only(|entry| {
        let technique = entry.technique;
        technique.assumes_one_solution() && technique.names().iter().any(is_rectangle)
    });
    assert_eq!(scale.entries().len(), 9);
    let (mut boards, mut steps) = (0, 0);
    for number in 0..400 {
        let Some((mut state, solution)) = with_a_removed_mark(number) else { continue };
        while let Ok(found) = scale.all_steps(&state, &Limits::ALL) {
            boards += 1;
            for rated in found {
                steps += 1;
                assert!(is_true_of(&rated.step, &solution), "{:?}\n{state}", rated.step);
            }
            let Ok(next) = HODOKU_2_3.hint(&state, &Limits::ALL) else { break };
            state.apply(&next.step.effect);
        }
    }
    assert!(boards > 200 && steps > 20, "{boards} {steps}");
}

/// A technique that reports steps forever, and raises the stop flag with the third one.
#[derive(Debug)]
struct Endless {
    flag: AtomicBool,
    taken: AtomicUsize,
}

impl Technique for Endless {
    fn find(&self, search: Search<'_>) -> ControlFlow<()> {
        loop {
            if self.taken.fetch_add(1, Ordering::Relaxed) == 2 {
                self.flag.store(true, Ordering::Relaxed);
            }
            let name = StepName::NAKED_SINGLE;
            let (effect, evidence) = (Effect::eliminate([]), Evidence::Solution);
            search.sink.take(Step { name, effect, evidence })?;
        }
    }

    fn names(&self) -> &'static [StepName] {
        &[StepName::NAKED_SINGLE]
    }
}

#[test]
fn all_steps_takes_no_further_step_after_the_flag_is_raised() {
    static ENDLESS: Endless = Endless { flag: AtomicBool::new(false), taken: AtomicUsize::new(0) };
    let entry = Entry { technique: &ENDLESS, rule: ScoreRule::Fixed(1.0) };
    let scale = RatingScale::new("endless", vec![entry]);
    let limits = Limits::ALL.with_stop(&ENDLESS.flag);
    assert_eq!(scale.all_steps(&State::from(&puzzle(0)), &limits), Err(NoStepError::Stopped));
    assert_eq!(ENDLESS.taken.load(Ordering::Relaxed), 3);
}

/// A last resort with two steps on every board.
#[derive(Debug)]
struct Resort;

impl Technique for Resort {
    fn find(&self, search: Search<'_>) -> ControlFlow<()> {
        let step = |value: u8| Step {
            name: StepName::NAKED_SINGLE,
            effect: Effect::place(Cell::new(0).unwrap(), Digit::new(value).unwrap()),
            evidence: Evidence::Solution,
        };
        search.sink.take(step(1))?;
        if search.sink.wants_first_only() {
            return ControlFlow::Continue(());
        }
        search.sink.take(step(2))
    }

    fn is_last_resort(&self) -> bool {
        true
    }

    fn names(&self) -> &'static [StepName] {
        &[StepName::NAKED_SINGLE]
    }
}

#[test]
fn a_last_resort_gives_one_step_and_only_without_other_steps() {
    let state = State::from(&puzzle(0));
    let rule = ScoreRule::Fixed(1.0);
    let [resort, singles] = [&Resort as &'static dyn Technique, &HiddenSingles]
        .map(|technique| Entry { technique, rule });
    let steps = |entries: &[Entry]| {
        let scale = RatingScale::new("resort", entries.to_vec());
        scale.all_steps(&state, &Limits::ALL).unwrap()
    };
    let alone = steps(&[singles]);
    assert!(!alone.is_empty());
    assert_eq!(steps(&[singles, resort]), alone);
    assert_eq!(steps(&[resort]).len(), 1);
}

/// A search of the hardest boards takes minutes, but ends soon after the stop flag is raised.
#[test]
fn a_search_ends_soon_after_the_flag_is_raised() {
    let puzzle =
        "98.7..6..75..6......6......8....4.32.3.2.......7.8.9..1.......4..8.9.5.......1.9.";
    let state = State::from(&puzzle.parse::<Board>().unwrap());
    type Call = fn(&RatingScale, &State, &Limits<'_>);
    let calls: [Call; 4] = [
        |scale, state, limits| {
            let _ = scale.rate(state, limits);
        },
        |scale, state, limits| drop(scale.hint(state, limits)),
        |scale, state, limits| drop(scale.all_steps(state, limits)),
        |scale, state, limits| {
            scale.path(state, limits).end();
        },
    ];
    let mut waits: Vec<Duration> = Vec::new();
    for scale in RatingScale::all() {
        for (call, wait) in calls.iter().flat_map(|call| [(call, 20), (call, 70)]) {
            let flag = AtomicBool::new(false);
            let raised = std::thread::scope(|scope| {
                let raised = scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(wait));
                    flag.store(true, Ordering::Relaxed);
                    Instant::now()
                });
                call(scale, &state, &Limits::ALL.with_stop(&flag));
                raised.join().unwrap()
            });
            waits.push(raised.elapsed());
        }
    }
    // On an idle machine a search ends within ten milliseconds. The limits are higher for busy
    // machines, on which the median is still short.
    waits.sort_unstable();
    assert!(waits[waits.len() / 2] < Duration::from_millis(50), "{waits:?}");
    assert!(waits.last() < Some(&Duration::from_secs(1)), "{waits:?}");
}

#[test]
fn all_calls_heed_the_stop_flag_and_the_limit_of_steps() {
    let state = State::from(&puzzle(3));
    let flag = AtomicBool::new(true);
    for scale in RatingScale::all() {
        let scale = scale.without_uniqueness();
        let stopped = Limits::ALL.with_stop(&flag);
        let end = NoStepError::Stopped;
        assert_eq!(scale.hint(&state, &stopped), Err(end));
        assert_eq!(scale.all_steps(&state, &stopped), Err(end));
        assert_eq!(scale.rate(&state, &stopped).unwrap_err().reason, end);
        assert_eq!(scale.path(&state, &stopped).end(), end);
        // Nested techniques would be slow here.
        let short = RatingScale::new("short", scale.entries()[..6].to_vec());
        let all = short.all_steps(&state, &Limits::ALL).unwrap();
        for steps in [0, 3] {
            let few = Limits::ALL.with_nodes(steps);
            let found = scale.all_steps(&state, &few).unwrap();
            assert_eq!(found, all[..steps as usize]);
            let mut path = scale.path(&state, &few);
            assert_eq!(path.by_ref().count(), steps as usize);
            assert_eq!(path.end(), NoStepError::StepLimit);
        }
        assert_eq!(scale.hint(&state, &Limits::ALL.with_nodes(0)), Err(NoStepError::StepLimit));
    }
}

#[test]
fn a_placed_digit_is_not_a_clue() {
    let mut marks = Candidates::from(&puzzle(1));
    let solution = Mrv.first_solution(marks.givens()).unwrap();
    let cell = Cell::all().find(|&cell| marks.value(cell).is_none()).unwrap();
    let digit: Digit = solution.as_board().get(cell).unwrap();
    marks.place(cell, digit);
    let state = State::from(&marks);
    assert_eq!((state.value(cell), state.is_given(cell)), (Some(digit), false));
}

#[test]
fn applying_a_step_twice_changes_nothing() {
    let mut state = State::from(&puzzle(1));
    let step = SE_1_2_1.path(&state, &Limits::ALL).find(|it| it.step.effect.placement.is_some());
    let effect = step.unwrap().step.effect;
    state.apply(&effect);
    let once = state;
    state.apply(&effect);
    assert!(state == once && !state.is_broken());
    let (cell, digit) = effect.placement.unwrap();
    let other = DigitSet::ALL.iter().find(|&other| other != digit).unwrap();
    state.apply(&Effect::place(cell, other));
    assert!(state.is_broken() && state.value(cell) == Some(digit));
}

#[test]
fn a_clue_without_its_candidate_contradicts_the_board() {
    let mut marks = Candidates::from(&puzzle(1));
    let cell = Cell::all().find(|&cell| marks.is_given(cell)).unwrap();
    marks.eliminate(cell, DigitSet::only(marks.value(cell).unwrap()));
    let state = State::from(&marks);
    for scale in RatingScale::all() {
        assert_eq!(
            scale.rate(&state, &Limits::ALL).unwrap_err().reason,
            NoStepError::Contradiction
        );
    }
}
