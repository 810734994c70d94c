//! HoDoKu's library of cases: each names a technique, a board, and the expected effect of all
//! steps.

use sudoku_core::{Board, Cell, Digit, DigitSet};
use sudoku_logic::{
    Effect, Evidence, HodokuOptions, State, Step, StepName, StepName as N, hodoku_steps,
};

use super::{Comparison, read};

/// The number of the first case of each series, and the names of its steps. Every name has the next
/// number.
const NUMBERS: &[(usize, &[StepName])] = &[
    (0, &[N::LAST_CELL]),
    (2, &[N::HIDDEN_SINGLE, N::NAKED_SINGLE]),
    (100, &[N::POINTING, N::CLAIMING]),
    (110, &[N::LOCKED_PAIR, N::LOCKED_TRIPLE]),
    (200, &[N::NAKED_PAIR, N::NAKED_TRIPLE, N::NAKED_QUAD]),
    (210, &[N::HIDDEN_PAIR, N::HIDDEN_TRIPLE, N::HIDDEN_QUAD]),
    (300, &[N::X_WING, N::SWORDFISH, N::JELLYFISH]),
    (310, &[N::FINNED_X_WING, N::FINNED_SWORDFISH, N::FINNED_JELLYFISH]),
    (320, &[N::SASHIMI_X_WING, N::SASHIMI_SWORDFISH, N::SASHIMI_JELLYFISH]),
    (330, &[N::FRANKEN_X_WING, N::FRANKEN_SWORDFISH, N::FRANKEN_JELLYFISH]),
    (340, &[N::FINNED_FRANKEN_X_WING, N::FINNED_FRANKEN_SWORDFISH, N::FINNED_FRANKEN_JELLYFISH]),
    (360, &[N::FINNED_MUTANT_X_WING, N::FINNED_MUTANT_SWORDFISH, N::FINNED_MUTANT_JELLYFISH]),
    (363, &[N::FINNED_MUTANT_SQUIRMBAG, N::FINNED_MUTANT_WHALE]),
    (400, &[N::SKYSCRAPER, N::TWO_STRING_KITE, N::EMPTY_RECTANGLE, N::TURBOT_FISH]),
    (404, &[N::DUAL_TWO_STRING_KITE, N::DUAL_EMPTY_RECTANGLE]),
    (500, &[N::SIMPLE_COLORS_TRAP, N::SIMPLE_COLORS_WRAP, N::MULTI_COLORS_1, N::MULTI_COLORS_2]),
    (600, &[N::UNIQUENESS_TEST_1, N::UNIQUENESS_TEST_2, N::UNIQUENESS_TEST_3]),
    (603, &[N::UNIQUENESS_TEST_4, N::UNIQUENESS_TEST_5, N::UNIQUENESS_TEST_6]),
    (606, &[N::HIDDEN_RECTANGLE, N::AVOIDABLE_RECTANGLE_1, N::AVOIDABLE_RECTANGLE_2]),
    (610, &[N::BUG_PLUS_ONE]),
    (701, &[N::X_CHAIN, N::XY_CHAIN, N::REMOTE_PAIR]),
    (
        706,
        &[
            N::CONTINUOUS_NICE_LOOP,
            N::DISCONTINUOUS_NICE_LOOP,
            N::AIC,
            N::GROUPED_CONTINUOUS_NICE_LOOP,
            N::GROUPED_DISCONTINUOUS_NICE_LOOP,
            N::GROUPED_AIC,
        ],
    ),
    (800, &[N::XY_WING, N::XYZ_WING]),
    (803, &[N::W_WING]),
    (901, &[N::ALS_XZ, N::ALS_XY_WING, N::ALS_CHAIN, N::DEATH_BLOSSOM]),
    (1101, &[N::SUE_DE_COQ]),
    (1201, &[N::TEMPLATE_SET, N::TEMPLATE_DELETE]),
];

/// Returns the name of the steps of a case.
fn technique(code: &str) -> Option<StepName> {
    let number: usize = code.get(..4)?.parse().ok()?;
    NUMBERS.iter().find_map(|&(first, names)| names.get(number.checked_sub(first)?).copied())
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
        comparison.add(line, result.and_then(|name| case.check(name)));
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
    fn check(&self, name: StepName) -> Result<(), String> {
        let is_siamese = self.code.len() == 5;
        let mut steps = hodoku_steps(name, &self.state, &self.options());
        steps.retain(|step| {
            let is_fish = |part: &Step| matches!(part.evidence, Evidence::Fish { .. });
            let is_twin = matches!(&step.evidence, Evidence::Several { parts }
                if parts.iter().all(is_fish));
            step.name == name && is_twin == is_siamese && self.digits_of(step) == self.digits
        });
        let effects: Vec<Vec<String>> = steps.iter().map(effect_of).collect();
        let is_right = if self.variant == "x" {
            steps.is_empty()
        } else if name == StepName::TEMPLATE_SET {
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
                StepName::W_WING => only(nodes[0].digit) | only(nodes[1].digit),
                StepName::REMOTE_PAIR => self.state.candidates(nodes[0].cells[0]),
                StepName::XY_CHAIN
                | StepName::X_CHAIN
                | StepName::TURBOT_FISH
                | StepName::SKYSCRAPER
                | StepName::TWO_STRING_KITE
                | StepName::EMPTY_RECTANGLE => only(nodes[0].digit),
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
