//! Tests of recomputed ratings: right ratings pass in every format, and wrong ones are reported.

use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use compressed_io::InputFile;
use parquet::basic::{LogicalType, Repetition, Type};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type as SchemaType;
use sudoku_dataset::{
    DatasetFormat, DatasetRequest, MistakeKind, PerSplit, PuzzleOrigin, RatedRows, RowSearch,
    check_rows, make,
};
use sudoku_generator::{Difficulty, PuzzlePlan, PuzzleRequest, TechniqueDifficulty};
use sudoku_logic::{RatingScale, SE_1_2_1};
use sudoku_mrv::Mrv;
use sudoku_text::FileHints;
use tempfile::tempdir;

/// Builds a data set of puzzles with ER 1.2 to 2.6, each with two symmetric copies, rated on all
/// scales, in all formats.
fn set(folder: &Path) {
    let scale = TechniqueDifficulty::new(&SE_1_2_1);
    let difficulty = Difficulty::in_tenths(scale, 12..=26).ok();
    let plan = Arc::new(PuzzlePlan::new(PuzzleRequest::new(), difficulty));
    let origin = PuzzleOrigin::Generated { plan, count: 12 };
    let request = DatasetRequest {
        formats: DatasetFormat::ALL.to_vec(),
        shares: PerSplit { train: 1, validation: 0, test: 0 },
        copies: PerSplit { train: 2, validation: 0, test: 0 },
        scales: RatingScale::all().to_vec(),
        threads: 2,
        ..DatasetRequest::new(origin, folder, "mrv", &Mrv)
    };
    make(&request, &mut ()).unwrap();
}

/// Returns the number of rated rows of a file, and the errors with their lines or rows.
fn checked(path: &Path, rows: RatedRows) -> Result<(u64, Vec<(u64, String)>), String> {
    let files = vec![InputFile::new(path)];
    let search = RowSearch {
        files,
        hints: FileHints::default(),
        solution_column: None,
        rated: Some(rows),
        temporary: std::env::temp_dir(),
        threads: 2,
    };
    let mut wrong = Vec::new();
    let checked = check_rows(&search, &mut (), &mut |it| {
        match it.kind {
            MistakeKind::Rating => wrong.push((it.line.unwrap_or(0), it.cause)),
            MistakeKind::Checksum => assert_eq!(it.line, None),
            MistakeKind::Solution => panic!("{it:?}"),
        }
        ControlFlow::Continue(())
    });
    let checked = checked.map_err(|error| {
        format!("{error}: {}", std::error::Error::source(&error).unwrap_or(&error))
    });
    Ok((checked?.rated, wrong))
}

/// Edits the text of a file and returns the errors in it.
fn edited(path: &Path, edit: impl Fn(String) -> String) -> Vec<(u64, String)> {
    let whole = fs::read_to_string(path).unwrap();
    let text = edit(whole.clone());
    assert!(text != whole);
    fs::write(path, text).unwrap();
    let (rated, wrong) = checked(path, RatedRows::All).unwrap();
    assert_eq!(rated, 36);
    fs::write(path, whole).unwrap();
    wrong
}

