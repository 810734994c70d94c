//! Named tuples, as fast as they can be had.

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

/// A tuple of this class, which is derived from `tuple`, with the values in it.
///
/// It is made by what `tuple` itself makes tuples with. The class's own constructor is written in
/// Python, and takes longer than a puzzle.
///
/// # Errors
/// If Python has no memory, or the class is not derived from `tuple`.
pub(crate) fn tuple_of<'py>(
    class: &Bound<'py, PyType>,
    values: &Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    if !class.is_subclass_of::<PyTuple>()? {
        return Err(pyo3::exceptions::PyTypeError::new_err("not a class of tuples"));
    }
    let arguments = PyTuple::new(py, [values])?;
    let tuple = py.get_type::<PyTuple>();
    // SAFETY: the slot of a type that is there for as long as the interpreter is; the function in
    // it has this type by Python's interface.
    let new = unsafe {
        let slot = pyo3::ffi::PyType_GetSlot(tuple.as_type_ptr(), pyo3::ffi::Py_tp_new);
        std::mem::transmute::<*mut std::ffi::c_void, Option<pyo3::ffi::newfunc>>(slot)
    };
    let new = new.ok_or_else(|| pyo3::exceptions::PyTypeError::new_err("no tuples"))?;
    // SAFETY: the class is derived from `tuple`, as that function needs it, the arguments are a
    // tuple, and there are no others; it gives an object of its own or null with an error.
    unsafe {
        let object = new(class.as_type_ptr(), arguments.as_ptr(), std::ptr::null_mut());
        Bound::from_owned_ptr_or_err(py, object)
    }
}
