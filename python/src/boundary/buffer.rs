//! Python's buffer protocol: bytes of NumPy arrays as input, and memory that becomes an array.

use std::ffi::c_int;
use std::ops::Range;
use std::ptr::NonNull;

use arrow_buffer::MutableBuffer;
use pyo3::buffer::{ElementType, PyUntypedBuffer};
use pyo3::exceptions::PyBufferError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

/// Boards in a foreign buffer, 81 numbers each. Other code can write to the buffer at any time.
pub(crate) struct DigitBuffer(PyUntypedBuffer);

impl DigitBuffer {
    /// Returns the numbers of an object that is a contiguous buffer of whole boards, in the byte
    /// order of this machine. Returns `None` for another object.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> Option<Self> {
        let buffer = PyUntypedBuffer::get(object).ok()?;
        let is_native = buffer.format().count_bytes() == 1;
        let has_boards = matches!(buffer.shape(), [81] | [9, 9] | [_, 81] | [_, 9, 9]);
        (is_native && has_boards && buffer.is_c_contiguous()).then_some(Self(buffer))
    }

    /// Returns the type of the numbers.
    pub(crate) fn number(&self) -> ElementType {
        ElementType::from_format(self.0.format())
    }

    /// Returns the shape: of one board or many, flat or square.
    pub(crate) fn shape(&self) -> &[usize] {
        self.0.shape()
    }

    /// Returns the number of bytes of a board.
    fn size(&self) -> usize {
        81 * self.0.item_size()
    }

    /// Returns the number of boards.
    pub(crate) fn len(&self) -> usize {
        self.0.len_bytes() / self.size()
    }

    /// Returns the address of the bytes.
    pub(crate) fn address(&self) -> usize {
        self.0.buf_ptr().addr()
    }

    /// Copies the bytes of these boards.
    ///
    /// The copy comes before the check, because the owner can write to the buffer at any time. A
    /// checked copy cannot change.
    pub(crate) fn copy(&self, rows: Range<usize>, bytes: &mut Vec<u8>) {
        bytes.clear();
        let (start, end) = (rows.start.min(self.len()), rows.end.min(self.len()));
        let length = end.saturating_sub(start) * self.size();
        if length == 0 {
            return;
        }
        bytes.reserve(length);
        // SAFETY: `of` checked that the buffer has `len() * size()` contiguous bytes, and `start`
        // to `end` is within them. The buffer lives as long as `self`. The vector has enough
        // capacity and is a different allocation. If another thread writes to the array at the same
        // time, any bytes may arrive; the code checks them after the copy.
        unsafe {
            let from = self.0.buf_ptr().cast::<u8>().add(start * self.size());
            std::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), length);
            bytes.set_len(length);
        }
    }
}

/// NumPy's class of arrays, after the first use.
static ARRAY: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Returns true for an array of NumPy, but false before this crate has made the first array.
pub(crate) fn is_numpy_array(object: &Bound<'_, PyAny>) -> bool {
    ARRAY.get(object.py()).is_some_and(|class| object.get_type().is(class))
}

/// Returns a NumPy array of these bytes, with this type of elements and this shape.
pub(crate) fn numpy_array<'py>(
    py: Python<'py>,
    values: MutableBuffer,
    kind: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let class = ARRAY.import(py, "numpy", "ndarray")?;
    class.call1((PyTuple::new(py, shape)?, kind, Bound::new(py, Memory::new(values))?))
}

/// Memory that this crate filled and that Python owns now. NumPy makes an array of it without a
/// copy.
#[pyclass(frozen, module = "sudoku_engines._native")]
pub(crate) struct Memory {
    pointer: NonNull<u8>,
    length: usize,
    /// The owner of the memory, kept while an array exists. Only the pointer accesses it.
    _owner: MutableBuffer,
}

// SAFETY: this object alone owns the memory, and Rust code never accesses it again. Python code
// shares it between threads by Python's rules.
unsafe impl Send for Memory {}
// SAFETY: as above: no method reads or writes it.
unsafe impl Sync for Memory {}

impl Memory {
    /// Takes ownership of a buffer.
    pub(crate) fn new(mut owner: MutableBuffer) -> Self {
        let bytes = owner.as_slice_mut();
        let length = bytes.len();
        // The address of a slice is never 0, even if the slice is empty.
        let pointer = NonNull::from(bytes).cast();
        Self { pointer, length, _owner: owner }
    }
}

#[pymethods]
impl Memory {
    /// Returns the address and the length of the memory.
    fn place(&self) -> (usize, usize) {
        (self.pointer.addr().get(), self.length)
    }

    /// # Safety
    /// Called by Python with a view to fill, or null.
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut pyo3::ffi::Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("no view to fill"));
        }
        let Memory { pointer, length, .. } = slf.get();
        let length = isize::try_from(*length)?;
        // SAFETY: the view is not null, and Python owns it. The pointer and the length describe
        // memory that lives as long as this object, and the view holds a reference to this object.
        let result = unsafe {
            let object = slf.as_ptr();
            let start = pointer.as_ptr().cast();
            pyo3::ffi::PyBuffer_FillInfo(view, object, start, length, 0, flags)
        };
        if result == 0 { Ok(()) } else { Err(PyErr::fetch(slf.py())) }
    }
}
