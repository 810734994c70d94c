//! Measurement files: every file that can be read can be rendered.

#![no_main]

use bench_harness::data::file::read;
use bench_harness::render::format::ResultFormat;
use bench_harness::render::records::render;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| match read(text) {
    Ok((measurements, unfinished)) => {
        assert!(unfinished <= text.len());
        let notes = measurements.notes();
        assert!(render(&measurements, &notes, ResultFormat::Json).is_ok());
    }
    Err(error) => assert!(!error.to_string().is_empty()),
});
