//! Lists of puzzles: one line in, one line out.

#[cfg(feature = "whole")]
use std::fmt::Write;

#[cfg(feature = "whole")]
use sudoku_core::Candidates;
use sudoku_core::{Board, Limits, Outcome};
use sudoku_engines::solve_batch;
#[cfg(feature = "whole")]
use sudoku_logic::{HODOKU_2_3, Rating, RatingScale, SE_1_2_1, SUKAKU_1_18, State};

/// The task for each puzzle of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListTask {
    /// `solution,solutions,guesses`: the first solution, the number of solutions up to 2, and the
    /// number of guesses.
    Solve,
    /// The rating on Sudoku Explainer's scale: `er,ep,ed`.
    #[cfg(feature = "whole")]
    RateSe,
    /// The rating on SukakuExplainer's scale: `er,ep,ed`.
    #[cfg(feature = "whole")]
    RateSukaku,
    /// The rating on HoDoKu's scale: `level,score`.
    #[cfg(feature = "whole")]
    RateHodoku,
}

impl ListTask {
    /// All tasks, in the order of their numbers.
    pub const ALL: &[Self] = &[
        Self::Solve,
        #[cfg(feature = "whole")]
        Self::RateSe,
        #[cfg(feature = "whole")]
        Self::RateSukaku,
        #[cfg(feature = "whole")]
        Self::RateHodoku,
    ];

    /// Returns the task with this number.
    #[must_use]
    pub fn by_number(number: u32) -> Option<Self> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }
}

/// Answers each line with one line.
pub(crate) fn answer(task: ListTask, lines: &str) -> String {
    let boards: Vec<Option<Board>> = lines.lines().map(|line| line.parse().ok()).collect();
    match task {
        ListTask::Solve => solve(&boards),
        #[cfg(feature = "whole")]
        ListTask::RateSe => rate(&SE_1_2_1, &boards),
        #[cfg(feature = "whole")]
        ListTask::RateSukaku => rate(&SUKAKU_1_18, &boards),
        #[cfg(feature = "whole")]
        ListTask::RateHodoku => rate(&HODOKU_2_3, &boards),
    }
}

fn solve(boards: &[Option<Board>]) -> String {
    let readable: Vec<Board> = boards.iter().copied().flatten().collect();
    let mut outcomes = solve_batch(&readable, &Limits::solutions(2)).into_iter();
    let mut text = String::with_capacity(boards.len() * 88);
    for board in boards {
        if let Some(Outcome { report, first }) = board.and_then(|_| outcomes.next()) {
            // Writes all digits at once, because writing them one by one takes 17% of the time.
            let line = first.map(|grid| grid.to_line());
            text.push_str(line.as_ref().and_then(|it| str::from_utf8(it).ok()).unwrap_or_default());
            text.push(',');
            push_number(&mut text, report.solutions);
            text.push(',');
            if let Some(guesses) = report.guesses {
                push_number(&mut text, guesses);
            }
        }
        text.push('\n');
    }
    text
}

/// Writes a number, with a fast path for one digit.
fn push_number(text: &mut String, number: u64) {
    match u8::try_from(number) {
        Ok(digit @ 0..=9) => text.push(char::from(b'0' + digit)),
        _ => text.push_str(&number.to_string()),
    }
}

#[cfg(feature = "whole")]
fn rate(scale: &RatingScale, boards: &[Option<Board>]) -> String {
    let mut text = String::new();
    for board in boards {
        let marks = board.as_ref().map(Candidates::from);
        let rating = marks.map(|marks| scale.rate(&State::from(&marks), &Limits::ALL));
        // A puzzle without a rating is still readable.
        let _ = match rating {
            Some(Ok(Rating::Explainer(rating))) => {
                let [er, ep, ed] = rating.tenths();
                write!(text, "{er},{ep},{ed}")
            }
            Some(Ok(Rating::Hodoku(rating))) => write!(text, "{},{}", rating.level, rating.score),
            Some(Ok(_) | Err(_)) => text.write_str("-"),
            None => Ok(()),
        };
        text.push('\n');
    }
    text
}
