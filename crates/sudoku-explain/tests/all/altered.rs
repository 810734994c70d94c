//! Tests that altered steps never prove an effect that contradicts the solution.

use sudoku_core::{Cell, Digit, DigitSet, Grid, House};
use sudoku_explain::check;
use sudoku_logic::{
    Branch, CellGroup, ChainNode, Effect, Evidence, HODOKU_2_3, LinkReason, SE_1_2_1, SUKAKU_1_18,
    State, Step, Support,
};

use crate::common::{cases, path, puzzle};

/// A pseudorandom generator with the same numbers in each run.
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn cell(&mut self) -> Cell {
        Cell::new(self.below(81)).unwrap()
    }

    fn digit(&mut self) -> Digit {
        Digit::new(self.below(9) as u8 + 1).unwrap()
    }

    fn house(&mut self) -> House {
        House::new(self.below(27)).unwrap()
    }

    /// Replaces, removes or duplicates an item of the list, or adds another.
    fn alter<T: Clone>(&mut self, list: &mut Vec<T>, mut new: impl FnMut(&mut Self) -> T) {
        let at = self.below(list.len() + 1);
        match self.below(4) {
            _ if at == list.len() => list.push(new(self)),
            0 => list[at] = new(self),
            1 => drop(list.remove(at)),
            2 => list.push(list[at].clone()),
            _ => list.insert(at, new(self)),
        }
    }
}

