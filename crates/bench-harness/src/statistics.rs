//! The few statistics that the tables need.

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
    fn quantiles() {
        let values: Vec<u64> = (1..=10).collect();
        let at = |part| quantile(&values, part);
        assert_eq!([at(0.0), at(0.1), at(0.9), at(1.0)], [Some(1), Some(1), Some(9), Some(10)]);
        assert_eq!(quantile(&[7], 0.1), Some(7));
        assert_eq!(quantile(&[], 0.5), None);
    }
}
