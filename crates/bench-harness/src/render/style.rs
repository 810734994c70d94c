//! What differs between a terminal and Markdown, and how text is set on either.

use comfy_table::{LineStyle, TableStyle, presets};
use textwrap::Options;

/// How wide text is set on a terminal.
const WIDTH: usize = 110;

/// Rules above and below the header and under the last row, and nothing else to read past.
const RULED: TableStyle =
    TableStyle::new().top_border(RULE).header_separator(RULE).bottom_border(RULE);
const RULE: LineStyle = LineStyle::none().fill('─').junction('─');

/// What differs between a terminal and Markdown.
#[derive(Clone, Copy)]
pub struct Style {
    /// The rules of tables.
    pub table: TableStyle,
    /// What begins a heading.
    pub heading: &'static str,
    /// What begins an item.
    pub item: &'static str,
    /// What stands between paragraphs that need no empty line on a terminal.
    pub gap: &'static str,
    /// Whether lines are wrapped.
    pub wraps: bool,
}

impl Style {
    /// For a terminal.
    pub const TEXT: Self = Self { table: RULED, heading: "", item: "  ", gap: "", wraps: true };
    /// For Markdown.
    pub const MARKDOWN: Self = Self {
        table: presets::ASCII_MARKDOWN,
        heading: "### ",
        item: "- ",
        gap: "\n",
        wraps: false,
    };

    /// Adds a line, wrapped between words with the further lines indented, if the style wraps.
    pub fn add_line(self, text: &mut String, start: &str, line: &str) {
        if self.wraps {
            let indent = " ".repeat(start.chars().count().max(2));
            // A word that is too long stays whole.
            let options = Options::new(WIDTH)
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

    /// The text of a cell, in which nothing is a rule of the table.
    pub fn cell(self, text: String) -> String {
        if self.wraps { text } else { text.replace('|', "\\|") }
    }

    /// Adds an item.
    pub fn add_item(self, text: &mut String, line: &str) {
        self.add_line(text, self.item, line);
    }
}
