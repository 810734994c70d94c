//! Benchmarks of every strategy, on every embedded set on which it promises the time budget.
//!
//! On other sets, one pass can take minutes: use `cargo run -p bench-harness -- --set NAME`.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sudoku_core::{Limits, Outcome};
use sudoku_corpus::sets;
use sudoku_registry::STRATEGIES;

fn strategies(criterion: &mut Criterion) {
    for set in sets() {
        let puzzles = set.puzzles().expect("an embedded set is well formed");
        for (mode, limit) in [("first", 1), ("unique", 2)] {
            let mut group = criterion.benchmark_group(format!("{}/{mode}", set.name));
            group.throughput(Throughput::Elements(puzzles.len() as u64));
            group.sample_size(10).measurement_time(Duration::from_secs(1));
            group.warm_up_time(Duration::from_millis(300));
            for strategy in STRATEGIES {
                if !strategy.is_available() || !set.promises_budget(strategy.name) {
                    continue;
                }
                group.bench_function(BenchmarkId::from_parameter(strategy.name), |bencher| {
                    bencher.iter(|| {
                        for puzzle in &puzzles {
                            let Outcome { report, first } = strategy
                                .solver
                                .solve(black_box(&puzzle.board), &Limits::solutions(limit));
                            let expected = puzzle.solutions.min(limit.into());
                            assert_eq!(u128::from(report.solutions), expected, "{}", puzzle.board);
                            black_box(first);
                        }
                    });
                });
            }
        }
    }
}

criterion_group!(benches, strategies);
criterion_main!(benches);
