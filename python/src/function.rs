//! The mechanism behind every function: puzzles of any kind in, results of the same kind out.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyList;
use sudoku_engines::Board;
use sudoku_variants::Ruled;

use crate::board::{Format, Layout, TextType};
use crate::column::{ArrowArray, Columns, Part, RowWriter, Title, refused};
use crate::errors::no_rules;
use crate::input::{ArrayForm, Input, Reply, Variants, line};
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

    /// Returns the answer for a puzzle with rules. Stops early if the flag is set.
    fn of_variant(&self, _puzzle: &Ruled, _stop: &AtomicBool) -> Result<Self::Answer, Failure> {
        Err(Failure::Argument(no_rules()))
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

/// A function without the type of its answers. The code that uses it is compiled once for all
/// functions.
pub(crate) trait AnyFunction: Sync {
    /// Returns the form of the answers.
    fn shape(&self) -> Shape;

    /// Returns the answers for a block. Stops early if the flag is set. Without a flag, it returns
    /// `None` if the answers can take more than a fraction of a second.
    fn of_block(
        &self,
        block: Block,
        stop: Option<&AtomicBool>,
    ) -> Result<Option<AnyAnswers<'_>>, Failure>;

    /// Returns the quick answer for one board as a Python object.
    fn of_one<'py>(
        &self,
        py: Python<'py>,
        board: &Board,
        format: Format,
    ) -> PyResult<Option<Bound<'py, PyAny>>>;

    /// Returns the answer for the puzzle with rules in a row. Stops early if the flag is set.
    fn of_rules(
        &self,
        row: usize,
        puzzle: &Ruled,
        stop: &AtomicBool,
    ) -> Result<AnyAnswers<'_>, Failure>;
}

/// The form of the answers of a function.
pub(crate) struct Shape {
    titles: Vec<Title>,
    /// The number of puzzles per task.
    at_once: usize,
    /// The size of an answer in bytes.
    size: usize,
}

/// The answers for a block.
pub(crate) trait Answers: Send {
    /// Fills the rows of a part, which starts at this row.
    fn write(self: Box<Self>, start: usize, part: &mut Part<'_>);

    /// Stores each answer as a Python object at its row, with boards of the kind of that row.
    fn objects<'py>(
        self: Box<Self>,
        py: Python<'py>,
        formats: &[Format],
        objects: &mut [Bound<'py, PyAny>],
    ) -> PyResult<()>;
}

/// The answers of a function that lives for `'f`.
pub(crate) type AnyAnswers<'f> = Box<dyn Answers + 'f>;

/// The answers of a function for a block.
struct BlockAnswers<'f, V: Function> {
    function: &'f V,
    /// The row of each answer.
    rows: Vec<usize>,
    answers: Vec<V::Answer>,
}

impl<V: Function> AnyFunction for V {
    fn shape(&self) -> Shape {
        Shape { titles: self.titles(), at_once: V::AT_ONCE, size: size_of::<V::Answer>() }
    }

    fn of_block(
        &self,
        block: Block,
        stop: Option<&AtomicBool>,
    ) -> Result<Option<AnyAnswers<'_>>, Failure> {
        let answers = match stop {
            Some(stop) => {
                let mut answers = Vec::with_capacity(block.boards.len());
                self.answer(&block, stop, &mut answers)?;
                answers
            }
            None => match self.few(&block) {
                Some(answers) => answers,
                None => return Ok(None),
            },
        };
        Ok(Some(Box::new(BlockAnswers { function: self, rows: block.rows, answers })))
    }

    fn of_one<'py>(
        &self,
        py: Python<'py>,
        board: &Board,
        format: Format,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.alone(py, board, format)
    }

    fn of_rules(
        &self,
        row: usize,
        puzzle: &Ruled,
        stop: &AtomicBool,
    ) -> Result<AnyAnswers<'_>, Failure> {
        let answers = vec![self.of_variant(puzzle, stop)?];
        Ok(Box::new(BlockAnswers { function: self, rows: vec![row], answers }))
    }
}

impl<V: Function> Answers for BlockAnswers<'_, V> {
    fn write(self: Box<Self>, start: usize, part: &mut Part<'_>) {
        for (row, answer) in self.rows.into_iter().zip(self.answers) {
            self.function.write(answer, &mut part.row(row - start));
        }
    }

    fn objects<'py>(
        self: Box<Self>,
        py: Python<'py>,
        formats: &[Format],
        objects: &mut [Bound<'py, PyAny>],
    ) -> PyResult<()> {
        for (row, answer) in self.rows.into_iter().zip(self.answers) {
            objects[row] = self.function.object(py, answer, formats[row])?;
        }
        Ok(())
    }
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
pub(crate) fn map<'py>(
    function: &dyn AnyFunction,
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
pub(crate) fn map_input<'py>(
    py: Python<'py>,
    function: &dyn AnyFunction,
    input: Input<'py>,
    options: &Options,
) -> PyResult<Bound<'py, PyAny>> {
    let (rows, reply) = match input {
        Input::One(board, format) => {
            if let Some(answer) = function.of_one(py, &board, format)? {
                return Ok(answer);
            }
            let rows = Rows::Read(vec![Ok(Some(board))]);
            return listed(py, function, &rows, &[format], options)?.get_item(0);
        }
        Input::Many(rows, reply) => (rows, reply),
        Input::Variants(variants) => return of_variants(py, function, &variants, options),
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

/// Returns the answers for puzzles with rules. A grid in an answer is a `Grid`.
fn of_variants<'py>(
    py: Python<'py>,
    function: &dyn AnyFunction,
    variants: &Variants,
    options: &Options,
) -> PyResult<Bound<'py, PyAny>> {
    let Variants { puzzles, is_one } = variants;
    check_room(puzzles.len(), size_of::<usize>() + function.shape().size)?;
    let mut lists = Lists::new(puzzles.len(), 1);
    let failed = run(py, options, lists.parts(), |range, part, stop| {
        if let Some(puzzle) = variants.compiled(range.start, options.strict)? {
            *part = Some(function.of_rules(range.start, &puzzle, stop)?);
        }
        Ok(())
    })?;
    if let Some(failure) = failed {
        return Err(failure.into_error(py));
    }
    let list = lists.into_list(py, &vec![Format::Value; puzzles.len()])?;
    if *is_one { list.get_item(0) } else { Ok(list.into_any()) }
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
fn listed<'py>(
    py: Python<'py>,
    function: &dyn AnyFunction,
    rows: &Rows,
    formats: &[Format],
    options: &Options,
) -> PyResult<Bound<'py, PyList>> {
    let Shape { at_once, size, .. } = function.shape();
    // The row of the answer, the answer, and the position of the object.
    check_room(rows.len(), size_of::<usize>() + size + size_of::<Py<PyAny>>())?;
    let mut lists = Lists::new(rows.len(), at_once);
    each_block(py, function, rows, None, options, lists.parts(), |part, _, answers| {
        *part = Some(answers);
    })?;
    lists.into_list(py, formats)
}

