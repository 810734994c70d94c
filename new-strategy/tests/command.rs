//! Tests of the command with a full disk and a name that is not Unicode.
#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

/// Returns the exit code and the message.
fn fails(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().expect("the command runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn errors_are_reported_without_a_panic() {
    let command = || Command::new(env!("CARGO_BIN_EXE_new-strategy"));
    let full = || File::options().write(true).open("/dev/full").expect("a device of Linux");
    let (code, said) = fails(command().arg("--help").stdout(full()));
    assert_eq!(code, Some(2));
    assert!(said.starts_with("error: cannot write to standard output: "), "{said}");
    assert_eq!(fails(command().stderr(full())), (Some(2), String::new()));
    let (code, said) = fails(command().arg(OsStr::from_bytes(b"a\xff")));
    assert_eq!(code, Some(2));
    assert!(said.contains("cannot be the name of a strategy"), "{said}");
}
