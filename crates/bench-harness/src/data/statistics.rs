//! The statistics of the tables.

/// Returns the median: the middle value, or the mean of the two middle values.
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

pub fn mean(values: impl Iterator<Item = u64>) -> Option<f64> {
    let (count, sum) =
        values.fold((0u64, 0u128), |(count, sum), value| (count + 1, sum + u128::from(value)));
    (count > 0).then(|| sum as f64 / count as f64)
}

/// Returns the quantile of sorted values (`part` from 0 to 1), by the nearest-rank method.
pub fn quantile(sorted: &[u64], part: f64) -> Option<u64> {
    let last = sorted.len().checked_sub(1)?;
    let rank = (part * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1).min(last)).copied()
}

pub fn geometric_mean(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) =
        ratios.fold((0u32, 0.0), |(count, sum), ratio| (count + 1, sum + ratio.ln()));
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

/// Returns a confidence interval of the median, for a confidence from 0 to 1.
///
/// It goes from the smallest to the largest sample that the sign test does not reject, so it
/// assumes nothing about the distribution. Returns `None` if there are too few samples for this
/// confidence.
pub fn median_interval(samples: &[f64], confidence: f64) -> Option<(f64, f64)> {
    let mut sorted = samples.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let count = sorted.len();
    // `sum` is the probability that at most `at` samples are below the median.
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
