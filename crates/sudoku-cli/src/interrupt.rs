//! Ctrl-C: the first is for the writer, who ends with a whole line; the second ends everything.

use std::sync::OnceLock;

use crossbeam_channel::{Receiver, bounded};

use crate::Failure;

/// A channel that gets a message when the command is interrupted.
pub(crate) fn receiver() -> Result<Receiver<()>, Failure> {
    static RECEIVER: OnceLock<Result<Receiver<()>, String>> = OnceLock::new();
    let receiver = RECEIVER.get_or_init(|| {
        let (sender, receiver) = bounded(1);
        let interrupted = move || {
            if sender.try_send(()).is_err() {
                // The writer waits for someone who does not read.
                std::process::exit(i32::from(crate::INTERRUPTED));
            }
        };
        ctrlc::set_handler(interrupted).map_err(|error| error.to_string())?;
        Ok(receiver)
    });
    receiver.clone().map_err(Failure)
}
