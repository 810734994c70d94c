//! The mechanism behind every function: puzzles of any kind in, results of the same kind out.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyList;
use sudoku_engines::Board;

use crate::board::{Format, Layout, TextType};
use crate::column::{ArrowArray, Columns, RowWriter, Title, refused};
use crate::input::{ArrayForm, Input, Reply, line};
use crate::rows::{Block, Rows};
use crate::work::{Failure, Options, check_room, run};

/// A function that is applied to each puzzle.
pub(crate) trait Function: Sync {
    /// The result for one puzzle.
    type Answer: Send;

    /// The number of puzzles per task.
    const AT_ONCE: usize;

    /// Returns the columns of the answers.
    fn titles(&self) -> Vec<Title>;

    /// Appends an answer for each board of the block. Stops early if the flag is set.
    fn answer(
        &self,
        block: &Block,
        stop: &AtomicBool,
        answers: &mut Vec<Self::Answer>,
    ) -> Result<(), Failure>;

    /// Returns the answer for the board in a row if it takes only a fraction of a second. Such a
    /// call needs no thread.
    fn quick(&self, _board: &Board, _row: usize) -> Option<Self::Answer> {
        None
    }

    /// Returns the answers for a few boards if they take only a fraction of a second.
    fn few(&self, block: &Block) -> Option<Vec<Self::Answer>> {
        let start = Instant::now();
        let mut answers = Vec::with_capacity(block.boards.len());
        for (board, &row) in block.boards.iter().zip(&block.rows) {
            if start.elapsed() > QUICK {
                return None;
            }
            answers.push(self.quick(board, row)?);
        }
        Some(answers)
    }

    /// Returns the quick answer as a Python object.
    fn alone<'py>(
        &self,
        py: Python<'py>,
        board: &Board,
        format: Format,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.quick(board, 0).map(|answer| self.object(py, answer, format)).transpose()
    }

    /// Fills a row.
    fn write(&self, answer: Self::Answer, row: &mut RowWriter<'_, '_>);

    /// Returns the answer as a Python object, with boards of this kind.
    fn object<'py>(
        &self,
        py: Python<'py>,
        answer: Self::Answer,
        format: Format,
    ) -> PyResult<Bound<'py, PyAny>>;
}

/// Appends the answer for each board. Stops early if the flag is set.
pub(crate) fn one_by_one<A>(
    block: &Block,
    stop: &AtomicBool,
    answers: &mut Vec<A>,
    mut answer: impl FnMut(&Board, usize) -> Result<A, Failure>,
) -> Result<(), Failure> {
    for (board, &row) in block.boards.iter().zip(&block.rows) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        answers.push(answer(board, row)?);
    }
    Ok(())
}

/// Applies the function to the whole input.
pub(crate) fn map<'py, V: Function>(
    function: &V,
    puzzles: &Bound<'py, PyAny>,
    options: &Options,
) -> PyResult<Bound<'py, PyAny>> {
    // The most common kind first. Its search is so fast that each copy of the board counts.
    let input = match line(puzzles) {
        Some(board) => Input::One(board, Format::Text),
        None => Input::of(puzzles)?,
    };
    map_input(puzzles.py(), function, input, options)
}

/// Applies the function to input that is already recognized.
pub(crate) fn map_input<'py, V: Function>(
    py: Python<'py>,
    function: &V,
    input: Input<'py>,
    options: &Options,
) -> PyResult<Bound<'py, PyAny>> {
    let (rows, reply) = match input {
        Input::One(board, format) => {
            if let Some(answer) = function.alone(py, &board, format)? {
                return Ok(answer);
            }
            let rows = Rows::Read(vec![Ok(Some(board))]);
            return listed(py, function, &rows, &[format], options)?.get_item(0);
        }
        Input::Many(rows, reply) => (rows, reply),
    };
    match &reply {
        Reply::List(formats) => Ok(listed(py, function, &rows, formats, options)?.into_any()),
        Reply::NumPy { form: ArrayForm::Text, origin } => {
            let layout = Layout::Text(TextType::Fixed);
            let columns = columns(py, function, &rows, &reply, layout, options)?;
            let arrays = columns.into_numpy(py, false)?;
            py.import("sudoku_engines._kinds")?.call_method1("as_texts", (arrays, origin))
        }
        Reply::NumPy { form, .. } => {
            let columns = columns(py, function, &rows, &reply, Layout::Digits, options)?;
            columns.into_numpy(py, *form == ArrayForm::Square)
        }
        Reply::Arrow { layout, is_table, origin } => {
            let columns = columns(py, function, &rows, &reply, *layout, options)?;
            hand_back(columns, *is_table, origin)
        }
    }
}

/// Returns the columns as arrays of the library that the input came from.
pub(crate) fn hand_back<'py>(
    columns: Columns,
    is_table: bool,
    origin: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = origin.py();
    let chunks = columns.into_arrow(is_table).map_err(refused)?;
    let chunks = chunks.into_iter().map(|array| Bound::new(py, ArrowArray::new(array)));
    let chunks = PyList::new(py, chunks.collect::<PyResult<Vec<_>>>()?)?;
    py.import("sudoku_engines._kinds")?.call_method1("hand_back", (chunks, origin))
}

