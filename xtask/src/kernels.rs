//! `cargo xtask kernels`: counts the vector stores in the compiled kernels of `sudoku-simd`.
//!
//! A kernel is fast because its vectors stay in registers. The source cannot guarantee that: with
//! another compiler version, or after a change next to a kernel, the compiler may spill many
//! vectors to the stack, and all answers are still right. So this task counts the store
//! instructions in the compiled code and compares them with a maximum. An instruction in a loop
//! counts once.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Failure, cargo, run as run_command, target};

/// The compiler with which the maxima were counted. Another version may allocate registers in
/// another way, so an exceeded maximum is then a warning.
const COMPILER: &str = "rustc 1.95.";

/// A function that is never inlined, and the maximum number of vector stores in each instance: 10%
/// more than with [`COMPILER`].
struct Kernel {
    /// The last part of the mangled symbol.
    symbol: &'static str,
    /// The maximum number of stores outside the stack.
    stores: usize,
    /// The maximum number of stores to the stack: spilled vectors, and data that is there by
    /// design.
    stack: usize,
}

const KERNELS: &[Kernel] = &[
    // The search of one board, with its choices on the stack.
    Kernel { symbol: "14explore_avx512", stores: 0, stack: 97 },
    Kernel { symbol: "12explore_avx2", stores: 0, stack: 157 },
    // The search of a batch with its sweep, in two instances: for bands and for stacks.
    Kernel { symbol: "10run_avx512", stores: 144, stack: 117 },
    // The planes of a batch: a pass, and saving and restoring boards.
    Kernel { symbol: "11pass_planes", stores: 110, stack: 133 },
    Kernel { symbol: "11save_planes", stores: 18, stack: 193 },
    Kernel { symbol: "14restore_planes", stores: 18, stack: 6 },
];

/// Compiles `sudoku-simd` in the release profile, prints the stores of each kernel, and fails if a
/// kernel exceeds its maximum. With another compiler than [`COMPILER`] it only warns.
pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    if !cfg!(target_arch = "x86_64") {
        println!("skipped: the kernels are those of x86-64");
        return Ok(());
    }
    let folder = target(root).join("kernels");
    let deps = folder.join("release/deps");
    // Files of earlier builds would be counted too.
    if deps.exists() {
        fs::remove_dir_all(&deps)?;
    }
    let build = ["rustc", "-p", "sudoku-simd", "--lib", "--release", "--locked", "--target-dir"];
    run_command(cargo(root).args(build).arg(&folder).args(["--", "--emit", "asm"]))?;
    let mut assembly = String::new();
    for file in fs::read_dir(&deps)? {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "s") {
            assembly.push_str(&fs::read_to_string(path)?);
        }
    }
    let functions = functions(&assembly);
    let mut exceeded = Vec::new();
    println!("{:<20} {:>6} {:>6} {:>6} {:>6}", "kernel", "stores", "max", "stack", "max");
    for kernel in KERNELS {
        let instances: Vec<_> =
            functions.iter().filter(|function| function.symbol.contains(kernel.symbol)).collect();
        let name = kernel.symbol.trim_start_matches(|letter: char| letter.is_ascii_digit());
        if instances.is_empty() {
            return Err(format!("there is no function {name}: the compiler inlined it").into());
        }
        for Function { stores, stack, .. } in instances {
            println!("{name:<20} {stores:>6} {:>6} {stack:>6} {:>6}", kernel.stores, kernel.stack);
            if *stores > kernel.stores || *stack > kernel.stack {
                exceeded.push(name);
            }
        }
    }
    if exceeded.is_empty() {
        return Ok(());
    }
    let finding = format!("too many vector stores in {}", exceeded.join(", "));
    let compiler = Command::new("rustc").arg("--version").output()?.stdout;
    let compiler = String::from_utf8_lossy(&compiler);
    if compiler.starts_with(COMPILER) {
        return Err(finding.into());
    }
    println!(
        "WARNING: {finding}, compiled with {}: compare the speed with that of {COMPILER}x, and set \
         the maxima in {} again",
        compiler.trim(),
        file!()
    );
    Ok(())
}

/// The vector stores of a function.
#[derive(Debug, PartialEq)]
struct Function<'a> {
    symbol: &'a str,
    /// True if `%rbp` points to the stack frame.
    has_frame: bool,
    stores: usize,
    stack: usize,
}

/// Returns the functions of a file in AT&T syntax.
fn functions(assembly: &str) -> Vec<Function<'_>> {
    let mut functions: Vec<Function<'_>> = Vec::new();
    for line in assembly.lines() {
        if let Some(symbol) = line.strip_suffix(':').filter(|symbol| symbol.starts_with("_")) {
            functions.push(Function { symbol, has_frame: false, stores: 0, stack: 0 });
            continue;
        }
        let Some(function) = functions.last_mut() else { continue };
        function.has_frame |= line == "\tmovq\t%rsp, %rbp";
        let Some(to) = stored_vector(line) else { continue };
        let base = to.split_once('(').map_or("", |(_, base)| base);
        if base.starts_with("%rsp") || function.has_frame && base.starts_with("%rbp") {
            function.stack += 1;
        } else {
            function.stores += 1;
        }
    }
    functions
}

/// Returns the memory operand of an instruction that stores a vector.
fn stored_vector(line: &str) -> Option<&str> {
    let (name, operands) = line.strip_prefix('\t')?.split_once('\t')?;
    let (from, to) = operands.split_once(", ")?;
    let is_vector = ["%xmm", "%ymm", "%zmm"].iter().any(|kind| from.starts_with(kind));
    let name = name.trim_start_matches('v');
    // These instructions store one element of a vector.
    let is_scalar = ["movd", "movq", "movss", "movsd"].contains(&name);
    (name.starts_with("mov") && !is_scalar && is_vector && !to.starts_with('%')).then_some(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_of_vectors_are_counted_by_function_and_place() {
        let assembly = "\
_ZN4some6kernel17h0123456789abcdefE:
\tmovq\t%rsp, %rbp
\tvmovdqa64\t%zmm1, 64(%rdi)
\tvmovdqu\t%ymm2, (%rsi,%rax)
\tmovups\t%xmm3, 16(%rsp)
\tvmovdqa64\t%zmm1, %zmm2
\tvmovdqa64\t64(%rdi), %zmm1
\tvpaddw\t%zmm1, %zmm2, %zmm3
\tmovq\t%rax, 8(%rsp)
\tvmovdqu16\t%zmm4, 8(%rdx) {%k1}
.LBB0_1:
\tvmovaps\t%ymm4, -32(%rbp)
_ZN4some5other17h0123456789abcdefE:
\tvmovaps\t%ymm4, -32(%rbp)
\tvmovq\t%xmm4, 8(%rsp)
\tvmovaps\t%ymm4, 32(%rdi,%rbp)
\tretq
";
        let counted = functions(assembly);
        assert_eq!(
            counted,
            [
                Function {
                    symbol: "_ZN4some6kernel17h0123456789abcdefE",
                    has_frame: true,
                    stores: 3,
                    stack: 2
                },
                Function {
                    symbol: "_ZN4some5other17h0123456789abcdefE",
                    has_frame: false,
                    stores: 2,
                    stack: 0
                },
            ]
        );
    }
}