#[test]
fn damaged_ratings_are_named_in_every_format() {
    let folder = tempdir().unwrap();
    let folder = folder.path().join("set");
    set(&folder);
    let file = |suffix: &str| folder.join(format!("train-00000{suffix}"));
    for (suffix, rows) in [
        (".csv", 36),
        (".jsonl", 36),
        (".parquet", 36),
        ("-puzzles.npy", 36),
        (".txt", 0),
        (".kaggle-1m.csv", 0),
        ("-solutions.npy", 0),
    ] {
        assert_eq!(checked(&file(suffix), RatedRows::All), Ok((rows, Vec::new())), "{suffix}");
        let (sample, _) = checked(&file(suffix), RatedRows::Sample).unwrap();
        assert_eq!(sample, rows.min(20), "{suffix}");
    }
    // Line 5 is the fourth row.
    let change = |text: String, line: usize, from: &dyn Fn(&str) -> String| {
        let lines = text.lines().enumerate();
        lines.map(|(at, it)| if at + 1 == line { from(it) } else { it.to_owned() } + "\n").collect()
    };
    let wrong = edited(&file(".csv"), |text| {
        change(text, 5, &|line| {
            let mut fields: Vec<&str> = line.split(',').collect();
            (fields[4], fields[11]) = ("9.9", "77777");
            fields.join(",")
        })
    });
    let [(5, cause)] = &wrong[..] else { panic!("{wrong:?}") };
    assert!(cause.starts_with("se_er is 9.9, expected "), "{cause}");
    assert!(cause.contains("; hodoku_score is 77777, expected "), "{cause}");
    let wrong = edited(&file(".csv"), |text| {
        change(text, 2, &|line| line.rsplit_once(',').unwrap().0.to_owned())
    });
    assert!(
        matches!(&wrong[..], [(2, it)] if it.starts_with("hodoku_score is missing, expected "))
    );
    let wrong = edited(&file(".jsonl"), |text| {
        change(text, 3, &|line| line.replacen("\"sukaku_ed\":", "\"sukaku_ed\":1", 1))
    });
    assert!(matches!(&wrong[..], [(3, it)] if it.starts_with("sukaku_ed is 1")), "{wrong:?}");
    let wrong = edited(&file(".jsonl"), |text| {
        change(text, 36, &|line| line.replacen("_level\":\"", "_level\":\"not so ", 1))
    });
    assert!(matches!(&wrong[..], [(36, it)] if it.starts_with("hodoku_level is not so ")));
    // The second number in the third row of the array.
    let array = file("-se.npy");
    let mut bytes = fs::read(&array).unwrap();
    let at = 128 + 8 * (3 * 2 + 1);
    bytes[at..at + 8].copy_from_slice(&8.5f64.to_le_bytes());
    fs::write(&array, &bytes).unwrap();
    let (_, wrong) = checked(&file("-puzzles.npy"), RatedRows::All).unwrap();
    assert!(
        matches!(&wrong[..], [(3, it)] if it.starts_with("se_ep is 8.5, expected ")),
        "{wrong:?}"
    );
    for damaged in [&bytes[..bytes.len() - 1], &bytes[1..], b""] {
        fs::write(&array, damaged).unwrap();
        let error = checked(&file("-puzzles.npy"), RatedRows::All).unwrap_err();
        assert!(error.contains("is not an N×3 array of doubles"), "{error}");
    }
    fs::remove_file(&array).unwrap();
    assert_eq!(checked(&file("-puzzles.npy"), RatedRows::All), Ok((36, Vec::new())));
}

#[test]
fn the_check_compares_puzzles_with_the_difficulty_of_the_manifest() {
    let folder = tempdir().unwrap();
    let folder = folder.path().join("set");
    set(&folder);
    let manifest = folder.join("manifest.json");
    let whole = fs::read_to_string(&manifest).unwrap();
    assert!(whole.contains("\"words\": \"ER 1.2 to ER 2.6\""), "{whole}");
    let asked_for = |least: u64| {
        let mut edited: serde_json::Value = serde_json::from_str(&whole).unwrap();
        edited["settings"]["source"]["generated"]["difficulty"]["least"] = least.into();
        fs::write(&manifest, edited.to_string()).unwrap();
    };
    // No puzzle is that hard. Every third row is a puzzle, and the others are copies.
    asked_for(27);
    let (rated, wrong) = checked(&folder.join("train-00000.jsonl"), RatedRows::All).unwrap();
    let rows: Vec<u64> = wrong.iter().map(|(row, _)| *row).collect();
    assert_eq!((rated, rows), (36, (1..=36).step_by(3).collect()));
    for (_, cause) in wrong {
        assert_eq!(cause, "not of the requested difficulty: ER 1.2 to ER 2.6");
    }
    // An invalid manifest is ignored.
    for text in ["", "{}", "[]", "{\"settings\":{\"source\":{}},\"files\":[]}"] {
        fs::write(&manifest, text).unwrap();
        let checked = checked(&folder.join("train-00000.jsonl"), RatedRows::All);
        assert_eq!(checked, Ok((36, Vec::new())), "{text}");
    }
}

