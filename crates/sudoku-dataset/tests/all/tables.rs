//! Tests of tables of other programs: integer arrays of any type and memory order, archives, and
//! Parquet files with other columns.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use compressed_io::InputFile;
use parquet::basic::{Compression, LogicalType, Repetition, Type};
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type as SchemaType;
use sudoku_core::Board;
use sudoku_dataset::{
    DatasetError, DuplicateSearch, Identity, Observer, PuzzleError, find_duplicates,
};
use sudoku_mrv::Mrv;
use sudoku_text::FileHints;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Returns more boards than a chunk of reading, all different.
fn boards() -> Vec<Board> {
    let puzzle: Board = LINE.parse().unwrap();
    let one = |number: usize| {
        let mut cells = *puzzle.as_bytes();
        cells[number % 81] = (number / 81 % 10) as u8;
        cells[(number + 7) % 81] = (number / 810 % 10) as u8;
        Board::new(cells).unwrap()
    };
    (0..5000).map(one).collect()
}

/// An observer that collects errors.
#[derive(Default)]
struct Rejections(Vec<String>);

impl Observer for Rejections {
    fn reject(&mut self, rejected: &PuzzleError) {
        self.0.push(rejected.to_string());
    }
}

/// Returns the number of puzzles, the number of leaks, and the errors.
fn look(
    files: &[&Path],
    folder: &Path,
    column: Option<&str>,
) -> Result<(u64, u64, Vec<String>), DatasetError> {
    let search = DuplicateSearch {
        by: Identity::Puzzle,
        solver: &Mrv,
        files: files.iter().map(|path| InputFile::new(*path)).collect(),
        hints: FileHints { column: column.map(String::from), ..FileHints::default() },
        temporary: folder.to_owned(),
        threads: 2,
    };
    let mut rejections = Rejections::default();
    let mut copies = find_duplicates(&search, &mut rejections)?;
    let leaks = copies.by_ref().filter(|copy| copy.as_ref().unwrap().is_leak).count();
    Ok((copies.puzzles, leaks as u64, rejections.0))
}

/// Returns an array in the format of NumPy.
fn array(boards: &[Board], kind: &str, is_by_cell: bool, shape: &str) -> Vec<u8> {
    let order = if is_by_cell { "True" } else { "False" };
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    let header = format!("{{'descr': '{kind}', 'fortran_order': {order}, 'shape': ({shape}), }}");
    bytes.extend((header.len() as u16 + 1).to_le_bytes());
    bytes.extend(header.bytes());
    bytes.push(b'\n');
    let size = usize::from(kind.as_bytes()[2] - b'0');
    let mut push = |digit: u8| {
        let number = u64::from(digit);
        match kind.starts_with('>') {
            true => bytes.extend(&number.to_be_bytes()[8 - size..]),
            false => bytes.extend(&number.to_le_bytes()[..size]),
        }
    };
    if is_by_cell {
        for place in 0..81 {
            let cell = if shape.ends_with("9") { place % 9 * 9 + place / 9 } else { place };
            boards.iter().for_each(|board| push(board.as_bytes()[cell]));
        }
    } else {
        boards.iter().for_each(|board| board.as_bytes().iter().for_each(|&digit| push(digit)));
    }
    bytes
}

/// Writes the puzzles as lines.
fn lines(folder: &Path, boards: &[Board]) -> PathBuf {
    let path = folder.join("lines.txt");
    let lines: String = boards.iter().map(|board| format!("{board}\n")).collect();
    fs::write(&path, lines).unwrap();
    path
}

/// Asserts that the rows of a file are those of the lines, in the same order.
fn assert_same(path: &Path, lines: &Path, column: Option<&str>, count: u64) {
    let folder = path.parent().unwrap();
    let search = DuplicateSearch {
        by: Identity::Puzzle,
        solver: &Mrv,
        files: vec![InputFile::new(lines), InputFile::new(path)],
        hints: FileHints { column: column.map(String::from), ..FileHints::default() },
        temporary: folder.to_owned(),
        threads: 2,
    };
    let mut search_lines = search.clone();
    // The column name applies to tables only.
    search_lines.hints.column = None;
    let alone = |file: &InputFile, hints: &FileHints| {
        let search =
            DuplicateSearch { files: vec![file.clone()], hints: hints.clone(), ..search.clone() };
        let copies = find_duplicates(&search, &mut ()).unwrap();
        (copies.puzzles, copies.unreadable, copies.map(Result::unwrap).collect::<Vec<_>>())
    };
    let [text, table] = [(lines, &search_lines.hints), (path, &search.hints)]
        .map(|(path, hints)| alone(&InputFile::new(path), hints));
    assert!(text == table && table.0 == count && table.1 == 0, "{}", path.display());
    if column.is_none() {
        let (_, leaks, _) = look(&[lines, path], folder, None).unwrap();
        assert_eq!(leaks, count, "{}", path.display());
    }
}

