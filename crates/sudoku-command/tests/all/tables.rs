//! Tests of values beside puzzles, which pass through, of answers as tables, and of `select`.

use crate::common;

use std::fs;
use std::io::Write;

use crate::common::{LINE, SOLUTION, code, good, run, stderr, stdout};
use flate2::write::GzEncoder;
use serde_json::{Value, json};

/// A puzzle of ER 8.4 and HoDoKu level Extreme.
const HARD: &str =
    "..5............7...9..74.1..6.7......783.2...3...9.....3.8...2....54...88....34.9";

fn csv() -> String {
    format!("id,question,name\n07,{LINE},\"one, two\"\n08,{HARD},\n")
}

#[test]
fn comments_follow_the_answers_on_lines() {
    let text = format!("{LINE} A17 by me\n{LINE}\n{LINE};B\n");
    let answers = |arguments: &str| -> Vec<String> {
        good(arguments, &text).lines().map(str::to_owned).collect()
    };
    for (arguments, answer) in [
        ("solve", SOLUTION.to_owned()),
        ("convert", LINE.to_owned()),
        ("rate", format!("{LINE} 1.2/1.2/1.2")),
        ("select clues=30", LINE.to_owned()),
        ("canonical", good("canonical", LINE).trim().to_owned()),
        ("transform --random 0 --threads 1", String::new()),
    ] {
        let lines = answers(arguments);
        let begins = lines.iter().all(|line| line.starts_with(&answer));
        assert!(begins && lines.len() == 3, "{arguments}: {lines:?}");
        assert!(lines[0].ends_with(" A17 by me"), "{arguments}: {lines:?}");
        assert!(lines[1].len() <= 81 + 12 && lines[2].ends_with(" B"), "{arguments}: {lines:?}");
    }
    assert!(answers("check")[0].ends_with(" # A17 by me"));
    assert_eq!(
        answers("convert --to grid").iter().filter(|line| *line == "# A17 by me").count(),
        1
    );
    // Comments of both formats can be read again.
    let table = format!("puzzle,comment\n{LINE},A17 by me\n{LINE},\n{LINE},B\n");
    assert_eq!(good("convert --to csv", &text), table);
    assert_eq!(good("convert", &table), text.replace(';', " "));
}

#[test]
fn ids_of_generated_puzzles_are_kept_in_rated_files_and_on_pages() {
    let made = good("generate --count 3 --seed 5 --ids --quiet", "");
    let table = good("generate --count 3 --seed 5 --ids --quiet --to csv", "");
    let rated = good("rate", &made);
    for ((made, rated), row) in made.lines().zip(rated.lines()).zip(table.lines().skip(1)) {
        let (puzzle, id) = made.split_once(' ').unwrap();
        assert!(rated.starts_with(puzzle) && rated.ends_with(&format!(" {id}")), "{rated}");
        assert!(row.contains(&format!(",{id},{puzzle},")), "{row}");
    }
    let id = made.lines().next().unwrap().split_once(' ').unwrap().1;
    assert!(good("convert --to svg", made.lines().next().unwrap()).contains(id));
}

/// Values stay with their puzzles after an unreadable object on the same line. A list of several
/// lines is written on one line.
#[test]
fn values_of_json_stay_with_their_puzzles() {
    let text = format!(
        "[{{\"id\":1,\n\"puzzle\":\"{}!\"}},{{\"id\":2,\"puzzle\":\"{HARD}\"}},\
         {{\"id\":3,\"tags\":[1,\n2],\"puzzle\":\"{LINE}\"}}]",
        &LINE[..80]
    );
    let output = run("convert --json --quiet", &text);
    let lines: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ids: Vec<_> = lines.iter().map(|it| (&it["id"], it["puzzle"].as_str())).collect();
    assert_eq!(ids, [(&json!(2), Some(HARD)), (&json!(3), Some(LINE))]);
    assert_eq!(lines[1]["tags"], json!([1, 2]));
    assert_eq!(code(&output), 1);
}

