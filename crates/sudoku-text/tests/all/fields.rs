//! Tests of the values beside the puzzles of a file.

use sudoku_text::{Blocks, FileFields, FileFormat, object_fields};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Returns the fields of each entry as `name=value` pairs, with a star before the puzzle.
fn fields(text: &str) -> Vec<String> {
    let shown = |fields: FileFields| {
        let pair = |(at, field): (usize, &sudoku_text::FileField)| {
            let star = if at == fields.puzzle { "*" } else { "" };
            format!("{star}{}={}", field.name, field.json)
        };
        fields.all.iter().enumerate().map(pair).collect::<Vec<_>>().join(" ").replace(LINE, "P")
    };
    let blocks = Blocks::new(text.as_bytes()).map(Result::unwrap);
    blocks
        .flat_map(|block| {
            block.fields().map_or_else(Vec::new, |it| it.map(|(_, it)| shown(it)).collect())
        })
        .collect()
}

#[test]
fn each_format_has_its_values() {
    let spaced = LINE.split("").collect::<Vec<_>>().join(" ");
    let bank = LINE.replace('.', "0");
    for (text, expected) in [
        (format!("{LINE}\n{LINE}"), vec![]),
        (
            format!("{LINE}\n{LINE}\tan ID \n"),
            vec!["*puzzle=\"\"", "*puzzle=\"\" comment=\"an ID\""],
        ),
        (format!("{LINE}; \n{spaced} # a\n"), vec!["*puzzle=\"\"", "*puzzle=\"\" comment=\"a\""]),
        (
            format!("id;sudoku;said\n01;{LINE};\"a \"\"b\"\"\"\nx\n2;{LINE}\n"),
            vec![
                "id=\"01\" *sudoku=\"P\" said=\"a \\\"b\\\"\"",
                "id=\"x\" *sudoku=\"\" said=\"\"",
                "id=\"2\" *sudoku=\"P\" said=\"\"",
            ],
        ),
        (
            format!("puzzle,a,a,puzzle,a\n{LINE},1,2,x,3\n"),
            vec!["*puzzle=\"P\" a=\"1\" a_2=\"2\" puzzle_2=\"x\" a_3=\"3\""],
        ),
        (format!("puzzle\n{LINE}\n"), vec![]),
        (format!("puzzle\n{LINE},7\n"), vec!["*puzzle=\"P\" column_2=\"7\""]),
        (
            format!("{{\"b\":1.50,\"puzzle\":\"{LINE}\",\"a\":[1, 2]}}\n"),
            vec!["b=1.50 *puzzle=\"P\" a=[1, 2]"],
        ),
        (
            format!("[{{\"puzzle\":\"{LINE}\",\"n\":1}},{{\"n\":2,\"puzzle\":\"{LINE}\"}}]"),
            vec!["*puzzle=\"P\" n=1", "n=2 *puzzle=\"P\""],
        ),
        (
            format!("0123456789ab {bank}  2.5\n"),
            vec![
                "hash=\"0123456789ab\" *puzzle=\"530070000600195000098000060800060003400803001700020006060000280000419005000080079\" rating=\"2.5\"",
            ],
        ),
    ] {
        assert_eq!(fields(&text), expected, "{text}");
    }
}

/// The values of the objects around a puzzle belong to it, unless a list is between them.
#[test]
fn a_nested_puzzle_keeps_the_values_around_it() {
    let site = format!("[[{}]]", "{},".repeat(9).trim_end_matches(','));
    for (text, expected) in [
        (
            format!("[{{\"name\":\"x}}\",\"in\":{{\"puzzle\":\"{LINE}\",\"id\":1}},\"id\":7}}]"),
            vec!["*puzzle=\"P\" id=1 name=\"x}\" id_2=7"],
        ),
        (
            format!(
                "{{\"day\":\"Fri\",\"easy\":{{\"n\":1,\"puzzle\":\"{LINE}\"}},\n\
                 \"hard\":{{\"n\":2,\"puzzle\":\"{LINE}\"}},\"tags\":[1,2]}}"
            ),
            vec![
                "n=1 *puzzle=\"P\" day=\"Fri\" tags=[1,2]",
                "n=2 *puzzle=\"P\" day=\"Fri\" tags=[1,2]",
            ],
        ),
        (
            format!("{{\"size\":2,\"all\":[{{\"puzzle\":\"{LINE}\"}},{{\"puzzle\":\"{LINE}\"}}]}}"),
            vec!["*puzzle=\"P\"", "*puzzle=\"P\""],
        ),
        (
            format!("{{\"title\":\"T\",\"grid\":{site}}}"),
            vec![&*format!("title=\"T\" *puzzle={site}")],
        ),
    ] {
        assert_eq!(fields(&text), expected, "{text}");
    }
}

/// The bytes of other encodings are reported, because the values are texts.
#[test]
fn values_that_are_not_utf_8_are_reported() {
    for before in ["", "id,puzzle\n", "puzzle,id\n"] {
        for (comment, is_lossy) in [(&b"\xe9t\xe9"[..], true), ("été �".as_bytes(), false)] {
            let row: [&[u8]; 2] = [LINE.as_bytes(), comment];
            let row = if before.starts_with("id") { [row[1], row[0]] } else { row };
            let text = [before.as_bytes(), &row.join(&b','), b"\n"].concat();
            let block = Blocks::new(&*text).next().unwrap().unwrap();
            let (_, fields) = block.fields().unwrap().next().unwrap();
            assert_eq!(fields.is_lossy, is_lossy, "{before}");
        }
    }
}

/// The place of the comment is right after separators and characters of several bytes.
#[test]
fn a_comment_begins_after_the_last_cell() {
    let wide = LINE.replace('5', "５").replace('.', "·");
    let commas = LINE.split("").collect::<Vec<_>>().join(",");
    for cells in [&wide, commas.trim_matches(','), &commas.trim_matches(',').replace(',', ";")] {
        for (end, comment) in [("", None), (" # tag", Some(r#""tag""#))] {
            let text = format!("{cells}{end}\n");
            let mut puzzles = Blocks::with_format(text.as_bytes(), FileFormat::Line).puzzles();
            assert!(puzzles.all(|puzzle| puzzle.is_ok()), "{text}");
            let found: Vec<_> = Blocks::with_format(text.as_bytes(), FileFormat::Line)
                .flat_map(|block| block.unwrap().fields().into_iter().flatten().collect::<Vec<_>>())
                .filter_map(|(_, fields)| fields.all.get(1).map(|field| field.json.clone()))
                .collect();
            assert_eq!(found.first().map(String::as_str), comment, "{text}");
        }
    }
}

/// Each entry has its own fields, even if some entries cannot be read.
#[test]
fn every_entry_has_its_fields() {
    let board = sudoku_text::read(LINE.as_bytes()).unwrap().0;
    for &format in FileFormat::ALL {
        let mut text = format.header().as_bytes().to_vec();
        format.write(&board, true, &mut text);
        let last = text.len();
        format.write(&board, false, &mut text);
        if format.has_lines() {
            text[last + 5] = b'!';
        }
        text.extend(format.footer().as_bytes());
        for block in Blocks::with_format(&*text, format).map(Result::unwrap) {
            if let Some(fields) = block.fields() {
                assert_eq!(fields.count(), block.puzzles().count(), "{format}");
            }
        }
    }
    assert!(object_fields("[1]").is_empty());
}
