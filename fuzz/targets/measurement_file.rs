//! Measurement files: whatever can be read can be shown.

#![no_main]

use bench_harness::data::file::read;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| match read(text) {
    Ok(content) => {
        assert!(content.unfinished_bytes <= text.len());
        let records = content.measurements.records();
        let _ = content.measurements.notes(&records);
    }
    Err(error) => assert!(!error.to_string().is_empty()),
});
