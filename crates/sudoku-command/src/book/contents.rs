//! The contents of the pages of a book. All lengths are in millimeters, from the top left corner.

use std::collections::BTreeSet;

use sudoku_core::Board;
use sudoku_rules::Drawing;

use super::making::BookPuzzle;
use super::recipe::Recipe;
use crate::captions::Captions;
use crate::helvetica;
use crate::layout::{Area, Layout};

/// A page.
#[derive(Default)]
pub(super) struct Page<'a> {
    pub(super) texts: Vec<Text>,
    pub(super) boards: Vec<PlacedBoard<'a>>,
}

/// A line of text.
pub(super) struct Text {
    /// The left end.
    pub(super) x: f64,
    /// The baseline.
    pub(super) y: f64,
    /// The size of the font.
    pub(super) size: f64,
    pub(super) is_bold: bool,
    pub(super) text: String,
}

/// A board on a page.
pub(super) struct PlacedBoard<'a> {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) side: f64,
    pub(super) puzzle: &'a Board,
    /// The drawing of its rules.
    pub(super) drawing: &'a Drawing,
    /// The solution, on an answer page.
    pub(super) solution: Option<&'a Board>,
}

/// The end of a text that is at its `x`.
#[derive(Clone, Copy)]
enum End {
    Left,
    Middle,
    Right,
}

/// The height of the title of a section with the space below it.
const HEADER: f64 = 11.0;
/// The height of a page number with the space above it.
const FOOTER: f64 = 9.0;
/// The sizes of texts.
const BOOK_TITLE: f64 = 13.0;
const SECTION_TITLE: f64 = 6.0;
const BODY: f64 = 4.2;
const PAGE_NUMBER: f64 = 3.6;

/// Returns the pages: the title page, the puzzles, the answers.
pub(super) fn pages<'a>(recipe: &Recipe, sections: &'a [Vec<BookPuzzle>]) -> Vec<Page<'a>> {
    let mut book = Book { recipe, pages: Vec::new() };
    // The title page needs the page numbers, but its own number is known.
    let has_title_page = recipe.title.is_some();
    book.pages.extend(has_title_page.then(Page::default));
    let mut lines = Vec::new();
    let mut number = 1;
    for (section, puzzles) in recipe.sections.iter().zip(sections) {
        let last = number + puzzles.len();
        let numbers = match puzzles.len() {
            0 => continue,
            1 => number.to_string(),
            _ => format!("{number}–{}", last - 1),
        };
        let title = section.title.as_deref().filter(|title| !title.trim().is_empty());
        let title = title.unwrap_or("Puzzles");
        lines.push((title.to_owned(), numbers, book.pages.len() + 1));
        let first = number;
        let all: Vec<_> = (first..).zip(puzzles).collect();
        book.add_boards(title, &all, false);
        number = last;
    }
    if number > 1 {
        lines.push(("Answers".to_owned(), String::new(), book.pages.len() + 1));
        let all: Vec<_> = (1..).zip(sections.iter().flatten()).collect();
        book.add_boards("Answers", &all, true);
    }
    if let Some(title) = &recipe.title {
        book.fill_title_page(title, &lines, number - 1);
    }
    book.pages
}

/// The book so far.
struct Book<'a, 'r> {
    recipe: &'r Recipe,
    pages: Vec<Page<'a>>,
}

