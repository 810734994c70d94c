//! Tests the rules of order, memory, errors, panics, stop and progress.

#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use ordered_work::{Feed, Taker, Turn, WorkError, Workers, panic_message};

/// The numbers of threads to test; 0 counts as 1.
const THREADS: [usize; 4] = [0, 1, 3, 16];

/// Sleeps longer for some items, so that later items finish first.
fn work_unevenly(item: usize) -> usize {
    if item.is_multiple_of(7) {
        thread::sleep(Duration::from_millis(2));
    }
    item
}

#[test]
fn results_come_in_the_order_of_the_items() {
    for threads in THREADS {
        for count in [0, 1, 100] {
            let mut all = Vec::new();
            let take = &mut |result| {
                all.push(result);
                Ok::<(), ()>(())
            };
            Workers::new(threads).in_order(0..count, work_unevenly, take).unwrap();
            assert!(all.iter().copied().eq(0..count), "{threads} threads: {all:?}");
        }
    }
}

#[test]
fn an_item_may_have_any_number_of_results() {
    for threads in THREADS {
        let produce = |feed: &Feed<usize, usize>| {
            for item in 0..20 {
                assert!(feed.push(item).is_continue());
                assert!(feed.push_result(1000 + item).is_continue());
            }
        };
        let work = |item, turn: &Turn<usize>| {
            let sent = (0..item).try_for_each(|_| turn.send(work_unevenly(item)));
            assert!(sent.is_continue());
        };
        let mut all = Vec::new();
        let take = &mut |result| {
            all.push(result);
            Ok::<(), ()>(())
        };
        Workers::new(threads).detached(produce, work).unwrap().take_all(take).unwrap();
        let of_item = |item| std::iter::repeat_n(item, item).chain([1000 + item]);
        assert!(all.into_iter().eq((0..20).flat_map(of_item)), "{threads} threads");
    }
}

#[test]
fn the_first_error_wins_and_stops_the_work() {
    for threads in THREADS {
        let workers = Workers::new(threads);
        let (stop, ahead) = (Arc::clone(&workers.stop), workers.ahead);
        let started = AtomicUsize::new(0);
        let work = |item| {
            started.fetch_add(1, Ordering::Relaxed);
            // Later items fail sooner.
            if item == 10 {
                thread::sleep(Duration::from_millis(20));
            }
            if item >= 10 { Err(item) } else { Ok(()) }
        };
        let end = workers.in_order(0..1_000_000, work, &mut |result| result);
        assert!(matches!(end, Err(WorkError::Taker(10))), "{threads} threads: {end:?}");
        assert!(stop.load(Ordering::Relaxed));
        let most = 11 + ahead.max(1) + 2 * threads.max(1) + 1;
        let started = started.into_inner();
        assert!(started <= most, "{threads} threads: {started} items started");
    }
}

