//! The engine: finds the operation by its name and answers the request.

use crate::error::{Answer, AnswerError};
#[cfg(feature = "first")]
use crate::list::{self, ListTask};
use crate::memory::Memory;
use crate::ops;
use crate::request::Request;

/// An engine that answers requests one after the other.
///
/// It keeps data between requests only to save time. No answer depends on earlier requests.
#[derive(Default)]
pub struct Engine {
    memory: Memory,
}

impl Engine {
    /// Returns a new engine.
    #[must_use]
    pub const fn new() -> Self {
        Self { memory: Memory::new() }
    }

    /// Answers a request. The reply is `{"ok": …}` or `{"error": {"words": …}}`.
    #[must_use]
    pub fn call(&mut self, request: &str) -> String {
        self.answer(request).unwrap_or_else(AnswerError::into_reply)
    }

    fn answer(&mut self, request: &str) -> Answer<String> {
        let request = Request::read(request)?;
        let name = request.needed("op")?;
        match ops::by_name(name) {
            Some(op) => op(&request, &mut self.memory),
            None => Err(AnswerError::new(format!("there is no operation `{name}`"))),
        }
    }

    /// Answers lines that hold one puzzle each. The answer to an unreadable line is an empty line.
    #[cfg(feature = "first")]
    #[must_use]
    pub fn list(&mut self, task: ListTask, lines: &str) -> String {
        list::answer(task, lines)
    }
}
