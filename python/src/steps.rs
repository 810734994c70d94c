//! Values whose length varies by row: words, steps and tokens, and the arrays of many of them.

use std::sync::Arc;

use arrow_array::types::UInt8Type;
use arrow_array::{
    Array, ArrayRef, DictionaryArray, FixedSizeListArray, Float64Array, ListArray, StringArray,
    StructArray, UInt8Array, UInt16Array,
};
use arrow_buffer::{MutableBuffer, NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use sudoku_engines::{Board, Cell, Digit, DigitSet};
use sudoku_logic::{RatedStep, State, StepName};

use crate::board::{Format, Named, named, written};
use crate::boundary::numpy_array;

/// A value whose length varies.
#[derive(Clone, Debug)]
pub(crate) enum Loose {
    Words(String),
    Steps(Vec<StepRow>),
    Tokens(Vec<u16>),
    Boards(Vec<Board>),
}

impl Default for Loose {
    fn default() -> Self {
        Self::Words(String::new())
    }
}

impl Loose {
    pub(crate) fn words(&self) -> &str {
        if let Self::Words(words) = self { words } else { "" }
    }

    /// Returns the value as a Python object, with steps and boards of these kinds.
    pub(crate) fn into_object<'py>(
        self,
        py: Python<'py>,
        kind: StepKind,
        format: Format,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Words(words) => Ok(words.into_pyobject(py)?.into_any()),
            Self::Steps(steps) => kind.objects(py, steps),
            Self::Tokens(tokens) => tokens.into_pyobject(py),
            Self::Boards(boards) => {
                let boards = boards.iter().map(|board| written(py, board, format));
                Ok(PyList::new(py, boards.collect::<PyResult<Vec<_>>>()?)?.into_any())
            }
        }
    }

    /// Returns the number of items in the value's longest list, or more.
    pub(crate) fn items(&self) -> usize {
        match self {
            Self::Words(words) => words.len(),
            Self::Steps(steps) => steps.iter().map(|step| 1 + step.eliminations.len()).sum(),
            Self::Tokens(tokens) => tokens.len(),
            Self::Boards(boards) => boards.len() * Cell::COUNT,
        }
    }

    pub(crate) fn boards(&self) -> &[Board] {
        if let Self::Boards(boards) = self { boards } else { &[] }
    }

    fn steps(&self) -> &[StepRow] {
        if let Self::Steps(steps) = self { steps } else { &[] }
    }

    fn tokens(&self) -> &[u16] {
        if let Self::Tokens(tokens) = self { tokens } else { &[] }
    }
}

/// A step as numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StepRow {
    /// The index of the name in the names of the kind of steps.
    pub(crate) name: u8,
    /// The cell, unless the step only eliminates candidates.
    pub(crate) cell: Option<Cell>,
    /// The digit that the step places in the cell.
    pub(crate) digit: Option<Digit>,
    /// The rating or the score on the scale; 0 for steps of a search.
    pub(crate) score: f64,
    /// The eliminated candidates by [number](candidate).
    pub(crate) eliminations: Vec<u16>,
    /// The candidates of each cell before the step, if they are requested. The bit `d - 1` means
    /// the digit `d`. A cell with a digit has only that digit.
    pub(crate) candidates: Option<Box<[u16; 81]>>,
}

impl StepRow {
    /// Makes a step of human logic, with the candidates of the state before it if you pass one.
    pub(crate) fn of_logic(RatedStep { step, score }: &RatedStep, before: Option<&State>) -> Self {
        let placement = step.effect.placement;
        let eliminations = step.effect.eliminations.iter();
        let masks = |state: &State| {
            let mut masks = Box::new([0; 81]);
            for (cell, of_cell) in Cell::all().zip(masks.iter_mut()) {
                *of_cell = mask(state.value(cell), state.candidates(cell));
            }
            masks
        };
        // There are fewer than 256 techniques, and all are in the list.
        let number = StepName::all().iter().position(|name| *name == step.name);
        Self {
            name: number.and_then(|number| number.try_into().ok()).unwrap_or_default(),
            cell: placement.map(|(cell, _)| cell),
            digit: placement.map(|(_, digit)| digit),
            score: score.number(),
            eliminations: eliminations
                .flat_map(|&(cell, digits)| digits.iter().map(move |digit| candidate(cell, digit)))
                .collect(),
            candidates: before.map(masks),
        }
    }

    /// Makes a step of a search.
    pub(crate) const fn of_search(name: u8, cell: Cell, digit: Option<Digit>) -> Self {
        Self {
            name,
            cell: Some(cell),
            digit,
            score: 0.0,
            eliminations: Vec::new(),
            candidates: None,
        }
    }

