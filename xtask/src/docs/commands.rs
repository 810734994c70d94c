//! The commands in the shell code of the documents: their subcommands and options must exist.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::Failure;
use crate::tools::files_below;

/// The help texts by command, such as `sudoku dataset make`.
pub(super) type Helps = BTreeMap<String, String>;

/// Checks the shell code of every page in a folder, and of the given files.
pub(super) fn check(folder: &Path, files: &[&Path], helps: &Helps) -> Result<usize, Failure> {
    let pages = files_below(folder)?.into_iter().filter(|page| page.ends_with(".md"));
    let mut pages: Vec<_> = pages.map(|page| folder.join(page)).collect();
    pages.extend(files.iter().map(|&file| file.to_owned()));
    let (mut count, mut broken) = (0, Vec::new());
    for page in pages {
        let text = fs::read_to_string(&page)?;
        for (number, line) in shell_lines(&text) {
            for command in commands(&line) {
                count += 1;
                if let Err(cause) = check_command(&command, helps) {
                    broken.push(format!("{}:{number}: {command}: {cause}", page.display()));
                }
            }
        }
    }
    if broken.is_empty() { Ok(count) } else { Err(broken.join("\n").into()) }
}

/// Returns the lines of shell code with their numbers, each joined with the lines that continue it.
fn shell_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let (mut is_shell, mut is_code, mut is_continued) = (false, false, false);
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            is_code = !is_code;
            is_shell = is_code && ["sh", "bash", "console"].contains(&language);
        } else if is_shell {
            let part = line.strip_suffix('\\').unwrap_or(line);
            match lines.last_mut() {
                Some((_, last)) if is_continued => last.push_str(part),
                _ => lines.push((number, part.to_owned())),
            }
            is_continued = line.ends_with('\\');
        }
    }
    lines
}

/// Returns the calls of `sudoku` and `bench-harness` in a line of shell code.
fn commands(line: &str) -> Vec<String> {
    // Quoted text can contain anything.
    let mut outside = String::new();
    for (index, part) in line.split('\'').enumerate() {
        outside.push_str(if index % 2 == 0 { part } else { "QUOTED" });
    }
    let code = outside.split(" #").next().unwrap_or_default();
    let code = code.strip_prefix("$ ").unwrap_or(code);
    let mut commands = Vec::new();
    for part in code.split(['|', ';', '&', '(', ')', '<', '>']) {
        let words: Vec<&str> = part.split_whitespace().collect();
        let start = words.iter().position(|word| !word.contains('='));
        let command = match &words[start.unwrap_or(words.len())..] {
            ["cargo", "run", rest @ ..] => {
                let package = rest.iter().find_map(|word| match *word {
                    "sudoku-command" => Some("sudoku"),
                    "bench-harness" => Some("bench-harness"),
                    _ => None,
                });
                let arguments = rest.iter().position(|word| *word == "--");
                let arguments = arguments.map_or(&[][..], |at| &rest[at + 1..]);
                package.map(|package| [&[package], arguments].concat())
            }
            words @ ["sudoku" | "bench-harness", ..] => Some(words.to_vec()),
            _ => None,
        };
        commands.extend(command.map(|words| words.join(" ")));
    }
    commands
}

/// Checks the subcommand and the long options of a call.
fn check_command(command: &str, helps: &Helps) -> Result<(), String> {
    let words: Vec<&str> = command.split(' ').collect();
    let depth = (1..=words.len().min(3))
        .rev()
        .find(|&depth| helps.contains_key(&words[..depth].join(" ")))
        .ok_or("there is no such command")?;
    let name = words[..depth].join(" ");
    let help = &helps[&name];
    let rest = &words[depth..];
    if name != "bench-harness" && help.contains("\nCommands:\n") {
        let is_option = rest.first().is_none_or(|word| word.starts_with('-'));
        if !is_option && rest.first() != Some(&"help") {
            return Err(format!("`{name}` has no such subcommand"));
        }
    }
    for option in rest.iter().take_while(|&&word| word != "--") {
        let option = option.split(['=', '[', ']']).next().unwrap_or(option);
        let is_known = |option| {
            help.split(|char: char| !(char.is_alphanumeric() || char == '-'))
                .any(|word| word == option)
        };
        if option.starts_with("--") && !is_known(option) {
            return Err(format!("`{name}` has no option {option}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Helps, check_command, commands, shell_lines};

    #[test]
    fn commands_are_found_in_shell_code() {
        let text = "sudoku a\n```sh\nsudoku b \\\n  c\nx\n```\n```text\nsudoku d\n```\n";
        let lines = shell_lines(text);
        let lines: Vec<_> = lines.iter().map(|(line, text)| (*line, text.as_str())).collect();
        assert_eq!(lines, [(3, "sudoku b   c"), (5, "x")]);
        let line = "zcat a | sudoku solve --to line 'x | sudoku' > b && A=1 sudoku rate # sudoku";
        assert_eq!(commands(line), ["sudoku solve --to line QUOTED", "sudoku rate"]);
        let line = "cargo run --release -p bench-harness -- --set hard";
        assert_eq!(commands(line), ["bench-harness --set hard"]);
        assert_eq!(commands("cargo install sudoku-command"), [""; 0]);
    }

    #[test]
    fn unknown_subcommands_and_options_are_reported() {
        let helps: Helps = [
            ("sudoku", "Commands:\n  solve\n"),
            ("sudoku dataset", "\nCommands:\n  make\n"),
            ("sudoku dataset make", "  -o, --output <PATH>\n"),
            ("bench-harness", "\nCommands:\n  gate\nOptions:\n --set <NAME>\n"),
        ]
        .map(|(name, help)| (name.to_owned(), format!("\n{help}")))
        .into();
        let check = |command: &str| check_command(command, &helps);
        assert_eq!(check("sudoku dataset make --output=a b"), Ok(()));
        assert_eq!(check("sudoku --help"), Err("`sudoku` has no option --help".to_owned()));
        assert_eq!(check("bench-harness --set hard"), Ok(()));
        assert!(check("sudoku sole").is_err());
        assert!(check("sudoku dataset mend").is_err());
        assert!(check("sudoku dataset make --out a").is_err());
    }
}
