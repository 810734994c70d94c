//! Propagators against all assignments of a few cells.

use super::*;
use crate::digit_sets::{AllowedSets, DigitSets};
use crate::domain::ALL;
use crate::network::{CellLists, Group, GroupSum, Learning};

/// The cells of the tests: five cells of row 1 and two of row 2, which see each other in rows only.
const CELLS: [u8; 7] = [0, 1, 2, 3, 4, 9, 10];

fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state >> 5
}

/// Candidates of the cells: sometimes all digits, sometimes few.
fn masks(state: &mut u64) -> Masks {
    let mut masks = [0; 128];
    for cell in CELLS {
        let mask = (random(state) & random(state)) as u16 & ALL;
        masks[usize::from(cell)] = match random(state) % 4 {
            0 => ALL,
            1 => 1 << (random(state) % 9),
            _ if mask == 0 => ALL,
            _ => mask,
        };
    }
    masks
}

fn is_different(digits: &[u8]) -> bool {
    (1..digits.len()).all(|place| !digits[..place].contains(&digits[place]))
}

fn set(digits: &[u8]) -> u16 {
    digits.iter().fold(0, |set, digit| set | 1 << (digit - 1))
}

/// Returns true if the digits of the cells obey the propagator.
fn holds(propagator: &Propagator, digit: &dyn Fn(u8) -> u8) -> bool {
    let digits = |cells: &[u8]| cells.iter().map(|&cell| digit(cell)).collect::<Vec<u8>>();
    let sum = |cells: &[u8]| digits(cells).iter().map(|&digit| i32::from(digit)).sum::<i32>();
    match propagator {
        Propagator::Sum { total, cells } => {
            is_different(&digits(cells)) && sum(cells) == *total as i32
        }
        Propagator::Groups(it) => {
            let signed = |(is_minus, cells)| sum(cells) * if is_minus { -1 } else { 1 };
            it.groups().all(|(_, cells)| is_different(&digits(cells)))
                && it.groups().map(signed).sum::<i32>() == it.total
        }
        Propagator::Sets { cells, sets } => {
            is_different(&digits(cells)) && sets.sets.contains(set(&digits(cells)))
        }
        Propagator::SameDigits { first, second } => set(&digits(first)) == set(&digits(second)),
        Propagator::Between { ends, inner } => {
            let ends = digits(ends);
            let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            digits(inner).iter().all(|&digit| digit > low && digit < high)
        }
        Propagator::Contains { counts, cells } => (1..=9).zip(counts).all(|(wanted, &count)| {
            digits(cells).iter().filter(|&&digit| digit == wanted).count() >= count.into()
        }),
        Propagator::House(_) | Propagator::HouseSums { .. } => unreachable!("tested as boards"),
    }
}

/// Returns the candidates of each cell that some assignment uses.
fn supported(propagator: &Propagator, masks: &Masks) -> Masks {
    let mut cells = Vec::new();
    propagator.for_each_cell(|cell| cells.push(cell));
    cells.sort_unstable();
    cells.dedup();
    let mut supported = [0; 128];
    let mut digits = vec![0; cells.len()];
    assign(propagator, masks, &cells, &mut digits, 0, &mut supported);
    supported
}

fn assign(
    propagator: &Propagator,
    masks: &Masks,
    cells: &[u8],
    digits: &mut Vec<u8>,
    place: usize,
    supported: &mut Masks,
) {
    if place == cells.len() {
        let digit = |cell: u8| digits[cells.iter().position(|&it| it == cell).unwrap_or(0)];
        if holds(propagator, &digit) {
            for (&cell, &digit) in cells.iter().zip(digits.iter()) {
                supported[usize::from(cell)] |= 1 << (digit - 1);
            }
        }
        return;
    }
    for bit in bits(masks[usize::from(cells[place])].into()) {
        digits[place] = bit + 1;
        assign(propagator, masks, cells, digits, place + 1, supported);
    }
}

