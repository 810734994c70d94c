//! Tests of named commands.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use process_tree::NamedCommand;

#[test]
fn names_and_commands() {
    let command: NamedCommand = "mine=env X=1 'my program' a\\ b".parse().expect("a good one");
    assert_eq!(command.name, "mine");
    assert_eq!(command.command, ["env", "X=1", "my program", "a b"]);
    assert_eq!(command.to_string(), "env 'X=1' 'my program' 'a b'");
    for bad in ["./a.out", "=./a.out", "a=", "a='b", "\u{1b}=b"] {
        assert!(bad.parse::<NamedCommand>().is_err(), "{bad}");
    }
}
