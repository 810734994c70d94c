//! Criterion benchmarks, and tests of the Rust code in the documents.
//!
//! Run all benchmarks with `cargo bench -p benches`, or some of them with a filter:
//! `cargo bench -p benches -- easy/first/mrv`. They help while you change one piece of code. To
//! compare strategies, use the harness: it checks every answer and interleaves its runs.
//!
//! | file | benchmarks |
//! |---|---|
//! | `benches/strategies.rs` | each strategy, in a group per puzzle set and mode |
//! | `benches/core.rs` | the operations of the core and the generator |
//! | `benches/canonical.rs` | the canonical form of each kind of board |
//!
//! `cargo test -p benches --doc` compiles and runs the Rust code of the documents. The crate is not
//! published, so it can include files outside its folder.

/// Makes the code of a document a doctest.
macro_rules! document {
    ($name:ident, $path:literal) => {
        #[cfg(doctest)]
        #[doc = include_str!($path)]
        struct $name;
    };
}

document!(Readme, "../../README.md");
document!(KoreanReadme, "../../README.ko.md");
document!(GettingStarted, "../../docs/getting-started/rust.md");
document!(Search, "../../docs/guides/search.md");
document!(Variants, "../../docs/guides/variants.md");
document!(WriteAStrategy, "../../docs/guides/write-a-strategy.md");
document!(Backtracking, "../../docs/understand/01-backtracking.md");
document!(BitMasks, "../../docs/understand/02-bitmask.md");
document!(FewestCandidates, "../../docs/understand/03-fewest-candidates.md");
document!(WholeBoard, "../../docs/understand/04-whole-board.md");
document!(Batches, "../../docs/understand/05-batches.md");
document!(Counting, "../../docs/understand/counting.md");
document!(BacktrackingKorean, "../../docs/understand/ko/01-backtracking.md");
document!(BitMasksKorean, "../../docs/understand/ko/02-bitmask.md");
document!(FewestCandidatesKorean, "../../docs/understand/ko/03-fewest-candidates.md");
document!(WholeBoardKorean, "../../docs/understand/ko/04-whole-board.md");
document!(BatchesKorean, "../../docs/understand/ko/05-batches.md");