/// The rows of a block, and the place for its answers.
type ListPart<'l, 'f> = (Range<usize>, &'l mut Option<AnyAnswers<'f>>);

/// The answers of all blocks, to be converted into a Python list.
pub(crate) struct Lists<'f> {
    rows: usize,
    size: usize,
    blocks: Vec<Option<AnyAnswers<'f>>>,
}

impl<'f> Lists<'f> {
    /// Prepares lists for this number of rows, in blocks of this size.
    pub(crate) fn new(rows: usize, size: usize) -> Self {
        Self { rows, size, blocks: (0..rows.div_ceil(size)).map(|_| None).collect() }
    }

    /// Returns the blocks, each with its rows.
    pub(crate) fn parts(&mut self) -> Vec<ListPart<'_, 'f>> {
        let (rows, size) = (self.rows, self.size);
        let starts = (0..).step_by(size).zip(&mut self.blocks);
        starts.map(|(start, block)| (start..rows.min(start + size), block)).collect()
    }

    /// Returns a list with an object for each answered row, and `None` for the others.
    pub(crate) fn into_list<'py>(
        self,
        py: Python<'py>,
        formats: &[Format],
    ) -> PyResult<Bound<'py, PyList>> {
        let mut objects = vec![py.None().into_bound(py); self.rows];
        for block in self.blocks.into_iter().flatten() {
            py.check_signals()?;
            block.objects(py, formats, &mut objects)?;
        }
        PyList::new(py, objects)
    }
}

/// Returns the answers as columns.
fn columns(
    py: Python<'_>,
    function: &dyn AnyFunction,
    rows: &Rows,
    reply: &Reply<'_>,
    layout: Layout,
    options: &Options,
) -> PyResult<Columns> {
    let Shape { titles, at_once, .. } = function.shape();
    let mut columns = Columns::new(&titles, rows.len(), layout)?;
    let parts = columns.parts(at_once);
    each_block(py, function, rows, Some(reply), options, parts, |mut part, start, answers| {
        answers.write(start, &mut part);
    })?;
    Ok(columns)
}

/// The number of rows that need no thread if their answers are quick.
const FEW: usize = 64;

/// The time after which even a few rows get a thread, which can be interrupted.
const QUICK: Duration = Duration::from_millis(5);

/// Returns the answers for a few rows, without a thread. Returns `None` if that is not possible.
fn few<'f>(
    function: &'f dyn AnyFunction,
    rows: &Rows,
    options: &Options,
    mut ranges: impl Iterator<Item = Range<usize>>,
) -> Option<Vec<AnyAnswers<'f>>> {
    if rows.len() > FEW || options.progress {
        return None;
    }
    ranges.try_fold(Vec::new(), |mut found, range| {
        let mut block = Block::default();
        // A thread reports the failure.
        rows.read(range, options.strict, &mut block).ok()?;
        found.push(function.of_block(block, None).ok()??);
        Some(found)
    })
}

/// Reads a block, answers it, and calls `put` with its part, its first row and the answers.
fn each_block<'f, P: Send, F>(
    py: Python<'_>,
    function: &'f dyn AnyFunction,
    rows: &Rows,
    reply: Option<&Reply<'_>>,
    options: &Options,
    parts: Vec<(Range<usize>, P)>,
    put: F,
) -> PyResult<()>
where
    F: Fn(P, usize, AnyAnswers<'f>) + Send + Sync,
{
    if let Some(found) = few(function, rows, options, parts.iter().map(|(range, _)| range.clone()))
    {
        for ((range, part), answers) in parts.into_iter().zip(found) {
            put(part, range.start, answers);
        }
        return Ok(());
    }
    let failed = run(py, options, parts, |range, part, stop| {
        let mut block = Block::default();
        rows.read(range.clone(), options.strict, &mut block)?;
        if let Some(answers) = function.of_block(block, Some(stop))? {
            put(part, range.start, answers);
        }
        Ok(())
    })?;
    match (failed, reply) {
        (Some(failure), Some(reply)) => Err(reply.error(py, failure)),
        (Some(failure), None) => Err(failure.into_error(py)),
        (None, _) => Ok(()),
    }
}
