//! Tests of `sudoku book`: puzzles, numbering, mistakes in recipes, and the PDF.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::read::ZlibDecoder;
use tempfile::tempdir;

use crate::in_folder::{self, code, contents, good, run, text};

const RECIPE: &str = r#"
title = "Sudoku – für Übermütige"
seed = 7
paper = "6x9in"
per-page = 2

[[section]]
title = "Easy"
count = 10
scale = "se"
difficulty = "2.0..2.9"
symmetry = "random"

[[section]]
count = 5
scale = "hodoku"
level = "easy..extreme"
"#;

/// A puzzle that takes long to rate.
const PUZZLE: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

/// Returns the decoded streams of a PDF. Checks its structure: every object begins at its place in
/// the cross-reference table, and every stream has its declared length.
fn streams(pdf: &[u8]) -> Vec<String> {
    let find = |from: usize, what: &[u8]| {
        let at = pdf[from..].windows(what.len()).position(|it| it == what);
        from + at.unwrap_or_else(|| panic!("no {:?} after {from}", text(what)))
    };
    let number = |from: usize| -> usize {
        let digits = pdf[from..].iter().take_while(|it| it.is_ascii_digit()).count();
        text(&pdf[from..from + digits]).parse().unwrap()
    };
    assert!(pdf.starts_with(b"%PDF-1.") && pdf.ends_with(b"%%EOF"));
    let end = pdf.windows(9).rposition(|it| it == b"startxref").unwrap();
    let table = number(end + 10);
    assert!(pdf[table..].starts_with(b"xref\n0 "));
    let count = number(table + 7);
    let entries = &pdf[find(table + 7, b"\n") + 1..];
    let mut streams = Vec::new();
    for (object, entry) in entries.chunks(20).take(count).enumerate().skip(1) {
        let at: usize = text(&entry[..10]).parse().unwrap();
        assert!(pdf[at..].starts_with(format!("{object} 0 obj\n").as_bytes()), "{object}");
        let close = find(at, b"endobj");
        let Some(length) = pdf[at..close].windows(8).position(|it| it == b"/Length ") else {
            continue;
        };
        let start = find(at, b"stream\n") + 7;
        let data = &pdf[start..start + number(at + length + 8)];
        assert!(pdf[start + data.len()..].starts_with(b"\nendstream"), "{object}");
        let mut drawing = Vec::new();
        ZlibDecoder::new(data).read_to_end(&mut drawing).unwrap();
        // One byte per character, as in the fonts of the book.
        streams.push(drawing.into_iter().map(char::from).collect());
    }
    streams
}

/// Returns the texts that a page shows, in order: its title, its number, two for each label, and
/// one for each digit.
fn texts(page: &str) -> Vec<String> {
    let shown = page.lines().filter_map(|line| line.strip_suffix(" Tj"));
    let byte = |hex: &[u8]| char::from(u8::from_str_radix(text(hex), 16).unwrap());
    shown
        .map(|line| match line.strip_prefix('<') {
            Some(hex) => hex.trim_end_matches('>').as_bytes().chunks(2).map(byte).collect(),
            None => line.trim_matches(['(', ')']).to_owned(),
        })
        .collect()
}

/// Returns the difficulties and IDs on a page.
fn notes(page: &[String]) -> Vec<String> {
    page.iter().filter(|text| text.contains('\u{b7}')).cloned().collect()
}

fn write(folder: &Path, recipe: &str) {
    fs::write(folder.join("book.toml"), recipe).unwrap();
}

#[test]
fn a_recipe_gives_the_same_book_with_any_number_of_threads() {
    let folder = tempdir().unwrap();
    write(folder.path(), RECIPE);
    for threads in [1, 3] {
        good(folder.path(), &format!("book book.toml -q --threads {threads} -o {threads}.pdf"));
    }
    let books = contents(folder.path());
    assert!(books["1.pdf"] == books["3.pdf"]);
    // Another seed gives other puzzles. The folder has only the recipe and the books.
    write(folder.path(), &RECIPE.replace("seed = 7", "seed = 8"));
    let output = run(folder.path(), "book book.toml -o 1.pdf");
    assert!(text(&output.stderr).ends_with("\nwrote 15 puzzles on 12 pages\n"));
    let others = contents(folder.path());
    assert!(others["1.pdf"] != books["1.pdf"] && others.len() == 3);
    // The PDF also goes to standard output.
    let output = run(folder.path(), "book book.toml -q -o -");
    assert!(output.stdout == others["1.pdf"]);
}

