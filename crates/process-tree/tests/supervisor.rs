//! Tests that run shell scripts under a supervisor: every ending is recognized, and no process is
//! left running.
//!
//! This program is also the supervisor, so it has its own `main`.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::process::ExitCode;

/// The argument that makes this program the supervisor.
const SUPERVISE: &str = "supervise";

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(SUPERVISE) {
        process_tree::supervise().unwrap();
        return ExitCode::SUCCESS;
    }
    let mut arguments = libtest_mimic::Arguments::from_args();
    // The runs are sequential: a run that loses its supervisor kills the processes of all others.
    arguments.test_threads = Some(1);
    libtest_mimic::run(&arguments, trials()).exit_code()
}

#[cfg(not(unix))]
fn trials() -> Vec<libtest_mimic::Trial> {
    Vec::new()
}

#[cfg(unix)]
fn trials() -> Vec<libtest_mimic::Trial> {
    let trial = |name: &str, test: fn()| {
        libtest_mimic::Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    let mut trials = vec![
        trial("a_report_has_what_was_written", unix::a_report_has_what_was_written),
        trial("an_end_of_its_own_is_told", unix::an_end_of_its_own_is_told),
        trial("what_cannot_be_started_is_told", unix::what_cannot_be_started_is_told),
        trial("time_and_output_are_limited", unix::time_and_output_are_limited),
        trial("a_time_is_that_of_the_program", unix::a_time_is_that_of_the_program),
        trial("a_supervisor_has_to_be_there", unix::a_supervisor_has_to_be_there),
    ];
    if cfg!(target_os = "linux") {
        trials.extend([
            trial("memory_and_processes_are_limited", unix::memory_and_processes_are_limited),
            trial("the_terminal_is_out_of_reach", unix::the_terminal_is_out_of_reach),
            trial("what_is_left_behind_is_ended", unix::what_is_left_behind_is_ended),
            trial("a_lost_supervisor_is_told", unix::a_lost_supervisor_is_told),
        ]);
    }
    trials
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsString;
    use std::fs;
    use std::io;
    use std::time::{Duration, Instant};

    use process_tree::{OUTPUT_LIMIT, RunEnding, RunReport, RunRequest, Supervisor};

    /// A time limit that no program of these tests reaches.
    const LONG: Duration = Duration::from_secs(15);
    const SHORT: Duration = Duration::from_millis(300);

    fn request(command: &[&str], time_limit: Duration) -> RunRequest {
        RunRequest {
            command: command.iter().map(OsString::from).collect(),
            input: "the input\n".to_owned(),
            time_limit,
            memory_limit: 256 << 20,
        }
    }

    fn run(command: &[&str], time_limit: Duration) -> RunReport {
        let supervisor = Supervisor::this_program([super::SUPERVISE]).unwrap();
        supervisor.run(&request(command, time_limit)).unwrap()
    }

    fn script(script: &str, time_limit: Duration) -> RunReport {
        run(&["sh", "-c", script], time_limit)
    }

    pub(super) fn a_report_has_what_was_written() {
        let report = script("cat; echo more; echo wrong >&2", LONG);
        assert_eq!(report.ending, RunEnding::Exited(0));
        assert_eq!((&*report.output, &*report.error_output), ("the input\nmore\n", "wrong\n"));
        assert_eq!((report.left_behind, report.not_ended), (0, 0));
        assert!(report.peak_memory.unwrap() > 100 << 10, "{report:?}");
    }

    pub(super) fn an_end_of_its_own_is_told() {
        assert_eq!(script("exit 3", LONG).ending, RunEnding::Exited(3));
        assert_eq!(script("kill -SEGV $$", LONG).ending, RunEnding::Signaled(11));
        // The program closes its input without reading it.
        assert_eq!(script("exec <&-; sleep 0.1", LONG).ending, RunEnding::Exited(0));
    }

    pub(super) fn what_cannot_be_started_is_told() {
        for command in [&["./no-such-program"][..], &[]] {
            let report = run(command, LONG);
            assert!(matches!(report.ending, RunEnding::NotStarted(_)), "{report:?}");
        }
    }

    pub(super) fn time_and_output_are_limited() {
        for program in ["sleep 60", "while :; do :; done", "exec >&- 2>&-; sleep 60"] {
            let begun = Instant::now();
            assert_eq!(script(program, SHORT).ending, RunEnding::OutOfTime, "{program}");
            assert!(begun.elapsed() < LONG, "{program}");
        }
        for program in ["yes", "yes >&2"] {
            let report = script(program, LONG);
            assert_eq!(report.ending, RunEnding::OutOfOutput, "{program}");
            // The last read may exceed the limit.
            assert!(report.output.len() < OUTPUT_LIMIT + (1 << 14), "{program}");
            assert!(report.error_output.len() < OUTPUT_LIMIT + (1 << 14), "{program}");
        }
    }

    pub(super) fn a_time_is_that_of_the_program() {
        let idle = script("sleep 0.3", LONG);
        assert!((SHORT..LONG).contains(&idle.wall), "{idle:?}");
        assert!(idle.cpu.unwrap() < Duration::from_millis(250), "{idle:?}");
        let busy = script("n=0; while [ $n -lt 200000 ]; do n=$((n+1)); done", LONG);
        assert!(busy.cpu.unwrap() > Duration::from_millis(10), "{busy:?}");
    }

    pub(super) fn a_supervisor_has_to_be_there() {
        let supervisor = |program: &str, arguments: &[&str]| Supervisor {
            program: program.into(),
            arguments: arguments.iter().map(OsString::from).collect(),
            grace: SHORT,
        };
        let request = request(&["true"], Duration::ZERO);
        let error = supervisor("./no-such-program", &[]).run(&request).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound, "{error:?}");
        // A supervisor that reads its request and exits without a report.
        let silent = Supervisor { grace: LONG, ..supervisor("sh", &["-c", "read -r request"]) };
        let error = silent.run(&request).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{error:?}");
        // The first supervisor exits with 0 when its input ends, the second with 1. The third is
        // killed, although it leads no group.
        for script in ["cat >/dev/null", "cat >/dev/null; exit 1", "sleep 60"] {
            let begun = Instant::now();
            let report = supervisor("sh", &["-c", script]).run(&request).unwrap();
            let cause = "its supervisor was ended (it did not answer)";
            assert_eq!(report.ending, RunEnding::Lost(cause.to_owned()), "{script}");
            assert!(begun.elapsed() < LONG, "{script}");
        }
    }

    pub(super) fn memory_and_processes_are_limited() {
        for program in [
            "exec dd if=/dev/zero of=/dev/null bs=1024M count=1",
            "head -c 1073741824 /dev/zero | tail",
        ] {
            assert_eq!(script(program, LONG).ending, RunEnding::OutOfMemory, "{program}");
        }
        for program in [
            "for n in $(seq 200); do sleep 60 & done; wait",
            "for n in $(seq 200); do setsid sleep 60 & done; wait",
        ] {
            assert_eq!(script(program, LONG).ending, RunEnding::OutOfProcesses, "{program}");
        }
    }

    /// A program in the caller's session could open its terminal as `/dev/tty`.
    pub(super) fn the_terminal_is_out_of_reach() {
        let session = |status: &str| status.split_whitespace().nth(5).map(str::to_owned);
        let theirs = session(&script("cat /proc/$$/stat", LONG).output).unwrap();
        let ours = session(&fs::read_to_string("/proc/self/stat").unwrap()).unwrap();
        assert_ne!(theirs, ours);
    }

    pub(super) fn what_is_left_behind_is_ended() {
        let time = time();
        for program in
            [format!("sleep {time} & sleep 1"), format!("(setsid sleep {time} &) & wait; sleep 1")]
        {
            let report = script(&program, LONG);
            assert_eq!(report.ending, RunEnding::Exited(0), "{program}");
            assert_eq!((report.left_behind, report.not_ended), (1, 0), "{program}");
            assert!(!sleeps(&time), "{program}");
        }
    }

    pub(super) fn a_lost_supervisor_is_told() {
        let time = time();
        let report = script(&format!("kill -KILL $PPID; sleep {time}"), LONG);
        let RunEnding::Lost(cause) = &report.ending else { panic!("{report:?}") };
        assert_eq!(cause, "its supervisor was ended (signal: 9 (SIGKILL))");
        assert!(!sleeps(&time));
    }

    /// Returns a sleeping time that only the processes of this test program use.
    fn time() -> String {
        format!("60.{}", std::process::id())
    }

    /// Returns true if a process sleeps for this time.
    fn sleeps(time: &str) -> bool {
        let command_line = format!("sleep\0{time}\0");
        fs::read_dir("/proc").unwrap().any(|process| {
            fs::read(process.unwrap().path().join("cmdline"))
                .is_ok_and(|found| found == command_line.as_bytes())
        })
    }
}
