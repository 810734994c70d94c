//! Readers of the input.

use std::io::{self, Read};

/// A reader that returns at most `most` bytes per call.
pub(crate) struct ShortReads<R> {
    pub(crate) reader: R,
    pub(crate) most: usize,
}

impl<R: Read> Read for ShortReads<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let most = bytes.len().min(self.most);
        self.reader.read(&mut bytes[..most])
    }
}

/// The maximum number of bytes at the start of the input that decide about the columns of a table.
const START: usize = 1 << 18;

/// Reads the start of the input. A pipe is read only once: a second read could block, because the
/// writer may be waiting for our answer. Returns the bytes before an error, and the error.
pub(crate) fn read_start(reader: &mut impl Read, is_file: bool) -> (Vec<u8>, io::Result<()>) {
    let mut start = Vec::new();
    let end = if is_file {
        reader.take(START as u64).read_to_end(&mut start).map(drop)
    } else {
        start.resize(START, 0);
        let count = loop {
            match reader.read(&mut start) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                count => break count,
            }
        };
        start.truncate(*count.as_ref().unwrap_or(&0));
        count.map(drop)
    };
    (start, end)
}

/// A reader that failed. It returns the error once.
pub(crate) struct FailedReader(pub(crate) Option<io::Error>);

impl Read for FailedReader {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
