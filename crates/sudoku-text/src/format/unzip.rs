//! The short form of JSON in links of SudokuPad.
//!
//! Quotes are single, keys have no quotes, an empty object between commas and brackets is missing,
//! and `t` and `f` are `true` and `false`.

use serde_json::Number;

/// Returns the JSON of a text in the short form. Any other text gives a text that is no JSON.
pub(crate) fn unzipped(text: &str) -> String {
    let mut json = String::with_capacity(2 * text.len());
    // A text with double quotes has no other quotes.
    let quote = if text.contains('"') { '"' } else { '\'' };
    let mut rest = text;
    // True after `[` or `,` in a list, where an empty object may be missing.
    let mut is_value_due = false;
    while let Some(sign) = rest.chars().next() {
        match sign {
            _ if sign == quote => {
                let length = length_of_text(rest, quote);
                let inner = &rest[1..length];
                json.push('"');
                json.push_str(&inner.strip_suffix(quote).unwrap_or(inner).replace("\\'", "'"));
                json.push('"');
                (rest, is_value_due) = (&rest[length..], false);
                continue;
            }
            ',' | ']' | '}' if is_value_due => json.push_str("{}"),
            _ => {}
        }
        let is_sign = |sign: char| matches!(sign, '[' | ']' | '{' | '}' | ',' | ':');
        if is_sign(sign) || sign.is_whitespace() {
            json.push(sign);
            is_value_due = matches!(sign, '[' | ',');
            rest = &rest[sign.len_utf8()..];
            continue;
        }
        let end = rest.find(|sign| is_sign(sign) || sign == quote).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        match word {
            _ if after.starts_with(':') => json.push_str(&format!("\"{word}\"")),
            "t" => json.push_str("true"),
            "f" => json.push_str("false"),
            _ if is_literal(word) => json.push_str(word),
            _ => json.push_str(&format!("\"{word}\"")),
        }
        (rest, is_value_due) = (after, false);
    }
    json
}

/// Returns true for a number and the words of JSON.
fn is_literal(word: &str) -> bool {
    matches!(word, "true" | "false" | "null") || serde_json::from_str::<Number>(word).is_ok()
}

/// Returns the length of the text that begins with a quote, with its quotes.
fn length_of_text(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, sign)| {
        let is_end = sign == quote && !is_escaped;
        is_escaped = sign == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}
