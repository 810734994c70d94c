//! Tests of data sets with ratings on rating scales.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use tempfile::tempdir;

use crate::in_folder::{code, contents, good, run, text};

/// The columns that each scale adds to text files, and the number of values per row of its array.
const SCALES: [(&str, &[&str], usize); 3] = [
    ("se", &["se_er", "se_ep", "se_ed"], 3),
    ("sukaku", &["sukaku_er", "sukaku_ep", "sukaku_ed"], 3),
    ("hodoku", &["hodoku_level", "hodoku_score"], 2),
];

const LEVELS: [&str; 5] = ["Easy", "Medium", "Hard", "Unfair", "Extreme"];

const MAKE: &str = "dataset make --quiet --count 12 --per-shard 5 --split 1,0,0 --augment 1";

#[test]
fn rows_have_the_ratings_that_rate_gives_in_every_format() {
    let folder = tempdir().unwrap();
    let formats = "--format csv,kaggle-3m,jsonl,npy,parquet";
    // The order of the scales on the command line does not change the order of the columns.
    good(
        folder.path(),
        &format!("{MAKE} {formats} -o set --scale hodoku,sukaku,se,se --threads 1"),
    );
    good(folder.path(), &format!("{MAKE} {formats} -o again --scale se,sukaku,hodoku"));
    let (set, again) = (folder.path().join("set"), folder.path().join("again"));
    assert!(contents(&set) == contents(&again), "the bytes follow from the settings");
    let read = |name: &str| fs::read_to_string(set.join(name)).unwrap();
    let numbers: Vec<&str> = vec!["00000", "00001", "00002"];
    let mut rows: Vec<Value> = Vec::new();
    for number in numbers {
        let objects = read(&format!("train-{number}.jsonl"));
        let of_shard: Vec<Value> =
            objects.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        // CSV has the same values, and the Kaggle layouts are unchanged.
        let table = read(&format!("train-{number}.csv"));
        let header = "source,question,answer,rating,se_er,se_ep,se_ed,sukaku_er,sukaku_ep,\
                      sukaku_ed,hodoku_level,hodoku_score";
        assert_eq!(table.lines().next(), Some(header));
        assert_eq!(table.lines().count(), 1 + of_shard.len());
        for (line, row) in table.lines().skip(1).zip(&of_shard) {
            let fields: Vec<&str> = line.split(',').collect();
            for (name, field) in header.split(',').zip(fields).skip(4) {
                assert_eq!(field, row[name].to_string().trim_matches('"').trim_end_matches(".0"));
            }
        }
        let known = read(&format!("train-{number}.kaggle-3m.csv"));
        assert_eq!(known.lines().next(), Some("id,puzzle,solution,clues,difficulty"));
        for (scale, columns, count) in SCALES {
            let array = fs::read(set.join(format!("train-{number}-{scale}.npy"))).unwrap();
            let shape = format!("'shape': ({}, {count})", of_shard.len());
            let header = text(&array[10..128]);
            assert!(header.contains(&shape), "{header}");
            let doubles = array[128..].as_chunks::<8>().0.iter().map(|&it| f64::from_le_bytes(it));
            let expected = of_shard.iter().flat_map(|row| columns.iter().map(|name| &row[*name]));
            let number = |value: &Value| match value.as_str() {
                Some(level) => 1.0 + LEVELS.iter().position(|name| *name == level).unwrap() as f64,
                None => value.as_f64().unwrap(),
            };
            assert!(doubles.eq(expected.map(number)), "{scale}");
        }
        let parquet = fs::read(set.join(format!("train-{number}.parquet"))).unwrap();
        for name in SCALES.iter().flat_map(|(_, columns, _)| *columns) {
            assert!(parquet.windows(name.len()).any(|bytes| bytes == name.as_bytes()), "{name}");
        }
        rows.extend(of_shard);
    }
    // A symmetric copy has its own rating: `sudoku rate` gives the same rating for the puzzle of a
    // row.
    assert_eq!(rows.len(), 24);
    let puzzles: String =
        rows.iter().map(|row| format!("{}\n", row["puzzle"].as_str().unwrap())).collect();
    fs::write(folder.path().join("puzzles.txt"), puzzles).unwrap();
    for (scale, columns, _) in SCALES {
        let rated = run(folder.path(), &format!("rate --json --scale {scale} puzzles.txt"));
        assert_eq!(code(&rated), 0, "{}", text(&rated.stderr));
        let rated = text(&rated.stdout);
        assert_eq!(rated.lines().count(), rows.len());
        for (line, row) in rated.lines().zip(&rows) {
            let rated: Value = serde_json::from_str(line).unwrap();
            for column in columns {
                assert_eq!(rated[*column], row[*column], "{line}");
            }
        }
    }
    // The manifest names the scales and counts puzzles without their copies.
    let manifest: Value = serde_json::from_str(&read("manifest.json")).unwrap();
    assert_eq!(manifest["settings"]["scales"], serde_json::json!(["se", "sukaku", "hodoku"]));
    let scales = &manifest["splits"]["train"]["scales"];
    for (scale, class) in [("se", "se_er"), ("hodoku", "hodoku_level")] {
        let mut counts = BTreeMap::<String, u64>::new();
        for row in rows.iter().step_by(2) {
            let class = row[class].to_string().trim_matches('"').to_owned();
            *counts.entry(class).or_default() += 1;
        }
        assert_eq!(scales[scale], serde_json::to_value(counts).unwrap(), "{scales}");
    }
    // A damaged file is regenerated with the same bytes, and duplicates are still found.
    fs::write(set.join("train-00001-se.npy"), "no more").unwrap();
    let repair = format!("{MAKE} {formats} -o set --scale se,sukaku,hodoku --repair");
    good(folder.path(), &repair);
    assert!(contents(&set) == contents(&again));
    // In every format, copies that --augment added do not count as duplicates of their puzzle.
    for format in ["csv", "jsonl", "parquet"] {
        let check = format!("dataset check --json set/train-00000.{format}");
        let checked = run(folder.path(), &check);
        let said = text(&checked.stdout);
        let totals: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
        let numbers = ["puzzles", "duplicates", "copies"].map(|name| totals[name].as_u64());
        assert_eq!(numbers, [Some(10), Some(0), Some(5)], "{format}: {said}");
        assert_eq!(code(&checked), 0, "{format}: {said}");
    }
}

