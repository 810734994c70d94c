//! `sudoku-dataset` is a library that builds, checks and deduplicates data sets of Sudoku puzzles
//! for machine learning.
//!
//! ```
//! use std::sync::Arc;
//!
//! use sudoku_dataset::{DatasetFormat, DatasetRequest, PuzzleOrigin, Split, make};
//! use sudoku_generator::{PuzzlePlan, PuzzleRequest};
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path().join("set");
//!
//! let plan = Arc::new(PuzzlePlan::new(PuzzleRequest::new(), None));
//! let origin = PuzzleOrigin::Generated { plan, count: 20 };
//! let formats = vec![DatasetFormat::Csv, DatasetFormat::Parquet];
//! let request = DatasetRequest::new(origin, folder, "mrv", &sudoku_mrv::Mrv);
//! let contents = make(&DatasetRequest { formats, seed: 7, ..request }, &mut ())?;
//! assert_eq!(contents.rows(), 20);
//! assert!(contents.splits[&Split::Train].puzzles > 10);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`make`] builds a data set in a folder, in any [`DatasetFormat`]. The puzzles are generated or
//!   come from files. No solution is in two splits, not even transformed by a symmetry.
//! - [`find_duplicates`] finds duplicates in files of any size: puzzles that are the same up to
//!   symmetry and relabeling, or have the same solution.
//! - [`dedup`] writes files without their duplicates.
//! - [`check_rows`] checks recorded solutions, ratings and checksums.
//! - [`ParquetTable`] and [`ParquetLines`] write and read rows of any columns.
//!
//! Each function takes a request and an [`Observer`], which receives progress and rejected puzzles
//! and can stop the work.
//!
//! To add a column, add a field to `DatasetRow` and an entry to the table in `row.rs`. To add a
//! format, add an entry to `format.rs` and a file to its folder.
//!
//! # Limitations
//!
//! The settings of a data set are fixed when it is started: another column or format means another
//! data set.

mod check;
mod checksum;
mod dedup;
mod duplicates;
mod error;
mod format;
mod input;
mod journal;
mod make;
mod measures;
mod observer;
mod puzzles;
mod rating;
mod ratings;
mod recorded;
mod row;
mod scales;
mod shard;
mod sort;
mod split;
mod steps;
mod table;
mod tally;

pub use check::{CheckedRows, Mistake, MistakeKind, RatedRows, RowSearch, check_rows};
pub use checksum::FileRecord;
pub use dedup::{DedupRequest, Deduplicated, dedup};
pub use duplicates::{Duplicate, DuplicateSearch, Duplicates, PuzzleLocation, find_duplicates};
pub use error::{DatasetError, DedupError};
pub use format::{ArrayShape, DatasetFormat, DatasetFormatError, ParquetLines, ParquetTable};
pub use input::{TableKind, copied_bytes};
pub use journal::DatasetContents;
pub use make::{DatasetRequest, PuzzleOrigin, make};
pub use observer::{Observer, PuzzleError};
pub use split::{Identity, PerSplit, PerSplitError, Split};
pub use tally::SplitTally;
