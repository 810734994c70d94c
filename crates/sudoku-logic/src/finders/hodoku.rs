//! The techniques of HoDoKu 2.3: one row for each, in the order of the program, also for those that
//! its default settings do not use.
//!
//! A row has the names of the steps, the score and the level, the finder, and how its search
//! differs from that of others. To add a technique, follow the list in
//! `docs/development/adding-things.md`.
//!
//! HoDoKu searches differently from the other programs: many techniques collect all steps and sort
//! them, singles come from queues that each change fills, and nets follow singles on such a board.
//! So it has its own finders. Each file of the folder has the finders of a family with the names of
//! their steps, and begins with a worked example. `sink` collects steps, and `row` searches by a
//! row. [`tim_sort`](crate::tim_sort) sorts the steps as Java does.

use std::ops::ControlFlow;

use super::ByBoard;
use crate::rating::HodokuLevel::{Easy, Extreme, Hard, Medium, Unfair};
use crate::state::State;
use crate::step::{Step, StepName, StepName as N};

mod blossom;
mod colors;
mod fish;
mod fish_names;
mod placed;
mod rectangles;
mod row;
mod sets;
mod simple_chains;
mod single_digit;
mod sink;
mod subsets;
mod sue_de_coq;
mod tables;
mod templates;
mod wings;

use fish::{Fins, FishSearch, Shape};
use fish_names::{FINNED, FINNED_FRANKEN, FINNED_MUTANT, FRANKEN, MUTANT, PLAIN, SASHIMI};
use row::{Finder, FinderInput, row};
use simple_chains::{SimpleChainKind, chains};
use tables::Through;

pub(crate) use row::Row;
pub use sink::HodokuOptions;

