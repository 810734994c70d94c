//! Tests of links and of the JSON of other sites.
//!
//! The links in `data/links.txt` were written by other programs: lz-string 1.5 for JavaScript,
//! SudokuPad's `PuzzleZipper`, and zlib for penpa.

use sudoku_core::Board;
use sudoku_rules::{FPuzzlesError, Rules};
use sudoku_text::{Blocks, FileError, FileFormat, PuzzleFile, read_puzzles};

use crate::common::{LINE, OTHER, board};

/// Returns the link with this name.
fn link(name: &str) -> &'static str {
    let mut lines =
        include_str!("../data/links.txt").lines().filter_map(|line| line.split_once(' '));
    lines.find(|line| line.0 == name).unwrap().1
}

/// The solution of [`LINE`].
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn boards(file: &PuzzleFile) -> Vec<Board> {
    file.puzzles.iter().map(|puzzle| puzzle.board).collect()
}

fn errors(text: &str) -> Vec<String> {
    read_puzzles(text.as_bytes()).errors.iter().map(ToString::to_string).collect()
}

#[test]
fn links_of_classic_puzzles_are_read() {
    for name in [
        "f-puzzles",
        "f-puzzles-played",
        "cracking-the-cryptic",
        "sudokupad-f-puzzles",
        "sudokupad-short",
        "sudokupad-json",
        "penpa",
        "sudokuwiki",
        "sudoku.coach",
        "sudokuexchange",
        "page",
    ] {
        for text in [link(name).to_owned(), format!("# links\n  {}\tfrom a friend\r\n", link(name))]
        {
            let file = read_puzzles(text.as_bytes());
            assert_eq!((boards(&file), file.errors), (vec![board(LINE)], vec![]), "{name}");
        }
    }
    // A position has the clues, without the digits that were placed later.
    let file = read_puzzles(link("sudokuwiki-position").as_bytes());
    let clues = "100000569402000008050009040000640801000010000208035000040500010900000402621000005";
    assert_eq!(boards(&file), [board(clues)]);
}

/// In the short form of SudokuPad, a word is a number only if it is a number in JSON.
#[test]
fn colors_in_a_link_are_words() {
    let text = json_of(link("sudokupad-short"));
    for color in ["001122", "inf", "+1", ".5"] {
        let text = text.replacen('{', &format!("{{color:{color},"), 1);
        let link = format!("https://sudokupad.app/scl{}", lz_str::compress_to_base64(&text));
        let file = read_puzzles(link.as_bytes());
        assert_eq!((boards(&file), file.errors), (vec![board(LINE)], vec![]), "{text}");
    }
}

/// Returns the JSON in a link that ends with it.
fn json_of(link: &str) -> String {
    let (_, compressed) = link.split_once("load=").or(link.split_once("scl")).unwrap();
    let compressed = compressed.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    String::from_utf16(&lz_str::decompress_from_base64(&compressed).unwrap()).unwrap()
}

/// The crate `sudoku-rules` reads the rules in the JSON of these links.
#[test]
fn the_reader_of_rules_finds_the_same_clues() {
    for (name, rule) in [
        ("f-puzzles", ""),
        ("f-puzzles-played", ""),
        ("f-puzzles-cages", "cage "),
        ("f-puzzles-diagonal", "diagonal-"),
        ("f-puzzles-regions", "no-boxes"),
    ] {
        let rules = Rules::from_f_puzzles(&json_of(link(name))).unwrap();
        assert_eq!(rules.rules.is_empty(), rule.is_empty(), "{name}");
        assert!(rules.to_string().contains(rule), "{name}: {rules}");
        let [FileError::Variant { f_puzzles, .. }] =
            &read_puzzles(link(name).as_bytes()).errors[..]
        else {
            assert_eq!(rules.board, board(LINE), "{name}");
            continue;
        };
        assert_eq!(Rules::from_f_puzzles(f_puzzles.as_ref().unwrap()), Ok(rules), "{name}");
    }
}