/// Returns the answers as a list of objects. Boards have the kind of their row.
fn listed<'py, V: Function>(
    py: Python<'py>,
    function: &V,
    rows: &Rows,
    formats: &[Format],
    options: &Options,
) -> PyResult<Bound<'py, PyList>> {
    // The answer with its row, and the position of the object.
    check_room(rows.len(), size_of::<(usize, V::Answer)>() + size_of::<Py<PyAny>>())?;
    let mut lists = Lists::new(rows.len(), V::AT_ONCE);
    each_block(py, function, rows, None, options, lists.parts(), |part, row, answer| {
        part.push((row, answer));
    })?;
    lists.into_list(py, |row, answer| function.object(py, answer, formats[row]))
}

/// The answers of a block, each with its row.
type BlockAnswers<A> = Vec<(usize, A)>;

/// The answers of all blocks, to be converted into a Python list.
pub(crate) struct Lists<A> {
    rows: usize,
    size: usize,
    blocks: Vec<BlockAnswers<A>>,
}

impl<A> Lists<A> {
    /// Prepares lists for this number of rows, in blocks of this size.
    pub(crate) fn new(rows: usize, size: usize) -> Self {
        Self { rows, size, blocks: (0..rows.div_ceil(size)).map(|_| Vec::new()).collect() }
    }

    /// Returns the blocks, each with its rows.
    pub(crate) fn parts(&mut self) -> Vec<(Range<usize>, &mut BlockAnswers<A>)> {
        let (rows, size) = (self.rows, self.size);
        let starts = (0..).step_by(size).zip(&mut self.blocks);
        starts.map(|(start, block)| (start..rows.min(start + size), block)).collect()
    }

    /// Returns a list with an object for each answered row, and `None` for the others.
    pub(crate) fn into_list<'py>(
        self,
        py: Python<'py>,
        object: impl Fn(usize, A) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let mut objects = vec![py.None().into_bound(py); self.rows];
        for (start, block) in (0..).step_by(self.size).zip(self.blocks) {
            py.check_signals()?;
            for (row, answer) in block {
                objects[start + row] = object(start + row, answer)?;
            }
        }
        PyList::new(py, objects)
    }
}

/// Returns the answers as columns.
fn columns<V: Function>(
    py: Python<'_>,
    function: &V,
    rows: &Rows,
    reply: &Reply<'_>,
    layout: Layout,
    options: &Options,
) -> PyResult<Columns> {
    let mut columns = Columns::new(&function.titles(), rows.len(), layout)?;
    let parts = columns.parts(V::AT_ONCE);
    each_block(py, function, rows, Some(reply), options, parts, |part, row, answer| {
        function.write(answer, &mut part.row(row));
    })?;
    Ok(columns)
}

/// The number of rows that need no thread if their answers are quick.
const FEW: usize = 64;

/// The time after which even a few rows get a thread, which can be interrupted.
const QUICK: Duration = Duration::from_millis(5);

/// Returns the answers for a few rows, without a thread. Returns `None` if that is not possible.
fn few<V: Function>(
    function: &V,
    rows: &Rows,
    options: &Options,
) -> Option<(Block, Vec<V::Answer>)> {
    if rows.len() > FEW || options.progress {
        return None;
    }
    let mut block = Block::default();
    // A thread reports the failure.
    rows.read(0..rows.len(), options.strict, &mut block).ok()?;
    let answers = function.few(&block)?;
    Some((block, answers))
}

/// Reads a block, answers it, and writes each answer into its row.
fn each_block<V: Function, P: Send>(
    py: Python<'_>,
    function: &V,
    rows: &Rows,
    reply: Option<&Reply<'_>>,
    options: &Options,
    parts: Vec<(Range<usize>, P)>,
    put: impl Fn(&mut P, usize, V::Answer) + Sync,
) -> PyResult<()> {
    let strict = options.strict;
    if let Some((block, answers)) = few(function, rows, options) {
        let mut answers = block.rows.into_iter().zip(answers).peekable();
        for (range, mut part) in parts {
            while let Some((row, answer)) = answers.next_if(|&(row, _)| row < range.end) {
                put(&mut part, row - range.start, answer);
            }
        }
        return Ok(());
    }
    let failed = run(py, options, parts, |range, mut part, stop| {
        let mut block = Block::default();
        rows.read(range.clone(), strict, &mut block)?;
        let mut answers = Vec::with_capacity(block.boards.len());
        function.answer(&block, stop, &mut answers)?;
        for (&row, answer) in block.rows.iter().zip(answers) {
            put(&mut part, row - range.start, answer);
        }
        Ok(())
    })?;
    match (failed, reply) {
        (Some(failure), Some(reply)) => Err(reply.error(py, failure)),
        (Some(failure), None) => Err(failure.into_error(py)),
        (None, _) => Ok(()),
    }
}
