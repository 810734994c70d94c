//! The functions that the WebAssembly module exports. The page reads and writes module memory by
//! address.
//!
//! The page writes a request at the address that [`reserve`] returns, passes its length to [`call`]
//! or [`list`], and reads the reply at [`reply`]. Every function checks the length: a request that
//! is longer than the reserved memory is an ordinary error.
#![allow(unsafe_code, reason = "a name that is exported is an unsafe attribute")]

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::engine::Engine;
use crate::error::AnswerError;
#[cfg(feature = "first")]
use crate::list::ListTask;

/// The state between two calls.
struct Buffers {
    request: Vec<u8>,
    reply: Vec<u8>,
    engine: Engine,
}

static BUFFERS: Mutex<Buffers> =
    Mutex::new(Buffers { request: Vec::new(), reply: Vec::new(), engine: Engine::new() });

fn buffers() -> MutexGuard<'static, Buffers> {
    BUFFERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reserves memory for a request of this length in bytes, and returns its address, or 0 if memory
/// is exhausted.
// SAFETY: a native build does not export the name. The module links no other code, so no other
// function has this name.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn reserve(bytes: u32) -> *mut u8 {
    let request = &mut buffers().request;
    // Free a large buffer before the next allocation.
    if request.len() > bytes as usize {
        *request = Vec::new();
    }
    let more = (bytes as usize).saturating_sub(request.len());
    if request.try_reserve_exact(more).is_err() {
        return std::ptr::null_mut();
    }
    request.resize(bytes as usize, 0);
    request.as_mut_ptr()
}

/// Answers the request in the first bytes of the buffer, and returns the length of the reply.
// SAFETY: as above.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn call(bytes: u32) -> u32 {
    answer(bytes, |engine, request| engine.call(request))
}

/// Answers the lines in the first bytes of the buffer, and returns the length of the reply.
#[cfg(feature = "first")]
// SAFETY: as above.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn list(task: u32, bytes: u32) -> u32 {
    answer(bytes, |engine, lines| match ListTask::by_number(task) {
        Some(task) => engine.list(task, lines),
        None => AnswerError::new(format!("there is no list operation {task}")).into_reply(),
    })
}

/// Returns the address of the last reply.
// SAFETY: as above.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn reply() -> *const u8 {
    buffers().reply.as_ptr()
}

fn answer(bytes: u32, by: impl FnOnce(&mut Engine, &str) -> String) -> u32 {
    let Buffers { request, reply, engine } = &mut *buffers();
    let request = request.get(..bytes as usize).ok_or("more bytes than were reserved");
    let request = request.map_err(AnswerError::new);
    let request =
        request.and_then(|it| std::str::from_utf8(it).map_err(|error| not_utf8(it, &error)));
    *reply = match request {
        Ok(request) => by(engine, request),
        Err(error) => error.into_reply(),
    }
    .into_bytes();
    reply.len() as u32
}

/// Returns the error for the first byte that is not UTF-8.
fn not_utf8(text: &[u8], error: &std::str::Utf8Error) -> AnswerError {
    let before = &text[..error.valid_up_to()];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
    AnswerError::at(format!("line {line} is not UTF-8 from byte {column} on"), line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does the same as the page: writes the request, calls, and reads the reply.
    fn ask(request: &[u8], claimed: usize, task: Option<u32>) -> String {
        let room = reserve(request.len() as u32);
        assert!(!room.is_null());
        // SAFETY: `reserve` allocated this many bytes. No other thread calls it, because a single
        // test function makes all calls.
        unsafe { std::ptr::copy_nonoverlapping(request.as_ptr(), room, request.len()) };
        let length = match task {
            Some(task) => list(task, claimed as u32),
            None => call(claimed as u32),
        };
        // SAFETY: the reply has this length and lives until the next call.
        let bytes = unsafe { std::slice::from_raw_parts(reply(), length as usize) };
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    #[test]
    fn requests_in_memory_get_replies_in_memory() {
        let about = br#"{"op": "about"}"#;
        assert!(ask(about, about.len(), None).starts_with(r#"{"ok":{"#));
        // A length below the length of the request cuts the JSON off.
        assert!(ask(about, 3, None).starts_with(r#"{"error":{"#));
        for length in [about.len() + 1, 1 << 20, u32::MAX as usize] {
            let reply = ask(about, length, None);
            assert!(reply.starts_with(r#"{"error":{"words":"more bytes than were reserved","#));
        }
        for task in [None, Some(0)] {
            let reply = ask(b"1\n2\xff", 4, task);
            let words = r#""words":"line 2 is not UTF-8 from byte 2 on""#;
            assert!(reply.starts_with(&format!(r#"{{"error":{{{words},"line":2,"column":2,"#)));
        }
        let puzzle = format!("{}\n", ".".repeat(81));
        assert!(ask(puzzle.as_bytes(), puzzle.len(), Some(0)).ends_with('\n'));
        let reply = ask(puzzle.as_bytes(), puzzle.len(), Some(99));
        assert!(reply.starts_with(r#"{"error":{"words":"there is no list operation 99","#));
        assert!(ask(b"", 0, None).starts_with(r#"{"error":{"#));
        assert_eq!(ask(b"", 0, Some(0)), "");
    }
}
