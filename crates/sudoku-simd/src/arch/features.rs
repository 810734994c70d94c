//! Code of the engines compiled for instructions that not every processor has.

/// Implements [`BitLanes`](crate::batch::bit_lanes::engine::BitLanes) for planes of an instruction
/// set: its features, the proof that the processor has them, the planes, and the two constants.
///
/// The compiler takes `target_feature` on a function only, and not on a method of a trait that
/// anybody may call. So each method holds a function with the features, and calls that.
macro_rules! bit_lanes_with_features {
    ($features:literal, $proof:ty, $plane:ty { ENOUGH: $enough:literal, FEW: $few:literal }) => {
        const _: () = {
            use $crate::batch::bit_lanes::engine::BitLanes;
            use $crate::batch::bit_lanes::pass::{PassFindings, Planes, pass};
            use $crate::batch::bit_lanes::plane::LaneSet;
            use $crate::batch::bit_lanes::record::TransposedRecords;

            impl BitLanes for $plane {
                const ENOUGH: u32 = $enough;
                const FEW: u32 = $few;

                #[inline(always)]
                fn pass<const CAREFUL: bool>(
                    proof: $proof,
                    planes: &mut Planes<Self>,
                ) -> PassFindings<Self> {
                    #[target_feature(enable = $features)]
                    #[inline(never)]
                    fn pass_planes<const CAREFUL: bool>(
                        proof: $proof,
                        planes: &mut Planes<$plane>,
                    ) -> PassFindings<$plane> {
                        pass::<$plane, CAREFUL>(proof, planes)
                    }

                    // SAFETY: the proof says that the processor has what the function enables.
                    unsafe { pass_planes::<CAREFUL>(proof, planes) }
                }

                #[inline(always)]
                fn save(
                    proof: $proof,
                    planes: &Planes<Self>,
                    choose: bool,
                    records: &mut TransposedRecords,
                ) {
                    #[target_feature(enable = $features)]
                    #[inline(never)]
                    fn save_planes(
                        proof: $proof,
                        planes: &Planes<$plane>,
                        choose: bool,
                        records: &mut TransposedRecords,
                    ) {
                        records.save(proof, planes, choose);
                    }

                    // SAFETY: the proof says that the processor has what the function enables.
                    unsafe { save_planes(proof, planes, choose, records) }
                }

                #[inline(always)]
                fn restore(
                    proof: $proof,
                    records: &mut TransposedRecords,
                    lanes: &LaneSet,
                    planes: &mut Planes<Self>,
                ) {
                    #[target_feature(enable = $features)]
                    #[inline(never)]
                    fn restore_planes(
                        proof: $proof,
                        records: &mut TransposedRecords,
                        lanes: &LaneSet,
                        planes: &mut Planes<$plane>,
                    ) {
                        records.restore(proof, lanes, planes);
                    }

                    // SAFETY: the proof says that the processor has what the function enables.
                    unsafe { restore_planes(proof, records, lanes, planes) }
                }
            }
        };
    };
}

pub(super) use bit_lanes_with_features;
