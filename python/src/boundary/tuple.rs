//! Fast creation of named tuples.

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

/// A class that is derived from `tuple`.
///
/// Its own constructor is written in Python and takes longer than solving a puzzle. This type
/// creates instances as `tuple` itself does.
pub(crate) struct TupleClass {
    class: Py<PyType>,
    /// True if an instance holds its items and nothing else. A class can add fields. Since Python
    /// 3.14 a tuple also stores its hash, which only `tuple` itself can set up.
    is_bare: bool,
}

impl TupleClass {
    /// # Errors
    /// If the class is not derived from `tuple`, or does not report the size of an instance.
    pub(crate) fn of(class: Bound<'_, PyType>) -> PyResult<Self> {
        // SAFETY: the object is a type.
        let flags = unsafe { ffi::PyType_GetFlags(class.as_type_ptr()) };
        if flags & ffi::Py_TPFLAGS_TUPLE_SUBCLASS == 0 {
            return Err(PyTypeError::new_err("not a class of tuples"));
        }
        let size = |class: &Bound<'_, PyType>| class.getattr("__basicsize__")?.extract::<usize>();
        let py = class.py();
        let adds_nothing = size(&class)? == size(&py.get_type::<PyTuple>())?;
        let is_bare = adds_nothing && py.version_info() < (3, 14);
        Ok(Self { class: class.unbind(), is_bare })
    }

    /// Creates a tuple of this class with these values.
    ///
    /// # Errors
    /// If memory is exhausted.
    pub(crate) fn tuple<'py, const N: usize>(
        &self,
        py: Python<'py>,
        values: [Bound<'py, PyAny>; N],
    ) -> PyResult<Bound<'py, PyAny>> {
        // An object whose items hold no references cannot be in a reference cycle. Python detects
        // this for plain tuples, but its collector would scan millions of these.
        let has_no_circle = values.iter().all(|value| {
            // SAFETY: an object has a type as long as it lives, and it lives longer than this call.
            let flags = unsafe { ffi::PyType_GetFlags(ffi::Py_TYPE(value.as_ptr())) };
            flags & ffi::Py_TPFLAGS_HAVE_GC == 0
        });
        let tuple = if self.is_bare { self.fill(py, values)? } else { self.copy(py, values)? };
        if has_no_circle {
            // SAFETY: the object supports tracking by the collector, as all tuples do, and its
            // deallocation works for an untracked object too.
            unsafe { ffi::PyObject_GC_UnTrack(tuple.as_ptr().cast()) };
        }
        Ok(tuple)
    }

    /// Allocates an empty tuple and fills in the values.
    fn fill<'py, const N: usize>(
        &self,
        py: Python<'py>,
        values: [Bound<'py, PyAny>; N],
    ) -> PyResult<Bound<'py, PyAny>> {
        // SAFETY: `of` checked that the class is derived from `tuple` and has the size of a tuple.
        // So the function returns a tuple with this number of empty items, or null with an error.
        // `tuple.__new__` of the supported Python releases does the same for a derived class.
        let tuple = unsafe {
            let object = ffi::PyType_GenericAlloc(self.class.as_ptr().cast(), N as ffi::Py_ssize_t);
            Bound::from_owned_ptr_or_err(py, object)?
        };
        for (place, value) in (0..).zip(values) {
            // SAFETY: no other code has seen the tuple. The tuple takes over the reference to the
            // value, even if the call fails.
            let set = unsafe { ffi::PyTuple_SetItem(tuple.as_ptr(), place, value.into_ptr()) };
            if set != 0 {
                return Err(PyErr::fetch(py));
            }
        }
        Ok(tuple)
    }

    /// Creates the tuple by `tuple.__new__`, from another tuple.
    fn copy<'py, const N: usize>(
        &self,
        py: Python<'py>,
        values: [Bound<'py, PyAny>; N],
    ) -> PyResult<Bound<'py, PyAny>> {
        let arguments = PyTuple::new(py, [PyTuple::new(py, values)?])?;
        let tuple = py.get_type::<PyTuple>();
        // SAFETY: the type lives as long as the interpreter, and by Python's interface the function
        // in this slot has this type.
        let new = unsafe {
            let slot = ffi::PyType_GetSlot(tuple.as_type_ptr(), ffi::Py_tp_new);
            std::mem::transmute::<*mut std::ffi::c_void, Option<ffi::newfunc>>(slot)
        };
        let new = new.ok_or_else(|| PyTypeError::new_err("no tuples"))?;
        // SAFETY: the class is derived from `tuple`, as the function requires, and the arguments
        // are a tuple without keywords. The function returns a new object, or null with an error.
        unsafe {
            let object = new(self.class.as_ptr().cast(), arguments.as_ptr(), std::ptr::null_mut());
            Bound::from_owned_ptr_or_err(py, object)
        }
    }
}
