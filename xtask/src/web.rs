//! `cargo xtask web`: builds the page with its engine into `target/web`, a folder of static files,
//! and the npm package into `target/npm`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::cargo_for;
use crate::{Failure, layout, run as run_command, traps};

const TARGET: &str = "wasm32-unknown-unknown";

/// The compiler flags of the engine:
/// - Vector instructions halve the time of lists, and all current browsers support them.
/// - The optimization of addresses in loops (LSR) helps processors that add addresses for free.
///   Without it the modules are 1 to 2% smaller, and not slower.
/// - Only small functions are inlined, also those with the attribute `inline`. So the full module
///   is 2% smaller, and ratings take up to 12% longer.
const FLAGS: &str = "-Dwarnings -Ctarget-feature=+simd128 -Cllvm-args=-disable-lsr \
                     -Cllvm-args=-inlinehint-threshold=40 -Cllvm-args=-inline-threshold=27";

/// Builds the page, and serves it on this machine until interrupted.
pub(crate) fn serve(root: &Path, port: u16) -> Result<(), Failure> {
    let mut server = Command::new("node");
    server.arg(root.join("web/page/serve.mjs")).arg(build(root)?.page);
    run_command(server.arg(port.to_string()))
}

/// Checks the form and the rules of the page's code, and builds the page and the npm package.
pub(crate) fn check(root: &Path) -> Result<(), Failure> {
    let web = root.join("web");
    install(&web)?;
    let biome = web.join("node_modules/@biomejs/biome/bin/biome");
    run_command(Command::new("node").current_dir(&web).arg(biome).arg("ci"))?;
    build(root).map(drop)
}

/// The folders of a build.
pub(crate) struct Built {
    pub(crate) page: PathBuf,
    pub(crate) package: PathBuf,
}

/// Builds the page with its engine, and the npm package.
pub(crate) fn build(root: &Path) -> Result<Built, Failure> {
    let engines = [
        engine(root, EngineModule::First)?,
        engine(root, EngineModule::Whole)?,
        engine(root, EngineModule::Variants)?,
    ];
    let web = root.join("web");
    install(&web)?;
    let node = |script: &str| {
        let mut command = Command::new("node");
        command.arg(web.join(script));
        command
    };
    let types = ["--noEmit", "--project"];
    run_command(node("node_modules/typescript/bin/tsc").args(types).arg(web.join("page")))?;
    let target = crate::target(root);
    let built = Built { page: target.join("web"), package: target.join("npm") };
    run_command(node("page/build.mjs").args(&engines).arg(&built.page))?;
    run_command(node("npm/build.mjs").args(&engines).arg(&built.package))?;
    Ok(built)
}

/// The modules of the engine. The page loads the first module at once, the whole engine when it
/// needs more, and the module for variants with the first puzzle that has rules.
#[derive(Clone, Copy)]
pub(crate) enum EngineModule {
    First,
    Whole,
    Variants,
}

impl EngineModule {
    /// The feature of `sudoku-web`, and the name of the file.
    const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Whole => "whole",
            Self::Variants => "variants",
        }
    }
}

/// Builds a module of the engine for WebAssembly. Returns its path.
pub(crate) fn engine(root: &Path, module: EngineModule) -> Result<PathBuf, Failure> {
    let mut build = cargo_for(root, TARGET, "-Zbuild-std=std,panic_abort")?;
    // Another compiler needs another target folder.
    let folder = crate::target(root).join("wasm");
    build.args(["build", "--quiet", "--locked", "--package", "sudoku-web", "--lib"]);
    build.args(["--no-default-features", "--features", module.name()]);
    build.args(["--profile", "web", "--target", TARGET, "--target-dir"]).arg(&folder);
    run_command(build.env("RUSTFLAGS", FLAGS))?;
    // The next build would overwrite the file.
    let built = folder.join(TARGET).join("web/sudoku_web.wasm");
    let kept = built.with_file_name(format!("{}.wasm", module.name()));
    let mut module = fs::read(built)?;
    traps::forget_places(&mut module)?;
    fs::write(&kept, layout::order(&module)?)?;
    Ok(kept)
}

/// Installs the packages of a folder's `package-lock.json`, if they are missing.
pub(crate) fn install(folder: &Path) -> Result<(), Failure> {
    let (list, made) = (
        fs::read_to_string(folder.join("package-lock.json"))?,
        folder.join("node_modules/needed.json"),
    );
    if fs::read_to_string(&made).is_ok_and(|made| made == list) {
        return Ok(());
    }
    let options = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    run_command(Command::new(npm).current_dir(folder).args(options))?;
    Ok(fs::write(made, list)?)
}
