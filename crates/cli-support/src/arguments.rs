//! The beginning of a command: its arguments, and what the system may not do to it.

use std::env;
use std::io::{self, Write};
use std::process;

use clap::{Arg, Command, FromArgMatches};

use crate::{ExitStatus, eprint_error};

/// Reads the arguments of the process, and ends it if they are wrong or ask for help or the
/// version.
///
/// Help that cannot be written is an error like any other output that cannot be.
pub fn arguments<A: FromArgMatches>(command: Command) -> A {
    let matches = command.try_get_matches_from(env::args_os());
    matches.and_then(|matches| A::from_arg_matches(&matches)).unwrap_or_else(|shown| {
        let written = shown.print().and_then(|()| io::stdout().flush());
        let code = match written {
            // A reader that has gone away has seen what it wanted.
            Err(error) if !shown.use_stderr() && error.kind() != io::ErrorKind::BrokenPipe => {
                eprint_error(&io::Error::other(format!("standard output: {error}")));
                ExitStatus::Failure.code()
            }
            _ => shown.exit_code(),
        };
        process::exit(code)
    })
}

/// The command line with numbers below zero taken for values of the option before them, which says
/// what is wrong with them, and not for an option that there is not.
#[must_use]
pub fn with_negative_numbers(command: Command) -> Command {
    let of_option = |arg: Arg| match arg.get_action().takes_values() && !arg.is_positional() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    };
    command.mut_args(of_option).mut_subcommands(with_negative_numbers)
}

/// Has a write fail that would make a file larger than the system allows (`ulimit -f`), as one does
/// on a full disk. Otherwise the system would end the process in the middle of a line.
///
/// To be called before there are other threads, which do as this one does. Programs that are
/// started are not concerned.
pub fn fail_beyond_file_size_limit() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGXFSZ);
        // Where that is refused, the signal does what it always does.
        let _ = signals.thread_block();
    }
}
