//! The watchdog, a thread that raises the solvers' stop flag when a deadline passes.
//!
//! Solvers read no clock. The harness arms the watchdog with a deadline before a search or a whole
//! pass, and disarms it afterwards. Both only take an uncontended lock. Deadlines usually grow, so
//! a sleeping watchdog wakes at an old deadline, sees the new one and sleeps again. It rarely has
//! to be woken. The flag is raised and lowered under the lock, so a late watchdog cannot stop the
//! puzzle after the slow one.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time that a search may ignore the raised flag. Solvers should stop within about a
/// millisecond; the rest is for busy machines.
pub const GRACE: Duration = Duration::from_secs(10);

/// A thread that raises a stop flag at a deadline. It ends when this value is dropped.
pub struct Watchdog {
    shared: Arc<WatchdogShared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct WatchdogShared {
    stop: AtomicBool,
    /// The number of the current puzzle.
    at: AtomicUsize,
    state: Mutex<WatchdogState>,
    wake: Condvar,
}

#[derive(Default)]
struct WatchdogState {
    /// The time to raise the flag, while armed.
    deadline: Option<Instant>,
    /// The time of the thread's next check. `None` if it waits to be woken.
    looks_at: Option<Instant>,
    /// The name of the current run, for the message about a search that ignores the flag.
    label: String,
    quit: bool,
}

impl WatchdogShared {
    /// Locks the state. A poisoned lock is fine, because no change of the state can be half done.
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
    /// Starts the thread. If a search ignores the raised flag for as long as `grace`, calls
    /// `ignored` with the label of the run and the number of the puzzle. A thread cannot be killed,
    /// so the caller can only report this and end the process. [`Self::disarm`] blocks until
    /// `ignored` returns, so a search that returns late changes nothing.
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

    /// Returns the stop flag, for the limits of searches.
    pub fn flag(&self) -> &AtomicBool {
        &self.shared.stop
    }

    pub fn label(&self, label: String) {
        self.shared.lock().label = label;
    }

    /// Sets the number of the current puzzle among those with the same deadline.
    pub fn at(&self, number: usize) {
        self.shared.at.store(number, Ordering::Relaxed);
    }

    /// Returns the number of the current puzzle.
    pub fn reached(&self) -> usize {
        self.shared.at.load(Ordering::Relaxed)
    }

    /// Raises the flag after `limit`, unless [`Self::disarm`] is called first.
    pub fn arm(&self, limit: Duration) {
        let now = Instant::now();
        // A limit that overflows the clock becomes a year.
        let deadline = now.checked_add(limit).unwrap_or(now + Duration::from_secs(31_536_000));
        let mut state = self.shared.lock();
        state.deadline = Some(deadline);
        if state.looks_at.is_none_or(|time| time > deadline) {
            self.shared.wake.notify_one();
        }
    }

    /// Clears the deadline and lowers the flag. Returns true if it was raised.
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
            // The thread panics only if `ignored` panicked, and that has been printed.
            let _ = thread.join();
        }
    }
}
