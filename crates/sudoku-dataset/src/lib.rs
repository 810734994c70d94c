//! Sets of puzzles for machine learning: made, checked and cleaned.
//!
//! - [`make`] fills a folder: puzzles that are made or read, put into splits by their canonical
//!   forms, so that no split has a puzzle that another has in disguise, in any [`DatasetFormat`].
//! - [`find_duplicates`] finds puzzles that are the same but for symmetry, in files of any size.
//! - [`check_ratings`] computes the ratings of rows again.
//! - [`dedup`] writes the files without copies.
//!
//! Each takes a request and an [`Observer`], which is told of progress and of puzzles that are left
//! out, and can end the work. The weak spot: what is in a file is rated, solved and written as it
//! is asked for when a data set begins; another column or format means another data set.
//!
//! A new column is a field of `DatasetRow` and an entry of the table in `row.rs`; a new format is
//! an entry in `format.rs` and a file beside it.
//!
//! ```
//! use sudoku_dataset::{DatasetFormat, DatasetRequest, PuzzleOrigin, Split, make};
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path().join("set");
//!
//! let origin = PuzzleOrigin::Generated { request: Default::default(), count: 20 };
//! let request = DatasetRequest {
//!     formats: vec![DatasetFormat::Csv, DatasetFormat::Parquet],
//!     seed: 7,
//!     ..DatasetRequest::new(origin, folder, "mrv", &sudoku_mrv::Mrv)
//! };
//! let contents = make(&request, &mut ())?;
//! assert_eq!(contents.rows(), 20);
//! assert!(contents.splits[&Split::Train].puzzles > 10);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod checksum;
mod dedup;
mod duplicates;
mod error;
mod format;
mod input;
mod journal;
mod make;
mod observer;
mod parallel;
mod puzzles;
mod rating;
mod ratings;
mod recorded;
mod row;
mod scales;
mod shard;
mod sort;
mod split;
mod table;
mod tally;

pub use checksum::FileRecord;
pub use dedup::{DedupRequest, Deduplicated, dedup};
pub use duplicates::{Duplicate, DuplicateSearch, Duplicates, PuzzleLocation, find_duplicates};
pub use error::{DatasetError, DedupError};
pub use format::{ArrayShape, DatasetFormat, DatasetFormatError};
pub use input::TableKind;
pub use journal::DatasetContents;
pub use make::{DatasetRequest, PuzzleOrigin, make};
pub use observer::{Observer, PuzzleError};
pub use ratings::{RatedRows, RatingSearch, WrongRating, check_ratings};
pub use split::{PerSplit, PerSplitError, Split};
pub use tally::SplitTally;
