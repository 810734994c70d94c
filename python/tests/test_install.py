"""Tests the contents of the wheel, and the wheel in an empty environment."""

import email
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from conftest import EASY, SOLUTION

import sudoku_engines as se


@pytest.fixture(scope="module")
def wheel():
    """Return the path of the wheel."""
    folder = os.environ.get("SUDOKU_WHEELS")
    if folder is None:
        pytest.skip("SUDOKU_WHEELS is not set to the folder of the wheel")
    [path] = Path(folder).glob("*.whl")
    return path


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory):
    """Return the interpreter of an environment with only the wheel."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    program = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    libraries = subprocess.check_output([program, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True)
    # This uses the pip of the tests, because installing pip in the environment takes seconds.
    install = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", libraries.strip()]
    subprocess.run([sys.executable, *install, wheel], check=True)
    return program


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)


def test_the_package_works_without_any_other(python, tmp_path):
    code = f"import sudoku_engines as se; print(se.__version__, se.solve('{EASY}').solution)"
    found = run(python, "-c", code, cwd=tmp_path)
    assert (found.stdout.split(), found.stderr) == ([se.__version__, SOLUTION], "")


def test_the_command(python, tmp_path):
    command = [python, "-m", "sudoku_engines"]
    version = run(*command, "--version", cwd=tmp_path)
    assert (version.stdout, version.returncode) == (f"sudoku {se.__version__}\n", 0)
    solved = run(*command, "solve", input=EASY, cwd=tmp_path)
    if hasattr(se._native, "_command"):
        assert (solved.stdout.strip(), solved.returncode) == (SOLUTION, 0)
        assert run(*command, "solve", "no file", cwd=tmp_path).returncode == 2
        assert "Usage: sudoku" in run(*command, "--help", cwd=tmp_path).stdout
    else:
        assert (solved.stdout, solved.returncode) == ("", 2)
        assert "this build of sudoku-engines has no command" in solved.stderr and "--features command" in solved.stderr


def test_the_files_of_the_wheel(wheel):
    files = zipfile.ZipFile(wheel)
    [information] = {name.split("/")[0] for name in files.namelist()} - {"sudoku_engines"}
    assert information == f"sudoku_engines-{se.__version__}.dist-info"
    names = {name.removeprefix(f"{information}/") for name in files.namelist()}
    assert {"licenses/LICENSE-MIT", "licenses/LICENSE-APACHE", "METADATA"} <= names
    assert {"sudoku_engines/py.typed", "sudoku_engines/_native.pyi", "sudoku_engines/__main__.py"} <= names
    metadata = email.message_from_bytes(files.read(f"{information}/METADATA"))
    assert metadata["License-Expression"] == "MIT OR Apache-2.0" and metadata["Requires-Python"] == ">=3.11"
    assert "pip install" in metadata.get_payload() and "Typing :: Typed" in metadata.get_all("Classifier")
