//! Links with a compressed text: any text is read or reported.

#![no_main]

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use libfuzzer_sys::fuzz_target;
use miniz_oxide::deflate::compress_to_vec;
use sudoku_text::read_puzzles;

fuzz_target!(|text: &str| {
    let json = lz_str::compress_to_base64(text);
    let drawing = STANDARD.encode(compress_to_vec(text.as_bytes(), 6));
    for link in [
        format!("https://f-puzzles.com/?load={json}"),
        format!("https://sudokupad.app/scl{}", json.replace('/', "%2F")),
        format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={drawing}"),
        // Not compressed, and therefore damaged.
        format!("https://f-puzzles.com/?load={text}"),
    ] {
        let file = read_puzzles(link.as_bytes());
        assert!(!file.puzzles.is_empty() || !file.errors.is_empty());
    }
});
