//! tdoku as an external engine: `engine-tdoku LIBRARY [VERSION]`, where the library is tdoku's
//! shared one.

#![allow(unsafe_code, reason = "a C function of a library that is loaded at run time is called")]

use std::ffi::{OsString, c_char};
use std::process::ExitCode;

use libloading::{Library, Symbol};
use sudoku_external_engines::{Answer, refuse, serve};

/// Input, limit, configuration, solution, guesses; returns the count.
type Solve = unsafe extern "C" fn(*const c_char, usize, u32, *mut c_char, *mut usize) -> usize;

const NAME: &str = "TdokuSolverDpllTriadSimd";

/// Told to keep the first solution also where it counts further ones.
const KEEP_SOLUTION: u32 = 1;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(path) = arguments.next() else {
        return refuse("write it as engine-tdoku LIBRARY [VERSION]");
    };
    let version = arguments.next().unwrap_or_else(|| OsString::from("of unknown version"));
    // SAFETY: the library's initialisers are those of C++ statics, which need nothing from us. That
    // it is tdoku's is the caller's word.
    let library = match unsafe { Library::new(&path) } {
        Ok(library) => library,
        Err(error) => return refuse(&error.to_string()),
    };
    // SAFETY: this is the function's declaration in tdoku's header, in Rust's words.
    let solve: Symbol<'_, Solve> = match unsafe { library.get(NAME) } {
        Ok(solve) => solve,
        Err(error) => return refuse(&error.to_string()),
    };
    serve(&version.to_string_lossy(), "BSD-2-Clause", |puzzle, limit, answer: &mut Answer| {
        let mut guesses = 0;
        let solution = answer.solution.as_mut_ptr().cast();
        // SAFETY: it reads 82 characters of the puzzle, of which the last is the end of the line,
        // as `serve` hands them over, and writes 81 of a solution and the number of guesses.
        let count = unsafe {
            solve(puzzle.as_ptr().cast(), limit as usize, KEEP_SOLUTION, solution, &mut guesses)
        };
        (answer.count, answer.guesses) = (count as u64, Some(guesses as u64));
    })
}
