//! Tests of the summary of the default job, with simulated results.

use std::sync::Arc;

use bench_harness::data::environment::Environment;
use bench_harness::data::event::{EngineAnswer, Event};
use bench_harness::data::measured::Measured;
use bench_harness::data::measurements::{Measurements, Record};
use bench_harness::data::plan::Plan;
use bench_harness::data::puzzles::PuzzleList;
use bench_harness::data::summary::Summary;
use bench_harness::data::workload::{Mode, Workload};
use bench_harness::render::format::ResultFormat;
use bench_harness::render::html::page;
use bench_harness::render::records::render;
use bench_harness::render::style::Style;
use bench_harness::render::summary::render_summary;
use sudoku_registry::STRATEGIES;

const US: u64 = 1_000;
const MS: u64 = 1_000_000;

/// Returns a finished measurement of the default job. The function returns the time of a strategy's
/// puzzles on a set, or `None` if they time out.
fn measured(strategies: &[&str], time: impl Fn(&str, &str) -> Option<u64>) -> Measurements {
    let base = |name: &&str| {
        let known = STRATEGIES.iter().find(|it| it.name == *name)?;
        Some((known.name.to_owned(), known.base?.to_owned()))
    };
    let plan = Plan {
        strategies: strategies.iter().map(|&name| name.to_owned()).collect(),
        bases: strategies.iter().filter_map(base).collect(),
        external: Default::default(),
        commands: Default::default(),
        workloads: [(Mode::First, false), (Mode::Unique, false), (Mode::Unique, true)]
            .map(|(mode, batch)| Workload { mode, batch, text: false })
            .to_vec(),
        budget_ms: Some(45_000),
        verify_only: false,
    };
    let environment = Environment {
        cpu: "AMD EPYC 9654 96-Core Processor".to_owned(),
        instruction_set: "avx512".to_owned(),
        compiler: "rustc 1.95.0 (59807616e 2026-04-14)".to_owned(),
        profile: "dev".to_owned(),
        opt_level: "3".to_owned(),
        debug_assertions: false,
        comparable: true,
        commit: "a1b62512593e".to_owned(),
        seed: 1,
        date: "2026-11-25T17:03:29Z".to_owned(),
        time_limit_ms: 1200.0,
    };
    let mut measured = Measurements::new(environment, plan);
    sudoku_corpus::sets().for_each(|set| measured.add_list(PuzzleList::from_set(set).unwrap()));
    for row in &mut measured.rows {
        let puzzles = Arc::clone(&row.list.puzzles);
        let ns = time(&row.strategy, &row.list.name);
        for (at, puzzle) in puzzles.iter().map(|it| it.puzzle.clone()).enumerate() {
            let Some(ns) = ns else {
                row.apply(&Event::Timeout { at, puzzle, ns: 1200 * MS }).unwrap();
                continue;
            };
            let answer = Box::new(EngineAnswer::default());
            let ns = (!row.workload.batch).then_some(ns);
            row.apply(&Event::Answer { at, puzzle, ns, answer }).unwrap();
        }
        let ns = ns.map_or(Vec::new(), |ns| vec![ns * puzzles.len() as u64; 9]);
        row.apply(&Event::Passes { puzzles: puzzles.len(), ns }).unwrap();
    }
    measured.apply(&Record::End { seconds: 45.2 }).unwrap();
    measured
}

/// The times of the strategies that are measured by default.
fn usual(strategy: &str, set: &str) -> Option<u64> {
    let factor = if set == "hard" { 10 } else { 1 };
    Some(
        factor
            * match strategy {
                "scan" if set == "row-major" => 762 * MS,
                "scan" => 7 * MS,
                "bitmask" => 3 * MS,
                "mrv" => 12_300,
                "batch" => 1_300,
                _ => US,
            },
    )
}

const ALL: [&str; 6] = ["scan", "bitmask", "mrv", "board", "batch", "auto"];

fn row<'m>(measured: &'m mut Measurements, strategy: &str, set: &str) -> &'m mut Measured {
    let is_it = |row: &&mut Measured| {
        (&*row.strategy, &*row.list.name) == (strategy, set) && row.workload.mode == Mode::Unique
    };
    measured.rows.iter_mut().find(is_it).unwrap()
}

/// Returns the summary as text without colors.
fn text(measured: &Measurements, builds: bool) -> String {
    let summary = Summary::of(measured, builds).unwrap();
    let text = render_summary(&summary, measured, &measured.notes(), Style::SCREEN);
    let text = anstream::adapter::strip_str(&text).to_string();
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
    text
}

