//! Records how the harness was built, because figures are worth nothing without it: the compiler,
//! the profile, the optimisation level and the commit.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const UNKNOWN: &str = "unknown";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    set("COMPILER", &compiler());
    set("PROFILE", &profile());
    set("OPT_LEVEL", &env::var("OPT_LEVEL").unwrap_or_else(|_| UNKNOWN.to_owned()));
    set("COMMIT", &commit().unwrap_or_else(|| UNKNOWN.to_owned()));
}

fn set(name: &str, value: &str) {
    println!("cargo::rustc-env=BENCH_HARNESS_{name}={value}");
}

fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    output(Command::new(rustc).arg("-V")).unwrap_or_else(|| UNKNOWN.to_owned())
}

/// The profile's name. Cargo's variable `PROFILE` knows only `debug` and `release`; the name of any
/// other profile shows in the output directory, `target/NAME/build/PACKAGE-HASH/out`.
fn profile() -> String {
    let folder = env::var("OUT_DIR").ok().and_then(|path| {
        let path = PathBuf::from(path);
        let build = path.ancestors().find(|folder| folder.ends_with("build"))?;
        Some(build.parent()?.file_name()?.to_str()?.to_owned())
    });
    match folder.or_else(|| env::var("PROFILE").ok()) {
        Some(name) if name == "debug" => "dev".to_owned(),
        Some(name) => name,
        None => UNKNOWN.to_owned(),
    }
}

/// The commit of this project's own checkout, with `-dirty` if tracked files differ from it. A
/// checkout of something else that merely holds this package says nothing about it.
fn commit() -> Option<String> {
    let root = Path::new(&env::var_os("CARGO_MANIFEST_DIR")?).parent()?.parent()?.to_owned();
    let git = |arguments: &[&str]| output(Command::new("git").arg("-C").arg(&root).args(arguments));
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    // What `-dirty` depends on, and where HEAD and the branch it names are kept.
    println!("cargo::rerun-if-changed={}", root.join("crates").display());
    let branch = git(&["symbolic-ref", "-q", "HEAD"]);
    for name in ["HEAD", "index", "packed-refs"].into_iter().chain(branch.as_deref()) {
        // A path that does not exist would make Cargo run this script every time.
        if let Some(path) = git(&["rev-parse", "--git-path", name]).map(|path| root.join(path))
            && path.exists()
        {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changed = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changed.is_empty() { commit } else { format!("{commit}-dirty") })
}

/// What a command prints, or `None` if it cannot be run or fails.
fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
