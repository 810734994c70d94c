//! The languages of explanations.
//!
//! The words are in the folder `words` of this crate: a file for each language, and
//! `techniques.txt` with the names and the meanings of techniques in all languages. To add a
//! language, add its file with the words of techniques, and its row below.

use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use sudoku_core::SearchStep;
use sudoku_logic::{Effect, StepName};
use sudoku_rules::RuleKind;

use crate::claim::Claim;
use crate::fish_name::fish;
use crate::marks::{Kind, Mark};
use crate::message::{Message, ToMessage, Value};
use crate::notation;
use crate::token::{Sentence, Token, plain};

mod file;
mod render;
mod template;

use file::LanguageFile;

/// Declares the languages, one row each: the variant and the code, which names its file.
macro_rules! languages {
    ($($(#[$doc:meta])* $variant:ident = $code:literal,)+) => {
        /// A language in which steps are explained.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Language { $($(#[$doc])* $variant,)+ }

        impl Language {
            /// All languages.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Returns the language's ISO 639 code.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code,)+ }
            }

            /// Returns the text of the language's file.
            const fn source(self) -> &'static str {
                match self {
                    $(Self::$variant => include_str!(concat!("../words/", $code, ".txt")),)+
                }
            }

            /// Returns the templates of the language, which are read once. A file with an
            /// error gives an empty list; the tests refuse such a file.
            fn file(self) -> &'static LanguageFile {
                match self {
                    $(Self::$variant => {
                        static FILE: LazyLock<LanguageFile> =
                            LazyLock::new(|| Language::$variant.read().unwrap_or_default());
                        &FILE
                    })+
                }
            }
        }
    };
}

languages! {
    /// English, `en`.
    #[default]
    English = "en",
    /// Korean, `ko`.
    Korean = "ko",
}

/// The names and the meanings of techniques in all languages.
const TECHNIQUES: &str = include_str!("../words/techniques.txt");

impl Language {
    /// Reads the templates of the language.
    fn read(self) -> Result<LanguageFile, String> {
        LanguageFile::read(self.source())?.with_techniques(TECHNIQUES, self.code())
    }

    /// Returns a technique's name as a title: `Naked pair`.
    #[must_use]
    pub fn title(self, name: StepName) -> String {
        let mut title = Sentence::default();
        title.text(self.file().technique(name));
        title.capitalized().into_text()
    }

    /// Returns a sentence that defines a technique.
    #[must_use]
    pub fn meaning(self, name: StepName) -> String {
        self.text(&meaning(name))
    }

    /// Returns a sentence without a period that describes the demand of a kind of rule.
    #[must_use]
    pub fn demand(self, kind: RuleKind) -> String {
        self.text(&demand(kind))
    }

    /// Returns the words of a phrase or a place.
    pub(crate) fn tokens(self, of: &impl ToMessage) -> Vec<Token> {
        self.file().render(&of.message())
    }

    /// Describes the effect of a step.
    pub(crate) fn so(self, effect: &Effect) -> String {
        let effect = Value::Text(notation::effect(effect));
        self.text(&Message::new("effects", "So").with("effect", effect))
    }

    /// Describes a step of a search: a placed digit or the return to a cell. Other steps change no
    /// digit and have no description.
    #[must_use]
    pub fn search_step(self, step: &SearchStep) -> Option<String> {
        search(step).map(|message| self.text(&message))
    }

    /// Describes a phrase about a puzzle with rules.
    pub(crate) fn variant(self, phrase: &impl ToMessage) -> String {
        self.text(&phrase.message())
    }

    /// Returns the meaning of a mark on a drawing of a pattern of this kind.
    pub(crate) fn legend(self, mark: Mark, kind: Kind) -> String {
        self.text(&meaning_of_mark(mark, kind))
    }

    fn text(self, message: &Message) -> String {
        plain(&self.file().render(message))
    }
}