#[test]
fn pages_and_answers_show_running_numbers_difficulties_and_ids() {
    let folder = tempdir().unwrap();
    write(folder.path(), RECIPE);
    good(folder.path(), "book book.toml -q -o book.pdf");
    let pdf = fs::read(folder.path().join("book.pdf")).unwrap();
    let found = streams(&pdf);
    // The first stream is the drawing of the lines.
    let pages: Vec<Vec<String>> = found[1..].iter().map(|page| texts(page)).collect();
    assert_eq!(pages.len(), 1 + 5 + 3 + 3);
    // Title page: the title, the number of puzzles, and a table with numbers and pages.
    let title = pages[0].join("|");
    assert!(title.starts_with("Sudoku \u{96} für|Übermütige|15 puzzles|Puzzles|Page|"), "{title}");
    assert!(title.ends_with("Easy|1\u{96}10|2|Puzzles|11\u{96}15|7|Answers|10"), "{title}");
    // Running numbers, each with its difficulty and ID.
    let mut number = 0;
    let mut ids = BTreeSet::new();
    for (at, page) in pages[1..9].iter().enumerate() {
        assert_eq!(page[0], if at < 5 { "Easy" } else { "Puzzles" });
        assert_eq!(page[1], (at + 2).to_string());
        for label in page[2..2 + 2 * notes(page).len()].chunks(2) {
            number += 1;
            assert_eq!(label[0], number.to_string());
            let (difficulty, id) = label[1].split_once(" \u{b7} ").unwrap();
            assert_eq!(difficulty.starts_with("ER 2."), at < 5, "{difficulty}");
            assert!(ids.insert(id.to_owned()), "{id}");
            // The ID gives the clues of the page, and the answer page repeats the label.
            assert_eq!(code(&run(folder.path(), &format!("generate -q --id {id}"))), 0);
            let answer = &pages[9 + (number - 1) / 6];
            let place = 2 + 2 * ((number - 1) % 6);
            assert_eq!(answer[place..place + 2], *label);
        }
    }
    assert_eq!(number, 15);
    // Two sections, each sorted by difficulty and spread over the range.
    let easy: Vec<String> = pages[1..6].iter().flat_map(|page| notes(page)).collect();
    let all: Vec<&str> = easy.iter().map(|it| &it[3..6]).collect();
    assert_eq!(all, ["2.0", "2.0", "2.3", "2.3", "2.5", "2.5", "2.6", "2.6", "2.8", "2.8"]);
    let levels: BTreeSet<String> = pages[6..9]
        .iter()
        .flat_map(|page| notes(page))
        .map(|it| it.split(' ').next().unwrap().to_owned())
        .collect();
    assert_eq!(levels.len(), 5);
    // Each answer page shows all digits of its boards.
    for (page, boards) in pages[9..].iter().zip([6, 6, 3]) {
        assert_eq!(page.len(), 2 + (2 + 81) * boards);
    }
}

