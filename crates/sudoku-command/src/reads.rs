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

/// Reads at most `most` bytes at the start of the input. From a pipe, it reads until it has a whole
/// line: a further read could block, because the writer may be waiting for our answer. Returns the
/// bytes before an error, and the error.
pub(crate) fn read_start(
    reader: &mut impl Read,
    most: usize,
    is_file: bool,
) -> (Vec<u8>, io::Result<()>) {
    let mut start = Vec::new();
    if is_file {
        let end = reader.take(most as u64).read_to_end(&mut start).map(drop);
        return (start, end);
    }
    start.resize(most, 0);
    let mut length = 0;
    let end = loop {
        match reader.read(&mut start[length..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => break Err(error),
            Ok(0) => break Ok(()),
            Ok(count) => {
                let has_line_end = start[length..length + count].contains(&b'\n');
                length += count;
                if has_line_end {
                    break Ok(());
                }
            }
        }
    };
    start.truncate(length);
    (start, end)
}

/// A reader that failed. It returns the error once.
pub(crate) struct FailedReader(pub(crate) Option<io::Error>);

impl Read for FailedReader {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