#[test]
fn ratings_in_tables_of_other_programs_are_checked() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("table.parquet");
    let column = |name: &str, kind, meaning| {
        let column = SchemaType::primitive_type_builder(name, kind)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(meaning);
        Arc::new(column.build().unwrap())
    };
    let columns = vec![
        column("se_er", Type::DOUBLE, None),
        column("quiz", Type::BYTE_ARRAY, Some(LogicalType::String)),
    ];
    let schema = SchemaType::group_type_builder("table").with_fields(columns).build().unwrap();
    let properties = Arc::new(WriterProperties::default());
    let file = File::create(&path).unwrap();
    let mut writer = SerializedFileWriter::new(file, Arc::new(schema), properties).unwrap();
    let mut group = writer.next_row_group().unwrap();
    // The last two rows have no rating and no puzzle.
    let mut ratings = group.next_column().unwrap().unwrap();
    let levels = Some(&[1, 1, 1, 0, 1][..]);
    ratings.typed::<DoubleType>().write_batch(&[1.2, 1.3, 1.2, 1.2], levels, None).unwrap();
    ratings.close().unwrap();
    let mut puzzles = group.next_column().unwrap().unwrap();
    let texts = [LINE, LINE, EMPTY, LINE].map(ByteArray::from);
    let levels = Some(&[1, 1, 1, 1, 0][..]);
    puzzles.typed::<ByteArrayType>().write_batch(&texts, levels, None).unwrap();
    puzzles.close().unwrap();
    group.close().unwrap();
    writer.close().unwrap();
    let (rated, wrong) = checked(&path, RatedRows::All).unwrap();
    let said: Vec<_> = wrong.iter().map(|(row, cause)| (*row, cause.as_str())).collect();
    let improper =
        "has ratings, but cannot be rated: se: there are several solutions (so far 0.0/0.0/0.0)";
    assert_eq!(
        (rated, said),
        (
            4,
            vec![
                (2, "se_er is 1.3, expected 1.2"),
                (3, improper),
                (4, "se_er is missing, expected 1.2")
            ]
        )
    );
    let bytes = fs::read(&path).unwrap();
    for end in [0, 10, bytes.len() / 2, bytes.len() - 5] {
        fs::write(&path, &bytes[..end]).unwrap();
        assert!(checked(&path, RatedRows::All).is_err(), "{end}");
    }
}

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const EMPTY: &str =
    ".................................................................................";

#[test]
fn any_text_is_read_without_a_panic() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("text");
    let long = format!("se_er,puzzle\n1.2,{LINE}{}\n1.2,{LINE}\n", ".".repeat(1 << 17));
    for (text, expected) in [
        (String::new(), (0, 0)),
        ("\n\n".into(), (0, 0)),
        (format!("{LINE}\n"), (0, 0)),
        ("se_er\n1.2\n".into(), (0, 0)),
        (format!("puzzle,se_er\n{LINE}\n"), (1, 1)),
        (format!("puzzle,se_er\n{LINE},1.2"), (1, 0)),
        (format!("puzzle,se_er\r\n{LINE},1.2\r\n"), (1, 0)),
        (format!("puzzle,se_er\n{LINE},1.20\nnonsense\n\"\n{LINE},1.1\n"), (2, 1)),
        (long, (1, 0)),
        (format!("{{\"puzzle\":\"{LINE}\",\"se_er\":[]}}\n{{\n"), (1, 1)),
        ("\0\u{1}\u{2}".into(), (0, 0)),
    ] {
        fs::write(&path, &text).unwrap();
        let (rated, wrong) = checked(&path, RatedRows::All).unwrap();
        assert_eq!((rated, wrong.len()), expected, "{text:.200}");
    }
}
