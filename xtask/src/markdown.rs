//! A line-based reader of Markdown: the prose of a document, its links and its anchors.

use std::collections::{BTreeMap, BTreeSet};

/// Returns the lines outside code blocks and HTML comments, with their numbers.
pub(crate) fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut lines = Vec::new();
    let (mut is_code, mut is_comment) = (false, false);
    for (number, line) in (1..).zip(text.lines()) {
        let start = line.trim_start();
        if start.starts_with("```") {
            is_code = !is_code;
        } else if is_comment || (!is_code && start.starts_with("<!--")) {
            is_comment = !line.contains("-->");
        } else if !is_code {
            lines.push((number, line));
        }
    }
    lines
}

/// Returns a line without its inline code.
pub(crate) fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

/// Returns the targets of a document's links and images, with their line numbers.
pub(crate) fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    for (number, line) in prose(text) {
        let line = without_code(line);
        let inline = line.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
        let html = ["href=\"", "src=\"", "srcset=\""]
            .into_iter()
            .flat_map(|attribute| line.split(attribute).skip(1))
            .filter_map(|rest| rest.split('"').next());
        links.extend(inline.chain(html).map(|target| (number, target.to_owned())));
    }
    links
}

/// Returns the anchors of a document's headings, as GitHub and mdBook make them.
pub(crate) fn anchors(text: &str) -> BTreeSet<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut anchors = BTreeSet::new();
    for (_, line) in prose(text) {
        let title = line.trim_start_matches('#');
        let level = line.len() - title.len();
        if !(1..=6).contains(&level) || !title.starts_with(' ') {
            continue;
        }
        let slug = slug(title.trim());
        let count = seen.entry(slug.clone()).or_default();
        anchors.insert(if *count == 0 { slug } else { format!("{slug}-{count}") });
        *count += 1;
    }
    anchors
}

/// Returns the anchor of a heading: lower case, spaces as hyphens, no punctuation.
fn slug(title: &str) -> String {
    // The target of a link is not part of the text.
    let mut text = String::new();
    for (index, part) in title.split("](").enumerate() {
        let visible = if index == 0 { part } else { part.split_once(')').map_or(part, |it| it.1) };
        text.push_str(visible);
    }
    let kept = text.chars().filter_map(|char| match char {
        ' ' => Some('-'),
        '-' | '_' => Some(char),
        char => char.is_alphanumeric().then_some(char),
    });
    kept.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::{anchors, links, prose};

    #[test]
    fn code_and_comments_do_not_count_as_prose() {
        let text = "a\n```sh\nb\n```\n<!-- c\nd -->\n<!-- e -->\nf";
        assert_eq!(prose(text), [(1, "a"), (8, "f")]);
    }

    #[test]
    fn links_of_every_kind_are_found() {
        let text = "[a](b.md#c) and ![d](e.svg \"f\")\n<img src=\"g.png\">\n`[h](i)` [`j`](k)";
        let links = links(text);
        let targets: Vec<_> = links.iter().map(|(line, target)| (*line, target.as_str())).collect();
        assert_eq!(targets, [(1, "b.md#c"), (1, "e.svg"), (2, "g.png"), (3, "k")]);
    }

    #[test]
    fn headings_have_anchors() {
        let text = "# A `b_c`, d!\n## [Ef](g.md) h\n## A b\n## A b\n### 백트래킹 1\n#no\n";
        let expected = ["a-b", "a-b-1", "a-b_c-d", "ef-h", "백트래킹-1"];
        assert_eq!(anchors(text).iter().map(String::as_str).collect::<Vec<_>>(), expected);
    }
}
