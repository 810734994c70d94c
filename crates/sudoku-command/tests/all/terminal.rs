//! The command at a real terminal: colors, width, progress and interrupts.
#![cfg(unix)]

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A command at a terminal of this width.
struct Terminal {
    pty: Pty,
    child: Child,
    seen: Vec<u8>,
}

impl Terminal {
    fn start(columns: u16, arguments: &str, change: impl FnOnce(Command) -> Command) -> Self {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(50, columns)).unwrap();
        let command = Command::new(env!("CARGO_BIN_EXE_sudoku"))
            .args(arguments.split_whitespace())
            // The environment of the test runner may contain settings for colors, so it is cleared.
            .env_clear()
            .env("TERM", "xterm-256color");
        let child = change(command).spawn(pts).unwrap();
        Self { pty, child, seen: Vec::new() }
    }

    fn send(&mut self, text: &str) {
        self.pty.write_all(text.as_bytes()).unwrap();
    }

    /// Reads until this text appears.
    fn expect(&mut self, text: &str) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !self.text().contains(text) {
            assert!(Instant::now() < deadline && self.read(), "no {text:?} in {:?}", self.text());
        }
    }

    /// Returns the output so far. The last read may end within a character.
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.seen).into_owned()
    }

    /// Reads more output. Returns false at the end.
    fn read(&mut self) -> bool {
        let mut bytes = [0; 4096];
        // The end of a terminal is an error on Linux.
        let count = self.pty.read(&mut bytes).unwrap_or(0);
        self.seen.extend(&bytes[..count]);
        count > 0
    }

    /// Reads to the end. Returns the output and the exit code.
    fn end(mut self) -> (String, i32) {
        while self.read() {}
        (self.text(), self.child.wait().unwrap().code().unwrap())
    }
}

fn same(command: Command) -> Command {
    command
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.trim_end_matches('\r').chars().count()).max().unwrap_or(0)
}

#[test]
fn a_pasted_puzzle_is_drawn_in_colors() {
    let grid = format!(
        "{}\n",
        LINE.as_bytes()
            .chunks(9)
            .map(|row| str::from_utf8(row).unwrap())
            .collect::<Vec<_>>()
            .join("\n")
    );
    let boj: String = grid
        .replace('.', "0")
        .lines()
        .map(|row| row.split("").collect::<Vec<_>>().join(" ").trim().to_owned() + "\n")
        .collect();
    for paste in [format!("{LINE}\n"), grid, boj] {
        let mut terminal = Terminal::start(80, "solve", same);
        terminal.expect("then press Ctrl-D");
        terminal.send(&paste);
        terminal.send("\u{4}");
        let (seen, code) = terminal.end();
        assert_eq!(code, 0, "{seen}");
        let drawn = &seen[seen.find('┌').unwrap()..];
        // Clues are bold and found digits are not.
        assert!(
            drawn.contains("\u{1b}[1m5\u{1b}[0m \u{1b}[1m3\u{1b}[0m \u{1b}[36m4\u{1b}[0m"),
            "{drawn}"
        );
    }
}

#[test]
fn the_error_of_a_pasted_puzzle_names_the_place() {
    let mut terminal = Terminal::start(80, "solve", same);
    terminal.expect("Ctrl-D");
    terminal.send(&LINE.replacen("3.", "z.", 1));
    terminal.send("\n\u{4}");
    let (seen, code) = terminal.end();
    assert!(code == 1 && seen.contains("line 1, column 2 (r1c2): found `z`"), "{seen}");
}

