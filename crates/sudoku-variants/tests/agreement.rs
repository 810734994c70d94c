//! The fast strategy finds the same solutions as the plain one.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use sudoku_core::{Board, Cell, DigitSet, Ending, Grid, Limits, Solver};
use sudoku_variants::{Plain, Rule, Ruled, Rules, Weighted};

const GRID: &str =
    "514278369873964512926531847198753426732416958645829731281347695467195283359682174";

/// A source of random numbers that depends on a seed only.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    /// Returns different neighboring cells.
    fn path(&mut self, length: usize) -> Vec<Cell> {
        let mut path = vec![Cell::new(self.below(81)).unwrap()];
        for _ in 0..4 * length {
            let (last, step) = (path[path.len() - 1], self.below(9));
            let to = |place: usize, step: usize| (place + step).checked_sub(1).unwrap_or(9);
            let next = Cell::at(to(last.row(), step / 3), to(last.column(), step % 3));
            path.extend(next.filter(|cell| !path.contains(cell)));
            path.truncate(length);
        }
        path
    }
}

/// Returns a rule that the grid obeys, or sometimes a wrong rule.
fn rule(random: &mut Random, grid: &Board) -> Option<Rule> {
    let length = 2 + random.below(4);
    let path = random.path(length);
    let digit = |cell: &Cell| i32::from(grid.get(*cell).unwrap().get());
    let names = |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ");
    let shift = i32::from(random.below(25) == 0);
    let sum = path.iter().map(digit).sum::<i32>() + shift;
    let [a, b] = [digit(&path[0]), digit(path.get(1)?)];
    let all = names(&path);
    let pair = names(&path[..2]);
    let lines = [
        format!("cage {sum} {all}"),
        format!("cage {sum} {all}"),
        format!("little-killer {sum} {all}"),
        format!("sum {} {} / {pair}", sum - a - b, names(&path)),
        format!("sum {} {all} {}", sum + a, path[0]),
        format!("arrow {} / {}", path[0], names(&path[1..])),
        format!("sum {} {} / {}", sum - 2 * a, names(&path[1..]), path[0]),
        format!("renban {all}"),
        format!("whisper {} {all}", 1 + random.below(5)),
        format!("thermometer {all}"),
        format!("between {all}"),
        format!("palindrome {all}"),
        format!("difference {} {pair}", (a - b).abs()),
        format!("ratio 2 {pair}"),
        format!("xv {} {pair}", a + b),
        format!("less {pair}"),
        format!("quadruple {a}{b} {all}"),
        format!(
            "digits {} {}",
            path.iter().filter_map(|&it| grid.get(it)).collect::<DigitSet>(),
            path[0]
        ),
        format!("clone {} / {}", path[0], path[path.len() - 1]),
        format!("minimum {}", path[0]),
        format!("maximum {}", path[0]),
        "diagonal-down".to_owned(),
        "disjoint-groups".to_owned(),
        "anti-king".to_owned(),
        "anti-knight".to_owned(),
        "non-consecutive".to_owned(),
    ];
    let rule: Rule = lines[random.below(lines.len())].parse().ok()?;
    (rule.find_violation(grid).is_none() || random.below(25) == 0).then_some(rule)
}

