//! Records how the harness was built, because figures are worth nothing without it: the compiler,
//! the profile, the optimisation level and the commit.

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

/// The profile's name. Cargo's variable `PROFILE` knows only `debug` and `release`; the name of any
/// other profile shows in the output directory, `target/NAME/build/PACKAGE-HASH/out`.
fn profile() -> Option<String> {
    let path = PathBuf::from(env::var_os("OUT_DIR")?);
    let build = path.ancestors().find(|folder| folder.ends_with("build"))?;
    let name = build.parent()?.file_name()?.to_str()?;
    Some(if name == "debug" { "dev" } else { name }.to_owned())
}

/// What the harness is built from, as seen from the root of the checkout.
const SOURCES: [&str; 4] = ["crates", ".cargo", "Cargo.toml", "Cargo.lock"];

/// The commit of this project's own checkout, with `-dirty` if the sources differ from it. A
/// checkout of something else that merely holds this package says nothing about it.
fn commit() -> Option<String> {
    let root = Path::new(&env::var_os("CARGO_MANIFEST_DIR")?).parent()?.parent()?.to_owned();
    // Without optional locks: git would else write its index, which is watched below.
    let git = |arguments: &[&str]| {
        output(Command::new("git").arg("--no-optional-locks").arg("-C").arg(&root).args(arguments))
    };
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    // HEAD, and where the branch that it names is kept.
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

/// What a command prints, or `None` if it cannot be run or fails.
fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