    /// Returns the number of the placed candidate, if any.
    pub(crate) fn placement(&self) -> Option<u16> {
        Some(candidate(self.cell?, self.digit?))
    }
}

/// Returns the number of a candidate, from 0 to 728: `9 * cell + digit - 1`.
pub(crate) fn candidate(cell: Cell, digit: Digit) -> u16 {
    cell.index() as u16 * 9 + u16::from(digit.get()) - 1
}

/// The kind of the steps in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepKind {
    /// Steps of human logic.
    Logic {
        /// True if each step has the candidates before it.
        has_candidates: bool,
    },
    /// Steps of a search.
    Search,
}

/// The names of the steps of a search. A guess leaves other digits of the cell to try, and going
/// back restores the board before the last guess in the cell.
pub(crate) const ACTIONS: [&str; 3] = ["guess", "place", "back"];
pub(crate) const GUESS: u8 = 0;
pub(crate) const PLACE: u8 = 1;
pub(crate) const BACK: u8 = 2;

static STEP: Named = Named::new("Step");
static SEARCH_STEP: Named = Named::new("SearchStep");

impl StepKind {
    /// Returns the title of the names.
    const fn title(self) -> &'static str {
        match self {
            Self::Logic { .. } => "technique",
            Self::Search => "action",
        }
    }

    fn names(self) -> Vec<&'static str> {
        match self {
            Self::Logic { .. } => StepName::all().iter().map(|name| name.name()).collect(),
            Self::Search => ACTIONS.to_vec(),
        }
    }

    /// Returns a list of named tuples.
    fn objects<'py>(self, py: Python<'py>, steps: Vec<StepRow>) -> PyResult<Bound<'py, PyAny>> {
        let names: Vec<_> =
            self.names().into_iter().map(|name| PyString::intern(py, name)).collect();
        let object = |step: StepRow| {
            let name = names[usize::from(step.name)].clone().into_any();
            let cell = step.cell.map(Cell::index).into_pyobject(py)?;
            let digit = step.digit.map(Digit::get).into_pyobject(py)?;
            if self == Self::Search {
                return named(py, &SEARCH_STEP, [name, cell, digit]);
            }
            let score = step.score.into_pyobject(py)?.into_any();
            let eliminations = PyList::new(py, step.eliminations)?.into_any();
            let candidates = step.candidates.map(|masks| PyList::new(py, *masks)).transpose()?;
            let candidates = candidates.into_pyobject(py)?.into_any();
            named(py, &STEP, [name, cell, digit, score, eliminations, candidates])
        };
        let steps = steps.into_iter().map(object).collect::<PyResult<Vec<_>>>()?;
        Ok(PyList::new(py, steps)?.into_any())
    }

    /// Returns an Arrow array of lists of structs.
    pub(crate) fn array(
        self,
        rows: &[Loose],
        nulls: Option<NullBuffer>,
    ) -> Result<ArrayRef, ArrowError> {
        let steps: Vec<&StepRow> = rows.iter().flat_map(Loose::steps).collect();
        let names = Arc::new(StringArray::from(self.names()));
        let codes = |code: fn(&StepRow) -> Option<u8>| -> UInt8Array {
            steps.iter().map(|step| code(step)).collect()
        };
        let keys = codes(|step| Some(step.name));
        let mut columns: Vec<(&str, ArrayRef)> = vec![
            (self.title(), Arc::new(DictionaryArray::<UInt8Type>::try_new(keys, names)?)),
            ("cell", Arc::new(codes(|step| Some(step.cell?.index() as u8)))),
            ("digit", Arc::new(codes(|step| step.digit.map(Digit::get)))),
        ];
        if let Self::Logic { has_candidates } = self {
            let scores: Vec<f64> = steps.iter().map(|step| step.score).collect();
            columns.push(("score", Arc::new(Float64Array::from(scores))));
            let eliminations: Vec<_> = steps.iter().map(|step| &*step.eliminations).collect();
            columns.push(("eliminations", lists(&eliminations, None)?));
            if has_candidates {
                let masks = UInt16Array::from(masks(&steps));
                let item = Arc::new(Field::new("item", DataType::UInt16, true));
                let masks = FixedSizeListArray::try_new(item, 81, Arc::new(masks), None)?;
                columns.push(("candidates", Arc::new(masks)));
            }
        }
        let field = |(name, array): &(&str, ArrayRef)| {
            let is_nullable = matches!(*name, "cell" | "digit");
            Field::new(*name, array.data_type().clone(), is_nullable)
        };
        let fields: Fields = columns.iter().map(field).collect();
        let columns = columns.into_iter().map(|(_, array)| array).collect();
        let items = StructArray::try_new(fields, columns, None)?;
        let item = Arc::new(Field::new("item", items.data_type().clone(), true));
        let offsets = offsets(rows.iter().map(|row| row.steps().len()))?;
        Ok(Arc::new(ListArray::try_new(item, offsets, Arc::new(items), nulls)?))
    }

    /// Adds NumPy arrays of all steps to a dict, with the row of each step and the step of each
    /// elimination.
    pub(crate) fn add_arrays(self, rows: &[Loose], result: &Bound<'_, PyDict>) -> PyResult<()> {
        let py = result.py();
        let steps: Vec<&StepRow> = rows.iter().flat_map(Loose::steps).collect();
        let add = |name: &str, kind: &str, count: usize, values: MutableBuffer| {
            result.set_item(name, numpy_array(py, values, kind, &[count])?)
        };
        let codes = |code: fn(&StepRow) -> Option<u8>| {
            let codes = steps.iter().map(|step| code(step).unwrap_or(u8::MAX));
            MutableBuffer::from(codes.collect::<Vec<u8>>())
        };
        let rows_of_steps = repeated(rows.iter().map(|row| row.steps().len()));
        add("row", "uint32", steps.len(), rows_of_steps.into())?;
        add(self.title(), "uint8", steps.len(), codes(|step| Some(step.name)))?;
        add("cell", "uint8", steps.len(), codes(|step| Some(step.cell?.index() as u8)))?;
        add("digit", "uint8", steps.len(), codes(|step| step.digit.map(Digit::get)))?;
        if let Self::Logic { has_candidates } = self {
            let scores: Vec<f64> = steps.iter().map(|step| step.score).collect();
            add("score", "float64", steps.len(), scores.into())?;
            let eliminations: Vec<_> = steps.iter().map(|step| &*step.eliminations).collect();
            let steps_of_eliminations = repeated(eliminations.iter().map(|it| it.len()));
            let count = steps_of_eliminations.len();
            add("elimination_step", "uint32", count, steps_of_eliminations.into())?;
            add("elimination", "uint16", count, eliminations.concat().into())?;
            if has_candidates {
                let masks = masks(&steps).into();
                let masks = numpy_array(py, masks, "uint16", &[steps.len(), Cell::COUNT])?;
                result.set_item("candidates", masks)?;
            }
        }
        Ok(())
    }
}

