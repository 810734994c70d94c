//! Finds the grid in a text that also has words, such as the answer of a language model.

use sudoku_core::Board;

use crate::read::read;

/// Returns the last board of a text, which can have words, headings and Markdown around it.
///
/// A board is a run of 81 digits and dots in a line, or nine consecutive lines with nine cells
/// each. Before the cells a line can have a label that ends in a colon. Brackets, bars, commas and
/// lines of a table are skipped. `0`, `.` and `_` are blanks.
///
/// ```
/// use sudoku_text::find_last_board;
///
/// let rows = "1 2 3 | 4 5 6 | 7 8 9\n".repeat(9);
/// let board = find_last_board(&format!("I fill the last cell:\n```\n{rows}```\nDone."));
/// assert_eq!(board.map(|board| board.clue_count()), Some(81));
/// assert_eq!(find_last_board("I cannot solve it."), None);
/// ```
#[must_use]
pub fn find_last_board(text: impl AsRef<[u8]>) -> Option<Board> {
    let text = text.as_ref();
    if let Ok((board, _)) = read(text) {
        return Some(board);
    }
    let text = String::from_utf8_lossy(text);
    let (mut last, mut rows) = (None, Vec::new());
    for line in text.lines() {
        if let Some(board) = find_run(line) {
            last = Some(board);
            rows.clear();
            continue;
        }
        match cells(line).as_deref() {
            Some([]) => {}
            Some(row) if row.len() == 9 => {
                rows.extend_from_slice(row);
                // A row of column numbers can be above the nine rows.
                let start = rows.len().checked_sub(81);
                last = start.and_then(|start| board(&rows[start..])).or(last);
            }
            Some(all) => {
                last = board(all).or(last);
                rows.clear();
            }
            None => rows.clear(),
        }
    }
    last
}

/// Finds the last run of 81 cells without a gap.
fn find_run(line: &str) -> Option<Board> {
    let runs = line.split(|char: char| cell(char).is_none());
    let line = |run: &str| {
        // A period can end the sentence.
        let run = if run.len() == 82 { run.strip_suffix('.')? } else { run };
        board(&run.chars().filter_map(cell).collect::<Vec<_>>())
    };
    runs.rev().find_map(line)
}

/// Returns the cells of a line that has only cells and the signs between them, after a label.
fn cells(line: &str) -> Option<Vec<u8>> {
    let line = line.rsplit(':').next().unwrap_or(line);
    let mut cells = Vec::new();
    for char in line.chars() {
        match cell(char) {
            Some(digit) => cells.push(digit),
            None if is_between_cells(char) => {}
            None => return None,
        }
    }
    Some(cells)
}

/// Returns the digit of a cell, or 0 for a blank.
fn cell(char: char) -> Option<u8> {
    match char {
        '.' | '_' => Some(0),
        _ => char.to_digit(10).map(|digit| digit as u8),
    }
}

fn is_between_cells(char: char) -> bool {
    char.is_whitespace()
        || "|,;+-=*`'\"[](){}&\\".contains(char)
        || ('\u{2500}'..='\u{257f}').contains(&char)
}

fn board(cells: &[u8]) -> Option<Board> {
    Board::new(cells.try_into().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// Returns the nine rows of the grid, each made by a function of its number and its digits.
    fn rows(row: impl Fn(usize, Vec<&str>) -> String) -> String {
        let rows = (0..9).map(|at| {
            let digits = (9 * at..9 * at + 9).map(|at| &GRID[at..=at]).collect();
            row(at + 1, digits)
        });
        rows.collect()
    }

    #[test]
    fn a_grid_is_found_in_every_usual_answer() {
        let spaced = rows(|_, row| format!("{}\n", row.join(" ")));
        let boxes = rows(|at, row| {
            let line = if at % 3 == 0 { "------+-------+------\n" } else { "" };
            format!(
                "{} | {} | {}\n{line}",
                row[..3].join(" "),
                row[3..6].join(" "),
                row[6..].join(" ")
            )
        });
        for answer in [
            format!("The solution is {GRID}."),
            format!("<answer>{GRID}</answer>"),
            format!("{{\"answer\": \"{GRID}\"}} is what I found"),
            format!("Let me think. r1c1 is 5, so r1c2 = 3.\n\n```\n{spaced}```\nThat is all."),
            format!("**Solution:**\n\n{boxes}\nI checked it."),
            format!("Answer:\n{}", rows(|at, row| format!("Row {at}: {}\n", row.join(", ")))),
            format!("So: [{}]", rows(|_, row| format!("[{}], ", row.join(",")))),
            format!("So\n[\n{}]", rows(|_, row| format!("  [{}],\n", row.join(", ")))),
            format!(
                "The table\n1 2 3 4 5 6 7 8 9\n|---|---|\n{}",
                rows(|_, row| format!("| {} |\n", row.join(" | ")))
            ),
            format!("LaTeX\n{}", rows(|_, row| format!("{} \\\\\n", row.join(" & ")))),
            format!("First {}\nNo, better:\n{spaced}", "1".repeat(81)),
            format!("First:\n{}\nNo, better: {GRID}", spaced.replace('5', "1")),
        ] {
            let found = find_last_board(&answer).map(|board| board.to_string());
            assert_eq!(found.as_deref(), Some(GRID), "{answer}");
        }
    }

    #[test]
    fn blanks_stay_blank() {
        let partial = format!("So far: {}", GRID.replace('5', "."));
        let found = find_last_board(&partial).unwrap();
        assert_eq!(found.to_string(), GRID.replace('5', "."));
    }

    #[test]
    fn a_text_without_81_cells_has_no_board() {
        let eight = rows(|at, row| if at == 9 { String::new() } else { row.join(" ") + "\n" });
        let longer = format!("{GRID}5 is it");
        for answer in ["", "I cannot solve this.", &eight, &longer, "r1c1 = 5"] {
            assert_eq!(find_last_board(answer), None, "{answer}");
        }
    }
}
