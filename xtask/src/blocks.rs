//! The generated blocks of documents.
//!
//! A block is everything between a line `<!-- NAME: ARGUMENTS -->` and the next line
//! `<!-- NAME end -->`. A marker counts only at the beginning of a line, so prose can mention it.

use crate::Failure;

/// Returns a document in which each block of this name has the text that `new` returns for its
/// arguments.
///
/// # Errors
/// A block without an end, a document without such blocks, or an error of `new`, with the
/// document's name and the block's line.
pub(crate) fn replace(
    (document, text): (&str, &str),
    name: &str,
    mut new: impl FnMut(&str) -> Result<String, Failure>,
) -> Result<String, Failure> {
    let (begin, end) = (format!("<!-- {name}: "), format!("<!-- {name} end -->"));
    let (mut replaced, mut blocks) = (String::new(), 0);
    let (mut line, mut rest) = (0, text);
    while let Some((first, after)) = split_line(rest) {
        (line, rest) = (line + 1, after);
        replaced += first;
        let Some(arguments) = first.strip_prefix(&begin) else { continue };
        let place = format!("{document}:{line}");
        let arguments = arguments.trim_end().strip_suffix(" -->").ok_or_else(|| {
            format!("{place}: the marker of a block has to end with ` -->` on its line")
        })?;
        let is_end = |line: &str| line.trim_end() == end;
        let mut size = 0;
        for line in after.split_inclusive('\n').take_while(|line| !is_end(line)) {
            size += line.len();
        }
        let (text, last) = after.split_at(size);
        if last.is_empty() || text.lines().any(|line| line.starts_with(&begin)) {
            return Err(format!("{place}: this block has no end: add a line `{end}`").into());
        }
        replaced += &new(arguments).map_err(|error| format!("{place}: {error}"))?;
        (line, rest, blocks) = (line + text.lines().count(), last, blocks + 1);
    }
    if blocks == 0 {
        return Err(format!("{document}: it has no block `{begin}… -->`").into());
    }
    Ok(replaced)
}

/// Splits a text after its first line.
fn split_line(text: &str) -> Option<(&str, &str)> {
    let first = text.split_inclusive('\n').next()?;
    Some(text.split_at(first.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a\n<!-- b: x y -->\nold\n<!-- b end -->\nsee `<!-- b: z -->`\n\
                        <!-- c: -->\n<!-- b: z -->\n<!-- b end -->\n";

    #[test]
    fn blocks_are_found_and_replaced() {
        let new = replace(("d.md", TEXT), "b", |arguments| Ok(format!("{arguments}\n")));
        let expected = TEXT.replace("old", "x y").replace("z -->\n<!-- b e", "z -->\nz\n<!-- b e");
        assert_eq!(new.expect("a document"), expected);
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| {
            let replaced = replace(("d.md", text), "b", |_| Ok(String::new()));
            replaced.expect_err("an error").to_string()
        };
        let (last, _) = TEXT.rsplit_once("<!-- b end").expect("an end");
        assert!(error(last).starts_with("d.md:7: this block has no end"));
        let open = TEXT.replacen("<!-- b end -->\n", "", 1);
        assert!(error(&open).starts_with("d.md:2: this block has no end"));
        assert!(error("\n<!-- b: x\n-->\n").starts_with("d.md:2: the marker"));
        assert!(error("none").contains("no block `<!-- b: "));
        let failed = replace(("d.md", TEXT), "b", |_| Err("why".into()));
        assert_eq!(failed.expect_err("an error").to_string(), "d.md:2: why");
    }
}