/// An unknown list may be only a drawing.
#[test]
fn a_known_rule_is_named_before_unknown_lists() {
    let json = json_of(FileFormat::FPuzzles.display(&board(LINE)).to_string().trim());
    for (lists, rule) in [
        ("\"b\":[1]", "b"),
        ("\"b\":[1],\"diagonal+\":[1]", "diagonals"),
        ("\"diagonal+\":[1],\"z\":[1]", "diagonals"),
        ("\"b\":[],\"z\":[1]", "z"),
    ] {
        let json = json.replacen('{', &format!("{{{lists},"), 1);
        let link = lz_str::compress_to_base64(&json);
        let message = &errors(&format!("https://f-puzzles.com/?load={link}"))[0];
        assert!(message.contains(&format!("a variant ({rule})")), "{lists}: {message}");
    }
}

/// The reader of rules gets these objects and refuses the field by its name.
#[test]
fn a_rule_of_a_wrong_type_is_not_classic() {
    const FIELDS: &[&str] = &[
        "diagonal+",
        "diagonal-",
        "antiknight",
        "antiking",
        "nonconsecutive",
        "disjointgroups",
        "thermometer",
        "palindrome",
        "renban",
        "whispers",
        "betweenline",
        "killercage",
        "difference",
        "ratio",
        "odd",
        "even",
        "minimum",
        "maximum",
        "xv",
        "quadruple",
        "clone",
        "arrow",
        "littlekillersum",
        "extraregion",
        "negative",
        "sandwichsum",
        "foglight",
        "lockout",
        "cage",
        "size",
    ];
    let json = json_of(FileFormat::FPuzzles.display(&board(LINE)).to_string().trim());
    let json = json.replace("\"size\":9,", "");
    for field in FIELDS {
        let read = |value: &str| {
            read_puzzles(json.replacen('{', &format!("{{\"{field}\":{value},"), 1).as_bytes())
        };
        for value in ["\"x\"", "0", "7", "{}"] {
            let file = read(value);
            let [FileError::Variant { f_puzzles: Some(json), .. }] = &file.errors[..] else {
                panic!("{field} {value}: {:?}", file.errors);
            };
            let error = FPuzzlesError::Malformed((*field).to_owned());
            assert_eq!(Rules::from_f_puzzles(json), Err(error), "{field} {value}");
        }
        if *field == "cage" {
            assert!(matches!(read("[1]").errors[..], [FileError::Variant { .. }]));
        }
        for empty in ["null", "false", "[]", "\"\""] {
            let file = read(empty);
            assert_eq!(
                (boards(&file), file.errors),
                (vec![board(LINE)], vec![]),
                "{field} {empty}"
            );
        }
    }
}

/// A digit in such a cell would otherwise be lost.
#[test]
fn a_cell_of_a_wrong_type_is_not_blank() {
    let json = json_of(FileFormat::FPuzzles.display(&board(LINE)).to_string().trim());
    for cell in ["7", "{\"value\":7,\"given\":\"true\"}", "{\"value\":7,\"given\":1}"] {
        let file = read_puzzles(json.replacen("{},{}", &format!("{{}},{cell}"), 1).as_bytes());
        let [FileError::Variant { f_puzzles: Some(json), .. }] = &file.errors[..] else {
            panic!("{cell}: {:?}", file.errors);
        };
        let error = FPuzzlesError::Malformed("grid".to_owned());
        assert_eq!(Rules::from_f_puzzles(json), Err(error), "{cell}");
    }
}

#[test]
fn the_error_for_a_variant_names_its_rule() {
    for (name, error) in [
        ("f-puzzles-cages", "a variant (killer cages) cannot be read here"),
        ("f-puzzles-diagonal", "a variant (diagonals) cannot be read here"),
        ("f-puzzles-6", "a 6×6 puzzle; only 9×9"),
        ("f-puzzles-regions", "a variant (irregular regions) cannot be read here"),
        ("sudokupad-cages", "a variant (killer cages) cannot be read here"),
        ("sudokupad-lines", "a variant (drawn lines) cannot be read here"),
        ("penpa-thermo", "a variant (thermometers) cannot be read here"),
        (
            "penpa-diagonal",
            "a variant (diagonals or clues outside of the grid) cannot be read here",
        ),
        ("penpa-6", "a 6×6 puzzle; only 9×9"),
        ("penpa-regions", "a variant (irregular regions) cannot be read here"),
    ] {
        // The variant is also refused as the first link and between other links.
        let text = format!("{0}\n{1}\n{0}\n", link(name), link("penpa"));
        let file = read_puzzles(text.as_bytes());
        assert_eq!((boards(&file), file.errors.len()), (vec![board(LINE)], 2), "{name}");
        let message = file.errors[0].to_string();
        assert!(message.starts_with(&format!("line 1: {error}")), "{name}: {message}");
        assert_eq!(errors(link(name)).len(), 1);
    }
}

