//! The board drawn with candidates as pencil marks, and with what a step is about marked.

use sudoku_logic::State;

use crate::marks::Marks;
use crate::words::Language;

mod svg;
mod terminal;

/// A board to be drawn.
#[derive(Clone, Debug)]
pub struct Drawing {
    state: State,
    marks: Marks,
    title: String,
    language: Language,
}

impl Drawing {
    /// The board as it is.
    #[must_use]
    pub fn new(state: &State) -> Self {
        let (marks, title, language) = Default::default();
        Self { state: *state, marks, title, language }
    }

    /// With these marks.
    #[must_use]
    pub fn with_marks(self, marks: &Marks) -> Self {
        Self { marks: marks.clone(), ..self }
    }

    /// With this title, which a reader of the picture is told.
    #[must_use]
    pub fn with_title(self, title: &str) -> Self {
        Self { title: title.to_owned(), ..self }
    }

    /// With what its signs mean in this language, which a terminal is told below the board; in
    /// English unless told otherwise. The picture has no words but its title.
    #[must_use]
    pub fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// The board in lines of text, each with a line end: cells with their candidates, boxes with
    /// lines between them, and below what the signs mean.
    ///
    /// What is marked has a sign, so that nothing depends on color; with `color` it has a color,
    /// too.
    #[must_use]
    pub fn terminal(&self, color: bool) -> String {
        terminal::draw(&self.state, &self.marks, self.language, color)
    }

    /// The board as a picture: a whole SVG document.
    ///
    /// Candidates that are right, or part of the pattern, stand on a disc, those that are wrong, or
    /// exceptions, in a dashed ring, and those that go in a struck square. Strong links are solid
    /// arrows, weak ones dashed.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::draw(&self.state, &self.marks, &self.title)
    }
}