#[test]
fn a_wrong_number_of_copies_hides_no_duplicates() {
    let folder = tempdir().unwrap();
    good(folder.path(), &format!("{MAKE} -o set --format csv"));
    let set = folder.path().join("set");
    // A second copy of a puzzle and its copy is a duplicate twice.
    let csv = fs::read_to_string(set.join("train-00000.csv")).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    let twice = format!("{csv}{}\n{}\n", lines[1], lines[2]);
    fs::write(set.join("train-00000.csv"), twice).unwrap();
    let checked = run(folder.path(), "dataset check --quiet set/train-00000.csv");
    assert_eq!(code(&checked), 1);
    let said = text(&checked.stdout);
    assert_eq!(said.matches("duplicate of set/train-00000.csv: line 2").count(), 2, "{said}");
    // A wrong number of copies in the manifest hides no duplicates.
    let manifest = set.join("manifest.json");
    let mut settings: Value = serde_json::from_slice(&fs::read(&manifest).unwrap()).unwrap();
    settings["settings"]["augment"]["train"] = 999.into();
    fs::write(&manifest, settings.to_string()).unwrap();
    let checked = run(folder.path(), "dataset check --quiet set/train-00000.csv");
    let said = text(&checked.stdout);
    assert_eq!(said.matches("duplicate of set/train-00000.csv").count(), 7, "{said}");
}

#[test]
fn scales_belong_to_the_settings_of_a_data_set() {
    let folder = tempdir().unwrap();
    good(folder.path(), &format!("{MAKE} -o set --scale se"));
    let other = run(folder.path(), &format!("{MAKE} -o set --scale hodoku"));
    assert_eq!(code(&other), 2, "{}", text(&other.stderr));
    let unknown = run(folder.path(), &format!("{MAKE} -o other --scale guesses"));
    assert_eq!(code(&unknown), 2);
    assert!(text(&unknown.stderr).contains("se, sukaku, hodoku"), "{}", text(&unknown.stderr));
    // Without scales, the manifest has no entry for them.
    good(folder.path(), &format!("{MAKE} -o plain"));
    let manifest = fs::read_to_string(folder.path().join("plain/manifest.json")).unwrap();
    assert!(!manifest.contains("scales"), "{manifest}");
}