/// The techniques in the order of the scale.
pub(crate) static ROWS: &[Row] = &[
    row(&[N::LAST_CELL], |f| placed::full_houses(f.view, f.sink))
        .with_queue(placed::next_full_house)
        .scored(4, Easy),
    row(&[N::NAKED_SINGLE], |f| placed::naked_singles(f.view, f.sink))
        .with_queue(placed::next_naked_single)
        .scored(4, Easy),
    row(&[N::HIDDEN_SINGLE], |f| placed::hidden_singles(f.view, f.sink))
        .with_queue(placed::next_hidden_single)
        .scored(14, Easy),
    row(&[N::LOCKED_PAIR], locked_subsets).of_size(2).scored(40, Medium),
    row(&[N::LOCKED_TRIPLE], locked_subsets).of_size(3).scored(60, Medium),
    row(&[N::POINTING], |f| subsets::locked_candidates(f.view, true, &mut f.cache.failed, f.sink))
        .scored(50, Medium),
    row(&[N::CLAIMING], |f| subsets::locked_candidates(f.view, false, &mut f.cache.failed, f.sink))
        .scored(50, Medium),
    row(&[N::NAKED_PAIR], naked_subsets).of_size(2).scored(60, Medium),
    row(&[N::NAKED_TRIPLE], naked_subsets).of_size(3).scored(80, Medium),
    row(&[N::HIDDEN_PAIR], hidden_subsets).of_size(2).scored(70, Medium),
    row(&[N::HIDDEN_TRIPLE], hidden_subsets).of_size(3).scored(100, Medium),
    row(&[N::NAKED_QUAD], naked_subsets).of_size(4).scored(120, Hard),
    row(&[N::HIDDEN_QUAD], hidden_subsets).of_size(4).scored(150, Hard),
    fish(2, &PLAIN, basic_fish).scored(140, Hard),
    fish(3, &PLAIN, basic_fish).scored(150, Hard),
    fish(4, &PLAIN, basic_fish).scored(160, Hard),
    fish(5, &PLAIN, basic_fish).scored(470, Unfair).off_by_default(),
    fish(6, &PLAIN, basic_fish).scored(470, Unfair).off_by_default(),
    fish(7, &PLAIN, basic_fish).scored(470, Unfair).off_by_default(),
    row(&[N::REMOTE_PAIR], |f| {
        chains(f.view, SimpleChainKind::Remote, &mut f.cache.chains, f.sink)
    })
    .scored(110, Hard),
    row(&[N::BUG_PLUS_ONE], |f| wings::bug_plus_one(f.view, f.sink))
        .with_one_solution()
        .scored(100, Hard),
    row(&[N::SKYSCRAPER], |f| single_digit::skyscrapers(f.view, f.sink))
        .by_digit()
        .scored(130, Hard),
    row(&[N::DUAL_TWO_STRING_KITE], |f| {
        single_digit::duals(f.view, single_digit::two_string_kites, f.sink)
    })
    .by_digit()
    .scored(150, Hard)
    .off_by_default(),
    row(&[N::TWO_STRING_KITE], |f| single_digit::two_string_kites(f.view, f.sink))
        .by_digit()
        .scored(150, Hard),
    row(&[N::TURBOT_FISH], |f| {
        chains(f.view, SimpleChainKind::Turbot, &mut f.cache.chains, f.sink)
    })
    .by_digit()
    .scored(120, Hard),
    row(&[N::DUAL_EMPTY_RECTANGLE], |f| {
        single_digit::duals(f.view, single_digit::empty_rectangles, f.sink)
    })
    .by_digit()
    .scored(120, Hard)
    .off_by_default(),
    row(&[N::EMPTY_RECTANGLE], |f| single_digit::empty_rectangles(f.view, f.sink))
        .by_digit()
        .scored(120, Hard),
    row(&[N::W_WING], |f| wings::w_wings(f.view, f.sink)).scored(150, Hard),
    row(&[N::XY_WING], |f| wings::xy_wings(f.view, false, f.sink)).scored(160, Hard),
    row(&[N::XYZ_WING], |f| wings::xy_wings(f.view, true, f.sink)).scored(180, Hard),
    rectangle(&[N::UNIQUENESS_TEST_1], unique_rectangles).scored(100, Hard),
    rectangle(&[N::UNIQUENESS_TEST_2], unique_rectangles).scored(100, Hard),
    rectangle(&[N::UNIQUENESS_TEST_3], unique_rectangles).scored(100, Hard),
    rectangle(&[N::UNIQUENESS_TEST_4], unique_rectangles).scored(100, Hard),
    rectangle(&[N::UNIQUENESS_TEST_5], unique_rectangles).scored(100, Hard),
    rectangle(&[N::UNIQUENESS_TEST_6], unique_rectangles).scored(100, Hard),
    rectangle(&[N::HIDDEN_RECTANGLE], unique_rectangles).scored(100, Hard),
    rectangle(&[N::AVOIDABLE_RECTANGLE_1], avoidable_rectangles).scored(100, Hard),
    rectangle(&[N::AVOIDABLE_RECTANGLE_2], avoidable_rectangles).scored(100, Hard),
    fish(2, &FINNED, finned_fish).with_other_names().scored(130, Hard),
    fish(2, &SASHIMI, finned_fish).with_other_names().scored(150, Hard),
    fish(3, &FINNED, finned_fish).with_other_names().scored(200, Unfair),
    fish(3, &SASHIMI, finned_fish).with_other_names().scored(240, Unfair),
    fish(4, &FINNED, finned_fish).with_other_names().scored(250, Unfair),
    fish(4, &SASHIMI, finned_fish).with_other_names().scored(260, Unfair),
    fish(5, &FINNED, finned_fish).with_other_names().scored(470, Unfair).off_by_default(),
    fish(5, &SASHIMI, finned_fish).with_other_names().scored(470, Unfair).off_by_default(),
    fish(6, &FINNED, finned_fish).with_other_names().scored(470, Unfair).off_by_default(),
    fish(6, &SASHIMI, finned_fish).with_other_names().scored(470, Unfair).off_by_default(),
    fish(7, &FINNED, finned_fish).with_other_names().scored(470, Unfair).off_by_default(),
    fish(7, &SASHIMI, finned_fish).with_other_names().scored(470, Unfair).off_by_default(),
    row(&[N::SUE_DE_COQ], sue_de_coqs).scored(250, Unfair),
    row(&[N::SIMPLE_COLORS_TRAP, N::SIMPLE_COLORS_WRAP], |f| colors::simple(f.view, f.sink))
        .by_digit()
        .scored(150, Hard),
    row(&[N::MULTI_COLORS_1, N::MULTI_COLORS_2], |f| colors::multi(f.view, f.sink))
        .by_digit()
        .scored(200, Hard),
    row(&[N::X_CHAIN], |f| chains(f.view, SimpleChainKind::X, &mut f.cache.chains, f.sink))
        .by_digit()
        .scored(260, Unfair),
    row(&[N::XY_CHAIN], |f| chains(f.view, SimpleChainKind::Xy, &mut f.cache.chains, f.sink))
        .scored(260, Unfair),
    row(&[N::CONTINUOUS_NICE_LOOP, N::DISCONTINUOUS_NICE_LOOP, N::AIC], |f| {
        tables::nice_loops(f.view, Through::Candidates, false, f.sink)
    })
    .scored(280, Unfair),
    row(
        &[N::GROUPED_CONTINUOUS_NICE_LOOP, N::GROUPED_DISCONTINUOUS_NICE_LOOP, N::GROUPED_AIC],
        // On a path, HoDoKu takes the best of all loops, grouped or not. A search for all steps
        // lists only grouped ones, as the row above lists the others.
        |f| tables::nice_loops(f.view, Through::Groups, !f.sink.first_only, f.sink),
    )
    .scored(300, Unfair),
    row(&[N::ALS_XZ], |f| sets::als_xz(f.view, f.sink)).scored(300, Unfair),
    row(&[N::ALS_XY_WING], |f| sets::als_xy_wing(f.view, f.sink)).scored(320, Unfair),
    row(&[N::ALS_CHAIN], |f| sets::als_chain(f.view, f.sink)).scored(340, Unfair),
    row(&[N::DEATH_BLOSSOM], |f| blossom::death_blossom(f.view, f.sink))
        .scored(360, Unfair)
        .off_by_default(),
    fish(2, &FRANKEN, franken_fish).scored(300, Unfair),
    fish(3, &FRANKEN, franken_fish).scored(350, Unfair),
    fish(4, &FRANKEN, franken_fish).scored(370, Unfair).off_by_default(),
    fish(5, &FRANKEN, franken_fish).scored(470, Extreme).off_by_default(),
    fish(6, &FRANKEN, franken_fish).scored(470, Extreme).off_by_default(),
    fish(7, &FRANKEN, franken_fish).scored(470, Extreme).off_by_default(),
    fish(2, &FINNED_FRANKEN, finned_franken_fish).scored(390, Unfair),
    fish(3, &FINNED_FRANKEN, finned_franken_fish).scored(410, Unfair),
    fish(4, &FINNED_FRANKEN, finned_franken_fish).scored(430, Unfair).off_by_default(),
    fish(5, &FINNED_FRANKEN, finned_franken_fish).scored(470, Extreme).off_by_default(),
    fish(6, &FINNED_FRANKEN, finned_franken_fish).scored(470, Extreme).off_by_default(),
    fish(7, &FINNED_FRANKEN, finned_franken_fish).scored(470, Extreme).off_by_default(),
    fish(2, &MUTANT, mutant_fish).scored(450, Extreme).off_by_default(),
    fish(3, &MUTANT, mutant_fish).scored(450, Extreme).off_by_default(),
    fish(4, &MUTANT, mutant_fish).scored(450, Extreme).off_by_default(),
    fish(5, &MUTANT, mutant_fish).scored(470, Extreme).off_by_default(),
    fish(6, &MUTANT, mutant_fish).scored(470, Extreme).off_by_default(),
    fish(7, &MUTANT, mutant_fish).scored(470, Extreme).off_by_default(),
    fish(2, &FINNED_MUTANT, finned_mutant_fish).scored(470, Extreme).off_by_default(),
    fish(3, &FINNED_MUTANT, finned_mutant_fish).scored(470, Extreme).off_by_default(),
    fish(4, &FINNED_MUTANT, finned_mutant_fish).scored(470, Extreme).off_by_default(),
    fish(5, &FINNED_MUTANT, finned_mutant_fish).scored(470, Extreme).off_by_default(),
    fish(6, &FINNED_MUTANT, finned_mutant_fish).scored(470, Extreme).off_by_default(),
    fish(7, &FINNED_MUTANT, finned_mutant_fish).scored(470, Extreme).off_by_default(),
    row(&[N::KRAKEN_FISH_ONE], |f| tables::kraken(f.view, false, f.sink))
        .scored(500, Extreme)
        .off_by_default(),
    row(&[N::KRAKEN_FISH_TWO], |f| tables::kraken(f.view, true, f.sink))
        .scored(500, Extreme)
        .off_by_default(),
    row(&[N::FORCING_CHAIN_CONTRADICTION, N::FORCING_CHAIN_VERITY], |f| {
        tables::forcing(f.view, None, f.sink)
    })
    .scored(500, Extreme),
    row(&[N::FORCING_NET_CONTRADICTION, N::FORCING_NET_VERITY], |f| {
        tables::forcing(f.view, Some(f.track), f.sink)
    })
    .scored(700, Extreme),
    row(&[N::TEMPLATE_SET], |f| templates::template_set(f.view, f.sink))
        .scored(10_000, Extreme)
        .off_by_default(),
    row(&[N::TEMPLATE_DELETE], |f| templates::template_delete(f.view, f.sink))
        .scored(10_000, Extreme)
        .off_by_default(),
    row(&[N::BRUTE_FORCE], |_| ControlFlow::Continue(()))
        .with_one_solution()
        .last_resort()
        .scored(10_000, Extreme),
];

