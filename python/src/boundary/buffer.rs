//! Python's buffer protocol: bytes of NumPy arrays as input, and memory that becomes an array.

use std::ffi::c_int;
use std::ops::Range;
use std::ptr::NonNull;

use arrow_buffer::MutableBuffer;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyBufferError, PyValueError};
use pyo3::prelude::*;

/// Boards in a foreign buffer, 81 numbers each. Other code can write to the buffer at any time.
pub(crate) struct DigitBuffer {
    buffer: PyBuffer<u8>,
    /// The number of bytes of a board.
    size: usize,
}

impl DigitBuffer {
    /// Returns the bytes of an object that is a contiguous buffer of whole boards, whose numbers
    /// have this number of bytes.
    pub(crate) fn of(object: &Bound<'_, PyAny>, width: usize) -> PyResult<Self> {
        let (buffer, size) = (PyBuffer::<u8>::get(object)?, 81 * width);
        if buffer.as_slice_ptr().is_none() || !buffer.item_count().is_multiple_of(size) {
            return Err(PyValueError::new_err(
                "a buffer of puzzles has 81 numbers for each puzzle",
            ));
        }
        Ok(Self { buffer, size })
    }

    /// Returns the number of boards.
    pub(crate) fn len(&self) -> usize {
        self.buffer.item_count() / self.size
    }

    /// Returns the address of the bytes.
    pub(crate) fn address(&self) -> usize {
        self.buffer.buf_ptr().addr()
    }

    /// Copies the bytes of these boards.
    ///
    /// The copy comes before the check, because the owner can write to the buffer at any time. A
    /// checked copy cannot change.
    pub(crate) fn copy(&self, rows: Range<usize>, bytes: &mut Vec<u8>) {
        bytes.clear();
        let (start, end) = (rows.start.min(self.len()), rows.end.min(self.len()));
        let Some(first) = self.buffer.as_slice_ptr() else { return };
        let length = end.saturating_sub(start) * self.size;
        bytes.reserve(length);
        // SAFETY: `of` checked that the buffer has `len() * size` contiguous bytes, and `start` to
        // `end` is within them. The buffer lives as long as `self`. The vector has enough capacity
        // and is a different allocation. If another thread writes to the array at the same time,
        // any bytes may arrive; the code checks them after the copy.
        unsafe {
            let from = first.cast::<u8>().as_ptr().add(start * self.size);
            std::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), length);
            bytes.set_len(length);
        }
    }
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
