//! The command reference: a page for each subcommand, made from its `--help`.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write};
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
    let indent = "  ".repeat(words.len() - 1);
    let (title, file) = (words.join(" "), file_name(words));
    writeln!(list, "{indent}- [`{title}`](reference/{}/{file})", words[0])?;
    let subcommands = write_page(words, &text, &mut File::create(folder.join(file))?)?;
    helps.insert(title, text);
    for subcommand in subcommands {
        write_pages(program, &[words, &[subcommand]].concat(), folder, list, helps)?;
    }
    Ok(())
}

/// Returns the file of a command's page, such as `dataset-make.md` for `sudoku dataset make`.
fn file_name(words: &[String]) -> String {
    if words.len() == 1 { "index.md".to_owned() } else { format!("{}.md", words[1..].join("-")) }
}

/// Writes a help text of clap as Markdown: its paragraphs, and a heading for each section. Returns
/// the names of the subcommands.
fn write_page(words: &[String], help: &str, page: &mut impl Write) -> io::Result<Vec<String>> {
    writeln!(page, "# {}", words.join(" "))?;
    let mut subcommands = Vec::new();
    let help = help.replace("Usage: ", "Usage:\n       ");
    let mut lines = help.lines().map(str::trim_end).peekable();
    while let Some(line) = lines.next() {
        let is_inside = |line: &&str| line.is_empty() || line.starts_with("  ");
        let title = line
            .strip_suffix(':')
            .filter(|_| lines.peek().is_some_and(|next| next.starts_with("  ")));
        let Some(title) = title.filter(|_| !line.starts_with(' ')) else {
            writeln!(page, "{}", escaped(line))?;
            continue;
        };
        let mut section = Vec::new();
        while let Some(line) = lines.next_if(is_inside) {
            section.push(line);
        }
        writeln!(page, "\n## {title}\n")?;
        if title == "Commands" {
            // The names have an indent of two; the explanations can continue on further lines.
            for line in section.iter().filter(|line| !line.is_empty()) {
                match line[2..].split_once(' ').filter(|(name, _)| !name.is_empty()) {
                    Some(("help", _)) => {}
                    Some((name, text)) => {
                        let name = name.to_owned();
                        let file = file_name(&[words, std::slice::from_ref(&name)].concat());
                        writeln!(page, "- [`{name}`]({file}): {}", escaped(text.trim()))?;
                        subcommands.push(name);
                    }
                    None => writeln!(page, "  {}", escaped(line.trim()))?,
                }
            }
        } else if section.iter().any(|line| is_explanation(line)) {
            write_definitions(&section, page)?;
        } else {
            // The further forms of a usage are below the first.
            let indent = if title == "Usage" { "       " } else { "  " };
            let code = section.iter().map(|line| line.strip_prefix(indent).unwrap_or_default());
            writeln!(page, "```text\n{}\n```", code.collect::<Vec<_>>().join("\n").trim_end())?;
        }
    }
    Ok(subcommands)
}

/// The indent of the explanations of options and arguments.
const EXPLANATION: &str = "          ";

fn is_explanation(line: &str) -> bool {
    line.strip_prefix(EXPLANATION).is_some_and(|rest| !rest.starts_with(' '))
}

/// Writes options or arguments as a definition list.
fn write_definitions(lines: &[&str], page: &mut impl Write) -> io::Result<()> {
    let mut is_first = false;
    for line in lines {
        if let Some(text) = line.strip_prefix(EXPLANATION) {
            // Continued lines of a list of values have a deeper indent.
            let marker = if is_first { ": " } else { "  " };
            writeln!(page, "{marker}{}", value(text).unwrap_or_else(|| escaped(text)))?;
        } else if line.is_empty() {
            writeln!(page)?;
        } else {
            writeln!(page, "\n`{}`", line.trim())?;
        }
        is_first = !line.is_empty() && !line.starts_with(EXPLANATION);
    }
    Ok(())
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
    use super::write_page;

    const HELP: &str = "\
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

Examples:
  sudoku solve a.txt   a file
";

    #[test]
    fn help_becomes_a_page() {
        let mut page = Vec::new();
        let words = ["sudoku".to_owned(), "solve".to_owned()];
        assert_eq!(write_page(&words, HELP, &mut page).expect("written"), ["now"]);
        let expected = "\
# sudoku solve
One line
each \\<x\\>.


## Usage

```text
sudoku solve [OPTIONS] [FILE]...
sudoku solve <COMMAND>
```

## Commands

- [`now`](solve-now.md): Solve
  at once

## Options


`--from <FORMAT>`
: The format

  Possible values:
  - `line`: 81
    characters


## Examples

```text
sudoku solve a.txt   a file
```
";
        assert_eq!(String::from_utf8(page).expect("text"), expected);
    }
}
