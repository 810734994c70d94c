//! The command `bench-harness`: see `--help`.

fn main() -> std::process::ExitCode {
    bench_harness::main_with(&[])
}
