//! Pages of puzzles to print: one A4 file per page, followed by answer pages.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use cli_support::eprint_message;
use compressed_io::{Compression, InputFile, NamedIoError, shown};
use sudoku_rules::Caption;

use crate::args::FormatArgs;
use crate::captions::Captions;
use crate::error::CliError;
use crate::helvetica;
use crate::layout::{A4, ANSWERS, Area, Layout};
use crate::output_target::OutputTarget;
use crate::svg;

/// The empty space at the edges of a page, in millimeters.
const MARGIN: f64 = 12.0;
/// The height of the title, in millimeters.
const TITLE: f64 = 12.0;
/// The size of the title in the style of pages.
const TITLE_SIZE: f64 = 7.0;
/// The part of the width for captions and titles, because other fonts than Helvetica may be wider.
const FONTS: f64 = 0.85;
/// The minimum number of digits in a page number.
const DIGITS: usize = 3;

/// A puzzle for a page.
pub(crate) struct PagePuzzle {
    /// The puzzle as SVG.
    pub(crate) drawing: String,
    /// The notes above it, next to its number.
    pub(crate) notes: String,
    /// The solution as SVG, for the answer pages.
    pub(crate) answer: Option<String>,
    /// The captions of its rules.
    pub(crate) captions: BTreeSet<Caption>,
}

/// The writer of pages.
pub(crate) struct Pages {
    /// The file that the pages are named after, or `None` for standard output, which holds one
    /// page.
    path: Option<PathBuf>,
    /// The input files, which must not be overwritten by a page.
    read: Vec<InputFile>,
    per_page: usize,
    title: Option<String>,
    /// The maximum number of puzzle pages.
    most: usize,
    /// The number of digits in a page number, wide enough for the maximum, so that file names sort
    /// by page.
    digits: usize,
    is_quiet: bool,
    /// True if each puzzle is a separate picture without a page around it.
    holds_pictures: bool,
    /// The notes and drawings of the current page.
    puzzles: Vec<(String, String)>,
    /// The captions of the rules on the current page.
    captions: BTreeSet<Caption>,
    /// The notes and drawings of the answers so far.
    answers: Vec<(String, String)>,
    /// The number of puzzles so far.
    count: usize,
    /// The number of pages written.
    pages: usize,
    written: BTreeSet<PathBuf>,
}

impl Pages {
    /// Creates the writer of pages that are named after `path`. No page may overwrite a file in
    /// `read`.
    pub(crate) fn new(
        path: Option<PathBuf>,
        read: Vec<InputFile>,
        formats: &FormatArgs,
        is_quiet: bool,
    ) -> Self {
        Self {
            path,
            read,
            per_page: formats.per_page(),
            title: formats.title.clone(),
            most: formats.max_pages(),
            digits: formats.max_pages().to_string().len().max(DIGITS),
            is_quiet,
            holds_pictures: false,
            puzzles: Vec::new(),
            captions: BTreeSet::new(),
            answers: Vec::new(),
            count: 0,
            pages: 0,
            written: BTreeSet::new(),
        }
    }

    /// Writes each puzzle as a separate picture.
    pub(crate) const fn hold_pictures(&mut self) {
        self.holds_pictures = true;
    }

    /// Adds a puzzle. If the page is full, writes it first.
    pub(crate) fn add(
        &mut self,
        puzzle: &PagePuzzle,
        stdout: &mut OutputTarget,
    ) -> Result<(), CliError> {
        if self.puzzles.len() == self.per_page {
            self.write_page(stdout, false)?;
            if self.path.is_none() {
                return Err(CliError::Usage(if self.holds_pictures {
                    "standard output can hold only one picture; name a file with --output"
                } else {
                    "standard output can hold only one SVG page; name a file with --output, or \
                     put more puzzles on a page with --per-page"
                }));
            }
            if self.pages == self.most {
                return Err(CliError::Usage(if self.holds_pictures {
                    "too many pictures: a run writes at most 1000; pass fewer puzzles"
                } else {
                    TOO_MANY
                }));
            }
        }
        self.count += 1;
        let PagePuzzle { drawing, notes, answer, captions } = puzzle;
        self.captions.extend(captions.iter().cloned());
        let is_numbered = self.per_page > 1 || answer.is_some();
        let number = is_numbered.then(|| self.count.to_string());
        let notes = Some(notes).filter(|notes| !notes.is_empty()).cloned();
        let label = number.into_iter().chain(notes).collect::<Vec<_>>().join(" · ");
        self.puzzles.push((label.clone(), drawing.clone()));
        self.answers.extend(answer.clone().map(|answer| (label, answer)));
        Ok(())
    }

