//! The pages of a book as a PDF file.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use sudoku_core::Cell;
use sudoku_rules::{Figure, Ink, Point, Shape};

use super::contents::{Page, PlacedBoard, Text};
use super::recipe::Paper;
use crate::helvetica;
use crate::svg::within;

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
    let mut content = Content::new();
    draw_lines(&mut content, true);
    let drawing = compressed(&content.finish());
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

/// Draws the lines of a board: thin ones, and thick ones around the boxes or around the board.
fn draw_lines(content: &mut Content, has_boxes: bool) {
    let step = if has_boxes { 3 } else { 9 };
    for (width, is_thick) in [(0.25, false), (0.9, true)] {
        content.set_line_width(width);
        content.set_line_cap(LineCapStyle::ProjectingSquareCap);
        for at in (0..=9_u8).filter(|at| (at % step == 0) == is_thick) {
            let at = f32::from(10 * at);
            content.move_to(at, 0.0).line_to(at, 90.0).move_to(0.0, at).line_to(90.0, at);
        }
        content.stroke();
    }
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
    let PlacedBoard { x, y, side, puzzle, drawing, solution } = board;
    let (inner, by) = within(drawing.margin);
    let (scale, by) = (side / 90.0, f64::from(by) * side / 90.0);
    let (left, bottom) = (rounded(x + by), rounded(height - y - side + by));
    let scale = rounded(scale * f64::from(inner));
    content.save_state();
    content.transform([scale, 0.0, 0.0, scale, left, bottom]);
    let (under, over): (Vec<&Shape>, Vec<&Shape>) =
        drawing.shapes.iter().partition(|shape| shape.layer.is_under_board());
    draw_shapes(content, &under);
    match drawing.has_boxes {
        true => drop(content.x_object(LINES)),
        false => draw_lines(content, false),
    }
    draw_shapes(content, &over);
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

/// Draws shapes in the units of a board, and restores the colors and widths of lines.
fn draw_shapes(content: &mut Content, shapes: &[&Shape]) {
    if shapes.is_empty() {
        return;
    }
    content.save_state().set_line_join(LineJoinStyle::RoundJoin);
    for Shape { figure, .. } in shapes {
        match figure {
            Figure::Area { corners, ink } => {
                fill_with(content, *ink);
                draw_path(content, corners);
                content.close_path().fill_nonzero();
            }
            Figure::Line { paths, ink, width, dashes } => {
                stroke_with(content, *ink, *width);
                content.set_line_cap(match figure.has_round_ends() {
                    true => LineCapStyle::RoundCap,
                    false => LineCapStyle::ButtCap,
                });
                content.set_dash_pattern(dashes.iter().flatten().map(|&length| unit(length)), 0.0);
                paths.iter().for_each(|points| draw_path(content, points));
                content.stroke();
                content.set_dash_pattern([], 0.0);
            }
            Figure::Circle { center, radius, fill, border } => {
                fill.iter().for_each(|ink| fill_with(content, *ink));
                border.iter().for_each(|&(ink, width)| stroke_with(content, ink, width));
                draw_circle(content, *center, *radius);
                match (fill, border) {
                    (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
                    (Some(_), None) => content.fill_nonzero(),
                    (None, _) => content.stroke(),
                };
            }
            Figure::Text { center, size, ink, text } => {
                let width = f64::from(*size) * helvetica::width(text, false);
                let left = Point {
                    x: center.x - width as f32 / 2.0,
                    y: center.y + size * Figure::BASELINE,
                };
                let (x, y) = place(left);
                fill_with(content, *ink);
                content.begin_text().set_font(REGULAR, unit(*size)).next_line(x, y);
                content.show(Str(&helvetica::bytes(text))).end_text();
            }
            _ => {}
        }
    }
    content.restore_state();
}

/// Returns a length in the units of a board.
fn unit(length: f32) -> f32 {
    rounded(10.0 * f64::from(length))
}

/// Returns the place of a point in the units of a board, from its bottom left corner.
fn place(point: Point) -> (f32, f32) {
    (unit(point.x), unit(9.0 - point.y))
}

fn fill_with(content: &mut Content, ink: Ink) {
    let [red, green, blue] = ink.rgb().map(share);
    content.set_fill_rgb(red, green, blue);
}

fn stroke_with(content: &mut Content, ink: Ink, width: f32) {
    let [red, green, blue] = ink.rgb().map(share);
    content.set_stroke_rgb(red, green, blue).set_line_width(unit(width));
}

fn share(color: u8) -> f32 {
    rounded(f64::from(color) / 255.0)
}

fn draw_path(content: &mut Content, points: &[Point]) {
    for (at, &point) in points.iter().enumerate() {
        let (x, y) = place(point);
        if at == 0 {
            content.move_to(x, y)
        } else {
            content.line_to(x, y)
        };
    }
}

/// Draws a circle as four Bézier curves.
fn draw_circle(content: &mut Content, center: Point, radius: f32) {
    /// The distance of the control points of a quarter, relative to the radius.
    const CONTROL: f32 = 0.5523;
    let at = |x: f32, y: f32| place(Point { x: center.x + radius * x, y: center.y + radius * y });
    let (x, y) = at(1.0, 0.0);
    content.move_to(x, y);
    for (cos, sin) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
        let [(x1, y1), (x2, y2), (x3, y3)] = [
            at(cos - CONTROL * sin, sin + CONTROL * cos),
            at(CONTROL * cos - sin, CONTROL * sin + cos),
            at(-sin, cos),
        ];
        content.cubic_to(x1, y1, x2, y2, x3, y3);
    }
    content.close_path();
}
