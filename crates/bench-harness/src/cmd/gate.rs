//! `bench-harness gate`: fails if a strategy or program is wrong, or slower than its base.
//!
//! Both versions of each strategy answer every puzzle, and the harness checks the answers. Then
//! pairs of new processes, one of each version, alternate in short turns on this machine. Each pair
//! gives one ratio: the median processor time of the new version, divided by that of the old one.
//! The confidence interval of the median ratio comes from the sign test. It uses only the order of
//! the ratios, so it assumes nothing about their distribution. If the ratios do not decide a row,
//! it fails if its guesses increased, and is undecided otherwise.

use std::iter::once;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use clap::{ArgGroup, Args};
use cli_support::eprint_message;
use process_tree::{NamedCommand, end_descendants};

use super::measure::run_job;
use super::output::{CommandResult, NamedOutput, exit_status};
use super::select::{PuzzleArgs, are_variants, enough, strategies, time_limit};
use super::strategies::Strategies;
use crate::data::measured::{Measured, PuzzleOutcome};
use crate::data::measurements::Measurements;
use crate::data::order::shuffled;
use crate::data::puzzles::PuzzleList;
use crate::data::statistics::{median, median_interval};
use crate::data::units::time;
use crate::data::workload::{Mode, Workload};
use crate::engine::Engine;
use crate::engine::buffers::Buffers;
use crate::engine::external::{ExternalEngine, ExternalEngines, external_command};
use crate::engine::watchdog::GRACE;
use crate::measure::job::Job;
use crate::measure::journal::Journal;
use crate::measure::machine::is_optimised;
use crate::measure::turns::{BASE, HEAD, TURN, Turns};
use crate::render::columns::{Column, known, table};
use crate::render::comparison::{change, totals};
use crate::render::style::Style;

#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
#[command(group = ArgGroup::new("versions").args(["base", "external"]).required(true).multiple(true))]
pub struct GateArgs {
    /// The program before your change: another build of this program
    #[arg(long, value_name = "PROGRAM")]
    pub base: Option<PathBuf>,

    /// Compare only this strategy (repeatable) [default: all without their build variants]
    #[arg(long = "strategy", value_name = "NAME", requires = "base")]
    pub strategies: Vec<String>,

    /// External program after the change (repeatable); needs --base-external with the same name
    #[arg(long = "external", value_name = "NAME=COMMAND", value_parser = external_command)]
    pub external: Vec<NamedCommand>,

    /// External program before the change (repeatable)
    #[arg(long = "base-external", value_name = "NAME=COMMAND", value_parser = external_command)]
    pub base_external: Vec<NamedCommand>,

    #[command(flatten)]
    pub puzzles: PuzzleArgs,

    /// Solve each set in one call instead of puzzle by puzzle
    #[arg(long)]
    pub batch: bool,

    /// Time limit for a puzzle, or with --batch for a batch
    #[arg(long, value_name = "DURATION", default_value = "1s", value_parser = time_limit, allow_hyphen_values = true)]
    pub time_limit: Duration,

    /// Write the table to this file instead of standard output
    #[arg(long, value_name = "PATH")]
    pub output: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Both versions prove that the solution of each puzzle is unique. Without --set or --file, they solve
the sets judge, easy, hard and none.

Exit codes:
  0  no answer of the new version is wrong, and no row is slower; undecided rows pass
  1  a wrong answer, a lost program, more timeouts, more guesses, or a slower row
  2  bad usage, or a file or program that cannot be read, run or written";

/// A row is slower if its ratio is above this value with the given confidence.
const SLOWER: f64 = 1.03;
/// A row is not slower if its ratio is below this value with the given confidence.
const NOT_SLOWER: f64 = 1.06;
/// The confidence of both decisions.
const CONFIDENCE: f64 = 0.995;
/// The number of process pairs before the first decision, and the maximum.
const PAIRS: [usize; 2] = [16, 48];
/// The approximate time of one pass over the timed puzzles. A slow program gets fewer puzzles.
const LONGEST_PASS: Duration = Duration::from_millis(20);
/// The longest mean time of a puzzle. Slower programs are not timed.
const SLOWEST: Duration = Duration::from_millis(100);
/// The number of wrong answers that are listed for a row.
const NAMED: usize = 5;

/// The default sets: easy puzzles show the cost of a call, hard ones that of the search,
/// and puzzles without a solution that of a proof. `judge` has the puzzles of the original problem.
const DEFAULT_SETS: [&str; 4] = ["judge", "easy", "hard", "none"];

/// A strategy or program before and after the change.
struct Version {
    name: String,
    /// The strategy of this build. `None` for an external program.
    strategy: Option<Engine<'static>>,
    /// The commands of the program before and after the change.
    programs: [NamedCommand; 2],
}

/// A strategy or program on a set of puzzles.
struct Row<'m> {
    version: &'m Version,
    base: &'m Measured,
    head: &'m Measured,
    /// True if the base build does not have the strategy.
    is_new: bool,
    turns: Turns,
    /// True if both versions are right and fast enough to be timed.
    takes_turns: bool,
    /// The side that was lost in its turns, and the cause.
    lost: Option<(usize, String)>,
}

