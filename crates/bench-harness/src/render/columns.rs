//! Tables defined by lists of columns.
//!
//! Each type of record has one list of columns. A column is for people, for scripts, or for both:
//! it defines the text in a table and the field in JSON. The list drives the tables on a terminal,
//! in Markdown and on the page, their legends, and the fields of JSON. So a new column is one new
//! entry in the list.

use comfy_table::{CellAlignment, ContentArrangement, Table};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::style::Style;

/// A column for records of one type.
pub struct Column<R> {
    /// The header in tables. Empty if the column is only for scripts.
    name: &'static str,
    /// The explanation below the table. Empty if the header is clear.
    legend: &'static str,
    /// True if the column is aligned to the right, like numbers.
    is_number: bool,
    text: fn(&R) -> String,
    /// The name of the JSON field, and its datum.
    field: Option<(&'static str, Datum<R>)>,
}

/// The function that returns the JSON value of a record.
type Datum<R> = fn(&R) -> Value;

impl<R> Column<R> {
    pub const fn text(name: &'static str, text: fn(&R) -> String) -> Self {
        Self { name, legend: "", is_number: false, text, field: None }
    }

    pub const fn number(name: &'static str, legend: &'static str, text: fn(&R) -> String) -> Self {
        Self { legend, is_number: true, ..Self::text(name, text) }
    }

    pub const fn field(field: &'static str, datum: Datum<R>) -> Self {
        Self::text("", |_| String::new()).and_field(field, datum)
    }

    pub const fn and_field(self, name: &'static str, datum: Datum<R>) -> Self {
        Self { field: Some((name, datum)), ..self }
    }
}

/// A record for scripts: serializes as an object of the columns' fields.
pub struct Fields<'r, R>(pub &'r [Column<R>], pub &'r R);

impl<R> Serialize for Fields<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.0.iter().filter_map(|column| column.field);
        serializer.collect_map(fields.map(|(name, datum)| (name, datum(self.1))))
    }
}

pub const NONE: &str = "–";

/// Returns the text of a value, or a dash if it is unknown.
pub fn known<T>(value: Option<T>, show: impl FnOnce(T) -> String) -> String {
    value.map_or(NONE.to_owned(), show)
}

/// Returns the columns for people that have a value in any of these records.
fn filled<'c, R>(columns: &'c [Column<R>], records: &[R]) -> Vec<&'c Column<R>> {
    let is_filled = |column: &&Column<R>| records.iter().any(|it| (column.text)(it) != NONE);
    columns.iter().filter(|column| !column.name.is_empty()).filter(is_filled).collect()
}

pub fn table<R>(columns: &[Column<R>], records: &[R], style: Style) -> String {
    Grid::of(columns, records).text(style)
}

/// The cells of a table for people.
pub struct Grid {
    /// The name of each column. A column with a true value is aligned to the right.
    pub header: Vec<(String, bool)>,
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    pub fn of<R>(columns: &[Column<R>], records: &[R]) -> Self {
        let columns = filled(columns, records);
        let header = columns.iter().map(|it| (it.name.to_owned(), it.is_number)).collect();
        let cells = |record: &R| columns.iter().map(|column| (column.text)(record)).collect();
        Self { header, rows: records.iter().map(cells).collect() }
    }

    pub fn text(&self, style: Style) -> String {
        let Self { header, rows } = self;
        let mut table = Table::new();
        table.load_style(style.table).set_header(header.iter().map(|(name, _)| name));
        if let Some(width) = style.width {
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        for row in rows {
            table.add_row(row.iter().map(|cell| style.cell(cell)));
        }
        for (at, column) in table.column_iter_mut().enumerate() {
            if style.is_narrow {
                column.set_padding((u16::from(at > 0), 0));
            }
            if header[at].1 {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let text = table.to_string();
        if style.wraps.is_some() {
            return text;
        }
        let [head, rule, rows] =
            [0, 1, 2].map(|at| text.splitn(3, '\n').nth(at).unwrap_or_default());
        // The rule of a Markdown table aligns numbers to the right.
        let cells = rule.split('|').skip(1).zip(header).map(|(dashes, (_, is_number))| {
            let end = if *is_number { ":|" } else { "-|" };
            format!("{}{end}", dashes.get(1..).unwrap_or_default())
        });
        format!("{head}\n|{}\n{rows}", cells.collect::<String>())
    }
}

/// Returns the legend of a table of these records. Adjacent columns with the same explanation share
/// it.
pub fn legend<R>(columns: &[Column<R>], records: &[R]) -> String {
    let mut explained = filled(columns, records);
    explained.retain(|column| !column.legend.is_empty());
    let alike = explained.chunk_by(|one, next| one.legend == next.legend);
    let explain = |columns: &[&Column<R>]| {
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        format!("{}: {}.", names.join(", "), columns[0].legend)
    };
    alike.map(explain).collect::<Vec<_>>().join(" ")
}
