//! The command reference: a page for each subcommand, made from its `--help`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::commands::Helps;
use crate::Failure;

/// Writes the pages of each program into its folder in `reference`. Returns the list of pages for
/// SUMMARY.md, and the help texts.
pub(super) fn write(programs: &[PathBuf], reference: &Path) -> Result<(String, Helps), Failure> {
    let (mut list, mut helps) = (String::new(), Helps::new());
    for program in programs {
        let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let folder = reference.join(&name);
        fs::create_dir_all(&folder)?;
        write_pages(program, &[name], &folder, &mut list, &mut helps)?;
    }
    Ok((list, helps))
}

/// Writes the page of a command and those of its subcommands. The first of the words is the
/// program.
fn write_pages(
    program: &Path,
    words: &[String],
    folder: &Path,
    list: &mut String,
    helps: &mut Helps,
) -> Result<(), Failure> {
    let output = Command::new(program).args(&words[1..]).arg("--help").output()?;
    if !output.status.success() {
        return Err(format!("{} --help: {}", words.join(" "), output.status).into());
    }
    let text = String::from_utf8(output.stdout)?;
    let help = Help::parse(&text);
    let indent = "  ".repeat(words.len() - 1);
    let (title, file) = (words.join(" "), file_name(words));
    helps.insert(title.clone(), text);
    writeln!(list, "{indent}- [`{title}`](reference/{}/{file})", words[0])?;
    fs::write(folder.join(file), help.page(words))?;
    for subcommand in help.subcommands() {
        let words = [words, &[subcommand.to_owned()]].concat();
        write_pages(program, &words, folder, list, helps)?;
    }
    Ok(())
}

/// Returns the file of a command's page, such as `dataset-make.md` for `sudoku dataset make`.
fn file_name(words: &[String]) -> String {
    if words.len() == 1 { "index.md".to_owned() } else { format!("{}.md", words[1..].join("-")) }
}

/// The parts of a help text as clap prints it.
struct Help {
    parts: Vec<Part>,
}

enum Part {
    /// A paragraph.
    Text(String),
    /// A heading without its colon, and the indented lines that follow.
    Section(String, Vec<String>),
}

impl Help {
    fn parse(help: &str) -> Self {
        let mut parts = Vec::new();
        let mut is_open = false;
        let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
        for (index, &line) in lines.iter().enumerate() {
            let next = lines.get(index + 1).copied().unwrap_or_default();
            if let Some(usage) = line.strip_prefix("Usage: ") {
                // Further forms of the usage are below the first.
                let more = lines[index + 1..].iter().take_while(|line| line.starts_with("     "));
                let usage = [usage].into_iter().chain(more.map(|line| line.trim_start()));
                let usage = usage.map(str::to_owned).collect();
                parts.push(Part::Section("Usage".to_owned(), usage));
            } else if let Some(title) = line.strip_suffix(':')
                && !line.starts_with(' ')
                && next.starts_with("  ")
            {
                parts.push(Part::Section(title.to_owned(), Vec::new()));
            } else if line.is_empty() || line.starts_with(' ') {
                match parts.last_mut() {
                    Some(Part::Section(title, lines)) if title != "Usage" => {
                        lines.push(line.to_owned());
                    }
                    _ => {}
                }
            } else if let Some(Part::Text(text)) = parts.last_mut().filter(|_| is_open) {
                text.push(' ');
                text.push_str(line);
            } else {
                parts.push(Part::Text(line.to_owned()));
            }
            is_open = !line.is_empty();
        }
        Self { parts }
    }

    /// Returns the names of the subcommands, except `help`.
    fn subcommands(&self) -> impl Iterator<Item = &str> {
        let sections = self.parts.iter().filter_map(|part| match part {
            Part::Section(title, lines) if title == "Commands" => Some(lines),
            _ => None,
        });
        // The names have an indent of two; the explanations can continue on further lines.
        let names = sections.flatten().filter_map(|line| line.strip_prefix("  "));
        let names = names.filter(|line| !line.starts_with(' '));
        names
            .filter_map(|line| line.split(' ').next())
            .filter(|&name| name != "help" && !name.is_empty())
    }

