//! HoDoKu's library of cases: each names a technique, a board, and the expected effect of all
//! steps.

use sudoku_core::{Board, Cell, Digit, DigitSet};
use sudoku_logic::{
    Effect, Evidence, HodokuOptions, HodokuTechnique as T, State, Step, StepName, Technique,
};

use super::{Comparison, read};

/// The number of the first case of each series, and the techniques of the series. Every name of a
/// technique has the next number.
const NUMBERS: &[(usize, &[T])] = &[
    (0, &[T::FullHouse]),
    (2, &[T::HiddenSingle, T::NakedSingle]),
    (100, &[T::Pointing, T::Claiming]),
    (110, &[T::LockedSubset(2), T::LockedSubset(3)]),
    (200, &[T::NakedSubset(2), T::NakedSubset(3), T::NakedSubset(4)]),
    (210, &[T::HiddenSubset(2), T::HiddenSubset(3), T::HiddenSubset(4)]),
    (300, &[T::Fish(2), T::Fish(3), T::Fish(4)]),
    (310, &[T::FinnedFish(2), T::FinnedFish(3), T::FinnedFish(4)]),
    (320, &[T::SashimiFish(2), T::SashimiFish(3), T::SashimiFish(4)]),
    (330, &[T::FrankenFish(2), T::FrankenFish(3), T::FrankenFish(4)]),
    (340, &[T::FinnedFrankenFish(2), T::FinnedFrankenFish(3), T::FinnedFrankenFish(4)]),
    (360, &[T::FinnedMutantFish(2), T::FinnedMutantFish(3), T::FinnedMutantFish(4)]),
    (363, &[T::FinnedMutantFish(5), T::FinnedMutantFish(6)]),
    (400, &[T::Skyscraper, T::TwoStringKite, T::EmptyRectangle, T::TurbotFish]),
    (404, &[T::DualTwoStringKite, T::DualEmptyRectangle]),
    (500, &[T::SimpleColors, T::MultiColors]),
    (600, &[T::UniquenessTest(1), T::UniquenessTest(2), T::UniquenessTest(3)]),
    (603, &[T::UniquenessTest(4), T::UniquenessTest(5), T::UniquenessTest(6)]),
    (606, &[T::HiddenRectangle, T::AvoidableRectangle(1), T::AvoidableRectangle(2)]),
    (610, &[T::BugPlusOne]),
    (701, &[T::XChain, T::XyChain, T::RemotePair]),
    (706, &[T::NiceLoop, T::GroupedNiceLoop]),
    (800, &[T::XyWing, T::XyzWing]),
    (803, &[T::WWing]),
    (901, &[T::AlsXz, T::AlsXyWing, T::AlsChain, T::DeathBlossom]),
    (1101, &[T::SueDeCoq]),
    (1201, &[T::TemplateSet, T::TemplateDelete]),
];

/// Returns the technique and the name of the steps of a case.
fn technique(code: &str) -> Option<(T, StepName)> {
    let number: usize = code.get(..4)?.parse().ok()?;
    NUMBERS.iter().find_map(|&(first, techniques)| {
        let names =
            techniques.iter().flat_map(|it| it.names().iter().map(move |name| (*it, *name)));
        names.clone().nth(number.checked_sub(first)?)
    })
}

/// A line of the library.
struct Case<'a> {
    code: &'a str,
    variant: &'a str,
    digits: &'a str,
    state: State,
    /// The candidates to remove or the digits to place, as `digit row column`.
    effect: Vec<&'a str>,
    /// The number of links, if the case has it.
    links: Option<usize>,
}

/// Runs the cases. Returns the number of cases that fail or name an unknown technique.
pub(super) fn compare(file: &str) -> usize {
    let text = read(file);
    let mut comparison = Comparison::new(file);
    for line in text.lines().filter(|line| line.starts_with(':')) {
        let case = Case::read(line);
        let unknown = || format!("the technique {} is unknown", case.code);
        let result = technique(case.code).ok_or_else(unknown);
        comparison.add(line, result.and_then(|(technique, name)| case.check(technique, name)));
    }
    comparison.end()
}

impl<'a> Case<'a> {
    fn read(line: &'a str) -> Self {
        let fields: Vec<&str> = line.split(':').collect();
        let field = |at: usize| fields.get(at).copied().unwrap_or_default();
        let (code, variant) = field(1).split_once('-').unwrap_or((field(1), ""));
        let mut effect: Vec<_> = [field(5), field(6)].iter().flat_map(|it| it.split(' ')).collect();
        effect.retain(|part| !part.is_empty());
        effect.sort_unstable();
        let (state, links) = (state(field(3), field(4)), field(7).parse().ok());
        Self { code, variant, digits: field(2), state, effect, links }
    }

    fn options(&self) -> HodokuOptions {
        let (code, variant) = (&self.code[..4], self.variant);
        let mut options = HodokuOptions::DEFAULT;
        options.small_empty_rectangles = code == "0405" || (code == "0402" && variant == "1");
        options.incomplete_rectangles = variant != "1";
        options.siamese_fish = code.starts_with("03") && code.ends_with(['1', '2']);
        options.sets_in_chains = (code == "0709" && variant == "2")
            || (matches!(code, "0710" | "0711") && matches!(variant, "3" | "4"));
        options.overlapping_sets = matches!(code, "0902" | "0903" | "0904") && variant == "2";
        options.sets_in_both_directions = true;
        options.longest_set_chain = 6;
        options.one_for_each_effect = false;
        options
    }