/// Returns the message with the meaning of a mark. Three marks have a meaning of their own in each
/// kind of pattern.
fn meaning_of_mark(mark: Mark, kind: Kind) -> Message {
    let key = match mark {
        Mark::Set | Mark::True | Mark::False => format!("{mark:?}.{kind:?}"),
        _ => format!("{mark:?}"),
    };
    Message::new("marks", key)
}

/// Returns the message with the demand of a kind of rule.
pub(crate) fn demand(kind: RuleKind) -> Message {
    Message::new("rules", kind.name())
}

/// Returns the message that defines a technique.
fn meaning(name: StepName) -> Message {
    let message = Message::new("meanings", name.name());
    match fish(name) {
        Some((_, size)) => message.with("size", Value::Count(size)),
        None => message,
    }
}

/// Returns the message for a step of a search that changes a digit.
fn search(step: &SearchStep) -> Option<Message> {
    let placed = |key, cell, digit| {
        Message::new("search", key).with("claim", Value::Claims(vec![Claim::on(cell, digit)]))
    };
    Some(match *step {
        SearchStep::Place { cell, digit, is_guess: true } => placed("Guess", cell, digit),
        SearchStep::Place { cell, digit, .. } | SearchStep::Single { cell, digit } => {
            placed("Place", cell, digit)
        }
        SearchStep::Return { cell } => {
            Message::new("search", "Return").with("cell", Value::Cells(vec![cell]))
        }
        _ => return None,
    })
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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use sudoku_core::{Cell, Digit};
    use sudoku_logic::StepName;

    use super::*;
    use crate::message::Field;
    use crate::proof::{Item, Phrase, Place};

    /// The sections whose keys a language chooses itself.
    const OWN: [&str; 3] = ["lists", "numbers", "techniques"];

    const KINDS: [Kind; 10] = [
        Kind::Pattern,
        Kind::Fish,
        Kind::Kraken,
        Kind::Wing,
        Kind::Sets,
        Kind::Crossing,
        Kind::Colors,
        Kind::Deadly,
        Kind::Aligned,
        Kind::Chain,
    ];
    const MARKS: [Mark; 10] = [
        Mark::House,
        Mark::Base,
        Mark::Cover,
        Mark::Set,
        Mark::True,
        Mark::False,
        Mark::Out,
        Mark::Placed,
        Mark::Strong,
        Mark::Weak,
    ];

    fn messages() -> Vec<Message> {
        fn of<T: Field + ToMessage>() -> impl Iterator<Item = Message> {
            T::samples().into_iter().map(|sample| sample.message())
        }
        let mut messages: Vec<Message> =
            of::<Phrase>().chain(of::<Place>()).chain(of::<Item>()).collect();
        messages.extend(StepName::all().iter().map(|&name| meaning(name)));
        messages.extend(
            ["Row", "Column", "Box"]
                .map(|key| Message::new("houses", key).with("number", Value::Count(4))),
        );
        for kind in KINDS {
            messages.extend(MARKS.map(|mark| meaning_of_mark(mark, kind)));
        }
        let (cell, digit) = (Cell::FIRST, Digit::new(1).unwrap());
        messages.extend(
            [
                SearchStep::Place { cell, digit, is_guess: true },
                SearchStep::Single { cell, digit },
                SearchStep::Return { cell },
            ]
            .map(|step| search(&step).unwrap()),
        );
        messages.extend(crate::variant::samples());
        messages.push(Message::new("effects", "So").with("effect", Value::Text("r1c2=3".into())));
        messages
    }

    fn read(language: Language) -> LanguageFile {
        language.read().unwrap_or_else(|error| panic!("{language}: {error}"))
    }

    /// A template may leave out a count, which one language needs to choose a form.
    #[test]
    fn every_language_has_each_key_with_all_its_values_and_no_other() {
        let needed: BTreeMap<(&str, String), Vec<(&str, Value)>> = messages()
            .into_iter()
            .map(|message| ((message.section, message.key), message.values))
            .collect();
        for &language in Language::ALL {
            let file = read(language);
            for ((section, key), values) in &needed {
                let at = format!("{language}.txt: `{key}` in [{section}]");
                let template = file.template(section, key);
                let mut names = template.unwrap_or_else(|| panic!("{at} is missing")).names();
                for (name, value) in values {
                    let is_used = names.remove(name) || matches!(value, Value::Count(_));
                    assert!(is_used, "{at} does not use {{{name}}}");
                }
                assert!(names.is_empty(), "{at} has no values {names:?}");
            }
            for (section, key) in file.keys().filter(|(section, _)| !OWN.contains(section)) {
                let is_needed = needed.contains_key(&(section, key.to_owned()));
                assert!(is_needed, "{language}.txt: nothing uses `{key}` in [{section}]");
            }
        }
    }

    #[test]
    fn every_placeholder_of_every_language_has_words() {
        for &language in Language::ALL {
            for message in messages() {
                let text = language.text(&message);
                // A set such as `{347}` is the only use of braces.
                let is_open = |part: &str| !part.starts_with(|first: char| first.is_ascii_digit());
                let at = format!("{language}.txt: `{}` in [{}]", message.key, message.section);
                assert!(!text.split('{').skip(1).any(is_open), "{at}: {text}");
                assert!(!text.is_empty() && !text.contains("  "), "{at}: `{text}`");
            }
        }
    }

    #[test]
    fn every_pattern_and_name_of_a_language_is_used() {
        for &language in Language::ALL {
            let file = read(language);
            let styles = file.styles();
            for (section, key) in file.keys() {
                let is_used = match section {
                    "lists" => styles.contains(key) && file.joints(key).is_some(),
                    "numbers" => styles.contains("word") && key.parse::<usize>().is_ok(),
                    "techniques" => StepName::all().iter().any(|name| name.name() == key),
                    _ => true,
                };
                assert!(is_used, "{language}.txt: `{key}` in [{section}]");
            }
        }
    }

    #[test]
    fn every_technique_has_a_title_and_a_definition_in_every_language() {
        for &language in Language::ALL {
            let mut titles = BTreeSet::new();
            for &name in StepName::all() {
                let meaning = language.meaning(name);
                assert!(meaning.ends_with('.') && meaning.contains(' '), "{name}: {meaning}");
                assert!(titles.insert(language.title(name)), "{language}: two are named {name}");
                let is_named = read(language).word("techniques", name.name()).is_some();
                assert_eq!(is_named, language != Language::English, "{language}: {name}");
            }
        }
    }

    #[test]
    fn the_words_of_techniques_are_those_of_a_language() {
        for entry in file::entries(TECHNIQUES).unwrap() {
            let code = entry.key.strip_suffix(" names").unwrap_or(&entry.key);
            assert!(code.parse::<Language>().is_ok(), "techniques.txt: `{}`", entry.key);
        }
    }

    #[test]
    fn an_error_in_a_file_is_reported_with_its_line() {
        for (text, error) in [
            ("[lists]\nlist", "line 2: there is no `=`"),
            ("a = {b", "line 1: `{b` has no `}`"),
            ("a = b}", "line 1: `b}` has a `}` without `{`"),
            ("a = {:c}", "line 1: `{:c}` has no name"),
            ("# a\n\na | b = c\n  d\nb = e", "line 5: `b` occurs twice in its section"),
        ] {
            assert_eq!(LanguageFile::read(text).unwrap_err(), error);
        }
        for (text, error) in [
            ("[a\n  | b]\nxx names = c", "line 3: the section has another number of techniques"),
            ("[a | b]\nxx = c\n[b]\nxx = c", "line 4: `b` occurs twice in its section"),
        ] {
            assert_eq!(LanguageFile::default().with_techniques(text, "xx").unwrap_err(), error);
        }
    }

    #[test]
    fn a_code_names_its_language() {
        for &language in Language::ALL {
            assert_eq!(language.code().parse(), Ok(language));
        }
        let error = "xx".parse::<Language>().unwrap_err().to_string();
        assert!(error.starts_with("unknown language `xx`; the languages are: en, ko"), "{error}");
    }
}