    /// Returns the page as Markdown.
    fn page(&self, words: &[String]) -> String {
        let mut page = format!("# {}\n", words.join(" "));
        for part in &self.parts {
            match part {
                Part::Text(text) => page += &format!("\n{}\n", escaped(text)),
                Part::Section(title, lines) if title == "Commands" => {
                    page += &format!("\n## {title}\n\n{}", commands(words, lines));
                }
                Part::Section(title, lines) if lines.iter().any(|line| is_explanation(line)) => {
                    page += &format!("\n## {title}\n\n{}", definitions(lines));
                }
                Part::Section(title, lines) => {
                    let lines: Vec<&str> =
                        lines.iter().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
                    let lines = lines.join("\n");
                    page += &format!("\n## {title}\n\n```text\n{}\n```\n", lines.trim_end());
                }
            }
        }
        page
    }
}

/// The indent of the explanations of options and arguments.
const EXPLANATION: &str = "          ";

fn is_explanation(line: &str) -> bool {
    line.strip_prefix(EXPLANATION).is_some_and(|rest| !rest.starts_with(' '))
}

/// Returns the list of subcommands with links to their pages.
fn commands(words: &[String], lines: &[String]) -> String {
    let mut list = String::new();
    for line in lines.iter().filter(|line| !line.is_empty()) {
        let line = line.strip_prefix("  ").unwrap_or(line);
        match line.split_once(' ') {
            Some((name, text)) if !name.is_empty() => {
                let text = escaped(text.trim());
                if name == "help" {
                    list += &format!("- `{name}`: {text}\n");
                } else {
                    let file = file_name(&[words, &[name.to_owned()]].concat());
                    list += &format!("- [`{name}`]({file}): {text}\n");
                }
            }
            _ => list += &format!("  {}\n", escaped(line.trim())),
        }
    }
    list
}

/// Returns options or arguments as a definition list.
fn definitions(lines: &[String]) -> String {
    let mut list = String::new();
    let mut is_first = false;
    for line in lines {
        if let Some(text) = line.strip_prefix(EXPLANATION) {
            // Continued lines of a list of values have a deeper indent.
            let marker = if is_first { ": " } else { "  " };
            list += &format!("{marker}{}\n", value(text).unwrap_or_else(|| escaped(text)));
            is_first = false;
        } else if line.trim().is_empty() {
            list.push('\n');
        } else {
            list += &format!("\n`{}`\n", line.trim());
            is_first = true;
        }
    }
    list
}

/// Returns an item of a list of values, `- name: text`, with the name as code.
fn value(line: &str) -> Option<String> {
    let (name, text) = line.strip_prefix("- ")?.split_once(':')?;
    Some(format!("- `{name}`: {}", escaped(text.trim_start())))
}

/// Escapes the characters outside inline code that Markdown would interpret.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    let mut is_code = false;
    for char in text.chars() {
        is_code ^= char == '`';
        if !is_code && matches!(char, '<' | '>' | '*' | '_' | '[' | ']' | '|' | '#') {
            escaped.push('\\');
        }
        escaped.push(char);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::Help;

    const HELP: &str = "\
Solves puzzles

One line
each <x>.

Usage: sudoku solve [OPTIONS] [FILE]...
       sudoku solve <COMMAND>

Commands:
  now   Solve
        at once
  help  Print this

Options:
      --from <FORMAT>
          The format

          Possible values:
          - line: 81
            characters

      --json
          Write JSON

Examples:
  sudoku solve a.txt   a file
";

    #[test]
    fn help_becomes_a_page() {
        let help = Help::parse(HELP);
        assert_eq!(help.subcommands().collect::<Vec<_>>(), ["now"]);
        let page = help.page(&["sudoku".to_owned(), "solve".to_owned()]);
        let expected = "\
# sudoku solve

Solves puzzles

One line each \\<x\\>.

## Usage

```text
sudoku solve [OPTIONS] [FILE]...
sudoku solve <COMMAND>
```

## Commands

- [`now`](solve-now.md): Solve
  at once
- `help`: Print this

## Options


`--from <FORMAT>`
: The format

  Possible values:
  - `line`: 81
    characters


`--json`
: Write JSON


## Examples

```text
sudoku solve a.txt   a file
```
";
        assert_eq!(page, expected);
    }
}