#[test]
fn puzzles_of_a_file_are_solved_rated_and_kept_in_order() {
    let folder = tempdir().unwrap();
    good(folder.path(), "generate -q --seed 3 --count 5 -o mine.txt");
    let mine = fs::read_to_string(folder.path().join("mine.txt")).unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    let recipe = "seed = 1\n[[section]]\nfile = \"mine.txt\"\nscale = \"se\"\n";
    // The file is named relative to the recipe.
    for (name, content) in [("sub/mine.txt", &mine[..]), ("sub/book.toml", recipe)] {
        fs::write(folder.path().join(name), content).unwrap();
    }
    good(folder.path(), "book sub/book.toml -q -o book.pdf");
    let book = fs::read(folder.path().join("book.pdf")).unwrap();
    let pages = streams(&book)[1..].iter().map(|page| texts(page)).collect::<Vec<_>>();
    assert_eq!(pages.len(), 3);
    let rated = run(folder.path(), "rate --scale se mine.txt");
    let ratings = text(&rated.stdout).lines().map(|line| line[82..85].to_owned());
    let notes = pages[..2].concat().into_iter().filter(|it| it.starts_with("ER "));
    assert!(notes.map(|it| it[3..].to_owned()).eq(ratings));

    // A puzzle that cannot be used is reported, and the book has the others.
    let wrong = mine.replacen(|digit: char| digit.is_ascii_digit(), ".", 3);
    fs::write(folder.path().join("sub/mine.txt"), format!("{mine}12\n{wrong}")).unwrap();
    let output = run(folder.path(), "book sub/book.toml -q -o book.pdf");
    let messages = text(&output.stderr);
    assert!(
        code(&output) == 1 && messages.contains("mine.txt: line 6, column 3 (r1c3): "),
        "{messages}"
    );
    assert!(messages.contains("mine.txt: line 7: several solutions"), "{messages}");
    // A book needs at least one puzzle. A section needs its requested number of puzzles.
    fs::remove_file(folder.path().join("book.pdf")).unwrap();
    for (count, content, message) in [
        (1, "", "error: there is no puzzle, so no book is written\n"),
        (2, &mine[..82], "mine.txt: only 1 puzzle of the 2 that the recipe asks for\n"),
    ] {
        fs::write(folder.path().join("sub/mine.txt"), content).unwrap();
        fs::write(folder.path().join("sub/book.toml"), format!("{recipe}count = {count}")).unwrap();
        let output = run(folder.path(), "book sub/book.toml -q -o book.pdf");
        let messages = text(&output.stderr);
        assert!(code(&output) == 1 && messages.ends_with(message), "{messages}");
        assert_eq!(folder.path().join("book.pdf").exists(), count == 2);
    }
    let output = run(folder.path(), "book sub/book.toml -o book.svg");
    assert!(code(&output) == 2 && text(&output.stderr).contains("a book is a PDF file"));
    // The book never overwrites its recipe or its puzzles.
    for name in ["sub/book.toml", "sub/mine.txt"] {
        let output = run(folder.path(), &format!("book sub/book.toml -o {name}"));
        assert!(code(&output) == 2 && text(&output.stderr).contains("is both input and output"));
    }
}

#[test]
fn comments_and_ids_of_a_file_are_printed() {
    let folder = tempdir().unwrap();
    let made = run(folder.path(), "generate -q --seed 3 --count 2");
    let [one, other] = text(&made.stdout).lines().collect::<Vec<_>>().try_into().unwrap();
    let section = "[[section]]\nfile =";
    for (name, content) in [
        ("mine.csv", format!("id,puzzle\n07,{one}\n08,{other}\n")),
        ("mine.txt", format!("{one} by me\n{other}\n")),
        (
            "book.toml",
            format!("seed = 1\n{section} 'mine.csv'\n{section} 'mine.txt'\nscale = 'se'\n"),
        ),
    ] {
        fs::write(folder.path().join(name), content).unwrap();
    }
    good(folder.path(), "book book.toml -q -o book.pdf");
    let book = fs::read(folder.path().join("book.pdf")).unwrap();
    let notes: Vec<String> = streams(&book)[1..].iter().flat_map(|page| texts(page)).collect();
    let count = |end: &str| notes.iter().filter(|note| note.ends_with(end)).count();
    // Each text is on the page of the puzzle and on the page of the answer.
    assert_eq!([count("07"), count("08"), count(" · by me")], [2, 2, 2], "{notes:?}");
}

#[test]
fn files_are_in_the_folder_of_the_recipe() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("sub")).unwrap();
    good(folder.path(), "generate -q --seed 3 -o mine.txt");
    let clues = fs::read_to_string(path("mine.txt")).unwrap();
    let clues = clues.trim();
    for (section, is_file) in [
        ("file = 'mine.txt'".to_owned(), true),
        ("count = 1\npattern = 'mine.txt'".to_owned(), true),
        ("count = 1\ngiven = 'mine.txt'".to_owned(), true),
        (format!("count = 1\npattern = '{clues}'"), false),
        (format!("count = 1\ngiven = '{clues}'"), false),
    ] {
        fs::write(path("sub/book.toml"), format!("seed = 1\n[[section]]\n{section}")).unwrap();
        // A file of the current folder is not used instead.
        let output = run(folder.path(), "book sub/book.toml -q -o book.pdf");
        let error = text(&output.stderr);
        assert_eq!(code(&output), if is_file { 2 } else { 0 }, "{section}: {error}");
        assert_eq!(error.contains("mine.txt"), is_file, "{section}: {error}");
        fs::copy(path("mine.txt"), path("sub/mine.txt")).unwrap();
        good(folder.path(), "book sub/book.toml -q -o book.pdf");
        fs::remove_file(path("sub/mine.txt")).unwrap();
    }
}

