"""The examples in docstrings and documents."""

import doctest
import pathlib
import re

import pytest

import sudoku_engines as se

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
PLACES = {name: getattr(se, name) for name in se.__all__ if getattr(se, name).__doc__}


@pytest.mark.parametrize("name", [*PLACES, "__init__"])
def test_docstrings(name):
    words = PLACES.get(name, se).__doc__
    globs = {known: getattr(se, known) for known in se.__all__}
    example = doctest.DocTestParser().get_doctest(words, globs, name, None, 0)
    assert doctest.DocTestRunner(optionflags=FLAGS).run(example).failed == 0


def test_every_function_has_an_example():
    for name, thing in PLACES.items():
        if callable(thing) and name.islower():
            assert ">>> " in thing.__doc__, name


ROOT = pathlib.Path(__file__).parents[2]


PAGES = [*ROOT.glob("README*.md"), ROOT / "python/README.md", *sorted(ROOT.glob("docs/**/*.md"))]
TEXTS = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in PAGES}


@pytest.mark.parametrize("document", [name for name, text in TEXTS.items() if "\n>>> " in text])
def test_documents(document):
    text = TEXTS[document]
    blocks = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if ">>> " in block]
    assert blocks
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, document, document, 0)
    assert doctest.DocTestRunner(optionflags=FLAGS).run(example).failed == 0
