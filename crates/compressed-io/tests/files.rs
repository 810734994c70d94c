//! Tests files that are written and read back, with and without compression.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use compressed_io::{CompressedWriter, Compression, InputFile, shown};

fn write(path: &Path, content: &[u8]) {
    let mut writer =
        CompressedWriter::new(File::create(path).unwrap(), Compression::of(path)).unwrap();
    writer.write_all(content).unwrap();
    writer.finish().unwrap();
}

#[test]
fn parts_can_be_decompressed_without_the_data_after_them() {
    for compression in [Compression::None, Compression::Gzip, Compression::Zstd] {
        let mut writer = CompressedWriter::new(Vec::new(), compression).unwrap();
        writer.write_all(&b"first\n".repeat(1000)).unwrap();
        let mut writer = writer.end_part().unwrap();
        let first = writer.get_ref().clone();
        writer.write_all(&b"second\n".repeat(1000)).unwrap();
        let whole = writer.end_part().unwrap().finish().unwrap();
        assert!(whole.starts_with(&first), "{compression:?}");
        let folder = tempfile::tempdir().unwrap();
        let read = |bytes: &[u8]| {
            let path = folder.path().join("packed");
            fs::write(&path, bytes).unwrap();
            let (mut text, passed) = (Vec::new(), Arc::default());
            let end = InputFile::new(&path).open(&passed).unwrap().read_to_end(&mut text);
            (text, end.is_ok())
        };
        let [ones, twos] = [b"first\n".repeat(1000), b"second\n".repeat(1000)];
        assert_eq!(read(&whole), ([&ones[..], &twos].concat(), true), "{compression:?}");
        assert_eq!(read(&[&first, compression.end_after_part()].concat()), (ones.clone(), true));
        // Without that end, all lines are read, followed by an error.
        assert_eq!(read(&first), (ones, compression != Compression::Zstd), "{compression:?}");
    }
}

#[test]
fn written_lines_are_read_back_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let content = b"the same again\n".repeat(10_000);
    for name in ["plain.txt", "packed.txt.gz", "packed.txt.zst", "PACKED.TXT.GZ"] {
        let path = folder.path().join(name);
        write(&path, &content);
        let (input, passed) = (InputFile::new(&path), Arc::new(AtomicU64::new(0)));
        let mut read = Vec::new();
        input.open(&passed).unwrap().read_to_end(&mut read).unwrap();
        assert_eq!(read, content, "{name}");
        let size = fs::metadata(&path).unwrap().len();
        assert_eq!((input.size(), passed.load(Ordering::Relaxed)), (Some(size), size), "{name}");
        assert_eq!(name == "plain.txt", size == content.len() as u64, "{name}");
        // A truncated file is an error.
        if name != "plain.txt" {
            let packed = fs::read(&path).unwrap();
            fs::write(&path, &packed[..packed.len() / 2]).unwrap();
            let error = input.open(&passed).unwrap().read_to_end(&mut read).unwrap_err();
            assert!(error.to_string().contains("damaged, ends too early or"), "{name}: {error}");
        }
    }
}

#[test]
fn the_content_before_a_damaged_place_is_read() {
    let folder = tempfile::tempdir().unwrap();
    // Lines that compress badly, so that the file has several blocks.
    let mut state = 1_u64;
    let mut line = |number: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        format!("{number} {state:x}\n")
    };
    let content: String = (0..30_000).map(&mut line).collect();
    for name in ["packed.gz", "packed.zst"] {
        let path = folder.path().join(name);
        write(&path, content.as_bytes());
        let packed = fs::read(&path).unwrap();
        for (parts, is_cut) in [(2, true), (2, false), (10, true), (10, false)] {
            let place = packed.len() * (parts - 1) / parts;
            let damaged = match is_cut {
                true => packed[..place].to_vec(),
                false => [&packed[..place], &[0xff; 300], &packed[place + 300..]].concat(),
            };
            fs::write(&path, damaged).unwrap();
            let mut read = Vec::new();
            let mut file = InputFile::new(&path).open(&Arc::default()).unwrap();
            match file.read_to_end(&mut read) {
                // These files of Zstandard have no checksum.
                Ok(_) => assert!(name == "packed.zst" && !is_cut),
                Err(error) => {
                    let said = format!("after {} bytes of content, ", read.len());
                    assert!(error.to_string().starts_with(&said), "{error}");
                }
            }
            let same = read.iter().zip(content.as_bytes()).take_while(|(a, b)| a == b).count();
            // A block of Zstandard has at most 128 KiB and is read as a whole.
            let least = content.len() * (parts - 1) / parts - (1 << 17) - (1 << 16);
            assert!(same > least, "{name} {parts} {is_cut}: {same} < {least}");
        }
    }
}

