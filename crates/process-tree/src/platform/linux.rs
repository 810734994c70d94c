//! Linux: every descendant is known, adopted and ended.
//!
//! A process can leave its process group and its session, but not its ancestors: a process that
//! loses its parent gets the nearest ancestor that asked for orphans, and that is the supervisor.
//! So the supervisor has no children any more exactly when nothing is left of the program.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::prctl;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid, waitpid};
use nix::unistd::Pid;

use super::tree::{Sample, Usage, end_group, pid};
use super::unix;
use crate::{ENDING_TIMEOUT, PROCESS_LIMIT};

/// The time from one sample of the processes to the next.
pub(crate) const SAMPLE_INTERVAL: Duration = Duration::from_millis(5);

/// How many processes a sample looks for. By how many a program is above its limit does not matter,
/// and while they were counted there would be more.
const ENOUGH: usize = 2 * PROCESS_LIMIT;

/// Makes this process the parent of all its descendants that lose their own, so that
/// [`end_descendants`] finds them. Only Linux has that; elsewhere nothing happens.
pub fn adopt_orphans() {
    let _ = prctl::set_child_subreaper(true);
}

/// Calls back as soon as the program has ended, with the time of its end. The program stays a
/// zombie, so that its number is not given to another process before its group is ended.
pub(crate) fn on_end(
    program: &Child,
    call: impl FnOnce(Instant) + Send + 'static,
) -> io::Result<()> {
    let pid = pid(program);
    thread::Builder::new().spawn(move || {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
        while waitid(Id::Pid(pid), flags) == Err(Errno::EINTR) {}
        call(Instant::now());
    })?;
    Ok(())
}

/// Always `false`: [`on_end`] tells it sooner.
pub(crate) const fn has_ended(_program: &mut Child) -> bool {
    false
}

/// Ends what is left of a program, and waits for all of it.
pub(crate) fn end_tree(program: &mut Child, deadline: Instant) -> Usage {
    // Those that have ended already have no memory, and are not counted.
    let left_behind = sample().processes;
    end_group(program);
    let (mut status, program) = (None, pid(program));
    let not_ended = end_all(deadline, |ended| match ended {
        WaitStatus::Exited(pid, code) if pid == program => status = Some(Ok(code)),
        WaitStatus::Signaled(pid, signal, _) if pid == program => status = Some(Err(signal as i32)),
        _ => {}
    });
    Usage { left_behind, not_ended, ..unix::usage(status) }
}

/// The living descendants of this process.
pub(crate) fn sample() -> Sample {
    let living = descendants(ENOUGH).into_iter().filter_map(resident_memory);
    living.fold(Sample::default(), |sample, memory| Sample {
        processes: sample.processes + 1,
        memory: sample.memory + memory,
    })
}

/// How long the thread that had to wait most was ready to run and had no processor.
pub(crate) fn waited_for_processor() -> Duration {
    let nanoseconds = |task: PathBuf| {
        let text = fs::read_to_string(task.join("schedstat")).ok()?;
        text.split_whitespace().nth(1)?.parse().ok()
    };
    let threads = descendants(ENOUGH).into_iter().flat_map(|pid| tasks(&pid.to_string()));
    Duration::from_nanos(threads.filter_map(nanoseconds).max().unwrap_or(0))
}

/// Ends all descendants of this process and waits for them. Only Linux shows which they are;
/// elsewhere nothing happens.
pub fn end_descendants() {
    end_all(Instant::now() + ENDING_TIMEOUT, |_| {});
}

/// Ends and waits for every descendant. Returns how many are left if the deadline comes first.
fn end_all(deadline: Instant, mut ended: impl FnMut(WaitStatus)) -> usize {
    loop {
        for pid in descendants(usize::MAX) {
            let _ = kill(pid, Signal::SIGKILL);
        }
        loop {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Ok(WaitStatus::StillAlive) | Err(Errno::EINTR) => break,
                Ok(status) => ended(status),
                // There is no child, and so no descendant.
                Err(_) => return 0,
            }
        }
        if Instant::now() >= deadline {
            return descendants(usize::MAX).len();
        }
        thread::sleep(Duration::from_micros(200));
    }
}

/// The descendants of this process, parents before their children. The search ends when it has
/// found `enough` of them.
fn descendants(enough: usize) -> Vec<Pid> {
    let mut found = children("self");
    let mut at = 0;
    while at < found.len() && found.len() < enough {
        let children = children(&found[at].to_string());
        // A process that is moved to its new parent meanwhile may be seen twice.
        found.extend(children.into_iter().filter(|pid| !found.contains(pid)).collect::<Vec<_>>());
        at += 1;
    }
    found
}

/// The children of all threads of a process.
fn children(process: &str) -> Vec<Pid> {
    tasks(process)
        .filter_map(|task| fs::read_to_string(task.join("children")).ok())
        .flat_map(|list| {
            list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>()
        })
        .map(Pid::from_raw)
        .collect()
}

/// The folders of a process's threads.
fn tasks(process: &str) -> impl Iterator<Item = PathBuf> + use<> {
    let tasks = fs::read_dir(format!("/proc/{process}/task"));
    tasks.into_iter().flatten().flatten().map(|task| task.path())
}

/// The resident memory of a living process, in bytes.
fn resident_memory(pid: Pid) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
