//! Removal of duplicates from files.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use compressed_io::{CompressedWriter, Compression, InputFile, NamedIoError, shown};
use sudoku_text::FileHints;
use tempfile::NamedTempFile;

use crate::duplicates::{Duplicate, DuplicateSearch, Duplicates, PuzzleLocation, find_duplicates};
use crate::error::{DatasetError, DedupError};
use crate::input::{TableKind, open_text};
use crate::journal::make_folder;
use crate::observer::Observer;

/// The files to deduplicate, and the output folder.
#[derive(Clone)]
pub struct DedupRequest {
    /// The search for duplicates. All its files must be text with one puzzle per line.
    pub search: DuplicateSearch,
    /// The output folder; created if missing.
    pub folder: PathBuf,
}

/// The result of a deduplication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deduplicated {
    /// The number of lines removed.
    pub removed: u64,
    /// The number of unreadable lines. They are kept.
    pub unreadable: u64,
}

/// Writes the files without duplicates into a folder, under the same names and with all other lines
/// unchanged.
///
/// A file gets its name when it is complete. It is compressed according to its extension. Existing
/// files are never overwritten.
///
/// # Errors
/// If a file cannot be deduplicated (before anything is written), if a file cannot be read or
/// written, or if the observer stops the work.
pub fn dedup(
    request: &DedupRequest,
    observer: &mut dyn Observer,
) -> Result<Deduplicated, DatasetError> {
    let DedupRequest { search, folder } = request;
    let targets = targets(request)?;
    make_folder(folder)?;
    let duplicates = find_duplicates(search, observer)?;
    let unreadable = duplicates.unreadable;
    let mut duplicates = duplicates.peekable();
    let mut removed = 0;
    for (file, (input, target)) in search.files.iter().zip(&targets).enumerate() {
        removed += write_rest(input, file, &mut duplicates, target, observer)?;
    }
    Ok(Deduplicated { removed, unreadable })
}

/// Returns the output path of each file.
fn targets(request: &DedupRequest) -> Result<Vec<PathBuf>, DatasetError> {
    let DedupRequest { search: DuplicateSearch { files, hints, .. }, folder } = request;
    let mut names = BTreeSet::new();
    let mut targets = Vec::new();
    for input in files {
        let fail = |reason| Err(DatasetError::Dedup { file: input.name(), reason });
        let Some((path, name)) = input.path().and_then(|path| Some((path, path.file_name()?)))
        else {
            return fail(DedupError::NoName);
        };
        if !names.insert(name) {
            return fail(DedupError::SameName);
        }
        let target = folder.join(name);
        if files.iter().any(|input| input.is_same_as(Some(&target))) {
            return fail(DedupError::IsInput);
        }
        // A dangling link counts as an existing file.
        if fs::symlink_metadata(&target).is_ok() {
            return Err(DatasetError::Exists { path: shown(&target) });
        }
        if TableKind::of(path).is_some() {
            return fail(DedupError::NoText);
        }
        if let Some(reason) = reason(input, hints)? {
            return fail(reason);
        }
        targets.push(target);
    }
    Ok(targets)
}

/// Returns the reason if lines of the file cannot be removed. The file must have one puzzle per
/// line.
fn reason(input: &InputFile, hints: &FileHints) -> Result<Option<DedupError>, NamedIoError> {
    let mut blocks = open_text(input, hints, &Arc::default())?;
    while blocks.format().is_none() {
        match blocks.next() {
            Some(block) => drop(block.map_err(|error| input.error(error))?),
            None => break,
        }
    }
    Ok(if blocks.is_utf16() {
        Some(DedupError::Utf16)
    } else {
        blocks.format().filter(|format| !format.has_lines()).map(|_| DedupError::NoLines)
    })
}

/// Writes the lines of the file without duplicates. Returns the number of lines removed.
fn write_rest(
    input: &InputFile,
    file: usize,
    duplicates: &mut Peekable<Duplicates>,
    target: &Path,
    observer: &dyn Observer,
) -> Result<u64, DatasetError> {
    let unread = |error| input.error(error);
    let unwritten = |error| NamedIoError::at(target, error);
    let mut writer = begin(target).map_err(unwritten)?;
    let mut reader = BufReader::with_capacity(1 << 18, input.open(&Arc::default())?);
    let (mut line, mut removed, mut kept) = (1, 0, Vec::new());
    let mut is_duplicate = is_next(duplicates, file, line)?;
    loop {
        // The incomplete output is deleted with the temporary file.
        if observer.is_stopped() {
            return Err(DatasetError::Interrupted);
        }
        let bytes = reader.fill_buf().map_err(unread)?;
        if bytes.is_empty() {
            break;
        }
        // A line may be longer than the buffer.
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            if !is_duplicate {
                kept.extend_from_slice(piece);
            }
            if piece.ends_with(b"\n") {
                removed += u64::from(is_duplicate);
                line += 1;
                is_duplicate = is_next(duplicates, file, line)?;
            }
        }
        let count = bytes.len();
        reader.consume(count);
        writer.write_all(&kept).map_err(unwritten)?;
        kept.clear();
    }
    // The last line may have no line end.
    removed += u64::from(is_duplicate);
    let file = writer.finish().map_err(unwritten)?;
    match file.persist_noclobber(target) {
        Ok(_) => Ok(removed),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
            Err(DatasetError::Exists { path: shown(target) })
        }
        Err(error) => Err(unwritten(error.error).into()),
    }
}

/// Creates a temporary file in the folder of the target, with the permissions of any new file (by
/// default a temporary file is private).
fn begin(target: &Path) -> io::Result<CompressedWriter<NamedTempFile>> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("unfinished-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let folder = target.parent().unwrap_or(Path::new("."));
    CompressedWriter::new(builder.tempfile_in(folder)?, Compression::of(target))
}

/// Returns true if the next duplicate is on this line, and advances past it.
fn is_next(
    duplicates: &mut Peekable<Duplicates>,
    file: usize,
    line: u64,
) -> Result<bool, DatasetError> {
    let place = PuzzleLocation { file, line };
    let is_it =
        |copy: &Result<Duplicate, _>| copy.as_ref().map_or(true, |copy| copy.place == place);
    duplicates.next_if(is_it).transpose().map(|copy| copy.is_some())
}