    /// Writes the last page, if there is one, and the answer pages.
    pub(crate) fn finish(&mut self, stdout: &mut OutputTarget) -> Result<(), NamedIoError> {
        if self.puzzles.is_empty() {
            return Ok(());
        }
        self.write_page(stdout, true)?;
        let Some(path) = self.path.clone() else { return Ok(()) };
        let answers = std::mem::take(&mut self.answers);
        let title = match &self.title {
            Some(title) => format!("{title} – answers"),
            None => "Answers".to_owned(),
        };
        // A few answers fill their only page.
        let area = area(true);
        let layout = Layout::new(area, answers.len().min(ANSWERS));
        let captions = Captions::new(&BTreeSet::new(), area.width, area.height);
        let sheets: Vec<_> = answers.chunks(ANSWERS).collect();
        for (number, sheet) in (1..).zip(&sheets) {
            let number = if sheets.len() > 1 { self.number(number) } else { String::new() };
            let file = renamed(&path, &format!("-answers{number}"));
            self.write_file(file, &to_svg(&layout, Some(&title), sheet, &captions))?;
        }
        self.name_leftovers(&path);
        Ok(())
    }

    /// Writes the current page. If it is the only one, its file name has no number.
    fn write_page(&mut self, stdout: &mut OutputTarget, is_last: bool) -> Result<(), NamedIoError> {
        let page = if self.holds_pictures {
            self.puzzles.iter().map(|(_, picture)| format!("{picture}\n")).collect()
        } else {
            let area = area(self.title.is_some());
            let captions = Captions::new(&self.captions, FONTS * area.width, area.height);
            let area = Area { height: area.height - captions.height, ..area };
            let layout = Layout::new(area, self.per_page);
            to_svg(&layout, self.title.as_deref(), &self.puzzles, &captions)
        };
        self.puzzles.clear();
        self.captions.clear();
        self.pages += 1;
        let Some(path) = &self.path else { return stdout.write(page.as_bytes()).map(drop) };
        let is_only = is_last && self.pages == 1;
        let file = if is_only { path.clone() } else { renamed(path, &self.number(self.pages)) };
        self.write_file(file, &page)
    }

    /// Returns the suffix of the file name of a page.
    fn number(&self, page: usize) -> String {
        format!("-{page:0digits$}", digits = self.digits)
    }

    fn write_file(&mut self, path: PathBuf, page: &str) -> Result<(), NamedIoError> {
        let mut file = OutputTarget::replacing(&path, &self.read)?;
        file.write(page.as_bytes())?;
        file.finish()?;
        self.written.insert(path);
        Ok(())
    }

    /// Warns about files in the folder that look like pages of an earlier run.
    fn name_leftovers(&self, path: &Path) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten();
        let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
        names.sort();
        let is_left = |file: &PathBuf| !self.written.contains(file) && is_page_of(path, file);
        let files = names.iter().map(|name| path.with_file_name(name));
        let left: Vec<PathBuf> = files.filter(is_left).collect();
        if let [first, others @ ..] = &left[..]
            && !self.is_quiet
        {
            let more = match others.len() {
                0 => "is a page".to_owned(),
                more => format!("and {more} more are pages"),
            };
            eprint_message(&format!("warning: {} {more} of an earlier run\n", shown(first)));
        }
    }
}

/// The error message for too many pages.
pub(crate) const TOO_MANY: &str = "too many SVG pages: raise --max-pages, or put more puzzles on \
                                   a page with --per-page";