#[test]
fn an_input_is_not_its_own_output() {
    let folder = tempfile::tempdir().unwrap();
    let [one, link, other] = ["one", "link", "other"].map(|name| folder.path().join(name));
    fs::write(&one, "").unwrap();
    fs::write(&other, "").unwrap();
    fs::hard_link(&one, &link).unwrap();
    let inputs = InputFile::all(&[other.clone(), one.clone()]);
    for path in [&one, &link, &other] {
        let error = InputFile::keep_from(&inputs, Some(path)).unwrap_err();
        let name = if *path == other { &other } else { &one };
        assert_eq!(error.to_string(), name.display().to_string());
    }
    InputFile::keep_from(&inputs, Some(&folder.path().join("new"))).unwrap();
}

#[test]
fn names_of_files_and_folders() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(InputFile::all(&[]), [InputFile::stdin()]);
    assert_eq!(InputFile::new("-"), InputFile::stdin());
    assert_eq!(InputFile::stdin().name(), "standard input");
    assert_eq!(shown(&PathBuf::from("a\u{1b}[1m")), "a\u{fffd}[1m");
    for path in [folder.path().to_owned(), folder.path().join("missing")] {
        assert!(InputFile::new(&path).probe().is_err(), "{}", path.display());
    }
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    InputFile::new(file).probe().unwrap();
}

#[test]
fn the_first_bytes_decide_the_compression() {
    let folder = tempfile::tempdir().unwrap();
    let content = b"the same again\n".repeat(100);
    let read = |path: &Path| {
        let mut read = Vec::new();
        InputFile::new(path).open(&Arc::default())?.read_to_end(&mut read).unwrap();
        Ok::<_, compressed_io::NamedIoError>(read)
    };
    for ending in ["gz", "zst"] {
        let named = folder.path().join("packed.txt").with_extension(ending);
        write(&named, &content);
        let unnamed = folder.path().join("packed.txt");
        fs::rename(&named, &unnamed).unwrap();
        assert_eq!(read(&unnamed).unwrap(), content, "{ending}");
        // A plain file is read as it is, whatever its extension.
        fs::write(&named, &content).unwrap();
        assert_eq!(read(&named).unwrap(), content, "{ending}");
        for short in [&b""[..], b"(", b"\x1f", b"\x28\xb5"] {
            fs::write(&unnamed, short).unwrap();
            assert_eq!(read(&unnamed).unwrap(), short, "{ending}");
        }
        // An empty file with such an extension is damaged.
        fs::write(&named, "").unwrap();
        let input = InputFile::new(&named);
        let end = input.open(&Arc::default()).and_then(|mut file| {
            file.read_to_end(&mut Vec::new()).map_err(|error| input.error(error))
        });
        assert!(end.is_err(), "{ending}");
    }
}

#[test]
fn errors_name_the_data_after_a_compressed_stream() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.gz");
    write(&path, &b"line\n".repeat(1000));
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend(b"garbage");
    fs::write(&path, bytes).unwrap();
    let mut text = Vec::new();
    let end = InputFile::new(&path).open(&Arc::default()).unwrap().read_to_end(&mut text);
    let error = end.unwrap_err().to_string();
    assert!(error.starts_with("after 5000 bytes of content, "), "{error}");
    assert!(error.contains(" is followed by other data; "), "{error}");
    assert_eq!(text, b"line\n".repeat(1000));
}
