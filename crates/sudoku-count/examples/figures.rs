//! Prints the time to count seeded boards of 5 to 12 clues, and compares the work with the
//! estimate. The argument is the number of boards for each number of clues (default: 125).

#![allow(clippy::print_stdout, clippy::unwrap_used)] // It is a program, and shares code with tests.

#[path = "../tests/draws/mod.rs"]
mod draws;

use std::fs;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use sudoku_count::{CountLimits, count, estimated_work};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let boards: usize = std::env::args().nth(1).map_or(Ok(125), |boards| boards.parse())?;
    let mut draws = draws::Draws(17);
    println!("| clues | mean | worst | terms / estimate | solutions of the worst | the worst |");
    println!("|--:|--:|--:|--:|--:|---|");
    let (mut all_ratios, mut above_a_second) = (Vec::new(), 0);
    for clues in 5..=12 {
        let (mut sum, mut worst, mut ratios) = (Duration::ZERO, None, Vec::new());
        for _ in 0..boards {
            let board = draws.board(clues);
            let start = now();
            let counted = count(&board, &CountLimits::NONE);
            let time = now() - start;
            sum += time;
            above_a_second += usize::from(time > Duration::from_secs(1));
            ratios.push(counted.terms as f64 / estimated_work(&board) as f64);
            if worst.is_none_or(|(most, _, _)| time > most) {
                worst = Some((time, counted.solutions, board));
            }
        }
        let Some((most, solutions, board)) = worst else { return Err("no boards".into()) };
        ratios.sort_by(f64::total_cmp);
        all_ratios.extend_from_slice(&ratios);
        let (mean, most) = (sum.as_secs_f64() / boards as f64, most.as_secs_f64());
        let (least, greatest) = (ratios[0], ratios[ratios.len() - 1]);
        println!(
            "| {clues} | {mean:.2} s | {most:.2} s | {least:.2} to {greatest:.1} | {solutions} | `{}` |",
            board.to_string().replace('0', ".")
        );
    }
    all_ratios.sort_by(f64::total_cmp);
    let at = |hundredths: usize| all_ratios[(all_ratios.len() - 1) * hundredths / 100];
    let quantiles = [0, 1, 5, 50, 95, 99, 100]
        .map(|at_hundredths| format!("{at_hundredths} of 100: {:.2}", at(at_hundredths)));
    println!("\nabove a second: {above_a_second}; terms / estimate: {}", quantiles.join(", "));
    Ok(())
}

/// Returns the processor time of this thread if the system reports it, otherwise the elapsed time.
fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let had = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let had = had.and_then(|had| had.split(' ').next()?.parse().ok());
    had.map_or_else(|| START.elapsed(), Duration::from_nanos)
}
