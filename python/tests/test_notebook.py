"""The notebook of the guide, executed by Jupyter."""

import pathlib

import nbclient
import nbformat

PATH = pathlib.Path(__file__).parents[2] / "examples/machine-learning.ipynb"


def test_the_notebook_runs():
    notebook = nbformat.read(PATH, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert cells and not any(cell.outputs or cell.execution_count for cell in cells), "commit it without outputs"
    nbclient.NotebookClient(notebook, timeout=300).execute()
    pictures = [out for cell in cells for out in cell.outputs if "image/svg+xml" in out.get("data", {}).get("text/html", "")]
    assert len(pictures) == 1
