//! The adapters for external engines. Their crate is outside the workspace, so only this step
//! builds it.

use std::path::Path;

use crate::{Failure, cargo, run};

/// Builds the adapters, and lets the harness check the answers of their engines.
pub(crate) fn check(root: &Path) -> Result<(), Failure> {
    // Cargo reads the settings of the adapters only in their folder.
    let folder = root.join("external-engines");
    let target = root.join("target/ci/external-engines");
    run(cargo(&folder).args(["fmt", "--check"]))?;
    // This step checks answers, not speed. With link-time optimization the build takes twice as
    // long.
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
