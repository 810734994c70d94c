//! Pages of puzzles to print: A4, a file for each.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use packed_files::NamedIoError;

use crate::error::CliError;
use crate::svg;
use crate::target::Target;

/// The page in millimetres.
const PAGE: (f64, f64) = (210.0, 297.0);
/// What stays empty around each puzzle, in millimetres, at least.
const MARGIN: f64 = 16.0;

/// Puzzles on their way to pages.
pub(crate) struct Pages {
    /// The file of the first page; standard output if there is none, which takes one page.
    path: Option<PathBuf>,
    columns: usize,
    rows: usize,
    /// The puzzles of the page at hand.
    puzzles: Vec<String>,
    per_page: usize,
    /// How many puzzles stand on pages before it.
    before: usize,
    page: usize,
}

impl Pages {
    /// Pages of `per_page` puzzles, in files named after this one.
    pub(crate) fn new(path: Option<PathBuf>, per_page: NonZeroUsize) -> Self {
        let per_page = per_page.get();
        // The columns that leave each puzzle the most room.
        let size = |columns: &usize| side(*columns, per_page.div_ceil(*columns));
        let columns = (1..=per_page.min(64)).max_by(|one, two| size(one).total_cmp(&size(two)));
        let columns = columns.unwrap_or(1);
        let rows = per_page.div_ceil(columns);
        Self { path, columns, rows, puzzles: Vec::new(), per_page, before: 0, page: 0 }
    }

    /// Puts a puzzle on the page, and before that writes the page if it is full.
    pub(crate) fn add(&mut self, puzzle: &[u8], stdout: &mut Target) -> Result<(), CliError> {
        if self.puzzles.len() == self.per_page {
            self.finish(stdout)?;
            if self.path.is_none() {
                let message = "standard output takes one page of SVG: name a file with --output, \
                               or put more on a page with --per-page";
                return Err(CliError::Usage(message));
            }
        }
        self.puzzles.push(String::from_utf8_lossy(puzzle).into_owned());
        Ok(())
    }

    /// Writes the page at hand, if there is anything on it.
    pub(crate) fn finish(&mut self, stdout: &mut Target) -> Result<(), NamedIoError> {
        if self.puzzles.is_empty() {
            return Ok(());
        }
        let page = self.to_svg();
        self.before += self.puzzles.len();
        self.puzzles.clear();
        self.page += 1;
        match &self.path {
            None => stdout.write(page.as_bytes()).map(drop),
            Some(path) => {
                let mut path = path.clone();
                if self.page > 1 {
                    let part = |part: Option<&std::ffi::OsStr>| {
                        part.unwrap_or_default().to_string_lossy().into_owned()
                    };
                    let (stem, ending) = (part(path.file_stem()), part(path.extension()));
                    path.set_file_name(format!("{stem}-{}", self.page));
                    path.set_extension(ending);
                }
                let mut file = Target::open(Some(&path))?;
                file.write(page.as_bytes())?;
                file.finish()
            }
        }
    }

    fn to_svg(&self) -> String {
        let (width, height) = PAGE;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {width} {height}\">\n{}",
            svg::DEFINITIONS
        );
        let side = side(self.columns, self.rows);
        let (cell_width, cell_height) = (width / self.columns as f64, height / self.rows as f64);
        for (at, puzzle) in self.puzzles.iter().enumerate() {
            let (column, row) = ((at % self.columns) as f64, (at / self.columns) as f64);
            let x = cell_width * column + (cell_width - side) / 2.0;
            let y = cell_height * row + (cell_height - side) / 2.0;
            let scale = side / 90.0;
            text += &format!("<g transform=\"translate({x:.2} {y:.2}) scale({scale:.4})\">\n");
            if self.per_page > 1 {
                let number = self.before + at + 1;
                text += &format!(
                    "<text class=\"mark\" x=\"0\" y=\"-1.5\" style=\"font-size:4px;text-anchor:start\">{number}</text>\n"
                );
            }
            text += puzzle;
            text += "</g>\n";
        }
        text + "</svg>\n"
    }
}

/// How wide a puzzle is if these numbers of columns and rows share the page.
fn side(columns: usize, rows: usize) -> f64 {
    let (width, height) = PAGE;
    // At least something is left of a page that is too full.
    (width / columns as f64).min(height / rows as f64) * 0.98
        - MARGIN.min(width / columns as f64 / 3.0)
}
