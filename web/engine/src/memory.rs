//! Data that the engine keeps between requests to save work. The modules without the feature
//! `whole` keep nothing.

#[cfg(feature = "whole")]
use sudoku_engines::counting::Solutions;

#[cfg(feature = "whole")]
use crate::effort::Effort;
#[cfg(feature = "whole")]
use crate::trace::Trace;

/// The kept data, each item with the request that it belongs to.
#[derive(Default)]
pub(crate) struct Memory {
    /// The last traced search.
    #[cfg(feature = "whole")]
    pub(crate) trace: Option<(String, Trace)>,
    /// The state of a generation that is not finished.
    #[cfg(feature = "whole")]
    pub(crate) effort: Option<(String, Effort)>,
    /// The solutions of the last numbered request, with their board.
    #[cfg(feature = "whole")]
    pub(crate) solutions: Option<Solutions>,
}

impl Memory {
    pub(crate) const fn new() -> Self {
        Self {
            #[cfg(feature = "whole")]
            trace: None,
            #[cfg(feature = "whole")]
            effort: None,
            #[cfg(feature = "whole")]
            solutions: None,
        }
    }
}
