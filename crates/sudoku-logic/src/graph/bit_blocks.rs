//! Sets of numbers as blocks of bits.
//!
//! The graph stores a set for each candidate, all in one list. A block has 256 bits, so a set has
//! one block for every 256 candidates of the board. The union of two blocks is one vector
//! instruction.
//!
//! The graph adds each pair of candidates that exclude each other, so these functions are inlined
//! even where the code is optimized for size, as in the WebAssembly module of the page.

use crate::state::ones;

/// 256 bits of a set.
pub(super) type Block = [u64; 4];

pub(super) const EMPTY: Block = [0; 4];

/// Returns the number of blocks of a set of this many numbers.
pub(super) const fn blocks_for(count: usize) -> usize {
    count.div_ceil(256)
}

#[inline(always)]
pub(super) const fn contains(set: &[Block], number: u16) -> bool {
    let (block, word, bit) = position(number);
    set[block][word] & bit != 0
}

#[inline(always)]
pub(super) const fn insert(set: &mut [Block], number: u16) {
    let (block, word, bit) = position(number);
    set[block][word] |= bit;
}

/// Returns the block, the word in it and the bit of a number.
const fn position(number: u16) -> (usize, usize, u64) {
    let index = number as usize;
    (index / 256, index / 64 % 4, 1 << (index % 64))
}

/// Adds the numbers of another block.
pub(super) fn add(block: &mut Block, more: &Block) {
    block.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
}

/// Enumerates the numbers in a set.
pub(super) fn numbers(set: &[Block]) -> impl Iterator<Item = usize> {
    let words = set.as_flattened().iter().enumerate();
    words.flat_map(|(place, &word)| ones(word).map(move |bit| place * 64 + bit))
}
