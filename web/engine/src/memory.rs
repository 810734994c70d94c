//! What is kept between requests, to save doing it again: nothing by the module that comes first.

#[cfg(feature = "whole")]
use sudoku_engines::counting::Solutions;

#[cfg(feature = "whole")]
use crate::effort::Effort;
#[cfg(feature = "whole")]
use crate::trace::Recording;

/// What is kept, each with the request that it belongs to.
#[derive(Default)]
pub(crate) struct Memory {
    /// The search that was traced last.
    #[cfg(feature = "whole")]
    pub(crate) recording: Option<(String, Recording)>,
    /// The effort to make a puzzle that has not met its request yet.
    #[cfg(feature = "whole")]
    pub(crate) effort: Option<(String, Effort)>,
    /// The solutions that were asked for last, with their board.
    #[cfg(feature = "whole")]
    pub(crate) solutions: Option<Solutions>,
}

impl Memory {
    pub(crate) const fn new() -> Self {
        Self {
            #[cfg(feature = "whole")]
            recording: None,
            #[cfg(feature = "whole")]
            effort: None,
            #[cfg(feature = "whole")]
            solutions: None,
        }
    }
}
