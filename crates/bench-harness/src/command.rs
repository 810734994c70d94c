//! The main job from its arguments to its exit code.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use process_tree::end_descendants;
use sudoku_corpus::PuzzleSet;
use sudoku_strategies::{STRATEGIES, Strategy};
use sudoku_text::read_puzzles;

use crate::args::{JobArgs, Selection};
use crate::ask::Way;
use crate::contest::{Contestant, Mode, PuzzleList};
use crate::doubts::{Pace, doubts};
use crate::environment::{Environment, is_optimised};
use crate::file::Plan;
use crate::input::Errors;
use crate::job::{self, Job};
use crate::ledger::Ledger;
use crate::output::{Format, RenderError, Target, list_as_json, list_as_table, render};
use crate::peers::{PeerCommand, Peers};
use crate::progress::Progress;
use crate::record::{Record, Records};
use crate::row::Measured;
use crate::watchdog::{GRACE, Watchdog};

/// How the command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All well.
    Well = 0,
    /// A wrong answer, a search that cannot be ended, or a promised budget missed under `--gate`.
    Wrong = 1,
    /// Bad usage or unreadable input.
    BadInput = 2,
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        Self::from(ending as u8)
    }
}

/// The time that all rows share if neither sets nor files are named.
pub(crate) const BUDGET: Duration = Duration::from_secs(45);

/// How long a row is timed at least.
pub(crate) const ENOUGH: Duration = Duration::from_millis(400);

/// Why the command could not do its work. All of it is [`Ending::BadInput`].
#[derive(Debug)]
pub enum CommandError {
    /// There is no strategy of this name.
    NoStrategy(String),
    /// The processor lacks what this strategy needs.
    Unavailable(&'static str),
    /// A peer has the name of a strategy or of another peer.
    NameTaken(String),
    /// There is no embedded set of this name.
    NoSet(String),
    /// A set is not in its own file format.
    BrokenSet(&'static str, sudoku_corpus::SetError),
    /// The list has no such form.
    NoListForm,
    /// The build is not optimised.
    Unoptimised,
    /// The output cannot be written.
    Output(Option<PathBuf>, io::Error),
    /// What was measured could not be written down in full.
    Ledger(io::Error),
    /// The results cannot be brought into the form.
    Render(RenderError),
    /// The system cannot start a thread.
    Watchdog(io::Error),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStrategy(name) => {
                let names: Vec<_> = STRATEGIES.iter().map(|strategy| strategy.name).collect();
                write!(f, "there is no strategy `{name}`; there are: {}", names.join(", "))
            }
            Self::Unavailable(name) => {
                write!(f, "this processor lacks what the strategy `{name}` needs")
            }
            Self::NameTaken(name) => {
                write!(f, "a strategy or another peer is called `{name}` already")
            }
            Self::NoSet(name) => {
                let names: Vec<_> = sudoku_corpus::sets().map(|set| set.name).collect();
                write!(f, "there is no set `{name}`; there are: {}", names.join(", "))
            }
            Self::BrokenSet(name, error) => write!(f, "the set `{name}` cannot be read: {error}"),
            Self::NoListForm => write!(f, "--list is written as a table or as json only"),
            Self::Unoptimised => write!(
                f,
                "this build is not optimised (opt-level 0), so its times would say nothing: build it \
                 with the profile dev or release of this workspace, or use --verify-only"
            ),
            Self::Output(None, error) => write!(f, "cannot write to standard output: {error}"),
            Self::Output(Some(path), error) => {
                write!(f, "cannot write {}: {error}", path.display())
            }
            Self::Ledger(error) => {
                write!(f, "the measurement file could not be written to its end: {error}")
            }
            Self::Render(error) => error.fmt(f),
            Self::Watchdog(error) => write!(f, "cannot start the watchdog's thread: {error}"),
        }
    }
}

impl std::error::Error for CommandError {}