/// A part of evidence that can be altered.
enum Part<'a> {
    Cell(&'a mut Cell),
    Digit(&'a mut Digit),
    Digits(&'a mut DigitSet),
    House(&'a mut House),
    Flag(&'a mut bool),
    Cells(&'a mut Vec<Cell>),
    Houses(&'a mut Vec<House>),
    Parents(&'a mut Vec<usize>),
    LinkReason(&'a mut LinkReason),
}

impl Part<'_> {
    fn alter(self, draw: &mut Draw) {
        match self {
            Self::Cell(cell) => *cell = draw.cell(),
            Self::Digit(digit) => *digit = draw.digit(),
            Self::Digits(digits) => {
                let digit = draw.digit();
                *digits =
                    if digits.contains(digit) { digits.without(digit) } else { digits.with(digit) };
            }
            Self::House(house) => *house = draw.house(),
            Self::Flag(flag) => *flag = !*flag,
            Self::Cells(cells) => draw.alter(cells, Draw::cell),
            Self::Houses(houses) => draw.alter(houses, Draw::house),
            Self::Parents(parents) => draw.alter(parents, |draw| draw.below(8)),
            Self::LinkReason(cause) => {
                *cause = match draw.below(3) {
                    0 => LinkReason::Assumption,
                    1 => LinkReason::Cell,
                    _ => LinkReason::House(draw.house()),
                }
            }
        }
    }
}

fn of_group(group: &mut CellGroup) -> [Part<'_>; 2] {
    [Part::Cells(&mut group.cells), Part::Digits(&mut group.digits)]
}

fn of_support(support: &mut Option<Support>) -> Vec<Part<'_>> {
    let Some(support) = support else { return Vec::new() };
    vec![
        Part::House(&mut support.house),
        Part::Cells(&mut support.cells),
        Part::Digits(&mut support.digits),
        Part::Flag(&mut support.is_hidden),
    ]
}

fn of_node(node: &mut ChainNode) -> impl Iterator<Item = Part<'_>> {
    let parts =
        [Part::Cells(&mut node.cells), Part::Digit(&mut node.digit), Part::Flag(&mut node.is_on)];
    parts.into_iter().chain(node.set.iter_mut().flat_map(of_group))
}

fn of_branch(branch: &mut Branch) -> impl Iterator<Item = Part<'_>> {
    branch.links.iter_mut().flat_map(|link| {
        let mut parts = vec![
            Part::Cell(&mut link.cell),
            Part::Digit(&mut link.digit),
            Part::Flag(&mut link.is_on),
            Part::Parents(&mut link.parents),
        ];
        match &mut link.cause {
            LinkReason::Step(step) => parts.extend(parts_of(&mut step.evidence)),
            cause => parts.push(Part::LinkReason(cause)),
        }
        parts
    })
}

fn parts_of(evidence: &mut Evidence) -> Vec<Part<'_>> {
    match evidence {
        Evidence::Single { house } => house.iter_mut().map(Part::House).collect(),
        Evidence::Locked { digit, cells, base, cover } => {
            vec![Part::Digit(digit), Part::Cells(cells), Part::House(base), Part::House(cover)]
        }
        Evidence::Subset { house, cells, digits } => {
            vec![Part::House(house), Part::Cells(cells), Part::Digits(digits)]
        }
        Evidence::Fish { digit, base, cover, fins } => {
            vec![Part::Digit(digit), Part::Houses(base), Part::Houses(cover), Part::Cells(fins)]
        }
        Evidence::Wing { pivot, wings, digit } => {
            vec![Part::Cell(pivot), Part::Cells(wings), Part::Digit(digit)]
        }
        Evidence::StrongLinks { digit, links, .. } => {
            let of_link = links.iter_mut().flat_map(|link| {
                let [near, far] = &mut link.sides;
                [Part::House(&mut link.house), Part::Cells(near), Part::Cells(far)]
            });
            of_link.chain([Part::Digit(digit)]).collect()
        }
        Evidence::LetterWing { cells, pair, .. } => vec![Part::Cells(cells), Part::Cell(pair)],
        Evidence::Loop { cells, digits, extra, support } => {
            let mut parts = of_support(support);
            parts.extend([Part::Cells(cells), Part::Digits(digits), Part::Cells(extra)]);
            parts
        }
        Evidence::Grave { extra, support } => {
            let extra = extra.iter_mut();
            let extra = extra.flat_map(|(cell, digits)| [Part::Cell(cell), Part::Digits(digits)]);
            extra.chain(of_support(support)).collect()
        }
        Evidence::Aligned { base, excluders } => vec![Part::Cells(base), Part::Cells(excluders)],
        Evidence::Chains { branches, .. } => branches.iter_mut().flat_map(of_branch).collect(),
        Evidence::Alternating { nodes } => nodes.iter_mut().flat_map(of_node).collect(),
        Evidence::Forcing { chains } => chains.iter_mut().flatten().flat_map(of_node).collect(),
        Evidence::Colors { digit, colors } => {
            colors.iter_mut().map(Part::Cells).chain([Part::Digit(digit)]).collect()
        }
        Evidence::AlmostLocked { sets, commons } => {
            sets.iter_mut().flat_map(of_group).chain(commons.iter_mut().map(Part::Digits)).collect()
        }
        Evidence::Templates { digit } => vec![Part::Digit(digit)],
        Evidence::Several { parts } => {
            parts.iter_mut().flat_map(|part| parts_of(&mut part.evidence)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the evidence with one part altered, or with a chain or a set removed or duplicated.
fn altered(evidence: &Evidence, draw: &mut Draw) -> Evidence {
    fn again<T: Clone>(list: &mut Vec<T>, draw: &mut Draw) {
        if !list.is_empty() {
            let some = list[draw.below(list.len())].clone();
            draw.alter(list, |_| some.clone());
        }
    }
    let mut evidence = evidence.clone();
    if draw.below(4) == 0 {
        match &mut evidence {
            Evidence::Chains { branches, .. } => again(branches, draw),
            Evidence::Alternating { nodes } => again(nodes, draw),
            Evidence::Forcing { chains } => again(chains, draw),
            Evidence::Colors { colors, .. } => again(colors, draw),
            Evidence::AlmostLocked { sets, commons } => {
                again(sets, draw);
                again(commons, draw);
            }
            Evidence::Grave { extra, .. } => again(extra, draw),
            Evidence::StrongLinks { links, .. } => again(links, draw),
            Evidence::Several { parts } => again(parts, draw),
            _ => {}
        }
    }
    let mut parts = parts_of(&mut evidence);
    if !parts.is_empty() {
        let at = draw.below(parts.len());
        parts.swap_remove(at).alter(draw);
    }
    evidence
}

/// Returns an effect at the cell that contradicts the solution, if there is one.
fn wrong_effect(state: &State, solution: &Grid, cell: Cell, draw: &mut Draw) -> Option<Effect> {
    let right = solution.as_board().get(cell)?;
    let wrong: Vec<Digit> = state.candidates(cell).without(right).iter().collect();
    if !wrong.is_empty() && draw.below(3) == 0 {
        return Some(Effect::place(cell, wrong[draw.below(wrong.len())]));
    }
    state.has(cell, right).then(|| Effect::eliminate([(cell, DigitSet::only(right))]))
}

fn is_refused(state: &State, step: &Step) {
    assert!(check(state, step).is_err(), "{step:?}\n{state}");
}

#[test]
fn an_effect_that_does_not_follow_from_the_evidence_is_not_proved() {
    let mut tried = 0;
    for number in 0..cases() {
        let (start, solution) = puzzle(number);
        for scale in [&SE_1_2_1, &SUKAKU_1_18, &HODOKU_2_3] {
            for (state, step) in path(scale, &start) {
                let placed = step.effect.placement.map(|(cell, _)| cell);
                for cell in Cell::all() {
                    // No pattern can eliminate the digit of the solution.
                    let right = solution.as_board().get(cell).unwrap();
                    if state.has(cell, right) && Some(cell) != placed {
                        let mut step = step.clone();
                        let gone = step.effect.eliminations.iter().copied();
                        let gone = gone.chain([(cell, DigitSet::only(right))]);
                        step.effect.eliminations = Effect::eliminate(gone).eliminations;
                        is_refused(&state, &step);
                        tried += 1;
                    }
                    // No pattern can place another digit.
                    for wrong in state.candidates(cell).without(right) {
                        let mut step = step.clone();
                        step.effect.placement = Some((cell, wrong));
                        is_refused(&state, &step);
                        tried += 1;
                    }
                }
            }
        }
    }
    assert!(tried > 5000 * cases(), "{tried}");
}

#[test]
fn altered_evidence_does_not_prove_an_effect_that_contradicts_the_solution() {
    let mut draw = Draw(2024);
    let (mut tried, mut proved) = (0, 0);
    for number in 0..cases() {
        let (start, solution) = puzzle(300 + number);
        for scale in [&SE_1_2_1, &SUKAKU_1_18, &HODOKU_2_3] {
            for (state, step) in path(scale, &start) {
                for _ in 0..6 {
                    let mut evidence = altered(&step.evidence, &mut draw);
                    if draw.below(2) == 0 {
                        evidence = altered(&evidence, &mut draw);
                    }
                    let altered = Step { evidence, ..step.clone() };
                    proved += u64::from(check(&state, &altered).is_ok());
                    for cell in Cell::all() {
                        if let Some(effect) = wrong_effect(&state, &solution, cell, &mut draw) {
                            is_refused(&state, &Step { effect, ..altered.clone() });
                            tried += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(tried > 10_000 * cases() && proved > cases(), "{tried}, {proved}");
}