enum Verdict {
    Passes(&'static str),
    Fails(String),
    /// The answers of head are right, but there is no base to compare with.
    NotCompared(String),
    /// Neither the turns nor counters decided the row.
    Undecided,
}

fn columns<'m>() -> [Column<Row<'m>>; 7] {
    [
        Column::text("strategy", |row| row.version.name.clone()),
        Column::text("set", |row| row.head.list.name.clone()),
        Column::number("guesses", "", |row| change(row.guesses(), |factor| format!("{factor:.4}"))),
        Column::number("timed", "", |row| {
            let timed = if row.turns.ratios.is_empty() { 0 } else { row.turns.puzzles.len() };
            format!("{timed}/{}", row.head.puzzle_outcomes.len())
        }),
        Column::number("head/base", "", |row| {
            known(median(&row.turns.ratios), |ratio| format!("{ratio:.3}"))
        }),
        Column::number("interval", "", |row| {
            known(row.interval(), |(low, high)| format!("{low:.3} – {high:.3}"))
        }),
        Column::text("verdict", |row| match row.verdict() {
            Verdict::Passes(word) => word.to_owned(),
            Verdict::NotCompared(why) => why,
            Verdict::Fails(why) => format!("FAILS: {why}"),
            Verdict::Undecided => "not decided".to_owned(),
        }),
    ]
}

/// Verifies both versions, times them in turns, and prints the verdict.
pub fn execute(args: &GateArgs, strategies: Strategies) -> CommandResult {
    ensure!(
        args.base.is_none() || is_optimised(),
        "this build is not optimized (opt-level 0), so its times are meaningless; build both versions \
         with --release"
    );
    let (lists, all_readable) = args.puzzles.lists(&DEFAULT_SETS)?;
    let (versions, notes) = versions(args, strategies, are_variants(&lists)?)?;
    let output = NamedOutput::open(args.output.as_deref(), &args.puzzles.files)?;
    args.base.iter().try_for_each(|base| check_harness(base))?;
    let is_file = !output.is_stdout();
    ensure!(!lists.is_empty(), "no puzzle could be read");
    let (measured, lost_at_start) = verify(args, &versions, &lists)?;
    let mut rows = Vec::new();
    for rows_of_list in measured.rows.chunk_by(|one, next| one.list_number == next.list_number) {
        let find = |name: &str| rows_of_list.iter().find(|row| row.strategy == name);
        for version in &versions {
            let base_name = &version.programs[BASE].name;
            let is_new = version.strategy.is_some() && lost_at_start.contains(base_name);
            let both = find(base_name).zip(find(&version.name));
            rows.extend(both.map(|both| Row::new(version, both, is_new)));
        }
    }
    take_turns(&mut rows);
    // Programs can leave processes behind that moved to other process groups.
    end_descendants();
    let fails = rows.iter().any(|row| matches!(row.verdict(), Verdict::Fails(_)));
    let text = text(&rows, notes);
    output.write(&text)?;
    if is_file && fails {
        eprint_message(&format!("error: {}\n", text.lines().next().unwrap_or_default()));
    }
    Ok(exit_status(fails, all_readable))
}

