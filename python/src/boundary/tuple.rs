//! Named tuples, as fast as they can be had.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

/// A tuple of this class, which is derived from `tuple`, with the values in it.
///
/// It is made by what `tuple` itself makes tuples with. The class's own constructor is written in
/// Python, and takes longer than a puzzle.
///
/// # Errors
/// If Python has no memory, or the class is not derived from `tuple`.
pub(crate) fn tuple_of<'py, const N: usize>(
    class: &Bound<'py, PyType>,
    values: [Bound<'py, PyAny>; N],
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    if flags(class) & pyo3::ffi::Py_TPFLAGS_TUPLE_SUBCLASS == 0 {
        return Err(PyTypeError::new_err("not a class of tuples"));
    }
    // What refers to nothing that refers to others is in no circle of references. Python sees that
    // of tuples of its own class, but would look for circles through millions of these.
    let has_no_circle =
        values.iter().all(|value| flags(&value.get_type()) & pyo3::ffi::Py_TPFLAGS_HAVE_GC == 0);
    let arguments = PyTuple::new(py, [PyTuple::new(py, values)?])?;
    let tuple = py.get_type::<PyTuple>();
    // SAFETY: the slot of a type that is there for as long as the interpreter is; the function in
    // it has this type by Python's interface.
    let new = unsafe {
        let slot = pyo3::ffi::PyType_GetSlot(tuple.as_type_ptr(), pyo3::ffi::Py_tp_new);
        std::mem::transmute::<*mut std::ffi::c_void, Option<pyo3::ffi::newfunc>>(slot)
    };
    let new = new.ok_or_else(|| PyTypeError::new_err("no tuples"))?;
    // SAFETY: the class is derived from `tuple`, as that function needs it, the arguments are a
    // tuple, and there are no others; it gives an object of its own or null with an error.
    let object = unsafe {
        let object = new(class.as_type_ptr(), arguments.as_ptr(), std::ptr::null_mut());
        Bound::from_owned_ptr_or_err(py, object)?
    };
    if has_no_circle {
        // SAFETY: the object is one that Python's collector may track, as all tuples are, and what
        // frees it does not mind that it is not tracked.
        unsafe { pyo3::ffi::PyObject_GC_UnTrack(object.as_ptr().cast()) };
    }
    Ok(object)
}

fn flags(class: &Bound<'_, PyType>) -> std::ffi::c_ulong {
    // SAFETY: it is a type.
    unsafe { pyo3::ffi::PyType_GetFlags(class.as_type_ptr()) }
}
