//! Propagation without a search, on three registers.

use super::{Board3, Bytes, CELLS, CellLanes, Wide, cell};
use crate::board::propagation::Propagation;

/// `c | (a & b)`
const BOTH_OR: i32 = 0xea;

/// The number of bits between a digit of a cell and the digit of its lane.
const SHIFT: u16 = 6;

/// The places of the cells of a register in three vectors of 32 cells.
struct Sources {
    of_two: Bytes,
    /// Ones in the lanes that come from the first two vectors.
    is_of_two: CellLanes,
    of_third: Bytes,
}

static SOURCES: [Sources; 3] = {
    let mut sources = [const {
        Sources { of_two: Bytes([0; 64]), is_of_two: CellLanes([0; 32]), of_third: Bytes([63; 64]) }
    }; 3];
    let mut at = 0;
    while at < 81 {
        let (register, to) = (at / 27, at % 27);
        let from = cell(register, to);
        let bytes = if from < 64 {
            sources[register].is_of_two.0[to] = u16::MAX;
            &mut sources[register].of_two.0
        } else {
            &mut sources[register].of_third.0
        };
        bytes[2 * to] = (2 * (from % 64)) as u8;
        bytes[2 * to + 1] = (2 * (from % 64)) as u8 + 1;
        at += 1;
    }
    sources
};

/// The cell of each lane of each register.
static CELL_OF_LANE: [[u8; 32]; 3] = {
    let mut cells = [[0; 32]; 3];
    let mut at = 0;
    while at < 81 {
        cells[at / 27][at % 27] = cell(at / 27, at % 27) as u8;
        at += 1;
    }
    cells
};

impl<V: Wide> Propagation for Board3<V> {
    #[inline(always)]
    fn load(self, cells: &[u16; 81]) -> [V; 3] {
        let mut lanes = [CellLanes([0; 32]); 3];
        lanes[0].0.copy_from_slice(&cells[..32]);
        lanes[1].0.copy_from_slice(&cells[32..64]);
        lanes[2].0[..17].copy_from_slice(&cells[64..]);
        let [a, b, c] = [0, 1, 2].map(|at| V::load(self.0, &lanes[at]));
        [0, 1, 2].map(|register| {
            let sources = &SOURCES[register];
            a.permute_bytes_of_two(b, &sources.of_two)
                .ternary_logic::<BOTH_OR>(
                    V::load(self.0, &sources.is_of_two),
                    c.permute_bytes(&sources.of_third),
                )
                .shift_left_by_lane(V::splat(self.0, SHIFT))
        })
    }

    #[inline(always)]
    fn propagate(self, x: &mut [V; 3]) -> bool {
        loop {
            let pass = self.pass::<true>(*x);
            *x = pass.cells;
            if pass.contradiction | pass.unchanged {
                return !pass.contradiction;
            }
        }
    }

    #[inline(always)]
    fn write_changes(self, before: &[V; 3], after: &[V; 3], cells: &mut [u16; 81]) -> u128 {
        let mut changed = 0;
        for register in 0..3 {
            let mut lanes = !before[register].xor(after[register]).zero_lanes() & CELLS;
            if lanes != 0 {
                let stored = after[register].store();
                while lanes != 0 {
                    let lane = lanes.trailing_zeros() as usize;
                    lanes &= lanes - 1;
                    let cell = CELL_OF_LANE[register][lane];
                    cells[usize::from(cell) % 81] = stored.0[lane] >> SHIFT;
                    changed |= 1 << cell;
                }
            }
        }
        changed
    }
}
