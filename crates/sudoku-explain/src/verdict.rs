//! The check of a claimed step: of its effect, its technique and its evidence.

use sudoku_core::{Grid, House, HouseKind};
use sudoku_logic::{Evidence, State, Step, StepName};

use crate::board::{eliminated, places, shared_houses, without};
use crate::error::ProofError;
use crate::explanation::check;
use crate::fish_name::fish;

/// The result of the check of a claimed step.
#[derive(Clone, Debug, PartialEq)]
pub enum StepVerdict {
    /// The evidence proves the effect, and is a pattern of the technique.
    Proved,
    /// The effect agrees with the solution, but the evidence does not prove it.
    Right(ProofError),
    /// The effect contradicts the solution or the board.
    Wrong(ProofError),
}

/// Checks a claimed step on its board.
///
/// The effect is compared with the solution, and the evidence with the technique and the effect.
/// The technique is checked for singles, locked candidates, subsets and fish, whose evidence tells
/// it. For others the evidence alone must prove the effect, and must be of another kind.
#[must_use]
pub fn judge(state: &State, step: &Step, solution: &Grid) -> StepVerdict {
    let gone = eliminated(&step.effect);
    let placed = step.effect.placement;
    if gone.is_empty() && placed.is_none() {
        return StepVerdict::Wrong(ProofError::NoEffect);
    }
    let is_right = |cell, digit| solution.as_board().get(cell) == Some(digit);
    for &(cell, digit) in gone.iter().chain(&placed) {
        if !state.has(cell, digit) {
            return StepVerdict::Wrong(ProofError::NoCandidate(cell, digit));
        }
    }
    let wrong = gone.iter().find(|&&(cell, digit)| is_right(cell, digit));
    let wrong = wrong.or(placed.as_ref().filter(|&&(cell, digit)| !is_right(cell, digit)));
    if let Some(&(cell, digit)) = wrong {
        return StepVerdict::Wrong(ProofError::Effect(cell, digit));
    }
    if !evidence_fits_name(state, step) {
        let words = "the reason is a pattern of the named technique";
        return StepVerdict::Right(ProofError::Premise(words));
    }
    match check(state, step) {
        Ok(()) => StepVerdict::Proved,
        Err(reason) => StepVerdict::Right(reason),
    }
}

/// Returns true if the evidence can be that of the technique that the step names.
///
/// Singles, locked candidates, subsets and fish need their own kind of evidence, and no other
/// technique has it. A fish may also have several parts, which are fish.
fn evidence_fits_name(state: &State, step: &Step) -> bool {
    let name = step.name;
    match &step.evidence {
        Evidence::Single { house: None } => name == StepName::NAKED_SINGLE,
        Evidence::Single { house: Some(house) } => match name {
            StepName::HIDDEN_SINGLE => true,
            StepName::LAST_CELL => {
                house.cells().iter().filter(|&&cell| state.value(cell).is_none()).count() == 1
            }
            _ => false,
        },
        Evidence::Locked { base, cover, .. } => match name {
            StepName::POINTING | StepName::DIRECT_POINTING => base.kind() == HouseKind::Box,
            StepName::CLAIMING | StepName::DIRECT_CLAIMING => {
                base.kind() != HouseKind::Box && cover.kind() == HouseKind::Box
            }
            _ => false,
        },
        Evidence::Subset { cells, .. } => {
            let is_locked = matches!(name, StepName::LOCKED_PAIR | StepName::LOCKED_TRIPLE);
            subset_size(name) == Some(cells.len())
                && (!is_locked || shared_houses(cells).len() == 2)
        }
        Evidence::Fish { digit, base, cover, fins } => {
            let lines = |houses: &[House], kind| houses.iter().all(|house| house.kind() == kind);
            let cross = |rows, columns| lines(base, rows) && lines(cover, columns);
            let is_basic = cross(HouseKind::Row, HouseKind::Column)
                || cross(HouseKind::Column, HouseKind::Row);
            let has_fins = !fins.is_empty();
            let is_thin = |&house: &House| without(&places(state, house, *digit), fins).len() <= 1;
            fish(name).is_some_and(|(kind, size)| {
                size == base.len()
                    && match kind {
                        "" => is_basic && !has_fins,
                        "finned" => is_basic && has_fins,
                        "sashimi" => is_basic && base.iter().any(is_thin),
                        "Franken" | "mutant" => !is_basic && !has_fins,
                        "finned Franken" | "finned mutant" => !is_basic && has_fins,
                        _ => false,
                    }
            })
        }
        Evidence::Several { parts } => {
            let are_fish = parts.iter().all(|part| matches!(part.evidence, Evidence::Fish { .. }));
            parts.iter().all(|part| evidence_fits_name(state, part))
                && match fish(name) {
                    Some(_) => are_fish && parts.iter().any(|part| part.name == name),
                    None => !are_fish && !is_basic(name),
                }
        }
        _ => fish(name).is_none() && !is_basic(name),
    }
}

