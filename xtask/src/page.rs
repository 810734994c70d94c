//! `cargo xtask page`: checks the HTML report of the harness in headless Chromium.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::tools::{Build, build_command};
use crate::{Failure, run as run_command, web};

pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let folder = root.join("target/ci/page");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let (measured, page) = (folder.join("measured.jsonl"), folder.join("page.html"));
    // This step checks the report, not the speed.
    let harness = build_command(root, "bench-harness", Build::Test)?;
    let options = ["--set", "judge", "--set", "hard", "--strategy", "mrv", "--strategy", "board"];
    let mut measure = Command::new(&harness);
    run_command(measure.arg("measure").args(options).arg("--output").arg(&measured))?;
    run_command(Command::new(harness).arg("report").arg(&measured).arg("--html").arg(&page))?;
    web::install(&root.join("web"))?;
    let mut check = Command::new("node");
    check.arg(root.join("web/tests/report.mjs"));
    check.env("REPORT", page).env("CHROMIUM", chromium()?).env("PICTURES", folder);
    run_command(&mut check)
}

/// Returns the absolute path of Chromium, because some callers do not search PATH.
pub(crate) fn chromium() -> Result<PathBuf, Failure> {
    let found = program(&["chromium", "chromium-browser", "google-chrome"]);
    Ok(found.ok_or("Chromium is not installed: run .ci/install")?)
}

/// Returns the absolute path of Firefox, or `None` without one.
pub(crate) fn firefox() -> Option<PathBuf> {
    program(&["firefox-esr", "firefox"])
}

/// Returns the absolute paths of WebKit's driver and of the program that provides a display, or
/// `None` if one of them is missing.
pub(crate) fn webkit() -> Option<(PathBuf, PathBuf)> {
    Some((program(&["WebKitWebDriver"])?, program(&["xvfb-run"])?))
}

/// Returns the path of the first of these programs that is in PATH.
fn program(names: &[&str]) -> Option<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let mut places = names
        .iter()
        .flat_map(|name| env::split_paths(&folders).map(move |folder| folder.join(name)));
    places.find(|place| place.is_file())
}
