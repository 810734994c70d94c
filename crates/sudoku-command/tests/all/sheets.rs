//! Tests of SVG pages: contents, file names, and pages of earlier runs.

use std::fs;

use tempfile::tempdir;

use crate::in_folder::{code, contents, good, run, text};

#[test]
fn the_extension_of_the_output_file_chooses_the_format() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    good(folder.path(), "generate --count 2 --seed 1 --quiet -o made.txt");
    for command in ["convert", "solve", "rate", "check", "select minimal"] {
        for extension in ["csv", "tsv", "jsonl", "parquet"] {
            let answer = format!("{command} made.txt --quiet -o");
            good(folder.path(), &format!("{answer} a.{extension}"));
            good(folder.path(), &format!("{answer} b --to {extension}"));
            let [named, requested] = [format!("a.{extension}"), "b".to_owned()]
                .map(|name| fs::read(path(&name)).unwrap());
            assert!(named == requested, "{command} {extension}");
        }
    }
    good(folder.path(), "convert made.txt --quiet --per-page 2 -o page.svg");
    assert!(fs::read_to_string(path("page.svg")).unwrap().starts_with("<svg"));
    // The compression comes after the extension, and an option comes before it.
    good(folder.path(), "convert made.txt --quiet -o made.csv.gz");
    good(folder.path(), "convert made.csv.gz --quiet --to line -o line.csv");
    assert_eq!(fs::read(path("line.csv")).unwrap(), fs::read(path("made.txt")).unwrap());
    // Totals are not a table.
    good(folder.path(), "check made.txt --summary -o totals.csv");
    assert!(fs::read_to_string(path("totals.csv")).unwrap().starts_with("2 puzzles: "));
}

/// A limit on the file size simulates a full disk: both are write errors.
#[cfg(unix)]
#[test]
fn a_full_disk_keeps_the_page_before() {
    let folder = tempdir().unwrap();
    let make = "generate --quiet --count 8 --per-page 8 -o page.svg --seed";
    good(folder.path(), &format!("{make} 1"));
    let kept = contents(folder.path());
    let limited =
        format!("trap '' XFSZ; ulimit -f 2; exec {:?} {make} 2", env!("CARGO_BIN_EXE_sudoku"));
    let mut shell = std::process::Command::new("sh");
    let output = shell.current_dir(folder.path()).args(["-c", &limited]).output().unwrap();
    assert!(text(&output.stderr).contains("File too large"), "{}", text(&output.stderr));
    assert_eq!((code(&output), contents(folder.path())), (2, kept));
}

#[test]
fn only_a_book_is_a_pdf() {
    let folder = tempdir().unwrap();
    let blank = ".".repeat(81);
    for command in ["generate", "generate --rules killer", "convert", "rate"] {
        let puzzle = if command.starts_with("generate") { "" } else { &*blank };
        let output = run(folder.path(), &format!("{command} -o x.pdf {puzzle}"));
        let message = "only `sudoku book` writes PDF; use another extension for --output";
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
        assert!(code(&output) == 2 && contents(folder.path()).is_empty(), "{command}");
    }
}

#[test]
fn pages_have_titles_numbers_and_ids_and_answers_follow_them() {
    let folder = tempdir().unwrap();
    let make = "generate --quiet --seed 7 --count 14 --to svg --per-page 6 --ids --difficulty 0..";
    good(folder.path(), &format!("{make} --title A&B --answers -o sheet.svg"));
    let names: Vec<String> = contents(folder.path()).into_keys().collect();
    let pages = ["sheet-001.svg", "sheet-002.svg", "sheet-003.svg"];
    assert_eq!(
        names,
        [
            &["sheet-001.svg", "sheet-002.svg", "sheet-003.svg"][..],
            &["sheet-answers-001.svg"],
            &["sheet-answers-002.svg"]
        ]
        .concat()
    );
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let lines = run(folder.path(), "generate --quiet --seed 7 --count 14 --ids --difficulty 0..");
    let lines: Vec<&str> = text(&lines.stdout).lines().collect();
    for (number, line) in (1..).zip(lines) {
        let (_, id) = line.split_once(' ').unwrap();
        let label = page(pages[(number - 1) / 6]);
        let label = label.lines().find(|line| line.contains(id)).unwrap();
        assert!(label.contains(&format!(">{number} · difficulty ")), "{label}");
        let answers = page(&names[3 + (number - 1) / 12]);
        let (_, shown) = label.split_once('>').unwrap();
        assert!(answers.contains(&format!(">{shown}\n")), "{number}");
    }
    for (name, boards) in names.iter().zip([6, 6, 2, 12, 2]) {
        let text = page(name);
        assert_eq!(text.matches("<use ").count(), boards, "{name}");
        let title = if name.contains("answers") { "A&amp;B – answers" } else { "A&amp;B" };
        assert!(text.contains(&format!(">{title}</text>")), "{name}");
        let digits =
            text.matches("class=\"clue\"").count() + text.matches("class=\"found\"").count();
        assert_eq!(digits == 81 * boards, name.contains("answers"), "{name}");
    }
}

