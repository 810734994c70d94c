//! Tests that generated puzzles with rules are proper and minimal, and depend only on the seed.
//! `cargo xtask deep` sets `SUDOKU_DEEP` to check 10,000 of them.

use std::ops::ControlFlow;

use sudoku_core::{Ending, Grid, Limits, Solver};
use sudoku_generator::{
    CageSizes, GeneratedVariant, Pattern, PatternSymmetry, VariantKind, VariantRequest, seeded_rng,
};
use sudoku_variants::{Plain, Rule, Ruled, Rules, Weighted};

fn request(names: &str) -> VariantRequest<'static> {
    let kinds: Vec<VariantKind> = names.split(',').map(|name| name.parse().unwrap()).collect();
    VariantRequest::new(&kinds)
}

fn puzzle(request: &VariantRequest<'_>, number: u64) -> GeneratedVariant {
    let made = request.generate(&mut seeded_rng(40, number));
    made.unwrap_or_else(|error| panic!("{:?} {number}: {error}", request.kinds))
}

/// Returns the number of solutions, up to two.
fn solutions(rules: &Rules) -> u64 {
    Weighted.count(&Ruled::new(rules).unwrap(), &Limits::solutions(2)).solutions
}

/// Checks a puzzle with the naive strategy, which uses no propagation. It finishes few puzzles
/// within the limit, so it also gets the first six rows of the solution.
fn check(made: &GeneratedVariant) {
    let GeneratedVariant { rules, solution, .. } = made;
    assert_eq!(rules.check(solution), Ok(()), "{rules}");
    assert_eq!(solutions(rules), 1, "{rules}");
    let mut known = rules.clone();
    for (cell, digit) in solution.as_board().clues().filter(|(cell, _)| cell.row() < 6) {
        known.board.set(cell, Some(digit));
    }
    for (rules, nodes) in [(rules, 1_000), (&known, 5_000)] {
        let mut found: Vec<Grid> = Vec::new();
        let limits = Limits::ALL.with_nodes(nodes);
        let report = Plain.search(&Ruled::new(rules).unwrap(), &limits, &mut |grid| {
            found.push(*grid);
            ControlFlow::Continue(())
        });
        assert!(report.ending != Ending::Exhausted || found == [*solution], "{rules}");
        assert!(found.iter().all(|grid| grid == solution), "{rules}");
    }
}

/// Checks that no clue, cage or line is redundant.
fn check_minimal(rules: &Rules, is_whole: impl Fn(&Rule) -> bool) {
    for (cell, _) in rules.board.clues() {
        let mut without = rules.clone();
        without.board.set(cell, None);
        assert_eq!(solutions(&without), 2, "{rules}without {cell}");
    }
    for (place, rule) in rules.rules.iter().enumerate().filter(|(_, rule)| !is_whole(rule)) {
        let mut without = rules.clone();
        without.rules.remove(place);
        assert_eq!(solutions(&without), 2, "{rules}without {rule}");
    }
}

#[test]
fn puzzles_of_every_kind_are_proper_and_minimal() {
    for kind in VariantKind::all() {
        let made = puzzle(&request(kind.name()), 0);
        check(&made);
        check_minimal(&made.rules, |rule| rule.cells().is_empty());
        assert!(!made.rules.rules.is_empty(), "{kind}");
        assert_eq!(made.rules.board.clue_count() == 0, kind.has_cages(), "{kind}");
        // Every rule can be written into a link.
        let json = made.rules.to_f_puzzles().unwrap();
        assert_eq!(solutions(&Rules::from_f_puzzles(&json).unwrap()), 1, "{kind}");
    }
    let made = puzzle(&request("killer,diagonal,thermo"), 1);
    check(&made);
    check_minimal(&made.rules, |rule| rule.cells().is_empty());
}

