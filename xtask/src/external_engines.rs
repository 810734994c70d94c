//! The adapter crate of external engines: it is no member of the workspace, so nothing else builds
//! it.

use std::path::Path;

use crate::{Failure, cargo, run};

/// Builds the adapter, and has the harness check what its engines answer. It needs the registry,
/// for their crates.
pub(crate) fn check(root: &Path) -> Result<(), Failure> {
    // Cargo reads the adapter's own settings only in its folder.
    let folder = root.join("external-engines");
    let target = root.join("target/external-engines");
    run(cargo(&folder).args(["fmt", "--check"]))?;
    run(cargo(&folder).args(["build", "--release", "--target-dir"]).arg(&target))?;
    let external = |name: &str, arguments: &str| {
        let program = target.join("release").join(format!("engine-{name}"));
        format!("--external={name}='{}' {arguments}", program.display())
    };
    run(cargo(root)
        .args(["run", "--locked", "-p", "bench-harness", "--"])
        .args(["--set", "judge", "--set", "many", "--strategy", "mrv", "--verify-only"])
        .args([external("sudoku", ""), external("rustoku", ""), external("strategy", "board")]))
}