/// Does what the arguments say. Complaints about input go to standard error.
///
/// # Errors
/// If the work could not be done; the exit code is that of [`Ending::BadInput`] then.
pub fn execute(args: &JobArgs) -> Result<Ending, CommandError> {
    let open = || Target::open(args.output.as_deref());
    let failed = |error| CommandError::Output(args.output.clone(), error);
    if args.list {
        let sets: Vec<_> = sudoku_corpus::sets().collect();
        let text = match args.format {
            Format::Table => Ok(list_as_table(STRATEGIES, &sets)),
            Format::Json => list_as_json(STRATEGIES, &sets).map_err(CommandError::Render),
            Format::Csv | Format::Markdown => Err(CommandError::NoListForm),
        }?;
        open().and_then(|target| target.write(&text)).map_err(failed)?;
        return Ok(Ending::Well);
    }
    let selected = Selected::new(&args.selection)?;
    if selected.lists.is_empty() {
        return Ok(Ending::BadInput);
    }
    let closing = Closing {
        gate: args.gate,
        table: Some((args.format, open().map_err(failed)?, args.output.clone())),
        ..selected.closing(&args.selection)
    };
    let job = selected.job(&args.selection, &selected.lists, Vec::new());
    run(&job, Ledger::default(), closing, GRACE)
}

/// What the command line selects, found in the registry, the corpus and files.
pub struct Selected {
    /// The strategies.
    pub strategies: Vec<Contestant<'static>>,
    /// The peers, which run for as long as this lives.
    pub peers: Peers,
    /// The puzzles.
    pub lists: Vec<PuzzleList>,
    /// Whether all input could be read.
    pub all_readable: bool,
    /// What is to be said of what was not selected.
    pub notes: Vec<String>,
}

impl Selected {
    /// Finds what is selected. Complaints about input go to standard error.
    ///
    /// # Errors
    /// If a name is unknown or taken, a set cannot be read, or this build's times would say nothing.
    pub fn new(what: &Selection) -> Result<Self, CommandError> {
        if !what.verify_only && !is_optimised() {
            return Err(CommandError::Unoptimised);
        }
        let (strategies, notes) = strategies(&what.strategies)?;
        let (mut lists, all_readable) = lists(&what.sets, &what.files)?;
        if let Some(symmetries) = what.symmetries {
            let turned = |list: PuzzleList| list.in_symmetries(symmetries, what.seed);
            lists = lists.into_iter().map(turned).collect();
        }
        let peers = if lists.is_empty() { Peers::default() } else { peers(&what.peers)? };
        Ok(Self { strategies, peers, lists, all_readable, notes })
    }

    /// The job on these lists, of which so much is known.
    #[must_use]
    pub fn job<'j>(
        &'j self,
        what: &Selection,
        lists: &'j [PuzzleList],
        known: Vec<Measured>,
    ) -> Job<'j> {
        let is_main_job = what.sets.is_empty() && what.files.is_empty();
        let way = |mode, batch| Way { mode, batch, text: what.text || !self.peers.is_empty() };
        let modes = what.mode.map_or(Mode::ALL.to_vec(), |mode| vec![mode]);
        let mut ways: Vec<Way> = modes.iter().map(|&mode| way(mode, what.batch)).collect();
        if is_main_job && what.mode.is_none() && !what.batch {
            ways.push(way(Mode::Unique, true));
        }
        let peers = self.peers.iter().map(Contestant::from);
        Job {
            contestants: self.strategies.iter().copied().chain(peers).collect(),
            lists,
            ways,
            limit: what.time_limit,
            budget: is_main_job.then_some(BUDGET),
            enough: ENOUGH,
            verify_only: what.verify_only,
            order: what.order,
            seed: what.seed,
            known,
        }
    }

    /// A closing that writes no table.
    #[must_use]
    pub fn closing(&self, what: &Selection) -> Closing {
        Closing {
            environment: Environment::now(what.seed, what.time_limit),
            notes: self.notes.clone(),
            gate: false,
            all_readable: self.all_readable,
            table: None,
        }
    }
}

/// What becomes of the records.
#[derive(Debug)]
pub struct Closing {
    /// Where they were measured.
    pub environment: Environment,
    /// What is to be said beside them.
    pub notes: Vec<String>,
    /// Whether a missed promise is a failure.
    pub gate: bool,
    /// Whether all input could be read.
    pub all_readable: bool,
    /// The form of the table, where it goes, and the name of that, if it has one.
    pub table: Option<(Format, Target, Option<PathBuf>)>,
}

