//! The adapter crate of outside engines: it is no member of the workspace, so nothing else builds
//! it.

use std::path::Path;

use crate::{Failure, cargo, run};

/// Builds the adapter, and has the harness check what its engines answer. It needs the registry,
/// for their crates.
pub(crate) fn check(root: &Path) -> Result<(), Failure> {
    // Cargo reads the adapter's own settings only in its folder.
    let folder = root.join("peers");
    let target = root.join("target/peers");
    run(cargo(&folder).args(["fmt", "--check"]))?;
    run(cargo(&folder).args(["build", "--release", "--target-dir"]).arg(&target))?;
    let peer = |name: &str, arguments: &str| {
        let program = target.join("release").join(format!("peer-{name}"));
        format!("--peer={name}='{}' {arguments}", program.display())
    };
    run(cargo(root)
        .args(["run", "--locked", "-p", "bench-harness", "--"])
        .args(["--set", "judge", "--set", "many", "--strategy", "mrv", "--verify-only"])
        .args([peer("sudoku", ""), peer("rustoku", ""), peer("strategy", "board")]))
}