#[test]
fn no_colors_are_written_if_they_are_turned_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.txt");
    fs::write(&path, LINE).unwrap();
    // A slow machine would show the progress too.
    let arguments = format!("solve --quiet {}", path.display());
    let dumb = |command: Command| command.env("TERM", "dumb");
    let no_color = |command: Command| command.env("NO_COLOR", "1");
    for (columns, expected) in [(80, 53), (40, 25), (24, 13)] {
        for change in [&dumb as &dyn Fn(Command) -> Command, &no_color] {
            let (seen, code) = Terminal::start(columns, &arguments, change).end();
            assert_eq!((code, widest(&seen)), (0, expected), "{seen}");
            assert!(!seen.contains('\u{1b}'), "{seen:?}");
        }
    }
    let (seen, _) = Terminal::start(80, &format!("{arguments} --candidates"), no_color).end();
    assert!(widest(&seen) == 37 && seen.contains("┃   │   │12 ┃"), "{seen}");
    // Two puzzles are written as lines.
    fs::write(&path, format!("{LINE}\n{LINE}\n")).unwrap();
    let (seen, _) = Terminal::start(80, &arguments, same).end();
    assert_eq!(seen.lines().count(), 2, "{seen}");
}

/// A drawing can be read again together with the line below it. This test covers the drawings that
/// only a terminal gets.
#[test]
fn the_line_below_a_drawing_is_read_as_a_comment() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.txt");
    let no_color = |command: Command| command.env("NO_COLOR", "1");
    for (columns, command, below) in [
        (80, "check", "# line 1: proper, not minimal, 30 clues, "),
        (36, "convert --candidates", "# candidates need 37 columns\r\n"),
    ] {
        fs::write(&path, LINE).unwrap();
        let arguments = format!("{command} {}", path.display());
        let (seen, code) = Terminal::start(columns, &arguments, no_color).end();
        assert!(code == 0 && seen.contains(&format!("┘\r\n{below}")), "{seen}");
        fs::write(&path, seen).unwrap();
        let arguments = format!("convert --to line {}", path.display());
        assert_eq!(
            Terminal::start(columns, &arguments, no_color).end(),
            (format!("{LINE}\r\n"), 0)
        );
    }
}

#[test]
fn progress_is_shown_and_an_interrupt_leaves_whole_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.txt");
    // The slowest strategy makes progress visible.
    fs::write(&path, format!("{LINE}\n").repeat(400_000)).unwrap();
    for columns in [80, 30] {
        let output = fs::File::create(folder.path().join("out.txt")).unwrap();
        let arguments = format!("solve --strategy scan {}", path.display());
        let to_file = |command: Command| command.stdout(Stdio::from(output));
        let mut terminal = Terminal::start(columns, &arguments, to_file);
        terminal.expect("/s");
        if columns == 80 {
            terminal.expect(" left");
        }
        terminal.send("\u{3}");
        let (seen, code) = terminal.end();
        assert_eq!(code, 130, "{seen:?}");
        // The echo of the terminal follows the bar, and the bar may be drawn again after the echo.
        let drawn = seen.replace("^C", "\r");
        let drawn = drawn.split(['\r', '\n']).map(|line| line.replace("\u{1b}[2K", ""));
        let widest = drawn.map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= usize::from(columns) + 8, "{widest} {seen:?}");
        let written = fs::read(folder.path().join("out.txt")).unwrap();
        assert!(
            !written.is_empty() && written.len().is_multiple_of(82) && written.len() < 400_000 * 82
        );
    }
    let arguments = format!("solve --quiet --strategy scan {}", path.display());
    fs::write(&path, format!("{LINE}\n").repeat(20_000)).unwrap();
    let (seen, code) =
        Terminal::start(80, &arguments, |command| command.stdout(Stdio::null())).end();
    assert_eq!((seen.as_str(), code), ("", 0));
}

#[test]
fn progress_shows_the_attempts_until_a_puzzle_is_made() {
    let hopeless = "generate --seed 1 --clues 18 --minimal --symmetry half-turn --time 1s";
    let mut terminal = Terminal::start(80, hopeless, same);
    terminal.expect(" attempts, none made yet");
    let (seen, code) = terminal.end();
    // The remaining time is unknown.
    assert!(!seen.contains(" left"), "{seen:?}");
    assert!(code == 1 && seen.contains("stopped by the time limit"), "{seen}");
}

