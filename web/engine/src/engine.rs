//! The one who answers: finds the operation by its name.

use serde_json::json;

use crate::error::{Answer, AnswerError};
use crate::list::{self, ListVerb};
use crate::memory::Memory;
use crate::ops;
use crate::request::Request;

/// Answers requests, one after the other.
///
/// What it keeps between them is what it would otherwise work out again: no answer depends on what
/// was asked before.
#[derive(Default)]
pub struct Engine {
    memory: Memory,
}

impl Engine {
    /// An engine that has not been asked anything yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { memory: Memory::new() }
    }

    /// Answers a request: the reply is `{"ok": …}` or `{"error": {"words": …}}`.
    #[must_use]
    pub fn call(&mut self, request: &str) -> String {
        match self.answer(request) {
            Ok(value) => json!({ "ok": value }).to_string(),
            Err(error) => error.reply(),
        }
    }

    fn answer(&mut self, request: &str) -> Answer {
        let request = Request::read(request)?;
        let name = request.needed("op")?;
        match ops::by_name(name) {
            Some(op) => op(&request, &mut self.memory),
            None => Err(AnswerError::new(format!("there is no operation `{name}`"))),
        }
    }

    /// Answers lines with a puzzle on each by as many lines. A line that cannot be read is answered
    /// by an empty one.
    #[must_use]
    pub fn list(&mut self, verb: ListVerb, lines: &str) -> String {
        list::answer(verb, lines)
    }
}
