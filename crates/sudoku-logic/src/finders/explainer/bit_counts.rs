//! Numbers with a given number of bits set, as subsets of nine items.

use crate::state::bits;

/// Enumerates the numbers with `ones` bits set among the lowest `count`, in ascending order.
pub(crate) fn numbers_with(ones: u32, count: u32) -> impl Iterator<Item = u16> {
    let end = 1u32 << count;
    std::iter::successors(Some((1u32 << ones) - 1), |&number| next_with_as_many(number))
        .take_while(move |&number| number < end)
        .map(|number| number as u16)
}

/// Enumerates the subsets of a set with `ones` elements, in ascending order.
pub(crate) fn parts_of(set: u16, ones: u32) -> impl Iterator<Item = u16> {
    let mut elements = [0; 16];
    let mut count = 0;
    for element in bits(set) {
        elements[count] = 1 << element;
        count += 1;
    }
    let part = move |chosen: u16| bits(chosen).fold(0, |part, place| part | elements[place]);
    numbers_with(ones, count as u32).map(part)
}

/// Returns the next larger number with the same number of bits set (Warren, Hacker's Delight, 2nd
/// edition, 2-1), or `None` for 0.
fn next_with_as_many(number: u32) -> Option<u32> {
    let lowest = number & number.wrapping_neg();
    // The lowest group of ones carries into the bit above it; the others of the group, which the
    // carry has cleared, go to the bottom.
    let carried = number + lowest;
    let cleared = number & !carried;
    (number != 0).then(|| carried | cleared >> (lowest.trailing_zeros() + 1))
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
                let set = 0b1_0110_1011u16;
                let within = (0..=set).filter(|part| part & !set == 0);
                let expected = within.filter(|part| part.count_ones() == chosen);
                assert!(parts_of(set, chosen).eq(expected), "{chosen} of a set");
            }
        }
    }
}
