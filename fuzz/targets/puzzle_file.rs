//! Files of puzzles: the result does not depend on the size of the pieces that a reader returns.

#![no_main]

use std::io::{self, Read};

use libfuzzer_sys::fuzz_target;
use sudoku_text::{Blocks, read_puzzles};

/// A reader that returns a file in pieces of this size.
struct Pieces<'a> {
    rest: &'a [u8],
    size: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.size.min(buffer.len());
        self.rest.read(&mut buffer[..length])
    }
}

fuzz_target!(|input: (u8, &[u8])| {
    let (size, text) = input;
    let whole = read_puzzles(text);
    let mut lines = whole.puzzles.iter().map(|puzzle| puzzle.line);
    let mut before = 0;
    assert!(lines.all(|line| std::mem::replace(&mut before, line) <= line), "{whole:?}");
    for error in &whole.errors {
        assert!(!error.to_string().is_empty());
    }
    let pieces = Pieces { rest: text, size: usize::from(size) + 1 };
    let (mut puzzles, mut errors) = (Vec::new(), Vec::new());
    for block in Blocks::new(pieces) {
        for puzzle in block.expect("reading from memory does not fail").puzzles() {
            match puzzle {
                Ok(puzzle) => puzzles.push(puzzle),
                Err(error) => errors.push(error),
            }
        }
    }
    assert_eq!((puzzles, errors), (whole.puzzles, whole.errors));
});
