//! Drawings of boards for a terminal.

use std::fmt::Write;
use std::io;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style as Ansi};
use sudoku_core::{Board, Cell, Digit};
use sudoku_rules::{Glyph, GlyphPart, Ink, Rules};

/// The style of a drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawingStyle {
    /// The number of columns of the terminal.
    pub(crate) width: usize,
    /// True if colors and bold text are available.
    pub(crate) has_colors: bool,
    /// True if blank cells show their candidates.
    pub(crate) candidates: bool,
}

impl DrawingStyle {
    /// Returns the style for a terminal at standard output, or for a file.
    pub(crate) fn for_output(is_terminal: bool, candidates: bool) -> Self {
        let width = terminal_size::terminal_size().filter(|_| is_terminal);
        let choice = AutoStream::choice(&io::stdout());
        Self {
            width: width.map_or(80, |(width, _)| width.0.into()),
            has_colors: is_terminal && choice != ColorChoice::Never,
            candidates,
        }
    }

    fn paint(&self, text: &str, ansi: Ansi) -> String {
        if self.has_colors { format!("{ansi}{text}{ansi:#}") } else { text.to_owned() }
    }
}

const FRAME: Ansi = Ansi::new().dimmed();
const CLUE: Ansi = Ansi::new().bold();
const FOUND: Ansi = AnsiColor::Cyan.on_default();
const WRONG: Ansi = AnsiColor::Red.on_default().bold();
const PENCILMARK: Ansi = AnsiColor::BrightBlack.on_default();

/// The width of a board with spaces between its digits.
const ROOMY: usize = 25;
/// The width of a board with candidates in 3×3 places per cell.
const WITH_CANDIDATES: usize = 37;

/// Draws the puzzle, or its solution with the clues highlighted, in whole lines.
pub(crate) fn board(puzzle: &Board, solution: Option<&Board>, style: &DrawingStyle) -> String {
    let mut text = String::new();
    let is_open = solution.is_none_or(|solution| solution != puzzle);
    if style.candidates && is_open {
        text += &large(puzzle, style);
        match solution {
            None => return text,
            Some(_) => text.push('\n'),
        }
    }
    let Some(solution) = solution else {
        return text + &small(puzzle, puzzle, &[], style);
    };
    if style.has_colors || puzzle == solution {
        return text + &small(puzzle, solution, &[], style);
    }
    // Without colors, the puzzle is drawn next to the solution to show the clues.
    let (left, right) = (small(puzzle, puzzle, &[], style), small(puzzle, solution, &[], style));
    if style.candidates {
        return text + &right;
    }
    if style.width < 2 * ROOMY + 3 {
        return text + &left + "\n" + &right;
    }
    for (left, right) in left.lines().zip(right.lines()) {
        text += &format!("{left}   {right}\n");
    }
    text
}

/// The sign before an explanation of rules. Input that begins with it is refused, so that no
/// drawing of a variant is read as a classic puzzle.
pub(crate) const NOTE: char = '•';

/// Draws a puzzle with rules, or its solution with the clues highlighted, in whole lines. Captions
/// above a puzzle explain its rules.
pub(crate) fn variant(puzzle: &Rules, solution: Option<&Board>, style: &DrawingStyle) -> String {
    let Some(solution) = solution else {
        let captions = puzzle.captions();
        let captions = captions.iter().map(|caption| format!("{NOTE} {caption}\n"));
        return captions.collect::<String>() + &with_rules(puzzle, &puzzle.board, style);
    };
    let before = match style.candidates {
        true => variant(puzzle, None, style) + "\n",
        false => String::new(),
    };
    before + &with_rules(puzzle, solution, &DrawingStyle { candidates: false, ..*style })
}

fn with_rules(puzzle: &Rules, shown: &Board, style: &DrawingStyle) -> String {
    let lines = puzzle.to_glyphs(shown, style.candidates);
    let width = lines.iter().map(Vec::len).max().unwrap_or(0);
    if style.width < width {
        let message = format!("{NOTE} the drawing of the rules needs {width} columns\n");
        return message + &small(&puzzle.board, shown, &[], style);
    }
    let ansi = |glyph: &Glyph| match glyph.part {
        GlyphPart::Digit(cell) if puzzle.board.get(cell).is_some() => CLUE,
        GlyphPart::Digit(_) => FOUND,
        GlyphPart::Candidate => PENCILMARK,
        GlyphPart::Shape(Ink::Black) => Ansi::new(),
        GlyphPart::Shape(Ink::Green) => AnsiColor::Green.on_default(),
        GlyphPart::Shape(Ink::Purple) => AnsiColor::Magenta.on_default(),
        GlyphPart::Shape(Ink::White) => Ansi::new().invert(),
        GlyphPart::Shape(_) => AnsiColor::BrightBlack.on_default(),
        _ => FRAME,
    };
    let mut text = String::new();
    for line in lines {
        for part in line.chunk_by(|first, second| ansi(first) == ansi(second)) {
            let chars: String = part.iter().map(|glyph| glyph.char).collect();
            text += &style.paint(&chars, ansi(&part[0]));
        }
        text.push('\n');
    }
    text
}

/// Draws the puzzle with some cells marked as wrong.
pub(crate) fn marked(puzzle: &Board, wrong: &[Cell], style: &DrawingStyle) -> String {
    small(puzzle, puzzle, wrong, style)
}