#[test]
fn arrays_of_any_integers_in_either_order_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let boards = boards();
    let lines = lines(folder.path(), &boards);
    let path = folder.path().join("array.npy");
    for (kind, is_by_cell, shape) in [
        ("<i8", false, "5000, 9, 9"),
        (">i8", false, "5000, 81"),
        ("<i4", true, "5000, 9, 9"),
        (">u2", true, "5000, 81"),
        ("|u1", true, "5000, 9, 9"),
        ("<u8", false, "5000, 9, 9, 1"),
        ("|i1", false, "5000, 81"),
    ] {
        fs::write(&path, array(&boards, kind, is_by_cell, shape)).unwrap();
        assert_same(&path, &lines, None, 5000);
    }
    // A single board in Fortran order would be transposed if the order were ignored.
    fs::write(&lines, format!("{}\n", boards[11])).unwrap();
    for (is_by_cell, shape) in [(true, "9, 9"), (false, "9, 9"), (true, "1, 9, 9"), (true, "81,")] {
        fs::write(&path, array(&boards[11..12], "<i8", is_by_cell, shape)).unwrap();
        assert_same(&path, &lines, None, 1);
    }
}

#[test]
fn errors_name_numbers_that_are_not_digits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("array.npy");
    for (kind, number, shown) in [
        ("<i8", &(-1_i64).to_le_bytes()[..], "-1"),
        (">i2", &300_i16.to_be_bytes(), "300"),
        ("<u8", &u64::MAX.to_le_bytes(), "18446744073709551615"),
        ("|i1", &[0x80], "-128"),
    ] {
        let mut bytes = array(&boards()[..3], kind, false, "3, 9, 9");
        let at = bytes.len() - 70 * number.len();
        bytes[at..at + number.len()].copy_from_slice(number);
        fs::write(&path, bytes).unwrap();
        let (puzzles, _, wrong) = look(&[&path], folder.path(), None).unwrap();
        let message = format!(": row 3: r2c3: expected a digit from 0 to 9, not {shown}");
        assert!(puzzles == 2 && wrong.len() == 1 && wrong[0].ends_with(&message), "{wrong:?}");
    }
    for (kind, shape) in [("<f4", "3, 9, 9"), ("|b1", "3, 81"), ("<i8", "3, 4, 4")] {
        fs::write(&path, array(&boards()[..3], kind, false, shape)).unwrap();
        let error = look(&[&path], folder.path(), None).unwrap_err();
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        assert!(
            format!("{error:?} {cause:?}").contains("expected an integer array, N×81 or N×9×9"),
            "{error:?}"
        );
    }
}

#[test]
fn the_puzzles_of_an_archive_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let boards = boards();
    let lines = lines(folder.path(), &boards);
    let path = folder.path().join("arrays.npz");
    let write = |names: &[&str], method| {
        let mut archive = ZipWriter::new(File::create(&path).unwrap());
        for name in names {
            let options = SimpleFileOptions::default().compression_method(method);
            archive.start_file(*name, options).unwrap();
            let (boards, shape) = match *name {
                "ratings.npy" => (&boards[..2], "2, 81, 81"),
                "solutions.npy" => (&boards[..7], "7, 9, 9"),
                _ => (&boards[..], "5000, 9, 9"),
            };
            archive.write_all(&array(boards, "<i8", name.starts_with('b'), shape)).unwrap();
        }
        archive.finish().unwrap();
    };
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        for (names, column) in [
            (&["solutions.npy", "quizzes.npy"][..], None),
            (&["ratings.npy", "arr_0.npy"], None),
            (&["solutions.npy", "board.npy"], Some("board")),
        ] {
            write(names, method);
            assert_same(&path, &lines, column, 5000);
        }
    }
    write(&["solutions.npy", "board.npy"], CompressionMethod::Stored);
    for column in [None, Some("givens")] {
        let error = look(&[&path], folder.path(), column).unwrap_err();
        let message = format!("{error:?}");
        let names = r#"the arrays are \"solutions.npy\", \"board.npy\""#;
        assert!(message.contains(names), "{message}");
    }
}