/// Returns the strategies and programs to compare, and notes about strategies that are not run.
fn versions(
    args: &GateArgs,
    known: Strategies,
    variants: bool,
) -> Result<(Vec<Version>, Vec<String>)> {
    let base_name = |name: &str| format!("{name} (base)");
    let (mut versions, mut notes) = (Vec::new(), Vec::new());
    if let Some(base) = &args.base {
        let own = std::env::current_exe().context("cannot find the path of this program")?;
        let (strategies, not_run) = strategies(&args.strategies, known, variants, false)?;
        notes = not_run;
        for strategy in strategies {
            let programs = [base, &own].map(|program| NamedCommand {
                name: base_name(strategy.name),
                command: vec![program.into(), "serve".into(), strategy.name.into()],
            });
            let (name, strategy) = (strategy.name.to_owned(), Some(strategy));
            versions.push(Version { name, strategy, programs });
        }
    }
    ensure!(
        args.external.len() == args.base_external.len(),
        "each program needs one --external and one --base-external with the same name"
    );
    for head in args.external.iter().cloned() {
        let name = head.name.clone();
        let is_taken = versions.iter().any(|it| it.name == name);
        ensure!(!is_taken, "two strategies or programs have the name `{name}`; rename one");
        let base = args.base_external.iter().find(|it| it.name == name);
        let base =
            base.with_context(|| format!("`{name}` has no --base-external {name}=COMMAND"))?;
        let programs = [NamedCommand { name: base_name(&name), ..base.clone() }, head];
        versions.push(Version { name, strategy: None, programs });
    }
    Ok((versions, notes))
}

/// Checks that a program is a build of the harness: it serves a strategy that every build has.
fn check_harness(program: &Path) -> Result<()> {
    let command = vec![program.into(), "serve".into(), "scan".into()];
    let scan = NamedCommand { name: "scan".to_owned(), command };
    ExternalEngine::try_start(&scan, Stdio::null()).map(drop).map_err(|cause| {
        anyhow!(
            "{} is no build of the harness: {cause}; give --base the program bench-harness, built \
             before your change",
            program.display()
        )
    })
}

/// Checks the answers of both versions. An independent strategy proves the number of solutions of
/// puzzles without a known answer. Also returns the names of the programs that did not start.
fn verify(
    args: &GateArgs,
    versions: &[Version],
    lists: &[PuzzleList],
) -> Result<(Measurements, Vec<String>)> {
    let commands = |it: &Version| {
        let [base, head] = it.programs.clone();
        [Some(base), it.strategy.is_none().then_some(head)].into_iter().flatten()
    };
    let programs = ExternalEngines::start(&versions.iter().flat_map(commands).collect::<Vec<_>>());
    let lost = programs.0.iter().filter(|it| it.lost().is_some());
    let lost = lost.map(|it| it.command.name.clone()).collect();
    let is_compared = |name: &&str| versions.iter().any(|it| it.name == **name);
    let reference = ["mrv", "board"].into_iter().find(|name| !is_compared(name));
    let reference = reference.and_then(sudoku_registry::find).map(Engine::from);
    let reference = reference.filter(|it| are_variants(lists).is_ok_and(|are| it.solves(are)));
    let strategies = versions.iter().filter_map(|it| it.strategy);
    let job = Job {
        engines: strategies.chain(programs.0.iter().map(Engine::from)).chain(reference).collect(),
        lists,
        workloads: vec![Workload { mode: Mode::Unique, batch: args.batch, text: false }],
        limit: args.time_limit,
        budget: None,
        enough: enough(),
        verify_only: true,
        seed: 1,
    };
    let give_up = |message: &str, _: &Measurements| eprint_message(&format!("error: {message}\n"));
    let measured = run_job(&job, &Journal::new(job.begin(), None), GRACE, give_up)?;
    Ok((measured, lost))
}

