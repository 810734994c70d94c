//! Tables by their columns.
//!
//! A kind of record has one list of columns. A column is for people, for scripts, or for both: it
//! says how the record shows it to people, and which datum scripts get. The list drives the tables
//! on a terminal, in Markdown and on a page, their legends, and the fields of JSON, which are what
//! CSV takes its columns from. So a new column is an entry in the list.

use comfy_table::{CellAlignment, Table};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::format::plain;
use super::style::Style;

/// A column of the tables of records of one kind.
pub struct Column<R> {
    /// What people call it; nothing if it is for scripts alone.
    pub name: &'static str,
    /// What it shows, for a reader of the table; empty if that goes without saying.
    legend: &'static str,
    /// Whether it is set to the right, as numbers are.
    pub is_number: bool,
    /// What people see of a record: this, or else the datum.
    text: Option<fn(&R) -> String>,
    /// The name of the field for scripts, and the datum in it.
    field: Option<(&'static str, Datum<R>)>,
}

/// What scripts get of a record in a column.
type Datum<R> = fn(&R) -> Value;

impl<R> Column<R> {
    /// A column of text, for people.
    pub const fn text(name: &'static str, text: fn(&R) -> String) -> Self {
        Self { name, legend: "", is_number: false, text: Some(text), field: None }
    }

    /// A column of numbers, for people.
    pub const fn number(name: &'static str, legend: &'static str, text: fn(&R) -> String) -> Self {
        Self { legend, is_number: true, ..Self::text(name, text) }
    }

    /// A column for scripts.
    pub const fn field(field: &'static str, datum: Datum<R>) -> Self {
        Self::datum("", field, datum)
    }

    /// A column of text for people, who are shown what scripts get in this field.
    pub const fn datum(name: &'static str, field: &'static str, datum: Datum<R>) -> Self {
        Self { name, legend: "", is_number: false, text: None, field: Some((field, datum)) }
    }

    /// The same column, for scripts too.
    pub const fn and_field(self, name: &'static str, datum: Datum<R>) -> Self {
        Self { field: Some((name, datum)), ..self }
    }

    /// What people see of a record.
    pub fn cell(&self, record: &R) -> String {
        match (self.text, self.field.map(|(_, datum)| datum(record))) {
            (Some(text), _) => text(record),
            (None, Some(Value::Bool(value))) => if value { "yes" } else { "no" }.to_owned(),
            (None, datum) => datum.as_ref().map_or(String::new(), plain),
        }
    }
}

/// A record as scripts see it: an object of the columns' fields.
pub struct Fields<'r, R>(pub &'r [Column<R>], pub &'r R);

impl<R> Serialize for Fields<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.0.iter().filter_map(|column| column.field);
        serializer.collect_map(fields.map(|(name, datum)| (name, datum(self.1))))
    }
}

/// What is shown where nothing is known.
pub const NONE: &str = "–";

/// What is known, or a dash.
pub fn known<T>(value: Option<T>, show: impl FnOnce(T) -> String) -> String {
    value.map_or(NONE.to_owned(), show)
}

/// The columns that people see.
pub fn shown<R>(columns: &[Column<R>]) -> impl Iterator<Item = &Column<R>> {
    columns.iter().filter(|column| !column.name.is_empty())
}

/// The table of these records for people.
pub fn table<'r, R: 'r>(
    columns: &[Column<R>],
    records: impl IntoIterator<Item = &'r R>,
    style: Style,
) -> Table {
    let mut table = Table::new();
    table.load_style(style.table).set_header(shown(columns).map(|column| column.name));
    for record in records {
        table.add_row(shown(columns).map(|column| style.cell(column.cell(record))));
    }
    for (column, set) in shown(columns).zip(table.column_iter_mut()) {
        if column.is_number {
            set.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// What the columns show, each explained once.
pub fn legend<R>(columns: &[Column<R>]) -> String {
    let explained: Vec<&Column<R>> =
        shown(columns).filter(|column| !column.legend.is_empty()).collect();
    let alike = explained.chunk_by(|one, next| one.legend == next.legend);
    let explain = |columns: &[&Column<R>]| {
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        format!("{}: {}.", names.join(", "), columns[0].legend)
    };
    alike.map(explain).collect::<Vec<_>>().join(" ")
}
