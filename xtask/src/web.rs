//! `cargo xtask web`: the page and its engine as a folder of static files, `target/web`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Failure, cargo, run as run_command};

const TARGET: &str = "wasm32-unknown-unknown";

/// All current browsers have the vectors, and without them lists take twice as long. What the
/// compiler makes of addresses in loops is meant for processors that add them for nothing: without
/// it the modules are 1 to 2% smaller, and no slower. The linker leaves five bytes for each address
/// of a function or datum unless it is told to write them as short as they are.
const FLAGS: &str = "-Dwarnings -Ctarget-feature=+simd128 -Cllvm-args=-disable-lsr \
                     -Clink-arg=--compress-relocations";

/// Builds the page with its engine into target/web, and checks its types and its size.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Serve it on this machine alone, until interrupted
    #[arg(long)]
    serve: bool,

    /// The port to serve it on
    #[arg(long, value_name = "PORT", default_value_t = 8080, requires = "serve")]
    port: u16,
}

pub(crate) fn run(args: &Args, root: &Path) -> Result<(), Failure> {
    let folder = build(root)?;
    if args.serve {
        let mut server = Command::new("node");
        server.arg(root.join("web/page/serve.mjs")).arg(folder).arg(args.port.to_string());
        return run_command(&mut server);
    }
    Ok(())
}

/// Builds the page with its engine; returns the folder that it is in.
pub(crate) fn build(root: &Path) -> Result<PathBuf, Failure> {
    let engines = [engine(root, Module::First)?, engine(root, Module::Whole)?];
    let web = root.join("web");
    install(&web)?;
    let node = |script: &str| {
        let mut command = Command::new("node");
        command.arg(web.join(script));
        command
    };
    let types = ["--noEmit", "--project"];
    run_command(node("node_modules/typescript/bin/tsc").args(types).arg(web.join("page")))?;
    let folder = crate::target(root).join("web");
    run_command(node("page/build.mjs").args(engines).arg(&folder))?;
    Ok(folder)
}

/// The engine's modules: the page loads the first at once, and all of it when that is asked.
#[derive(Clone, Copy)]
pub(crate) enum Module {
    First,
    Whole,
}

/// Builds a module of the engine for WebAssembly; returns where it is.
pub(crate) fn engine(root: &Path, module: Module) -> Result<PathBuf, Failure> {
    let has_target = has_target()?;
    let mut build = if has_target {
        cargo(root)
    } else {
        // Debian's own Rust builds the standard library from its source, where rustup has none.
        let mut cargo = Command::new("/usr/bin/cargo");
        cargo.current_dir(root).env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "/usr/bin/wasm-ld-19");
        cargo
    };
    // Another compiler than the workspace's needs a folder of its own.
    let folder = crate::target(root).join("wasm");
    build.args(["build", "--quiet", "--locked", "--package", "sudoku-web", "--lib"]);
    if matches!(module, Module::First) {
        build.arg("--no-default-features");
    }
    build.args(["--profile", "web", "--target", TARGET, "--target-dir"]).arg(&folder);
    if !has_target {
        build.arg("-Zbuild-std=std,panic_abort");
    }
    build.env("RUSTFLAGS", FLAGS);
    run_command(&mut build)?;
    // The next build has the same name.
    let built = folder.join(TARGET).join("web/sudoku_web.wasm");
    let kept = built.with_file_name(match module {
        Module::First => "first.wasm",
        Module::Whole => "whole.wasm",
    });
    fs::copy(built, &kept)?;
    Ok(kept)
}

/// Whether this toolchain has a standard library for the target.
fn has_target() -> Result<bool, Failure> {
    let output =
        Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output()?;
    Ok(Path::new(String::from_utf8(output.stdout)?.trim()).exists())
}

/// Installs the packages that a folder's `package.json` names, unless they are there.
fn install(folder: &Path) -> Result<(), Failure> {
    let (list, made) =
        (fs::read_to_string(folder.join("package.json"))?, folder.join("node_modules/needed.json"));
    if fs::read_to_string(&made).is_ok_and(|made| made == list) {
        return Ok(());
    }
    // No lock file, because it would name the registry's host; the versions are exact.
    let options = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    run_command(Command::new(npm).current_dir(folder).args(options))?;
    Ok(fs::write(made, list)?)
}
