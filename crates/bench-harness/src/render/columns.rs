//! Tables by their columns.
//!
//! A kind of record has one list of columns: each has a name, says how the record shows it, and may
//! explain itself. The list drives the tables on a terminal, in Markdown and on a page, their
//! legends, and CSV. So a new column is a field of the record and an entry in the list.

use comfy_table::{CellAlignment, Table};

use super::style::Style;

/// A column of the tables of records of one kind.
pub struct Column<R> {
    /// Its name.
    pub name: &'static str,
    /// What it shows, for a reader of the table; empty if that goes without saying.
    pub legend: &'static str,
    /// How a record shows it.
    pub shown: Shown<R>,
}

/// How a record shows a column.
pub enum Shown<R> {
    /// To people, set to the left.
    Text(fn(&R) -> String),
    /// To people, set to the right.
    Number(fn(&R) -> String),
    /// To scripts, in CSV: the record's field of the column's name.
    Field,
}

impl<R> Column<R> {
    /// A column of text.
    pub const fn text(name: &'static str, show: fn(&R) -> String) -> Self {
        Self { name, legend: "", shown: Shown::Text(show) }
    }

    /// A column of numbers.
    pub const fn number(name: &'static str, legend: &'static str, show: fn(&R) -> String) -> Self {
        Self { name, legend, shown: Shown::Number(show) }
    }

    /// A column of CSV.
    pub const fn field(name: &'static str) -> Self {
        Self { name, legend: "", shown: Shown::Field }
    }

    /// What it shows people of a record, and whether that is set to the right.
    pub fn cell(&self, record: &R) -> Option<(String, bool)> {
        match self.shown {
            Shown::Text(show) => Some((show(record), false)),
            Shown::Number(show) => Some((show(record), true)),
            Shown::Field => None,
        }
    }

    /// Whether people see it, and whether it is set to the right.
    pub fn is_right(&self) -> Option<bool> {
        match self.shown {
            Shown::Text(_) => Some(false),
            Shown::Number(_) => Some(true),
            Shown::Field => None,
        }
    }
}

/// What is shown where nothing is known.
pub const NONE: &str = "–";

/// What is known, or a dash.
pub fn known<T>(value: Option<T>, show: impl FnOnce(T) -> String) -> String {
    value.map_or(NONE.to_owned(), show)
}

/// The table of these records for people.
pub fn table<'r, R: 'r>(
    columns: &[Column<R>],
    records: impl IntoIterator<Item = &'r R>,
    style: Style,
) -> Table {
    let mut table = Table::new();
    let shown = || columns.iter().filter(|column| column.is_right().is_some());
    table.load_style(style.table).set_header(shown().map(|column| column.name));
    for record in records {
        table.add_row(columns.iter().filter_map(|column| Some(column.cell(record)?.0)));
    }
    for (column, set) in shown().zip(table.column_iter_mut()) {
        if column.is_right() == Some(true) {
            set.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// What the columns show, each explained once.
pub fn legend<R>(columns: &[Column<R>]) -> String {
    let alike = columns.chunk_by(|one, next| one.legend == next.legend);
    let explain = |columns: &[Column<R>]| {
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        let legend = columns.first().map_or("", |column| column.legend);
        (!legend.is_empty()).then(|| format!("{}: {legend}.", names.join(", ")))
    };
    alike.filter_map(explain).collect::<Vec<_>>().join(" ")
}
