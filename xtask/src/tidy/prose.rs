//! Checks the wording of documents and comments: phrases that few readers understand, and sentences
//! that are too long.

use std::fs;
use std::path::Path;

use crate::tools::tracked_files;
use crate::{Failure, markdown};

/// The forbidden phrases, in lower case, each with a replacement.
const FORBIDDEN: &[(&str, &str)] = &[
    ("the weak spot", "a heading \"Limitations\""),
    ("unless told otherwise", "by default"),
    ("unless said otherwise", "by default"),
    ("come upon", "find"),
    ("comes upon", "finds"),
    ("but for", "except"),
    ("that there is not", "that does not exist"),
    ("of today", "current"),
    ("in vain", "without result"),
    ("whoever", "you"),
    ("is told", "is reported"),
    ("front door", "entry crate"),
    ("rules of the house", "rules"),
    ("no more is said", "nothing else is printed"),
];

/// The endings of files whose text is checked.
const ENDINGS: &[&str] = &[".md", ".rs", ".py", ".pyi", ".ts", ".mjs", ".toml", ".yml"];

/// The number of words that a sentence of a document may have.
const MAX_WORDS: usize = 45;

/// Checks every text file under version control.
pub(super) fn check(root: &Path, broken: &mut Vec<String>) -> Result<(), Failure> {
    for file in tracked_files(root)? {
        if file.starts_with("xtask/src/tidy/") || !ENDINGS.iter().any(|end| file.ends_with(end)) {
            continue;
        }
        let text = fs::read_to_string(root.join(&file))?;
        check_phrases(&file, &text, broken);
        // Lab notes are for specialists, and Korean words are not counted like English ones.
        let is_exempt = file.starts_with("docs/notes/") || file.contains("/ko/");
        if file.ends_with(".md") && !file.ends_with(".ko.md") && !is_exempt {
            check_sentences(&file, &text, broken);
        }
    }
    Ok(())
}

/// Reports forbidden phrases, also those that continue on the next line.
pub(super) fn check_phrases(file: &str, text: &str, broken: &mut Vec<String>) {
    let mut joined = String::new();
    // The offset at which each line starts in the joined text.
    let mut starts = Vec::new();
    for line in text.lines() {
        starts.push(joined.len());
        let words = line.trim().trim_start_matches(['/', '!', '#', '*', '>']).trim();
        joined.push_str(&words.to_lowercase());
        joined.push(' ');
    }
    for (phrase, replacement) in FORBIDDEN {
        for (at, _) in joined.match_indices(phrase) {
            let is_inside = |char: Option<char>| char.is_some_and(char::is_alphanumeric);
            let after = joined[at + phrase.len()..].chars().next();
            if is_inside(joined[..at].chars().next_back()) || is_inside(after) {
                continue;
            }
            let number = starts.partition_point(|&start| start <= at);
            broken.push(format!("{file}:{number}: write \"{replacement}\" for \"{phrase}\""));
        }
    }
}

/// Reports sentences of a document that have too many words.
pub(super) fn check_sentences(file: &str, text: &str, broken: &mut Vec<String>) {
    let mut paragraph = String::new();
    let mut start = 0;
    let mut previous = 0;
    let lines = markdown::prose(text);
    for (number, line) in lines.into_iter().chain([(usize::MAX, "")]) {
        let line = line.trim();
        let is_prose = !line.is_empty() && !line.starts_with(['|', '#', '<']);
        let is_item = line.starts_with(['-', '*', '>'])
            || line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
        if !is_prose || is_item || number != previous + 1 {
            report_long(file, start, &paragraph, broken);
            paragraph.clear();
        }
        if is_prose {
            if paragraph.is_empty() {
                start = number;
            }
            paragraph.push_str(&markdown::without_code(line));
            paragraph.push(' ');
        }
        previous = number;
    }
}

fn report_long(file: &str, line: usize, paragraph: &str, broken: &mut Vec<String>) {
    for sentence in paragraph.split_inclusive(['.', '!', '?', ':', ';']).fold(
        Vec::<String>::new(),
        |mut sentences, part| {
            // A dot ends a sentence if a space follows it: not in `0.5` or `e.g.,`.
            match sentences.last_mut() {
                Some(last) if !part.starts_with(' ') => last.push_str(part),
                _ => sentences.push(part.to_owned()),
            }
            sentences
        },
    ) {
        let is_word = |word: &&str| word.chars().any(char::is_alphanumeric);
        let words = sentence.split_whitespace().filter(is_word).count();
        if words > MAX_WORDS {
            let begin: Vec<&str> = sentence.split_whitespace().take(8).collect();
            broken.push(format!(
                "{file}:{line}: split this sentence of {words} words, {MAX_WORDS} are allowed: {}",
                begin.join(" ")
            ));
        }
    }
}
