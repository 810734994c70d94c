//! Compression formats.

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;

use flate2::write::{GzEncoder, MultiGzDecoder};
use zstd::stream::{raw, zio};

/// The compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// No compression.
    None,
    /// Gzip: `.gz`.
    Gzip,
    /// Zstandard: `.zst`.
    Zstd,
}

impl Compression {
    /// Returns the compression that matches the file extension, in lower or upper case.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        let is = |name: &str| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(name));
        if is("gz") {
            Self::Gzip
        } else if is("zst") {
            Self::Zstd
        } else {
            Self::None
        }
    }

    /// Returns the first bytes of a compressed file.
    const fn magic_bytes(self) -> &'static [u8] {
        match self {
            Self::None => b"",
            Self::Gzip => b"\x1f\x8b",
            Self::Zstd => b"\x28\xb5\x2f\xfd",
        }
    }

    /// Returns the bytes that complete a file which stops after a
    /// [part](CompressedWriter::end_part).
    #[must_use]
    pub const fn end_after_part(self) -> &'static [u8] {
        match self {
            Self::None | Self::Gzip => b"",
            // An empty last block (RFC 8878).
            Self::Zstd => b"\x01\0\0",
        }
    }

    /// Returns a reader that decompresses `file` according to its first bytes. `named` is the
    /// compression that its extension suggests: if the file ends within the first bytes, it counts
    /// as damaged for a compressed file.
    pub(crate) fn decompressed(
        mut file: impl Read + Send + 'static,
        named: Self,
    ) -> io::Result<Box<dyn Read + Send>> {
        let mut start = Vec::new();
        let compression = loop {
            let packed = [Self::Gzip, Self::Zstd];
            if let Some(compression) = packed.into_iter().find(|it| start == it.magic_bytes()) {
                break compression;
            }
            // Bytes are read one at a time, because the other side of a pipe may be waiting for an
            // answer.
            let may_be_compressed = packed.iter().any(|it| it.magic_bytes().starts_with(&start));
            if !may_be_compressed {
                break Self::None;
            }
            if file.by_ref().take(1).read_to_end(&mut start)? == 0 {
                break if named.magic_bytes().starts_with(&start) { named } else { Self::None };
            }
        };
        let file = Cursor::new(start).chain(file);
        let decoder = match compression {
            Self::None => return Ok(Box::new(file)),
            Self::Gzip => Decoder::Gzip(MultiGzDecoder::new(Vec::new())),
            Self::Zstd => Decoder::Zstd(zio::Writer::new(Vec::new(), raw::Decoder::new()?)),
        };
        Ok(Box::new(Decompressed::new(file, decoder)))
    }
}

/// A reader that decompresses a file. The content before a damaged place is read, then an error.
struct Decompressed<R> {
    file: BufReader<R>,
    decoder: Decoder,
    /// The number of bytes of the decoder's output that were read.
    passed: usize,
    /// The number of bytes that were read in total.
    total: u64,
    /// True after the end of the file, false after an error.
    is_whole: Option<bool>,
}

/// A decoder that writes into memory. A reader would lose the content that it decompressed before
/// an error.
enum Decoder {
    Gzip(MultiGzDecoder<Vec<u8>>),
    Zstd(zio::Writer<Vec<u8>, raw::Decoder<'static>>),
}

impl Decoder {
    /// Returns the number of bytes to decompress at once. They have at most 8 MB of content: a byte
    /// of gzip has at most 1,032 bytes, and four bytes of Zstandard can have 128 KB.
    const fn step(&self) -> usize {
        match self {
            Self::Gzip(_) => 1 << 12,
            Self::Zstd(_) => 1 << 8,
        }
    }

    /// Returns the content that was decompressed.
    fn content(&mut self) -> &mut Vec<u8> {
        match self {
            Self::Gzip(decoder) => decoder.get_mut(),
            Self::Zstd(decoder) => decoder.writer_mut(),
        }
    }

    fn unpack(&mut self, packed: &[u8]) -> io::Result<()> {
        match self {
            Self::Gzip(decoder) => decoder.write_all(packed).and_then(|()| decoder.flush()),
            Self::Zstd(decoder) => decoder.write_all(packed).and_then(|()| decoder.flush()),
        }
    }

