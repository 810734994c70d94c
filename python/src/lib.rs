//! The Python package `sudoku-engines`: its native module.
//!
//! Each module uses only modules of the rows below it:
//!
//! | module | content |
//! |---|---|
//! | `_native` | the names that Python sees |
//! | `functions`, `puzzle`, `values` | the functions of the package; methods of the classes |
//! | `function` | applies a function to any kind of input |
//! | `input`, `column` | recognize and read the input; return results in the same kind |
//! | `steps` | steps and other values whose length varies, and their arrays |
//! | `rows` | the storage of a collection, which is read block by block |
//! | `cells` | texts, and numbers of any type, as puzzles |
//! | `board`, `work` | the classes; threads that run detached from the interpreter |
//! | `arguments`, `boundary`, `errors` | arguments, access to foreign memory, exceptions |

mod arguments;
mod board;
mod boundary;
mod cells;
mod column;
mod errors;
mod function;
mod functions;
mod input;
mod puzzle;
mod rows;
mod steps;
mod values;
mod work;

use pyo3::prelude::*;

/// The native part of `sudoku_engines`.
#[pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;
    use sudoku_engines::generator::{PatternSymmetry, VariantKind};
    use sudoku_text::FileFormat;
    use sudoku_variants::sudoku_rules::RuleKind;

    use crate::column::Category;

    #[pymodule_export]
    use crate::board::{PyBoard, PyGrid, PyPuzzle};
    #[pymodule_export]
    use crate::boundary::Memory;
    #[pymodule_export]
    use crate::column::ArrowArray;
    #[pymodule_export]
    use crate::errors::{DefectError, PuzzleError};
    #[pymodule_export]
    use crate::functions::candidates::candidates;
    #[pymodule_export]
    use crate::functions::canonical::canonical;
    #[pymodule_export]
    use crate::functions::check::check;
    #[cfg(feature = "command")]
    #[pymodule_export]
    use crate::functions::command::_command;
    #[pymodule_export]
    use crate::functions::count::count;
    #[pymodule_export]
    use crate::functions::drawings::_drawings;
    #[pymodule_export]
    use crate::functions::enumerate::{Solutions, enumerate};
    #[pymodule_export]
    use crate::functions::explain::{explain, hint};
    #[pymodule_export]
    use crate::functions::generate::generate;
    #[pymodule_export]
    use crate::functions::logic::{_rated_steps, next_step, rate};
    #[pymodule_export]
    use crate::functions::numbered::{nth, sample};
    #[pymodule_export]
    use crate::functions::probes::{_addresses, _engine, _engine_makes, _panic};
    #[pymodule_export]
    use crate::functions::search::{minimals, neighbors, puzzles_of_clues};
    #[pymodule_export]
    use crate::functions::solve::{is_proper, solve};
    #[pymodule_export]
    use crate::functions::text::{convert, read};
    #[pymodule_export]
    use crate::functions::trace::trace;
    #[pymodule_export]
    use crate::functions::transform::transform;
    #[pymodule_export]
    use crate::functions::verify::verify;
    #[pymodule_export]
    use crate::functions::verify_steps::verify_steps;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::boundary::only_one(module.py())?;
        let names = |names: Vec<&'static str>| pyo3::types::PyTuple::new(module.py(), names);
        let formats = FileFormat::ALL.iter().map(|format| format.name()).collect();
        let symmetries = PatternSymmetry::ALL.iter().map(|it| it.name()).collect();
        let scales = sudoku_logic::RatingScale::all().map(|profile| profile.name()).to_vec();
        module.add("SCALES", names(scales)?)?;
        module.add("ENDINGS", names(Category::Ending.names())?)?;
        module.add("STEP_ENDINGS", names(Category::StepEnding.names())?)?;
        module.add("FORMATS", names(formats)?)?;
        module.add("SYMMETRIES", names(symmetries)?)?;
        module.add("ACTIONS", names(crate::steps::ACTIONS.to_vec())?)?;
        let techniques = sudoku_logic::StepName::all().iter().map(|it| it.name()).collect();
        module.add("TECHNIQUES", names(techniques)?)?;
        module.add("RULE_KINDS", names(RuleKind::all().map(RuleKind::name).collect())?)?;
        module.add("VARIANT_KINDS", names(VariantKind::all().map(VariantKind::name).collect())?)?;
        module.add("TOKENS", crate::functions::tokens::vocabulary(module.py())?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
