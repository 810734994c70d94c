//! Tests of programs connected by pipes: deadlines hold, and a program's group ends with it.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::collections::VecDeque;
use std::io;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::signal::kill;
use nix::unistd::Pid;
use process_tree::PipedProcess;

fn start(script: &str) -> PipedProcess {
    PipedProcess::start(&["sh", "-c", script].map(Into::into), Stdio::inherit()).unwrap()
}

fn soon() -> Instant {
    Instant::now() + Duration::from_millis(100)
}

fn late() -> Instant {
    Instant::now() + Duration::from_secs(20)
}

/// Returns the next line of the output.
fn line(process: &mut PipedProcess) -> String {
    let mut read = VecDeque::new();
    while !read.contains(&b'\n') {
        process.read(&mut read, late()).unwrap();
    }
    String::from_utf8(read.into()).unwrap()
}

#[test]
fn a_program_answers_each_line() {
    let mut process = start("while read -r word; do echo got $word; done");
    for word in ["one", "two"] {
        process.write_all(format!("{word}\n").as_bytes(), late()).unwrap();
        assert_eq!(line(&mut process), format!("got {word}\n"));
    }
    // The program exits when its input ends. A second call returns the same status.
    assert!(process.end().unwrap().success());
    assert!(process.end().unwrap().success());
    let error = process.write_all(b"three\n", late()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_only_closes_its_output_has_no_status() {
    let mut process = start("exec >&-; sleep 60");
    let error = process.read(&mut VecDeque::new(), late()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    assert_eq!(process.end(), None);
}

#[test]
fn no_program_blocks_its_caller() {
    let mut process = start("sleep 60");
    let begun = Instant::now();
    let error = process.read(&mut VecDeque::new(), soon()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    // The text is longer than the buffer of a pipe.
    let error = process.write_all(&vec![0; 4 << 20], soon()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    assert_eq!(process.end(), None);
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
}

#[test]
fn the_end_of_a_program_is_reported() {
    let mut process = start("exit 3");
    let error = process.read(&mut VecDeque::new(), late()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    let error = process.write_all(&vec![0; 4 << 20], late()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    assert_eq!(process.end().unwrap().code(), Some(3));
    let error = PipedProcess::start(&["./no-such-program".into()], Stdio::inherit()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}

#[test]
#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
fn the_processor_time_of_a_program_is_reported() {
    let mut process = start("n=0; while [ $n -lt 50000 ]; do n=$((n+1)); done; echo; exec cat");
    line(&mut process);
    let worked = process.processor_time().unwrap();
    assert!(worked > Duration::from_millis(1), "{worked:?}");
    thread::sleep(Duration::from_millis(200));
    let waited = process.processor_time().unwrap() - worked;
    assert!(waited < Duration::from_millis(150), "{waited:?}");
}

#[test]
fn the_process_group_ends_with_the_program() {
    let mut process = start("trap '' TERM HUP; sleep 60 & echo $!; wait");
    let child = Pid::from_raw(line(&mut process).trim().parse().unwrap());
    drop(process);
    // Another process waits for the orphan, which takes a moment.
    let patience = late();
    while kill(child, None) != Err(Errno::ESRCH) {
        assert!(Instant::now() < patience, "{child} is still there");
        thread::sleep(Duration::from_millis(10));
    }
}
