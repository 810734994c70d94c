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
    shown: Option<Shown<R>>,
    /// The name of the field, and the datum in it.
    field: Option<(&'static str, Datum<R>)>,
}

/// What scripts get of a record in a column.
type Datum<R> = fn(&R) -> Value;

/// What people see of a column.
#[derive(Clone, Copy)]
pub struct Shown<R> {
    /// Its name.
    pub name: &'static str,
    /// What it shows, for a reader of the table; empty if that goes without saying.
    legend: &'static str,
    /// Whether it is set to the right, as numbers are.
    pub is_number: bool,
    text: ShownText<R>,
}

#[derive(Clone, Copy)]
enum ShownText<R> {
    Own(fn(&R) -> String),
    /// The text of what scripts get.
    OfDatum(Datum<R>),
}

impl<R> Shown<R> {
    /// What it shows of a record.
    pub fn text(&self, record: &R) -> String {
        match self.text {
            ShownText::Own(text) => text(record),
            ShownText::OfDatum(datum) => match datum(record) {
                Value::Bool(value) => if value { "yes" } else { "no" }.to_owned(),
                datum => plain(&datum),
            },
        }
    }
}

impl<R> Column<R> {
    /// A column of text, for people.
    pub const fn text(name: &'static str, text: fn(&R) -> String) -> Self {
        let text = ShownText::Own(text);
        Self { shown: Some(Shown { name, legend: "", is_number: false, text }), field: None }
    }

    /// A column of text for people, who are shown what scripts get in this field.
    pub const fn datum(name: &'static str, field: &'static str, datum: Datum<R>) -> Self {
        let text = ShownText::OfDatum(datum);
        let shown = Shown { name, legend: "", is_number: false, text };
        Self { shown: Some(shown), field: Some((field, datum)) }
    }

    /// A column of numbers, for people.
    pub const fn number(name: &'static str, legend: &'static str, text: fn(&R) -> String) -> Self {
        let text = ShownText::Own(text);
        Self { shown: Some(Shown { name, legend, is_number: true, text }), field: None }
    }

    /// A column for scripts.
    pub const fn field(name: &'static str, datum: Datum<R>) -> Self {
        Self { shown: None, field: Some((name, datum)) }
    }

    /// The same column, for scripts too.
    pub const fn and_field(self, name: &'static str, datum: Datum<R>) -> Self {
        Self { field: Some((name, datum)), ..self }
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

/// What people see.
pub fn shown<R>(columns: &[Column<R>]) -> impl Iterator<Item = &Shown<R>> {
    columns.iter().filter_map(|column| column.shown.as_ref())
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
        table.add_row(shown(columns).map(|column| column.text(record)));
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
    let shown: Vec<&Shown<R>> = shown(columns).collect();
    let explain = |columns: &[&Shown<R>]| {
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        let legend = columns.first().map_or("", |column| column.legend);
        (!legend.is_empty()).then(|| format!("{}: {legend}.", names.join(", ")))
    };
    let alike = shown.chunk_by(|one, next| one.legend == next.legend);
    alike.filter_map(explain).collect::<Vec<_>>().join(" ")
}
