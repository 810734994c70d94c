//! Compression formats.

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;

use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

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
        Ok(match compression {
            Self::None => Box::new(file),
            Self::Gzip => {
                let member = Some(GzDecoder::new(BufReader::new(file)));
                Box::new(NamingEarlyEnd(GzipFile { member }))
            }
            Self::Zstd => Box::new(NamingEarlyEnd(zstd::Decoder::new(file)?)),
        })
    }
}

/// A reader of compressed data that says in plain words if the data ends too early.
struct NamingEarlyEnd<R>(R);

impl<R: Read> Read for NamingEarlyEnd<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.0.read(to).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                let message = "the compressed data ends too early; copy the whole file again";
                io::Error::new(error.kind(), message)
            }
            _ => error,
        })
    }
}

/// A reader of all members of a gzip file, one after the other.
struct GzipFile<R: Read> {
    /// The current member; always present between two reads.
    member: Option<GzDecoder<BufReader<R>>>,
}

impl<R: Read> Read for GzipFile<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let count = member.read(to)?;
            if count > 0 || to.is_empty() {
                return Ok(count);
            }
            match member.get_mut().fill_buf()?.first() {
                None => break,
                Some(first) if *first == Compression::Gzip.magic_bytes()[0] => {
                    self.member = self.member.take().map(|it| GzDecoder::new(it.into_inner()));
                }
                Some(_) => {
                    let message = "the data after the gzip stream is not gzip";
                    return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                }
            }
        }
        Ok(0)
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