/// Returns the command without symmetric copies.
fn alone() -> String {
    MAKE.replace(" --augment 1", "")
}

#[test]
fn check_recomputes_ratings_by_default() {
    let folder = tempdir().unwrap();
    good(folder.path(), &format!("{} -o set --scale se,hodoku", alone()));
    let check = |arguments: &str| {
        run(folder.path(), &format!("dataset check set/train-00000.csv {arguments}"))
    };
    let right = check("");
    assert_eq!((code(&right), text(&right.stdout)), (0, ""));
    assert!(
        text(&right.stderr).contains("5 ratings checked: 0 wrong\n1 checksum checked: 0 wrong\n"),
        "{right:?}"
    );
    let path = folder.path().join("set/train-00000.csv");
    let table = fs::read_to_string(&path).unwrap();
    let damaged = table.replacen(",Easy,", ",Unfair,", 1);
    assert!(damaged != table, "a row is easy");
    fs::write(&path, damaged).unwrap();
    for rows in ["", "--ratings all"] {
        let wrong = check(rows);
        assert_eq!(code(&wrong), 1, "{wrong:?}");
        let lines: Vec<&str> = text(&wrong.stdout).lines().collect();
        let [changed, line] = lines[..] else { panic!("{lines:?}") };
        assert!(changed.starts_with("set/train-00000.csv: the file was changed: "), "{changed}");
        assert!(line.ends_with(": hodoku_level is Unfair, expected Easy"), "{line}");
        assert!(line.starts_with("set/train-00000.csv: line "), "{line}");
        let counts = "5 solutions checked: 0 wrong\n5 ratings checked: 1 wrong\n1 checksum checked: 1 wrong\n";
        assert!(text(&wrong.stderr).contains(counts), "{wrong:?}");
    }
    let wrong = check("--json --quiet");
    let lines: Vec<Value> =
        text(&wrong.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["line"], Value::Null);
    assert_eq!(lines[1]["wrong"], "hodoku_level is Unfair, expected Easy");
    let totals = [
        "solutions",
        "wrong_solutions",
        "ratings",
        "wrong_ratings",
        "checksums",
        "wrong_checksums",
    ];
    assert_eq!(totals.map(|name| lines[2][name].as_u64().unwrap()), [5, 0, 5, 1, 1, 1]);
    // The check finds a wrong solution without ratings too.
    fs::write(&path, &table).unwrap();
    let none = check("--ratings none");
    assert_eq!((code(&none), text(&none.stdout)), (0, ""));
    assert!(!text(&none.stderr).contains("ratings"), "{none:?}");
    let row = table.lines().nth(3).unwrap();
    let solution = row.split(',').nth(2).unwrap();
    fs::write(folder.path().join("a.csv"), table.replace(solution, &"1".repeat(81))).unwrap();
    let wrong = run(folder.path(), "dataset check a.csv --ratings none");
    assert_eq!(code(&wrong), 1);
    let line = text(&wrong.stdout);
    assert!(line.starts_with("a.csv: line 4: the solution has 1 in r"), "{line}");
}