#[test]
fn the_error_for_a_link_without_a_puzzle_has_the_reason() {
    let short = format!("https://sudoku.coach/en/play/{}", &LINE[..80]);
    let f_puzzles = link("f-puzzles");
    for (link, message) in [
        ("https://sudokupad.app/k7qc98e00u", "the link holds only the ID of a puzzle"),
        ("https://f-puzzles.com/?id=abc", "the link holds only the ID of a puzzle"),
        ("https://example.org/#id=H1", "the link holds only the ID of a puzzle"),
        ("https://example.org/", "found no puzzle in the link"),
        ("https://", "found no puzzle in the link"),
        (&f_puzzles[..300], "the compressed puzzle in the link is damaged"),
        ("https://f-puzzles.com/?load=", "the compressed puzzle in the link is damaged"),
        ("https://sudokupad.app/scl!!", "the compressed puzzle in the link is damaged"),
        ("https://x.org/penpa-edit/#m=edit&p=AAAA", "the compressed puzzle in the link is damaged"),
    ] {
        let errors = errors(link);
        assert!(errors[0].starts_with(&format!("line 1: {message}")), "{link} {errors:?}");
    }
    assert_eq!(errors(&short), ["line 1, column 110 (r9c9): 1 cell missing"]);
}

/// A short text may decompress to a very long one.
#[test]
fn decompression_is_bounded() {
    // 'A' and 'B' repeat a phrase of LZ-string and of Deflate.
    let long = format!("https://f-puzzles.com/?load={}", "A".repeat(60_000));
    assert!(errors(&long)[0].contains("longer than 8192 characters"), "{:?}", errors(&long));
    let zeros = miniz_oxide::deflate::compress_to_vec(&vec![b'a'; 20_000_000], 9);
    let text = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, zeros);
    let long = format!("https://x.org/penpa-edit/#m=edit&p={text}");
    assert!(errors(&long)[0].contains("is damaged"), "{:?}", errors(&long));
}

#[test]
fn deep_json_is_an_error() {
    for deep in ["[".repeat(4000), "{'a':".repeat(1500)] {
        let text = format!("{{\"size\":9,\"grid\":[[{{\"value\":{deep}");
        for link in
            [format!("https://f-puzzles.com/?load={}", lz_str::compress_to_base64(&text)), text]
        {
            let file = read_puzzles(link.as_bytes());
            assert!(file.puzzles.is_empty() && !file.errors.is_empty());
        }
    }
}

#[test]
fn links_are_written() {
    for (format, start) in [
        (FileFormat::Link, "https://www.sudokuwiki.org/sudoku.htm?bd=5300700006"),
        (FileFormat::FPuzzles, "https://f-puzzles.com/?load=N4Ig"),
        (FileFormat::SudokuPad, "https://sudokupad.app/sclN4Ig"),
    ] {
        let text = format.display(&board(LINE)).to_string();
        assert!(text.starts_with(start), "{text}");
        let both = format!("{text}\n{}\n", format.display(&board(OTHER)));
        let mut blocks = Blocks::with_format(both.as_bytes(), format);
        let read: Vec<Board> = blocks
            .by_ref()
            .flat_map(|block| block.unwrap().puzzles().flatten().collect::<Vec<_>>())
            .map(|puzzle| puzzle.board)
            .collect();
        assert_eq!(read, [board(LINE), board(OTHER)], "{format}");
    }
    assert_eq!("sudokuwiki".parse(), Ok(FileFormat::Link));
}

