//! `sudoku dataset dedup`.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cli_support::{Exit, say};
use sudoku_text::{Blocks, FileForm};

use super::copies::{Copies, Copy, Place, SearchArgs};
use super::failed;
use super::rows::Kind;
use crate::CliError;
use crate::source::{Source, shown};
use crate::target::Target;

/// Remove leaks between files, and duplicates within them
///
/// Of the puzzles that are the same but for symmetry and the names of the digits the first stays, in
/// the order in which the files are given: name the test file first to keep it whole. The files are
/// written into a folder under their names, every other line as it was; nothing that is there already
/// is written over. They need a form with a puzzle on each line.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku dataset dedup test.csv train.csv -o clean")]
pub(super) struct Args {
    #[command(flatten)]
    search: SearchArgs,

    /// The folder for the files; made if it is not there
    #[arg(long, short, value_name = "FOLDER")]
    output: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let sources = args.search.sources();
    let folder = &args.output;
    let mut names = BTreeSet::new();
    let mut targets = Vec::new();
    for (source, path) in sources.iter().zip(&args.search.files) {
        let fail = |cause: &str| Err(CliError(format!("{}: {cause}", source.name())));
        let Some(name) = path.file_name().filter(|name| *name != "-") else {
            return fail("needs a name, and to be read twice");
        };
        if !names.insert(name) {
            return fail("another file has the same name, and they go into one folder");
        }
        let target = folder.join(name);
        if sources.iter().any(|source| source.is_file(Some(&target))) {
            return fail("would be written over while it is read; choose another folder");
        }
        // A link that leads nowhere is something too.
        if fs::symlink_metadata(&target).is_ok() {
            let message = "is there already; choose another folder, or remove it";
            return Err(CliError(format!("{} {message}", shown(&target))));
        }
        if Kind::of(path).is_some() {
            return fail(
                "is no text, of which alone lines can be taken out; `dataset check` reads it",
            );
        }
        if !has_lines(source, args)? {
            return fail(
                "has puzzles of several lines; make lines of them by `sudoku convert` first",
            );
        }
        targets.push(target);
    }
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    let copies = args.search.find()?;
    let unreadable = copies.unreadable;
    let mut copies = copies.peekable();
    let mut removed = 0;
    for (file, (source, target)) in sources.iter().zip(&targets).enumerate() {
        // Packed as its ending says, and whole once it has its name.
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let part = folder.join(format!("unfinished-{name}"));
        removed += copy(source, file, &mut copies, &part)?;
        fs::rename(&part, target).map_err(|error| failed(target, &error))?;
    }
    if !args.search.quiet {
        let message = format!("{}: {removed} copies are gone\n", shown(folder));
        say(&message);
    }
    Ok(if unreadable == 0 { Exit::Success } else { Exit::Fault })
}

/// Whether the file has a puzzle on each line.
fn has_lines(source: &Source, args: &Args) -> Result<bool, CliError> {
    let fail = |error: io::Error| CliError(format!("{}: {error}", source.name()));
    let reader = source.open(&Arc::default()).map_err(fail)?;
    let mut blocks = match args.search.from {
        None => Blocks::new(reader),
        Some(form) => Blocks::with_form(reader, form),
    };
    while blocks.form().is_none() {
        match blocks.next() {
            Some(block) => drop(block.map_err(fail)?),
            None => break,
        }
    }
    Ok(blocks.form().is_none_or(|form| !form.has_rows() && form != FileForm::OpenSudoku))
}

/// Writes the lines of the file but for those of copies, and returns how many those are.
fn copy(
    source: &Source,
    file: usize,
    copies: &mut Peekable<Copies>,
    to: &Path,
) -> Result<u64, CliError> {
    let fail = |error: io::Error| CliError(format!("{}: {error}", source.name()));
    let mut target = Target::open(Some(to))?;
    let mut reader = BufReader::with_capacity(1 << 18, source.open(&Arc::default()).map_err(fail)?);
    let (mut line, mut removed, mut kept) = (1, 0, Vec::new());
    let mut is_copy = is_next(copies, file, line)?;
    loop {
        let bytes = reader.fill_buf().map_err(fail)?;
        if bytes.is_empty() {
            break;
        }
        // A line may be longer than what is in memory of it.
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            if !is_copy {
                kept.extend_from_slice(piece);
            }
            if piece.ends_with(b"\n") {
                removed += u64::from(is_copy);
                line += 1;
                is_copy = is_next(copies, file, line)?;
            }
        }
        let count = bytes.len();
        reader.consume(count);
        target.write(&std::mem::take(&mut kept))?;
    }
    // The last line may lack its end.
    removed += u64::from(is_copy);
    target.finish()?;
    Ok(removed)
}

/// Whether the next copy is on this line, which then is passed.
fn is_next(copies: &mut Peekable<Copies>, file: usize, line: u64) -> Result<bool, CliError> {
    let is_it = |copy: &io::Result<Copy>| {
        copy.as_ref().map_or(true, |copy| copy.place == Place { file, line })
    };
    match copies.next_if(is_it) {
        None => Ok(false),
        Some(Ok(_)) => Ok(true),
        Some(Err(error)) => Err(CliError(format!("the temporary file: {error}"))),
    }
}
