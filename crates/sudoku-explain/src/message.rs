//! Messages: a key and named values. The file of a language has a template for each key.

use sudoku_core::{Cell, Digit, DigitSet, House};
use sudoku_logic::StepName;

use crate::claim::Claim;
use crate::notation::Letter;

/// Something to say, independent of any language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    /// The section of the template in the file of a language.
    pub(crate) section: &'static str,
    /// The key of the template in its section.
    pub(crate) key: String,
    /// The values, which the template names.
    pub(crate) values: Vec<(&'static str, Value)>,
}

impl Message {
    pub(crate) fn new(section: &'static str, key: impl Into<String>) -> Self {
        Self { section, key: key.into(), values: Vec::new() }
    }

    /// Adds a value.
    pub(crate) fn with(mut self, name: &'static str, value: Value) -> Self {
        self.values.push((name, value));
        self
    }

    pub(crate) fn with_field(mut self, name: &'static str, field: &impl Field) -> Self {
        field.add_to(name, &mut self);
        self
    }
}

/// A value in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Cells(Vec<Cell>),
    Digits(DigitSet),
    Houses(Vec<House>),
    Claims(Vec<Claim>),
    Letters(Vec<Letter>),
    Count(usize),
    Technique(StepName),
    Messages(Vec<Message>),
    Text(String),
}

impl Value {
    /// Returns the number of objects, or the number that is the value.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Cells(cells) => cells.len(),
            Self::Digits(digits) => digits.len(),
            Self::Houses(houses) => houses.len(),
            Self::Claims(claims) => claims.len(),
            Self::Letters(letters) => letters.len(),
            Self::Messages(messages) => messages.len(),
            Self::Count(count) => *count,
            Self::Technique(_) | Self::Text(_) => 1,
        }
    }
}

/// A type that has a template for each of its variants.
pub(crate) trait ToMessage {
    /// Returns the message of this variant: its name is the key, and its fields are the values.
    fn message(&self) -> Message;
}

/// A field of a message.
pub(crate) trait Field: Sized {
    /// Adds the field to a message.
    fn add_to(&self, name: &'static str, message: &mut Message);

    /// Returns values for tests: one, two and three objects for a list, each variant for an enum.
    #[cfg(test)]
    fn samples() -> Vec<Self>;
}

/// Implements [`Field`] for types, each with its [`Value`] and its samples.
macro_rules! fields {
    ($($type:ty: |$field:ident| $value:expr, $samples:expr;)+) => {
        $(impl Field for $type {
            fn add_to(&self, name: &'static str, message: &mut Message) {
                let $field = self;
                message.values.push((name, $value));
            }

            #[cfg(test)]
            fn samples() -> Vec<Self> {
                $samples
            }
        })+
    };
}

fields! {
    Cell: |cell| Value::Cells(vec![*cell]), samples::cells()[..1].to_vec();
    Vec<Cell>: |cells| Value::Cells(cells.clone()), samples::lists(&samples::cells());
    Digit: |digit| Value::Digits(DigitSet::only(*digit)), Digit::all().collect();
    DigitSet: |digits| Value::Digits(*digits), samples::digit_sets();
    House: |house| Value::Houses(vec![*house]), House::all().step_by(9).collect();
    Vec<House>: |houses| Value::Houses(houses.clone()), samples::lists(&House::samples());
    Claim: |claim| Value::Claims(vec![claim.clone()]), samples::claims();
    Vec<Claim>: |claims| Value::Claims(claims.clone()), samples::lists(&samples::claims());
    (Cell, Digit): |at| Value::Claims(vec![Claim::on(at.0, at.1)]), samples::candidates();
    Vec<(Cell, Digit)>:
        |chosen| Value::Claims(chosen.iter().map(|at| Claim::on(at.0, at.1)).collect()),
        samples::lists(&samples::candidates());
    Letter: |letter| Value::Letters(vec![*letter]), vec![Letter(0), Letter(27)];
    Vec<Letter>: |letters| Value::Letters(letters.clone()), vec![vec![Letter(0), Letter(1)]];
    String: |text| Value::Text(text.clone()), vec!["1 2".to_owned()];
    usize: |count| Value::Count(*count), vec![1, 2, 12];
    StepName: |name| Value::Technique(*name), StepName::all().to_vec();
    Vec<Message>: |parts| Value::Messages(parts.clone()), samples::lists(&samples::parts());
}

impl<T: ToMessage + Field + Clone> Field for Vec<T> {
    fn add_to(&self, name: &'static str, message: &mut Message) {
        message.values.push((name, Value::Messages(self.iter().map(T::message).collect())));
    }