/// The columns come from the first puzzle, even if it is given by candidates.
#[test]
fn puzzles_by_candidates_have_their_columns() {
    let marks = good("convert --to sukaku", HARD);
    let marks = marks.trim();
    let solution = good("solve", HARD);
    // After the removal of one wrong candidate, the marks exclude more than the clues.
    let is_wrong = |&at: &usize| matches!(marks.as_bytes()[at], b'1'..=b'9' if marks.as_bytes()[at] != solution.as_bytes()[at / 9]);
    let wrong = (0..729).find(is_wrong).unwrap();
    let fewer = format!("{}.{}", &marks[..wrong], &marks[wrong + 1..]);
    let table = good("rate --to csv --from sukaku", format!("{fewer} first\n{marks} second\n"));
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("puzzle,comment,se_er"), "{table}");
    assert!(lines.iter().all(|line| line.split(',').count() == 5), "{table}");
}

/// A comment beside the puzzle does not change the JSON of a step.
#[test]
fn steps_as_json_hold_no_other_values() {
    let hint = |text: String| good("hint --json", text);
    assert_eq!(hint(format!("{LINE} note\n")), hint(format!("{LINE}\n")));
}

/// A row is one line. Reading it again gives the same values.
#[test]
fn values_with_special_characters_are_quoted() {
    let text = json!({"id": "#1", "name": " two\nlines", "puzzle": LINE}).to_string();
    let table = good("convert --to csv", text);
    let again = good("convert --json", table);
    let again: Value = serde_json::from_str(&again).unwrap();
    assert_eq!((&again["id"], &again["name"]), (&json!("#1"), &json!(" two lines")), "{again}");
}

#[test]
fn deep_conditions_are_refused() {
    let condition = format!("{}clues>1", "(".repeat(10_000));
    let output = select(&condition, "", LINE);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
}

/// In every format with column names, each subcommand writes the columns of the input in order, and
/// its own columns after them.
#[test]
fn columns_pass_through_every_subcommand() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (verb, added) in [
        ("solve", "solution"),
        ("convert", ""),
        ("rate --scale se,hodoku", "se_er,se_ep,se_ed,hodoku_level,hodoku_score"),
        ("check", "clues,proper,minimal,redundant,cause"),
        ("canonical", "canonical,automorphisms"),
        ("transform --transpose", ""),
        ("select minimal=0", ""),
    ] {
        let wanted = ["id,question,name", added].join(if added.is_empty() { "" } else { "," });
        let table = good(&format!("{verb} --to csv"), csv());
        let mut lines = table.lines();
        assert_eq!(lines.next(), Some(&*wanted), "{verb}");
        let first = lines.next().unwrap();
        assert!(first.starts_with("07,") && first.contains(",\"one, two\""), "{verb}: {first}");
        let tabs = good(&format!("{verb} --to tsv"), csv());
        assert!(tabs.starts_with(&wanted.replace(',', "\t")) && tabs.contains("\tone, two"));
        let object = good(&format!("{verb} --json"), csv());
        let object: Value = serde_json::from_str(object.lines().next().unwrap()).unwrap();
        assert_eq!((&object["id"], &object["name"]), (&json!("07"), &json!("one, two")), "{verb}");
        let members = wanted.split(',').filter(|name| object.get(name).is_some()).count();
        assert_eq!(members, wanted.split(',').count(), "{verb}: {object}");
        // The same table through Parquet, from and to files.
        let [from, to] = ["from.parquet", "to.parquet"].map(path);
        good(&format!("convert --to parquet --output {from}"), csv());
        good(&format!("{verb} --to parquet --output {to} {from}"), "");
        let there_and_back = good(&format!("convert --to csv {to}"), "");
        // A list is text of JSON in Parquet, and its values with spaces between them in CSV.
        if verb != "check" {
            assert_eq!(there_and_back, table, "{verb}");
        }
    }
}

#[test]
fn repeated_names_get_a_number_and_values_without_a_column_are_reported() {
    let solved = good("solve --to csv", LINE);
    let twice = good("solve --to csv", &solved);
    assert_eq!(twice, format!("puzzle,solution,solution_2\n{LINE},{SOLUTION},{SOLUTION}\n"));
    let object: Value =
        serde_json::from_str(&good("solve --json", good("solve --json", LINE))).unwrap();
    assert_eq!((&object["line"], &object["line_2"]), (&json!(1), &json!(1)));
    let many = format!("{LINE}\n").repeat(7_000);
    let output = run("convert --to csv --quiet", format!("{many}{LINE} late\n"));
    assert_eq!((code(&output), stdout(&output)), (1, &*format!("puzzle\n{many}{LINE}\n")));
    let message = "error: standard input: line 7001: the table has no column for comment, because";
    assert!(stderr(&output).starts_with(message), "{}", stderr(&output));
}

