//! The few statistics that the tables need.

use sudoku_generator::{below, seeded};

/// The median: the middle value, or the mean of the two in the middle.
#[must_use]
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
#[must_use]
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
#[must_use]
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

/// How many times samples are drawn anew for an interval.
const DRAWS: usize = 2000;

/// The interval in which a statistic of the samples lies with this confidence (0 to 1), by drawing
/// the samples anew with replacement (the percentile bootstrap of Efron, 1979). The statistic gets as
/// many samples as there are; `None` if there are none or it has no value for some draw. The same
/// samples give the same interval: the draws have a fixed seed.
pub fn interval<T: Copy>(
    samples: &[T],
    confidence: f64,
    statistic: impl Fn(&[T]) -> Option<f64>,
) -> Option<(f64, f64)> {
    let mut rng = seeded(0, samples.len() as u64);
    let mut drawn = samples.to_vec();
    let mut values = Vec::with_capacity(DRAWS);
    for _ in 0..DRAWS {
        for slot in &mut drawn {
            *slot = *samples.get(below(&mut rng, samples.len() as u64) as usize)?;
        }
        values.push(statistic(&drawn)?);
    }
    values.sort_unstable_by(f64::total_cmp);
    let outside = ((1.0 - confidence) / 2.0 * DRAWS as f64) as usize;
    Some((*values.get(outside)?, *values.get(DRAWS - 1 - outside)?))
}

/// The interval that holds the median of what the samples are drawn from with at least this
/// confidence (0 to 1), whatever its distribution: between the least and the greatest of the sorted
/// samples that the sign test does not rule out. `None` if there are too few samples to be so sure.
#[must_use]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0]), Some(3.0));
        assert_eq!(median(&[9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[9.0, 1.0, 2.0, 4.0]), Some(3.0));
    }

    #[test]
    fn the_fastest_twentieth() {
        let passes = |count: usize| (0..count).rev().map(|pass| pass as f64).collect::<Vec<_>>();
        assert_eq!(fastest_twentieth(&[]), None);
        assert_eq!([1, 2, 20].map(|count| fastest_twentieth(&passes(count))), [Some(0.0); 3]);
        assert_eq!(fastest_twentieth(&passes(1000)), Some(49.0));
    }

    #[test]
    fn means() {
        assert_eq!(mean([].into_iter()), None);
        assert_eq!(mean([1, 2, 6].into_iter()), Some(3.0));
        assert_eq!(mean([u64::MAX; 3].into_iter()), Some(u64::MAX as f64));
    }

    #[test]
    fn the_interval_of_a_median_is_that_of_the_sign_test() {
        // Of 8 samples, the least and the greatest hold the median but for 2 of 256 cases; of 16, the
        // third from either end but for 2 * 137 of 65536.
        let samples = |count: u32| (1..=count).map(f64::from).collect::<Vec<_>>();
        assert_eq!(median_interval(&samples(8), 0.99), Some((1.0, 8.0)));
        assert_eq!(median_interval(&samples(8), 0.995), None);
        assert_eq!(median_interval(&samples(16), 0.995), Some((3.0, 14.0)));
        assert_eq!(median_interval(&[], 0.5), None);
    }

    #[test]
    fn geometric_means() {
        assert_eq!(geometric_mean([].into_iter()), None);
        assert!(
            geometric_mean([2.0, 8.0].into_iter()).is_some_and(|mean| (mean - 4.0).abs() < 1e-9)
        );
    }

    #[test]
    fn an_interval_holds_the_value_as_often_as_it_says() {
        // Samples of a uniform distribution with the mean 500, of which the interval is to know
        // nothing.
        let mut rng = seeded(9, 9);
        let mean = |samples: &[u64]| super::mean(samples.iter().copied());
        let mut held = 0;
        for _ in 0..200 {
            let samples: Vec<u64> = (0..40).map(|_| below(&mut rng, 1001)).collect();
            let (low, high) = interval(&samples, 0.95, mean).expect("there are samples");
            held += i32::from((low..=high).contains(&500.0));
        }
        assert!((180..=199).contains(&held), "{held}");
        assert_eq!(interval(&[], 0.95, mean), None);
    }

    #[test]
    fn quantiles() {
        let values: Vec<u64> = (1..=10).collect();
        let at = |part| quantile(&values, part);
        assert_eq!([at(0.0), at(0.1), at(0.9), at(1.0)], [Some(1), Some(1), Some(9), Some(10)]);
        assert_eq!(quantile(&[7], 0.1), Some(7));
        assert_eq!(quantile(&[], 0.5), None);
    }
}
