//! Tests of `ci/compare.sh` through the step of `action.yml`, on temporary git repositories.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const OWN: &str = env!("CARGO_BIN_EXE_bench-harness");
const ENGINE: &str = include_str!("fixtures/engine.rs");

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

fn git(folder: &Path, arguments: &str) -> String {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]);
    let output = git.args(arguments.split(' ')).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the command of the action's step, and the input of each of its variables.
fn step() -> (String, BTreeMap<String, String>) {
    let action = fs::read_to_string(project().join("action.yml")).unwrap();
    let (inputs, steps) = action.split_once("\nruns:\n").unwrap();
    let is_input = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let mut declared: Vec<&str> = inputs.lines().filter(is_input).map(str::trim).collect();
    let run = steps.lines().find_map(|line| line.trim().strip_prefix("- run: '")).unwrap();
    let variable = |line: &str| {
        let (name, input) = line.trim().split_once(": ${{ inputs.")?;
        Some((name.to_owned(), input.strip_suffix(" }}")?.to_owned()))
    };
    let variables: BTreeMap<_, _> = steps.lines().filter_map(variable).collect();
    declared.retain(|input| variables.values().all(|used| format!("{used}:") != **input));
    assert_eq!(declared, Vec::<&str>::new(), "inputs that the step does not pass on");
    (run.strip_suffix('\'').unwrap().to_owned(), variables)
}

/// Runs the action with these inputs in a shallow clone of the merge of a pull request, as GitHub
/// does. Returns the exit code and the summary.
fn compare(files: [&[(&str, &str)]; 2], inputs: &[(&str, &str)]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let [origin, clone, summary] = ["origin", "clone", "summary"].map(|it| folder.path().join(it));
    fs::create_dir(&origin).unwrap();
    git(&origin, "init --quiet --initial-branch main");
    for (files, branch) in files.into_iter().zip(["main", "change"]) {
        git(&origin, &format!("checkout --quiet -B {branch}"));
        for (name, text) in files {
            fs::write(origin.join(name), text).unwrap();
        }
        git(&origin, "add --all");
        git(&origin, "commit --quiet --allow-empty --message change");
    }
    git(&origin, "checkout --quiet -B merge main");
    git(&origin, "merge --quiet --no-ff --message merge change");
    git(&origin, "checkout --quiet main");
    let from = format!("file://{}", origin.display());
    git(folder.path(), &format!("clone --quiet --depth 1 --branch merge {from} clone"));
    let (run, variables) = step();
    let mut shell = Command::new("bash");
    shell.args(["-c", &run]).current_dir(&clone);
    shell.env("GITHUB_ACTION_PATH", project()).env("GITHUB_STEP_SUMMARY", &summary);
    shell.env("COMPARE_HARNESS", OWN);
    for (variable, input) in variables {
        let value = inputs.iter().find(|(name, _)| *name == input).map_or("", |(_, value)| value);
        shell.env(variable, value);
    }
    let output = shell.output().unwrap();
    assert_eq!(git(&clone, "worktree list").lines().count(), 1);
    let text = fs::read_to_string(&summary).unwrap_or_default();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text, printed, "the summary is also printed");
    let complaints = String::from_utf8_lossy(&output.stderr);
    (output.status.code(), format!("{text}\n{complaints}"))
}

fn with(constant: &str) -> String {
    let name = constant.split(" = ").next().unwrap();
    let is_it = |line: &&str| line.starts_with(&format!("const {name}"));
    let line = ENGINE.lines().find(is_it).unwrap();
    ENGINE.replace(line, &format!("const {constant};"))
}

#[test]
fn a_pull_request_is_compared_with_its_base() {
    let (slow, wrong) = (with("EXTRA: usize = 3"), with("WRONG: bool = true"));
    let broken = "not Rust";
    let inputs = [
        ("build", "rustc -O --edition 2024 engine.rs"),
        ("engines", "mine=./engine"),
        ("sets", "easy"),
    ];
    for (base, head, code, text) in [
        (ENGINE, ENGINE, 0, "### Passes: nothing is wrong or slower\n"),
        (ENGINE, &*slow, 1, "### Fails: mine on easy: slower\n"),
        (ENGINE, &wrong, 1, "### Fails: mine on easy: wrong answers: 100\n"),
        (broken, ENGINE, 0, "### Not compared: the base "),
        (broken, &wrong, 1, "WRONG: mine on puzzle 1"),
        (ENGINE, broken, 2, "error: COMPARE_BUILD fails in the change: rustc"),
    ] {
        let is_right = |(found, said): &(_, String)| *found == Some(code) && said.contains(text);
        // Other work on the machine may lengthen the turns of one version, but not in three trials.
        let mut tried = Vec::new();
        while tried.len() < 3 && !tried.last().is_some_and(is_right) {
            tried.push(compare([&[("engine.rs", base)], &[("engine.rs", head)]], &inputs));
        }
        assert!(tried.last().is_some_and(is_right), "{text}: {tried:?}");
    }
}

#[test]
fn a_harness_is_compared_with_its_base() {
    let harness = format!("printf '#!/bin/sh\\nexec {OWN} \"$@\"\\n' >harness; chmod +x harness");
    let inputs = [
        ("build", &*harness),
        ("program", "harness"),
        ("strategies", "mrv board"),
        ("sets", "judge"),
        ("base", "main"),
    ];
    let files = [("engine.rs", "")];
    let (code, text) = compare([&files, &[]], &inputs);
    assert_eq!(code, Some(0), "{text}");
    for expected in ["| mrv      | judge |", "| board    | judge |", "### judge · uniqueness proof"]
    {
        assert!(text.contains(expected), "{text}");
    }
    let missing = compare([&files, &[]], &[("build", "true"), ("program", "nosuch")]);
    assert!(missing.1.contains("does not make COMPARE_PROGRAM=nosuch"), "{missing:?}");
}

