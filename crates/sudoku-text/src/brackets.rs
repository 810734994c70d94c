//! The brackets around the puzzles of a text in JSON.

use crate::fields::{FileField, object_fields};
use crate::format::lists::{end_of, end_of_text};

/// A walk through a text that knows which brackets are open.
pub(crate) struct OpenBrackets<'a> {
    text: &'a [u8],
    /// The number of bytes passed.
    at: usize,
    open: Vec<Bracket>,
}

struct Bracket {
    start: usize,
    /// The plain values of the object, once they are needed.
    members: Option<Vec<FileField>>,
}

impl<'a> OpenBrackets<'a> {
    pub(crate) const fn of(text: &'a [u8]) -> Self {
        Self { text, at: 0, open: Vec::new() }
    }

    /// Goes on to a place. Returns the plain values of the objects around it, innermost first. The
    /// values around a list belong to all of its items, so these are left out.
    pub(crate) fn members_around(&mut self, place: usize) -> Vec<FileField> {
        while self.at < place {
            let rest = &self.text[self.at..];
            match rest[0] {
                b'{' | b'[' => self.open.push(Bracket { start: self.at, members: None }),
                b'}' | b']' => drop(self.open.pop()),
                b'"' => self.at += end_of_text(rest).unwrap_or(1) - 1,
                _ => {}
            }
            self.at += 1;
        }
        let text = self.text;
        let objects = self.open.iter_mut().rev().take_while(|it| text[it.start] == b'{');
        let members = |it: &'_ mut Bracket| {
            it.members.get_or_insert_with(|| plain_members(&text[it.start..])).clone()
        };
        objects.flat_map(members).collect()
    }
}

/// Returns the values of the object at the start of a text, except those that contain objects.
fn plain_members(text: &[u8]) -> Vec<FileField> {
    let object = end_of(text).map_or(&text[..0], |end| &text[..end]);
    let mut members = object_fields(&String::from_utf8_lossy(object));
    members.retain(|field| {
        let is_list = field.json.starts_with(['{', '[']);
        !(is_list && field.json.contains('{'))
    });
    members
}
