//! Numbers for people, with three digits and a unit, and times for files.

use std::time::Duration;

/// Returns a time in whole nanoseconds, at most `u64::MAX`.
pub fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

const TIMES: [&str; 4] = [" ns", " µs", " ms", " s"];

/// Formats a time.
pub fn time(nanoseconds: f64) -> String {
    scaled(nanoseconds, &TIMES, three_digits)
}

/// Formats a time with two digits, or with three if it is at least 100 of its unit.
pub fn short_time(nanoseconds: f64) -> String {
    scaled(nanoseconds, &TIMES, |value| {
        let decimals = usize::from(value < 9.95 && value.fract() != 0.0);
        format!("{value:.decimals$}")
    })
}

/// Formats a count, a rate or a ratio.
pub fn count(value: f64) -> String {
    scaled(value, &["", "k", "M", "G"], three_digits)
}

/// Formats the ratio of a time to a reference time: `2× as fast` for 0.5, `2× as long` for 2.
pub fn against(ratio: f64) -> String {
    match ratio {
        ratio if ratio > 1.0 => format!("{}× as long", count(ratio)),
        ratio => format!("{}× as fast", count(1.0 / ratio.max(f64::MIN_POSITIVE))),
    }
}

/// Formats a value below 1000 with one of these units, each 1000 times the one before.
fn scaled(mut value: f64, units: &[&str], digits: fn(f64) -> String) -> String {
    let mut units = units.iter();
    let mut unit = units.next().copied().unwrap_or_default();
    // 999.5 would round to 1000, which has four digits.
    while value >= 999.5
        && let Some(next) = units.next()
    {
        value /= 1000.0;
        unit = next;
    }
    digits(value) + unit
}

/// Formats a number below 1000 with three digits, and whole numbers without a decimal point.
fn three_digits(value: f64) -> String {
    let decimals = match value {
        value if value >= 99.95 || value.fract() == 0.0 => 0,
        value if value >= 9.995 => 1,
        _ => 2,
    };
    format!("{value:.decimals$}")
}
