//! Tests of the judge with shell scripts that are right, or wrong in different ways. Each gets the
//! right verdict within its limits, and no process keeps running.
//!
//! This program is also the supervisor, so it has its own `main`.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// The argument that makes this program the supervisor.
const SUPERVISE: &str = "supervise";

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(SUPERVISE) {
        process_tree::supervise().unwrap();
        return ExitCode::SUCCESS;
    }
    let mut arguments = Arguments::from_args();
    // The runs are sequential: a run that loses its supervisor kills the processes of all others.
    arguments.test_threads = Some(1);
    libtest_mimic::run(&arguments, trials()).exit_code()
}

#[cfg(not(target_os = "linux"))]
fn trials() -> Vec<Trial> {
    Vec::new()
}

#[cfg(target_os = "linux")]
fn trials() -> Vec<Trial> {
    let trial = |name: &str, test: fn()| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    vec![
        trial("every_way_to_fail_has_its_verdict", linux::every_way_to_fail_has_its_verdict),
        trial("what_is_right_is_accepted", linux::what_is_right_is_accepted),
        trial("other_work_is_not_held_against_it", linux::other_work_is_not_held_against_it),
        trial("one_that_flees_is_ended", linux::one_that_flees_is_ended),
        trial("figures_are_of_all_processes", linux::figures_are_of_all_processes),
        trial("only_the_smallest_is_right_in_2239", linux::only_the_smallest_is_right_in_2239),
        trial("a_failed_program_is_not_run_on", linux::a_failed_program_is_not_run_on),
    ]
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::OsString;
    use std::fs;
    use std::path::Path;
    use std::process::Command;
    use std::thread;
    use std::time::{Duration, Instant};

    use process_tree::Supervisor;
    use sudoku_core::Board;
    use sudoku_judge::{Case, Judge, JudgeFormat, Judgement, Program, Verdict};
    use tempfile::TempDir;

    const PUZZLE: &str =
        ".354692787821.56.9.6.278135321.468978.49135.659682.413917652.8.6.37.195225839476.";
    const SOLUTION: &str =
        "135469278782135649469278135321546897874913526596827413917652384643781952258394761";
    /// The solution with 1 and 2 exchanged: a valid grid, but not the puzzle's.
    const RELABELED: &str =
        "235469178781235649469178235312546897874923516596817423927651384643782951158394762";

    /// Returns nine lines with spaces, the format of 2580.
    fn spaced(line: &str) -> String {
        let board: Board = line.parse().unwrap();
        JudgeFormat::Boj2580.format().display(&board).to_string() + "\n"
    }

    fn packed(line: &str) -> String {
        spaced(line).replace(' ', "")
    }

    /// A folder with the solution and other files of a test, and an environment variable that marks
    /// every process of the test.
    struct Court {
        folder: TempDir,
        mark: String,
        case: Case,
    }

    /// The limits of a run.
    #[derive(Clone, Copy)]
    struct Limit(Duration, u64);

    /// Limits that no program reaches unintentionally, even on a busy machine.
    const LONG: Limit = Limit(Duration::from_secs(15), 256 << 20);
    const SHORT: Limit = Limit(Duration::from_millis(300), 256 << 20);

    impl Court {
        fn new() -> Self {
            Self::on(PUZZLE)
        }

        fn on(puzzle: &str) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let mark = format!("JUDGE_TEST={}", folder.path().display());
            let court = Self { folder, mark, case: Case::new(puzzle.parse().unwrap()) };
            court.write("solution", &spaced(SOLUTION));
            court
        }

        fn write(&self, name: &str, text: &str) {
            fs::write(self.folder.path().join(name), text).unwrap();
        }

        /// Returns a program that runs the shell script in the folder.
        fn program(&self, format: JudgeFormat, script: &str) -> Program {
            let script = format!("cd '{}'\n{script}", self.folder.path().display());
            let command = ["env", &self.mark, "sh", "-c", &script].map(OsString::from);
            Program { name: "script".to_owned(), format, command: command.into() }
        }

        /// Judges a script. Checks that the judge is fast enough and leaves no process running.
        fn judge(&self, Limit(time_limit, memory_limit): Limit, script: &str) -> Judgement {
            let judge = Judge { time_limit, memory_limit, ..judge() };
            let program = self.program(JudgeFormat::Boj2580, script);
            let begun = Instant::now();
            let judgement = judge.run_once(&program, &self.case).unwrap();
            assert!(begun.elapsed() < Duration::from_secs(40), "{script}: {:?}", begun.elapsed());
            assert_eq!(self.left_running(), Vec::<String>::new(), "{script}");
            judgement
        }

        /// Returns the command lines of the processes with the mark in their environment.
        fn left_running(&self) -> Vec<String> {
            let has_mark = |process: &Path| {
                let environment = fs::read(process.join("environ")).unwrap_or_default();
                environment.split(|&byte| byte == 0).any(|it| it == self.mark.as_bytes())
            };
            fs::read_dir("/proc")
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .filter(|process| has_mark(process))
                .map(|process| {
                    let command = fs::read(process.join("cmdline")).unwrap_or_default();
                    String::from_utf8_lossy(&command).replace('\0', " ")
                })
                .collect()
        }
    }

    fn judge() -> Judge<'static> {
        Judge {
            supervisor: Supervisor::this_program([super::SUPERVISE]).unwrap(),
            time_limit: LONG.0,
            memory_limit: LONG.1,
            stops_at_failure: true,
            solver: sudoku_registry::find("mrv").unwrap().solver,
        }
    }

    pub(super) fn every_way_to_fail_has_its_verdict() {
        use Verdict::{
            MemoryLimitExceeded, OutputLimitExceeded, RuntimeError, TimeLimitExceeded, WrongAnswer,
        };
        let court = Court::new();
        court.write("other", &spaced(RELABELED));
        court.write("packed", &packed(SOLUTION));
        court.write(
            "doubling",
            "[ $1 -gt 0 ] && { sh doubling $(($1 - 1)) & sh doubling $(($1 - 1)) & }; sleep 60",
        );
        for (limit, script, verdict, cause) in [
            // A valid grid that is not the puzzle's solution.
            (LONG, "cat other", WrongAnswer, "r1c7 is a clue and was changed"),
            (
                LONG,
                "cat packed",
                WrongAnswer,
                "line 1 of its output is not nine digits with spaces between them: `135469278`",
            ),
            (LONG, "cat solution solution", WrongAnswer, "its output has 18 lines instead of nine"),
            (LONG, "cat", WrongAnswer, "r1c1 is blank"),
            // The program closes its input at once and writes nothing.
            (LONG, "exec <&-; sleep 0.1", WrongAnswer, "its output is empty"),
            (SHORT, "sleep 60", TimeLimitExceeded, ""),
            (SHORT, "cat solution; sleep 60", TimeLimitExceeded, ""),
            (SHORT, "while :; do :; done", TimeLimitExceeded, ""),
            (SHORT, "trap '' TERM INT HUP; while :; do :; done", TimeLimitExceeded, ""),
            (SHORT, "exec >&- 2>&-; sleep 60", TimeLimitExceeded, ""),
            // A gigabyte in one process, and in its child.
            (LONG, "exec dd if=/dev/zero of=/dev/null bs=1024M count=1", MemoryLimitExceeded, ""),
            (LONG, "head -c 1073741824 /dev/zero | tail", MemoryLimitExceeded, ""),
            // The cause quotes the standard error and not the standard output.
            (LONG, "yes", OutputLimitExceeded, "more than 1048576 bytes"),
            (LONG, "yes >&2", OutputLimitExceeded, "more than 1048576 bytes; standard error: y"),
            (LONG, "cat solution; exit 3", RuntimeError, "exit code 3"),
            (
                LONG,
                "echo '\nno such thing' >&2; exit 1",
                RuntimeError,
                "exit code 1; standard error: no such thing",
            ),
            (LONG, "cat solution; kill -SEGV $$", RuntimeError, "ended by signal 11"),
            // A mild form of a fork bomb.
            (
                LONG,
                "for n in $(seq 200); do sleep 60 & done; wait",
                RuntimeError,
                "more than 64 processes at once",
            ),
            (
                LONG,
                "for n in $(seq 200); do setsid sleep 60 & done; wait",
                RuntimeError,
                "more than 64 processes at once",
            ),
            (LONG, "sh doubling 9", RuntimeError, "more than 64 processes at once"),
            // The program kills its supervisor.
            (
                LONG,
                "kill -KILL $PPID; sleep 60",
                RuntimeError,
                "its supervisor was ended (signal: 9 (SIGKILL))",
            ),
        ] {
            let judgement = court.judge(limit, script);
            assert_eq!(judgement.verdict, verdict, "{script}: {judgement:?}");
            let said = judgement.cause.unwrap();
            let is_said = match verdict {
                TimeLimitExceeded => said.contains(" s of wall time, "),
                MemoryLimitExceeded => said.ends_with(" MB"),
                _ => said == cause,
            };
            assert!(is_said, "{script}: {said}");
        }
    }

    pub(super) fn what_is_right_is_accepted() {
        let court = Court::new();
        for (script, cause) in [
            ("cat solution", None),
            ("exec <&-; cat solution", None),
            ("cat >&2; cat solution; echo; echo", None),
            ("trap '' PIPE; cat solution | cat", None),
            // Processes that outlive the program are killed, even if they left its group and
            // session and keep its output open. The scripts wait until these processes run.
            ("sleep 60 & cat solution", Some("1 of its processes had to be killed")),
            (
                "(setsid sh -c ': >one; exec sleep 60' &) & \
                 until [ -e one ]; do sleep 0.01; done; cat solution",
                Some("1 of its processes had to be killed"),
            ),
            (
                "(setsid sh -c 'trap \"\" TERM HUP; sleep 60 & : >two; wait; sleep 60' &) & \
                 until [ -e two ]; do sleep 0.01; done; cat solution",
                Some("2 of its processes had to be killed"),
            ),
        ] {
            let judgement = court.judge(LONG, script);
            assert_eq!(
                (judgement.verdict, judgement.cause.as_deref()),
                (Verdict::Accepted, cause),
                "{script}"
            );
        }
    }

    pub(super) fn other_work_is_not_held_against_it() {
        let court = Court::new();
        let work = "n=0; while [ $n -lt 200000 ]; do n=$((n+1)); done; cat solution";
        let needed = Duration::from_nanos(court.judge(LONG, work).cpu_ns.unwrap());
        // With this many competitors the program gets 33% of a processor at most, so its wall time
        // is above the limit.
        let processors = thread::available_parallelism().unwrap().get();
        let mut others: Vec<_> = (0..2 * processors)
            .map(|_| Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap())
            .collect();
        let limit = Limit(2 * needed, LONG.1);
        let judgement = court.judge(limit, work);
        for other in &mut others {
            other.kill().unwrap();
            other.wait().unwrap();
        }
        assert_eq!(judgement.verdict, Verdict::Accepted, "{:?}: {judgement:?}", limit.0);
    }

    /// A program that keeps starting new sessions is killed.
    pub(super) fn one_that_flees_is_ended() {
        let court = Court::new();
        court.write("fleeing", "[ $1 -gt 0 ] && setsid sh fleeing $(($1 - 1)) &");
        let judgement = court.judge(LONG, "sh fleeing 2000; cat solution");
        assert_eq!(judgement.verdict, Verdict::Accepted, "{judgement:?}");
    }

    pub(super) fn figures_are_of_all_processes() {
        let court = Court::new();
        let slept = court.judge(LONG, "sleep 0.3; cat solution");
        assert!((300_000_000..15_000_000_000).contains(&slept.wall_ns), "{slept:?}");
        assert!(slept.cpu_ns.unwrap() < 250_000_000, "{slept:?}");
        // The processor time of a child counts even if the program did not wait for the child.
        let busy = "n=0; while [ $n -lt 300000 ]; do n=$((n+1)); done";
        let alone = court.judge(LONG, &format!("{busy}; cat solution"));
        let child = court.judge(
            LONG,
            &format!(
                "rm -f done; ({busy}; echo >done) & while ! [ -e done ]; do sleep 0.01; done; \
                 cat solution"
            ),
        );
        let cpu = |judgement: &Judgement| judgement.cpu_ns.unwrap() as f64;
        assert!(cpu(&child) > cpu(&alone) / 3.0, "{alone:?} {child:?}");
        let large = court.judge(LONG, "dd if=/dev/zero of=/dev/null bs=100M count=1; cat solution");
        let megabytes = |judgement: &Judgement| judgement.peak_memory.unwrap() >> 20;
        assert!((100..110).contains(&megabytes(&large)), "{large:?}");
        assert!(megabytes(&alone) < 10, "{alone:?}");
        // The memory of two processes is added: together they are above the limit.
        let half = "head -c 157286400 /dev/zero | tail -c 157286400 | (sleep 2; cat >/dev/null)";
        let both = court.judge(LONG, &format!("({half}) & {half}; wait"));
        assert_eq!(both.verdict, Verdict::MemoryLimitExceeded, "{both:?}");
        let brief = half.replace("sleep 2", "sleep 0.3");
        let one = court.judge(LONG, &format!("{brief}; cat solution"));
        assert_eq!(one.verdict, Verdict::Accepted, "{one:?}");
    }

    pub(super) fn only_the_smallest_is_right_in_2239() {
        // Without 1 and 2 the board has two solutions, and only one of them is the smallest.
        let ambiguous: String =
            SOLUTION.chars().map(|digit| if digit < '3' { '.' } else { digit }).collect();
        let court = Court::on(&ambiguous);
        for (name, text) in [
            ("smaller", packed(SOLUTION)),
            ("larger", packed(RELABELED)),
            ("spaced", spaced(RELABELED)),
        ] {
            court.write(name, &text);
        }
        let programs = [
            court.program(JudgeFormat::Boj2239, "cat smaller"),
            court.program(JudgeFormat::Boj2239, "cat larger"),
            court.program(JudgeFormat::Boj2580, "cat spaced"),
        ];
        let judgements = judge().run(&programs, &[court.case], |_, _| {}).unwrap();
        let smallest =
            "it is not the smallest solution: r1c1 can be smaller with the same cells before it";
        let expected = [
            (Verdict::Accepted, None),
            (Verdict::WrongAnswer, Some(smallest)),
            (Verdict::Accepted, None),
        ];
        for (judgements, expected) in judgements.iter().zip(expected) {
            let [judgement] = &judgements[..] else { panic!("{judgements:?}") };
            assert_eq!((judgement.verdict, judgement.cause.as_deref()), expected);
        }
        assert_eq!(judgements.len(), 3);
    }

    pub(super) fn a_failed_program_is_not_run_on() {
        let court = Court::new();
        let case = |line: &str| Case::new(line.parse().unwrap());
        let cases = [case(RELABELED), case(PUZZLE), case(RELABELED)];
        let programs = ["cat solution", "cat >/dev/null"]
            .map(|script| court.program(JudgeFormat::Boj2580, script));
        for (stops_at_failure, run) in [(true, 1), (false, 3)] {
            let mut calls = Vec::new();
            let judge = Judge { stops_at_failure, ..judge() };
            let judgements = judge.run(&programs, &cases, |_, case| calls.push(case)).unwrap();
            assert_eq!(calls, [0, 0, 1, 1, 2, 2]);
            assert_eq!(judgements.iter().map(Vec::len).collect::<Vec<_>>(), [run; 2]);
            assert_eq!(judgements[0][0].verdict, Verdict::WrongAnswer);
            let accepted = |it: &&Judgement| it.verdict == Verdict::Accepted;
            assert_eq!(judgements[0].iter().filter(accepted).count(), run / 3);
        }
    }
}
