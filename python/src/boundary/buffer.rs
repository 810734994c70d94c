//! Python's buffers: bytes of a NumPy array as they come in, and memory that becomes one.

use std::ffi::c_int;
use std::ops::Range;
use std::ptr::NonNull;

use arrow_buffer::MutableBuffer;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyBufferError, PyValueError};
use pyo3::prelude::*;

/// Boards in a buffer of bytes, 81 each, that somebody else owns and may write to.
pub(crate) struct DigitBuffer {
    buffer: PyBuffer<u8>,
}

impl DigitBuffer {
    /// The object's bytes, if it is a buffer of bytes one after the other, whole boards.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let buffer = PyBuffer::<u8>::get(object)?;
        if buffer.as_slice_ptr().is_none() || !buffer.item_count().is_multiple_of(81) {
            return Err(PyValueError::new_err("a buffer of digits has 81 bytes for each puzzle"));
        }
        Ok(Self { buffer })
    }

    /// How many boards there are.
    pub(crate) fn len(&self) -> usize {
        self.buffer.item_count() / 81
    }

    /// Where the bytes are.
    pub(crate) fn address(&self) -> usize {
        self.buffer.buf_ptr().addr()
    }

    /// Copies the bytes of these boards.
    ///
    /// They are copied before they are looked at, because whoever owns them may write to them at
    /// any time: what was checked cannot change afterwards.
    pub(crate) fn copy(&self, rows: Range<usize>, bytes: &mut Vec<u8>) {
        bytes.clear();
        let (start, end) = (rows.start.min(self.len()), rows.end.min(self.len()));
        let Some(first) = self.buffer.as_slice_ptr() else { return };
        let length = end.saturating_sub(start) * 81;
        bytes.reserve(length);
        // SAFETY: `of` checked that the buffer's `len() * 81` bytes lie one after the other, and
        // `start..end` is within them; it lives as long as `self`. The vector has room for them,
        // and is another allocation. A thread that writes to the array meanwhile is a race that
        // Python leaves to its user: whatever bytes arrive, they are checked after this.
        unsafe {
            let from = first.cast::<u8>().as_ptr().add(start * 81);
            std::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), length);
            bytes.set_len(length);
        }
    }
}

/// Memory that was filled here and is now Python's: a buffer that NumPy makes an array of without
/// copying.
#[pyclass(frozen, module = "sudoku_engines._native")]
pub(crate) struct Memory {
    pointer: NonNull<u8>,
    length: usize,
    /// What the two come from, kept for as long as there is an array. Nobody reads or writes it
    /// but through the pointer.
    _owner: MutableBuffer,
}

// SAFETY: the memory is owned by this object alone and never looked at by Rust again; Python's
// users share it between threads by Python's rules.
unsafe impl Send for Memory {}
// SAFETY: as above: no method reads or writes it.
unsafe impl Sync for Memory {}

impl Memory {
    /// Hands over what a buffer holds.
    pub(crate) fn new(mut owner: MutableBuffer) -> Self {
        let bytes = owner.as_slice_mut();
        let length = bytes.len();
        // A slice is never at address 0, also if it is empty.
        let pointer = NonNull::from(bytes).cast();
        Self { pointer, length, _owner: owner }
    }
}

#[pymethods]
impl Memory {
    /// Where the memory is, and how long.
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
        // SAFETY: the view is not null, and Python owns it; pointer and length are those of memory
        // that lives as long as this object, to which the view takes a reference.
        let result = unsafe {
            let object = slf.as_ptr();
            let start = pointer.as_ptr().cast();
            pyo3::ffi::PyBuffer_FillInfo(view, object, start, length, 0, flags)
        };
        if result == 0 { Ok(()) } else { Err(PyErr::fetch(slf.py())) }
    }
}