/// The columns come from all puzzles at the start of the input.
#[test]
fn no_value_of_a_later_row_is_lost() {
    for (text, table) in [
        (
            format!("puzzle,id,name\n{LINE}\n{LINE},7,x\n"),
            format!("puzzle,id,name\n{LINE},,\n{LINE},7,x\n"),
        ),
        (
            format!("id,puzzle\n1,{LINE}\n2,{LINE},x\n"),
            format!("id,puzzle,column_3\n1,{LINE},\n2,{LINE},x\n"),
        ),
        (format!("{LINE}\n{HARD} note\n"), format!("puzzle,comment\n{LINE},\n{HARD},note\n")),
        (
            format!("{{\"puzzle\":\"{LINE}\"}}\n{{\"id\":7,\"puzzle\":\"{HARD}\"}}\n"),
            format!("puzzle,id\n{LINE},\n{HARD},7\n"),
        ),
    ] {
        assert_eq!(good("convert --to csv", &text), table);
        let selected = stdout(&select("clues>0", "--to csv", &text)).to_owned();
        assert_eq!(selected, table);
    }
}

/// The columns of a compressed file do not depend on how much a read returns.
#[test]
fn all_parts_of_a_compressed_file_set_the_columns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.gz");
    let mut bytes = Vec::new();
    for text in [format!("{LINE}\n"), format!("{HARD} note\n")] {
        let mut part = GzEncoder::new(&mut bytes, flate2::Compression::fast());
        part.write_all(text.as_bytes()).unwrap();
        part.finish().unwrap();
    }
    let table = format!("puzzle,comment\n{LINE},\n{HARD},note\n");
    fs::write(&path, &bytes).unwrap();
    assert_eq!(good(&format!("convert --to csv {}", path.display()), ""), table);
    // The puzzles before a damaged part are kept.
    fs::write(&path, &bytes[..bytes.len() - 20]).unwrap();
    let damaged = run(&format!("convert --to csv --quiet {}", path.display()), "");
    assert_eq!(code(&damaged), 2, "{}", stderr(&damaged));
    assert!(stdout(&damaged).contains(LINE), "{}", stdout(&damaged));
}

#[test]
fn a_table_without_rows_has_the_same_columns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.parquet").display().to_string();
    let wrong = csv().replace(LINE, &LINE.replace('5', "6")).replace(HARD, "x");
    for (verb, wrong) in [
        ("select minimal", &format!("id,puzzle\n07,{LINE}\n")),
        ("select minimal --sort id", &format!("id,puzzle\n07,{LINE}\n")),
        ("rate --scale se,hodoku --techniques", &wrong),
        ("solve", &wrong),
        ("canonical", &"id,puzzle\n07,x\n".to_owned()),
        ("check", &"id,puzzle\n07,x\n".to_owned()),
    ] {
        let filled = run(&format!("{verb} --to csv"), csv());
        let empty = run(&format!("{verb} --to csv --quiet"), wrong);
        let wanted = stdout(&filled).lines().next().unwrap().replace("question,name", "puzzle");
        let found = stdout(&empty).replace("question,name", "puzzle");
        assert_eq!(found.trim_end(), wanted, "{verb}");
        run(&format!("{verb} --to parquet --output {path}"), wrong);
        let again = run(&format!("convert --to csv {path}"), "");
        assert_eq!(stdout(&again).lines().count(), 1, "{}", stderr(&again));
    }
    let made = good("generate --count 0 --quiet --to csv --scale se --difficulty 1..", "");
    let one = good("generate --quiet --to csv --scale se --difficulty 1..", "");
    assert_eq!(made.lines().next(), one.lines().next());
}

#[test]
fn an_error_in_the_place_of_an_answer_has_the_values_of_its_entry() {
    let text = format!("id,puzzle\n07,{}\n08,{LINE}!\n", LINE.replace('5', "6"));
    let output = run("solve --json --on-error mark --quiet", text);
    let lines: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ids: Vec<_> = lines.iter().map(|it| (&it["id"], it["error"].is_string())).collect();
    assert_eq!(ids, [(&json!("07"), true), (&json!("08"), true)]);
}

