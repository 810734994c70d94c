//! The propagation, compiled for the instruction sets that the processor may have.

#![allow(unsafe_code, reason = "instructions that a processor may lack have to be named")]

use crate::domain::{Masks, Queue};
use crate::network::Network;

impl Network {
    /// Removes candidates until nothing changes. Returns false if a cell has no candidate left or a
    /// rule cannot hold.
    pub(crate) fn propagate(&self, masks: &mut Masks, queue: &mut Queue) -> bool {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the processor has the instructions.
            return unsafe { self.propagate_avx2(masks, queue) };
        }
        self.propagate_inline(masks, queue)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn propagate_avx2(&self, masks: &mut Masks, queue: &mut Queue) -> bool {
        self.propagate_inline(masks, queue)
    }
}