#[test]
fn puzzles_have_the_requested_difficulty_and_check_verifies_it() {
    let folder = tempdir().unwrap();
    let hard = "--scale se --difficulty 2.3..2.6";
    good(folder.path(), &format!("{} -o set --format jsonl {hard}", alone()));
    for number in ["00000", "00001", "00002"] {
        let rows = fs::read_to_string(folder.path().join(format!("set/train-{number}.jsonl")));
        for row in rows.unwrap().lines() {
            let row: Value = serde_json::from_str(row).unwrap();
            assert!((2.3..=2.6).contains(&row["se_er"].as_f64().unwrap()), "{row}");
        }
    }
    let manifest = folder.path().join("set/manifest.json");
    let whole: Value = serde_json::from_slice(&fs::read(&manifest).unwrap()).unwrap();
    let asked_for = serde_json::json!({
        "scale": "Sudoku Explainer 1.2.1", "least": 23, "most": 26, "words": "ER 2.3 to ER 2.6",
    });
    assert_eq!(whole["settings"]["source"]["generated"]["difficulty"], asked_for);
    good(folder.path(), "dataset check --quiet set/train-00000.jsonl");
    // A puzzle of another difficulty, with a correct rating.
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let row = format!("{{\"puzzle\":\"{puzzle}\",\"se_er\":1.2,\"se_ep\":1.2,\"se_ed\":1.2}}\n");
    fs::write(folder.path().join("set/train-00000.jsonl"), row).unwrap();
    let other = run(folder.path(), "dataset check --quiet set/train-00000.jsonl");
    let said = "set/train-00000.jsonl: line 1: not of the requested difficulty: ER 2.3 to ER 2.6\n";
    let (changed, rest) = text(&other.stdout).split_once('\n').unwrap();
    assert!(changed.starts_with("set/train-00000.jsonl: the file was changed: "), "{changed}");
    assert_eq!((code(&other), rest), (1, said));
    // Another difficulty means another data set.
    let narrower = hard.replace("2.6", "2.5");
    let other = run(folder.path(), &format!("{} -o set --format jsonl {narrower}", alone()));
    assert_eq!(code(&other), 2);
    assert!(text(&other.stderr).contains("other options"), "{other:?}");
    for (arguments, said) in [
        ("--difficulty 2.3", "--scale"),
        ("--difficulty 2.3 --scale se,hodoku", "need exactly one --scale"),
        ("--needs swordfish", "--needs and --without need --scale se"),
        ("--level hard --scale se", "the scale se has no levels; use the scale hodoku"),
        ("--needs jellyfish --without fish --scale se", "jellyfish"),
        ("--needs x-wing --scale se puzzles.txt", "cannot be used with"),
        ("--difficulty 2.3 --scale hodoku", "whole number"),
        ("--difficulty x --scale se", "expected a number or range, such as 7.2"),
        ("--difficulty 2.3 --scale se puzzles.txt", "cannot be used with"),
    ] {
        let bad = run(folder.path(), &format!("dataset make -o bad {arguments}"));
        assert_eq!(code(&bad), 2, "{arguments}");
        assert!(text(&bad.stderr).contains(said), "{bad:?}");
    }
}

