//! Named tuples, as fast as they can be had.

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

/// A class that is derived from `tuple`.
///
/// Its own constructor is written in Python, and takes longer than a puzzle: tuples of it are made
/// here as `tuple` itself makes them.
pub(crate) struct TupleClass {
    class: Py<PyType>,
    /// Whether one of it is its places and nothing else. The class may add to them, and since
    /// Python 3.14 a tuple keeps its hash beside them, which `tuple` alone can set up.
    is_bare: bool,
}

impl TupleClass {
    /// # Errors
    /// If the class is not derived from `tuple`, or does not say how large one of it is.
    pub(crate) fn of(class: Bound<'_, PyType>) -> PyResult<Self> {
        // SAFETY: it is a type.
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

    /// A tuple of this class with the values in it.
    ///
    /// # Errors
    /// If Python has no memory.
    pub(crate) fn tuple<'py, const N: usize>(
        &self,
        py: Python<'py>,
        values: [Bound<'py, PyAny>; N],
    ) -> PyResult<Bound<'py, PyAny>> {
        // What refers to nothing that refers to others is in no circle of references. Python sees
        // that of tuples of its own class, but would look for circles through millions of these.
        let has_no_circle = values.iter().all(|value| {
            // SAFETY: an object has a type for as long as it lives, which is longer than this.
            let flags = unsafe { ffi::PyType_GetFlags(ffi::Py_TYPE(value.as_ptr())) };
            flags & ffi::Py_TPFLAGS_HAVE_GC == 0
        });
        let tuple = if self.is_bare { self.fill(py, values)? } else { self.copy(py, values)? };
        if has_no_circle {
            // SAFETY: the object is one that Python's collector may track, as all tuples are, and
            // what frees it does not mind that it is not tracked.
            unsafe { ffi::PyObject_GC_UnTrack(tuple.as_ptr().cast()) };
        }
        Ok(tuple)
    }

    /// Takes a tuple without values and puts them in.
    fn fill<'py, const N: usize>(
        &self,
        py: Python<'py>,
        values: [Bound<'py, PyAny>; N],
    ) -> PyResult<Bound<'py, PyAny>> {
        // SAFETY: `of` has seen that the class is derived from `tuple` and its size is a tuple's,
        // and this is called for no other, so that it gives a tuple of as many empty places, or
        // null with an error: `tuple.__new__` of these releases of Python does nothing else for a
        // derived class either.
        let tuple = unsafe {
            let object = ffi::PyType_GenericAlloc(self.class.as_ptr().cast(), N as ffi::Py_ssize_t);
            Bound::from_owned_ptr_or_err(py, object)?
        };
        for (place, value) in (0..).zip(values) {
            // SAFETY: a tuple that nobody else has seen; the value's reference becomes the tuple's,
            // whatever comes of it.
            let set = unsafe { ffi::PyTuple_SetItem(tuple.as_ptr(), place, value.into_ptr()) };
            if set != 0 {
                return Err(PyErr::fetch(py));
            }
        }
        Ok(tuple)
    }

    /// Has `tuple.__new__` make a tuple of another one.
    fn copy<'py, const N: usize>(
        &self,
        py: Python<'py>,
        values: [Bound<'py, PyAny>; N],
    ) -> PyResult<Bound<'py, PyAny>> {
        let arguments = PyTuple::new(py, [PyTuple::new(py, values)?])?;
        let tuple = py.get_type::<PyTuple>();
        // SAFETY: the slot of a type that is there for as long as the interpreter is; the function
        // in it has this type by Python's interface.
        let new = unsafe {
            let slot = ffi::PyType_GetSlot(tuple.as_type_ptr(), ffi::Py_tp_new);
            std::mem::transmute::<*mut std::ffi::c_void, Option<ffi::newfunc>>(slot)
        };
        let new = new.ok_or_else(|| PyTypeError::new_err("no tuples"))?;
        // SAFETY: the class is derived from `tuple`, as that function needs it, the arguments are a
        // tuple, and there are no others; it gives an object of its own or null with an error.
        unsafe {
            let object = new(self.class.as_ptr().cast(), arguments.as_ptr(), std::ptr::null_mut());
            Bound::from_owned_ptr_or_err(py, object)
        }
    }
}
