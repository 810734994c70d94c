//! The portable engine, which uses only instructions that every processor of the target has. These
//! are 16-byte registers on x86-64 and 64-bit ARM, the vectors of WebAssembly if it is compiled
//! with them, and 64-bit words elsewhere.
//!
//! A register or two words hold the boxes of a board, in fields of ten bits. Batches are searched
//! board by board, because bit planes are not faster in registers of this size
//! (docs/notes/batch-engine.md).

pub(crate) mod bands;
mod fields;
// The tests compare the registers with this module.
#[cfg(any(
    test,
    not(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"),
        all(target_arch = "wasm32", target_feature = "simd128")
    ))
))]
mod words;

use std::ops::ControlFlow;

use sudoku_core::{Ending, Meter};

use self::fields::Fields;
#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
use self::words::Words as Bands;
use super::InstructionSet;
#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
use super::aarch64::neon::Register as Bands;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::wasm32::simd128::Simd128 as Bands;
#[cfg(target_arch = "x86_64")]
use super::x86_64::sse2::Xmm as Bands;
use crate::board::narrow::Board9;
use crate::board::propagation::propagate;
use crate::board::search::explore;
use crate::puzzle::Start;

/// A proof that needs no detection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl InstructionSet for Portable {
    fn detect() -> Option<Self> {
        Some(Self)
    }

    // The search needs three pages of stack. If it were inlined into the function that selects an
    // engine, that function would touch these pages with every engine.
    #[inline(never)]
    fn search<const GRIDS: bool, const IN_DEPTH: bool>(
        self,
        start: Start<'_>,
        meter: &mut Meter<'_>,
        guesses: &mut u64,
    ) -> ControlFlow<Ending> {
        let engine = Board9::<Fields<Bands>>(());
        if cfg!(target_family = "wasm") {
            // The page waits for its download, and the search without grids is hardly faster.
            return explore::<_, true, IN_DEPTH>(engine, start, meter, guesses);
        }
        explore::<_, GRIDS, IN_DEPTH>(engine, start, meter, guesses)
    }

    #[inline(never)]
    fn propagate(self, cells: &mut [u16; 81]) -> Option<u128> {
        propagate(Board9::<Fields<Bands>>(()), cells)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use sudoku_conformance::MutatedPuzzles;
    use sudoku_core::{Board, Grid, Limits, Report};

    use super::*;
    use crate::board::search::{BoardEngine, CROWDED, explore_until_crowded};
    use crate::digits::SolvedCells;
    use crate::guess::{Branch, Settled};

    /// An engine that searches two boards at a time, and propagates one after the other.
    #[derive(Clone, Copy)]
    struct Paired<E>(E);

    impl<E: BoardEngine> BoardEngine for Paired<E> {
        const PAIRS: bool = true;
        const BOLD: bool = true;
        type Candidates = E::Candidates;

        fn read(self, start: Start<'_>) -> Self::Candidates {
            self.0.read(start)
        }

        fn settle(self, candidates: &mut Self::Candidates, two: bool) -> Settled {
            self.0.settle(candidates, two)
        }

        fn settle_either(
            self,
            a: &mut Self::Candidates,
            b: &mut Self::Candidates,
        ) -> [Option<Settled>; 2] {
            [Some(self.0.settle(a, false)), Some(self.0.settle(b, false))]
        }

        fn keep(
            self,
            from: &Self::Candidates,
            branch: Branch,
            permutation: usize,
        ) -> Self::Candidates {
            self.0.keep(from, branch, permutation)
        }

        fn has_order_dependent_contradiction(self, candidates: &Self::Candidates) -> bool {
            self.0.has_order_dependent_contradiction(candidates)
        }

        fn write(self, candidates: &Self::Candidates) -> SolvedCells {
            self.0.write(candidates)
        }
    }

    /// Returns all solutions of a board, and the number of guesses.
    fn search<E: BoardEngine, const CROWD: usize>(
        engine: E,
        board: &Board,
    ) -> (HashSet<Grid>, Report) {
        let (mut found, mut guesses) = (HashSet::new(), 0);
        let mut keep = |grid: &Grid| {
            assert!(found.insert(*grid), "{board}: {grid} twice");
            ControlFlow::Continue(())
        };
        let report = Meter::run(&Limits::ALL.with_nodes(5_000), &mut keep, |meter| {
            let start = Start::Board(board);
            explore_until_crowded::<E, true, CROWD>(engine, start, meter, &mut guesses)
        });
        (found, report.with_guesses(guesses))
    }

    /// Suspended boards come back: no solution is lost or found twice.
    #[test]
    fn suspended_boards_come_back() {
        let engine = Board9::<Fields<Bands>>(());
        let mut exhausted = 0;
        for board in MutatedPuzzles::new(10).take(600) {
            let one = search::<_, CROWDED>(engine, &board);
            if one.1.ending == Ending::Exhausted {
                assert_eq!(search::<_, 2>(Paired(engine), &board), one, "{board}");
                assert_eq!(search::<_, 3>(Paired(engine), &board), one, "{board}");
                assert_eq!(search::<_, 8>(Paired(engine), &board), one, "{board}");
                exhausted += 1;
            }
        }
        assert!(exhausted > 400, "{exhausted}");
    }

    /// Returns pseudorandom words of low quality.
    fn random_words() -> impl FnMut() -> u64 {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        }
    }

    /// Compares the registers for the bands with words.
    #[cfg(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_endian = "little", target_feature = "neon")
    ))]
    mod registers {
        use super::super::bands::FourBands;
        use super::super::fields::LOW;
        use super::super::words::Words;
        use super::*;

        #[test]
        fn bands_in_words_and_in_registers_take_the_same_steps() {
            let mut guesses = 0;
            for board in MutatedPuzzles::new(12).take(600) {
                let words = search::<_, CROWDED>(Board9::<Fields<Words>>(()), &board);
                let bands = search::<_, CROWDED>(Board9::<Fields<Bands>>(()), &board);
                assert_eq!(words, bands, "{board}");
                guesses += words.1.guesses.unwrap_or(0);
            }
            assert!(guesses > 1_000, "{guesses}");
        }

        /// Returns the results of all operations on two vectors of fields.
        fn each_operation<B: FourBands>(a: [u32; 4], b: [u32; 4]) -> [[u32; 4]; 19] {
            let (a, b) = (B::load(a), B::load(b));
            let either = a.or(b);
            [
                B::splat(0x1234_5678),
                a.and(b),
                either,
                a.and_not(b),
                a.add(b),
                either.sub(b),
                a.next_band(),
                a.previous_band(),
                a.next_stack(),
                a.previous_stack(),
                a.other_stacks(),
                a.shift_left::<10>(),
                a.shift_left::<20>(),
                a.shift_right::<1>(),
                a.shift_right::<2>(),
                a.shift_right::<4>(),
                a.shift_right::<8>(),
                a.shift_right::<9>(),
                a.shift_right::<20>(),
            ]
            .map(B::store)
        }

        #[test]
        fn bands_in_words_and_in_registers_are_the_same() {
            let mut word = random_words();
            for _ in 0..1_000 {
                let mut bands = || [(); 4].map(|()| word() as u32 & (LOW * 0x1ff));
                let (a, b) = (bands(), bands());
                assert_eq!(each_operation::<Bands>(a, b), each_operation::<Words>(a, b), "{a:x?}");
                assert!(Bands::load(a).equals(Bands::load(a)));
                assert!(Words::load(a).equals(Words::load(a)));
                for band in 0..4 {
                    let mut other = a;
                    other[band] ^= 1 << (word() % 32);
                    assert!(!Bands::load(a).equals(Bands::load(other)), "{a:x?} {other:x?}");
                    assert!(!Words::load(a).equals(Words::load(other)), "{a:x?} {other:x?}");
                }
            }
        }
    }
}
