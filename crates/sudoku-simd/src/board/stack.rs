//! A stack of fixed size that initializes items only when they are pushed.
//!
//! The search needs a stack of 96 boards. Clearing it would take longer than many searches do.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;

pub(crate) struct Stack<T: Copy, const N: usize> {
    items: [MaybeUninit<T>; N],
    /// The number of items. All items below it are initialized.
    length: usize,
}

impl<T: Copy, const N: usize> Stack<T, N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { items: [const { MaybeUninit::uninit() }; N], length: 0 }
    }

    /// Pushes an item. The caller ensures that the stack is not full; otherwise this panics.
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
