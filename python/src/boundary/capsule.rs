//! Arrow's PyCapsule interface: import of foreign arrays and streams, export of our own.
//!
//! A capsule holds a C structure with a release function. A consumer copies the structure and marks
//! the one in the capsule as released, as the interface requires. The array keeps the structure,
//! and so the memory, as long as it is in use.

use std::ptr::NonNull;

use arrow_array::ffi::{FFI_ArrowArray, from_ffi, to_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{Array, ArrayRef, make_array};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

const SCHEMA: &std::ffi::CStr = c"arrow_schema";
const ARRAY: &std::ffi::CStr = c"arrow_array";
const STREAM: &std::ffi::CStr = c"arrow_array_stream";

/// Imports the array, or the chunks of a stream, with their type. Returns `None` for an object
/// without Arrow's interface.
pub(crate) fn arrays(object: &Bound<'_, PyAny>) -> PyResult<Option<(DataType, Vec<ArrayRef>)>> {
    let py = object.py();
    if let Some(method) = object.getattr_opt(pyo3::intern!(py, "__arrow_c_array__"))? {
        let array = array(&method.call0()?)?;
        return Ok(Some((array.data_type().clone(), vec![array])));
    }
    let Some(method) = object.getattr_opt(pyo3::intern!(py, "__arrow_c_stream__"))? else {
        return Ok(None);
    };
    stream(&method.call0()?).map(Some)
}

fn array(capsules: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let Ok((schema, array)) = capsules.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
        return Err(no_capsule());
    };
    let schema = pointer::<FFI_ArrowSchema>(&schema, SCHEMA)?;
    let array = pointer::<FFI_ArrowArray>(&array, ARRAY)?;
    // SAFETY: by the interface, a capsule of this name points to such a structure. No other code
    // uses it while this thread is attached to the interpreter.
    let is_released =
        unsafe { schema.as_ref().release().is_none() || array.as_ref().is_released() };
    if is_released {
        return Err(PyValueError::new_err("this Arrow array has been handed over already"));
    }
    // SAFETY: as above. The structure is moved out, and the one in the capsule is marked as
    // released.
    let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) };
    // SAFETY: the schema is not released, and by the interface it describes this array.
    let data = unsafe { from_ffi(array, schema.as_ref()) }.map_err(refused)?;
    // The code trusts the pointers of the producer, and checks the lengths of its buffers.
    data.validate().map_err(refused)?;
    Ok(make_array(data))
}

fn stream(capsule: &Bound<'_, PyAny>) -> PyResult<(DataType, Vec<ArrayRef>)> {
    let stream = pointer::<FFI_ArrowArrayStream>(capsule, STREAM)?;
    // SAFETY: by the interface, a capsule of this name points to such a structure. It is moved out,
    // and the one in the capsule is marked as released.
    let reader = unsafe { ArrayStreamReader::from_raw(stream.as_ptr()) }.map_err(refused)?;
    let kind = arrow_array::ArrayReader::field(&reader).data_type().clone();
    let mut chunks = Vec::new();
    for chunk in reader {
        let chunk = chunk.map_err(refused)?;
        chunk.to_data().validate().map_err(refused)?;
        chunks.push(chunk);
    }
    Ok((kind, chunks))
}

fn pointer<T>(object: &Bound<'_, PyAny>, name: &std::ffi::CStr) -> PyResult<NonNull<T>> {
    let capsule = object.cast::<PyCapsule>().map_err(|_| no_capsule())?;
    Ok(capsule.pointer_checked(Some(name))?.cast())
}

fn no_capsule() -> PyErr {
    PyTypeError::new_err("an Arrow method that does not give its capsule")
}

/// Converts an Arrow error to a Python exception.
fn refused(error: ArrowError) -> PyErr {
    PyValueError::new_err(format!("this cannot be read as Arrow: {error}"))
}

/// Creates the capsules of a schema and an array.
pub(crate) fn export<'py>(
    py: Python<'py>,
    array: &dyn Array,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let (array, schema) = to_ffi(&array.to_data()).map_err(refused)?;
    let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
    Ok((schema, PyCapsule::new_with_value(py, array, ARRAY)?))
}
