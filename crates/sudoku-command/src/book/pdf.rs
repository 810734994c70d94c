//! The pages of a book as a PDF file.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::LineCapStyle;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use sudoku_core::Cell;

use super::contents::{Page, PlacedBoard, Text};
use super::helvetica;
use super::recipe::Paper;

const REGULAR: Name<'_> = Name(b"R");
const BOLD: Name<'_> = Name(b"B");
/// The lines of a board, 90 units wide and high.
const LINES: Name<'_> = Name(b"L");

/// The number of points per millimeter.
const POINTS: f64 = 72.0 / 25.4;

/// The size of digits in the units of a board, and the distances of their left end and baseline
/// from the bottom left corner of their cell.
const DIGIT: (f64, f64, f64) = (7.0, 3.05, 2.5);

/// Returns the PDF file.
pub(super) fn to_pdf(title: Option<&str>, paper: Paper, pages: &[Page<'_>]) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let mut next = Ref::new(1);
    let [catalog, tree, info, regular, bold, lines] = [(); 6].map(|()| next.bump());
    let kids: Vec<[Ref; 2]> = pages.iter().map(|_| [next.bump(), next.bump()]).collect();

    pdf.catalog(catalog).pages(tree);
    let mut document = pdf.document_info(info);
    if let Some(title) = title {
        document.title(TextStr(title));
    }
    document.producer(TextStr("sudoku"));
    document.finish();
    let (width, height) = paper.size();
    let area = Rect::new(0.0, 0.0, rounded(width * POINTS), rounded(height * POINTS));
    let mut all = pdf.pages(tree);
    all.kids(kids.iter().map(|[page, _]| *page)).count(pages.len() as i32).media_box(area);
    let mut resources = all.resources();
    resources.fonts().pair(REGULAR, regular).pair(BOLD, bold);
    resources.x_objects().pair(LINES, lines);
    resources.finish();
    all.finish();
    for (font, name) in [(regular, &b"Helvetica"[..]), (bold, b"Helvetica-Bold")] {
        let mut font = pdf.type1_font(font);
        font.base_font(Name(name)).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    let drawing = compressed(&board_lines());
    let mut form = pdf.form_xobject(lines, &drawing);
    form.bbox(Rect::new(-1.0, -1.0, 91.0, 91.0)).filter(Filter::FlateDecode);
    form.finish();
    for (page, [id, content]) in pages.iter().zip(kids) {
        pdf.page(id).parent(tree).contents(content);
        let drawing = compressed(&page_content(page, height));
        pdf.stream(content, &drawing).filter(Filter::FlateDecode);
    }
    pdf.finish()
}

fn compressed(content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to a vector does not fail.
    let _ = encoder.write_all(content);
    encoder.finish().unwrap_or_default()
}

/// Rounds a number to three decimals.
fn rounded(number: f64) -> f32 {
    ((number * 1000.0).round() / 1000.0) as f32
}

/// Returns the lines of a board: thin ones, and thick ones around the boxes.
fn board_lines() -> Vec<u8> {
    let mut content = Content::new();
    for (width, is_thick) in [(0.25, false), (0.9, true)] {
        content.set_line_width(width);
        content.set_line_cap(LineCapStyle::ProjectingSquareCap);
        for at in (0..=9_u8).filter(|at| (at % 3 == 0) == is_thick) {
            let at = f32::from(10 * at);
            content.move_to(at, 0.0).line_to(at, 90.0).move_to(0.0, at).line_to(90.0, at);
        }
        content.stroke();
    }
    content.finish().to_vec()
}

/// Returns the drawing of a page. Its unit is the millimeter.
fn page_content(page: &Page<'_>, height: f64) -> Vec<u8> {
    let mut content = Content::new();
    let scale = rounded(POINTS);
    content.transform([scale, 0.0, 0.0, scale, 0.0, 0.0]);
    content.begin_text();
    for Text { x, y, size, is_bold, text } in &page.texts {
        content.set_font(if *is_bold { BOLD } else { REGULAR }, rounded(*size));
        content.set_text_matrix([1.0, 0.0, 0.0, 1.0, rounded(*x), rounded(height - y)]);
        content.show(Str(&helvetica::bytes(text)));
    }
    content.end_text();
    for board in &page.boards {
        draw_board(&mut content, board, height);
    }
    content.finish().to_vec()
}

/// Draws a board: clues in bold, and the digits of the solution in regular type.
fn draw_board(content: &mut Content, board: &PlacedBoard<'_>, height: f64) {
    let PlacedBoard { x, y, side, puzzle, solution } = board;
    let scale = rounded(side / 90.0);
    content.save_state();
    content.transform([scale, 0.0, 0.0, scale, rounded(*x), rounded(height - y - side)]);
    content.x_object(LINES);
    content.begin_text();
    let (size, left, below) = DIGIT;
    for (font, is_clue) in [(BOLD, true), (REGULAR, false)] {
        content.set_font(font, rounded(size));
        let is_here = |cell: &Cell| puzzle.get(*cell).is_some() == is_clue;
        let shown = if is_clue { Some(*puzzle) } else { *solution };
        // Texts are placed relative to the one before.
        let (mut from_x, mut from_y) = (0.0, 0.0);
        content.set_text_matrix([1.0, 0.0, 0.0, 1.0, rounded(left), rounded(below)]);
        for cell in Cell::all().filter(is_here) {
            let Some(digit) = shown.and_then(|board| board.get(cell)) else { continue };
            let (x, y) =
                (10.0 * f32::from(cell.column() as u8), 10.0 * f32::from(8 - cell.row() as u8));
            content.next_line(x - from_x, y - from_y);
            (from_x, from_y) = (x, y);
            content.show(Str(digit.to_string().as_bytes()));
        }
    }
    content.end_text();
    content.restore_state();
}
