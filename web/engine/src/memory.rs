//! What is kept between requests, to save doing it again.

use crate::effort::Effort;
use crate::trace::Recording;

/// What is kept, each with the request that it belongs to.
#[derive(Default)]
pub(crate) struct Memory {
    /// The search that was traced last.
    pub(crate) recording: Option<(String, Recording)>,
    /// The effort to make a puzzle that has not met its request yet.
    pub(crate) effort: Option<(String, Effort)>,
}

impl Memory {
    pub(crate) const fn new() -> Self {
        Self { recording: None, effort: None }
    }
}
