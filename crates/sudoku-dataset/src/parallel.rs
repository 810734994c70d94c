//! Work on all cores, with the results in order.

use std::thread;

use crossbeam_channel::{Sender, bounded};

/// Does the work on each item on `threads` threads, and hands the results to `take` in the order of
/// the items. No more than a few items for each thread are under way at once.
///
/// # Errors
/// The first error of `take`, after which no further item is begun.
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
                    // If no one takes it, no one wants it.
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
        // A result that does not come is that of a worker that panicked, which ends the scope too.
        in_order.into_iter().map_while(|result| result.recv().ok()).try_for_each(&mut take)
    })
}
