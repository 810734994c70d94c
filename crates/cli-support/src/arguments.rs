//! The start of a command: its arguments, and the handling of the file size limit.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process;

use clap::{Arg, Command, FromArgMatches};

use crate::{ExitStatus, eprint_error, open_stdout};

/// Parses arguments, of which the first is the name of the program. Exits the process if they are
/// wrong, or if they ask for help or the version.
///
/// If the help cannot be written, that is an error like for any other output.
pub fn arguments<A: FromArgMatches>(
    command: Command,
    given: impl IntoIterator<Item = OsString>,
) -> A {
    let matches = command.try_get_matches_from(given);
    matches.and_then(|matches| A::from_arg_matches(&matches)).unwrap_or_else(|shown| {
        let written = match shown.use_stderr() {
            true => shown.print(),
            false => open_stdout().and_then(|mut out| shown.print().and_then(|()| out.flush())),
        };
        let code = match written {
            // If the reader has closed the pipe, it has read all it needs.
            Err(error) if !shown.use_stderr() && error.kind() != io::ErrorKind::BrokenPipe => {
                eprint_error(&io::Error::other(format!("standard output: {error}")));
                ExitStatus::Failure.code()
            }
            _ => shown.exit_code(),
        };
        process::exit(code)
    })
}

/// Makes options accept negative numbers as values. The error message then explains the value
/// instead of reporting an unknown option.
#[must_use]
pub fn with_negative_numbers(command: Command) -> Command {
    let of_option = |arg: Arg| match arg.get_action().takes_values() && !arg.is_positional() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    };
    command.mut_args(of_option).mut_subcommands(with_negative_numbers)
}

/// Makes a write fail if it exceeds the file size limit of the system (`ulimit -f`), as it does on
/// a full disk. Otherwise the system would kill the process in the middle of a line.
///
/// Call this before starting threads, because threads inherit the setting. Child processes are not
/// affected.
pub fn fail_beyond_file_size_limit() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGXFSZ);
        // If this fails, the signal keeps its default action.
        let _ = signals.thread_block();
    }
}
