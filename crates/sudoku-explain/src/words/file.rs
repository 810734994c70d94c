//! The file of a language: sections of keys with templates.

use std::collections::BTreeMap;

use sudoku_logic::StepName;

use super::template::{Piece, SentenceTemplate};

/// The words of a language, by section and key.
#[derive(Debug, Default)]
pub(super) struct LanguageFile {
    sections: BTreeMap<String, BTreeMap<String, SentenceTemplate>>,
}

impl LanguageFile {
    /// Reads a file. The error names a line.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut file = Self::default();
        let mut section = String::new();
        let mut lines = text.lines().enumerate().peekable();
        while let Some((at, line)) = lines.next() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                section = name.to_owned();
                continue;
            }
            let failure = |reason: String| format!("line {}: {reason}", at + 1);
            let (keys, value) =
                line.split_once('=').ok_or_else(|| failure("there is no `=`".to_owned()))?;
            let mut value = value.trim().to_owned();
            while let Some((_, more)) = lines.next_if(|(_, line)| line.starts_with(' ')) {
                value = format!("{value} {}", more.trim());
            }
            for key in keys.split('|').map(str::trim) {
                let template = SentenceTemplate::read(value.trim_start()).map_err(failure)?;
                let section = file.sections.entry(section.clone()).or_default();
                if section.insert(key.to_owned(), template).is_some() {
                    return Err(failure(format!("`{key}` occurs twice in its section")));
                }
            }
        }
        Ok(file)
    }

    pub(super) fn template(&self, section: &str, key: &str) -> Option<&SentenceTemplate> {
        self.sections.get(section)?.get(key)
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
        let sections = self.sections.iter();
        sections.flat_map(|(section, keys)| keys.keys().map(|key| (section.as_str(), key.as_str())))
    }

    /// Returns the styles that templates use, and the default pattern of a list.
    #[cfg(test)]
    pub(super) fn styles(&self) -> std::collections::BTreeSet<&str> {
        let templates = self.sections.values().flat_map(BTreeMap::values);
        let styles =
            templates.flat_map(|template| &template.pieces).filter_map(|piece| match piece {
                Piece::Value { style, .. } => Some(style.as_str()),
                _ => None,
            });
        styles.chain(["list"]).collect()
    }
}