/// Makes the row of a fish; the names are those of sizes two to seven.
const fn fish(size: u8, names: &'static [StepName; 6], finder: Finder) -> Row {
    let name = std::slice::from_ref(&names[size as usize - 2]);
    row(name, finder).of_size(size).with_pairs(fish::siamese).by_digit()
}

/// Makes the row of a rectangle. One search finds the rectangles of all rows.
const fn rectangle(names: &'static [StepName], finder: Finder) -> Row {
    row(names, finder).with_one_solution().with_other_names()
}

/// Returns every step of HoDoKu's technique with this name that the `options` allow. Returns none
/// for brute force and for techniques of other programs.
///
/// A technique may have several names, such as [`StepName::SIMPLE_COLORS_TRAP`] and
/// [`StepName::SIMPLE_COLORS_WRAP`]. The result has the steps of all of them.
#[must_use]
pub fn hodoku_steps(name: StepName, state: &State, options: &HodokuOptions) -> Vec<Step> {
    let row = ROWS.iter().find(|row| row.names.contains(&name));
    row.map_or_else(Vec::new, |row| row.steps(state, options))
}

fn locked_subsets(input: FinderInput<'_>) -> ControlFlow<()> {
    let kind = ByBoard::LockedSubset(input.size);
    input.where_changed(kind, |view, size, changed, sink| {
        subsets::naked(view, size, Some(true), changed, sink)
    })
}