#[test]
fn constraints_on_steps_are_settings_that_check_verifies() {
    let folder = tempdir().unwrap();
    let asked = "--scale hodoku --level medium..hard --needs locked-candidates,naked-pair \
                 --eliminations 1.. --before singles,hidden-pair \
                 --without uniqueness,coloring";
    let command = format!("{} --count 6 -o set --format jsonl", alone().replace(" --count 12", ""));
    good(folder.path(), &format!("{command} {asked}"));
    let manifest = fs::read(folder.path().join("set/manifest.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    let difficulty = &manifest["settings"]["source"]["generated"]["difficulty"];
    assert_eq!(difficulty["levels"], serde_json::json!(["Medium", "Hard"]));
    let needs = serde_json::json!([["naked pair"], ["pointing", "claiming"]]);
    assert_eq!(difficulty["needs"], needs);
    assert_eq!(difficulty["eliminations"], serde_json::json!([1, 648]));
    let before = serde_json::json!(["last cell", "hidden single", "naked single", "hidden pair"]);
    assert_eq!(difficulty["before"], before);
    assert_eq!(difficulty["after"], Value::Null);
    let words = difficulty["words"].as_str().unwrap();
    let begin = "level Medium to Hard, with naked pair, with pointing or claiming, \
                 eliminating 1 to 648, before that only last cell or hidden single or naked single \
                 or hidden pair, without ";
    assert!(words.starts_with(begin), "{words}");
    assert!(words.ends_with("without brute force"), "{words}");
    // The same constraints in another order mean the same data set. Other constraints do not.
    let same = "--scale hodoku --level medium..hard --needs naked-pair,locked-candidates \
                --eliminations 1.. --before hidden-pair,singles,naked-pair \
                --without coloring,uniqueness";
    good(folder.path(), &format!("{command} {same}"));
    for other in [
        asked.replace("medium..hard", "hard"),
        asked.replace(",naked-pair", ""),
        asked.replace(",coloring", ""),
        asked.replace("1..", "2.."),
        asked.replace(",hidden-pair", ""),
        asked.replace("--before", "--after"),
    ] {
        let other = run(folder.path(), &format!("{command} {other}"));
        assert_eq!(code(&other), 2, "{other:?}");
        assert!(text(&other.stderr).contains("other options"), "{other:?}");
    }
    good(folder.path(), "dataset check --quiet --ratings all set/train-00000.jsonl");
    // An easy puzzle, with a correct rating.
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let row =
        format!("{{\"puzzle\":\"{puzzle}\",\"hodoku_level\":\"Easy\",\"hodoku_score\":204}}\n");
    fs::write(folder.path().join("set/train-00000.jsonl"), row).unwrap();
    let other = run(folder.path(), "dataset check --quiet set/train-00000.jsonl");
    assert_eq!(code(&other), 1, "{other:?}");
    assert!(
        text(&other.stdout).contains("not of the requested difficulty: level Medium to Hard, with"),
        "{other:?}"
    );
}

/// A data set has the puzzles that `generate` makes with the same options.
#[test]
fn difficulties_are_spread_and_symmetries_vary_as_in_generate() {
    let folder = tempdir().unwrap();
    let options = "--count 12 --seed 3 --scale se --difficulty 1.2..4.0 --spread --symmetry random";
    good(folder.path(), &format!("dataset make {options} --split 1,0,0 --quiet -o set"));
    let table = fs::read_to_string(folder.path().join("set/train-00000.csv")).unwrap();
    let made = run(folder.path(), &format!("generate {options} --quiet"));
    let of_row = |row: &'_ str| row.split(',').nth(1).unwrap().replace('0', ".");
    let puzzles: Vec<String> = table.lines().skip(1).map(of_row).collect();
    assert_eq!(puzzles, text(&made.stdout).lines().collect::<Vec<_>>());
    let manifest = fs::read_to_string(folder.path().join("set/manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let source = &manifest["settings"]["source"]["generated"];
    let length = |list: &str| source[list].as_array().map_or(0, Vec::len);
    assert!(length("symmetries") > 1 && length("parts") > 1, "{source}");
    good(folder.path(), "dataset check --quiet set/train-00000.csv");
    let none = run(folder.path(), "dataset make --spread -o other");
    assert!(code(&none) == 2 && text(&none.stderr).contains("--spread needs a range"));
}

#[test]
fn steps_equal_those_of_explain() {
    let folder = tempdir().unwrap();
    let make = format!("{MAKE} --format jsonl,parquet -o set --steps --scale se,hodoku");
    good(folder.path(), &make);
    let set = folder.path().join("set");
    let objects = fs::read_to_string(set.join("train-00000.jsonl")).unwrap();
    assert_eq!(objects.lines().count(), 10);
    let mut eliminations = 0;
    for row in objects.lines() {
        let row: Value = serde_json::from_str(row).unwrap();
        fs::write(folder.path().join("puzzle.txt"), row["puzzle"].as_str().unwrap()).unwrap();
        for scale in ["se", "hodoku"] {
            let explained =
                run(folder.path(), &format!("explain --json --scale {scale} puzzle.txt"));
            let steps = row[format!("{scale}_steps")].as_array().unwrap();
            let explained = text(&explained.stdout);
            assert_eq!(steps.len(), explained.lines().count());
            for (step, line) in steps.iter().zip(explained.lines()) {
                let explained: Value = serde_json::from_str(line).unwrap();
                assert_eq!(step["technique"], explained["technique"]);
                assert_eq!(step["score"], explained["score"]);
                let placed = [&step["cell"], &step["digit"]].map(Value::clone);
                let placements = match placed {
                    [Value::Null, Value::Null] => vec![],
                    placed => vec![Value::from(placed.to_vec())],
                };
                assert_eq!(Value::from(placements), explained["placements"]);
                let numbers = step["eliminations"].as_array().unwrap().iter();
                let pairs = numbers.map(|it| it.as_u64().unwrap()).map(|it| [it / 9, it % 9 + 1]);
                let pairs: Vec<_> = pairs.collect();
                eliminations += pairs.len();
                assert_eq!(serde_json::json!(pairs), explained["eliminations"]);
            }
        }
        assert!(row.get("sukaku_steps").is_none());
    }
    assert!(eliminations > 0, "choose other puzzles: no step eliminates a candidate");
    // Columns of steps do not change the reading of the other columns.
    for file in ["set/train-00000.jsonl", "set/train-00000.parquet"] {
        let options = "dataset check --json --ratings all";
        let checked = run(folder.path(), &format!("{options} {file}"));
        let checked = text(&checked.stdout);
        let last: Value = serde_json::from_str(checked.lines().last().unwrap()).unwrap();
        let counts = ["solutions", "wrong_solutions", "ratings", "wrong_ratings"];
        assert_eq!(counts.map(|name| last[name].as_u64()), [10, 0, 10, 0].map(Some), "{checked}");
    }
    // The option belongs to the settings, and needs a scale and a format.
    let other = run(folder.path(), &make.replace(" --steps", ""));
    assert_eq!(code(&other), 2, "{}", text(&other.stderr));
    for (options, needed) in
        [("--format parquet", "--scale"), ("--scale se --format csv,npy", "--format parquet")]
    {
        let refused = run(folder.path(), &format!("{MAKE} -o other --steps {options}"));
        assert_eq!(code(&refused), 2);
        assert!(text(&refused.stderr).contains(needed), "{}", text(&refused.stderr));
    }
}

/// A symmetric copy has the measures of its puzzle, as `sudoku rate` computes them.
#[test]
fn rows_have_measures_in_every_format() {
    let folder = tempdir().unwrap();
    let formats = "--format csv,jsonl,npy,parquet --guess-rating 0";
    good(folder.path(), &format!("{MAKE} {formats} -o set --measures te_depth,backdoor"));
    good(folder.path(), &format!("{MAKE} {formats} -o again --measures backdoor,te_depth"));
    let set = folder.path().join("set");
    assert!(contents(&set) == contents(&folder.path().join("again")));
    let read = |name: &str| fs::read_to_string(set.join(name)).unwrap();
    let objects = read("train-00000.jsonl");
    let rows: Vec<Value> = objects.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    let puzzles: String =
        rows.iter().map(|row| format!("{}\n", row["puzzle"].as_str().unwrap())).collect();
    fs::write(folder.path().join("puzzles.txt"), puzzles).unwrap();
    let rated = run(folder.path(), "rate --json --measures backdoor,te_depth puzzles.txt");
    let table = read("train-00000.csv");
    let header = "source,question,answer,rating,backdoor,te_depth";
    assert_eq!(table.lines().next(), Some(header));
    let array = fs::read(set.join("train-00000-measures.npy")).unwrap();
    assert!(text(&array[10..128]).contains("'shape': (10, 2)"));
    let mut doubles = array[128..].as_chunks::<8>().0.iter().map(|&it| f64::from_le_bytes(it));
    let lines = text(&rated.stdout);
    assert_eq!((rows.len(), lines.lines().count()), (10, 10));
    for ((rated, row), line) in lines.lines().zip(&rows).zip(table.lines().skip(1)) {
        let rated: Value = serde_json::from_str(rated).unwrap();
        for (name, place) in [("backdoor", 4), ("te_depth", 5)] {
            assert_eq!(rated[name], row[name]);
            assert_eq!(line.split(',').nth(place), Some(&row[name].to_string()[..]));
            assert_eq!(doubles.next(), row[name].as_f64());
        }
    }
    let parquet = fs::read(set.join("train-00000.parquet")).unwrap();
    assert!(parquet.windows(8).any(|bytes| bytes == b"te_depth"));
    let manifest: Value = serde_json::from_str(&read("manifest.json")).unwrap();
    assert_eq!(manifest["settings"]["measures"], serde_json::json!(["backdoor", "te_depth"]));
    let counts = &manifest["splits"]["train"]["measures"]["backdoor"];
    let puzzles = counts.as_object().unwrap().values().filter_map(Value::as_u64).sum::<u64>();
    assert_eq!(puzzles, 12);
}
