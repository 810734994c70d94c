//! Rows of answers: the named values of an entry, followed by the named values of its answer.

use std::sync::Arc;

use serde_json::Value;
use sudoku_core::Board;
use sudoku_core::box_art::cell_value;
use sudoku_text::{COMMENT, FileField, FileFields, free_name, object_fields};

/// Returns the values of the entry with those of the answer behind them. The puzzle of the answer
/// takes the place of the entry's. If the entry has a value with the same name, the new name ends
/// with `_2`.
pub(crate) fn joined(entry: &FileFields, answer: Vec<FileField>) -> Vec<FileField> {
    let mut row = entry.all.clone();
    for FileField { name, json } in answer {
        match row.get_mut(entry.puzzle).filter(|_| &*name == "puzzle") {
            Some(puzzle) => puzzle.json = json,
            None => row.push(FileField { name: free_name(name, &row), json }),
        }
    }
    row
}

/// Returns the values of an entry in these columns, and the names of those that have no column.
pub(crate) fn in_columns(columns: &FileFields, entry: FileFields) -> (FileFields, Vec<Arc<str>>) {
    let is_same = |(one, other): (&FileField, &FileField)| one.name == other.name;
    if columns.all.len() == entry.all.len() && columns.all.iter().zip(&entry.all).all(is_same) {
        return (entry, Vec::new());
    }
    let FileFields { mut all, puzzle, is_lossy } = entry;
    if puzzle < all.len() {
        all.remove(puzzle);
    }
    let value = |(at, column): (usize, &FileField)| {
        let place = all.iter().position(|field| at != columns.puzzle && field.name == column.name);
        let json = place.map_or_else(|| "null".to_owned(), |place| all.remove(place).json);
        FileField { name: Arc::clone(&column.name), json }
    };
    let row = columns.all.iter().enumerate().map(value).collect();
    let lost = all.into_iter().filter(|field| field.json != "null").map(|field| field.name);
    (FileFields { all: row, puzzle: columns.puzzle, is_lossy }, lost.collect())
}

/// Returns the value of a board in JSON, as a text or as lists of cells, with a changed board.
/// Returns `None` for any other value.
pub(crate) fn with_cells(json: &str, map: impl Fn(&Board) -> Board) -> Option<String> {
    if !json.starts_with(['"', '[']) {
        return None;
    }
    let is_cell = |byte: &u8| cell_value(*byte).is_some();
    let cells: Vec<u8> = json.bytes().filter(is_cell).collect();
    let is_other = |byte: u8| !is_cell(&byte) && !matches!(byte, b'[' | b']' | b',' | b'"' | b' ');
    let board = Board::from_line(cells.as_slice().try_into().ok()?)?;
    if json.bytes().any(is_other) {
        return None;
    }
    // Blanks stay as the file writes them.
    let blank = cells.iter().find(|byte| cell_value(**byte) == Some(0)).copied().unwrap_or(b'.');
    let mapped = map(&board);
    let mut digits = mapped.as_bytes().iter().map(|&it| if it == 0 { blank } else { b'0' + it });
    let change = |byte: u8| if is_cell(&byte) { digits.next().unwrap_or(byte) } else { byte };
    Some(json.bytes().map(change).map(char::from).collect())
}

/// Returns the comment of an entry, on one line.
pub(crate) fn comment(entry: &FileFields) -> Option<String> {
    value(entry, COMMENT)
}

/// Returns the comment and the ID of an entry, to be printed beside it.
pub(crate) fn label(entry: &FileFields) -> String {
    let values = [COMMENT, "id"].into_iter().filter_map(|name| value(entry, name));
    values.collect::<Vec<_>>().join(" · ")
}

/// Returns the value with this name as a line of text, unless it is empty.
fn value(entry: &FileFields, name: &str) -> Option<String> {
    let field = entry.all.iter().find(|field| &*field.name == name)?;
    let text = plain(&field.json);
    (!text.is_empty()).then(|| text.replace(['\n', '\r'], " "))
}

/// Returns the row as a JSON object on a line.
pub(crate) fn object(row: &[FileField]) -> String {
    let name = |field: &FileField| Value::from(&*field.name).to_string();
    let member = |field: &FileField| format!("{}:{}", name(field), field.json);
    format!("{{{}}}\n", row.iter().map(member).collect::<Vec<_>>().join(","))
}

/// Returns the row as a line of a table.
pub(crate) fn line(row: &[FileField], separator: char) -> String {
    table_line(row.iter().map(|field| plain(&field.json)), separator)
}

/// Returns the header of a table with such rows.
pub(crate) fn header(row: &[FileField], separator: char) -> String {
    table_line(row.iter().map(|field| field.name.to_string()), separator)
}

fn table_line(values: impl Iterator<Item = String>, separator: char) -> String {
    // A row is one line, and a line that begins with `#` is a comment.
    let quoted = |text: String| {
        let text = text.replace(['\n', '\r'], " ");
        let has_ends = text.trim() != text || text.starts_with('#');
        match has_ends || text.contains([separator, '"']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text,
        }
    };
    values.map(quoted).collect::<Vec<_>>().join(&separator.to_string()) + "\n"
}

/// Returns a JSON value as text: a list as its values with spaces between them, and an object as
/// `name:value` pairs.
pub(crate) fn plain(json: &str) -> String {
    if !json.starts_with(['"', '[', '{', 'n']) {
        return json.to_owned();
    }
    let pair = |FileField { name, json }: FileField| format!("{name}:{}", plain(&json));
    match serde_json::from_str(json) {
        // The members stay in their order.
        Ok(Value::Object(_)) => {
            object_fields(json).into_iter().map(pair).collect::<Vec<_>>().join(" ")
        }
        Ok(value) => text(&value),
        Err(_) => json.to_owned(),
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(pairs: &[(&str, &str)]) -> Vec<FileField> {
        pairs.iter().map(|(name, text)| FileField::text(name, text)).collect()
    }

    #[test]
    fn a_result_never_replaces_a_value_of_the_file() {
        let entry = FileFields {
            all: fields(&[("id", "7"), ("quiz", "old"), ("er", "1"), ("er_2", "2")]),
            puzzle: 1,
            is_lossy: false,
        };
        let row = joined(&entry, fields(&[("puzzle", "new"), ("er", "3")]));
        assert_eq!(header(&row, ','), "id,quiz,er,er_2,er_3\n");
        assert_eq!(line(&row, ','), "7,new,1,2,3\n");
    }

    #[test]
    fn values_without_a_column_are_named() {
        let of = |pairs, puzzle| FileFields { all: fields(pairs), puzzle, is_lossy: false };
        let columns = of(&[("puzzle", ""), ("id", "")], 0);
        let entry = of(&[("name", "x"), ("puzzle", "p")], 1);
        let (row, lost) = in_columns(&columns, entry);
        assert_eq!(line(&joined(&row, fields(&[("puzzle", "q")])), ','), "q,\n");
        assert_eq!(lost, ["name".into()]);
    }

    #[test]
    fn a_line_of_a_table_can_be_read_again() {
        let row = fields(&[("a", "1,2"), ("b", "say \"x\""), ("c", "two\nlines"), ("d", "#é")]);
        assert_eq!(line(&row, ','), "\"1,2\",\"say \"\"x\"\"\",two lines,\"#é\"\n");
        assert_eq!(plain(r#"{"a":1,"b":["x",null]}"#), "a:1 b:x ");
        assert_eq!(plain("1.50"), "1.50");
    }
}