#[test]
fn pages_of_an_earlier_run_are_named_and_too_many_are_refused() {
    let folder = tempdir().unwrap();
    let make = |rest: &str| run(folder.path(), &format!("generate --seed 7 --to svg {rest}"));
    let messages = |output: &std::process::Output| text(&output.stderr).to_owned();
    let output = make("--count 4 -o sheet.svg");
    assert!(code(&output) == 0 && !messages(&output).contains("earlier"), "{}", messages(&output));
    let before = contents(folder.path());
    assert_eq!(before.len(), 4);
    let output = make("--count 2 -o sheet.svg");
    let left = "sheet-003.svg and 1 more are pages of an earlier run\n";
    assert!(messages(&output).contains(left), "{}", messages(&output));
    // A single page has no number, and other files are not reported as pages.
    fs::write(folder.path().join("sheet-x.svg"), "").unwrap();
    for name in ["sheet-002.svg", "sheet-003.svg", "sheet-004.svg"] {
        fs::remove_file(folder.path().join(name)).unwrap();
    }
    let output = make("-o sheet.svg");
    assert!(messages(&output).contains("sheet-001.svg is a page of an earlier run\n"));
    assert!(folder.path().join("sheet.svg").exists());

    // Characters that XML cannot represent are replaced.
    make("--title=\u{1b}\u{ffff}<x> -o title.svg");
    let title = fs::read_to_string(folder.path().join("title.svg")).unwrap();
    assert!(title.contains(">\u{fffd}\u{fffd}&lt;x&gt;</text>"), "{title}");

    // A long title is smaller.
    make(&format!("--title={} -o long.svg", "Wide ".repeat(20).trim().replace(' ', "_")));
    let long = fs::read_to_string(folder.path().join("long.svg")).unwrap();
    let size =
        long.split_once("y=\"19\" style=\"font-size:").unwrap().1.split_once("px").unwrap().0;
    assert!((2.0..4.0).contains(&size.parse::<f64>().unwrap()), "{size}");

    let kept = contents(folder.path());
    for bad in ["--count 101 -o sheet.svg", "--count 9 --per-page 2 --max-pages 4 -o sheet.svg"] {
        let output = make(bad);
        assert!(code(&output) == 2 && messages(&output).contains("--max-pages"), "{bad}");
        assert!(contents(folder.path()) == kept);
    }
    assert_eq!(code(&make("--count 8 --per-page 2 --max-pages 4 -o sheet.svg")), 0);
    for bad in ["--answers", "--answers --to line -o lines.txt"] {
        let output = run(folder.path(), &format!("generate --seed 7 {bad}"));
        assert!(code(&output) == 2 && messages(&output).contains("--answers needs"), "{bad}");
    }
    // The number of puzzles in a file is unknown at the start.
    good(folder.path(), "generate --quiet --seed 1 --count 5 -o puzzles.txt");
    let output = run(folder.path(), "convert puzzles.txt --to svg --max-pages 3 -o many.svg");
    assert!(code(&output) == 2 && messages(&output).contains("--max-pages"));
    assert!(folder.path().join("many-003.svg").exists());
    // File names sort by page even for thousands of pages.
    good(folder.path(), "convert puzzles.txt --to svg --max-pages 1000 -o more.svg");
    assert!(folder.path().join("more-0005.svg").exists());
}

#[test]
fn no_page_overwrites_an_input_file() {
    let folder = tempdir().unwrap();
    good(folder.path(), "generate --quiet --seed 1 --count 3 -o sheet-002.txt");
    fs::write(folder.path().join("sheet-003.txt"), format!("1{}\n", ".".repeat(80))).unwrap();
    for (make, name) in [
        ("convert sheet-002.txt", "sheet-002.txt"),
        ("generate --count 3 --given sheet-003.txt", "sheet-003.txt"),
    ] {
        let kept = fs::read(folder.path().join(name)).unwrap();
        let output = run(folder.path(), &format!("{make} --quiet --to svg -o sheet.txt"));
        let message = text(&output.stderr);
        let refused = format!("{name}: is both input and output; choose another output file\n");
        assert!(code(&output) == 2 && message.ends_with(&refused), "{make}: {message}");
        assert!(fs::read(folder.path().join(name)).unwrap() == kept, "{make}");
    }
}