    #[cfg(test)]
    fn samples() -> Vec<Self> {
        samples::lists(&T::samples()[..3])
    }
}

/// Declares an enum whose variants are messages: the section of their templates, and the names of
/// their fields. If such an enum is a field of a message, its variant follows the key
/// (`Gone.Sees`), and its fields join the values. If it contains another one, only the inner
/// variant follows the key.
macro_rules! messages {
    ($(
        $(#[$doc:meta])*
        enum $name:ident in $section:literal {
            $(
                $(#[$about:meta])*
                $variant:ident $(($($field:ident: $type:ty),+ $(,)?))?,
            )+
        }
    )+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, PartialEq, Eq)]
            pub(crate) enum $name {
                $($(#[$about])* $variant $(($($type),+))?,)+
            }

            impl ToMessage for $name {
                fn message(&self) -> Message {
                    match self {
                        $(Self::$variant $(($($field),+))? => {
                            Message::new($section, stringify!($variant))
                                $($(.with_field(stringify!($field), $field))+)?
                        })+
                    }
                }
            }

            impl Field for $name {
                fn add_to(&self, _: &'static str, outer: &mut Message) {
                    let inner = self.message();
                    let (_, variant) = inner.key.rsplit_once('.').unwrap_or(("", &inner.key));
                    outer.key = format!("{}.{variant}", outer.key);
                    outer.values.extend(inner.values);
                }

                #[cfg(test)]
                fn samples() -> Vec<Self> {
                    [$(crate::message::samples::each!(
                        $name::$variant $(($($field: $type),+))?
                    )),+].concat()
                }
            }
        )+
    };
}

pub(crate) use messages;

#[cfg(test)]
pub(crate) mod samples {
    use super::*;

    /// Returns samples of a variant that together have every sample of every field.
    macro_rules! each {
        ($name:ident::$variant:ident) => {
            vec![$name::$variant]
        };
        ($name:ident::$variant:ident($($field:ident: $type:ty),+)) => {{
            $(let $field = <$type as $crate::message::Field>::samples();)+
            let count = [$($field.len()),+].into_iter().max().unwrap_or(0);
            let sample = |at: usize| $name::$variant($($field[at % $field.len()].clone()),+);
            (0..count).map(sample).collect::<Vec<_>>()
        }};
    }
    pub(crate) use each;

    pub(super) fn cells() -> Vec<Cell> {
        ["r1c2", "r1c5", "r7c9"].map(|name| name.parse().unwrap()).to_vec()
    }

    pub(super) fn candidates() -> Vec<(Cell, Digit)> {
        cells().into_iter().zip(Digit::all()).collect()
    }

    pub(super) fn claims() -> Vec<Claim> {
        [true, false, true]
            .into_iter()
            .zip(candidates())
            .map(|(is_on, (cell, digit))| Claim::of(&[cell], digit, is_on))
            .collect()
    }

    pub(super) fn digit_sets() -> Vec<DigitSet> {
        ["3", "37", "379"].map(|digits| digits.parse().unwrap()).to_vec()
    }

    pub(super) fn parts() -> Vec<Message> {
        let part = |name| Message::new("houses", name).with("number", Value::Count(4));
        ["Row", "Column", "Box"].map(part).to_vec()
    }

    /// Returns lists of the first one, two and three items.
    pub(super) fn lists<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
        (1..=3).map(|count| items[..count].to_vec()).collect()
    }
}
