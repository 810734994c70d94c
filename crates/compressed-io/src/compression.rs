//! How files are packed.

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;

use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    None,
    /// With gzip: `.gz`.
    Gzip,
    /// With Zstandard: `.zst`.
    Zstd,
}

impl Compression {
    /// The packing that the ending of a file's name stands for.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("gz") => Self::Gzip,
            Some("zst") => Self::Zstd,
            _ => Self::None,
        }
    }

    /// What a packed file begins with.
    const fn magic_bytes(self) -> &'static [u8] {
        match self {
            Self::None => b"",
            Self::Gzip => b"\x1f\x8b",
            Self::Zstd => b"\x28\xb5\x2f\xfd",
        }
    }

    /// What makes a whole file of one that stops behind a [part](CompressedWriter::end_part).
    #[must_use]
    pub const fn end_after_part(self) -> &'static [u8] {
        match self {
            Self::None | Self::Gzip => b"",
            // An empty block that is the last, as RFC 8878 has it.
            Self::Zstd => b"\x01\0\0",
        }
    }

    /// What is read, unpacked as its first bytes say. Where it ends before them, it is damaged if
    /// the name stands for packed files.
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
            // No byte more is asked for than is needed, for someone may wait for an answer.
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
            Self::Gzip => Box::new(GzipFile { member: Some(GzDecoder::new(BufReader::new(file))) }),
            Self::Zstd => Box::new(zstd::Decoder::new(file)?),
        })
    }
}

/// The members of a file of gzip, one after the other.
struct GzipFile<R: Read> {
    /// The one that is unpacked; it is there between two reads.
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
                    let message = "what follows on the packed data is no gzip";
                    return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                }
            }
        }
        Ok(0)
    }
}

/// Packs what is written: as one frame of Zstandard, since many programs read no more of a file,
/// or as members of gzip, all of which every program reads. The end of a packed file is written by
/// [`Self::finish`] alone.
pub struct CompressedWriter<W: Write>(Encoder<W>);

enum Encoder<W: Write> {
    None(W),
    Gzip(GzEncoder<W>),
    Zstd(zstd::Encoder<'static, W>),
}

impl<W: Write> CompressedWriter<W> {
    /// Begins a packed file.
    ///
    /// # Errors
    /// If the packer cannot be set up.
    pub fn new(to: W, compression: Compression) -> io::Result<Self> {
        Ok(Self(match compression {
            Compression::None => Encoder::None(to),
            Compression::Gzip => Encoder::Gzip(GzEncoder::new(to, flate2::Compression::default())),
            Compression::Zstd => Encoder::Zstd(zstd::Encoder::new(to, 0)?),
        }))
    }

    /// Ends a part: all that was written is out, and can be unpacked without what follows.
    ///
    /// # Errors
    /// If it cannot be written, or the packer for the next part cannot be set up.
    pub fn end_part(mut self) -> io::Result<Self> {
        match self.0 {
            Encoder::Gzip(packer) => Self::new(packer.finish()?, Compression::Gzip),
            _ => self.flush().map(|()| self),
        }
    }

    /// What is written to.
    pub fn get_ref(&self) -> &W {
        match &self.0 {
            Encoder::None(to) => to,
            Encoder::Gzip(packer) => packer.get_ref(),
            Encoder::Zstd(packer) => packer.get_ref(),
        }
    }

    /// Writes the end and gives back what was written to.
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
