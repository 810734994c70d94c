//! ordered-work runs work on several threads and passes the results to the caller's thread in the
//! order of the items.
//!
//! ```
//! use ordered_work::Workers;
//!
//! let mut squares = Vec::new();
//! Workers::new(4).in_order(1..=5_u64, |number| number * number, &mut |square| {
//!     squares.push(square);
//!     Ok::<(), String>(())
//! })?;
//! assert_eq!(squares, [1, 4, 9, 16, 25]);
//! # Ok::<(), ordered_work::WorkError<String>>(())
//! ```
//!
//! # Method
//! A producer thread feeds the items to the workers. Each item has its own channel of results, its
//! *turn*. The queue of turns is in the order of the items, and the caller's thread empties one
//! turn after the other:
//!
//! ```text
//!             items                       results
//! producer ──┬──────▶ worker 1 ──┐  turn 1 ──▶ ┐
//!            ├──────▶ worker 2 ──┼▶ turn 2 ──▶ ├──▶ taker
//!            │                   └▶ turn 3 ──▶ ┘
//!            └───────── queue of turns ───────────▶
//! ```
//!
//! # Rules
//! - **Order:** the taker gets the results in the order of the items.
//! - **Memory:** every queue is bounded. A slow taker blocks the workers, and the workers block the
//!   producer. See [`Workers::ahead`].
//! - **Errors:** the first error of the taker ends the work. So the caller gets the error of the
//!   first item that fails, with any number of threads.
//! - **Panics:** a panic of the work or of the producer becomes a [`WorkError::Panic`] at the
//!   position of its item.
//! - **Stop:** the library raises the flag [`Workers::stop`] when the work ends early. Other code
//!   may raise it too. Then no further item is started. All items up to the last started one have
//!   results, and the later items have none.
//! - **Progress:** the taker is [called](Taker::look) at least every 20 ms while it waits, so that
//!   it can show progress and look for signals.

use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum time between two calls of [`Taker::look`].
const LOOK: Duration = Duration::from_millis(20);

/// The number of results of an item that wait for their turn before its worker has to wait.
const RESULTS: usize = 2;

/// The payload of a panic.
pub type Panic = Box<dyn Any + Send>;

/// The threads and their limits.
#[derive(Clone, Debug)]
pub struct Workers {
    /// The number of worker threads; 0 counts as 1. If the system starts fewer, these do the work.
    pub threads: usize,
    /// The number of items that may be in progress or finished before their turn.
    pub ahead: usize,
    /// The flag that is raised when the work ends early. Work that takes long can look at it.
    pub stop: Arc<AtomicBool>,
}

/// The receiver of the results. A closure `FnMut(R) -> Result<(), E>` is one, too.
pub trait Taker<R> {
    /// An error that ends the work.
    type Error;

    /// Takes the next result.
    ///
    /// # Errors
    /// An error ends the work.
    fn take(&mut self, result: R) -> Result<(), Self::Error>;

