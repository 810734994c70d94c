//! Linux: every descendant is known, adopted and ended.
//!
//! A process group could be left, a session too, but not one's ancestors: a process that loses its
//! parent gets the nearest ancestor that asked for it, and that is the supervisor. So the supervisor
//! has no children any more exactly when nothing is left.

use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::prctl;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid, waitpid};
use nix::unistd::Pid;

use super::{Event, Look, PROCESS_LIMIT, Sum, unix};

/// How long it is from one look at the processes to the next.
pub(super) const LOOK: Duration = Duration::from_millis(5);

/// Prepares this process.
pub(super) fn settle() {
    unix::settle();
    adopt_orphans();
}

pub(super) fn adopt_orphans() {
    let _ = prctl::set_child_subreaper(true);
}

/// A program and all that comes of it.
pub(super) struct Family {
    child: Child,
    pid: Pid,
}

impl Family {
    pub(super) fn begin(mut command: Command) -> io::Result<Self> {
        let child = command.process_group(0).spawn()?;
        let pid = i32::try_from(child.id()).map_err(io::Error::other)?;
        Ok(Self { child, pid: Pid::from_raw(pid) })
    }

    pub(super) fn program(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Sends word as soon as the program has ended, and lets it be a zombie, so that its number is
    /// not given to another process before its group is ended.
    pub(super) fn watch(&self, sender: SyncSender<Event>) -> io::Result<()> {
        let pid = self.pid;
        thread::Builder::new().spawn(move || {
            let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
            while waitid(Id::Pid(pid), flags) == Err(Errno::EINTR) {}
            let _ = sender.send(Event::Ended(Instant::now()));
        })?;
        Ok(())
    }

    /// Never: word is sent.
    #[expect(clippy::unused_self, reason = "other systems have to look")]
    pub(super) const fn has_ended(&mut self) -> bool {
        false
    }

    #[expect(clippy::unused_self, reason = "other systems know the program only")]
    pub(super) fn look(&self) -> Look {
        // Of more than it may have no one wants to know how many, and by then there would be more.
        let living = descendants(2 * PROCESS_LIMIT).into_iter().filter_map(resident);
        living.fold(Look::default(), |look, memory| Look {
            processes: look.processes + 1,
            memory: look.memory + memory,
        })
    }

    /// For how long the thread that had to wait most was ready to run and had no processor.
    #[expect(clippy::unused_self, reason = "other systems know the program only")]
    pub(super) fn kept_waiting(&self) -> Duration {
        let nanoseconds = |task: &Path| {
            let text = fs::read_to_string(task.join("schedstat")).ok()?;
            text.split_whitespace().nth(1)?.parse().ok()
        };
        let threads =
            descendants(2 * PROCESS_LIMIT).into_iter().flat_map(|pid| tasks(&pid.to_string()));
        Duration::from_nanos(threads.filter_map(|task| nanoseconds(&task)).max().unwrap_or(0))
    }

    /// Ends what is left, and waits for all of it.
    pub(super) fn end(self, deadline: Instant) -> Sum {
        // Those that have ended already have no memory.
        let left_behind = self.look().processes;
        let _ = unix::end_group(self.pid);
        let mut status = None;
        let unending = end_all(deadline, |ended| match ended {
            WaitStatus::Exited(pid, code) if pid == self.pid => status = Some(Ok(code)),
            WaitStatus::Signaled(pid, signal, _) if pid == self.pid => {
                status = Some(Err(signal as i32));
            }
            _ => {}
        });
        Sum { left_behind, unending, ..unix::sum(status) }
    }
}

pub(super) fn end_descendants(deadline: Instant) {
    end_all(deadline, |_| {});
}

/// Ends and waits for every descendant; says how many are left if the deadline comes first.
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

/// The processes that came of this one, parents before their children; the search ends when it has
/// found so many.
fn descendants(enough: usize) -> Vec<Pid> {
    let mut found = children("self");
    let mut at = 0;
    while at < found.len() && found.len() < enough {
        let children = children(&found[at].to_string());
        // A process that is moved to its new parent in between may be seen twice.
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
fn resident(pid: Pid) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
