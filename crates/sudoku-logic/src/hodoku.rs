//! The scale of HoDoKu 2.3: its techniques in their order, their scores and levels.
//!
//! It differs from the scales that take the hardest step: each step adds a score, and a level comes
//! of the hardest step and of the sum. It differs in how it looks, too: singles come from queues
//! that are fed by each change, many techniques collect all they find and sort it, and nets follow
//! singles on such a board. So it has finders of its own, and a path keeps a [`track::Track`]
//! beside the state.

use std::fmt;

use sudoku_core::Limits;

use crate::solve::PathEnd;
use crate::state::{State, cell, cells_of, digit};
use crate::step::{Effect, Evidence, Step, StepName};

mod blossom;
mod colors;
mod entries;
mod fish;
mod merge_sort;
mod placed;
mod rectangles;
mod sets;
mod simple_chains;
mod single_digit;
mod sink;
mod solution;
mod subsets;
mod sue_de_coq;
mod tables;
mod templates;
mod track;
mod wings;

pub use entries::{HodokuEntry, HodokuTechnique};
pub use sink::HodokuOptions;

use placed::single;
use sink::{Removals, View};
use track::Track;

/// How hard a puzzle is on the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HodokuLevel {
    /// Singles.
    Easy,
    /// Locked candidates and small subsets.
    Medium,
    /// Fish, single-digit patterns, wings, uniqueness, colors.
    Hard,
    /// Chains, almost locked sets, large fish.
    Unfair,
    /// Forcing chains and nets, or search.
    Extreme,
}

impl HodokuLevel {
    /// Every level, the easiest first.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Medium, Self::Hard, Self::Unfair, Self::Extreme];

    /// The name, as people know it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
            Self::Unfair => "Unfair",
            Self::Extreme => "Extreme",
        }
    }

    /// The highest score of the level.
    const fn cap(self) -> u32 {
        match self {
            Self::Easy => 800,
            Self::Medium => 1000,
            Self::Hard => 1600,
            Self::Unfair => 1800,
            Self::Extreme => u32::MAX,
        }
    }
}

impl fmt::Display for HodokuLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A puzzle's level and score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HodokuRating {
    /// The level.
    pub level: HodokuLevel,
    /// The sum of the steps' scores.
    pub score: u32,
}

impl fmt::Display for HodokuRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.level, self.score)
    }
}

/// The fewest clues of a puzzle that the program looks at.
const FEWEST_CLUES: u32 = 10;

/// How hard the puzzle is on HoDoKu's scale.
///
/// A puzzle that is not solved is extreme; it comes with the reason.
///
/// # Errors
/// If the path does not come to the solution: why, and the rating of the steps until then.
pub fn hodoku_rate(
    state: &State,
    limits: &Limits<'_>,
) -> Result<HodokuRating, (PathEnd, HodokuRating)> {
    let mut path = HodokuPath::new(state, limits);
    let mut rating = HodokuRating { level: HodokuLevel::Easy, score: 0 };
    for (entry, _) in path.by_ref() {
        rating.score += entry.score;
        rating.level = rating.level.max(entry.level);
    }
    while rating.score > rating.level.cap() {
        rating.level = HodokuLevel::ALL[rating.level as usize + 1];
    }
    match path.end() {
        None => Ok(rating),
        Some(reason) => Err((reason, HodokuRating { level: HodokuLevel::Extreme, ..rating })),
    }
}

/// The steps of a solution in the order in which HoDoKu takes them, each with what it counts as.
pub struct HodokuPath<'a> {
    state: State,
    track: Track,
    limits: Limits<'a>,
    taken: u64,
    /// The solution, once it was looked for, if there is exactly one.
    solution: Option<Option<[u8; 81]>>,
    is_given_up: bool,
}

impl<'a> HodokuPath<'a> {
    /// A path from this state.
    #[must_use]
    pub fn new(state: &State, limits: &Limits<'a>) -> Self {
        let clues = state.values.iter().filter(|&&value| value != 0).count() as u32;
        Self {
            state: *state,
            track: Track::new(state),
            limits: *limits,
            taken: 0,
            solution: None,
            is_given_up: clues < FEWEST_CLUES,
        }
    }

    /// The state before the next step.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Why the path has ended before the solution; `None` if the board is solved.
    #[must_use]
    pub fn end(&self) -> Option<PathEnd> {
        if self.state.is_solved() && !self.state.is_broken() {
            None
        } else if self.limits.is_stopped() {
            Some(PathEnd::Stopped)
        } else if self.taken >= self.limits.steps {
            Some(PathEnd::StepLimit)
        } else if self.state.is_broken() {
            Some(PathEnd::Contradiction)
        } else {
            Some(PathEnd::Unfinished)
        }
    }

    fn find(&mut self) -> Option<(&'static HodokuEntry, Step, Removals)> {
        let options = HodokuOptions::DEFAULT;
        let view = View { state: &self.state, options: &options, limits: &self.limits };
        for entry in entries::TABLE {
            if self.limits.is_stopped() {
                return None;
            }
            // What places a digit comes from the queues and from the solution.
            let placed = match entry.technique {
                HodokuTechnique::FullHouse => self
                    .track
                    .full_house()
                    .map(|(at, value, index)| single(StepName::LastCell, at, value, Some(index))),
                HodokuTechnique::NakedSingle => self
                    .track
                    .next_naked()
                    .map(|(at, value)| single(StepName::NakedSingle, at, value, None)),
                HodokuTechnique::HiddenSingle => self
                    .track
                    .next_hidden()
                    .map(|found| single(StepName::HiddenSingle, found.0, found.1, Some(found.2))),
                HodokuTechnique::BruteForce => {
                    let solve = || solution::only_solution(&self.state);
                    let solution = (*self.solution.get_or_insert_with(solve))?;
                    middle_cell(&self.state, &solution)
                }
                technique => match technique.first(view, &self.track) {
                    Some((step, removals)) => return Some((entry, step, removals)),
                    None => None,
                },
            };
            if let Some(step) = placed {
                return Some((entry, step, Removals::default()));
            }
        }
        None
    }

    /// Does a step, its eliminations in the order in which they were found.
    fn apply(&mut self, effect: &Effect, removals: &Removals) {
        for (at, value) in removals.iter() {
            self.track.remove(at, value);
        }
        if let Some((at, value)) = effect.placement {
            self.track.place(at.index(), usize::from(value.get()) - 1);
        }
        self.state.apply(effect);
    }
}

impl Iterator for HodokuPath<'_> {
    type Item = (&'static HodokuEntry, Step);

    fn next(&mut self) -> Option<Self::Item> {
        let is_over = self.is_given_up
            || self.taken >= self.limits.steps
            || self.state.is_solved()
            || self.state.is_broken();
        if is_over {
            return None;
        }
        let (entry, step, removals) = self.find()?;
        self.apply(&step.effect, &removals);
        self.taken += 1;
        Some((entry, step))
    }
}

/// The digit of the solution in the middle one of the blank cells.
fn middle_cell(state: &State, solution: &[u8; 81]) -> Option<Step> {
    let blank = (0..81).filter(|&at| state.values[at] == 0);
    let blank = blank.fold(0, |cells: u128, at| cells | 1 << at);
    let at = cells_of(blank).nth(blank.count_ones() as usize / 2)?;
    Some(Step {
        name: StepName::BruteForce,
        effect: Effect::place(cell(at), digit(usize::from(solution[at]) - 1)),
        evidence: Evidence::Solution,
    })
}