/// Other encodings are reported, because their characters would be replaced.
#[test]
fn comments_that_are_not_utf_8_are_reported() {
    let text = [LINE.as_bytes(), b" \xe9t\xe9\n", LINE.as_bytes(), " été\n".as_bytes()].concat();
    let output = run("convert", text);
    assert_eq!((code(&output), stdout(&output).lines().count()), (1, 2));
    let message = "error: standard input: line 1: the values beside the puzzle are not UTF-8";
    assert!(stderr(&output).starts_with(message), "{}", stderr(&output));
    assert_eq!(stderr(&output).lines().count(), 1);
}

#[test]
fn a_column_of_parquet_can_be_selected_by_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.parquet").display().to_string();
    good(&format!("convert --to parquet --output {path}"), csv());
    assert_eq!(good(&format!("convert --column 2 {path}"), ""), format!("{LINE}\n{HARD}\n"));
    assert_eq!(code(&run(&format!("convert --column 4 {path}"), "")), 1);
}

#[test]
fn the_header_comes_from_the_first_row_even_after_errors() {
    for format in ["csv", "tsv"] {
        let table = good(&format!("rate --to {format}"), LINE);
        let marked =
            run(&format!("rate --to {format} --on-error mark"), format!("hello\n{LINE}\n"));
        let rows = stdout(&marked).lines().filter(|line| !line.starts_with('#'));
        assert!(rows.eq(table.lines()), "{}", stdout(&marked));
    }
}

#[test]
fn numbers_and_nested_values_of_json_are_not_changed() {
    let object = format!(
        r#"{{"n":1.50,"big":12345678901234567890,"puzzle":"{LINE}","tags":["a",{{"b":null}}]}}"#
    );
    let again = good("convert --json", &object);
    let expected = object.replacen('{', "{\"line\":1,", 1) + "\n";
    assert_eq!(again, expected);
    let list = format!("[{object},{object}]");
    assert_eq!(good("convert --to jsonl", list).lines().count(), 2);
}

/// The solution of a transformed puzzle is transformed with it.
#[test]
fn a_solution_is_transformed_with_its_puzzle() {
    let table = good("transform --random 4 --to csv", good("solve --to csv", LINE));
    let (puzzle, solution) = table.lines().nth(1).unwrap().split_once(',').unwrap();
    assert_eq!(good("solve", puzzle).trim(), solution);
    // The same solution as lists of numbers and of rows.
    let rows = SOLUTION.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap());
    let rows: Vec<&str> = rows.collect();
    let cells: Vec<u8> = SOLUTION.bytes().map(|byte| byte - b'0').collect();
    let object = json!({ "puzzle": LINE, "cells": cells, "rows": rows, "tags": [1, 2] });
    let object = good("transform --random 4 --json", object.to_string());
    let object: Value = serde_json::from_str(&object).unwrap();
    let digits = |name: &str| object[name].to_string().replace(['[', ']', ',', '"'], "");
    let solution = good("solve", object["puzzle"].as_str().unwrap()).trim().to_owned();
    assert_eq!((digits("cells"), digits("rows")), (solution.clone(), solution));
    assert_eq!(object["tags"], json!([1, 2]));
}

#[test]
fn a_hash_belongs_to_the_transformed_puzzle() {
    let record = good("convert --to puzzle-bank", LINE);
    let moved = good("transform --transpose --json", &record);
    let moved: Value = serde_json::from_str(&moved).unwrap();
    let wanted = good("convert --to puzzle-bank", moved["puzzle"].as_str().unwrap());
    assert_eq!(moved["hash"].as_str(), wanted.get(..12));
    assert_ne!(record[..12], wanted[..12]);
}

#[test]
fn ratings_are_written_like_those_of_serate() {
    let input = format!("{LINE} A\n{HARD}\n");
    assert_eq!(
        good("rate --format %g_ED=%r/%p/%d", &input),
        format!("{LINE}_ED=1.2/1.2/1.2\n{HARD}_ED=8.4/1.2/1.2\n")
    );
    let zeros = HARD.replace('.', "0");
    assert_eq!(
        good("rate --format %i|%R|%P|%n|%c|%%%l-", HARD),
        format!("{zeros}|cell forcing chains|hidden single|1||%\n-\n")
    );
    for (format, message) in [
        ("a%x", "column 2: unknown code `%x`; expected one of %g %i %n"),
        ("%", "column 1: unknown code `%`;"),
    ] {
        let output = run(&format!("rate --format {format}"), LINE);
        assert!(code(&output) == 2 && stderr(&output).contains(message), "{}", stderr(&output));
    }
    for wrong in ["--format %g --json", "--pearls --scale hodoku", "--diamonds --scale se,sukaku"] {
        assert_eq!(code(&run(&format!("rate {wrong}"), LINE)), 2, "{wrong}");
    }
}

