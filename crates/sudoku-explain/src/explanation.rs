//! Explanations of steps in three depths.

use sudoku_logic::{State, Step, StepName};

use crate::data::{ExplanationData, ProofLine};
use crate::drawing::Drawing;
use crate::error::ProofError;
use crate::proof::Proof;
use crate::prove::{prove, tell};
use crate::token::plain;
use crate::words::Language;

/// The level of detail of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// The name of the technique.
    Name,
    /// The place of the pattern and the effect of the step.
    Place,
    /// The proof of the step, line by line.
    Proof,
}

impl Depth {
    /// All depths, in ascending order.
    pub const ALL: [Self; 3] = [Self::Name, Self::Place, Self::Proof];
}

/// A step together with its proof on its board.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    proof: Proof,
    language: Language,
}

/// Checks that the step's evidence proves its effect on the board, by the rules alone.
///
/// Uniqueness techniques assume that the puzzle has one solution. A digit that was looked up in the
/// solution has no proof. The step's name is not checked.
///
/// # Errors
/// The part of the evidence that does not prove the effect.
pub fn check(state: &State, step: &Step) -> Result<(), ProofError> {
    prove(state, step).map(drop)
}

impl Explanation {
    /// Makes the explanation of a step on its board.
    ///
    /// # Errors
    /// The reason why the evidence does not prove the step on this board. The steps that
    /// `sudoku-logic` finds on a board can be proved on it, except a few nested chains whose
    /// evidence is incomplete.
    pub fn new(state: &State, step: &Step) -> Result<Self, ProofError> {
        Ok(Self { proof: tell(state, step)?, language: Language::default() })
    }

    /// Sets the language. Default: English.
    #[must_use]
    pub fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// Returns the name of the technique.
    #[must_use]
    pub const fn name(&self) -> StepName {
        self.proof.name
    }

    /// Returns the explanation as text, without a line end after the last line.
    #[must_use]
    pub fn text(&self, depth: Depth) -> String {
        let title = self.language.title(self.proof.name);
        if depth == Depth::Name {
            return title;
        }
        let place = plain(&self.language.tokens(&self.proof.place));
        let mut text = format!("{title}: {place}. {}", self.language.so(&self.proof.effect));
        if depth == Depth::Proof {
            let ExplanationData { meaning, proof, .. } = self.data();
            text = format!("{text}\n{meaning}");
            each_line(&proof, 0, &mut |line, level| {
                let indent = "  ".repeat(level);
                text.push_str(&format!("\n{indent}{:>3}. {}", line.number, line.words.text));
            });
        }
        text
    }

    /// Returns the explanation as Markdown, without a line end after the last line.
    #[must_use]
    pub fn markdown(&self, depth: Depth) -> String {
        let title = self.language.title(self.proof.name);
        if depth == Depth::Name {
            return format!("**{title}**");
        }
        let place = plain(&self.language.tokens(&self.proof.place));
        let so = self.language.so(&self.proof.effect);
        let mut text = format!("**{title}**: {}. {}", escaped(&place), escaped(&so));
        if depth == Depth::Proof {
            let ExplanationData { meaning, proof, .. } = self.data();
            text = format!("{text}\n\n*{}*\n", escaped(&meaning));
            each_line(&proof, 0, &mut |line, level| {
                let (indent, words) = ("  ".repeat(level), escaped(&line.words.text));
                text.push_str(&format!("\n{indent}- {}\\. {words}", line.number));
            });
        }
        text
    }

    /// Returns the explanation as data, which serde can write as JSON.
    #[must_use]
    pub fn data(&self) -> ExplanationData {
        ExplanationData::new(&self.proof, self.language)
    }

    /// Returns a drawing of the board with the step marked.
    #[must_use]
    pub fn drawing(&self) -> Drawing {
        let title = self.text(Depth::Place);
        let drawing = Drawing::new(&self.proof.state).with_marks(&self.proof.marks);
        drawing.with_title(&title).in_language(self.language)
    }
}

/// Calls `show` with each line of a proof and of its inner proofs, in reading order, and with the
/// nesting depth of the line.
fn each_line(proof: &[ProofLine], level: usize, show: &mut impl FnMut(&ProofLine, usize)) {
    for line in proof {
        let level = level + line.level;
        show(line, level);
        each_line(&line.inner, level + 1, show);
    }
}

/// Escapes the characters that have a meaning in Markdown.
fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|char| {
            let sign =
                matches!(char, '\\' | '*' | '_' | '<' | '>' | '[' | ']' | '`' | '{' | '}' | '#');
            sign.then_some('\\').into_iter().chain([char])
        })
        .collect()
}
