//! HoDoKu's library of cases: each names a technique, a board, and the expected effect of all
//! steps.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use sudoku_core::{Board, Cell, Digit, DigitSet};
use sudoku_logic::{Effect, Evidence, HodokuOptions, HodokuTechnique as T, State, Step, StepName};

use super::args::Args;
use crate::Failure;

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

/// Runs the cases. Returns true if any fail; cases of unknown techniques are counted separately.
pub(super) fn compare(path: &Path, args: &Args) -> Result<bool, Failure> {
    let text = fs::read_to_string(path)?;
    let lines = text.lines().filter(|line| line.starts_with(':'));
    let (mut passed, mut all, mut shown) = (0, 0, 0);
    let mut missing: BTreeMap<&str, usize> = BTreeMap::new();
    let mut failed: BTreeMap<&str, usize> = BTreeMap::new();
    for line in lines.take(args.puzzles) {
        all += 1;
        let case = Case::read(line)?;
        let Some((technique, name)) = technique(case.code) else {
            *missing.entry(case.code).or_default() += 1;
            continue;
        };
        match case.check(technique, name) {
            Ok(()) => passed += 1,
            Err(reason) => {
                *failed.entry(case.code).or_default() += 1;
                if shown < args.show {
                    shown += 1;
                    println!("  {line}\n  {reason}");
                }
            }
        }
    }
    println!("{}: {passed} of {all} cases pass", path.display());
    for (title, counts) in [("failed", failed), ("unknown techniques", missing)] {
        if !counts.is_empty() {
            println!("  {title}: {counts:?}");
        }
    }
    Ok(passed < all)
}

impl<'a> Case<'a> {
    fn read(line: &'a str) -> Result<Self, Failure> {
        let fields: Vec<&str> = line.split(':').collect();
        let field = |at: usize| fields.get(at).copied().unwrap_or_default();
        let (code, variant) = field(1).split_once('-').unwrap_or((field(1), ""));
        let effect = [field(5), field(6)].into_iter().flat_map(str::split_whitespace);
        Ok(Self {
            code,
            variant,
            digits: field(2),
            state: state(field(3), field(4))?,
            effect: effect.collect(),
            links: field(7).parse().ok(),
        })
    }

