//! Templates: texts with named placeholders. The file of the English words describes them.

use std::fmt;

/// A text with placeholders.
#[derive(Debug, Default)]
pub(super) struct SentenceTemplate {
    pub(super) pieces: Vec<Piece>,
}

/// A piece of a template.
#[derive(Debug)]
pub(super) enum Piece {
    /// Plain words.
    Text(String),
    /// A value: `{cells}`, `{digits:and}`, `{House}`, `{claims.first}`.
    Value {
        path: Path,
        /// The name of the style or of the list pattern, or nothing.
        style: String,
        /// True if the first letter is a capital.
        is_capital: bool,
    },
    /// A form for one object, and a form for several: `{cells:is/are}`.
    Plural { path: Path, one: String, more: String },
    /// A form after a consonant, and a form after a vowel: `{은/는}`.
    Sound { consonant: String, vowel: String },
}

/// The name of a value, and a part of this value: `claims`, `claims.first`.
#[derive(Debug)]
pub(super) struct Path {
    pub(super) name: String,
    pub(super) field: Option<String>,
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.field.iter().try_for_each(|field| write!(f, ".{field}"))
    }
}

impl SentenceTemplate {
    /// Reads a template. The error states which placeholder is wrong.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('{') {
            let (inside, after) =
                behind.split_once('}').ok_or_else(|| format!("`{{{behind}` has no `}}`"))?;
            if !before.is_empty() {
                pieces.push(Piece::Text(before.to_owned()));
            }
            pieces.push(Piece::read(inside)?);
            rest = after;
        }
        if rest.contains('}') {
            return Err(format!("`{rest}` has a `}}` without `{{`"));
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        Ok(Self { pieces })
    }

    /// Returns the names of the values.
    #[cfg(test)]
    pub(super) fn names(&self) -> std::collections::BTreeSet<&str> {
        let names = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Value { path, .. } | Piece::Plural { path, .. } => Some(path.name.as_str()),
            Piece::Text(_) | Piece::Sound { .. } => None,
        });
        names.collect()
    }
}

impl Piece {
    /// Reads a placeholder without its braces.
    fn read(inside: &str) -> Result<Self, String> {
        let (name, rest) = match inside.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (inside, None),
        };
        let forms = |text: &str| text.split_once('/').map(|(a, b)| (a.to_owned(), b.to_owned()));
        if let (None, Some((consonant, vowel))) = (rest, forms(name)) {
            return Ok(Self::Sound { consonant, vowel });
        }
        let lower = name.to_ascii_lowercase();
        let (name_only, field) = match lower.split_once('.') {
            Some((name, field)) => (name, Some(field.to_owned())),
            None => (lower.as_str(), None),
        };
        if name_only.is_empty() {
            return Err(format!("`{{{inside}}}` has no name"));
        }
        let path = Path { name: name_only.to_owned(), field };
        Ok(match rest.and_then(forms) {
            Some((one, more)) => Self::Plural { path, one, more },
            None => Self::Value {
                path,
                style: rest.unwrap_or_default().to_owned(),
                is_capital: lower != name,
            },
        })
    }
}