    /// Shows progress or looks for signals. It is called at least every 20 ms while the caller's
    /// thread waits for results.
    ///
    /// # Errors
    /// An error ends the work.
    fn look(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

impl<R, E, F: FnMut(R) -> Result<(), E>> Taker<R> for F {
    type Error = E;

    fn take(&mut self, result: R) -> Result<(), E> {
        self(result)
    }
}

/// The reason why work ended early.
#[derive(Debug)]
pub enum WorkError<E> {
    /// The taker returned an error.
    Taker(E),
    /// The work or the producer panicked.
    Panic(Panic),
    /// The system started no thread.
    NoThread(io::Error),
}

impl<E> WorkError<E> {
    /// Returns the error of the taker, or makes one from the description of another failure.
    pub fn or_else(self, other: impl FnOnce(String) -> E) -> E {
        match self {
            Self::Taker(error) => error,
            Self::Panic(panic) => other(format!("a thread panicked: {}", panic_message(&panic))),
            Self::NoThread(error) => other(format!("cannot start a thread: {error}")),
        }
    }
}

impl<E: fmt::Display> fmt::Display for WorkError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taker(error) => error.fmt(f),
            Self::Panic(panic) => write!(f, "a thread panicked: {}", panic_message(panic)),
            Self::NoThread(error) => write!(f, "cannot start a thread: {error}"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for WorkError<E> {}

/// Returns the message of a panic.
#[must_use]
pub fn panic_message(panic: &Panic) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

impl Workers {
    /// Creates the settings for this number of threads, with two items in progress per thread.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        Self { threads, ahead: threads.saturating_mul(2), stop: Arc::default() }
    }

    /// Sets the number of items that may be in progress or finished before their turn.
    #[must_use]
    pub fn with_ahead(self, ahead: usize) -> Self {
        Self { ahead, ..self }
    }

    /// Works on the items and passes one result per item to the taker. All threads have ended when
    /// the function returns.
    ///
    /// # Errors
    /// See [`WorkError`].
    pub fn in_order<T: Send, R: Send, K: Taker<R>>(
        self,
        items: impl IntoIterator<Item = T, IntoIter: Send>,
        work: impl Fn(T) -> R + Send + Sync,
        taker: &mut K,
    ) -> Result<(), WorkError<K::Error>> {
        let work = move |item, turn: &Turn<R>| {
            let _ = turn.send_last(work(item));
        };
        self.in_turns(items, work, taker)
    }

    /// Works on the items like [`in_order`](Self::in_order). `work` sends any number of results in
    /// the turn of its item. When a send breaks, it should return.
    ///
    /// # Errors
    /// See [`WorkError`].
    pub fn in_turns<T: Send, R: Send, K: Taker<R>>(
        self,
        items: impl IntoIterator<Item = T, IntoIter: Send>,
        work: impl Fn(T, &Turn<R>) + Send + Sync,
        taker: &mut K,
    ) -> Result<(), WorkError<K::Error>> {
        let mut items = items.into_iter();
        let produce = move |feed: &Feed<T, R>| {
            // A break means that the work has ended early.
            let _ = items.try_for_each(|item| feed.push(item));
        };
        thread::scope(|scope| {
            let spawn = |work| thread::Builder::new().spawn_scoped(scope, work).map(drop);
            self.start(produce, work, spawn).map_err(WorkError::NoThread)?.take_all(taker)
        })
    }

    /// Starts threads without waiting for their end: they end with the work, or with the process.
    /// `produce` feeds the items, and `work` sends the results of an item in its turn.
    ///
    /// # Errors
    /// The error of the system if it starts no thread.
    ///
    /// ```
    /// use ordered_work::{Feed, Turn, Workers};
    ///
    /// let produce = |feed: &Feed<u32, u32>| {
    ///     let _ = (1..4).try_for_each(|item| feed.push(item));
    /// };
    /// let work = |item, turn: &Turn<u32>| {
    ///     let _ = (0..item).try_for_each(|_| turn.send(item));
    /// };
    /// let mut all = Vec::new();
    /// Workers::new(2).detached(produce, work)?.take_all(&mut |result| {
    ///     all.push(result);
    ///     Ok::<(), String>(())
    /// })?;
    /// assert_eq!(all, [1, 2, 2, 3, 3, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn detached<T: Send + 'static, R: Send + 'static>(
        self,
        produce: impl FnOnce(&Feed<T, R>) + Send + 'static,
        work: impl Fn(T, &Turn<R>) + Send + Sync + 'static,
    ) -> io::Result<Results<R>> {
        self.start(produce, work, |work| thread::Builder::new().spawn(work).map(drop))
    }

    /// Starts the threads with a function that starts one.
    fn start<'s, T: Send + 's, R: Send + 's>(
        &self,
        produce: impl FnOnce(&Feed<T, R>) + Send + 's,
        work: impl Fn(T, &Turn<R>) + Send + Sync + 's,
        spawn: impl Fn(Box<dyn FnOnce() + Send + 's>) -> io::Result<()>,
    ) -> io::Result<Results<R>> {
        let threads = self.threads.max(1);
        let (to_workers, items) = sync_channel::<(T, Turn<R>)>(threads);
        let (to_taker, turns) = sync_channel(self.ahead.max(1));
        let current = Arc::new(AtomicUsize::new(0));
        let feed = Feed {
            to_workers,
            to_taker,
            fed: Cell::new(0),
            current: Arc::clone(&current),
            stop: Arc::clone(&self.stop),
        };
        let producer = move || {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| produce(&feed)))
                && let ControlFlow::Continue(turn) = feed.turn()
            {
                // The channel of a new turn has space.
                let _ = turn.results.send(Message::Panic(panic));
            }
        };
        spawn(Box::new(producer))?;
        let (items, work) = (Arc::new(Mutex::new(items)), Arc::new(work));
        for started in 0..threads {
            let (items, work, stop) =
                (Arc::clone(&items), Arc::clone(&work), Arc::clone(&self.stop));
            let worker = move || {
                while let Some((item, turn)) = next(&items, &stop) {
                    let worked = catch_unwind(AssertUnwindSafe(|| work(item, &turn)));
                    if let Err(panic) = worked {
                        // An error means that the work has ended early.
                        let _ = turn.results.send(Message::Panic(panic));
                    }
                }
            };
            match spawn(Box::new(worker)) {
                Err(error) if started == 0 => return Err(error),
                // The threads that were started do the work.
                Err(_) => break,
                Ok(()) => {}
            }
        }
        Ok(Results { turns, current, stop: Arc::clone(&self.stop) })
    }
}

