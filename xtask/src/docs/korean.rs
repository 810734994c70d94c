//! Korean pages: their language, and their words in the search index.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::Failure;

/// Sets the language of the pages in a folder, because mdBook has one language for all pages.
pub(super) fn mark_pages(folder: &Path) -> Result<(), Failure> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "html") {
            let page = fs::read_to_string(&path)?;
            fs::write(&path, page.replacen("<html lang=\"en\"", "<html lang=\"ko\"", 1))?;
        }
    }
    Ok(())
}

/// The script of the search index contains it as JSON in a string.
const BEGIN: &str = "JSON.parse('";
const END: &str = "')";

/// Adds Korean words to the search index of a site. mdBook indexes only words with ASCII letters.
pub(super) fn index_words(site: &Path) -> Result<(), Failure> {
    for entry in fs::read_dir(site)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("searchindex-") && name.ends_with(".js") {
            let script = fs::read_to_string(&path)?;
            let (before, rest) = script.split_once(BEGIN).ok_or("the search index has no JSON")?;
            let (index, after) = rest.rsplit_once(END).ok_or("the search index has no end")?;
            let mut index: Value =
                serde_json::from_str(&index.replace("\\'", "'").replace("\\\\", "\\"))?;
            add_words(&mut index["index"]).ok_or("the search index has an unknown layout")?;
            let index = index.to_string().replace('\\', "\\\\").replace('\'', "\\'");
            return Ok(fs::write(&path, format!("{before}{BEGIN}{index}{END}{after}"))?);
        }
    }
    Err("the site has no search index".into())
}

/// Adds the words to an index of elasticlunr: a trie of characters for each field.
fn add_words(index: &mut Value) -> Option<()> {
    let documents = index["documentStore"]["docs"].as_object()?.clone();
    for (id, document) in &documents {
        for (field, trie) in index["index"].as_object_mut()? {
            let text = document[field].as_str().unwrap_or_default();
            for (word, count) in korean_words(text) {
                let node = word.chars().try_fold(trie.get_mut("root")?, |node, char| {
                    let children = node.as_object_mut()?;
                    Some(children.entry(char.to_string()).or_insert_with(new_node))
                })?;
                node["docs"][id] = json!({ "tf": f64::from(count).sqrt() });
                node["df"] = node["docs"].as_object().map_or(0, Map::len).into();
            }
        }
    }
    // The trimmer removes everything except ASCII letters from the words of a query.
    index["pipeline"].as_array_mut()?.retain(|step| step != "trimmer");
    Some(())
}

fn new_node() -> Value {
    json!({ "docs": {}, "df": 0 })
}

/// Returns the words with Hangul syllables, each with its number of occurrences.
fn korean_words(text: &str) -> BTreeMap<&str, u32> {
    let mut words = BTreeMap::new();
    for word in text.split(|char: char| !char.is_alphanumeric()) {
        // A particle can follow a word in Latin letters, and such words are not Korean.
        if word.starts_with(|char| ('가'..='힣').contains(&char)) {
            *words.entry(word).or_default() += 1;
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::index_words;

    #[test]
    fn korean_words_are_added_to_the_index() {
        let site = TempDir::new().expect("a temporary folder");
        let file = site.path().join("searchindex-1.js");
        let index = r#"x = JSON.parse('{"index":{"pipeline":["trimmer","stemmer"],"index":{"body":{"root":{"docs":{},"df":0}}},"documentStore":{"docs":{"7":{"body":"가 it\'s 나가, 가 mrv는"}}}}}');"#;
        fs::write(&file, index).expect("a file");
        index_words(site.path()).expect("an index");
        let text = fs::read_to_string(file).expect("a file");
        assert!(text.starts_with("x = JSON.parse('{") && text.ends_with("}');"), "{text}");
        assert!(text.contains(r#""pipeline":["stemmer"]"#) && text.contains(r"it\'s"), "{text}");
        assert!(text.contains(r#""가":{"df":1,"docs":{"7":{"tf":1.4142135623730951}}}"#), "{text}");
        assert!(
            text.contains(r#""나":{"df":0,"docs":{},"가":{"df":1,"docs":{"7":{"tf":1.0}}}}"#),
            "{text}"
        );
        assert!(!text.contains("mrv\":"), "{text}");
    }
}