#[test]
fn recipes_and_files_have_maximum_sizes() {
    let folder = tempdir().unwrap();
    let recipe = "seed = 1\n[[section]]\nfile = 'mine.txt'\n";
    fs::write(folder.path().join("mine.txt"), format!("{PUZZLE}\n").repeat(100_001)).unwrap();
    for (end, message) in [
        (String::new(), "book.toml: line 3, key file: the file has more than 100000 puzzles"),
        (format!("#{}", "-".repeat(1 << 20)), "book.toml: is larger than a recipe can be"),
    ] {
        write(folder.path(), &format!("{recipe}{end}"));
        let output = run(folder.path(), "book book.toml -o book.pdf");
        let error = text(&output.stderr);
        assert!(code(&output) == 2 && error.contains(message), "{error}");
    }
    write(folder.path(), &format!("{recipe}count = 3"));
    good(folder.path(), "book book.toml -q -o book.pdf");
}

#[test]
fn errors_in_a_recipe_name_line_and_key() {
    let folder = tempdir().unwrap();
    let section = "[[section]]\ncount = 1\n";
    for (recipe, message) in [
        (String::new(), "line 1, key seed: the key is missing"),
        ("seed = 1".to_owned(), "line 1, key section: there is no section; add [[section]]"),
        ("seed = 1\n[section]\ncount = 1".to_owned(), "line 2, key section: expected [[section]]"),
        ("seed = 1\nsection = []".to_owned(), "line 2, key section: there is no section"),
        ("seed = 1\nsection = [1]".to_owned(), "line 2, key section: expected [[section]]"),
        ("seed = 1\nsed = 2".to_owned(), "line 2, key sed: unknown key; the keys here are title, "),
        ("seed = 1 1".to_owned(), "line 1: "),
        ("seed = -1".to_owned(), "line 1, key seed: invalid value `-1`: expected a whole number"),
        (
            "seed = 1\n\npaper = 'A5'".to_owned(),
            "line 3, key paper: invalid value `A5`; expected one of A4, Letter, 6x9in",
        ),
        (
            "seed = 1\nper-page = 0".to_owned(),
            "line 2, key per-page: invalid value `0`: expected a whole number from 1 to 30",
        ),
        (
            "title = '한 권'\nseed = 1".to_owned(),
            "line 1, key title: invalid value `한 권`: the font of the PDF has no `한`; use letters of",
        ),
        ("seed = 1\n[[section]]\ntitle = 'x'".to_owned(), "line 2, key count: the key is missing"),
        (
            format!("seed = 1\n{section}symmetry = 'x'"),
            "line 4, key symmetry: invalid value `x`; expected one of none, half-turn,",
        ),
        (
            format!("seed = 1\n{section}difficulty = '7..x'"),
            "line 4, key difficulty: invalid value `7..x`: expected a number or range, such as 7.2",
        ),
        (
            format!("seed = 1\n{section}difficulty = '8--7'"),
            "line 4, key difficulty: invalid value `8--7`: expected a number or range",
        ),
        (
            format!("seed = 1\n{section}needs = ['x-wings']"),
            "line 4, key needs: invalid value `x-wings`: unknown technique",
        ),
        (format!("seed = 1\n{section}needs = [1]"), "line 4, key needs: expected a list of texts"),
        (format!("seed = 1\n{section}minimal = 1"), "line 4, key minimal: expected true or false"),
        (format!("seed = 1\n{section}count = 2"), "line 4: "),
        (
            format!("seed = 1\n{section}clues = true"),
            "line 4, key clues: expected a text or a number",
        ),
        (
            format!("seed = 1\n{section}time = '1s'"),
            "line 4, key time: unknown key; the keys here are title, count, file, ",
        ),
        (
            format!("seed = 1\n{section}file = 'x'\nclues = 20"),
            "line 5, key clues: a section with a file has only the keys title, count, file, scale",
        ),
        // These keys cannot be combined.
        (
            format!("seed = 1\n{section}scale = 'se'"),
            "line 4, key scale: scale needs difficulty, level, needs, without or with",
        ),
        (format!("seed = 1\n{section}clues = 16"), "line 2: there is no such puzzle"),
        (format!("seed = 1\n{section}images = 3"), "line 2, key difficulty: the key is missing"),
        (
            format!("seed = 1\n{section}rules = 'killer'\nclues = 20"),
            "line 5, key clues: a section with rules has only the keys title, count, rules, cages",
        ),
        (
            format!("seed = 1\n{section}rules-file = 'x'"),
            "line 3, key count: a section with rules-file and no file has only the keys title, ",
        ),
        (
            format!("seed = 1\n{section}rules = ['killer', 'magic']"),
            "line 4, key rules: invalid value `magic`; expected one of killer, diagonal, ",
        ),
        (format!("seed = 1\n{section}cages = '2:4,3:3'"), "line 2, key rules: the key is missing"),
        (
            format!("seed = 1\n{section}rules = 'xv'\ncages = '2:4,3:3'"),
            "line 5, key cages: cages needs rules killer",
        ),
        (
            format!("seed = 1\n{section}rules = 'killer'\ncages = 'x'"),
            "line 5, key cages: expected sizes from 1 to 9 with weights",
        ),
        (
            format!("seed = 1\n{section}rules = 'killer'\nsymmetry = 'random'"),
            "line 5, key symmetry: symmetry random does not work with rules; choose one symmetry",
        ),
    ] {
        fs::write(folder.path().join("book.toml"), &recipe).unwrap();
        let output = run(folder.path(), "book book.toml -o book.pdf");
        let error = text(&output.stderr);
        let is_named = error.starts_with(&format!("error: book.toml: {message}"));
        assert!(code(&output) == 2 && is_named, "{recipe}\n{message}\n{error}");
        assert!(!error.replace(message, "").contains("--"), "{error}");
        assert_eq!(contents(folder.path()).len(), 1, "{recipe}");
    }
}

