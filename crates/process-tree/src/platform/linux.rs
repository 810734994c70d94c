//! Linux: finds, adopts and kills every descendant.
//!
//! A process can leave its process group and its session, but not its ancestors. When its parent
//! ends, it becomes a child of the nearest subreaper, which is the supervisor. So the supervisor
//! has no children exactly when no process of the program is left.

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

use super::tree::{Sample, Usage, end_group, pid, usage};
use crate::{ENDING_TIMEOUT, PROCESS_LIMIT};

/// The time between two samples of the processes.
pub(crate) const SAMPLE_INTERVAL: Duration = Duration::from_millis(5);

/// The number of processes after which a sample stops. A program above the limit is killed anyway,
/// and an exact count of a fork bomb would never end.
const ENOUGH: usize = 2 * PROCESS_LIMIT;

/// Makes this process the parent of its orphaned descendants (a subreaper), so that
/// [`end_descendants`] finds them. Does nothing on systems other than Linux.
pub fn adopt_orphans() {
    let _ = prctl::set_child_subreaper(true);
}

/// Calls `call` with the time of the program's end as soon as it has ended. The program stays a
/// zombie, so no other process gets its ID before its group is killed.
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

/// Returns true if the program has ended, without waiting for it.
pub(crate) fn may_have_ended(program: &Child) -> bool {
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT | WaitPidFlag::WNOHANG;
    waitid(Id::Pid(pid(program)), flags) != Ok(WaitStatus::StillAlive)
}

/// Returns `false`: [`on_end`] reports the end on Linux.
pub(crate) const fn has_ended(_program: &mut Child) -> bool {
    false
}

/// Kills the remaining processes of a program, and waits for all of them.
pub(crate) fn end_tree(program: &mut Child, deadline: Instant) -> Usage {
    // Zombies have no memory and are not counted.
    let left_behind = sample().processes;
    end_group(program);
    let (mut status, program) = (None, pid(program));
    let not_ended = end_all(deadline, |ended| match ended {
        WaitStatus::Exited(pid, code) if pid == program => status = Some(Ok(code)),
        WaitStatus::Signaled(pid, signal, _) if pid == program => status = Some(Err(signal as i32)),
        _ => {}
    });
    Usage { left_behind, not_ended, ..usage(status) }
}

/// Returns the number and memory of the living descendants of this process.
pub(crate) fn sample() -> Sample {
    let living = descendants(ENOUGH).into_iter().filter_map(resident_memory);
    living.fold(Sample::default(), |sample, memory| Sample {
        processes: sample.processes + 1,
        memory: sample.memory + memory,
    })
}

/// Returns the longest time that a thread of any descendant was ready to run without a processor.
pub(crate) fn waited_for_processor() -> Duration {
    let nanoseconds = |task: PathBuf| {
        let text = fs::read_to_string(task.join("schedstat")).ok()?;
        text.split_whitespace().nth(1)?.parse().ok()
    };
    let threads = descendants(ENOUGH).into_iter().flat_map(|pid| tasks(&pid.to_string()));
    Duration::from_nanos(threads.filter_map(nanoseconds).max().unwrap_or(0))
}

/// Kills all descendants of this process and waits for them. Does nothing on systems other than
/// Linux.
pub fn end_descendants() {
    end_all(Instant::now() + ENDING_TIMEOUT, |_| {});
}

/// Kills every descendant and waits for it. Returns the number of descendants that are left at the
/// deadline.
fn end_all(deadline: Instant, mut ended: impl FnMut(WaitStatus)) -> usize {
    loop {
        for pid in descendants(usize::MAX) {
            let _ = kill(pid, Signal::SIGKILL);
        }
        loop {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Ok(WaitStatus::StillAlive) | Err(Errno::EINTR) => break,
                Ok(status) => ended(status),
                // Without a child there is no descendant.
                Err(_) => return 0,
            }
        }
        if Instant::now() >= deadline {
            return descendants(usize::MAX).len();
        }
        thread::sleep(Duration::from_micros(200));
    }
}

/// Returns the descendants of this process, parents before their children. Stops after `enough` of
/// them.
fn descendants(enough: usize) -> Vec<Pid> {
    let mut found = children("self");
    let mut at = 0;
    while at < found.len() && found.len() < enough {
        let children = children(&found[at].to_string());
        // A process that gets a new parent during the search may be seen twice.
        found.extend(children.into_iter().filter(|pid| !found.contains(pid)).collect::<Vec<_>>());
        at += 1;
    }
    found
}

/// Returns the children of all threads of a process.
fn children(process: &str) -> Vec<Pid> {
    tasks(process)
        .filter_map(|task| fs::read_to_string(task.join("children")).ok())
        .flat_map(|list| {
            list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>()
        })
        .map(Pid::from_raw)
        .collect()
}

/// Returns the `/proc` folders of a process's threads.
fn tasks(process: &str) -> impl Iterator<Item = PathBuf> + use<> {
    let tasks = fs::read_dir(format!("/proc/{process}/task"));
    tasks.into_iter().flatten().flatten().map(|task| task.path())
}

/// Returns the resident memory of a living process, in bytes.
fn resident_memory(pid: Pid) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