#[test]
fn compressed_pages_keep_both_file_extensions() {
    let folder = tempdir().unwrap();
    good(folder.path(), "generate --quiet --seed 1 --count 2 -o puzzles.v1.txt");
    for (name, pages) in [
        ("sheet.svg.gz", ["sheet-001.svg.gz", "sheet-002.svg.gz"]),
        ("sheet.zst", ["sheet-001.zst", "sheet-002.zst"]),
        ("a.b.svg", ["a.b-001.svg", "a.b-002.svg"]),
        ("bare", ["bare-001", "bare-002"]),
    ] {
        good(folder.path(), &format!("convert puzzles.v1.txt --to svg -o {name}"));
        let names = contents(folder.path());
        assert!(pages.iter().all(|page| names.contains_key(*page)), "{name}: {:?}", names.keys());
        let output = run(folder.path(), &format!("generate --seed 1 --to svg -o {name}"));
        let said = format!("{} and 1 more are pages of an earlier run\n", pages[0]);
        assert!(text(&output.stderr).contains(&said), "{}", text(&output.stderr));
    }
}

#[test]
fn pages_draw_and_explain_the_rules_of_variants() {
    let folder = tempdir().unwrap();
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let make = "generate --quiet --rules killer --seed 7 --count 3 --per-page 2";
    good(folder.path(), &format!("{make} --answers -o sheet.svg"));
    let names: Vec<String> = contents(folder.path()).into_keys().collect();
    assert_eq!(names, ["sheet-001.svg", "sheet-002.svg", "sheet-answers.svg"]);
    let caption = ">• Digits in a dashed cage are different. A number in its corner is their sum.<";
    for (name, boards, captions) in [(&names[0], 2, 1), (&names[1], 1, 1), (&names[2], 3, 0)] {
        let text = page(name);
        assert_eq!(text.matches("<use ").count(), boards, "{name}");
        assert_eq!(text.matches(caption).count(), captions, "{name}");
        let digits = text.matches("class=\"found\"").count();
        assert_eq!(digits, if captions == 0 { 81 * boards } else { 0 }, "{name}");
    }
    // Every cage of the puzzles has its sum and its outline.
    let made = run(folder.path(), "generate --quiet --rules killer --seed 7 --count 3");
    let made = text(&made.stdout);
    let sums: Vec<String> = made
        .lines()
        .filter_map(|line| line.strip_prefix("cage ")?.split(' ').next())
        .map(|sum| format!(">{sum}</text>"))
        .collect();
    let sheets = page(&names[0]) + &page(&names[1]);
    let mut rest = sheets.as_str();
    for sum in &sums {
        rest = rest.split_once(sum.as_str()).unwrap_or_else(|| panic!("no {sum}")).1;
    }
    assert_eq!(sheets.matches("stroke-dasharray").count(), sums.len());

    // The first page has the rules of a file, and the second one has links among classic puzzles.
    let rules = "no-boxes\nlittle-killer 45 r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 r7c7 r8c8 r9c9\n";
    fs::write(folder.path().join("rules.txt"), rules).unwrap();
    good(folder.path(), "convert --rules rules.txt --candidates --to svg -o rules.svg");
    let drawn = page("rules.svg");
    assert!(!drawn.contains("<use ") && drawn.contains(">45</text>"), "{drawn}");
    assert!(drawn.contains("scale(0.9000)") && drawn.contains("the sum of its digits"), "{drawn}");
    let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    good(folder.path(), "generate --quiet --rules thermo --seed 3 --to f-puzzles -o links.txt");
    fs::write(folder.path().join("clues.txt"), clues).unwrap();
    good(folder.path(), "convert clues.txt --quiet --to f-puzzles -o classic.txt");
    fs::write(folder.path().join("links.txt"), page("links.txt") + &page("classic.txt")).unwrap();
    good(folder.path(), "convert links.txt --to svg --per-page 2 -o links.svg");
    assert_eq!(page("links.svg").matches(">• ").count(), 1);
    // A solution needs no captions.
    good(folder.path(), "solve links.txt --to svg --per-page 2 -o solved.svg");
    let solved = page("solved.svg");
    assert!(!solved.contains('•') && solved.contains("#c4c4c4"), "{solved}");
    let digits = solved.matches("class=\"clue\"").count() + solved.matches("\"found\"").count();
    assert_eq!(digits, 162);
}
