//! Ctrl-C, and the request of a system to end (`SIGTERM`, `SIGHUP`).

use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::ExitStatus;

/// Whether the command was interrupted: a flag for those who work, a message for those who wait.
///
/// The first interrupt is for the command, which ends in good order; another one, half a second
/// later or more, ends the process.
#[derive(Debug)]
pub struct Interrupt {
    flag: AtomicBool,
    /// When the first one came.
    first: OnceLock<Instant>,
    sender: Sender<()>,
    receiver: Receiver<()>,
}

/// Interrupts within this time are one: whoever ends a command may tell its group too, and what is
/// being written has to be closed.
const A_MOMENT: Duration = Duration::from_millis(500);

/// There can be no handler for Ctrl-C.
#[derive(Debug, thiserror::Error)]
#[error("interrupts cannot be handled")]
pub struct InterruptError(#[from] ctrlc::Error);

impl Interrupt {
    /// Takes over the handling of interrupts, at the first call.
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

    /// What an interrupt does.
    fn raise(&self) {
        let first = self.first.get_or_init(Instant::now);
        if self.flag.swap(true, Ordering::Relaxed) && first.elapsed() > A_MOMENT {
            // The command waits for someone who does not come.
            process::exit(ExitStatus::Interrupted.code());
        }
        // The first message fits.
        let _ = self.sender.try_send(());
    }

    /// A flag that is raised by the interrupt.
    #[must_use]
    pub const fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// A channel that gets a message by the interrupt.
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
        // Another one at once does not end the process.
        interrupt.raise();
        // There is only one.
        assert!(std::ptr::eq(interrupt, Interrupt::listen().unwrap()));
    }
}
