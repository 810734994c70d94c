//! Drawings of a board with candidates as pencil marks and with a step marked.

use sudoku_logic::State;

use crate::marks::Marks;
use crate::words::Language;

mod svg;
mod terminal;

/// A board with marks, to be drawn as text or as SVG.
#[derive(Clone, Debug)]
pub struct Drawing {
    state: State,
    marks: Marks,
    title: String,
    language: Language,
}

impl Drawing {
    /// Makes a drawing of the board without marks.
    #[must_use]
    pub fn new(state: &State) -> Self {
        let (marks, title, language) = Default::default();
        Self { state: *state, marks, title, language }
    }

    /// Sets the marks.
    pub(crate) fn with_marks(self, marks: &Marks) -> Self {
        Self { marks: marks.clone(), ..self }
    }

    /// Sets the title of the SVG document, which screen readers announce.
    pub(crate) fn with_title(self, title: &str) -> Self {
        Self { title: title.to_owned(), ..self }
    }

    /// Sets the language of the legend below a terminal drawing. Default: English. The SVG document
    /// contains no words except the title.
    pub(crate) fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// Draws the board as lines of text, each with a line end: the cells with their candidates,
    /// lines between the boxes, and a legend below.
    ///
    /// Marked candidates have a sign, so nothing depends on color. With `color` they are colored
    /// too.
    #[must_use]
    pub fn terminal(&self, color: bool) -> String {
        terminal::draw(&self.state, &self.marks, self.language, color)
    }

    /// Draws the board as a complete SVG document.
    ///
    /// Candidates that are right or part of the pattern are on a disc. Candidates that are wrong or
    /// exceptions are in a dashed ring, and eliminated ones in a struck square. Strong links are
    /// solid arrows, weak links dashed ones, and links inside a cell outlines around both
    /// candidates. Base houses have a solid frame, cover houses a dashed one and stripes. Several
    /// sets have letters, as in the proof.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::draw(&self.state, &self.marks, &self.title)
    }
}