/// Returns every solution, or `None` if the limits end the search.
fn solutions(solver: &dyn Solver<Ruled>, puzzle: &Ruled, limits: &Limits<'_>) -> Option<Vec<Grid>> {
    let mut grids = Vec::new();
    let report = solver.search(puzzle, limits, &mut |grid| {
        grids.push(*grid);
        ControlFlow::Continue(())
    });
    assert_eq!(report.solutions, grids.len() as u64);
    (report.ending == Ending::Exhausted).then_some(grids)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn both_strategies_find_the_same_solutions(seed in 1u64..) {
        let mut random = Random(seed);
        let grid: Board = GRID.parse().unwrap();
        let mut rules = Rules::default();
        for _ in 0..3 + random.below(25) {
            rules.rules.extend(rule(&mut random, &grid));
        }
        for cell in Cell::all() {
            rules.board.set(cell, grid.get(cell).filter(|_| random.below(5) < 2));
        }
        if random.below(8) == 0 {
            rules.rules.push("no-boxes".parse().unwrap());
        }
        let puzzle = Ruled::new(&rules).unwrap();
        let limits = Limits::solutions(5_000).with_nodes(20_000);
        if let Some(expected) = solutions(&Plain, &puzzle, &limits) {
            let mut found = solutions(&Weighted, &puzzle, &Limits::ALL).unwrap();
            found.sort_unstable_by_key(|grid| *grid.as_bytes());
            prop_assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), expected.len(), "{}", rules);
            prop_assert_eq!(&found, &expected, "{}", rules);
            // Guesses near a grid, or fewer derived sums, change only the order of the search.
            let near = found.last().copied().unwrap_or(grid.to_grid().unwrap());
            // This rule changes no solution, but without it the classic engine may search.
            rules.rules.push("differ r1c1 r1c2".parse().unwrap());
            let puzzle = Ruled::for_short_search(&rules).unwrap();
            let mut found = Vec::new();
            let report = Weighted.search_near(&puzzle, &near, &Limits::ALL, &mut |grid| {
                found.push(*grid);
                ControlFlow::Continue(())
            });
            prop_assert_eq!(report.ending, Ending::Exhausted);
            if expected.contains(&near) {
                prop_assert_eq!(found[0], near, "{}", rules);
            }
            found.sort_unstable_by_key(|grid| *grid.as_bytes());
            prop_assert_eq!(found, expected, "{}", rules);
        }
    }
}

#[test]
fn rules_that_contradict_each_other_have_no_solution() {
    let puzzles = [
        "cage 3 r1c1 r1c2\ncage 17 r1c1 r1c2",
        "digits 1 r1c1\ndigits 1 r1c2",
        "board 1................................................................................\ndigits 2 r1c1",
        "thermometer r1c1 r1c2 r1c3\nthermometer r1c3 r1c2 r1c1",
        "sum 9 r1c1 / r1c1",
        "sum 1 r1c1 / r1c1",
        "renban r1c1 r5c5 r9c9\nratio 9 r1c1 r5c5",
        // A row has five odd digits.
        "odd r1c1 r1c2 r1c3 r1c4 r1c5 r1c6",
        // Three clues leave four odd digits for five cells.
        "board .........1.............................1...........................1.............\n\
         odd r1c1 r1c2 r1c3 r1c4 r1c5",
        "digits 12 r9c1 r9c4 r9c9",
        "arrow r1c1 / r1c2 r1c3 r1c4 r1c5",
        "sum 700 r1c1 r2c2 r3c3 r1c1 r2c2 r3c3 r1c1 r2c2 r3c3 r1c1 r2c2 r3c3 r4c4",
        // This sum has ten different cells.
        "sum 50 r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9 r2c1\n\
         cage 5 r2c1 r1c4\ncage 5 r2c1 r1c5\ncage 5 r2c1 r1c6\n\
         cage 5 r2c1 r1c7\ncage 5 r2c1 r1c8\ncage 5 r2c1 r1c9",
    ];
    for text in puzzles {
        let puzzle = Ruled::new(&text.parse().unwrap()).unwrap();
        let report = Weighted.count(&puzzle, &Limits::ALL);
        assert_eq!((report.solutions, report.ending), (0, Ending::Exhausted), "{text}");
    }
}

#[test]
fn published_puzzles_have_one_solution() {
    // The "Miracle Sudoku" by Mitchell Lee.
    let miracle = "anti-knight\nanti-king\nnon-consecutive\ndigits 1 r5c3\ndigits 2 r6c7";
    let puzzle = Ruled::new(&miracle.parse().unwrap()).unwrap();
    let outcome = Weighted.solve(&puzzle, &Limits::solutions(2));
    assert!(outcome.report.is_proper());
    puzzle.rules().check(&outcome.first.unwrap()).unwrap();
}

#[test]
fn too_many_rules_are_refused() {
    let rule = |at: usize| {
        let cells = |step: usize| Cell::new((at * step) % 80 + step / 7 % 2).unwrap();
        let others: BTreeSet<Cell> = [cells(1), cells(7), cells(13)].into();
        let names: Vec<String> = others.iter().map(Cell::to_string).collect();
        format!("quadruple 1 {}\n", names.join(" "))
    };
    let rules: Rules = (0..600).map(rule).collect::<String>().parse().unwrap();
    let error = Ruled::new(&rules).unwrap_err();
    assert!(error.to_string().starts_with("too many rules; a puzzle may have 512 sums"));
}