/// Waits for the next item. Drops the items that arrive after the flag was raised.
fn next<T>(items: &Mutex<Receiver<T>>, stop: &AtomicBool) -> Option<T> {
    // One worker waits for the item, and the others for the lock. The worker looks at the flag
    // before it releases the lock, so that no item is dropped before a later one is started.
    let items = items.lock().unwrap_or_else(PoisonError::into_inner);
    items.iter().find(|_| !stop.load(Ordering::Relaxed))
}

/// The producer's end: it takes the items.
#[derive(Debug)]
pub struct Feed<T, R> {
    to_workers: SyncSender<(T, Turn<R>)>,
    to_taker: SyncSender<Receiver<Message<R>>>,
    /// The number of turns so far.
    fed: Cell<usize>,
    current: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
}

impl<T, R> Feed<T, R> {
    /// Queues an item. Breaks if the work has ended early.
    pub fn push(&self, item: T) -> ControlFlow<()> {
        let turn = self.turn()?;
        flow(self.to_workers.send((item, turn)))
    }

    /// Queues a result that needs no work. Breaks if the work has ended early.
    pub fn push_result(&self, result: R) -> ControlFlow<()> {
        self.turn()?.send_last(result)
    }

    /// Adds a turn to the queue.
    fn turn(&self) -> ControlFlow<(), Turn<R>> {
        if self.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let (results, turn) = sync_channel(RESULTS);
        flow(self.to_taker.send(turn))?;
        let number = self.fed.replace(self.fed.get() + 1);
        ControlFlow::Continue(Turn { number, current: Arc::clone(&self.current), results })
    }
}

/// A message from a worker to the taker.
#[derive(Debug)]
enum Message<R> {
    Result(R),
    /// The last result of the item.
    Last(R),
    Panic(Panic),
}

/// A worker's end: it takes the results of one item.
#[derive(Debug)]
pub struct Turn<R> {
    number: usize,
    /// The number of the turn that is taken.
    current: Arc<AtomicUsize>,
    results: SyncSender<Message<R>>,
}

impl<R> Turn<R> {
    /// Sends a result of the item. It waits if two results of the item wait for their turn. Breaks
    /// if the work has ended early.
    pub fn send(&self, result: R) -> ControlFlow<()> {
        flow(self.results.send(Message::Result(result)))
    }

    /// Sends the last result of the item, like [`send`](Self::send). The taker goes on to the next
    /// item at once, which saves a switch between threads. It ignores later results of this item.
    pub fn send_last(&self, result: R) -> ControlFlow<()> {
        flow(self.results.send(Message::Last(result)))
    }

    /// Returns true if the results of all earlier items are taken, so that sending need not wait.
    #[must_use]
    pub fn is_now(&self) -> bool {
        self.current.load(Ordering::Relaxed) == self.number
    }
}

/// The end of the results, for the caller's thread.
#[derive(Debug)]
pub struct Results<R> {
    turns: Receiver<Receiver<Message<R>>>,
    current: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
}

impl<R> Results<R> {
    /// Passes all results to the taker, in the order of the items.
    ///
    /// # Errors
    /// See [`WorkError`].
    pub fn take_all<K: Taker<R>>(self, taker: &mut K) -> Result<(), WorkError<K::Error>> {
        let end = self.take_turns(taker);
        if end.is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
        end
    }

    fn take_turns<K: Taker<R>>(&self, taker: &mut K) -> Result<(), WorkError<K::Error>> {
        let mut looked = Instant::now();
        while let Some(turn) = wait(&self.turns, taker, &mut looked)? {
            while let Some(message) = wait(&turn, taker, &mut looked)? {
                let (result, is_last) = match message {
                    Message::Result(result) => (result, false),
                    Message::Last(result) => (result, true),
                    Message::Panic(panic) => return Err(WorkError::Panic(panic)),
                };
                taker.take(result).map_err(WorkError::Taker)?;
                if is_last {
                    break;
                }
            }
            self.current.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// Waits for the next message, and calls [`Taker::look`] in time. Returns `None` if the channel is
/// closed.
fn wait<M, R, K: Taker<R>>(
    channel: &Receiver<M>,
    taker: &mut K,
    looked: &mut Instant,
) -> Result<Option<M>, WorkError<K::Error>> {
    loop {
        let left = LOOK.saturating_sub(looked.elapsed());
        if left.is_zero() {
            taker.look().map_err(WorkError::Taker)?;
            *looked = Instant::now();
        }
        match channel.recv_timeout(left) {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Breaks if the other end of the channel has gone.
fn flow<T, E>(sent: Result<T, E>) -> ControlFlow<(), T> {
    sent.map_or(ControlFlow::Break(()), ControlFlow::Continue)
}