/// `--pearls` and `--diamonds` write the lines whose ratings are equal, as a filter of all ratings
/// would.
#[test]
fn pearls_and_diamonds_equal_a_filter_of_all_ratings() {
    // ER/EP/ED are 8.3/1.5/1.5, 7.1/7.1/6.6 and so on.
    let puzzles: String =
        good("generate --count 150 --seed 2 --scale se --difficulty 4.0..9.0 --quiet", "");
    let rated = good("rate", format!("{puzzles}{LINE}\n"));
    let kept = |is_kept: fn(&[&str]) -> bool| -> String {
        let lines = rated.lines().filter(|line| {
            let rating = line.split(' ').nth(1).unwrap();
            is_kept(&rating.split('/').collect::<Vec<_>>())
        });
        lines.map(|line| format!("{line}\n")).collect()
    };
    let pearls = kept(|it| it[0] == it[1]);
    let diamonds = kept(|it| it[0] == it[1] && it[1] == it[2]);
    assert!(diamonds.lines().count() >= 1 && pearls.lines().count() < rated.lines().count());
    let input = format!("{puzzles}{LINE}\n");
    assert_eq!(good("rate --pearls", &input), pearls);
    assert_eq!(good("rate --diamonds", &input), diamonds);
}

#[test]
fn techniques_are_counted_for_each_puzzle_and_file() {
    let input = format!("{LINE}\n{HARD}\n");
    let lines = good("rate --techniques", &input);
    assert!(lines.starts_with(&format!("{LINE} 1.2/1.2/1.2 last-cell:21 hidden-single:30\n")));
    let object: Value = serde_json::from_str(&good("rate --techniques --json", LINE)).unwrap();
    assert_eq!(object["se_techniques"], json!({"last-cell": 21, "hidden-single": 30}));
    let summary = good("rate --techniques --summary --json", &input);
    let summary: Value = serde_json::from_str(&summary).unwrap();
    let techniques = &summary["scales"][0]["techniques"];
    assert_eq!(techniques[0], json!({"technique": "last-cell", "puzzles": 2, "steps": 40}));
    assert!(good("rate --techniques --summary", &input).contains("\ncell-forcing-chains"));
}

fn select(condition: &str, options: &str, input: &str) -> std::process::Output {
    let mut command = common::sudoku("select");
    command.arg(condition).args(options.split_whitespace());
    common::feed(command, input)
}

#[test]
fn puzzles_are_selected_by_rating_clues_techniques_and_columns() {
    let table = csv();
    for (condition, kept) in [
        ("se.er >= 7.1 and clues <= 24", "08"),
        ("hodoku.level = easy", "07"),
        ("uses(cell-forcing-chains)", "08"),
        ("not uses(hodoku, als-chain)", "07"),
        ("minimal", "08"),
        ("id = 7", "07"),
        ("id = '7'", ""),
        ("id = '07' and id != '08'", "07"),
        ("name = 'one, two'", "07"),
        ("name != x", "07"),
        ("clues > 20", "07 08"),
        ("clues > 60 or (se.ed < 1.3 and id > 7)", "08"),
    ] {
        let output = select(condition, "--to csv", &table);
        assert_eq!((code(&output), stderr(&output)), (0, ""), "{condition}");
        let ids = stdout(&output).lines().skip(1).map(|row| &row[..2]).collect::<Vec<_>>();
        assert_eq!(ids.join(" "), kept, "{condition}");
    }
    let unknown = select("level = 3", "", &table);
    let message = "error: found no column `level`; the columns are: id, question, name; other";
    assert!(code(&unknown) == 1 && stderr(&unknown).starts_with(message), "{}", stderr(&unknown));
    assert_eq!(stderr(&unknown).lines().count(), 1);
    let lines = select("level = 3", "--sort level", LINE);
    let message = "error: found no column `level`; the puzzles have no columns; other values";
    assert!(code(&lines) == 1 && stderr(&lines).starts_with(message), "{}", stderr(&lines));
    // The rest of the input may have the column.
    let part = format!("{{\"puzzle\":\"{LINE}\"}}\n{{\"puzzle\":\"x\"}}\n{{\"tag\":1}}\n");
    let stopped = select("tag = b", "--on-error stop", &part);
    assert!(code(&stopped) == 1 && !stderr(&stopped).contains("column `tag`"), "{stopped:?}");
    // A value that some puzzles lack is missing there.
    let some = format!("{{\"puzzle\":\"{LINE}\"}}\n{{\"puzzle\":\"{HARD}\",\"tag\":\"b\"}}\n");
    let output = select("tag = b", "", &some);
    assert_eq!((code(&output), stdout(&output)), (0, &*format!("{HARD}\n")));
    let wrong = select("clues <= many", "", &table);
    let message = "column 10: expected a number";
    assert!(code(&wrong) == 2 && stderr(&wrong).contains(message), "{}", stderr(&wrong));
    // An improper puzzle is reported only if a rating decides.
    let several = LINE.replacen("53", "..", 1);
    assert_eq!(code(&select("clues < 30", "", &several)), 0);
    assert_eq!(code(&select("se.er < 3", "", &several)), 1);
}