/// JSON of the three sites, on one line and on many.
#[test]
fn json_of_other_sites_is_read() {
    let cells = |clue: &dyn Fn(char) -> String| {
        let row = |row: &[char]| {
            row.iter()
                .map(|&cell| if cell == '.' { "{}".to_owned() } else { clue(cell) })
                .collect::<Vec<_>>()
                .join(", ")
        };
        let cells: Vec<char> = LINE.chars().collect();
        cells.chunks(9).map(|cells| format!("[{}]", row(cells))).collect::<Vec<_>>().join(",\n  ")
    };
    let given = cells(&|cell| format!("{{\"value\": {cell}, \"given\": true}}"));
    let value = cells(&|cell| format!("{{\"value\": \"{cell}\"}}"));
    let region = |number: usize| {
        let cell =
            |at: usize| format!("[{}, {}]", number / 3 * 3 + at / 3, number % 3 * 3 + at % 3);
        format!("[{}]", (0..9).map(cell).collect::<Vec<_>>().join(", "))
    };
    let regions = (0..9).map(region).collect::<Vec<_>>().join(",\n  ");
    let numbers = LINE.replace('.', "0").chars().map(String::from).collect::<Vec<_>>().join(", ");
    let f_puzzles = format!("{{\n \"size\": 9, \"title\": \"T\",\n \"grid\": [{given}]\n}}");
    let sudokupad = format!("{{\"cells\": [{value}],\n \"regions\": [{regions}], \"lines\": []}}");
    let other = |puzzle: &str| {
        format!(
            "{{\"day\": \"x\", \"puzzle_data\": {{\"hints\": [1], \"puzzle\": [{puzzle}],\n \"solution\": [1, 2]}}}}"
        )
    };
    let nyt = format!(
        "{{\"displayDate\": \"May 1\", \"easy\": {0},\n\"medium\": {0},\n\"hard\": {0}}}",
        other(&numbers)
    );
    let script = format!("window.gameData = {nyt}");
    let cages = f_puzzles.replacen('{', "{\"killercage\": [{\"cells\": [\"R1C1\"]}],", 1);
    for (text, puzzles) in [(f_puzzles, 1), (sudokupad, 1), (nyt, 3), (script, 3)] {
        for text in [text.replace('\n', ""), format!("{text}\n")] {
            let file = read_puzzles(text.as_bytes());
            assert_eq!(
                (boards(&file), file.errors),
                (vec![board(LINE); puzzles], vec![]),
                "{text}"
            );
        }
    }
    for text in [cages.replace('\n', ""), cages] {
        let errors = errors(&text);
        assert_eq!(
            errors,
            ["line 1: a variant (killer cages) cannot be read here; expected a classic puzzle"]
        );
    }
    // With one object on each line, a line without a puzzle does not affect other lines.
    let text =
        format!("{{\"meta\": {{\"a\": 1}}, \"grid\": \"{LINE}\"}}\n{{\"puzzle\": \"{LINE}\"}}\n");
    assert_eq!(boards(&read_puzzles(text.as_bytes())), [board(LINE)]);
}

/// The digits of a solution are not clues, so the link is read as its puzzle.
#[test]
fn a_solved_link_keeps_its_clues() {
    let (puzzle, solution) = (board(LINE), board(SOLUTION));
    for (format, start, solved) in [
        (FileFormat::FPuzzles, "load=", r#"{"value":4}"#),
        (FileFormat::SudokuPad, "scl", SOLUTION),
    ] {
        let mut out = Vec::new();
        format.write_solution(&puzzle, &solution, true, &mut out);
        let file = read_puzzles(&out);
        assert_eq!((boards(&file), file.errors), (vec![puzzle], vec![]), "{format}");
        let link = String::from_utf8(out).unwrap();
        let text = link.trim().split_once(start).unwrap().1;
        let text = text.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
        let text = String::from_utf16(&lz_str::decompress_from_base64(&text).unwrap()).unwrap();
        assert!(text.contains(solved), "{text}");
    }
}