#[test]
fn books_draw_and_explain_the_rules_of_variants() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let recipe = "seed = 7\nper-page = 2\n[[section]]\ntitle = 'Killers'\ncount = 2\n\
                  rules = 'killer'\ncages = '2:4,3:3'\n\
                  [[section]]\nfile = 'links.txt'\nrules-file = 'diagonals.txt'\n\
                  [[section]]\nrules-file = 'little.txt'\n";
    write(folder.path(), recipe);
    good(folder.path(), "generate -q --rules diagonal,thermo --seed 8 --to f-puzzles -o links.txt");
    fs::write(path("diagonals.txt"), "diagonal-up\ndiagonal-down\n").unwrap();
    let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let little = |sum: u8| format!("board {clues}\nlittle-killer {sum} r1c6 r2c7 r3c8 r4c9");
    fs::write(path("little.txt"), little(20)).unwrap();
    for threads in [1, 3] {
        good(folder.path(), &format!("book book.toml -q --threads {threads} -o {threads}.pdf"));
    }
    let books = contents(folder.path());
    assert!(books["1.pdf"] == books["3.pdf"]);
    let found = streams(&books["1.pdf"]);
    let pages: Vec<Vec<String>> = found[1..].iter().map(|page| texts(page)).collect();
    let [killers, links, sums_outside, answers] = &pages[..] else { panic!("{}", pages.len()) };
    let cage = "\u{95} Digits in a dashed cage are different. A number in its corner is their sum.";
    assert_eq!(killers[..6], ["Killers", "1", "1", "2", cage, killers[5].as_str()]);
    // The killers equal those of `sudoku generate`, and each cage has its sum.
    let made = run(folder.path(), "generate -q --rules killer --cages 2:4,3:3 --seed 7 --count 2");
    let made = text(&made.stdout);
    let sums: Vec<&str> =
        made.lines().filter_map(|line| line.strip_prefix("cage ")?.split(' ').next()).collect();
    assert!(sums.len() > 20 && killers[5..] == sums, "{killers:?}");
    assert_eq!(found[1].matches("[0.75 0.5] 0 d").count(), sums.len());
    let captions = |page: &[String]| {
        page.iter().filter(|text| text.starts_with('\u{95}')).map(|it| it[3..].to_owned()).collect()
    };
    let texts: Vec<String> = captions(links);
    assert_eq!(
        texts,
        [
            "Each marked diagonal holds every digit once.",
            "Digits on a thermometer increase from its bulb."
        ]
    );
    let texts: Vec<String> = captions(sums_outside);
    assert!(texts.len() == 1 && texts[0].starts_with("A number at an arrow"), "{texts:?}");
    assert!(sums_outside.contains(&"20".to_owned()));
    // The answers have all digits, the numbers and the sums, and no captions.
    let none: Vec<String> = captions(answers);
    assert!(none.is_empty());
    assert_eq!(answers.len(), 2 + 4 + 4 * 81 + sums.len() + 1);

    // A puzzle that cannot be used is reported, and so are rules with mistakes.
    let wrong = little(21);
    for (rules, exit, message) in [
        (wrong.as_str(), 1, "little.txt: line 1: no solution: "),
        ("board 12", 2, "little.txt: line 1, column 9: "),
        ("magic r1c1", 2, "little.txt: line 1, column 1: unknown rule `magic`"),
    ] {
        fs::write(path("little.txt"), rules).unwrap();
        let output = run(folder.path(), "book book.toml -q -o book.pdf");
        let error = text(&output.stderr);
        assert!(code(&output) == exit && error.contains(message), "{error}");
    }
    fs::write(path("diagonals.txt"), format!("board {clues}\ndiagonal-up\n")).unwrap();
    let output = run(folder.path(), "book book.toml -q -o book.pdf");
    let error = text(&output.stderr);
    let message = "error: book.toml: line 8: the rules have a line `board`, and there is also";
    assert!(code(&output) == 2 && error.starts_with(message), "{error}");
    fs::remove_file(path("diagonals.txt")).unwrap();
    let output = run(folder.path(), "book book.toml -q -o book.pdf");
    assert!(code(&output) == 2 && text(&output.stderr).contains("diagonals.txt: "));
    // The book never overwrites a file of rules.
    let output = run(folder.path(), "book book.toml -o little.txt");
    assert!(text(&output.stderr).contains("is both input and output"));
}

