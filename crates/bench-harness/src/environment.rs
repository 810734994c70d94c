//! Where and how the figures were measured. It stands in every output.

use std::time::{Duration, SystemTime};

use serde::Serialize;

/// The machine, the build and the run.
#[derive(Clone, Debug, Serialize)]
pub struct Environment {
    /// The processor's name, or its architecture where the system tells no name.
    pub cpu: String,
    /// What the processor offers, of what strategies may use; found out at run time.
    pub features: Vec<&'static str>,
    /// The compiler and its version.
    pub compiler: &'static str,
    /// The Cargo profile.
    pub profile: &'static str,
    /// The optimisation level of the profile.
    pub opt_level: &'static str,
    /// Whether debug assertions are compiled in.
    pub debug_assertions: bool,
    /// Whether the figures may be compared with others.
    pub comparable: bool,
    /// The commit of the project's checkout, with `-dirty` if the sources differ from it.
    pub commit: &'static str,
    /// The seed of the orders of the puzzles.
    pub seed: u64,
    /// When the run began, in universal time.
    pub date: String,
    /// The time limit of a puzzle, or of a batch, in milliseconds.
    pub time_limit_ms: f64,
}

impl Environment {
    /// The environment of a run that begins now.
    #[must_use]
    pub fn now(seed: u64, limit: Duration) -> Self {
        Self {
            cpu: cpu(),
            features: features(),
            compiler: env!("BENCH_HARNESS_COMPILER"),
            profile: env!("BENCH_HARNESS_PROFILE"),
            opt_level: OPT_LEVEL,
            debug_assertions: cfg!(debug_assertions),
            comparable: !cfg!(debug_assertions) && matches!(OPT_LEVEL, "2" | "3"),
            commit: env!("BENCH_HARNESS_COMMIT"),
            seed,
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            time_limit_ms: limit.as_secs_f64() * 1e3,
        }
    }

    /// Why the figures may not be compared with others, if so.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        if self.comparable {
            return None;
        }
        let cause = match self.debug_assertions {
            true => "built with debug assertions".to_owned(),
            false => format!("built with opt-level {}", self.opt_level),
        };
        Some(format!("NOT FOR COMPARISON: {cause}"))
    }
}

const OPT_LEVEL: &str = env!("BENCH_HARNESS_OPT_LEVEL");

/// Whether the build is optimised at all. If not, timing it would say nothing about anything.
#[must_use]
pub fn is_optimised() -> bool {
    OPT_LEVEL != "0"
}

fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    // x86 has a `model name`, some ARM systems `Model` or `Hardware`.
    let value = |key| {
        info.lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(found, _)| found.trim() == key)
            .map(|(_, value)| value.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|value| !value.is_empty())
    };
    ["model name", "Model", "Hardware"]
        .into_iter()
        .find_map(value)
        .unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// Lists the features of those named that this processor has.
#[cfg(any(target_arch = "x86_64", target_arch = "x86", target_arch = "aarch64"))]
macro_rules! detected {
    ($detect:ident: $($feature:tt),*) => {{
        let mut features = Vec::new();
        $(if std::arch::$detect!($feature) {
            features.push($feature);
        })*
        features
    }};
}

#[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
fn features() -> Vec<&'static str> {
    detected!(is_x86_feature_detected:
        "sse2", "ssse3", "sse4.1", "sse4.2", "popcnt", "bmi1", "bmi2", "avx", "avx2", "gfni",
        "avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vbmi", "avx512bitalg",
        "avx512vpopcntdq")
}

#[cfg(target_arch = "aarch64")]
fn features() -> Vec<&'static str> {
    detected!(is_aarch64_feature_detected: "neon", "dotprod", "sve", "sve2")
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "x86", target_arch = "aarch64")))]
fn features() -> Vec<&'static str> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_empty() {
        let environment = Environment::now(7, Duration::from_millis(1500));
        assert!(!environment.cpu.is_empty());
        assert!(environment.compiler.starts_with("rustc "), "{}", environment.compiler);
        assert!(!environment.profile.is_empty() && !environment.commit.is_empty());
        assert_eq!((environment.seed, environment.time_limit_ms), (7, 1500.0));
        assert!(environment.date.starts_with("20") && environment.date.ends_with('Z'));
    }

    #[test]
    fn a_build_with_assertions_is_marked() {
        let environment = Environment::now(0, Duration::from_secs(1));
        assert_eq!(environment.comparable, environment.warning().is_none());
        assert!(!(cfg!(debug_assertions) && environment.comparable));
    }
}