/// Puzzles on one line keep their order, and each is drawn independently.
#[test]
fn puzzles_on_one_line_are_sorted_and_sampled_equally_in_every_run() {
    let objects: Vec<Value> = (0..300).map(|id| json!({"id": id, "puzzle": LINE})).collect();
    let list = serde_json::to_string(&objects).unwrap();
    let ids = |options: &str| -> Vec<u64> {
        let output = select("clues > 0", &format!("{options} --to csv"), &list);
        assert_eq!((code(&output), stderr(&output)), (0, ""));
        let rows = stdout(&output).lines().skip(1);
        rows.map(|row| row.split(',').next().unwrap().parse().unwrap()).collect()
    };
    assert_eq!(ids("--sort clues --threads 8"), (0..300).collect::<Vec<_>>());
    let some = ids("--sample 20 --seed 1 --threads 8");
    assert!(some.is_sorted() && some.len() == 20 && *some.last().unwrap() > 40, "{some:?}");
    assert_eq!(ids("--sample 20 --seed 1 --threads 1"), some);
}

#[test]
fn a_column_with_a_comma_in_its_name_sorts() {
    let text = format!("puzzle,\"a,b\"\n{LINE},1\n{LINE},3\n{LINE},2\n");
    let output = select("clues > 0", "--sort -`a,b`,clues --to csv", &text);
    let rows = stdout(&output).lines().skip(1).map(|row| &row[82..]);
    assert_eq!(rows.collect::<Vec<_>>(), ["3", "2", "1"], "{}", stderr(&output));
}

#[test]
fn selected_puzzles_are_sorted_and_sampled() {
    let puzzles = good("generate --count 40 --seed 3 --quiet", "");
    let rows = |options: &str| -> Vec<String> {
        let output = select("clues > 0", options, &puzzles);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output).lines().map(str::to_owned).collect()
    };
    let rated = good("rate", rows("--sort -se.er,clues").join("\n"));
    let keys: Vec<_> = rated
        .lines()
        .map(|line| {
            let er: f64 = line[82..].split('/').next().unwrap().parse().unwrap();
            let clues = line[..81].bytes().filter(u8::is_ascii_digit).count();
            (-(er * 10.0).round() as i64, clues)
        })
        .collect();
    assert!(keys.is_sorted() && keys.len() == 40, "{keys:?}");
    let all: Vec<String> = puzzles.lines().map(str::to_owned).collect();
    let one = rows("--sample 10 --seed 1");
    assert_eq!(one.len(), 10);
    // The sample is in the order of the input, and depends only on the seed.
    let places: Vec<_> = one.iter().map(|row| all.iter().position(|it| it == row)).collect();
    assert!(places.is_sorted() && places.iter().all(Option::is_some), "{places:?}");
    assert_eq!(rows("--sample 10 --seed 1 --threads 5"), one);
    assert_ne!(rows("--sample 10 --seed 2"), one);
    assert_eq!(rows("--sample 100"), all);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept.parquet").display().to_string();
    rows(&format!("--sample 10 --seed 1 --to parquet --output {path}"));
    assert_eq!(good(&format!("convert {path}"), ""), one.join("\n") + "\n");
    assert!(fs::metadata(&path).unwrap().len() > 100);
}