    fn options(&self) -> HodokuOptions {
        let mut options = HodokuOptions::DEFAULT;
        let code = self.code.get(..4).unwrap_or_default();
        options.small_empty_rectangles = code == "0405" || (code == "0402" && self.variant == "1");
        options.incomplete_rectangles = self.variant != "1";
        let is_middle = code.ends_with('1') || code.ends_with('2');
        options.siamese_fish = code.starts_with("03") && is_middle;
        let (kind, variant) = (code, self.variant);
        options.sets_in_chains = (kind == "0709" && variant == "2")
            || (matches!(kind, "0710" | "0711") && matches!(variant, "3" | "4"));
        options.overlapping_sets = matches!(kind, "0902" | "0903" | "0904") && variant == "2";
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
        if self.variant == "x" {
            let found = steps.first().map(|step| format!("found {}", step.effect));
            return found.map_or(Ok(()), Err);
        }
        let mut expected = self.effect.clone();
        expected.sort_unstable();
        if matches!(name, StepName::TemplateSet) {
            let mut all: Vec<String> = steps.iter().flat_map(effect_of).collect();
            all.sort_unstable();
            return if all == expected { Ok(()) } else { Err(format!("found {all:?}")) };
        }
        if steps.is_empty() {
            return Err("no step found".into());
        }
        for step in &steps {
            if effect_of(step) != expected {
                return Err(format!("found {} {:?}", step.effect, step.evidence));
            }
        }
        let links = |step: &Step| match &step.evidence {
            Evidence::Alternating { nodes } => nodes.len() - 1,
            _ => 0,
        };
        match self.links {
            // A set counts as more than one node.
            Some(expected) if !self.options().sets_in_chains => {
                let is_there = steps.iter().any(|step| links(step) == expected);
                let all: Vec<usize> = steps.iter().map(links).collect();
                if is_there { Ok(()) } else { Err(format!("chains of {all:?} links")) }
            }
            _ => Ok(()),
        }
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
fn state(board: &str, gone: &str) -> Result<State, Failure> {
    let mut givens = Board::EMPTY;
    let mut placed = Vec::new();
    let mut is_placed = false;
    let mut cells = Cell::all();
    for letter in board.chars() {
        if letter == '+' {
            is_placed = true;
            continue;
        }
        let cell = cells.next().ok_or("a board of more than 81 cells")?;
        if let Some(digit) = letter.to_digit(10).and_then(|digit| Digit::new(digit as u8)) {
            if is_placed {
                placed.push((cell, digit));
            } else {
                givens.set(cell, Some(digit));
            }
        }
        is_placed = false;
    }
    // Steps removed these candidates, so the initial board has them.
    let mut state = State::from(&givens);
    for (cell, digit) in placed {
        state.apply(&Effect::place(cell, digit));
    }
    for part in gone.split_whitespace() {
        let numbers: Vec<usize> =
            part.chars().filter_map(|c| c.to_digit(10)).map(|n| n as usize).collect();
        let [digit, row, column] = numbers[..] else { return Err("not a candidate".into()) };
        let cell = Cell::new(9 * row + column - 10).ok_or("not a cell")?;
        let digit = Digit::new(digit as u8).ok_or("not a digit")?;
        state.apply(&Effect::eliminate([(cell, DigitSet::only(digit))]));
    }
    Ok(state)
}

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

/// Returns the technique and the name of the step for a code.
fn technique(code: &str) -> Option<(T, StepName)> {
    use StepName as N;
    const PLAIN: [N; 3] = [N::XWing, N::Swordfish, N::Jellyfish];
    const FINNED: [N; 3] = [N::FinnedXWing, N::FinnedSwordfish, N::FinnedJellyfish];
    const SASHIMI: [N; 3] = [N::SashimiXWing, N::SashimiSwordfish, N::SashimiJellyfish];
    const FRANKEN: [N; 3] = [N::FrankenXWing, N::FrankenSwordfish, N::FrankenJellyfish];
    const FINNED_FRANKEN: [N; 3] =
        [N::FinnedFrankenXWing, N::FinnedFrankenSwordfish, N::FinnedFrankenJellyfish];
    const FINNED_MUTANT: [N; 5] = [
        N::FinnedMutantXWing,
        N::FinnedMutantSwordfish,
        N::FinnedMutantJellyfish,
        N::FinnedMutantSquirmbag,
        N::FinnedMutantWhale,
    ];
    if let Some(rest) = code.strip_prefix("03") {
        let kind = rest.get(..1)?;
        let at = rest.get(1..2)?.parse::<u8>().ok()?;
        let size = at + 2;
        let at = usize::from(at);
        return Some(match kind {
            "0" => (T::Fish(size), *PLAIN.get(at)?),
            "1" => (T::FinnedFish(size), *FINNED.get(at)?),
            "2" => (T::SashimiFish(size), *SASHIMI.get(at)?),
            "3" => (T::FrankenFish(size), *FRANKEN.get(at)?),
            "4" => (T::FinnedFrankenFish(size), *FINNED_FRANKEN.get(at)?),
            "6" => (T::FinnedMutantFish(size), *FINNED_MUTANT.get(at)?),
            _ => return None,
        });
    }
    let unique = |number, name| (T::UniquenessTest(number), name);
    Some(match code {
        "0000" => (T::FullHouse, N::LastCell),
        "0002" => (T::HiddenSingle, N::HiddenSingle),
        "0003" => (T::NakedSingle, N::NakedSingle),
        "0100" => (T::Pointing, N::Pointing),
        "0101" => (T::Claiming, N::Claiming),
        "0110" => (T::LockedSubset(2), N::LockedPair),
        "0111" => (T::LockedSubset(3), N::LockedTriple),
        "0200" => (T::NakedSubset(2), N::NakedPair),
        "0201" => (T::NakedSubset(3), N::NakedTriple),
        "0202" => (T::NakedSubset(4), N::NakedQuad),
        "0210" => (T::HiddenSubset(2), N::HiddenPair),
        "0211" => (T::HiddenSubset(3), N::HiddenTriple),
        "0212" => (T::HiddenSubset(4), N::HiddenQuad),
        "0400" => (T::Skyscraper, N::Skyscraper),
        "0401" => (T::TwoStringKite, N::TwoStringKite),
        "0402" => (T::EmptyRectangle, N::EmptyRectangle),
        "0403" => (T::TurbotFish, N::TurbotFish),
        "0404" => (T::DualTwoStringKite, N::DualTwoStringKite),
        "0405" => (T::DualEmptyRectangle, N::DualEmptyRectangle),
        "0500" => (T::SimpleColors, N::SimpleColorsTrap),
        "0501" => (T::SimpleColors, N::SimpleColorsWrap),
        "0502" => (T::MultiColors, N::MultiColors1),
        "0503" => (T::MultiColors, N::MultiColors2),
        "0600" => unique(1, N::UniquenessTest1),
        "0601" => unique(2, N::UniquenessTest2),
        "0602" => unique(3, N::UniquenessTest3),
        "0603" => unique(4, N::UniquenessTest4),
        "0604" => unique(5, N::UniquenessTest5),
        "0605" => unique(6, N::UniquenessTest6),
        "0606" => (T::HiddenRectangle, N::HiddenRectangle),
        "0607" => (T::AvoidableRectangle(1), N::AvoidableRectangle1),
        "0608" => (T::AvoidableRectangle(2), N::AvoidableRectangle2),
        "0610" => (T::BugPlusOne, N::BugPlusOne),
        "0701" => (T::XChain, N::XChain),
        "0702" => (T::XyChain, N::XyChain),
        "0703" => (T::RemotePair, N::RemotePair),
        "0706" => (T::NiceLoop, N::ContinuousNiceLoop),
        "0707" => (T::NiceLoop, N::DiscontinuousNiceLoop),
        "0708" => (T::NiceLoop, N::Aic),
        "0709" => (T::GroupedNiceLoop, N::GroupedContinuousNiceLoop),
        "0710" => (T::GroupedNiceLoop, N::GroupedDiscontinuousNiceLoop),
        "0711" => (T::GroupedNiceLoop, N::GroupedAic),
        "0800" => (T::XyWing, N::XyWing),
        "0801" => (T::XyzWing, N::XyzWing),
        "0803" => (T::WWing, N::WWing),
        "0901" => (T::AlsXz, N::AlsXz),
        "0902" => (T::AlsXyWing, N::AlsXyWing),
        "0903" => (T::AlsChain, N::AlsChain),
        "0904" => (T::DeathBlossom, N::DeathBlossom),
        "1101" => (T::SueDeCoq, N::SueDeCoq),
        "1201" => (T::TemplateSet, N::TemplateSet),
        "1202" => (T::TemplateDelete, N::TemplateDelete),
        _ => return None,
    })
}