impl Closing {
    /// Writes what was measured, and says how the command ends.
    fn write(
        mut self,
        rows: &[Measured],
        job: &Plan,
        paces: &[Pace],
    ) -> Result<Ending, CommandError> {
        let results: Vec<Record> =
            rows.iter().map(|row| Record::new(row, !job.verify_only)).collect();
        self.notes.extend(notes(&results, job, paces));
        if self.gate {
            self.notes.extend(results.iter().filter_map(Record::missed_promise));
        }
        let ending = ending(&results, self.gate, self.all_readable);
        let records = Records { environment: self.environment, results };
        let mut is_seen = false;
        if let Some((format, target, path)) = self.table {
            let text = render(&records, &self.notes, format).map_err(CommandError::Render)?;
            is_seen = !matches!(format, Format::Csv | Format::Json) && path.is_none();
            target.write(&text).map_err(|error| CommandError::Output(path, error))?;
        }
        if !is_seen {
            complain(&records.results, &self.notes);
        }
        Ok(ending)
    }

    /// Writes what there is, because a search that ignores the stop flag cannot be ended alone, and
    /// ends the process.
    fn give_up(
        mut self,
        rows: &[Measured],
        job: &Plan,
        paces: &[Pace],
        label: &str,
        grace: Duration,
    ) -> ! {
        let seconds = grace.as_secs_f64();
        self.notes.push(format!(
            "{label}: it has ignored the stop flag for {seconds} s and cannot be ended: this is what \
             was measured until then"
        ));
        if let Err(error) = self.write(rows, job, paces) {
            say(&format!("error: {error}\n"));
        }
        // The peers, which are not taken apart.
        end_descendants();
        std::process::exit(Ending::Wrong as i32)
    }
}

/// What has to be said beside these figures.
#[must_use]
pub fn notes(results: &[Record], job: &Plan, paces: &[Pace]) -> Vec<String> {
    let mut notes = doubts(paces);
    if let Some(budget) =
        job.budget().filter(|_| results.iter().any(|row| row.not_run > 0 && row.lost.is_none()))
    {
        notes.push(format!(
            "not run: puzzles for which a row's share of {} s was not enough; with --set or --file \
             every puzzle is run",
            budget.as_secs()
        ));
    }
    notes
}

/// Runs the job and writes what it has measured. Ends the process if a search ignores the raised stop
/// flag for as long as `grace`, but not before all that was measured until then is written.
///
/// # Errors
/// If there can be no watchdog, or what was measured cannot be written.
pub fn run(
    job: &Job<'_>,
    ledger: Ledger,
    closing: Closing,
    grace: Duration,
) -> Result<Ending, CommandError> {
    let ledger = Arc::new(ledger);
    // Whoever takes it out writes, this thread or the watchdog's.
    let closing = Arc::new(Mutex::new(Some(closing)));
    let take = |closing: &Mutex<Option<Closing>>| {
        closing.lock().unwrap_or_else(PoisonError::into_inner).take()
    };
    let give_up = {
        let (ledger, closing, plan) = (Arc::clone(&ledger), Arc::clone(&closing), job.plan());
        let ran = job.limit.saturating_add(grace);
        move |label: &str, at: usize| {
            if let Some(closing) = take(&closing) {
                let rows = ledger.abandoned(at, ran);
                closing.give_up(&rows, &plan, &ledger.paces(), label, grace);
            }
        }
    };
    let watchdog = Watchdog::start(grace, give_up).map_err(CommandError::Watchdog)?;
    let rows = job::run(job, &watchdog, &Progress::on_terminal(), &ledger);
    match take(&closing) {
        Some(closing) => {
            let ending = closing.write(&rows, &job.plan(), &ledger.paces())?;
            ledger.failure().map_or(Ok(ending), |error| Err(CommandError::Ledger(error)))
        }
        // The search came back at last, but the watchdog is about to end the process.
        None => loop {
            std::thread::park();
        },
    }
}

fn ending(results: &[Record], gate: bool, all_readable: bool) -> Ending {
    let is_wrong = |row: &Record| {
        row.wrong > 0 || row.lost.is_some() || (gate && row.missed_promise().is_some())
    };
    match results.iter().any(is_wrong) {
        true => Ending::Wrong,
        false if all_readable => Ending::Well,
        false => Ending::BadInput,
    }
}