    /// Checks that steps exist and that all have the expected effect.
    fn check(&self, technique: T, name: StepName) -> Result<(), String> {
        let is_siamese = self.code.len() == 5;
        let mut steps = technique.steps(&self.state, &self.options());
        steps.retain(|step| {
            let is_fish = |part: &Step| matches!(part.evidence, Evidence::Fish { .. });
            let is_twin = matches!(&step.evidence, Evidence::Several { parts }
                if parts.iter().all(is_fish));
            step.name == name && is_twin == is_siamese && self.digits_of(step) == self.digits
        });
        let effects: Vec<Vec<String>> = steps.iter().map(effect_of).collect();
        let is_right = if self.variant == "x" {
            steps.is_empty()
        } else if name == StepName::TemplateSet {
            let mut all = effects.concat();
            all.sort_unstable();
            all == self.effect
        } else {
            !steps.is_empty() && effects.iter().all(|effect| *effect == self.effect)
        };
        // A set counts as more than one node.
        let links = self.links.filter(|_| self.variant != "x" && !self.options().sets_in_chains);
        let has_links = |expected: usize| {
            steps.iter().any(|step| match &step.evidence {
                Evidence::Alternating { nodes } => nodes.len() == expected + 1,
                _ => expected == 0,
            })
        };
        let is_right = is_right && links.is_none_or(has_links);
        if is_right { Ok(()) } else { Err(format!("found {steps:?}")) }
    }

    /// Returns the digits of a step: the removed ones for chains and sets, and those of the pattern
    /// for all others.
    fn digits_of(&self, step: &Step) -> String {
        let gone =
            || step.effect.eliminations.iter().fold(DigitSet::EMPTY, |all, part| all | part.1);
        let only = |digit: Digit| DigitSet::only(digit);
        let first = match &step.evidence {
            Evidence::Several { parts } => parts.first().unwrap_or(step),
            _ => step,
        };
        let digits = match &first.evidence {
            Evidence::Single { .. } => step.effect.placement.map_or(DigitSet::EMPTY, |p| only(p.1)),
            Evidence::Locked { digit, .. }
            | Evidence::Fish { digit, .. }
            | Evidence::Colors { digit, .. }
            | Evidence::Templates { digit } => only(*digit),
            Evidence::Subset { digits, .. } | Evidence::Loop { digits, .. } => *digits,
            Evidence::Wing { pivot, wings, .. } => {
                let cells = wings.iter().chain([pivot]);
                cells.fold(DigitSet::EMPTY, |all, &cell| all | self.state.candidates(cell))
            }
            Evidence::Alternating { nodes } => match first.name {
                StepName::WWing => only(nodes[0].digit) | only(nodes[1].digit),
                StepName::RemotePair => self.state.candidates(nodes[0].cells[0]),
                StepName::XyChain
                | StepName::XChain
                | StepName::TurbotFish
                | StepName::Skyscraper
                | StepName::TwoStringKite
                | StepName::EmptyRectangle => only(nodes[0].digit),
                _ => gone(),
            },
            Evidence::AlmostLocked { .. } => gone(),
            _ => DigitSet::EMPTY,
        };
        digits.into_iter().map(|digit| digit.to_string()).collect()
    }
}

/// Reads a board, in which `+` marks placed digits, and the list of removed candidates.
fn state(board: &str, gone: &str) -> State {
    let (mut givens, mut placed) = (Board::EMPTY, Vec::new());
    for (cell, mark) in Cell::all().zip(board.split_inclusive(|mark| mark != '+')) {
        let digit = mark.trim_start_matches('+').parse().ok().and_then(Digit::new);
        match digit {
            Some(digit) if mark.starts_with('+') => placed.push((cell, digit)),
            digit => givens.set(cell, digit),
        }
    }
    // Steps removed these candidates, so the initial board has them.
    let mut state = State::from(&givens);
    for (cell, digit) in placed {
        state.apply(&Effect::place(cell, digit));
    }
    for part in gone.split_whitespace() {
        let number: usize = part.parse().unwrap();
        let (digit, row, column) = (number / 100, number / 10 % 10, number % 10);
        let digit = DigitSet::only(Digit::new(digit as u8).unwrap());
        state.apply(&Effect::eliminate([(Cell::new(9 * row + column - 10).unwrap(), digit)]));
    }
    state
}

/// Returns the parts of an effect as in a case, sorted.
fn effect_of(step: &Step) -> Vec<String> {
    let name = |cell: Cell, digit: Digit| {
        format!("{digit}{}{}", cell.index() / 9 + 1, cell.index() % 9 + 1)
    };
    let placed = step.effect.placement.map(|(cell, digit)| name(cell, digit));
    let gone = step.effect.eliminations.iter();
    let gone = gone.flat_map(|&(cell, set)| set.into_iter().map(move |digit| name(cell, digit)));
    let mut all: Vec<String> = placed.into_iter().chain(gone).collect();
    all.sort_unstable();
    all
}
