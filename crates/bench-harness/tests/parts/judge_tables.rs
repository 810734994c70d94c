//! Tests of the judge's table.

use bench_harness::data::puzzles::PuzzleLocation;
use bench_harness::render::format::ResultFormat;
use bench_harness::render::judge::{JudgeRecord, ProgramRecord, TestRecord, render};
use serde_json::json;
use sudoku_judge::{JudgeFormat, Judgement, Program, Verdict};

fn shown(record: &JudgeRecord, format: ResultFormat) -> String {
    render(record, format).expect("tables")
}

fn test(verdict: Verdict, ms: u64) -> TestRecord {
    let judgement = Judgement {
        verdict,
        cause: (verdict != Verdict::Accepted).then(|| "a cause".to_owned()),
        wall_ns: ms * 1_000_000,
        cpu_ns: Some(ms * 900_000),
        peak_memory: Some(5 << 20),
        output: None,
    };
    TestRecord {
        set: "judge".to_owned(),
        place: PuzzleLocation::Number(7),
        puzzle: ".".repeat(81),
        judgement,
        shown: None,
    }
}

fn program(name: &str, tests: Vec<TestRecord>) -> ProgramRecord {
    let name = name.to_owned();
    ProgramRecord::new(&Program { name, format: JudgeFormat::Boj2580, command: vec![] }, 3, tests)
}

fn record(programs: Vec<ProgramRecord>) -> JudgeRecord {
    JudgeRecord {
        environment: serde_json::from_value(json!({
            "cpu": "a processor", "instruction_set": "avx2", "compiler": "rustc", "profile": "release",
            "opt_level": "3", "debug_assertions": false, "comparable": true, "commit": "0",
            "seed": 0, "date": "2026", "time_limit_ms": 1000.0
        }))
        .expect("an environment"),
        memory_limit: 256 << 20,
        sets: vec!["judge".to_owned()],
        tests: 3,
        programs,
    }
}

#[test]
fn programs_are_sorted_among_the_reference_times_and_failures_are_below() {
    let (good, late) = (Verdict::Accepted, Verdict::TimeLimitExceeded);
    let record = record(vec![
        program("late", vec![test(good, 2), test(late, 1000)]),
        program("slow", vec![test(good, 500); 3]),
        program("fast", vec![test(good, 5); 3]),
    ]);
    let table = shown(&record, ResultFormat::Markdown);
    let first_cell = |line: &str| line.split('|').nth(1).map(|cell| cell.trim().to_owned());
    let names: Vec<String> = table.lines().filter_map(first_cell).skip(2).take(6).collect();
    let judges = |language: &str| format!("{language} at the judge");
    let expected = ["fast", &judges("C++"), &judges("Java"), "slow", &judges("PyPy3"), "late"];
    assert_eq!(names, expected);
    let text = shown(&record, ResultFormat::Table);
    assert!(text.contains("late: time limit exceeded on judge, puzzle 7: a cause"), "{text}");
    assert!(!text.contains("WARNING"), "{text}");
}