fn small(puzzle: &Board, shown: &Board, wrong: &[Cell], style: &DrawingStyle) -> String {
    let gap = if style.width < ROOMY { "" } else { " " };
    let dash = "─".repeat(if gap.is_empty() { 3 } else { 7 });
    let rule = |left: &str, middle: &str, right: &str| {
        let rule = format!("{left}{dash}{middle}{dash}{middle}{dash}{right}");
        style.paint(&rule, FRAME) + "\n"
    };
    let bar = style.paint("│", FRAME);
    let mut text = rule("┌", "┬", "┐");
    for row in 0..9 {
        if row == 3 || row == 6 {
            text += &rule("├", "┼", "┤");
        }
        for cell in (0..9).filter_map(|column| Cell::at(row, column)) {
            if cell.column() % 3 == 0 {
                text += &bar;
                text += gap;
            }
            let ansi = match puzzle.get(cell) {
                Some(_) if wrong.contains(&cell) => WRONG,
                Some(_) => CLUE,
                None => FOUND,
            };
            text += &match shown.get(cell) {
                Some(digit) => style.paint(&digit.to_string(), ansi),
                None => style.paint("·", FRAME),
            };
            text += gap;
        }
        text += &bar;
        text.push('\n');
    }
    text + &rule("└", "┴", "┘")
}

/// Draws a board with the candidates of its blank cells in 3×3 places.
fn large(puzzle: &Board, style: &DrawingStyle) -> String {
    if style.width < WITH_CANDIDATES {
        // The line is a comment, so that the drawing can be read again.
        let message = format!("# candidates need {WITH_CANDIDATES} columns\n");
        return small(puzzle, puzzle, &[], style) + &message;
    }
    let rule = |left: char, dash: &str, thin: char, thick: char, right: char| {
        let mut rule = String::from(left);
        for column in 0..9 {
            rule += &dash.repeat(3);
            rule.push(match column {
                8 => right,
                2 | 5 => thick,
                _ => thin,
            });
        }
        style.paint(&rule, FRAME) + "\n"
    };
    let mut text = rule('┏', "━", '┯', '┳', '┓');
    for row in 0..9 {
        if row > 0 {
            text += &match row % 3 {
                0 => rule('┣', "━", '┿', '╋', '┫'),
                _ => rule('┠', "─", '┼', '╂', '┨'),
            };
        }
        for line in 0..3 {
            for cell in (0..9).filter_map(|column| Cell::at(row, column)) {
                let bar = if cell.column() % 3 == 0 { "┃" } else { "│" };
                text += &style.paint(bar, FRAME);
                text += &match puzzle.get(cell) {
                    Some(digit) if line == 1 => {
                        format!(" {} ", style.paint(&digit.to_string(), CLUE))
                    }
                    Some(_) => "   ".to_owned(),
                    None => style.paint(&pencilmarks(puzzle, cell, line), PENCILMARK),
                };
            }
            text += &style.paint("┃", FRAME);
            text.push('\n');
        }
    }
    text + &rule('┗', "━", '┷', '┻', '┛')
}

/// Returns one line of the 3×3 places of a cell's candidates.
fn pencilmarks(puzzle: &Board, cell: Cell, line: u8) -> String {
    let candidates = puzzle.candidates(cell);
    let mut text = String::new();
    for value in 3 * line + 1..=3 * line + 3 {
        // Writing to a string does not fail.
        let _ = match Digit::new(value).filter(|&digit| candidates.contains(digit)) {
            Some(digit) => write!(text, "{digit}"),
            None => write!(text, " "),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn style(width: usize, has_colors: bool, candidates: bool) -> DrawingStyle {
        DrawingStyle { width, has_colors, candidates }
    }

    fn drawn(style: &DrawingStyle) -> String {
        let (puzzle, solution) = (PUZZLE.parse().expect("good"), SOLUTION.parse().expect("good"));
        board(&puzzle, Some(&solution), style)
    }

    fn widest(text: &str) -> usize {
        text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
    }

    #[test]
    fn nothing_is_wider_than_the_terminal() {
        for candidates in [false, true] {
            for (width, expected) in
                [(80, 53), (53, 53), (52, 25), (36, 36), (25, 25), (24, 24), (13, 13)]
            {
                let text = drawn(&style(width, false, candidates));
                assert!(candidates || widest(&text) <= expected, "{width}\n{text}");
                assert!(
                    text.replace("# candidates need 37 columns", "")
                        .lines()
                        .all(|line| line.chars().count() <= width)
                );
            }
        }
    }

    #[test]
    fn clues_differ_from_digits_with_and_without_colors() {
        let plain = drawn(&style(80, false, false));
        assert!(plain.contains("│ 5 3 · │ · 7 · │ · · · │   │ 5 3 4 │ 6 7 8 │ 9 1 2 │"), "{plain}");
        assert!(!plain.contains('\u{1b}'));
        let painted = drawn(&style(80, true, false));
        let (clue, found) = (format!("{CLUE}5"), format!("{FOUND}4"));
        assert!(painted.contains(&clue) && painted.contains(&found), "{painted}");
    }

    #[test]
    fn drawings_that_are_too_narrow_for_candidates_are_read() {
        let puzzle: Board = PUZZLE.parse().expect("good");
        let text = board(&puzzle, None, &style(36, false, true));
        assert!(text.ends_with("┘\n# candidates need 37 columns\n"), "{text}");
        assert_eq!(sudoku_text::read(&text).map(|(board, _)| board), Ok(puzzle));
    }

    #[test]
    fn candidates_are_in_their_places() {
        let text = drawn(&style(80, false, true));
        // r1c3 may be 1, 2 or 4.
        assert!(text.contains("┃   │   │12 ┃"), "{text}");
        assert!(text.contains("┃ 5 │ 3 │4  ┃"), "{text}");
    }
}
