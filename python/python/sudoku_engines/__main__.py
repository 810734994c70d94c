"""The command ``sudoku``: ``python -m sudoku_engines solve puzzles.txt``."""

import signal
import sys

from . import __version__, _native


def main() -> int:
    """Run the command with the arguments of the process, and return the exit code."""
    command = getattr(_native, "_command", None)
    if command is not None:
        # The command stops cleanly at Ctrl-C by itself.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        return command(["sudoku", *sys.argv[1:]])
    if sys.argv[1:] in (["--version"], ["-V"]):
        print(f"sudoku {__version__}")
        return 0
    print(
        "error: this build of sudoku-engines has no command. Install it with: "
        'pip install ./python --config-settings=build-args="--features command"',
        file=sys.stderr,
    )
    return 2


if __name__ == "__main__":
    sys.exit(main())
