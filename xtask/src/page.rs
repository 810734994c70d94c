//! `cargo xtask page`: checks the HTML report of the harness in a real browser.
//!
//! Headless Chromium loads the report. The console must be empty, no host may be contacted, and
//! screenshots must show something. First, a page with errors checks that these checks work.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

use serde_json::Value;

use crate::{Failure, cargo, run as run_command};

/// The time limit of Chromium, which takes five seconds on a busy machine with two processors.
const PATIENCE: Duration = Duration::from_secs(120);

/// The hosts that Chromium contacts on its own when it starts.
const CALLS_HOME: [&str; 3] = ["google.com", "googleapis.com", "gvt1.com"];

const BROKEN: &str = "<!doctype html><title>broken</title><script>nosuch()</script>\
    <img src=\"https://example.org/picture.png\">";

/// The result of loading a page.
struct Seen {
    /// The document after it was loaded.
    document: String,
    /// The lines of the console.
    console: Vec<String>,
    /// The contacted hosts.
    hosts: BTreeSet<String>,
}

pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let chromium = chromium()?;
    let folder = root.join("target/ci/page");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let broken = folder.join("broken.html");
    fs::write(&broken, BROKEN)?;
    let seen = look(&chromium, &broken)?;
    if seen.console.is_empty() || !seen.hosts.contains("example.org") {
        return Err("the errors of a page that is broken on purpose were not detected".into());
    }
    let (measured, page) = (folder.join("measured.jsonl"), folder.join("page.html"));
    let harness = ["run", "--quiet", "--locked", "-p", "bench-harness", "--"];
    let options = ["--set", "judge", "--set", "hard", "--strategy", "mrv", "--strategy", "board"];
    run_command(
        cargo(root).args(harness).arg("measure").args(options).arg("--output").arg(&measured),
    )?;
    run_command(cargo(root).args(harness).arg("report").arg(&measured).arg("--html").arg(&page))?;
    check(&look(&chromium, &page)?)?;
    pictures(&chromium, &folder, &page)
}

/// Returns the absolute path of Chromium, because some callers do not search PATH.
pub(crate) fn chromium() -> Result<PathBuf, Failure> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut places = names
        .into_iter()
        .flat_map(|name| env::split_paths(&folders).map(move |folder| folder.join(name)));
    Ok(places.find(|place| place.is_file()).ok_or("Chromium is not installed: run .ci/install")?)
}

/// Checks the console, the hosts and the content of a page.
fn check(seen: &Seen) -> Result<(), Failure> {
    if !seen.console.is_empty() {
        return Err(format!("the console is not empty: {}", seen.console.join("\n")).into());
    }
    if !seen.hosts.is_empty() {
        return Err(format!("the page contacts {:?}", seen.hosts).into());
    }
    let count = |text: &str| seen.document.matches(text).count();
    // Tables: two of the summary, and two sets in two modes. Plots: one for each set and mode.
    for (text, expected) in [("<table>", 6), ("<svg", 4), ("<script", 0)] {
        if count(text) != expected {
            let found = count(text);
            return Err(format!("the page has {found} of {text} instead of {expected}").into());
        }
    }
    for text in ["mrv", "board", "puzzles/s", "PyPy3", "Mean time", "id=\"method\""] {
        if count(text) == 0 {
            return Err(format!("the page lacks {text}").into());
        }
    }
    println!("no error, nothing loaded from outside, {} tables and {} plots", 6, 4);
    Ok(())
}

/// Takes screenshots of the page: light, dark, and on a phone.
fn pictures(chromium: &Path, folder: &Path, page: &Path) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    for (name, width, scheme) in [("light", 1100, 1), ("dark", 1100, 0), ("phone", 390, 1)] {
        // Windows have a minimum width, but a frame can be narrower.
        let frame = folder.join(format!("{name}.html"));
        let source = page.file_name().unwrap_or_default().to_string_lossy();
        fs::write(
            &frame,
            format!(
                "<!doctype html><body style=\"margin:0\"><iframe src=\"{source}\" \
                 style=\"border:0;width:{width}px;height:2400px\"></iframe>"
            ),
        )?;
        let picture = folder.join(format!("{name}.png"));
        let arguments = [
            format!("--window-size={width},2400"),
            format!("--blink-settings=preferredColorScheme={scheme}"),
            "--hide-scrollbars".to_owned(),
            "--allow-file-access-from-files".to_owned(),
            format!("--screenshot={}", picture.display()),
        ];
        start(chromium, folder, &arguments, &frame)?;
        let bytes = fs::read(&picture)?;
        // A screenshot of one color has a few kilobytes.
        if !bytes.starts_with(b"\x89PNG") || bytes.len() < 60_000 || !seen.insert(bytes) {
            return Err(
                format!("{} is empty, or equals another screenshot", picture.display()).into()
            );
        }
        println!("{}", picture.display());
    }
    Ok(())
}

fn look(chromium: &Path, page: &Path) -> Result<Seen, Failure> {
    let folder = page.parent().ok_or("a page without a folder")?;
    let log = folder.join("network.json");
    let arguments = [
        "--enable-logging=stderr".to_owned(),
        format!("--log-net-log={}", log.display()),
        "--dump-dom".to_owned(),
    ];
    let (document, said) = start(chromium, folder, &arguments, page)?;
    let console =
        said.lines().filter(|line| line.contains(":CONSOLE")).map(str::to_owned).collect();
    let log: Value = serde_json::from_str(&fs::read_to_string(log)?)?;
    let events = log["events"].as_array().ok_or("a network log without events")?;
    let hosts = events
        .iter()
        .filter_map(|event| event["params"]["url"].as_str())
        .filter_map(|url| url.split_once("://")?.1.split('/').next())
        .filter(|host| !host.is_empty())
        .filter(|host| !CALLS_HOME.iter().any(|home| host.ends_with(home)))
        .map(str::to_owned)
        .collect();
    Ok(Seen { document, console, hosts })
}

/// Runs Chromium, and kills it after the time limit. Returns its output and its log.
fn start(
    chromium: &Path,
    folder: &Path,
    arguments: &[String],
    page: &Path,
) -> Result<(String, String), Failure> {
    let (document, said) = (folder.join("stdout"), folder.join("stderr"));
    let mut child = Command::new(chromium)
        // The sandbox does not work for root in a container. The page is trusted.
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .args(arguments)
        .arg(format!("file://{}", page.display()))
        .stdout(fs::File::create(&document)?)
        .stderr(fs::File::create(&said)?)
        .spawn()?;
    let begin = Instant::now();
    let status = loop {
        match child.try_wait()? {
            Some(status) => break status,
            None if begin.elapsed() > PATIENCE => {
                child.kill()?;
                child.wait()?;
                return Err(
                    format!("{} did not end within {PATIENCE:?}", chromium.display()).into()
                );
            }
            None => std::thread::sleep(Duration::from_millis(50)),
        }
    };
    let said = String::from_utf8_lossy(&fs::read(said)?).into_owned();
    if !status.success() {
        return Err(format!("{}: {status}\n{said}", chromium.display()).into());
    }
    Ok((String::from_utf8_lossy(&fs::read(document)?).into_owned(), said))
}