    /// Moves the rest to the content, and checks that the compressed data is complete.
    fn finish(&mut self) -> io::Result<()> {
        match self {
            Self::Gzip(decoder) => decoder.try_finish(),
            Self::Zstd(decoder) => decoder.finish(),
        }
    }
}

impl<R: Read> Decompressed<R> {
    fn new(file: R, decoder: Decoder) -> Self {
        let file = BufReader::new(file);
        Self { file, decoder, passed: 0, total: 0, is_whole: None }
    }
}

impl<R: Read> Read for Decompressed<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        loop {
            let content = self.decoder.content();
            if self.passed < content.len() {
                let count = (&content[self.passed..]).read(to)?;
                self.passed += count;
                self.total += count as u64;
                return Ok(count);
            }
            content.clear();
            self.passed = 0;
            match self.is_whole {
                Some(true) => return Ok(0),
                Some(false) => {
                    return Err(io::Error::new(
                        io::ErrorKind::InvalidData,
                        format!(
                            "after {} bytes of content, the compressed data is damaged, ends too \
                             early or is followed by other data; copy the whole file again",
                            self.total
                        ),
                    ));
                }
                None => {}
            }
            let packed = self.file.fill_buf()?;
            let count = packed.len().min(self.decoder.step());
            let is_good = self.decoder.unpack(&packed[..count]).is_ok();
            self.file.consume(count);
            if count == 0 || !is_good {
                self.is_whole = Some(self.decoder.finish().is_ok() && is_good);
            }
        }
    }
}

/// A writer that compresses. Zstandard output is one frame, because many programs read only the
/// first frame of a file. Gzip output may have several members, which all programs read. Only
/// [`Self::finish`] writes the end of a compressed file.
pub struct CompressedWriter<W: Write>(Encoder<W>);

enum Encoder<W: Write> {
    None(W),
    Gzip(GzEncoder<W>),
    Zstd(zstd::Encoder<'static, W>),
}

impl<W: Write> CompressedWriter<W> {
    /// Starts a compressed file.
    ///
    /// # Errors
    /// If the compressor cannot be created.
    pub fn new(to: W, compression: Compression) -> io::Result<Self> {
        Ok(Self(match compression {
            Compression::None => Encoder::None(to),
            Compression::Gzip => Encoder::Gzip(GzEncoder::new(to, flate2::Compression::default())),
            Compression::Zstd => Encoder::Zstd(zstd::Encoder::new(to, 0)?),
        }))
    }

    /// Ends a part and flushes it: everything written so far can be decompressed without the data
    /// that follows.
    ///
    /// # Errors
    /// If the part cannot be written, or the compressor for the next part cannot be created.
    pub fn end_part(mut self) -> io::Result<Self> {
        match self.0 {
            Encoder::Gzip(packer) => Self::new(packer.finish()?, Compression::Gzip),
            _ => self.flush().map(|()| self),
        }
    }

    /// Returns the underlying writer.
    pub fn get_ref(&self) -> &W {
        match &self.0 {
            Encoder::None(to) => to,
            Encoder::Gzip(packer) => packer.get_ref(),
            Encoder::Zstd(packer) => packer.get_ref(),
        }
    }

    /// Writes the end of the file and returns the underlying writer.
    ///
    /// # Errors
    /// If the end cannot be written.
    pub fn finish(self) -> io::Result<W> {
        match self.0 {
            Encoder::None(mut to) => to.flush().map(|()| to),
            Encoder::Gzip(packer) => packer.finish(),
            Encoder::Zstd(packer) => packer.finish(),
        }
    }
}

impl<W: Write> Write for CompressedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Encoder::None(to) => to.write(bytes),
            Encoder::Gzip(packer) => packer.write(bytes),
            Encoder::Zstd(packer) => packer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Encoder::None(to) => to.flush(),
            Encoder::Gzip(packer) => packer.flush(),
            Encoder::Zstd(packer) => packer.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test fails by panicking.

    use super::*;

    #[test]
    fn a_small_part_of_the_content_is_in_memory() {
        let content = vec![b'0'; 32 << 20];
        let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&content).unwrap();
        let zstd = zio::Writer::new(Vec::new(), raw::Decoder::new().unwrap());
        for (packed, decoder) in [
            (gzip.finish().unwrap(), Decoder::Gzip(MultiGzDecoder::new(Vec::new()))),
            (zstd::encode_all(&*content, 1).unwrap(), Decoder::Zstd(zstd)),
        ] {
            let mut file = Decompressed::new(&*packed, decoder);
            let mut part = vec![0; 1 << 20];
            while file.read(&mut part).unwrap() > 0 {
                assert!(file.decoder.content().len() <= 8 << 20);
            }
            assert_eq!(file.total, content.len() as u64);
        }
    }
}
