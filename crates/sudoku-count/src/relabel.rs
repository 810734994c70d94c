//! Relabelings of digits that change nothing, and what they make the same.

use crate::splits::Relabeling;

/// The relabeling that changes nothing.
pub(crate) const IDENTITY: Relabeling = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// Every relabeling of these digits among themselves, the identity first.
pub(crate) fn all_relabelings(free: &[u8]) -> Vec<Relabeling> {
    let mut all = vec![IDENTITY];
    for end in 1..free.len() {
        // Each so far, and each with this digit's new name exchanged for an earlier one's.
        for at in 0..all.len() {
            for other in 0..end {
                let mut relabeling = all[at];
                relabeling.swap(usize::from(free[end]), usize::from(free[other]));
                all.push(relabeling);
            }
        }
    }
    all
}

/// The relabeling that does `first` and then `second`.
pub(crate) fn then(first: &Relabeling, second: &Relabeling) -> Relabeling {
    first.map(|digit| second[usize::from(digit)])
}

/// The relabeling that undoes this one.
pub(crate) fn inverse(relabeling: &Relabeling) -> Relabeling {
    let mut inverse = IDENTITY;
    for (digit, &name) in (0..).zip(relabeling) {
        inverse[usize::from(name)] = digit;
    }
    inverse
}

/// Things numbered from 0, sorted into those that a group of relabelings makes of each other.
pub(crate) struct Orbits {
    /// Of each orbit the first thing, its representative.
    pub(crate) firsts: Vec<u16>,
    /// How many things each orbit has.
    pub(crate) sizes: Vec<u32>,
    /// The orbit of each thing.
    pub(crate) of: Vec<u16>,
    /// For each thing a relabeling that makes it of its orbit's representative.
    pub(crate) from_first: Vec<Relabeling>,
    /// For each orbit the relabelings that leave its representative alone; absent where that is
    /// always the identity alone.
    stabilizers: Vec<Vec<Relabeling>>,
}

impl Orbits {
    /// The relabelings that leave an orbit's representative alone.
    pub(crate) fn stabilizer(&self, orbit: usize) -> &[Relabeling] {
        self.stabilizers.get(orbit).map_or(&[IDENTITY], Vec::as_slice)
    }

    /// The orbits of `count` things under a group, given by all its elements; `image` says what a
    /// thing becomes.
    pub(crate) fn new(
        group: &[Relabeling],
        count: usize,
        image: impl Fn(u16, &Relabeling) -> u16,
    ) -> Self {
        const NONE: u16 = u16::MAX;
        let mut orbits = Self {
            firsts: Vec::new(),
            sizes: Vec::new(),
            of: vec![NONE; count],
            from_first: vec![IDENTITY; count],
            stabilizers: Vec::new(),
        };
        if let [_] = group {
            orbits.firsts = (0..count as u16).collect();
            orbits.sizes = vec![1; count];
            orbits.of.clone_from(&orbits.firsts);
            return orbits;
        }
        for first in 0..count as u16 {
            if orbits.of[usize::from(first)] != NONE {
                continue;
            }
            let orbit = orbits.firsts.len() as u16;
            let (mut size, mut stabilizer) = (0, Vec::new());
            for relabeling in group {
                let thing = image(first, relabeling);
                if thing == first {
                    stabilizer.push(*relabeling);
                }
                let of = &mut orbits.of[usize::from(thing)];
                if *of == NONE {
                    *of = orbit;
                    size += 1;
                    orbits.from_first[usize::from(thing)] = *relabeling;
                }
            }
            orbits.firsts.push(first);
            orbits.sizes.push(size);
            orbits.stabilizers.push(stabilizer);
        }
        orbits
    }
}

/// For each thing the first one of its orbit and a relabeling that makes it of that one, for the
/// group that exchanges of neighbours among these digits make up.
pub(crate) fn spread(
    free: &[u8],
    count: usize,
    image: impl Fn(u16, &Relabeling) -> u16,
) -> Vec<(u16, Relabeling)> {
    let exchanges: Vec<Relabeling> = free
        .windows(2)
        .map(|pair| {
            let mut exchange = IDENTITY;
            exchange.swap(usize::from(pair[0]), usize::from(pair[1]));
            exchange
        })
        .collect();
    let mut found = vec![None; count];
    let mut open = Vec::new();
    for first in 0..count as u16 {
        if found[usize::from(first)].is_none() {
            found[usize::from(first)] = Some((first, IDENTITY));
            open.push((first, IDENTITY));
        }
        while let Some((thing, relabeling)) = open.pop() {
            for exchange in &exchanges {
                let next = image(thing, exchange);
                if found[usize::from(next)].is_none() {
                    let relabeling = then(&relabeling, exchange);
                    found[usize::from(next)] = Some((first, relabeling));
                    open.push((next, relabeling));
                }
            }
        }
    }
    found.into_iter().flatten().collect()
}
