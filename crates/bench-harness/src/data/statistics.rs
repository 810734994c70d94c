//! The few statistics that the tables need.

/// The median: the middle value, or the mean of the two in the middle.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut values = values.to_vec();
    values.sort_unstable_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        count if count % 2 == 1 => Some(values[middle]),
        _ => Some((values[middle - 1] + values[middle]) / 2.0),
    }
}

/// The value at the end of the fastest twentieth; of 20 values or fewer, the least.
///
/// Another program that gets the processor in the middle of a pass makes it longer, and nothing
/// makes it shorter, so this is about what a pass takes that nothing disturbs. It falls with the
/// number of passes, so that it compares only rows that have about as many of them.
pub fn fastest_twentieth(values: &[f64]) -> Option<f64> {
    let mut values = values.to_vec();
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 20).copied()
}

/// The mean.
pub fn mean(values: impl Iterator<Item = u64>) -> Option<f64> {
    let (count, sum) =
        values.fold((0u64, 0u128), |(count, sum), value| (count + 1, sum + u128::from(value)));
    (count > 0).then(|| sum as f64 / count as f64)
}

/// The value below which this part (0 to 1) of the sorted values lies, by nearest rank.
pub fn quantile(sorted: &[u64], part: f64) -> Option<u64> {
    let last = sorted.len().checked_sub(1)?;
    let rank = (part * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1).min(last)).copied()
}

/// The geometric mean of ratios.
pub fn geometric_mean(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) =
        ratios.fold((0u32, 0.0), |(count, sum), ratio| (count + 1, sum + ratio.ln()));
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

/// The interval that holds the median of what the samples are drawn from with at least this
/// confidence (0 to 1), whatever its distribution: between the least and the greatest of the sorted
/// samples that the sign test does not rule out. `None` if there are too few samples to be so sure.
pub fn median_interval(samples: &[f64], confidence: f64) -> Option<(f64, f64)> {
    let mut sorted = samples.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let count = sorted.len();
    // How probable it is that at most `at` of the samples lie below the median.
    let (mut term, mut sum) = (0.5f64.powi(i32::try_from(count).ok()?), 0.0);
    let mut ruled_out = None;
    for at in 0..count / 2 {
        sum += term;
        if 2.0 * sum > 1.0 - confidence {
            break;
        }
        ruled_out = Some(at);
        term *= (count - at) as f64 / (at + 1) as f64;
    }
    let at = ruled_out?;
    Some((sorted[at], sorted[count - 1 - at]))
}
