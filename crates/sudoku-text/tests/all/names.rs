//! Tests of the names of formats and of the lines in errors.

use std::collections::BTreeSet;

use sudoku_core::{Board, Cell};
use sudoku_text::{FileError, FileFormat, LinkError, MAX_LINE};

#[test]
fn every_name_and_alias_of_a_format_parses_as_that_format() {
    let error = "xyz".parse::<FileFormat>().unwrap_err().to_string();
    let mut names = BTreeSet::new();
    for &format in FileFormat::ALL {
        for name in format.aliases().iter().copied().chain([format.name()]) {
            assert_eq!(name.parse(), Ok(format));
            assert!(names.insert(name), "{name} names two formats");
            assert!(format!("{} ", name.to_uppercase()).parse::<FileFormat>().is_err());
        }
        assert_eq!(format!("{format:>20}"), format!("{:>20}", format.name()));
        assert!(error.contains(format.name()), "{error}");
        assert!(format.about().contains(' '), "{format}");
    }
    assert!(names.len() > FileFormat::ALL.len());
}

#[test]
fn a_file_has_the_begin_and_the_end_of_its_format() {
    for (format, header, footer) in [
        (FileFormat::Line, "", ""),
        (FileFormat::Csv, "puzzle\n", ""),
        (
            FileFormat::OpenSudoku,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n",
            "</opensudoku>\n",
        ),
    ] {
        assert_eq!((format.header(), format.footer()), (header, footer), "{format}");
    }
}

#[test]
fn an_error_names_its_line() {
    let (given, found, rule) = ("a".into(), "b, c".into(), "killer".into());
    let cells = format!("\n{}!", "1".repeat(80)).parse::<Board>().unwrap_err();
    let line = 7;
    for (error, line, is_unnamed) in [
        (FileError::Puzzle(cells), cells.line, false),
        (FileError::NeedsCandidates { line, cell: Cell::FIRST }, 7, false),
        (FileError::NotJson { line, column: 3 }, 7, false),
        (FileError::RepeatedKey { line, column: 3 }, 7, false),
        (FileError::HasRules(7), 7, false),
        (FileError::OtherSize { line, size: 16 }, 7, false),
        (FileError::Variant { line, rule, f_puzzles: None }, 7, false),
        (FileError::Link { line, problem: LinkError::OnlyId }, 7, false),
        (FileError::OtherFormat { line, format: "csv" }, 7, false),
        (FileError::InColumn { line, column: 2 }, 7, true),
        (FileError::NoSuchName { line, given, found }, 7, false),
        (FileError::NoKey(8), 8, true),
        (FileError::NoColumn(9), 9, true),
        (FileError::OpenQuote(10), 10, false),
        (FileError::TooLong(11), 11, false),
        (FileError::CutShort(12), 12, false),
        (FileError::OtherEncoding("UTF-32"), 1, false),
    ] {
        assert_eq!((error.line(), error.is_unnamed()), (line, is_unnamed), "{error}");
        let words = error.to_string();
        let number = words.strip_prefix("line ").unwrap();
        let number = number.split(|char: char| !char.is_ascii_digit()).next();
        assert_eq!(number.unwrap().parse(), Ok(line), "{words}");
    }
    assert!(FileError::TooLong(1).to_string().contains(&MAX_LINE.to_string()));
}