/// Propagators on some of the cells, with true for those that remove every unsupported candidate.
fn propagators(state: &mut u64) -> Vec<(Propagator, bool)> {
    let number = |state: &mut u64, bound: u64| (random(state) % bound) as usize;
    let row = &CELLS[..2 + number(state, 4)];
    let inner = &CELLS[2..3 + number(state, 3)];
    let mut sets = DigitSets::NONE;
    for _ in 0..40 {
        sets.insert(random(state) as u16 & 511);
    }
    let group = |is_minus: bool, cells: &[u8]| Group { is_minus, cells: cells.to_vec() };
    let groups = vec![group(false, &row[..row.len().min(3)]), group(true, &CELLS[5..])];
    let few = vec![group(false, &CELLS[..2]), group(number(state, 2) == 0, &CELLS[5..6])];
    let large = vec![group(false, &CELLS[..4]), group(false, &CELLS[5..6])];
    let repeated = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 4];
    let single = |at: &usize| group(*at == 3, &CELLS[*at..=*at]);
    let many = repeated.iter().map(single).collect();
    // Two groups of several cells and many single ones.
    let several = [group(false, &CELLS[..2]), group(true, &CELLS[5..])];
    let bounds = several.into_iter().chain([4; 11].iter().map(single)).collect();
    let mut counts = [0; 9];
    counts[number(state, 9)] += 1;
    counts[number(state, 9)] += 1;
    vec![
        // Larger sums are skipped if they are far from their bounds.
        (Propagator::Sum { total: 3 + number(state, 30), cells: row.to_vec() }, row.len() < 4),
        (Propagator::Sets { cells: row.to_vec(), sets: Box::new(AllowedSets::new(sets)) }, true),
        (Propagator::Groups(GroupSum::new(number(state, 20) as i32 - 8, groups)), false),
        (Propagator::Groups(GroupSum::new(number(state, 20) as i32 - 2, few)), true),
        (Propagator::Groups(GroupSum::new(11 + number(state, 29) as i32, large)), false),
        (Propagator::Groups(GroupSum::new(10 + number(state, 60) as i32, many)), false),
        (Propagator::Groups(GroupSum::new(number(state, 110) as i32, bounds)), false),
        (Propagator::SameDigits { first: CELLS[..2].to_vec(), second: CELLS[5..].to_vec() }, false),
        (Propagator::Between { ends: [0, 1], inner: inner.to_vec() }, false),
        (Propagator::Contains { counts, cells: row.to_vec() }, false),
    ]
}

#[test]
fn no_propagator_removes_a_supported_candidate() {
    let mut state = 88_172_645_463_325_252;
    let peers: [u128; 81] = core::array::from_fn(|cell| {
        let row = ((1u128 << 9) - 1) << (cell / 9 * 9);
        row & !(1 << cell)
    });
    for _ in 0..1500 {
        for (propagator, is_exact) in propagators(&mut state) {
            let mut before = masks(&mut state);
            let mut cells = Vec::new();
            propagator.for_each_cell(|cell| cells.push(usize::from(cell)));
            // Peers that are no cells of the propagator must not make it fail.
            let others = (0..81).filter(|cell| !cells.contains(cell));
            others.for_each(|cell| before[cell] = 0);
            let network = network(propagator.clone(), peers);
            // Sums over groups do not remove fixed digits from peers; `spread` does.
            if let Propagator::Groups(_) = propagator {
                let mut queue = Queue::new();
                queue.changed = cells.iter().fold(0, |set, cell| set | 1 << cell);
                let mut domain = Domain { masks: &mut before, queue: &mut queue };
                if network.spread(&mut domain, &network.peer_lists).is_none() {
                    continue;
                }
            }
            let expected = supported(&propagator, &before);
            let mut after = before;
            let mut queue = Queue::new();
            let mut domain = Domain { masks: &mut after, queue: &mut queue };
            let result = network.apply(&propagator, &mut domain);
            let is_possible = expected.iter().any(|&mask| mask != 0);
            if result.is_none() {
                assert!(!is_possible, "{propagator:?} {before:?}");
                continue;
            }
            for &cell in &cells {
                assert_eq!(expected[cell] & !after[cell], 0, "{propagator:?} {before:?}");
            }
            let is_fixed = cells.iter().all(|&cell| is_single(before[cell]));
            if is_exact || is_fixed {
                assert!(is_possible, "{propagator:?} {before:?}");
                let is_exact = cells.iter().all(|&cell| after[cell] == expected[cell]);
                assert!(is_exact, "{propagator:?} {before:?} {after:?}");
            }
        }
    }
}

/// Returns a network with one propagator. The cells of a sum over groups see those of their group.
fn network(propagator: Propagator, mut peers: [u128; 81]) -> Network {
    if let Propagator::Groups(sum) = &propagator {
        peers = [0; 81];
        for (_, cells) in sum.groups() {
            let group = cells.iter().fold(0, |set, cell| set | 1 << cell);
            cells.iter().for_each(|&cell| peers[usize::from(cell)] |= group & !(1 << cell));
        }
    }
    Network {
        start: [0; 128],
        peers,
        peer_lists: CellLists::new(&peers),
        other_peers: CellLists::new(&peers),
        related: 0,
        relations: vec![Vec::new(); 81],
        tables: Vec::new(),
        early: 0,
        lasting: [u64::MAX; WORDS],
        words: 1,
        propagators: vec![propagator],
        watchers: vec![[0; WORDS]; 81],
        is_classic: false,
        has_boxes: false,
        houses: Vec::new(),
        weights: [0; 81],
        learning: Learning { guessed: 0, last_fixed: 0, half_life: 1 },
    }
}