/// Returns true if the puzzles need more pages than the maximum.
pub(crate) fn is_too_many(puzzles: u64, formats: &FormatArgs) -> bool {
    puzzles.div_ceil(formats.per_page() as u64) > formats.max_pages() as u64
}

/// Inserts `infix` between the file name and its extension.
fn renamed(path: &Path, infix: &str) -> PathBuf {
    let (stem, ending) = split_name(path);
    let mut name = stem.to_owned();
    name.push(infix);
    name.push(ending);
    path.with_file_name(name)
}

/// Splits a file name into its stem and its extension with the dot. A compressed file keeps both
/// extensions: `.svg.gz`.
fn split_name(path: &Path) -> (&OsStr, OsString) {
    let mut stem = path.file_name().unwrap_or_default();
    let mut ending = OsString::new();
    let mut is_inner = true;
    while is_inner && let Some(last) = Path::new(stem).extension() {
        is_inner = ending.is_empty() && Compression::of(Path::new(stem)) != Compression::None;
        ending = [OsStr::new("."), last, &ending].into_iter().collect();
        stem = Path::new(stem).file_stem().unwrap_or_default();
    }
    (stem, ending)
}

/// Returns true if the file name could be that of a page named after `path`.
fn is_page_of(path: &Path, file: &Path) -> bool {
    let ((stem, ending), (name, own_ending)) = (split_name(path), split_name(file));
    let (stem, name) = (stem.to_string_lossy(), name.to_string_lossy());
    let has_digits = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    ending == own_ending
        && name.strip_prefix(&*stem).is_some_and(|infix| {
            let number = infix.strip_prefix("-answers").unwrap_or(infix);
            number.is_empty() || number.strip_prefix('-').is_some_and(has_digits)
        })
}

/// Returns the space for puzzles and captions on a page.
fn area(has_title: bool) -> Area {
    let (width, height) = A4;
    let top = MARGIN + if has_title { TITLE } else { 0.0 };
    let (width, height) = (width - 2.0 * MARGIN, height - top - MARGIN);
    Area { left: MARGIN, top, width, height }
}

/// Returns the SVG of a page with these notes and boards, and captions below them.
fn to_svg(
    layout: &Layout,
    title: Option<&str>,
    boards: &[(String, String)],
    captions: &Captions,
) -> String {
    let (width, height) = A4;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"0 0 {width} {height}\">\n{}",
        svg::DEFINITIONS
    );
    if let Some(title) = title {
        // A long title is smaller, so that it fits the page.
        let size = FONTS * (width - 2.0 * MARGIN) / helvetica::width(title, true);
        let style = match size < TITLE_SIZE {
            true => format!(" style=\"font-size:{size:.2}px\""),
            false => String::new(),
        };
        let (x, title) = (width / 2.0, escaped(title));
        text += &format!("<text class=\"title\" x=\"{x}\" y=\"19\"{style}>{title}</text>\n");
    }
    let scale = layout.side / 90.0;
    // The size and the baseline of labels, in the units of the board.
    let (size, above) = (0.62 * layout.label / scale, 0.25 * layout.label / scale);
    for (at, (label, board)) in boards.iter().enumerate() {
        let (x, y) = layout.place(at);
        text += &format!("<g transform=\"translate({x:.2} {y:.2}) scale({scale:.4})\">\n");
        if !label.is_empty() {
            text += &format!(
                "<text class=\"mark\" x=\"0\" y=\"-{above:.2}\" style=\"font-size:{size:.2}px;text-anchor:start\">{}</text>\n",
                escaped(label)
            );
        }
        text += board;
        text += "</g>\n";
    }
    for (above, line) in captions.placed() {
        let (y, size, line) = (height - MARGIN - above, captions.size, escaped(line));
        text += &format!(
            "<text x=\"{MARGIN}\" y=\"{y:.2}\" style=\"font-size:{size:.2}px;text-anchor:start\">{line}</text>\n"
        );
    }
    text + "</svg>\n"
}

/// Escapes text for XML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            // XML cannot represent these characters.
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            character if character.is_control() => escaped.push('\u{fffd}'),
            character => escaped.push(character),
        }
    }
    escaped
}
