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
/// bytes, and a reader of the bytes after them. It is empty if the input has ended: a second read
/// would wait for a second end at a terminal. An error comes after the bytes before it.
pub(crate) fn read_start(
    mut reader: Box<dyn Read + Send>,
    most: usize,
    is_file: bool,
) -> (Vec<u8>, Box<dyn Read + Send>) {
    let mut start = Vec::new();
    if is_file {
        return match reader.by_ref().take(most as u64).read_to_end(&mut start) {
            Ok(_) => (start, reader),
            Err(error) => (start, Box::new(FailedReader(Some(error)))),
        };
    }
    start.resize(most, 0);
    let mut length = 0;
    while length < most {
        match reader.read(&mut start[length..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                reader = Box::new(FailedReader(Some(error)));
                break;
            }
            Ok(0) => {
                reader = Box::new(io::empty());
                break;
            }
            Ok(count) => {
                let has_line_end = start[length..length + count].contains(&b'\n');
                length += count;
                if has_line_end {
                    break;
                }
            }
        }
    }
    start.truncate(length);
    (start, reader)
}

/// A reader that failed. It returns the error once.
struct FailedReader(Option<io::Error>);

impl Read for FailedReader {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    /// Returns these parts one by one, then the end. Refuses a read after the end.
    struct Parts(Option<VecDeque<&'static str>>);

    impl Read for Parts {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let parts = self.0.as_mut().ok_or_else(|| io::Error::other("read after the end"))?;
            let Some(part) = parts.pop_front() else {
                self.0 = None;
                return Ok(0);
            };
            let count = part.len().min(bytes.len());
            bytes[..count].copy_from_slice(&part.as_bytes()[..count]);
            if count < part.len() {
                parts.push_front(&part[count..]);
            }
            Ok(count)
        }
    }

    #[test]
    fn the_end_of_a_pipe_is_read_once_and_no_byte_is_lost() {
        for (parts, start) in [
            (vec![], ""),
            (vec!["ab", "c"], "abc"),
            (vec!["ab\n", "c"], "ab\n"),
            (vec!["a", "b\nc", "d"], "ab\nc"),
            (vec!["abcdefgh"], "abcdefgh"),
            (vec!["abcdef", "ghij", "k"], "abcdefgh"),
        ] {
            let reader = Parts(Some(parts.iter().copied().collect()));
            let (bytes, mut rest) = read_start(Box::new(reader), 8, false);
            assert_eq!(bytes, start.as_bytes());
            let mut all = start.to_owned();
            rest.read_to_string(&mut all).unwrap();
            assert_eq!(all, parts.concat());
        }
    }

    #[test]
    fn an_error_comes_once_and_after_the_bytes_before_it() {
        for is_file in [false, true] {
            let reader = "ab".as_bytes().chain(Parts(None));
            let (bytes, mut rest) = read_start(Box::new(reader), 8, is_file);
            assert_eq!(bytes, b"ab");
            assert!(rest.read(&mut [0]).is_err());
            assert_eq!(rest.read(&mut [0]).unwrap(), 0);
        }
    }
}
