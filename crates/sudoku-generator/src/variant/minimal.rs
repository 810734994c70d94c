//! The removal of parts of a puzzle until none is redundant.
//!
//! This is the method of [`removal`](crate::removal) for parts of any kind. Each other grid breaks
//! a set of parts, and one part of the set has to stay to exclude the grid. So the parts that stay
//! are a minimal hitting set of all such sets. The removal tests each part against the known sets.
//! Only a search for another solution finds a new set.

/// The divisor of the number of undecided parts: this share is decided before the next search. If
/// more parts are decided at once, the search finds larger sets, which exclude less.
const SHARE: usize = 5;

/// Removes each part in turn, from the first, if the puzzle stays proper without it. Returns the
/// parts that are left, or `None` if the puzzle is not proper with all parts.
///
/// Each set in `known` has all parts that some other grid breaks. `find` receives the parts of a
/// puzzle. It returns the set of all parts that another solution of this puzzle breaks, or `None`
/// if the puzzle is proper.
pub(super) fn minimal_parts<E>(
    count: usize,
    mut known: Vec<u128>,
    mut find: impl FnMut(u128) -> Result<Option<u128>, E>,
) -> Result<Option<u128>, E> {
    let mut end = 0;
    // The parts of puzzles that are known to be proper.
    let mut proper: Vec<u128> = Vec::new();
    loop {
        let kept = decide(count, end, &known);
        // A puzzle with more parts than a proper one is proper, too.
        let is_proper = proper.iter().any(|parts| parts & !kept == 0);
        match if is_proper { None } else { find(kept)? } {
            // A set is not empty and has only removed parts, unless the puzzle is not proper with
            // all parts or the answer is wrong.
            Some(set) if set == 0 || set & kept != 0 => return Ok(None),
            Some(set) => known.push(set),
            None if end == count => return Ok(Some(kept)),
            None => {
                proper.push(kept);
                end += (count - end).div_ceil(SHARE);
            }
        }
    }
}

/// Removes each of the first `end` parts in turn, unless a known set would have no part left.
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
    fn the_result_equals_that_of_the_plain_method() {
        let mut state = 1_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            u128::from(state)
        };
        for count in 1..40 {
            let all = u128::MAX >> (128 - count);
            // Each set has the parts that a grid breaks.
            let sets: Vec<u128> =
                (0..count).map(|_| next() & next() & all).filter(|set| *set != 0).collect();
            for known in [Vec::new(), sets[..sets.len() / 2].to_vec()] {
                let mut proper: Vec<u128> = Vec::new();
                let found = minimal_parts(count, known, |kept| {
                    let is_known = proper.iter().any(|parts| parts & !kept == 0);
                    assert!(!is_known, "a search for a puzzle that is known to be proper");
                    let set = sets.iter().find(|&&set| set & kept == 0).copied();
                    proper.extend(set.is_none().then_some(kept));
                    Ok::<_, ()>(set)
                });
                assert_eq!(found, Ok(Some(decide(count, count, &sets))));
            }
        }
        assert_eq!(minimal_parts(3, Vec::new(), |_| Ok::<_, ()>(Some(0))), Ok(None));
        assert_eq!(minimal_parts(3, Vec::new(), |_| Err(())), Err(()));
    }
}
