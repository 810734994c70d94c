//! Explanations of steps in three depths.

use sudoku_logic::{RatedStep, State, Step, StepName};

use crate::drawing::Drawing;
use crate::error::ProofError;
use crate::json;
use crate::lines::{ProofLine, numbered};
use crate::marks::Marks;
use crate::proof::Proof;
use crate::prove::{prove, tell};
use crate::token::{Token, plain};
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

/// Returns a step that was found on this board as JSON: an object with the `scale`, the step's
/// `score` on it, its `technique`, its `effect` in short notation, and its `explanation` in all
/// depths. The `explanation` is null if the step cannot be proved.
#[must_use]
pub fn step_json(state: &State, rated: &RatedStep, scale: &str) -> String {
    let RatedStep { step, score } = rated;
    let explanation = Explanation::new(state, step);
    let explanation = explanation.map_or("null".to_owned(), |it| it.json(Depth::Proof));
    let (name, effect) = (step.name, &step.effect);
    format!(
        "{{\"scale\":\"{scale}\",\"score\":\"{score}\",\"technique\":\"{name}\",\
         \"effect\":\"{effect}\",\"explanation\":{explanation}}}"
    )
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

    /// Returns a sentence that defines the technique.
    #[must_use]
    pub fn meaning(&self) -> String {
        self.language.meaning(self.proof.name)
    }

    /// Returns the place of the pattern.
    #[must_use]
    pub fn place(&self) -> Vec<Token> {
        self.language.place(&self.proof.place)
    }

    /// Returns the proof, line by line.
    #[must_use]
    pub fn lines(&self) -> Vec<ProofLine> {
        numbered(&self.proof, self.language)
    }

    /// Returns the marks for a drawing.
    #[must_use]
    pub const fn marks(&self) -> &Marks {
        &self.proof.marks
    }

    /// Returns the explanation as text, without a line end after the last line.
    #[must_use]
    pub fn text(&self, depth: Depth) -> String {
        let title = self.language.title(self.proof.name);
        if depth == Depth::Name {
            return title;
        }
        let mut text =
            format!("{title}: {}. {}", plain(&self.place()), self.language.so(&self.proof.effect));
        if depth == Depth::Proof {
            text = format!("{text}\n{}", self.meaning());
            for line in self.lines() {
                let indent = "  ".repeat(line.level);
                text.push_str(&format!("\n{indent}{:>3}. {}", line.number, plain(&line.tokens)));
            }
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
        let mut text = format!(
            "**{title}**: {}. {}",
            escaped(&plain(&self.place())),
            escaped(&self.language.so(&self.proof.effect))
        );
        if depth == Depth::Proof {
            text = format!("{text}\n\n*{}*\n", escaped(&self.meaning()));
            for line in self.lines() {
                let indent = "  ".repeat(line.level);
                text.push_str(&format!(
                    "\n{indent}- {}\\. {}",
                    line.number,
                    escaped(&plain(&line.tokens))
                ));
            }
        }
        text
    }

    /// Returns the explanation as JSON; the crate's documentation describes the object.
    #[must_use]
    pub fn json(&self, depth: Depth) -> String {
        let mut object = json::named(&self.proof, self.language);
        if depth >= Depth::Place {
            json::add_place(&mut object, &self.proof, self.language);
        }
        if depth >= Depth::Proof {
            json::add_proof(&mut object, &self.proof, self.language);
        }
        object.to_string()
    }

    /// Returns a drawing of the board with the step marked.
    #[must_use]
    pub fn drawing(&self) -> Drawing {
        let title = self.text(Depth::Place);
        let drawing = Drawing::new(&self.proof.state).with_marks(&self.proof.marks);
        drawing.with_title(&title).in_language(self.language)
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
