//! The styles of text output: terminal and Markdown.

use comfy_table::{LineStyle, TableStyle, presets};
use textwrap::Options;

/// A table style with rules above and below the header and under the last row.
const RULED: TableStyle =
    TableStyle::new().top_border(RULE).header_separator(RULE).bottom_border(RULE);
const RULE: LineStyle = LineStyle::none().fill('─').junction('─');

#[derive(Clone, Copy)]
pub struct Style {
    pub table: TableStyle,
    /// The maximum width of tables, if their cells are wrapped.
    pub width: Option<u16>,
    /// True if cells have no space around them but between columns.
    pub is_narrow: bool,
    pub heading: &'static str,
    pub item: &'static str,
    /// The separator between a table and its neighbors, which only Markdown needs.
    pub gap: &'static str,
    /// The width at which lines are wrapped, if they are.
    pub wraps: Option<usize>,
}

impl Style {
    pub const TEXT: Self = Self {
        table: RULED,
        width: None,
        is_narrow: false,
        heading: "",
        item: "  ",
        gap: "",
        wraps: Some(110),
    };
    pub const SCREEN: Self =
        Self { table: TableStyle::new(), is_narrow: true, item: "", wraps: Some(80), ..Self::TEXT };
    pub const MARKDOWN: Self = Self {
        table: presets::ASCII_MARKDOWN,
        heading: "### ",
        item: "- ",
        gap: "\n",
        wraps: None,
        ..Self::TEXT
    };

    /// Adds a line. If the style wraps, breaks it between words and indents further lines.
    pub fn add_line(self, text: &mut String, start: &str, line: &str) {
        if let Some(width) = self.wraps {
            let indent = " ".repeat(start.chars().count().max(2));
            // A word that is too long stays whole.
            let options = Options::new(width)
                .initial_indent(start)
                .subsequent_indent(&indent)
                .word_separator(textwrap::WordSeparator::AsciiSpace)
                .word_splitter(textwrap::WordSplitter::NoHyphenation)
                .break_words(false);
            text.push_str(&textwrap::fill(line, options));
        } else {
            text.push_str(start);
            text.push_str(line);
        }
        text.push('\n');
    }

    /// Returns the text of a cell, with `|` escaped in Markdown.
    pub fn cell(self, text: &str) -> String {
        text.replace('|', if self.wraps.is_some() { "|" } else { "\\|" })
    }

    pub fn add_item(self, text: &mut String, line: &str) {
        self.add_line(text, self.item, line);
    }
}
