//! The records of the judge: programs, tests and their judgements.

use serde::Serialize;
use sudoku_judge::{JudgeFormat, Judgement, Program, ProgramSummary, Verdict};

use crate::data::environment::Environment;
use crate::data::puzzles::PuzzleLocation;

/// One program on one test.
#[derive(Clone, Debug, Serialize)]
pub struct TestRecord {
    /// The list of the puzzle.
    pub set: String,
    /// The puzzle's location in the list.
    pub place: PuzzleLocation,
    /// The puzzle, as 81 characters.
    pub puzzle: String,
    /// The judgement.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// The input and a right answer, if they are shown with the output.
    #[serde(skip)]
    pub shown: Option<[String; 2]>,
}

/// One program.
#[derive(Clone, Debug, Serialize)]
pub struct ProgramRecord {
    /// The name.
    pub name: String,
    /// The problem that it solves.
    pub format: JudgeFormat,
    /// The command.
    pub command: Vec<String>,
    /// The result over all tests.
    #[serde(flatten)]
    pub summary: ProgramSummary,
    /// Every test that was run, in order.
    pub tests: Vec<TestRecord>,
}

impl ProgramRecord {
    /// Creates the record of a program that had `given` tests, of which `tests` were run.
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

    /// Returns the first failed test.
    pub fn first_failed(&self) -> Option<&TestRecord> {
        self.tests.iter().find(|test| test.judgement.verdict != Verdict::Accepted)
    }
}

/// The results of all programs.
#[derive(Clone, Debug)]
pub struct JudgeRecord {
    /// The machine, the build and the time limit.
    pub environment: Environment,
    /// The limit on memory, in bytes.
    pub memory_limit: u64,
    /// The sets and files of the tests.
    pub sets: Vec<String>,
    /// The number of tests for each program.
    pub tests: usize,
    /// The programs, in the order of the command line.
    pub programs: Vec<ProgramRecord>,
}
