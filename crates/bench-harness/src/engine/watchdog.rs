//! The time limit: one thread that raises the solvers' stop flag when a deadline passes.
//!
//! Solvers look at no clock. Before a search (or a whole pass) the harness arms the watchdog with a
//! deadline, and disarms it after. Both take an uncontended lock and nothing else: deadlines only
//! grow, so a sleeping watchdog wakes at an old deadline, sees the new one and sleeps on, and is
//! hardly ever woken on purpose. That the flag is raised and lowered under the lock is what makes a
//! late watchdog harmless: it cannot stop the puzzle after the one that was too slow.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a search may ignore the raised flag. The contract says a millisecond or so; a machine
/// that is short of processors gets more.
pub const GRACE: Duration = Duration::from_secs(10);

/// A thread that raises a stop flag at a deadline. It ends when this is dropped.
pub struct Watchdog {
    shared: Arc<WatchdogShared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct WatchdogShared {
    stop: AtomicBool,
    /// Which part of what is being run has come.
    at: AtomicUsize,
    state: Mutex<WatchdogState>,
    wake: Condvar,
}

#[derive(Default)]
struct WatchdogState {
    /// When to raise the flag, while armed.
    deadline: Option<Instant>,
    /// When the thread will look again by itself; `None` if it waits to be woken.
    looks_at: Option<Instant>,
    /// What is being run, for the message about a search that ignores the flag.
    label: String,
    quit: bool,
}

impl WatchdogShared {
    /// A panic while the lock is held leaves nothing half done in the state.
    fn lock(&self) -> MutexGuard<'_, WatchdogState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self, grace: Duration, ignored: &dyn Fn(&str, usize)) {
        let mut state = self.lock();
        while !state.quit {
            let Some(deadline) = state.deadline else {
                state.looks_at = None;
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let now = Instant::now();
            let next = if now < deadline {
                deadline
            } else if now < deadline + grace {
                self.stop.store(true, Ordering::Relaxed);
                deadline + grace
            } else {
                ignored(&state.label, self.at.load(Ordering::Relaxed));
                state.deadline = None;
                continue;
            };
            state.looks_at = Some(next);
            let wait = next.saturating_duration_since(now);
            state = self.wake.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Watchdog {
    /// Starts the thread. If a search ignores the raised flag for as long as `grace`, `ignored` is
    /// called with the label of what is being run and how far it has come: a thread cannot be ended
    /// from outside, so all that is left to the caller is to say so and end the process. Until then
    /// [`Self::disarm`] waits, so that a search that comes back at last changes nothing any more.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start(
        grace: Duration,
        ignored: impl Fn(&str, usize) + Send + 'static,
    ) -> std::io::Result<Self> {
        let shared = Arc::<WatchdogShared>::default();
        let for_thread = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("watchdog".to_owned())
            .spawn(move || for_thread.watch(grace, &ignored))?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// The flag that the watchdog raises, for the limits of the searches.
    pub fn flag(&self) -> &AtomicBool {
        &self.shared.stop
    }

    /// Says what is run from now on.
    pub fn label(&self, label: String) {
        self.shared.lock().label = label;
    }

    /// Says that the puzzle with this number comes next, of those that are run under one deadline.
    pub fn at(&self, number: usize) {
        self.shared.at.store(number, Ordering::Relaxed);
    }

    /// The number of the puzzle that came last.
    pub fn reached(&self) -> usize {
        self.shared.at.load(Ordering::Relaxed)
    }

    /// Raises the flag this long from now, unless it is disarmed before.
    pub fn arm(&self, limit: Duration) {
        let now = Instant::now();
        // A limit beyond what the clock can tell is none; a year is the same to everyone.
        let deadline = now.checked_add(limit).unwrap_or(now + Duration::from_secs(31_536_000));
        let mut state = self.shared.lock();
        state.deadline = Some(deadline);
        if state.looks_at.is_none_or(|time| time > deadline) {
            self.shared.wake.notify_one();
        }
    }

    /// Forgets the deadline and lowers the flag; says whether it had been raised.
    pub fn disarm(&self) -> bool {
        let mut state = self.shared.lock();
        state.deadline = None;
        self.shared.stop.swap(false, Ordering::Relaxed)
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.lock().quit = true;
        self.shared.wake.notify_one();
        if let Some(thread) = self.thread.take() {
            // It ends without a panic unless `ignored` panicked, which has been printed then.
            let _ = thread.join();
        }
    }
}
