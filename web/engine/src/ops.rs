//! The operations: a table of names, and a file for each family.

#[cfg(feature = "whole")]
mod about;
#[cfg(feature = "first")]
mod board;
#[cfg(feature = "whole")]
mod generate;
#[cfg(feature = "whole")]
mod lesson;
#[cfg(feature = "whole")]
mod logic;
#[cfg(feature = "whole")]
mod numbered;
#[cfg(feature = "first")]
mod solve;
#[cfg(feature = "whole")]
mod strategy;
#[cfg(feature = "first")]
mod text;
#[cfg(feature = "variants")]
mod variants;

use crate::error::{Answer, Reply};
use crate::memory::Memory;
use crate::request::Request;

/// An operation. It returns the reply as JSON.
pub(crate) type Op = fn(&Request, &mut Memory) -> Answer<String>;

/// Defines a table of operations, and the type of the replies in TypeScript.
macro_rules! table {
    ($table:ident, $replies:ident: $($name:ident: $function:path => $reply:ty,)*) => {
        const $table: &[(&str, Op)] = &[$((stringify!($name), |request, memory| {
            let reply: $reply = $function(request, memory)?;
            Ok(serde_json::to_string(&Reply::Ok(reply))?)
        })),*];

        /// The reply of each operation.
        #[cfg(test)]
        #[derive(ts_rs::TS)]
        #[expect(dead_code, reason = "it is a type in TypeScript only")]
        pub(crate) struct $replies {
            $($name: $reply,)*
        }
    };
}

#[cfg(feature = "first")]
table! {
    OPS, FirstReplies:
    check: board::check => board::CheckReply,
    enumerate: solve::enumerate => solve::EnumerateReply,
    marks: solve::marks => solve::MarksReply,
    read: text::read => text::ReadReply,
    write: text::write => text::WriteReply,
}

#[cfg(feature = "whole")]
table! {
    MORE_OPS, WholeReplies:
    about: about::about => about::About,
    all_steps: logic::all_steps => logic::StepsReply,
    canonical: board::canonical_form => board::CanonicalReply,
    count: solve::count => solve::CountReply,
    generate: generate::generate => generate::GenerateReply,
    grade: lesson::grade => lesson::GradeReply,
    hint: logic::hint => logic::StepsReply,
    lesson: lesson::lesson => lesson::LessonReply,
    nth: numbered::nth => numbered::NthReply,
    path: logic::path => logic::StepsReply,
    rate: logic::rate => logic::RateReply,
    run: strategy::run => strategy::RunReply,
    sample: numbered::sample => numbered::SampleReply,
    techniques: lesson::techniques => lesson::TechniquesReply,
    trace: strategy::trace => crate::trace::TraceReply,
    wrong_marks: logic::wrong_marks => logic::WrongMarksReply,
}
#[cfg(feature = "variants")]
table! {
    VARIANT_OPS, VariantReplies:
    variant_broken: variants::broken => variants::BrokenReply,
    variant_check: variants::check => variants::VariantCheckReply,
    variant_hint: variants::hint => variants::VariantHintReply,
    variant_meanings: variants::meanings => variants::MeaningsReply,
    variant_read: variants::read => variants::VariantReadReply,
}

#[cfg(not(feature = "first"))]
const OPS: &[(&str, Op)] = &[];
#[cfg(not(feature = "whole"))]
const MORE_OPS: &[(&str, Op)] = &[];
#[cfg(not(feature = "variants"))]
const VARIANT_OPS: &[(&str, Op)] = &[];

/// Returns the operation with this name.
pub(crate) fn by_name(name: &str) -> Option<Op> {
    let mut ops = OPS.iter().chain(MORE_OPS).chain(VARIANT_OPS);
    ops.find(|(known, _)| *known == name).map(|&(_, op)| op)
}
