//! The C++ solver tdoku as an external engine: `engine-tdoku LIBRARY [VERSION]`. LIBRARY is the
//! path of tdoku's shared library.

#![allow(unsafe_code, reason = "a C function of a library that is loaded at run time is called")]

use std::ffi::{OsString, c_char};
use std::process::ExitCode;

use libloading::{Library, Symbol};
use sudoku_external_engines::{Answer, refuse, serve};

/// The C function: input, limit, configuration, solution, guesses; returns the count.
type Solve = unsafe extern "C" fn(*const c_char, usize, u32, *mut c_char, *mut usize) -> usize;

const NAME: &str = "TdokuSolverDpllTriadSimd";

/// The configuration that keeps the first solution even if further ones are counted.
const KEEP_SOLUTION: u32 = 1;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(path) = arguments.next() else {
        return refuse("expected engine-tdoku LIBRARY [VERSION]");
    };
    let version = arguments.next().unwrap_or_else(|| OsString::from("of unknown version"));
    // SAFETY: the library's initializers are those of C++ statics, which have no requirements. The
    // caller guarantees that the library is tdoku's.
    let library = match unsafe { Library::new(&path) } {
        Ok(library) => library,
        Err(error) => return refuse(&error.to_string()),
    };
    // SAFETY: the type corresponds to the function's declaration in tdoku's header.
    let solve: Symbol<'_, Solve> = match unsafe { library.get(NAME) } {
        Ok(solve) => solve,
        Err(error) => return refuse(&error.to_string()),
    };
    serve(&version.to_string_lossy(), "BSD-2-Clause", |puzzle, limit, answer: &mut Answer| {
        let mut guesses = 0;
        let solution = answer.solution.as_mut_ptr().cast();
        // SAFETY: the function reads 82 characters of the puzzle, including the end of the line,
        // which `serve` passes. It writes 81 characters of a solution and the number of guesses.
        let count = unsafe {
            solve(puzzle.as_ptr().cast(), limit as usize, KEEP_SOLUTION, solution, &mut guesses)
        };
        (answer.count, answer.guesses) = (count as u64, Some(guesses as u64));
    })
}
