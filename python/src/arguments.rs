//! Conversion of Python arguments, and the errors for wrong ones.

use std::str::FromStr;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyInt, PyString};

/// A number from 0 to the largest of this type.
///
/// A negative or too large number raises ValueError, not TypeError or OverflowError, because Python
/// has no unsigned numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole<T>(pub(crate) T);

macro_rules! whole {
    ($($number:ty)*) => {$(
        impl FromPyObject<'_, '_> for Whole<$number> {
            type Error = PyErr;

            fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
                let is_number = object.is_instance_of::<PyInt>() || object.hasattr("__index__")?;
                if !is_number {
                    let kind = object.get_type().name()?.to_string();
                    return Err(PyTypeError::new_err(format!("expected a whole number, not {kind}")));
                }
                object.extract::<$number>().map(Self).map_err(|_| {
                    // Python refuses to print a number with thousands of digits.
                    let number = object.repr().map_or_else(
                        |_| "a number of thousands of digits".to_owned(),
                        |text| text.to_string(),
                    );
                    PyValueError::new_err(format!("{number} is out of range: expected 0 to {}", <$number>::MAX))
                })
            }
        }
    )*};
}

whole!(u32 u64 u128 usize);

/// A list of names. A single name needs no list.
pub(crate) struct Names(pub(crate) Vec<String>);

impl FromPyObject<'_, '_> for Names {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(name) = object.cast::<PyString>() {
            return Ok(Self(vec![name.to_str()?.to_owned()]));
        }
        texts(&object, "expected a name or a list of names").map(Self)
    }
}

/// Reads an iterable of texts. An error message starts with `expected`: the allowed arguments in
/// words.
pub(crate) fn texts(object: &Bound<'_, PyAny>, expected: &str) -> PyResult<Vec<String>> {
    let wrong = |it: &Bound<'_, PyAny>, place: &str| {
        let kind = it.get_type().name().map_or_else(|_| "?".into(), |name| name.to_string());
        PyTypeError::new_err(format!("{expected}, not {place}{kind}"))
    };
    let is_other = object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>()
        || object.is_instance_of::<PyDict>();
    let items = object.try_iter().ok().filter(|_| !is_other).ok_or_else(|| wrong(object, ""))?;
    let text = |(place, item): (usize, PyResult<Bound<'_, PyAny>>)| {
        if place.is_multiple_of(1 << 16) {
            object.py().check_signals()?;
        }
        let item = item?;
        let text =
            item.cast::<PyString>().map_err(|_| wrong(&item, "a list with an item of type "))?;
        Ok(text.to_str()?.to_owned())
    };
    items.enumerate().map(text).collect()
}

/// Parses a name into its value.
pub(crate) fn named<T: FromStr>(argument: &str, name: &str) -> PyResult<T>
where
    T::Err: std::fmt::Display,
{
    name.parse().map_err(|error| PyValueError::new_err(format!("{argument}={name:?}: {error}")))
}
