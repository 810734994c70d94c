//! What was judged: programs, tests, and what the judge says of them.

use serde::Serialize;
use sudoku_judge::{JudgeFormat, Judgement, Program, ProgramSummary, Verdict};

use crate::data::environment::Environment;
use crate::data::puzzles::PuzzleLocation;

/// One program on one test.
#[derive(Clone, Debug, Serialize)]
pub struct TestRecord {
    /// The list that the puzzle is from.
    pub set: String,
    /// Where it stands there.
    pub place: PuzzleLocation,
    /// The puzzle, as 81 characters.
    pub puzzle: String,
    /// What the judge says.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// The input and an answer that is right, if they are to be shown beside the output.
    #[serde(skip)]
    pub shown: Option<[String; 2]>,
}

/// One program.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramRecord {
    /// Its name.
    pub name: String,
    /// The problem it solves.
    pub format: JudgeFormat,
    /// The command.
    pub command: Vec<String>,
    /// What the judge says after all tests.
    #[serde(flatten)]
    pub summary: ProgramSummary,
    /// Every test that was run, in order.
    pub tests: Vec<TestRecord>,
}

impl ProgramRecord {
    /// The record of a program that was given this many tests, or those of them until it failed.
    pub fn new(program: &Program, given: usize, tests: Vec<TestRecord>) -> Self {
        let judgements = tests.iter().map(|test| &test.judgement);
        Self {
            name: program.name.clone(),
            format: program.format,
            command: program.command.iter().map(|word| word.to_string_lossy().into()).collect(),
            summary: ProgramSummary::new(judgements, given),
            tests,
        }
    }

    /// The first test that it failed.
    pub fn first_failed(&self) -> Option<&TestRecord> {
        self.tests.iter().find(|test| test.judgement.verdict != Verdict::Accepted)
    }
}

/// All that was judged.
#[derive(Clone, Debug)]
pub struct JudgeRecord {
    /// Where and under which time limit.
    pub environment: Environment,
    /// The limit on memory, in bytes.
    pub memory_limit: u64,
    /// The sets and files that the tests are from.
    pub sets: Vec<String>,
    /// How many tests each program was given.
    pub tests: usize,
    /// The programs, in the order in which they were named.
    pub programs: Vec<ProgramRecord>,
}