/// Returns each index as many times as its count says.
pub(crate) fn repeated(counts: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut indexes = Vec::new();
    for (index, count) in (0..).zip(counts) {
        indexes.resize(indexes.len() + count, index);
    }
    indexes
}

/// Returns the candidates before the steps, 81 masks for each step.
fn masks(steps: &[&StepRow]) -> Vec<u16> {
    let masks = steps.iter().filter_map(|step| Some(&step.candidates.as_deref()?[..]));
    masks.collect::<Vec<&[u16]>>().concat()
}

/// Returns the candidates of a cell as a mask: of its digit, if it has one.
pub(crate) fn mask(value: Option<Digit>, candidates: DigitSet) -> u16 {
    value.map_or(candidates, DigitSet::only).bits()
}

/// Returns an Arrow array of lists of tokens.
pub(crate) fn token_lists(
    rows: &[Loose],
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    lists(&rows.iter().map(Loose::tokens).collect::<Vec<_>>(), nulls)
}

/// Returns a NumPy array with a row of tokens for each puzzle, filled up with zeros.
pub(crate) fn token_rows<'py>(py: Python<'py>, rows: &[Loose]) -> PyResult<Bound<'py, PyAny>> {
    let width = rows.iter().map(|row| row.tokens().len()).max().unwrap_or(0);
    let mut tokens = vec![0; rows.len() * width];
    for (row, tokens) in rows.iter().zip(tokens.chunks_mut(width.max(1))) {
        tokens[..row.tokens().len()].copy_from_slice(row.tokens());
    }
    numpy_array(py, tokens.into(), "uint16", &[rows.len(), width])
}

/// Returns an Arrow array of lists of numbers.
fn lists(lists: &[&[u16]], nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    let numbers = Arc::new(UInt16Array::from(lists.concat()));
    let item = Arc::new(Field::new("item", DataType::UInt16, false));
    let offsets = offsets(lists.iter().map(|list| list.len()))?;
    Ok(Arc::new(ListArray::try_new(item, offsets, numbers, nulls)?))
}

/// Returns the offsets of lists of these lengths.
pub(crate) fn offsets(
    lengths: impl Iterator<Item = usize>,
) -> Result<OffsetBuffer<i32>, ArrowError> {
    OffsetBuffer::<i32>::try_from_lengths(lengths)
        .map_err(|error| ArrowError::InvalidArgumentError(error.to_string()))
}
