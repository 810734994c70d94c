//! Standard output, unless the parent process has closed it.

use std::io::{self, Stdout};

/// Returns standard output.
///
/// # Errors
/// If it was closed when the process started, as by `>&-` in a shell. The runtime of Rust then
/// opens `/dev/null` in its place, and everything written would be lost without an error. Detected
/// on Unix only.
pub fn open_stdout() -> io::Result<Stdout> {
    #[cfg(unix)]
    if at_start::was_closed() {
        let message = "it is closed; redirect it to a file or a pipe";
        return Err(io::Error::new(io::ErrorKind::NotConnected, message));
    }
    Ok(io::stdout())
}

/// The state of standard output before the runtime of Rust opens it.
///
/// Later, nothing distinguishes the `/dev/null` of the runtime from one that the parent process
/// opened in the same way, as Python does for `subprocess.DEVNULL`. So a static initializer looks
/// at the descriptor, which runs before the runtime starts.
#[cfg(unix)]
#[allow(unsafe_code)]
mod at_start {
    use std::sync::atomic::{AtomicBool, Ordering};

    use nix::libc;

    static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    pub(super) fn was_closed() -> bool {
        WAS_CLOSED.load(Ordering::Relaxed)
    }

    // SAFETY: this section is an array of pointers to functions, which the system calls without
    // arguments that matter before `main`.
    #[used]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    static INITIALIZER: extern "C" fn() = look;

    extern "C" fn look() {
        // SAFETY: the call only reads the flags of the descriptor, and fails if it is closed.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        WAS_CLOSED.store(flags == -1, Ordering::Relaxed);
    }
}
