//! The machine and the build, and the scheduling of the thread.

use std::process::Command;
use std::time::{Duration, SystemTime};

use crate::data::environment::Environment;
use crate::data::scheduling::Scheduling;

pub fn environment(seed: u64, limit: Duration) -> Environment {
    Environment {
        cpu: cpu(),
        instruction_set: sudoku_registry::instruction_set().to_string(),
        compiler: env!("BENCH_HARNESS_COMPILER").to_owned(),
        profile: env!("BENCH_HARNESS_PROFILE").to_owned(),
        opt_level: OPT_LEVEL.to_owned(),
        debug_assertions: cfg!(debug_assertions),
        comparable: is_comparable(),
        commit: env!("BENCH_HARNESS_COMMIT").to_owned(),
        seed,
        date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        time_limit_ms: limit.as_secs_f64() * 1e3,
    }
}

const OPT_LEVEL: &str = env!("BENCH_HARNESS_OPT_LEVEL");

/// Returns the scheduling of this thread. Available on Linux.
pub fn scheduling() -> Option<Scheduling> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let mut numbers = text.split_whitespace().map(str::parse);
    Some(Scheduling { ran_ns: numbers.next()?.ok()?, waited_ns: numbers.next()?.ok()? })
}

/// Returns true if the times of this build may be compared with those of other builds.
pub fn is_comparable() -> bool {
    !cfg!(debug_assertions) && matches!(OPT_LEVEL, "2" | "3")
}

/// Returns true if the build is optimized. Times of an unoptimized build are meaningless.
pub fn is_optimised() -> bool {
    OPT_LEVEL != "0"
}

/// Returns the processor's name, or its architecture if the name is unknown.
fn cpu() -> String {
    let name = match std::env::consts::OS {
        "macos" => {
            let said = Command::new("sysctl").args(["-n", "machdep.cpu.brand_string"]).output();
            said.ok().map(|said| String::from_utf8_lossy(&said.stdout).into_owned())
        }
        "windows" => std::env::var("PROCESSOR_IDENTIFIER").ok(),
        _ => std::fs::read_to_string("/proc/cpuinfo").ok().as_deref().and_then(cpu_of_cpuinfo),
    };
    let name = name.unwrap_or_default();
    let words: Vec<&str> = name.split_whitespace().collect();
    if words.is_empty() { std::env::consts::ARCH.to_owned() } else { words.join(" ") }
}

/// Returns the processor's name from Linux's `/proc/cpuinfo`.
///
/// The key depends on the architecture: `model name` on x86, `cpu model` on MIPS, `cpu` on POWER
/// and `uarch` on RISC-V. Some ARM systems name the board. Others give only numbers, which identify
/// the core.
pub fn cpu_of_cpuinfo(info: &str) -> Option<String> {
    let value = |key: &str| {
        info.lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(found, value)| found.trim() == key && !value.trim().is_empty())
            .map(|(_, value)| value.trim().to_owned())
    };
    let numbers = || {
        let (implementer, part) = (value("CPU implementer")?, value("CPU part")?);
        Some(format!("{} implementer {implementer} part {part}", std::env::consts::ARCH))
    };
    ["model name", "Model", "Hardware", "cpu model", "cpu", "uarch"]
        .into_iter()
        .find_map(value)
        .or_else(numbers)
}
