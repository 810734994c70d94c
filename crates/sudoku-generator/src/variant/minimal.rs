//! The removal of parts of a puzzle until none is redundant.
//!
//! It is the method of [`removal`](crate::removal) for parts of any kind. A grid that breaks only
//! parts of a set shows that one of the set has to stay. So the plain method runs against the known
//! sets, and a search is needed only to find sets that are not known.

/// The share of the parts that are left, as a divisor, of which the next search decides. If it
/// decides many at once, it finds sets of many parts, which exclude little.
const SHARE: usize = 4;

/// Returns the parts that are left after each part in turn, from the first, is removed if the
/// puzzle stays proper without it. Returns `None` if the puzzle is not proper with all parts.
///
/// `known` has sets of parts, each of which another grid breaks; it obeys all other parts. `find`
/// receives the parts of a puzzle. It returns the set of those that some other solution of the
/// puzzle breaks, or `None` if the puzzle is proper.
pub(super) fn minimal_parts<E>(
    count: usize,
    mut known: Vec<u128>,
    mut find: impl FnMut(u128) -> Result<Option<u128>, E>,
) -> Result<Option<u128>, E> {
    let mut end = 0;
    loop {
        let kept = decide(count, end, &known);
        match find(kept)? {
            // The puzzle is not proper, or the answer is wrong: every set has a removed part only.
            Some(set) if set == 0 || set & kept != 0 => return Ok(None),
            Some(set) => known.push(set),
            None if end == count => return Ok(Some(kept)),
            None => end += (count - end).div_ceil(SHARE),
        }
    }
}

/// Removes each of the first parts in turn unless some set would have no part left.
fn decide(count: usize, end: usize, known: &[u128]) -> u128 {
    let all = u128::MAX >> (128 - count.clamp(1, 128));
    (0..end).fold(all, |kept, part| {
        let without = kept & !(1 << part);
        if known.iter().all(|set| set & without != 0) { without } else { kept }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_is_that_of_the_plain_method() {
        let mut state = 1_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            u128::from(state)
        };
        for count in 1..40 {
            let all = u128::MAX >> (128 - count);
            // Each set stands for a grid that breaks its parts.
            let sets: Vec<u128> =
                (0..count).map(|_| next() & next() & all).filter(|set| *set != 0).collect();
            let find = |kept: u128| Ok::<_, ()>(sets.iter().find(|&&set| set & kept == 0).copied());
            let found = minimal_parts(count, Vec::new(), find);
            let known = minimal_parts(count, sets[..sets.len() / 2].to_vec(), find);
            assert_eq!(found, Ok(Some(decide(count, count, &sets))));
            assert_eq!(known, found);
        }
        assert_eq!(minimal_parts(3, Vec::new(), |_| Ok::<_, ()>(Some(0))), Ok(None));
        assert_eq!(minimal_parts(3, Vec::new(), |_| Err(())), Err(()));
    }
}
