//! A stack of fixed size whose items are not initialised before they are needed.
//!
//! The search has one of 96 boards: to clear them for each search would take longer than many a
//! search does.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;

pub(crate) struct Stack<T: Copy, const N: usize> {
    items: [MaybeUninit<T>; N],
    /// How many items there are; the items below it are initialised.
    length: usize,
}

impl<T: Copy, const N: usize> Stack<T, N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { items: [const { MaybeUninit::uninit() }; N], length: 0 }
    }

    /// Puts an item on top. The caller has proved that there is room; without, this would panic.
    #[inline(always)]
    pub(crate) fn push(&mut self, item: T) {
        self.items[self.length].write(item);
        self.length += 1;
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) {
        self.length = self.length.saturating_sub(1);
    }

    #[inline(always)]
    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        let item = self.items.get_mut(self.length.wrapping_sub(1))?;
        // SAFETY: the index is below `length`, and every item below it was written by `push`.
        Some(unsafe { item.assume_init_mut() })
    }
}