/// The items in progress and the finished items that wait for their turn are bounded.
#[test]
fn work_does_not_run_far_ahead() {
    let workers = Workers::new(3).with_ahead(5);
    let (started, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = |item| {
        let started = started.fetch_add(1, Ordering::Relaxed) + 1;
        let ahead = started - taken.load(Ordering::Relaxed);
        // One result is being passed on, and another one may be about to enter the queue.
        assert!(ahead <= 5 + 2, "{ahead} items are ahead");
        item
    };
    let take = &mut |_: usize| {
        taken.fetch_add(1, Ordering::Relaxed);
        thread::sleep(Duration::from_micros(100));
        Ok::<(), ()>(())
    };
    workers.in_order(0..500, work, take).unwrap();
}

#[test]
fn a_panic_becomes_an_error_in_its_turn() {
    for threads in THREADS {
        let mut taken = 0;
        let work = |item| {
            assert!(item != 30, "item {item} is bad");
            item
        };
        let take = &mut |_: usize| {
            taken += 1;
            Ok::<(), ()>(())
        };
        let end = Workers::new(threads).in_order(0..100, work, take);
        let Err(WorkError::Panic(panic)) = end else { panic!("{end:?}") };
        assert_eq!((panic_message(&panic), taken), ("item 30 is bad", 30));

        let items = (0..100).inspect(|&item| assert!(item != 20, "no item {item}"));
        let mut taken = 0;
        let end = Workers::new(threads).in_order(items, work_unevenly, &mut |_| {
            taken += 1;
            Ok::<(), String>(())
        });
        let error = end.unwrap_err();
        assert_eq!(error.to_string(), "a thread panicked: no item 20");
        assert_eq!(
            (error.or_else(|words| words), taken),
            ("a thread panicked: no item 20".into(), 20)
        );
    }
}

#[test]
fn a_raised_flag_starts_no_further_item() {
    // The test repeats this many times, because the order of the threads varies.
    for _ in 0..2_000 {
        let workers = Workers::new(2);
        let stop = Arc::clone(&workers.stop);
        let work = |item| {
            if item == 5 {
                stop.store(true, Ordering::Relaxed);
            }
            item
        };
        let mut taken = Vec::new();
        // The flag also ends a producer that has no end.
        let end = workers.in_order(0_usize.., work, &mut |item| {
            taken.push(item);
            Ok::<(), ()>(())
        });
        // Raising the flag is not an error. Items that were started have results.
        assert!(end.is_ok());
        assert!(taken.iter().copied().eq(0..taken.len()), "{taken:?}");
        assert!(taken.len() > 5, "{taken:?}");
    }
}

#[test]
fn the_receiver_can_check_for_a_stop_while_it_waits() {
    struct Impatient {
        looks: usize,
    }
    impl Taker<()> for Impatient {
        type Error = usize;

        fn take(&mut self, (): ()) -> Result<(), usize> {
            Ok(())
        }

        fn look(&mut self) -> Result<(), usize> {
            self.looks += 1;
            if self.looks == 5 { Err(self.looks) } else { Ok(()) }
        }
    }
    let workers = Workers::new(1);
    let stop = Arc::clone(&workers.stop);
    let work = |_| {
        // This would never end without the flag.
        while !stop.load(Ordering::Relaxed) {
            thread::yield_now();
        }
    };
    let end = workers.in_order(0..3, work, &mut Impatient { looks: 0 });
    assert!(matches!(end, Err(WorkError::Taker(5))), "{end:?}");
}

#[test]
fn an_item_can_tell_that_its_turn_has_come() {
    let produce = |feed: &Feed<usize, bool>| {
        let _ = (0..2).try_for_each(|item| feed.push(item));
    };
    let first_may_end = Arc::new(std::sync::Barrier::new(2));
    let barrier = Arc::clone(&first_may_end);
    let work = move |item, turn: &Turn<bool>| {
        let early = turn.is_now();
        let _ = turn.send(early == (item == 0));
        barrier.wait();
        while !turn.is_now() {
            thread::yield_now();
        }
        assert_eq!(turn.send(true), ControlFlow::Continue(()));
    };
    let mut all = Vec::new();
    let results = Workers::new(2).detached(produce, work).unwrap();
    results
        .take_all(&mut |is_right| {
            all.push(is_right);
            Ok::<(), ()>(())
        })
        .unwrap();
    assert_eq!(all, [true; 4]);
    drop(first_may_end);
}

#[test]
fn results_after_the_last_one_are_ignored() {
    let produce = |feed: &Feed<usize, usize>| {
        let _ = (0..50).try_for_each(|item| feed.push(item));
    };
    let work = |item, turn: &Turn<usize>| {
        let _ = turn.send(item);
        let _ = turn.send_last(item + 100);
        let _ = turn.send(1_000);
    };
    for threads in THREADS {
        let mut all = Vec::new();
        let take = &mut |result| {
            all.push(result);
            Ok::<(), ()>(())
        };
        Workers::new(threads).detached(produce, work).unwrap().take_all(take).unwrap();
        assert!(all.into_iter().eq((0..50).flat_map(|item| [item, item + 100])), "{threads}");
    }
}