fn naked_subsets(input: FinderInput<'_>) -> ControlFlow<()> {
    let kind = ByBoard::HodokuNaked(input.size);
    input.where_changed(kind, |view, size, changed, sink| {
        subsets::naked(view, size, Some(false), changed, sink)
    })
}

fn hidden_subsets(input: FinderInput<'_>) -> ControlFlow<()> {
    let kind = ByBoard::HodokuHidden(input.size);
    input.where_changed(kind, subsets::hidden)
}

fn unique_rectangles(input: FinderInput<'_>) -> ControlFlow<()> {
    input
        .where_changed(ByBoard::UniqueRectangles, |view, _, _, sink| rectangles::unique(view, sink))
}

fn avoidable_rectangles(input: FinderInput<'_>) -> ControlFlow<()> {
    input.where_changed(ByBoard::AvoidableRectangles, |view, _, _, sink| {
        rectangles::avoidable(view, sink)
    })
}

fn sue_de_coqs(input: FinderInput<'_>) -> ControlFlow<()> {
    input.where_changed(ByBoard::SueDeCoq, |view, _, changed, sink| {
        sue_de_coq::sue_de_coq(view, changed, sink)
    })
}

fn basic_fish(input: FinderInput<'_>) -> ControlFlow<()> {
    fish_of(input, Shape::Basic, Fins::Without)
}

fn finned_fish(input: FinderInput<'_>) -> ControlFlow<()> {
    fish_of(input, Shape::Basic, Fins::With)
}

fn franken_fish(input: FinderInput<'_>) -> ControlFlow<()> {
    fish_of(input, Shape::Franken, Fins::Without)
}

fn finned_franken_fish(input: FinderInput<'_>) -> ControlFlow<()> {
    fish_of(input, Shape::Franken, Fins::With)
}

fn mutant_fish(input: FinderInput<'_>) -> ControlFlow<()> {
    fish_of(input, Shape::Mutant, Fins::Without)
}

fn finned_mutant_fish(input: FinderInput<'_>) -> ControlFlow<()> {
    fish_of(input, Shape::Mutant, Fins::With)
}

fn fish_of(input: FinderInput<'_>, shape: Shape, fins: Fins) -> ControlFlow<()> {
    let search = FishSearch { view: input.view, size: usize::from(input.size), shape, fins };
    search.find(&mut input.cache.failed, input.sink)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_a_score_and_its_own_names() {
        for (number, row) in ROWS.iter().enumerate() {
            assert!(row.score > 0, "{:?}", row.names);
            assert!(ROWS[..number].iter().all(|other| other.names != row.names));
        }
    }
}