/// The strategies that are named, or all that this processor can run, and what is to be said of it.
fn strategies(names: &[String]) -> Result<(Vec<Contestant<'static>>, Vec<String>), CommandError> {
    if names.is_empty() {
        let (available, others): (Vec<&Strategy>, Vec<_>) =
            STRATEGIES.iter().partition(|strategy| strategy.is_available());
        let note = |strategy: &Strategy| {
            format!("not run: {}, for which this processor lacks something", strategy.name)
        };
        let notes = others.into_iter().map(note).collect();
        return Ok((available.into_iter().map(Contestant::from).collect(), notes));
    }
    let mut contestants: Vec<Contestant<'_>> = Vec::new();
    for name in names {
        let strategy =
            sudoku_strategies::find(name).ok_or_else(|| CommandError::NoStrategy(name.clone()))?;
        if !strategy.is_available() {
            return Err(CommandError::Unavailable(strategy.name));
        }
        if contestants.iter().all(|contestant| contestant.name != name) {
            contestants.push(strategy.into());
        }
    }
    Ok((contestants, Vec::new()))
}

/// Starts the peers.
fn peers(commands: &[PeerCommand]) -> Result<Peers, CommandError> {
    for (at, PeerCommand { name, .. }) in commands.iter().enumerate() {
        let is_other = |other: &PeerCommand| other.name == *name;
        if sudoku_strategies::find(name).is_some() || commands[..at].iter().any(is_other) {
            return Err(CommandError::NameTaken(name.clone()));
        }
    }
    Ok(Peers::start(commands))
}

/// The lists of puzzles that are named, or all embedded sets, and whether all of it could be read.
pub(crate) fn lists(
    sets: &[String],
    files: &[PathBuf],
) -> Result<(Vec<PuzzleList>, bool), CommandError> {
    let from_set = |set: PuzzleSet<'static>| {
        let name = set.name;
        PuzzleList::from_set(set).map_err(|error| CommandError::BrokenSet(name, error))
    };
    let mut lists = Vec::new();
    if sets.is_empty() && files.is_empty() {
        for set in sudoku_corpus::sets() {
            lists.push(from_set(set)?);
        }
        return Ok((lists, true));
    }
    for (at, name) in sets.iter().enumerate() {
        let set = sudoku_corpus::set(name).ok_or_else(|| CommandError::NoSet(name.clone()))?;
        if !sets[..at].contains(name) {
            lists.push(from_set(set)?);
        }
    }
    let mut all_readable = true;
    for (at, path) in files.iter().enumerate() {
        if files[..at].contains(path) {
            continue;
        }
        let (name, shown) = names(path);
        let text = match read_file(path) {
            Ok(text) => text,
            Err(error) => {
                say(&format!("{shown}: {error}\n"));
                all_readable = false;
                continue;
            }
        };
        let file = read_puzzles(&text);
        if !file.errors.is_empty() {
            say(&Errors { file: &shown, errors: &file.errors }.to_string());
            all_readable = false;
        }
        if !file.puzzles.is_empty() {
            lists.push(PuzzleList::from_file(name, shown, &file.puzzles));
        }
    }
    Ok((lists, all_readable))
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A file's base name, and how it is called in full.
fn names(path: &Path) -> (String, String) {
    if is_stdin(path) {
        return ("stdin".to_owned(), "standard input".to_owned());
    }
    // What a terminal or a page would take for more than a name is shown as one character.
    let shown = |name: &OsStr| name.to_string_lossy().replace(char::is_control, "\u{fffd}");
    (shown(path.file_name().unwrap_or(path.as_os_str())), shown(path.as_os_str()))
}

fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    if !is_stdin(path) {
        return fs::read(path);
    }
    let mut text = Vec::new();
    io::stdin().lock().read_to_end(&mut text)?;
    Ok(text)
}

/// Says on standard error what the output's form, or its place, hides from a person.
fn complain(results: &[Record], notes: &[String]) {
    for row in results.iter().filter(|row| row.wrong > 0) {
        if let Some(fault) = row.faults.first() {
            let (place, cause) = (fault.named.place, &fault.cause);
            let Record { strategy, set, mode, wrong, .. } = row;
            say(&format!("{strategy} on {set}, {mode}: {wrong} wrong, first {place}: {cause}\n"));
        }
    }
    for row in results {
        let Record { strategy, set, mode, .. } = row;
        let lost = row.lost.as_ref().map(|cause| format!("lost: {cause}"));
        for cause in lost.into_iter().chain(row.doubt()) {
            say(&format!("{strategy} on {set}, {mode}: {cause}\n"));
        }
    }
    for note in notes {
        say(&format!("{note}\n"));
    }
}

/// Writes to standard error. If that is closed there is no one left to tell.
pub(crate) fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
