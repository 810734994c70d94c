//! Pages of puzzles to print: A4, a file for each, and pages of answers behind them.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use cli_support::eprint_message;
use compressed_io::{Compression, InputFile, NamedIoError, shown};

use crate::args::FormatArgs;
use crate::error::CliError;
use crate::output_target::OutputTarget;
use crate::svg;

/// The page in millimetres.
const PAGE: (f64, f64) = (210.0, 297.0);
/// What stays empty around each puzzle, in millimetres, at least.
const MARGIN: f64 = 16.0;
/// What a title takes at the top of a page, in millimetres.
const TITLE: f64 = 16.0;
/// How many answers are on a page.
const ANSWERS: usize = 12;
/// How many digits number the pages at least.
const DIGITS: usize = 3;

/// A puzzle for a page.
pub(crate) struct PagePuzzle {
    /// The puzzle as SVG.
    pub(crate) drawing: String,
    /// What stands above it, beside its number.
    pub(crate) notes: String,
    /// The solution as SVG, for the pages of answers.
    pub(crate) answer: Option<String>,
}

/// Puzzles on their way to pages.
pub(crate) struct Pages {
    /// The file that the pages are named after; standard output if there is none, which takes one
    /// page.
    path: Option<PathBuf>,
    /// The files that are read, none of which may be a page.
    read: Vec<InputFile>,
    layout: Layout,
    title: Option<String>,
    /// How many pages of puzzles there may be.
    most: usize,
    /// How many digits number the pages: those of the most pages that there may be, so that names
    /// sort whatever comes.
    digits: usize,
    is_quiet: bool,
    /// Whether each puzzle is a picture that stands for itself, and has no page around it.
    holds_pictures: bool,
    /// The puzzles of the page at hand, with what stands above them.
    puzzles: Vec<(String, String)>,
    /// The answers so far.
    answers: Vec<(String, String)>,
    /// How many puzzles there were.
    count: usize,
    /// How many pages are written.
    pages: usize,
    written: BTreeSet<PathBuf>,
}

impl Pages {
    /// Pages in files named after this one, of which none may be one of those that are read.
    pub(crate) fn new(
        path: Option<PathBuf>,
        read: Vec<InputFile>,
        formats: &FormatArgs,
        is_quiet: bool,
    ) -> Self {
        Self {
            path,
            read,
            layout: Layout::new(formats.per_page(), formats.title.is_some()),
            title: formats.title.clone(),
            most: formats.max_pages(),
            digits: formats.max_pages().to_string().len().max(DIGITS),
            is_quiet,
            holds_pictures: false,
            puzzles: Vec::new(),
            answers: Vec::new(),
            count: 0,
            pages: 0,
            written: BTreeSet::new(),
        }
    }

    /// Makes each puzzle a picture that stands for itself.
    pub(crate) const fn hold_pictures(&mut self) {
        self.holds_pictures = true;
    }

    /// Puts a puzzle on the page, and before that writes the page if it is full.
    pub(crate) fn add(
        &mut self,
        puzzle: &PagePuzzle,
        stdout: &mut OutputTarget,
    ) -> Result<(), CliError> {
        if self.puzzles.len() == self.layout.per_page {
            self.write_page(stdout, false)?;
            if self.path.is_none() {
                return Err(CliError::Usage(if self.holds_pictures {
                    "standard output takes one picture: name a file with --output"
                } else {
                    "standard output takes one page of SVG: name a file with --output, or put \
                     more on a page with --per-page"
                }));
            }
            if self.pages == self.most {
                return Err(CliError::Usage(if self.holds_pictures {
                    "more pictures than are drawn at once: take fewer puzzles"
                } else {
                    TOO_MANY
                }));
            }
        }
        self.count += 1;
        let PagePuzzle { drawing, notes, answer } = puzzle;
        let is_numbered = self.layout.per_page > 1 || answer.is_some();
        let number = is_numbered.then(|| self.count.to_string());
        let notes = Some(notes).filter(|notes| !notes.is_empty()).cloned();
        let label = number.into_iter().chain(notes).collect::<Vec<_>>().join(" · ");
        self.puzzles.push((label, drawing.clone()));
        self.answers.extend(answer.clone().map(|answer| (self.count.to_string(), answer)));
        Ok(())
    }

    /// Writes the page at hand, if there is anything on it, and the answers.
    pub(crate) fn finish(&mut self, stdout: &mut OutputTarget) -> Result<(), NamedIoError> {
        if self.puzzles.is_empty() {
            return Ok(());
        }
        self.write_page(stdout, true)?;
        let Some(path) = self.path.clone() else { return Ok(()) };
        let layout = Layout::new(ANSWERS, self.title.is_some());
        let answers = std::mem::take(&mut self.answers);
        let sheets: Vec<_> = answers.chunks(ANSWERS).collect();
        for (number, sheet) in (1..).zip(&sheets) {
            let number = if sheets.len() > 1 { self.number(number) } else { String::new() };
            let file = renamed(&path, &format!("-answers{number}"));
            self.write_file(file, &layout.to_svg(self.title.as_deref(), sheet))?;
        }
        self.name_leftovers(&path);
        Ok(())
    }

