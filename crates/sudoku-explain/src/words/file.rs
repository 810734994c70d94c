//! The file of a language: sections of keys with templates.

use sudoku_logic::StepName;

use super::template::{Piece, SentenceTemplate};

/// The words of a language, by section and key.
#[derive(Debug, Default)]
pub(super) struct LanguageFile {
    /// Sorted by section and key.
    templates: Vec<Keyed>,
}

/// A template with its section and key.
#[derive(Debug)]
struct Keyed {
    section: String,
    key: String,
    template: SentenceTemplate,
}

/// A key of a section with its text.
pub(super) struct Entry {
    /// The number of the line.
    line: usize,
    section: String,
    pub(super) key: String,
    text: String,
}

impl Entry {
    fn failure(&self, reason: &str) -> String {
        format!("line {}: {reason}", self.line)
    }
}

/// Reads the entries of a file. The error names a line.
pub(super) fn entries(text: &str) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    let mut section = String::new();
    let mut lines = text.lines().zip(1..).peekable();
    while let Some((first, line)) = lines.next() {
        if first.trim().is_empty() || first.starts_with('#') {
            continue;
        }
        let mut whole = first.to_owned();
        while let Some((more, _)) = lines.next_if(|(line, _)| line.starts_with(' ')) {
            whole = format!("{whole} {}", more.trim());
        }
        if let Some(name) = whole.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            section = name.to_owned();
            continue;
        }
        let (key, text) =
            whole.split_once('=').ok_or_else(|| format!("line {line}: there is no `=`"))?;
        let (key, text) = (key.trim().to_owned(), text.trim().to_owned());
        entries.push(Entry { line, section: section.clone(), key, text });
    }
    Ok(entries)
}

/// Splits a list of names.
fn names(list: &str) -> impl Iterator<Item = &str> + Clone {
    list.split('|').map(str::trim)
}

impl LanguageFile {
    /// Reads the file of a language. The error names a line.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut file = Self::default();
        for entry in &entries(text)? {
            for key in names(&entry.key) {
                file.insert(entry, &entry.section, key, &entry.text)?;
            }
        }
        Ok(file)
    }

    /// Adds the words of techniques in the language with this code. The error names a line.
    pub(super) fn with_techniques(mut self, text: &str, code: &str) -> Result<Self, String> {
        for entry in &entries(text)? {
            let techniques = names(&entry.section);
            if entry.key == code {
                for technique in techniques {
                    self.insert(entry, "meanings", technique, &entry.text)?;
                }
            } else if entry.key.strip_suffix(" names") == Some(code) {
                if names(&entry.text).count() != techniques.clone().count() {
                    return Err(entry.failure("the section has another number of techniques"));
                }
                for (technique, name) in techniques.zip(names(&entry.text)) {
                    self.insert(entry, "techniques", technique, name)?;
                }
            }
        }
        Ok(self)
    }

    fn insert(
        &mut self,
        entry: &Entry,
        section: &str,
        key: &str,
        text: &str,
    ) -> Result<(), String> {
        let template = SentenceTemplate::read(text).map_err(|reason| entry.failure(&reason))?;
        let (section, key) = (section.to_owned(), key.to_owned());
        match self.place(&section, &key) {
            Ok(_) => Err(entry.failure(&format!("`{key}` occurs twice in its section"))),
            Err(place) => {
                self.templates.insert(place, Keyed { section, key, template });
                Ok(())
            }
        }
    }

    /// Returns the index of a template or, as an error, the index where it belongs.
    fn place(&self, section: &str, key: &str) -> Result<usize, usize> {
        self.templates.binary_search_by(|known| (&*known.section, &*known.key).cmp(&(section, key)))
    }

    pub(super) fn template(&self, section: &str, key: &str) -> Option<&SentenceTemplate> {
        self.place(section, key).ok().map(|place| &self.templates[place].template)
    }

    /// Returns the name of a technique. Without a name of its own, a language uses the English one.
    pub(super) fn technique(&self, name: StepName) -> &str {
        self.word("techniques", name.name()).unwrap_or(name.name())
    }

    /// Returns a text without placeholders.
    pub(super) fn word(&self, section: &str, key: &str) -> Option<&str> {
        match self.template(section, key)?.pieces.as_slice() {
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// Returns all sections and keys.
    #[cfg(test)]
    pub(super) fn keys(&self) -> impl Iterator<Item = (&str, &str)> {
        self.templates.iter().map(|known| (&*known.section, &*known.key))
    }

    /// Returns the styles that templates use, and the default pattern of a list.
    #[cfg(test)]
    pub(super) fn styles(&self) -> std::collections::BTreeSet<&str> {
        let pieces = self.templates.iter().flat_map(|known| &known.template.pieces);
        let styles = pieces.filter_map(|piece| match piece {
            Piece::Value { style, .. } => Some(style.as_str()),
            _ => None,
        });
        styles.chain(["list"]).collect()
    }
}
