//! Numbers as people read them, three digits and a unit; and times as files keep them.

use std::time::Duration;

/// A time in whole nanoseconds; the longest that there can be stands for longer ones.
pub fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// A time.
pub fn time(nanoseconds: f64) -> String {
    scaled(nanoseconds, &[" ns", " µs", " ms", " s"])
}

/// A count, or a rate.
pub fn count(value: f64) -> String {
    scaled(value, &["", "k", "M", "G"])
}

/// A ratio with three digits, or with a unit if it is large.
pub fn ratio(ratio: f64) -> String {
    if ratio < 999.5 { three_digits(ratio) } else { count(ratio) }
}

/// How a time compares with another, of which it is this many times.
pub fn against(ratio: f64) -> String {
    match ratio {
        ratio if ratio > 1.0 => format!("{}× slower", count(ratio)),
        ratio => format!("{}× faster", count(1.0 / ratio.max(f64::MIN_POSITIVE))),
    }
}

/// Scales by thousands, and rounds to three digits.
fn scaled(mut value: f64, units: &[&str]) -> String {
    let mut units = units.iter();
    let mut unit = units.next().copied().unwrap_or_default();
    // 999.5 would be rounded to the four digits 1000.
    while value >= 999.5
        && let Some(next) = units.next()
    {
        value /= 1000.0;
        unit = next;
    }
    format!("{}{unit}", three_digits(value))
}

/// A number that is not large, rounded to three digits; whole numbers without a point.
fn three_digits(value: f64) -> String {
    let decimals = match value {
        value if value >= 99.95 || value.fract() == 0.0 => 0,
        value if value >= 9.995 => 1,
        _ => 2,
    };
    format!("{value:.decimals$}")
}
