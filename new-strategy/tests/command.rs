//! Tests of the command with full disks and a name that is not Unicode.
#![cfg(target_os = "linux")]

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{self, Command};

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

#[test]
fn a_full_disk_does_not_hide_the_created_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let copy = env::temp_dir().join(format!("new-strategy-{}-full", process::id()));
    for path in [
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "crates/sudoku-registry/Cargo.toml",
        "crates/sudoku-registry/src/lib.rs",
        "docs/development/architecture.md",
    ] {
        let to = copy.join(path);
        fs::create_dir_all(to.parent().expect("a folder")).expect("it can be created");
        fs::copy(root.join(path), to).expect("it can be copied");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_new-strategy"));
    command.arg("mine").env("CARGO_MANIFEST_DIR", copy.join("new-strategy"));
    let full = File::options().write(true).open("/dev/full").expect("a device of Linux");
    let (code, said) = fails(command.stdout(full));
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("\n\nCreated crates/sudoku-mine, and registered"), "{said}");
    fs::remove_dir_all(copy).expect("it can be removed");
}
