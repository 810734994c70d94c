//! Parallel work with results in order.

use std::thread;

use crossbeam_channel::{Sender, bounded};

/// Processes the items on `threads` threads and passes the results to `take` in the order of the
/// items. Only a few items per thread are in progress at a time.
///
/// # Errors
/// The first error of `take`. No further item is started after it.
pub(crate) fn in_order<T: Send, R: Send, E>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    thread::scope(|scope| {
        let (to_workers, waiting) = bounded::<(T, Sender<R>)>(threads);
        let (to_taker, in_order) = bounded(2 * threads);
        for _ in 0..threads {
            let (waiting, work) = (waiting.clone(), &work);
            scope.spawn(move || {
                for (item, reply) in waiting {
                    // An error means that the receiver has stopped.
                    let _ = reply.send(work(item));
                }
            });
        }
        drop(waiting);
        scope.spawn(move || {
            for item in items {
                let (reply, result) = bounded(1);
                if to_taker.send(result).is_err() || to_workers.send((item, reply)).is_err() {
                    break;
                }
            }
        });
        // A missing result means that a worker panicked, which ends the scope too.
        in_order.into_iter().map_while(|result| result.recv().ok()).try_for_each(&mut take)
    })
}