#[test]
fn a_missing_puzzle_is_reported_and_the_others_are_printed() {
    let folder = tempdir().unwrap();
    write(
        folder.path(),
        "seed = 1\n[[section]]\ntitle = 'Rare'\ncount = 1\nclues = 19\nattempts = 1\n[[section]]\ncount = 2\n",
    );
    let output = run(folder.path(), "book book.toml -o book.pdf");
    let error = text(&output.stderr);
    assert!(code(&output) == 1 && error.starts_with("error: section `Rare`: puzzle 1: no match"));
    assert!(error.ends_with("wrote 2 puzzles on 2 pages\n"), "{error}");
    let pdf = fs::read(folder.path().join("book.pdf")).unwrap();
    assert_eq!(texts(&streams(&pdf)[1])[..3], ["Puzzles", "1", "1"]);
}

/// An interrupt leaves the old book, and no other file.
#[cfg(unix)]
#[test]
fn an_interrupted_run_writes_no_book() {
    for section in
        ["count = 9\nclues = 17\nattempts = 4000000000", "file = 'mine.txt'\nscale = 'se'"]
    {
        let folder = tempdir().unwrap();
        fs::write(folder.path().join("mine.txt"), format!("{PUZZLE}\n").repeat(90_000)).unwrap();
        write(folder.path(), &format!("seed = 1\n[[section]]\n{section}\n"));
        fs::write(folder.path().join("book.pdf"), "old").unwrap();
        let command = "book book.toml -o book.pdf";
        let mut child = in_folder::sudoku(folder.path(), command).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(500));
        let id = child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{section}");
        let files = contents(folder.path());
        assert!(files.len() == 3 && files["book.pdf"] == b"old");
    }
}