#[test]
fn parquet_files_of_other_programs_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let boards = boards();
    let lines = lines(folder.path(), &boards);
    let path = folder.path().join("table.parquet");
    let packings = [
        Compression::GZIP(Default::default()),
        Compression::SNAPPY,
        Compression::ZSTD(Default::default()),
        Compression::UNCOMPRESSED,
    ];
    for (packing, name, column) in packings
        .into_iter()
        .flat_map(|packing| [(packing, "Quizzes", None), (packing, "givens", Some("Givens"))])
    {
        let field = SchemaType::primitive_type_builder(name, Type::BYTE_ARRAY)
            .with_repetition(Repetition::REQUIRED)
            .with_logical_type(Some(LogicalType::String))
            .build()
            .unwrap();
        let schema = SchemaType::group_type_builder("table").with_fields(vec![Arc::new(field)]);
        let properties = WriterProperties::builder().set_compression(packing).build();
        let file = File::create(&path).unwrap();
        let schema = Arc::new(schema.build().unwrap());
        let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties)).unwrap();
        let values: Vec<ByteArray> =
            boards.iter().map(|board| board.to_line().to_vec().into()).collect();
        let mut group = writer.next_row_group().unwrap();
        let mut cells = group.next_column().unwrap().unwrap();
        cells.typed::<ByteArrayType>().write_batch(&values, None, None).unwrap();
        cells.close().unwrap();
        group.close().unwrap();
        writer.close().unwrap();
        assert_same(&path, &lines, column, 5000);
    }
    let error = format!("{:?}", look(&[&path], folder.path(), None).unwrap_err());
    assert!(
        error.contains("found no string column named one of puzzle, ")
            && error.contains("the columns are givens"),
        "{error}"
    );
}

/// Only an array in Fortran order needs a temporary file, whose size is bounded.
#[test]
fn archives_are_decompressed_without_temporary_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arrays.npz");
    let boards = boards();
    let missing = folder.path().join("missing");
    for (is_by_cell, rows, puzzles) in [
        (false, "5000, 81", Ok((5000, 0, vec![]))),
        (false, "5001, 81", Err("ends in row 5001 of 5001")),
        (true, "5000, 81", Err("No such file or directory")),
        (true, "12000000, 81", Err("the array has 7.7 GB in Fortran order, and at most 4.2 GB")),
    ] {
        let mut archive = ZipWriter::new(File::create(&path).unwrap());
        archive.start_file("puzzles.npy", SimpleFileOptions::default()).unwrap();
        archive.write_all(&array(&boards, "<i8", is_by_cell, rows)).unwrap();
        archive.finish().unwrap();
        match (look(&[&path], &missing, None), puzzles) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (Err(error), Err(said)) => {
                let cause = std::error::Error::source(&error).unwrap().to_string();
                assert!(cause.contains(said), "{cause}");
            }
            (found, _) => panic!("{rows}: {found:?}"),
        }
    }
    // A changed byte of the contents, found by the checksum of the archive.
    for is_by_cell in [false, true] {
        let mut archive = ZipWriter::new(File::create(&path).unwrap());
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        archive.start_file("puzzles.npy", options).unwrap();
        archive.write_all(&array(&boards, "|u1", is_by_cell, "5000, 81")).unwrap();
        archive.finish().unwrap();
        let mut bytes = fs::read(&path).unwrap();
        let blank = bytes.iter().skip(1000).position(|&byte| byte == 0).unwrap() + 1000;
        bytes[blank] = 1;
        fs::write(&path, bytes).unwrap();
        let message = refused(&path, folder.path());
        assert!(message.contains("checksum"), "{message}");
    }
}

/// Returns the error for an unreadable file.
fn refused(path: &Path, folder: &Path) -> String {
    let error = look(&[path], folder, None).unwrap_err();
    std::error::Error::source(&error).unwrap().to_string()
}

#[test]
fn errors_of_invalid_arrays_are_short_and_printable() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("array.npy");
    for bytes in [&b""[..], b"\x93NUM", b"\x93NUMPY\x01\x00", b"\x93NUMPY\x02\x00\x01"] {
        fs::write(&path, bytes).unwrap();
        let message = "not a NumPy array: the file ends before the header";
        assert_eq!(refused(&path, folder.path()), message, "{bytes:?}");
    }
    let mut bytes = b"\x93NUMPY\x01\x00\x60\xea".to_vec();
    bytes.resize(bytes.len() + 60_000, b'x');
    fs::write(&path, bytes).unwrap();
    let message = refused(&path, folder.path());
    assert!(message.ends_with("xxx…") && message.chars().count() < 300, "{message}");
    // The names of arrays may contain any characters.
    let path = folder.path().join("arrays.npz");
    let mut archive = ZipWriter::new(File::create(&path).unwrap());
    for name in 0..30 {
        archive.start_file(format!("a\n{name}"), SimpleFileOptions::default()).unwrap();
    }
    archive.finish().unwrap();
    let message = refused(&path, folder.path());
    assert!(message.contains(r#"the arrays are "a\n0", "a\n1", "#), "{message}");
    assert!(message.ends_with(r#""a\n19", 10 more"#), "{message}");
}
