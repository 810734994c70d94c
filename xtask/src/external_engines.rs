//! The adapter crate of external engines: it is no member of the workspace, so nothing else builds
//! it.

use std::path::Path;

use crate::{Failure, cargo, run};

/// Builds the adapter, and has the harness check what its engines answer. It needs the registry,
/// for their crates.
pub(crate) fn check(root: &Path) -> Result<(), Failure> {
    // Cargo reads the adapter's own settings only in its folder.
    let folder = root.join("external-engines");
    let target = root.join("target/ci/external-engines");
    run(cargo(&folder).args(["fmt", "--check"]))?;
    // What they answer is checked here, not how soon; optimized across crates they would take twice
    // as long to build. Those that are measured are elsewhere.
    let mut build = cargo(&folder);
    build.args(["build", "--release", "--target-dir"]).arg(&target);
    build.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    run(&mut build)?;
    let external = |name: &str, arguments: &str| {
        let program = target.join("release").join(format!("engine-{name}"));
        format!("--external={name}='{}' {arguments}", program.display())
    };
    run(cargo(root)
        .args(["run", "--locked", "-p", "bench-harness", "--"])
        .args(["--set", "judge", "--set", "many", "--strategy", "mrv", "--verify-only"])
        .args([external("sudoku", ""), external("rustoku", ""), external("strategy", "board")]))
}