impl<'a> Book<'a, '_> {
    /// Returns the space for puzzles on a page.
    fn area(&self) -> Area {
        let ((width, height), margin) = (self.recipe.paper.size(), self.recipe.paper.margin());
        Area {
            left: margin,
            top: margin + HEADER,
            width: width - 2.0 * margin,
            height: height - 2.0 * margin - HEADER - FOOTER,
        }
    }

    /// Adds pages with numbered puzzles and the captions of their rules, or with solutions.
    fn add_boards(
        &mut self,
        title: &str,
        puzzles: &[(usize, &'a BookPuzzle)],
        has_solutions: bool,
    ) {
        let area = self.area();
        let (width, height) = self.recipe.paper.size();
        let margin = self.recipe.paper.margin();
        let per_page =
            if has_solutions { self.recipe.paper.answers() } else { self.recipe.per_page };
        let captions = |puzzles: &[(usize, &BookPuzzle)]| {
            let all = puzzles.iter().filter(|_| !has_solutions);
            let all: BTreeSet<_> = all.flat_map(|(_, it)| it.captions.iter().cloned()).collect();
            Captions::new(&all, area.width, area.height)
        };
        let captions: Vec<Captions> = puzzles.chunks(per_page).map(captions).collect();
        // All puzzles of a section have the same size.
        let below = captions.iter().map(|it| it.height).fold(0.0, f64::max);
        // A few answers fill their only page.
        let count = if has_solutions { puzzles.len().min(per_page) } else { per_page };
        let layout = Layout::new(Area { height: area.height - below, ..area }, count);
        for (puzzles, captions) in puzzles.chunks(per_page).zip(&captions) {
            let mut page = Page::default();
            let baseline = margin + SECTION_TITLE * 0.75;
            let size = fitting(SECTION_TITLE, title, true, area.width);
            page.text(End::Left, margin, baseline, size, true, title);
            let number = (self.pages.len() + 1).to_string();
            page.text(End::Middle, width / 2.0, height - margin, PAGE_NUMBER, false, &number);
            for (at, (number, puzzle)) in puzzles.iter().enumerate() {
                let (x, y) = layout.place(at);
                let side = layout.side;
                let baseline = y - 0.3 * layout.label;
                let number = number.to_string();
                let size = 0.75 * layout.label;
                page.text(End::Left, x, baseline, size, true, &number);
                let rest = side - size * (helvetica::width(&number, true) + 0.6);
                let size = fitting(0.52 * layout.label, &puzzle.notes, false, rest);
                page.text(End::Right, x + side, baseline, size, false, &puzzle.notes);
                let solution = has_solutions.then_some(&puzzle.solution);
                let BookPuzzle { puzzle, drawing, .. } = puzzle;
                page.boards.push(PlacedBoard { x, y, side, puzzle, drawing, solution });
            }
            for (above, line) in captions.placed() {
                let y = area.top + area.height - above;
                page.text(End::Left, area.left, y, captions.size, false, line);
            }
            self.pages.push(page);
        }
    }

    /// Writes the title, the number of puzzles and the table of contents on the first page.
    fn fill_title_page(&mut self, title: &str, lines: &[(String, String, usize)], puzzles: usize) {
        let ((width, height), margin) = (self.recipe.paper.size(), self.recipe.paper.margin());
        let Some(page) = self.pages.first_mut() else { return };
        let room = width - 2.0 * margin;
        let mut y = 0.28 * height;
        // The lines of the title have at most 33% of the page.
        let mut size = BOOK_TITLE;
        while 3.0 * 1.25 * size * helvetica::wrapped(title, size, room, true).len() as f64 > height
        {
            size *= 0.9;
        }
        for line in helvetica::wrapped(title, size, room, true) {
            let fitted = fitting(size, &line, true, room);
            page.text(End::Middle, width / 2.0, y, fitted, true, &line);
            y += 1.25 * size;
        }
        let count = if puzzles == 1 { "1 puzzle".to_owned() } else { format!("{puzzles} puzzles") };
        page.text(End::Middle, width / 2.0, y, 1.3 * BODY, false, &count);
        // The table has columns for titles, puzzle numbers and page numbers. Long titles are
        // wrapped, and a long table is set in smaller type.
        let top = y + 5.0 * BODY;
        let [numbers, page_numbers] = [0.84 * room, room];
        let mut rows = vec![(vec![String::new()], ["Puzzles", "Page"].map(str::to_owned))];
        rows.extend(lines.iter().map(|(title, numbers, page)| {
            (helvetica::wrapped(title, BODY, 0.6 * room, true), [numbers.clone(), page.to_string()])
        }));
        let count: usize = rows.iter().map(|(title, _)| title.len()).sum();
        let size = BODY.min((height - margin - top) / (1.7 * count as f64));
        let mut y = top;
        for (at, (title, cells)) in rows.iter().enumerate() {
            let is_head = at == 0;
            for line in title {
                y += 1.7 * size;
                page.text(End::Left, margin, y, size, is_head, line);
            }
            page.text(End::Right, margin + numbers, y, size, is_head, &cells[0]);
            page.text(End::Right, margin + page_numbers, y, size, is_head, &cells[1]);
        }
    }
}

impl Page<'_> {
    fn text(&mut self, end: End, x: f64, y: f64, size: f64, is_bold: bool, text: &str) {
        let width = size * helvetica::width(text, is_bold);
        let x = match end {
            End::Left => x,
            End::Middle => x - width / 2.0,
            End::Right => x - width,
        };
        if !text.is_empty() {
            self.texts.push(Text { x, y, size, is_bold, text: text.to_owned() });
        }
    }
}

/// Returns the largest size up to `most` at which the text is not wider than `width`.
fn fitting(most: f64, text: &str, is_bold: bool, width: f64) -> f64 {
    let relative = helvetica::width(text, is_bold);
    if relative * most > width { width / relative } else { most }
}
