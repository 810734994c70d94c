//! The languages of explanations. Everything that depends on a language is in the language's own
//! file.
//!
//! Such a file has the functions of [`english`]: the meaning of each technique, the sentence of
//! each phrase, the place of a pattern, and a few more. To add a language, add a file and a variant
//! of [`Language`].

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use sudoku_logic::{Effect, StepName};

use crate::marks::Role;
use crate::proof::{Phrase, Place};
use crate::token::{Sentence, Token};

mod english;
mod fish;
mod korean;

/// A language in which steps are explained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Language {
    /// English, `en`.
    #[default]
    English,
    /// Korean, `ko`.
    Korean,
}

/// Calls the function of the language's module.
macro_rules! in_language {
    ($language:expr, $function:ident($($argument:expr),*)) => {
        match $language {
            Language::English => english::$function($($argument),*),
            Language::Korean => korean::$function($($argument),*),
        }
    };
}

impl Language {
    /// All languages.
    pub const ALL: &'static [Self] = &[Self::English, Self::Korean];

    /// Returns the language's ISO 639 code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Korean => "ko",
        }
    }

    /// Returns a technique's name as a title: `Naked pair`.
    #[must_use]
    pub fn title(self, name: StepName) -> String {
        in_language!(self, title(name))
    }

    /// Returns a sentence that defines a technique.
    pub(crate) fn meaning(self, name: StepName) -> String {
        in_language!(self, meaning(name))
    }

    /// Returns the sentence of a phrase.
    pub(crate) fn sentence(self, phrase: &Phrase) -> Vec<Token> {
        in_language!(self, sentence(phrase))
    }

    /// Describes the place of a pattern.
    pub(crate) fn place(self, place: &Place) -> Vec<Token> {
        in_language!(self, place(place))
    }

    /// Describes the effect of a step.
    pub(crate) fn so(self, effect: &Effect) -> String {
        in_language!(self, so(effect))
    }

    /// Returns the meaning of a mark on a drawing.
    pub(crate) fn legend(self, role: Role) -> &'static str {
        in_language!(self, legend(role))
    }
}

/// Prints the code.
impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// Reads a code.
impl FromStr for Language {
    type Err = UnknownLanguageError;

    fn from_str(code: &str) -> Result<Self, UnknownLanguageError> {
        let known = Self::ALL.iter().find(|language| language.code() == code);
        known.copied().ok_or_else(|| UnknownLanguageError { code: code.to_owned() })
    }
}

/// The error for a code of an unknown language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLanguageError {
    code: String,
}

impl fmt::Display for UnknownLanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = Language::ALL.iter().map(|language| language.code()).collect();
        write!(f, "unknown language `{}`; the languages are: {}", self.code, known.join(", "))
    }
}

impl Error for UnknownLanguageError {}

/// Returns the numbers of the lines that a line follows from: ` (3, 5.1)`.
pub(crate) fn because_lines(from: &[String]) -> Vec<Token> {
    let sentence =
        Sentence::new(" (").list(from, ", ", |sentence, number| sentence.line(number.clone()));
    sentence.text(")").into_tokens()
}

#[cfg(test)]
mod tests {
    use sudoku_logic::StepName;

    use super::Language;

    #[test]
    fn every_technique_has_a_title_and_a_sentence_of_what_it_is_in_every_language() {
        for &language in Language::ALL {
            let mut titles = Vec::new();
            for &name in StepName::ALL {
                let meaning = language.meaning(name);
                assert!(meaning.ends_with('.') && meaning.contains(' '), "{name}: {meaning}");
                titles.push(language.title(name));
            }
            assert!(titles.iter().all(|title| !title.is_empty()));
            titles.sort();
            titles.dedup();
            assert_eq!(
                titles.len(),
                StepName::ALL.len(),
                "{language}: a title names two techniques"
            );
        }
    }

    #[test]
    fn a_code_names_its_language() {
        for &language in Language::ALL {
            assert_eq!(language.code().parse(), Ok(language));
        }
        let error = "fr".parse::<Language>().map_err(|error| error.to_string());
        assert_eq!(error, Err("unknown language `fr`; the languages are: en, ko".to_owned()));
    }
}