#[test]
fn many_puzzles_are_proper() {
    let wanted = if std::env::var_os("SUDOKU_DEEP").is_some() { 10_000 } else { 6 };
    let kinds: Vec<VariantKind> = VariantKind::all().collect();
    let mut count = 0;
    // Some pairs of kinds rarely give a puzzle, such as little killers with diagonals.
    for number in 0..2 * wanted {
        let first = kinds[number as usize % kinds.len()];
        let second = kinds[number as usize / kinds.len() % kinds.len()];
        let pair = [first, second];
        let is_single = first == second || first.has_cages();
        let request = VariantRequest::new(if is_single { &pair[..1] } else { &pair });
        if let Ok(made) = request.with_attempts(10).generate(&mut seeded_rng(40, number)) {
            check(&made);
            count += 1;
        }
        if count == wanted {
            return;
        }
    }
    panic!("only {count} of {wanted} puzzles could be made");
}

#[test]
fn a_puzzle_depends_only_on_seed_and_number() {
    for names in ["killer", "diagonal,renban"] {
        let request = request(names);
        let (first, second) = (puzzle(&request, 0), puzzle(&request, 1));
        assert_eq!(puzzle(&request, 0), first);
        assert_ne!(first.solution, second.solution);
    }
}

#[test]
fn lines_do_not_cross() {
    let request = request("thermo,arrow,whisper");
    for number in 0..4 {
        let rules = puzzle(&request, number).rules.rules;
        let lines = rules.iter().map(|rule| [rule.cells(), rule.others()].concat());
        let steps =
            lines.flat_map(|line| line.windows(2).map(<[_; 2]>::try_from).collect::<Vec<_>>());
        let mut corners: Vec<(usize, usize)> = steps
            .map(Result::unwrap)
            .filter(|[from, to]| from.row() != to.row() && from.column() != to.column())
            .map(|[from, to]| (from.row().min(to.row()), from.column().min(to.column())))
            .collect();
        let count = corners.len();
        corners.sort_unstable();
        corners.dedup();
        assert_eq!(corners.len(), count, "{rules:?}");
    }
}

#[test]
fn a_repeated_kind_counts_once() {
    assert_eq!(request("diagonal,thermo,diagonal").kinds, request("diagonal,thermo").kinds);
}

#[test]
fn cages_have_the_wanted_sizes() {
    let sizes: CageSizes = "2:3,3".parse().unwrap();
    let cages = puzzle(&request("killer").with_cages(sizes), 2).rules.rules;
    assert!(cages.iter().all(|cage| matches!(cage.cells().len(), 2 | 3)), "{cages:?}");
}

#[test]
fn symmetry_holds_for_clues_and_cages() {
    let symmetry = PatternSymmetry::HalfTurn;
    let made = puzzle(&request("anti-knight").with_symmetry(symmetry), 0);
    assert!(Pattern::of(&made.rules.board).has(symmetry));
    let made = puzzle(&request("killer").with_symmetry(symmetry), 0);
    let mut cages: Vec<Vec<usize>> = Vec::new();
    for rule in &made.rules.rules {
        cages.push(rule.cells().iter().map(|cell| cell.index()).collect());
    }
    for cage in &cages {
        let turned: Vec<usize> = cage.iter().rev().map(|cell| 80 - cell).collect();
        assert!(cages.contains(&turned), "{}", made.rules);
    }
}

#[test]
fn a_search_without_success_ends() {
    // Hardly any partition into cages of eight and nine cells is proper.
    let request = request("killer").with_cages("8,9".parse().unwrap()).with_attempts(2);
    let error = request.generate(&mut seeded_rng(1, 0)).unwrap_err();
    assert_eq!((error.attempts, error.is_stopped), (2, false));
    // No grid has all these houses and differences.
    let error =
        self::request("anti-knight,anti-king,windoku").generate(&mut seeded_rng(1, 0)).unwrap_err();
    assert_eq!((error.attempts, error.is_impossible), (1, true));
    let stop = true.into();
    let error = request.with_attempts(9).with_stop(&stop).generate(&mut seeded_rng(1, 0));
    assert!(error.unwrap_err().is_stopped);
}