/// Returns the cells of a strategy in one of the two tables.
fn cells(text: &str, strategy: &str, table: usize) -> String {
    let row = text.lines().filter(|line| line.split(' ').next() == Some(strategy)).nth(table);
    row.unwrap_or_else(|| panic!("{strategy}: {text}"))
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn the_summary_of_the_default_job_fits_a_screen_and_has_every_verdict() {
    let measured = measured(&ALL, usual);
    let text = text(&measured, false);
    assert!(text.lines().count() <= 22, "{text}");
    assert_eq!(cells(&text, "scan", 0), "scan 7 ms 7 ms 7 ms 70 ms 762 ms! 7 ms 7 ms 7 ms");
    assert_eq!(cells(&text, "scan", 1), "scan 12.6k× 762 ms! 1 s 14.3 14.3");
    assert_eq!(cells(&text, "mrv", 1), "mrv 12.3× 123 µs C++ 80 ms 8.13k 8.13k");
    assert_eq!(cells(&text, "board", 1), "board 1× 10 µs C++ 80 ms 100k 100k");
    assert!(!text.contains("\nauto "), "{text}");
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "All answers are right: 439 puzzles of 8 sets, 5 strategies and 1 build, 45 s",
        "avx512 · rustc 1.95.0 · commit a1b62512593e",
        "USE: take auto, `board` for few",
        "On these small sets board is the fastest.",
        "1172 (PyPy3), 1 s. Search times only: see `judge`.",
        "Always below: the least time at Baekjoon that no puzzle exceeds",
        "--set hard, --builds (with auto), --all, --html FILE, --help.",
        "`cargo new-strategy NAME`",
    ] {
        assert!(flat.contains(part), "{part}: {text}");
    }
    let with_builds = self::text(&measured, true);
    assert_eq!(cells(&with_builds, "auto", 1), "auto 1× 10 µs C++ 80 ms 100k 100k");
}

#[test]
fn scripts_and_pages_get_the_same_summary() {
    let measured = measured(&ALL, usual);
    let summary = Summary::of(&measured, false).unwrap();
    let markdown = render_summary(&summary, &measured, &[], Style::MARKDOWN);
    assert!(markdown.contains("|    C++ 80 ms |"), "{markdown}");
    assert!(markdown.contains("\n- USE: ") && !markdown.contains('\u{1b}'), "{markdown}");
    let json = render(&measured, Some(&summary), &[], ResultFormat::Json).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let json = &json["summary"];
    assert_eq!((&json["fastest"], &json["puzzles"]), (&"board".into(), &439.into()));
    let scan = &json["strategies"][4];
    assert_eq!(scan["sets"][4]["worst_ns"], 762 * MS);
    assert_eq!(
        (&scan["limits"][1]["met"], &scan["limits"][2]["met"]),
        (&false.into(), &true.into())
    );
    let page = page(&measured, Some(&summary));
    assert!(page.find("USE: take auto").unwrap() < page.find("<nav").unwrap());
}

#[test]
fn verdicts_that_missing_puzzles_cannot_change_are_shown() {
    let slow = |strategy: &str, set: &str| {
        usual(strategy, set).filter(|_| (strategy, set) != ("scan", "row-major"))
    };
    let mut measured = measured(&ALL, slow);
    let text = text(&measured, false);
    assert!(cells(&text, "scan", 0).contains(" >1.2 s! "), "{text}");
    assert!(cells(&text, "scan", 1).ends_with(" >1.2 s! no limit 14.3 14.3"));
    let plan = measured.plan.clone();
    for set in ["easy", "hard"] {
        let row = row(&mut measured, "mrv", set);
        *row = Measured::new(&plan, "mrv", (row.list_number, row.list.clone()), row.workload);
    }
    let easy = row(&mut measured, "mrv", "easy");
    let puzzle = easy.list.puzzles[0].puzzle.clone();
    let answer = Box::new(EngineAnswer::default());
    easy.apply(&Event::Answer { at: 0, puzzle, ns: Some(100 * MS), answer }).unwrap();
    let text = self::text(&measured, false);
    assert!(cells(&text, "mrv", 0).contains(" ≥100 ms! 12 µs not run "), "{text}");
    assert!(cells(&text, "mrv", 1).contains(" ≥100 ms! unknown "), "{text}");
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains("≥, unknown: some puzzles not run") && flat.contains("not run: some puzzles"),
        "{text}"
    );
    assert!(flat.contains("BUDGET: mrv on easy, unique misses its budget of 80 ms"), "{text}");
}

#[test]
fn wrong_answers_cannot_be_overlooked() {
    let mut measured = measured(&ALL, usual);
    for set in ["judge", "hard"] {
        let row = row(&mut measured, "board", set);
        let puzzle = row.list.puzzles[3].puzzle.clone();
        row.apply(&Event::Fault { at: 3, puzzle, cause: "the cause".to_owned(), ns: None })
            .unwrap();
    }
    row(&mut measured, "mrv", "hard").apply(&Event::Lost { cause: "it ended".to_owned() }).unwrap();
    let text = text(&measured, false);
    assert_eq!(cells(&text, "board", 0).matches("WRONG").count(), 2, "{text}");
    assert!(cells(&text, "board", 1).contains(" WRONG no limit "), "{text}");
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "2 answers are WRONG",
        "WRONG: board on judge, unique: 1 wrong answer, first on puzzle 4: the cause, and 1 more",
        "LOST: mrv on hard, unique: it ended",
    ] {
        assert!(flat.contains(part), "{part}: {text}");
    }
    assert!(
        !flat.contains("answers are right") && !flat.contains("board is the fastest"),
        "{text}"
    );
}