/// Lets both versions of each row take turns, until all rows are decided or the maximum of process
/// pairs is reached. A row takes no more turns if a version is lost.
fn take_turns(rows: &mut [Row<'_>]) {
    let [first_look, most] = PAIRS;
    let mut buffers = Buffers::default();
    for pair in 0..most {
        for row in rows.iter_mut().filter(|row| row.takes_turns && row.lost.is_none()) {
            if pair < first_look || row.is_open() {
                let lost = row.turns.take(&mut buffers).err();
                row.lost = lost.map(|(side, lost)| (side, lost.to_string()));
            }
        }
    }
}

impl<'m> Row<'m> {
    fn new(version: &'m Version, (base, head): (&'m Measured, &'m Measured), is_new: bool) -> Self {
        let puzzles = &head.list.puzzles;
        let mut timed = shuffled(puzzles.len(), 1, 0);
        timed.retain(|&at| base.is_finished(at as usize) && head.is_finished(at as usize));
        // The time of the puzzles that timed out does not count.
        let mean = |row: &Measured| {
            let late = row.longest_timeout.map_or(Duration::ZERO, Duration::from_nanos);
            let late = late * row.count(PuzzleOutcome::TimedOut) as u32;
            row.verifying.saturating_sub(late) / puzzles.len() as u32
        };
        let each = mean(base).max(mean(head));
        let fitting = LONGEST_PASS.as_nanos() / each.as_nanos().max(1);
        timed.truncate(fitting.max(1) as usize);
        let takes_turns = !timed.is_empty()
            && each <= SLOWEST
            && [base, head].iter().all(|row| row.lost.is_none() && row.faults.is_empty());
        let with_answers = |at: u32| {
            let at = at as usize;
            (puzzles[at].puzzle.clone(), [base.answer(at), head.answer(at)])
        };
        let timed = timed.into_iter().map(with_answers).collect();
        let turns = Turns::new(version.programs.clone(), timed, head.workload);
        Self { version, base, head, is_new, turns, takes_turns, lost: None }
    }

    fn guesses(&self) -> Option<(u64, u64)> {
        totals(self.base, self.head, |report| report.guesses)
    }

    fn interval(&self) -> Option<(f64, f64)> {
        median_interval(&self.turns.ratios, CONFIDENCE)
    }

    /// Returns true if more turns could decide the row.
    fn is_open(&self) -> bool {
        self.interval().is_none_or(|(low, high)| low <= SLOWER && high >= NOT_SLOWER)
    }

    fn verdict(&self) -> Verdict {
        use Verdict::{Fails, NotCompared, Passes, Undecided};
        let Self { base, head, .. } = self;
        let [late_before, late] = [base, head].map(|row| row.count(PuzzleOutcome::TimedOut));
        let guesses_more = self.guesses().is_some_and(|(base, head)| head > base);
        match (&self.lost, self.interval()) {
            _ if !head.faults.is_empty() => Fails(format!("wrong answers: {}", head.faults.len())),
            _ if head.lost.is_some() => Fails("lost".to_owned()),
            (Some((HEAD, cause)), _) => Fails(format!("in its turns: {cause}")),
            _ if self.is_new => NotCompared("new, only verified".to_owned()),
            _ if !base.faults.is_empty() => NotCompared("not timed: base is wrong".to_owned()),
            _ if base.lost.is_some() => NotCompared("not timed: base is lost".to_owned()),
            (Some((_, cause)), _) => NotCompared(format!("base, in its turns: {cause}")),
            _ if late > late_before => Fails(format!("timeouts: {late}")),
            (_, Some((low, _))) if low > SLOWER => Fails("slower".to_owned()),
            (_, Some((_, high))) if high < 1.0 / SLOWER => Passes("faster"),
            (_, Some((_, high))) if high < NOT_SLOWER => Passes("not slower"),
            _ if guesses_more => Fails("more guesses".to_owned()),
            _ => Undecided,
        }
    }
}

/// Returns the verdict as a heading, the table, and notes.
fn text(rows: &[Row<'_>], mut notes: Vec<String>) -> String {
    let (mut fails, mut undecided, mut alone) = (Vec::new(), 0, 0);
    for row in rows {
        match row.verdict() {
            Verdict::Fails(why) => {
                fails.push(format!("{} on {}: {why}", row.version.name, row.head.list.name));
            }
            Verdict::Undecided => undecided += 1,
            Verdict::NotCompared(_) => alone += 1,
            Verdict::Passes(_) => {}
        }
        for measured in once(row.head).chain((!row.is_new).then_some(row.base)) {
            let label = measured.label();
            notes.extend(measured.lost.iter().map(|cause| format!("LOST: {label}: {cause}")));
            for (puzzle, cause) in measured.faulty_puzzles().take(NAMED) {
                notes.push(format!("WRONG: {label}, {}, {}: {cause}", puzzle.place, puzzle.puzzle));
            }
        }
    }
    let rest = [(undecided, "not decided"), (alone, "not compared")];
    let rest = rest.into_iter().filter(|(count, _)| *count > 0);
    let rest: String =
        rest.map(|(count, what)| format!("; {count} of {} rows {what}", rows.len())).collect();
    let verdict = match (fails.is_empty(), rest.is_empty()) {
        (false, _) => format!("Fails: {}", fails.join("; ")),
        (true, true) => "Passes: nothing is wrong or slower".to_owned(),
        (true, false) => format!("Passes: nothing is wrong{rest}"),
    };
    let mut text = format!(
        "### {verdict}\n\n{}\n\nhead/base: the median ratio of processor times in turns of about \
         {} on the timed puzzles; below 1, head is faster. interval: the {}% confidence interval of \
         that ratio. slower: the whole interval is above {SLOWER}. not slower: it is below \
         {NOT_SLOWER}.\n",
        table(&columns(), rows, Style::MARKDOWN),
        time(TURN.as_nanos() as f64),
        CONFIDENCE * 100.0
    );
    notes.iter().for_each(|note| Style::MARKDOWN.add_item(&mut text, note));
    text
}