/// Returns true for a single, locked candidates and a subset.
fn is_basic(name: StepName) -> bool {
    subset_size(name).is_some()
        || matches!(
            name,
            StepName::LAST_CELL
                | StepName::HIDDEN_SINGLE
                | StepName::NAKED_SINGLE
                | StepName::POINTING
                | StepName::CLAIMING
                | StepName::DIRECT_POINTING
                | StepName::DIRECT_CLAIMING
        )
}

/// Returns the number of cells of a subset with this name.
fn subset_size(name: StepName) -> Option<usize> {
    match name {
        StepName::NAKED_PAIR
        | StepName::HIDDEN_PAIR
        | StepName::DIRECT_HIDDEN_PAIR
        | StepName::LOCKED_PAIR => Some(2),
        StepName::NAKED_TRIPLE
        | StepName::HIDDEN_TRIPLE
        | StepName::DIRECT_HIDDEN_TRIPLE
        | StepName::LOCKED_TRIPLE => Some(3),
        StepName::NAKED_QUAD | StepName::HIDDEN_QUAD => Some(4),
        _ => None,
    }
}

impl StepVerdict {
    /// Returns the name of the verdict: `proved`, `right` or `wrong`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Right(_) => "right",
            Self::Wrong(_) => "wrong",
        }
    }

    /// Returns the reason why the step is not proved.
    #[must_use]
    pub const fn reason(&self) -> Option<&ProofError> {
        match self {
            Self::Proved => None,
            Self::Right(reason) | Self::Wrong(reason) => Some(reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use sudoku_core::{Board, Cell, Digit, DigitSet};
    use sudoku_logic::{ChainKind, Effect};

    use super::*;

    fn cells(names: &[&str]) -> Vec<Cell> {
        names.iter().map(|name| name.parse().unwrap()).collect()
    }

    fn house(kind: HouseKind, number: u8) -> House {
        House::all().filter(|house| house.kind() == kind).nth(number.into()).unwrap()
    }

    fn houses(kind: HouseKind, count: u8) -> Vec<House> {
        (0..count).map(|number| house(kind, number)).collect()
    }

    fn fish_of(base: Vec<House>, cover: Vec<House>, fins: &[&str]) -> Evidence {
        Evidence::Fish { digit: Digit::new(9).unwrap(), base, cover, fins: cells(fins) }
    }

    /// Returns evidence of fish of each size and kind, with the names that it can have.
    fn fish_kinds() -> Vec<(Evidence, Option<Vec<&'static str>>)> {
        use HouseKind::{Box, Column, Row};
        let sizes = ["X-Wing", "Swordfish", "Jellyfish", "Squirmbag", "Whale", "Leviathan"];
        let mut all = Vec::new();
        for (count, plain) in (2..).zip(sizes) {
            let named = |kind: &str| {
                let wanted = format!("{kind} {plain}");
                StepName::all().iter().map(|it| it.name()).find(|name| *name == wanted).unwrap()
            };
            let [finned, franken, mutant] = ["finned", "Franken", "mutant"].map(named);
            let [finned_franken, finned_mutant] = ["finned Franken", "finned mutant"].map(named);
            // Rows from 2 on have nine places, so no line is that of a sashimi fish.
            let rows = || (1..=count).map(|number| house(Row, number)).collect::<Vec<_>>();
            let columns = || houses(Column, count);
            let mut mixed = rows();
            mixed[0] = house(Box, 3);
            all.push((fish_of(rows(), columns(), &[]), Some(vec![plain])));
            all.push((fish_of(columns(), rows(), &[]), Some(vec![plain])));
            all.push((fish_of(rows(), columns(), &["r2c9"]), Some(vec![finned])));
            all.push((fish_of(mixed.clone(), columns(), &[]), Some(vec![franken, mutant])));
            all.push((
                fish_of(mixed, columns(), &["r4c3"]),
                Some(vec![finned_franken, finned_mutant]),
            ));
            all.push((fish_of(rows(), rows(), &[]), Some(vec![franken, mutant])));
        }
        // Row 1 has one place.
        let thin = fish_of(houses(Row, 2), houses(Column, 2), &["r2c9"]);
        all.push((thin, Some(vec!["finned X-Wing", "sashimi X-Wing"])));
        all.push((fish_of(vec![house(Row, 1)], houses(Column, 1), &[]), Some(vec![])));
        all
    }

    /// Returns evidence that any name can have that needs no evidence of its own.
    fn others() -> Vec<Evidence> {
        use HouseKind::{Column, Row};
        let nine = Digit::new(9).unwrap();
        let cell = cells(&["r2c1"])[0];
        vec![
            Evidence::Wing { pivot: cell, wings: vec![], digit: nine },
            Evidence::StrongLinks { digit: nine, links: vec![], ring: None, shape: String::new() },
            Evidence::Loop { cells: vec![], digits: DigitSet::EMPTY, extra: vec![], support: None },
            Evidence::Grave { extra: vec![], support: None },
            Evidence::Aligned { base: vec![], excluders: vec![] },
            Evidence::Chains { kind: ChainKind::MixedChain, complexity: 0, branches: vec![] },
            Evidence::Alternating { nodes: vec![] },
            Evidence::Forcing { chains: vec![] },
            Evidence::Colors { digit: nine, colors: vec![] },
            Evidence::AlmostLocked { sets: vec![], commons: vec![] },
            Evidence::Templates { digit: nine },
            Evidence::Solution,
            Evidence::LetterWing {
                cells: vec![],
                pair: cell,
                digit: nine,
                is_double: false,
                largest: 0,
            },
            Evidence::Kraken {
                digit: nine,
                base: houses(Row, 2),
                cover: houses(Column, 2),
                fins: vec![],
                house: house(Column, 0),
                chains: vec![],
            },
        ]
    }

    /// Returns evidence of each kind, with the names that it can have. `None`: all names except
    /// those of the other rows.
    fn kinds() -> Vec<(Evidence, Option<Vec<&'static str>>)> {
        use HouseKind::{Box, Column, Row};
        let nine = Digit::new(9).unwrap();
        let subset = |names: &[&str]| Evidence::Subset {
            house: house(Row, 1),
            cells: cells(names),
            digits: DigitSet::ALL,
        };
        let locked = |base, cover| Evidence::Locked { digit: nine, cells: vec![], base, cover };
        let part = |name, evidence| Step { name, effect: Effect::default(), evidence };
        let several = |parts| Evidence::Several { parts };
        let wing = fish_of(houses(Row, 2), houses(Column, 2), &["r1c9"]);
        let mut all = vec![
            (Evidence::Single { house: None }, Some(vec!["naked single"])),
            // Row 1 has one blank cell and row 2 has nine.
            (
                Evidence::Single { house: Some(house(Row, 0)) },
                Some(vec!["hidden single", "last cell"]),
            ),
            (Evidence::Single { house: Some(house(Row, 1)) }, Some(vec!["hidden single"])),
            (locked(house(Box, 0), house(Row, 0)), Some(vec!["pointing", "direct pointing"])),
            (locked(house(Row, 0), house(Box, 0)), Some(vec!["claiming", "direct claiming"])),
            (locked(house(Row, 0), house(Column, 0)), Some(vec![])),
            (
                subset(&["r2c1", "r2c2"]),
                Some(vec!["naked pair", "hidden pair", "direct hidden pair", "locked pair"]),
            ),
            (
                subset(&["r2c1", "r2c4"]),
                Some(vec!["naked pair", "hidden pair", "direct hidden pair"]),
            ),
            (
                subset(&["r2c1", "r2c2", "r2c3"]),
                Some(vec![
                    "naked triple",
                    "hidden triple",
                    "direct hidden triple",
                    "locked triple",
                ]),
            ),
            (subset(&["r2c1", "r2c2", "r2c3", "r2c4"]), Some(vec!["naked quad", "hidden quad"])),
            (subset(&["r2c1"]), Some(vec![])),
            (subset(&["r2c1", "r2c2", "r2c3", "r2c4", "r2c5"]), Some(vec![])),
            (
                several(vec![part(StepName::FINNED_X_WING, wing.clone())]),
                Some(vec!["finned X-Wing"]),
            ),
            (several(vec![part(StepName::X_WING, wing)]), Some(vec![])),
            (several(vec![part(StepName::XY_WING, subset(&["r2c1", "r2c2"]))]), Some(vec![])),
            (several(vec![part(StepName::TWO_STRING_KITE, Evidence::Solution)]), None),
        ];
        all.extend(others().into_iter().map(|evidence| (evidence, None)));
        all.extend(fish_kinds());
        all
    }

    #[test]
    fn a_name_and_its_evidence_need_each_other() {
        let board: Board = format!("12345678.{}", ".".repeat(72)).parse().unwrap();
        let state = State::from(&board);
        let groups = ["single", "last cell", "pointing", "claiming", "pair", "triple", "quad"];
        let fish = ["X-Wing", "Swordfish", "Jellyfish", "Squirmbag", "Whale", "Leviathan"];
        let others = ["remote pair", "aligned pair exclusion", "aligned triple exclusion"];
        let is_basic = |name: &str| {
            let mut words = groups.iter().chain(&fish);
            !others.contains(&name) && words.any(|word| name.contains(word))
        };
        for (evidence, names) in kinds() {
            for &name in StepName::all() {
                let step = Step { name, effect: Effect::default(), evidence: evidence.clone() };
                let can_have = match &names {
                    Some(names) => names.contains(&name.name()),
                    None => !is_basic(name.name()),
                };
                assert_eq!(evidence_fits_name(&state, &step), can_have, "{step:?}");
            }
        }
    }
}
