//! Choices of some of nine things, as sets of bits.

/// All sets of `chosen` of the first `count` bits, as ascending numbers.
pub(crate) fn combinations(chosen: u32, count: u32) -> impl Iterator<Item = u16> {
    let end = 1u32 << count;
    let mut next = (1u32 << chosen) - 1;
    std::iter::from_fn(move || {
        let set = next;
        if set >= end {
            return None;
        }
        if set == 0 {
            next = end;
        } else {
            // The next number with as many ones: the lowest run of ones moves up by one, and what
            // is left of it goes to the bottom.
            let low = set & set.wrapping_neg();
            let ripple = set + low;
            next = ripple | (((set ^ ripple) >> 2) / low);
        }
        Some(set as u16)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sets_of_a_size_come_in_ascending_order() {
        for count in 0..=9 {
            for chosen in 0..=count {
                let expected = (0..1u16 << count).filter(|set| set.count_ones() == chosen);
                assert!(combinations(chosen, count).eq(expected), "{chosen} of {count}");
            }
        }
    }
}
