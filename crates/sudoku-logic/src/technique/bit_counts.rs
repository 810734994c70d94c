//! Numbers with as many bits set: choices of some of nine things.

/// All numbers with `ones` bits set among the lowest `count`, ascending.
pub(crate) fn numbers_with(ones: u32, count: u32) -> impl Iterator<Item = u16> {
    let end = 1u32 << count;
    std::iter::successors(Some((1u32 << ones) - 1), |&number| next_with_as_many(number))
        .take_while(move |&number| number < end)
        .map(|number| number as u16)
}

/// The next larger number with as many bits set (Warren, Hacker's Delight, 2nd edition, 2-1); 0
/// has none.
fn next_with_as_many(number: u32) -> Option<u32> {
    let lowest = number & number.wrapping_neg();
    // The lowest group of ones carries into the bit above it; the others of the group, which the
    // carry has cleared, go to the bottom.
    let carried = number + lowest;
    let cleared = number & !carried;
    Some(carried | cleared.checked_div(lowest)? >> 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sets_of_a_size_come_in_ascending_order() {
        for count in 0..=9 {
            for chosen in 0..=count {
                let expected = (0..1u16 << count).filter(|set| set.count_ones() == chosen);
                assert!(numbers_with(chosen, count).eq(expected), "{chosen} of {count}");
            }
        }
    }
}