/// A run that continues from the reported number misses no puzzle.
#[test]
fn an_interrupt_reports_the_number_of_written_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..3 {
        let path = folder.path().join(format!("{round}.txt"));
        let make = format!("generate --count 100000000 --seed 1 --threads 3 -o {}", path.display());
        let mut terminal = Terminal::start(80, &make, same);
        terminal.expect("/s");
        terminal.send("\u{3}");
        let (seen, code) = terminal.end();
        let (_, summary) = seen.rsplit_once("made ").unwrap();
        let made = summary.split_once(" of ").unwrap().0.replace(',', "");
        let written = fs::read_to_string(&path).unwrap().lines().count();
        assert_eq!((code, made.parse()), (130, Ok(written)), "{seen:?}");
        assert!(summary.contains(" attempts/s, stopped by an interrupt"), "{seen:?}");
    }
    let path = folder.path().join("made.jsonl");
    let make = "generate --count 100000000 --seed 1 --json -o";
    let mut terminal = Terminal::start(80, &format!("{make} {}", path.display()), same);
    terminal.expect("/s");
    terminal.send("\u{3}");
    let (seen, code) = terminal.end();
    assert_eq!(code, 130, "{seen:?}");
    assert!(seen.contains("\"is_interrupted\":true"), "{seen:?}");
    assert!(seen.contains("\"is_time_up\":false,"), "{seen:?}");
}

/// After an interrupt, the closest puzzle so far is reported.
#[test]
fn an_interrupt_names_the_nearest_puzzle() {
    // A number of clues excludes the climb, whose first attempt would take long.
    let make = "generate --seed 1 --scale se --difficulty 11.9 --clues 30 --attempts 4000000000 --threads 2";
    let mut terminal = Terminal::start(250, make, same);
    terminal.expect("none made yet");
    terminal.send("\u{3}");
    let (seen, code) = terminal.end();
    assert!(code == 130 && seen.contains("stopped by an interrupt"), "{seen:?}");
    assert!(seen.contains("puzzle 0: stopped: no match in "), "{seen:?}");
    assert!(seen.contains("; the closest by difficulty has 30 clues"), "{seen:?}");
}

/// An endless search can be interrupted.
#[test]
fn an_interrupt_ends_a_long_search() {
    let mut terminal = Terminal::start(80, "count --limit 1000000000000", same);
    terminal.expect("Ctrl-D");
    terminal.send(&format!("{}\n", ".".repeat(81)));
    std::thread::sleep(Duration::from_millis(200));
    terminal.send("\u{3}");
    let (seen, code) = terminal.end();
    assert_eq!(code, 130, "{seen}");
}

/// A variant is drawn with its rules in colors, if the terminal is wide enough.
#[test]
fn a_solved_variant_is_drawn_with_its_rules() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.txt");
    fs::write(&path, format!("board {LINE}\ncage 11 r1c3 r1c4 r2c4\nwhisper 1 r9c1 r9c2\n"))
        .unwrap();
    let arguments = format!("solve --quiet --rules {}", path.display());
    let (seen, code) = Terminal::start(80, &arguments, same).end();
    assert_eq!(code, 0, "{seen}");
    for part in ["\u{1b}[1m5\u{1b}[0m", "\u{1b}[36m4\u{1b}[0m", "\u{1b}[32m", "11"] {
        assert!(seen.contains(part), "{part:?}: {seen:?}");
    }
    let no_color = |command: Command| command.env("NO_COLOR", "1");
    for (columns, expected, lines) in [(80, 73, 37), (73, 73, 37), (72, 43, 14)] {
        let (seen, code) = Terminal::start(columns, &arguments, no_color).end();
        assert_eq!((code, widest(&seen), seen.lines().count()), (0, expected, lines), "{seen}");
        assert!(!seen.contains('\u{1b}'), "{seen:?}");
        let note = "• the drawing of the rules needs 73 columns";
        assert_eq!(seen.starts_with(note), columns < 73, "{seen}");
    }
}
