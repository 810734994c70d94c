//! Ctrl-C and the termination signals of the system (`SIGTERM`, `SIGHUP`).

use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::ExitStatus;

/// The state of an interrupt: a flag to poll and a channel to wait for.
///
/// The first interrupt asks the command to stop cleanly. Another one, at least half a second later,
/// exits the process.
#[derive(Debug)]
pub struct Interrupt {
    flag: AtomicBool,
    /// The time of the first interrupt.
    first: OnceLock<Instant>,
    sender: Sender<()>,
    receiver: Receiver<()>,
}

/// Interrupts within this time count as one: a process that stops a command may signal its process
/// group too, and the command needs time to close its output.
const A_MOMENT: Duration = Duration::from_millis(500);

/// The error if a handler for Ctrl-C cannot be installed.
#[derive(Debug, thiserror::Error)]
#[error("cannot install the handler for interrupts")]
pub struct InterruptError(#[from] ctrlc::Error);

impl Interrupt {
    /// Installs the interrupt handler, at the first call.
    ///
    /// # Errors
    /// If the system or another handler in this process forbids it.
    pub fn listen() -> Result<&'static Self, InterruptError> {
        static INTERRUPT: OnceLock<Interrupt> = OnceLock::new();
        if let Some(interrupt) = INTERRUPT.get() {
            return Ok(interrupt);
        }
        let mut is_first = false;
        let interrupt = INTERRUPT.get_or_init(|| {
            is_first = true;
            let (sender, receiver) = bounded(1);
            Self { flag: AtomicBool::new(false), first: OnceLock::new(), sender, receiver }
        });
        if is_first {
            ctrlc::set_handler(|| interrupt.raise())?;
        }
        Ok(interrupt)
    }

    /// Handles an interrupt.
    fn raise(&self) {
        let first = self.first.get_or_init(Instant::now);
        if self.flag.swap(true, Ordering::Relaxed) && first.elapsed() > A_MOMENT {
            // The command is blocked, so the process exits here.
            process::exit(ExitStatus::Interrupted.code());
        }
        // The channel has space for the first message. Later ones are dropped.
        let _ = self.sender.try_send(());
    }

    /// Returns the flag that the interrupt sets.
    #[must_use]
    pub const fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Returns the channel that receives a message at the interrupt.
    #[must_use]
    pub const fn receiver(&self) -> &Receiver<()> {
        &self.receiver
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_interrupt_raises_the_flag_and_sends_a_message() {
        let interrupt = Interrupt::listen().unwrap();
        assert!(!interrupt.flag().load(Ordering::Relaxed) && interrupt.receiver().is_empty());
        interrupt.raise();
        assert!(interrupt.flag().load(Ordering::Relaxed));
        assert_eq!(interrupt.receiver().recv(), Ok(()));
        // A second interrupt at once does not exit the process.
        interrupt.raise();
        // All calls return the same instance.
        assert!(std::ptr::eq(interrupt, Interrupt::listen().unwrap()));
    }
}