#[test]
fn every_output_gives_the_same_verdict_on_the_budget() {
    let mut measured = measured(&ALL, usual);
    let plan = measured.plan.clone();
    let easy = row(&mut measured, "mrv", "easy");
    *easy = Measured::new(&plan, "mrv", (easy.list_number, easy.list.clone()), easy.workload);
    let puzzle = easy.list.puzzles[0].puzzle.clone();
    let answer = Box::new(EngineAnswer::default());
    easy.apply(&Event::Answer { at: 0, puzzle, ns: Some(US), answer }).unwrap();
    let judge = row(&mut measured, "board", "judge");
    let puzzle = judge.list.puzzles[3].puzzle.clone();
    judge.apply(&Event::Fault { at: 3, puzzle, cause: "wrong".to_owned(), ns: None }).unwrap();
    let summary = Summary::of(&measured, true).unwrap();
    let json = render(&measured, Some(&summary), &[], ResultFormat::Json).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    for strategy in json["summary"]["strategies"].as_array().unwrap() {
        let rows = json["results"].as_array().unwrap().iter().filter(|row| {
            (&row["strategy"], &row["mode"], &row["batch"])
                == (&strategy["strategy"], &"unique".into(), &false.into())
        });
        let met: Vec<_> = rows.map(|row| row["within_budget"].as_bool()).collect();
        let all = if met.contains(&Some(false)) {
            Some(false)
        } else {
            (!met.contains(&None)).then_some(true)
        };
        assert_eq!((met.len(), strategy["limits"][0]["met"].as_bool()), (8, all), "{strategy}");
    }
}

#[test]
fn a_comparison_of_two_strategies_names_the_faster_one_and_the_exceptions() {
    let time = |strategy: &str, set: &str| match (strategy, set) {
        ("mine", "hard") => Some(5 * US),
        ("mine", _) => Some(24_600),
        _ => usual(strategy, if set == "hard" { "easy" } else { set }),
    };
    let text = text(&measured(&["mine", "mrv"], time), true);
    assert!(text.lines().count() <= 23, "{text}");
    assert_eq!(cells(&text, "hard", 0), "hard 5 µs 12 µs 2.46× as fast 5 µs 12 µs");
    assert_eq!(cells(&text, "easy", 0), "easy 25 µs 12 µs 2× as long 25 µs 12 µs");
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let result = "RESULT: mine is faster than mrv on hard, slower on judge, easy, sparse, \
        row-major, many, none, empty, equal (within 5%) on no set. Overall it takes 1.64× as long \
        as mrv.";
    assert!(flat.contains(result), "{text}");
    assert!(!text.contains("USE:"), "{text}");
    // A strategy that times out is not the faster one, even if its other puzzles are fast.
    let late = |strategy: &str, set: &str| match (strategy, set) {
        ("mine", "hard") => None,
        ("mine", _) => Some(US),
        _ => usual(strategy, set),
    };
    let measured_late = measured(&["mine", "mrv", "board"], late);
    let summary = Summary::of(&measured_late, false).unwrap();
    assert_eq!(summary.fastest.as_deref(), Some("board"));
    let late = self::text(&measured(&["mine", "mrv"], late), true);
    let late = late.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(late.contains("as mrv. mine timed out on 48 puzzles."), "{late}");
    assert!(late.contains(" ≥0.08"), "{late}");
    let equal = self::text(&measured(&["board", "mrv"], |_, _| Some(US)), true);
    assert_eq!(cells(&equal, "hard", 0), "hard 1 µs 1 µs equal 1 µs 1 µs");
    assert!(
        equal.split_whitespace().collect::<Vec<_>>().join(" ").contains("(within 5%) on 8 sets"),
        "{equal}"
    );
    let alone = self::text(&measured(&["mine"], time), true);
    assert!(!alone.contains("RESULT") && !alone.contains("USE:"), "{alone}");
    assert!(cells(&alone, "mine", 1).starts_with("mine – 25 µs C++ 80 ms"), "{alone}");
}

#[test]
fn a_variant_is_mentioned_if_it_is_faster_than_its_base() {
    let names = ["mrv", "board", "board-avx2", "auto"];
    let unexpected = |ns| {
        let time = move |strategy: &str, set: &str| match strategy {
            "board-avx2" => Some(ns),
            _ => usual(strategy, if set == "hard" { "easy" } else { set }),
        };
        let measured = measured(&names, time);
        let text = text(&measured, false);
        let (summary, notes) = (Summary::of(&measured, false), ["a note".to_owned()]);
        let json = render(&measured, summary.as_ref(), &notes, ResultFormat::Json).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let warnings: Vec<_> =
            json["warnings"].as_array().unwrap().iter().filter_map(|it| it.as_str()).collect();
        let is_unexpected = text.contains("UNEXPECTED: board-avx2 is ");
        assert_eq!((warnings[0], warnings.len() > 1), ("a note", is_unexpected));
        is_unexpected
    };
    assert_eq!([900, 970, 1_500].map(unexpected), [true, false, false]);
}
