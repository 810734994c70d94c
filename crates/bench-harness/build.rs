//! Records the build of the harness for its reports: the compiler, the profile, the optimization
//! level and the commit.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    for (name, value) in [
        ("COMPILER", output(Command::new(rustc).arg("-V"))),
        ("PROFILE", profile()),
        ("OPT_LEVEL", env::var("OPT_LEVEL").ok()),
        ("COMMIT", commit()),
    ] {
        println!("cargo::rustc-env=BENCH_HARNESS_{name}={}", value.as_deref().unwrap_or("unknown"));
    }
}

/// Returns the profile's name from the output directory, `target/NAME/build/PACKAGE-HASH/out`.
/// Cargo's variable `PROFILE` is always `debug` or `release`.
fn profile() -> Option<String> {
    let path = PathBuf::from(env::var_os("OUT_DIR")?);
    let build = path.ancestors().find(|folder| folder.ends_with("build"))?;
    let name = build.parent()?.file_name()?.to_str()?;
    Some(if name == "debug" { "dev" } else { name }.to_owned())
}

/// The sources of the harness, relative to the root of the checkout.
const SOURCES: [&str; 4] = ["crates", ".cargo", "Cargo.toml", "Cargo.lock"];

/// Returns the commit of this project's checkout, with `-dirty` if the sources differ from it.
/// Returns `None` if the package lies in a checkout of another project.
fn commit() -> Option<String> {
    let root = Path::new(&env::var_os("CARGO_MANIFEST_DIR")?).parent()?.parent()?.to_owned();
    // Optional locks would let git write its index, which is watched below.
    let git = |arguments: &[&str]| {
        output(Command::new("git").arg("--no-optional-locks").arg("-C").arg(&root).args(arguments))
    };
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    // HEAD, and the file of the branch that it names.
    let branch = git(&["symbolic-ref", "-q", "HEAD"]);
    let git_files = ["HEAD", "index", "packed-refs"].into_iter().chain(branch.as_deref());
    let git_paths = git_files.filter_map(|name| git(&["rev-parse", "--git-path", name]));
    for path in git_paths.chain(SOURCES.map(str::to_owned)).map(|path| root.join(path)) {
        // A path that does not exist would make Cargo run this script every time.
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changed = git(&[&["status", "--porcelain", "--"][..], &SOURCES[..]].concat())?;
    Some(if changed.is_empty() { commit } else { format!("{commit}-dirty") })
}

/// Returns the output of a command, or `None` if it cannot be run or fails.
fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
