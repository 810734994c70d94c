//! Criterion benchmarks: `cargo bench -p benches`, or a part of them by a filter, such as
//! `cargo bench -p benches -- easy/first/mrv`.
//!
//! `benches/strategies.rs` has a group per puzzle set and mode with an id per strategy,
//! `benches/core.rs` the operations of the core and the generator, `benches/canonical.rs` the
//! canonical form of each kind of board. They are for watching one piece of code change; for
//! comparing strategies, the harness checks every answer and interleaves its runs.
//!
//! `cargo test -p benches --doc` compiles and runs the Rust examples of the README and of the
//! documents below, because this crate is not published and may read files outside its folder.

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../docs/getting-started/rust.md")]
struct GettingStarted;

#[cfg(doctest)]
#[doc = include_str!("../../docs/guides/write-a-strategy.md")]
struct WriteAStrategy;