    /// Writes the page at hand. Where it is the only one, its file has no number.
    fn write_page(&mut self, stdout: &mut OutputTarget, is_last: bool) -> Result<(), NamedIoError> {
        let page = if self.holds_pictures {
            self.puzzles.iter().map(|(_, picture)| format!("{picture}\n")).collect()
        } else {
            self.layout.to_svg(self.title.as_deref(), &self.puzzles)
        };
        self.puzzles.clear();
        self.pages += 1;
        let Some(path) = &self.path else { return stdout.write(page.as_bytes()).map(drop) };
        let is_only = is_last && self.pages == 1;
        let file = if is_only { path.clone() } else { renamed(path, &self.number(self.pages)) };
        self.write_file(file, &page)
    }

    /// What the name of the page with this number has more than the path.
    fn number(&self, page: usize) -> String {
        format!("-{page:0digits$}", digits = self.digits)
    }

    fn write_file(&mut self, path: PathBuf, page: &str) -> Result<(), NamedIoError> {
        let mut file = OutputTarget::open(Some(&path), &self.read)?;
        file.write(page.as_bytes())?;
        file.finish()?;
        self.written.insert(path);
        Ok(())
    }

    /// Says which files beside the pages look like pages of an earlier run.
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
            eprint_message(&format!("{} {more} of an earlier run\n", shown(first)));
        }
    }
}

/// What is said where the pages are too many.
pub(crate) const TOO_MANY: &str = "that is more pages of SVG than --max-pages allows: give it \
                                   another number, or put more on a page with --per-page";

/// Whether puzzles take more pages than there may be.
pub(crate) fn is_too_many(puzzles: u64, formats: &FormatArgs) -> bool {
    puzzles.div_ceil(formats.per_page() as u64) > formats.max_pages() as u64
}

/// The path with this between the name and its ending.
fn renamed(path: &Path, infix: &str) -> PathBuf {
    let (stem, ending) = split_name(path);
    let mut name = stem.to_owned();
    name.push(infix);
    name.push(ending);
    path.with_file_name(name)
}

/// A file's name, and behind it its ending with the point: both of a packed file, `.svg.gz`.
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

/// Whether a file has a name that a page could have which is named after the path.
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

/// How puzzles share a page.
struct Layout {
    columns: usize,
    rows: usize,
    per_page: usize,
    /// Where the puzzles begin, in millimetres from the top.
    top: f64,
}

impl Layout {
    fn new(per_page: usize, has_title: bool) -> Self {
        let top = if has_title { TITLE } else { 0.0 };
        // The columns that leave each puzzle the most room.
        let size = |columns: &usize| side(*columns, per_page.div_ceil(*columns), top);
        let columns = (1..=per_page.min(64)).max_by(|one, two| size(one).total_cmp(&size(two)));
        let columns = columns.unwrap_or(1);
        Self { columns, rows: per_page.div_ceil(columns), per_page, top }
    }

    /// A page with these boards, and what stands above each.
    fn to_svg(&self, title: Option<&str>, boards: &[(String, String)]) -> String {
        let Self { columns, rows, top, .. } = *self;
        let (width, height) = PAGE;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {width} {height}\">\n{}",
            svg::DEFINITIONS
        );
        if let Some(title) = title {
            let (x, title) = (width / 2.0, escaped(title));
            text += &format!("<text class=\"title\" x=\"{x}\" y=\"14\">{title}</text>\n");
        }
        let side = side(columns, rows, top);
        let (cell_width, cell_height) = (width / columns as f64, (height - top) / rows as f64);
        for (at, (label, board)) in boards.iter().enumerate() {
            let (column, row) = ((at % columns) as f64, (at / columns) as f64);
            let x = cell_width * column + (cell_width - side) / 2.0;
            let y = top + cell_height * row + (cell_height - side) / 2.0;
            let scale = side / 90.0;
            text += &format!("<g transform=\"translate({x:.2} {y:.2}) scale({scale:.4})\">\n");
            if !label.is_empty() {
                text += &format!(
                    "<text class=\"mark\" x=\"0\" y=\"-1.5\" style=\"font-size:4px;text-anchor:start\">{}</text>\n",
                    escaped(label)
                );
            }
            text += board;
            text += "</g>\n";
        }
        text + "</svg>\n"
    }
}

/// How wide a puzzle is if these numbers of columns and rows share the page below its top.
fn side(columns: usize, rows: usize, top: f64) -> f64 {
    let (width, height) = PAGE;
    // At least something is left of a page that is too full.
    (width / columns as f64).min((height - top) / rows as f64) * 0.98
        - MARGIN.min(width / columns as f64 / 3.0)
}

/// The text as it stands in XML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            // XML has no way to write these.
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            character if character.is_control() => escaped.push('\u{fffd}'),
            character => escaped.push(character),
        }
    }
    escaped
}
