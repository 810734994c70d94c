//! A step explained, as deep as one wants.

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

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// What the pattern is called.
    Name,
    /// Where it is, and what follows.
    Place,
    /// Why it follows, line by line.
    Proof,
}

impl Depth {
    /// Every depth, the least first.
    pub const ALL: [Self; 3] = [Self::Name, Self::Place, Self::Proof];
}

/// A step with the proof that it holds on its board.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    proof: Proof,
    language: Language,
}

/// Whether the step's evidence proves its effect on the board, by the rules alone.
///
/// Patterns that would have two solutions are taken to be impossible: what rests on them holds for
/// puzzles with one solution. A digit that was looked up is not proved. The step's name is taken as
/// it is.
///
/// # Errors
/// If it does not: which part of it.
pub fn check(state: &State, step: &Step) -> Result<(), ProofError> {
    prove(state, step).map(drop)
}

/// A step that was found on this board, as JSON: an object with the `scale`, the step's `worth` on
/// it, its `technique`, its `effect` in short, and its `explanation` in all depths. That is null if
/// the step cannot be proved: what is found is said all the same.
#[must_use]
pub fn step_json(state: &State, rated: &RatedStep, scale: &str) -> String {
    let RatedStep { step, worth } = rated;
    let explanation = Explanation::new(state, step);
    let explanation = explanation.map_or("null".to_owned(), |it| it.json(Depth::Proof));
    let (name, effect) = (step.name, &step.effect);
    format!(
        "{{\"scale\":\"{scale}\",\"worth\":\"{worth}\",\"technique\":\"{name}\",\
         \"effect\":\"{effect}\",\"explanation\":{explanation}}}"
    )
}

impl Explanation {
    /// The explanation of a step on the board that it is made on.
    ///
    /// # Errors
    /// If the evidence does not prove the step on this board: why. The steps that `sudoku-logic`
    /// finds on a board are proved on it, but for a few chains with chains inside whose evidence
    /// does not name all that they rest on.
    pub fn new(state: &State, step: &Step) -> Result<Self, ProofError> {
        Ok(Self { proof: tell(state, step)?, language: Language::default() })
    }

    /// The same explanation in this language; a new one is in English.
    #[must_use]
    pub fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// What the pattern is called.
    #[must_use]
    pub const fn name(&self) -> StepName {
        self.proof.name
    }

    /// What kind of pattern it is, in a sentence.
    #[must_use]
    pub fn meaning(&self) -> String {
        self.language.meaning(self.proof.name)
    }

    /// Where the pattern is.
    #[must_use]
    pub fn place(&self) -> Vec<Token> {
        self.language.place(&self.proof.place)
    }

    /// Why the step holds, line by line.
    #[must_use]
    pub fn lines(&self) -> Vec<ProofLine> {
        numbered(&self.proof, self.language)
    }

    /// What a drawing marks.
    #[must_use]
    pub const fn marks(&self) -> &Marks {
        &self.proof.marks
    }

    /// The explanation as text, without a line end behind the last line.
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

    /// The explanation as Markdown, without a line end behind the last line.
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

    /// The explanation as JSON; the crate's documentation describes the object.
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

    /// The board, with the step marked.
    #[must_use]
    pub fn drawing(&self) -> Drawing {
        let title = self.text(Depth::Place);
        let drawing = Drawing::new(&self.proof.state).with_marks(&self.proof.marks);
        drawing.with_title(&title).in_language(self.language)
    }
}

/// Text in which Markdown finds no signs of its own.
fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|char| {
            let sign =
                matches!(char, '\\' | '*' | '_' | '<' | '>' | '[' | ']' | '`' | '{' | '}' | '#');
            sign.then_some('\\').into_iter().chain([char])
        })
        .collect()
}