#[test]
fn the_base_of_a_branch_is_the_commit_where_it_left_and_on_the_default_branch_the_parent() {
    let folder = tempfile::tempdir().unwrap();
    // Both versions run from a path with a space and other letters.
    let [origin, clones] = ["원본 a", "복제 b"].map(|it| folder.path().join(it));
    [&origin, &clones].into_iter().for_each(|folder| fs::create_dir(folder).unwrap());
    git(&origin, "init --quiet --initial-branch main");
    let commit = |branch: &str| {
        git(&origin, &format!("checkout --quiet -B {branch}"));
        git(&origin, "commit --quiet --allow-empty --message change");
        git(&origin, "rev-parse HEAD").trim().to_owned()
    };
    let parent = commit("main");
    let fork = commit("main");
    let on_branch = commit("change");
    git(&origin, "checkout --quiet main");
    let later = commit("main");
    for (branch, depth, expected) in [
        ("change", "--depth=1", [&on_branch, &fork]),
        ("change", "--no-local", [&on_branch, &fork]),
        ("main", "--depth=1", [&later, &fork]),
    ] {
        let mut clone = Command::new("git");
        clone.args(["clone", "--quiet", depth, "--branch", branch]).current_dir(&clones);
        let name = format!("{branch}{depth}");
        clone.arg(format!("file://{}", origin.display())).arg(&name);
        assert!(clone.status().unwrap().success());
        let build = format!(
            "echo \"built $(git rev-parse HEAD)\"\n\
             printf '#!/bin/sh\\nexec {OWN} serve mrv\\n' >engine; chmod +x engine"
        );
        let script = project().join("ci/compare.sh");
        let mut compare = Command::new(script);
        compare.current_dir(clones.join(&name)).env("COMPARE_HARNESS", OWN);
        compare.env("COMPARE_BUILD", build).env("COMPARE_ENGINES", "mine=./engine");
        compare.env("COMPARE_SETS", "judge").env_remove("GITHUB_STEP_SUMMARY");
        let output = compare.env("LC_ALL", "C").output().unwrap();
        let [table, built] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        let built_commits = built.lines().filter_map(|line| line.strip_prefix("built "));
        assert_eq!(built_commits.collect::<Vec<_>>(), expected, "{name}: {table}{built}");
        assert!(table.contains("| mine     | judge |") && !table.contains("lost"), "{table}");
        assert!(!built.contains(&parent), "{built}");
    }
}

/// Creates a repository with two equal versions of an engine, and the command that compares them.
fn two_versions(folder: &Path) -> Command {
    git(folder, "init --quiet --initial-branch main");
    fs::write(folder.join("engine"), format!("exec '{OWN}' serve mrv\n")).unwrap();
    git(folder, "add --all");
    git(folder, "commit --quiet --message base");
    git(folder, "commit --quiet --allow-empty --message head");
    let mut compare = Command::new(project().join("ci/compare.sh"));
    compare.current_dir(folder).env("COMPARE_BUILD", "true").env("COMPARE_HARNESS", OWN);
    compare.env("COMPARE_ENGINES", "mine=sh engine").env("COMPARE_SETS", "judge");
    compare.env_remove("GITHUB_STEP_SUMMARY");
    compare
}

#[test]
fn wrong_usage_has_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let mut compare = two_versions(folder.path());
    // The end of a line may have a carriage return.
    let output = compare.env("COMPARE_ENGINES", "mine=sh engine\r\n").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("| mine     | judge |") && !text.contains("lost"), "{text}");
    for (variable, value, complaint) in [
        ("COMPARE_SETS", "nosuch", "unknown set `nosuch`"),
        ("COMPARE_SETS", "*", "unknown set `*`"),
        ("COMPARE_ENGINES", "a name=true", "the name `a name` must have 1 to 32 characters"),
        ("COMPARE_ENGINES", "mine=", "an engine must be NAME=COMMAND"),
        ("COMPARE_HARNESS", "/nosuch", "the harness /nosuch cannot be run"),
        ("COMPARE_BASE", "-x", "COMPARE_BASE is -x, but it must be a commit"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let output = two_versions(folder.path()).env(variable, value).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(complaint), "{value}: {said}");
    }
}

#[test]
fn a_signal_ends_the_build() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let folder = tempfile::tempdir().unwrap();
    let build = "sleep 600 & echo $! >pid; wait";
    let mut compare = two_versions(folder.path()).env("COMPARE_BUILD", build).spawn().unwrap();
    let pid = folder.path().join("pid");
    let sleep: i32 = loop {
        let text = fs::read_to_string(&pid).unwrap_or_default();
        if let Ok(pid) = text.trim().parse() {
            break pid;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    };
    kill(Pid::from_raw(compare.id().cast_signed()), Signal::SIGTERM).unwrap();
    assert_eq!(compare.wait().unwrap().code(), Some(143));
    let is_alive = || {
        // An ended process is a zombie until its parent waits for it.
        let stat = fs::read_to_string(format!("/proc/{sleep}/stat")).unwrap_or_default();
        stat.contains(" S ") || stat.contains(" R ")
    };
    for _ in 0..500 {
        if !is_alive() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(!is_alive());
    assert_eq!(git(folder.path(), "worktree list").lines().count(), 1);
}
