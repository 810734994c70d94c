"""Steps, tokens and texts of `explain`, and searches of `trace`."""

import json
import re
import subprocess

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
from conftest import BROKEN, EASY, EMPTY, SEVENTEEN, SOLUTION

import sudoku_engines as se

#: A puzzle with eliminations on each scale, and a puzzle that no search solves without a guess.
PUZZLES = [EASY, SEVENTEEN, *(made.puzzle for made in se.generate(3, seed=5, scale="se", difficulty=(3.0, 5.0)))]
SEVERAL = "." * 27 + EASY[27:]


def solution(puzzle):
    return [int(digit) for digit in se.solve(puzzle).solution]


def replayed(puzzle, steps):
    """Return the board after the steps, and check each step against the solution."""
    board, right = [int(digit) for digit in puzzle.replace(".", "0")], solution(puzzle)
    for step in steps:
        if step.cell is not None:
            assert board[step.cell] == 0 and right[step.cell] == step.digit
            board[step.cell] = step.digit
        for candidate in step.eliminations:
            assert right[candidate // 9] != candidate % 9 + 1
    return board


def searched(puzzle, steps):
    """Return the board after the steps of a search. A return restores the board before the last guess in the cell."""
    board, guesses = [int(digit) for digit in puzzle.replace(".", "0")], []
    for action, cell, digit in steps:
        if action == "back":
            while guesses[-1][0] != cell:
                guesses.pop()
            board = guesses.pop()[1]
            continue
        assert board[cell] == 0
        if action == "guess":
            guesses.append((cell, board.copy()))
        board[cell] = digit
    return board


def decoded(ids):
    """Return the steps that the tokens name, as tuples."""
    words = [se.TOKENS[id] for id in ids]
    assert words[0] == "<puzzle>" and words[-1] in ("<solved>", "<no solution>", "<no step>", "<stopped>")
    at = words.index("<steps>")
    puzzle = ["."] * 81
    for word in words[1:at]:
        cell, digit = candidate(word)
        puzzle[cell] = str(digit)
    return "".join(puzzle), words[at + 1 : -1], words[-1]


def candidate(word):
    row, column, digit = re.fullmatch(r"r(\d)c(\d)(?:=|<>)(\d)", word).groups()
    return 9 * (int(row) - 1) + int(column) - 1, int(digit)


@pytest.mark.parametrize("scale", se.SCALES)
def test_steps_replay_to_the_solution_and_are_those_of_the_proofs(scale):
    for puzzle in PUZZLES:
        told, ending = se.explain(puzzle, scale=scale)
        steps = se.explain(puzzle, form="steps", scale=scale).steps
        assert ending == "solved" and replayed(puzzle, steps) == solution(puzzle)
        for step, data in zip(steps, told, strict=True):
            placements = [] if step.cell is None else [[step.cell, step.digit]]
            eliminations = [[number // 9, number % 9 + 1] for number in step.eliminations]
            assert (step.technique, step.score) == (data["technique"], data["score"])
            assert (placements, eliminations) == (data["placements"], data["eliminations"])
    assert any(step.eliminations for step in steps) or scale == "sukaku"


def test_tokens_decode_to_the_steps():
    assert len(se.TOKENS) == len(set(se.TOKENS)) < 65536 and se.TOKENS[0] == "<pad>"
    for puzzle in PUZZLES:
        clues, words, end = decoded(se.explain(puzzle, form="tokens").steps)
        assert (clues, end) == (puzzle, "<solved>")
        steps = iter(words)
        expected = []
        for step in se.explain(puzzle, form="steps").steps:
            expected.append(step.technique)
            expected += [] if step.cell is None else [f"r{step.cell // 9 + 1}c{step.cell % 9 + 1}={step.digit}"]
            cells = [divmod(number, 9) for number in step.eliminations]
            expected += [f"r{cell // 9 + 1}c{cell % 9 + 1}<>{digit + 1}" for cell, digit in cells]
        assert list(steps) == expected
    assert decoded(se.explain(EASY, form="tokens", max_steps=1).steps)[1:] == (
        ["hidden single", "r1c6=8"],
        "<stopped>",
    )


def test_the_last_token_names_the_kind_of_the_ending():
    def last(function, *arguments, **options):
        return se.TOKENS[function(*arguments, form="tokens", **options).steps[-1]]

    for function in (se.explain, se.trace):
        assert last(function, EASY) == "<solved>"
        assert last(function, EASY, max_steps=2) == "<stopped>"
        assert last(function, BROKEN) == "<no solution>"
    assert last(se.explain, SEVERAL) == "<no step>"


@pytest.mark.parametrize("make", [se.explain, se.hint, se.trace, se.rate])
def test_endings_are_categories(make):
    rows = [EASY, None, "unreadable", BROKEN]
    endings = [row and row.ending for row in make(rows)]
    assert set(endings) - {None} <= set(se.STEP_ENDINGS)
    column = make(pa.array(rows)).field("ending")
    assert column.type == pa.dictionary(pa.uint8(), pa.string())
    assert column.to_pylist() == endings and tuple(column.dictionary.to_pylist()) == se.STEP_ENDINGS
    codes = make(np.array(rows, dtype=object))["ending"]
    assert codes.dtype == np.uint8
    assert [None if code == 255 else se.STEP_ENDINGS[code] for code in codes] == endings


@pytest.mark.parametrize("language", ["en", "ko"])
def test_text_of_every_depth_has_the_effects(language):
    for puzzle in PUZZLES:
        steps = se.explain(puzzle, form="steps").steps
        placed = [f"r{it.cell // 9 + 1}c{it.cell % 9 + 1}={it.digit}" for it in steps if it.cell is not None]
        names = se.explain(puzzle, form="text", depth="name", language=language).steps.split("\n")
        assert len(names) == len(steps)
        assert re.findall(r"r\dc\d=\d", "\n".join(names)) == placed
        places = se.explain(puzzle, form="text", language=language).steps
        assert places == se.explain(puzzle, form="text", depth="place", language=language).steps
        proofs = se.explain(puzzle, form="text", depth="proof", language=language).steps.split("\n\n")
        assert [proof.split("\n")[0] for proof in proofs] == places.split("\n")
        assert ("따라서" in places) == (language == "ko")


def test_candidates_come_on_request():
    for puzzle in PUZZLES:
        steps = se.explain(puzzle, form="steps", candidates=True).steps
        legal = se.candidates(puzzle).reshape(81, 9) @ (1 << np.arange(9))
        clues = np.array([0 if digit == "." else 1 << (int(digit) - 1) for digit in puzzle])
        assert (np.array(steps[0].candidates) == legal + clues).all()
        for step, after in zip(steps, steps[1:]):
            if step.cell is not None:
                assert after.candidates[step.cell] == 1 << (step.digit - 1)
            for number in step.eliminations:
                assert step.candidates[number // 9] >> number % 9 & 1
                assert not after.candidates[number // 9] >> number % 9 & 1


ROWS = [EASY, None, SEVERAL, SEVENTEEN, SOLUTION, BROKEN]


@pytest.mark.parametrize("make", [se.explain, se.trace])
def test_every_kind_has_the_same_steps(make):
    fields = (
        ("technique", "cell", "digit", "score", "eliminations") if make is se.explain else ("action", "cell", "digit")
    )
    rows = make(ROWS, form="steps", threads=2)
    column = make(pa.array(ROWS), form="steps")
    assert column.type.field("steps").type.value_type.field(0).type == pa.dictionary(pa.uint8(), pa.string())
    for row, found in zip(rows, column.to_pylist(), strict=True):
        assert (row is None) == (found is None)
        if row is not None:
            assert [tuple(step[name] for name in fields) for step in found["steps"]] == [
                step[: len(fields)] for step in row.steps
            ]
            assert found["ending"] == row.ending
    digits = np.array([list(bytes(se.Board(row))) for row in ROWS if row is not None])
    kept = [row for row in rows if row is not None]
    arrays = make(digits, form="steps")
    names = se.TECHNIQUES if make is se.explain else se.ACTIONS
    assert [names[code] for code in arrays[fields[0]]] == [step[0] for row in kept for step in row.steps]
    assert arrays["row"].tolist() == [at for at, row in enumerate(kept) for _ in row.steps]
    for name, blank in (("cell", 255), ("digit", 255)):
        values = [getattr(step, name) for row in kept for step in row.steps]
        assert arrays[name].tolist() == [blank if value is None else value for value in values]
    if make is se.explain:
        steps = [step for row in kept for step in row.steps]
        pairs = [(at, number) for at, step in enumerate(steps) for number in step.eliminations]
        assert list(zip(arrays["elimination_step"].tolist(), arrays["elimination"].tolist())) == pairs
        assert arrays["score"].tolist() == [step.score for step in steps]
        masks = se.explain(digits, form="steps", candidates=True)["candidates"]
        assert masks.shape == (len(steps), 81)
        told = se.explain(pa.array([EASY]), form="steps", candidates=True).to_pylist()[0]["steps"]
        assert told[3]["candidates"] == masks[3].tolist()
    tokens = make(digits, form="tokens")["steps"]
    assert tokens.dtype == np.uint16
    listed = make(pa.array(ROWS), form="tokens").to_pylist()
    for row, padded in zip((row for row in listed if row), tokens, strict=True):
        assert row["steps"] == padded[padded != 0].tolist() == padded[: len(row["steps"])].tolist()
    texts = make(pa.array(ROWS), form="text").to_pylist()
    assert [row and row["steps"] for row in texts] == [row and row.steps for row in make(ROWS, form="text")]
    assert make(np.zeros((0, 81), dtype=np.uint8), form="tokens")["steps"].shape[0] == 0
    assert make(np.zeros((0, 81), dtype=np.uint8), form="steps")["row"].shape == (0,)


def test_a_data_set_has_the_same_steps(command, tmp_path):
    options = "--count 40 --scale se,hodoku --steps --format parquet --quiet --guess-rating 0 --split 1,0,0".split()
    subprocess.run([command, "dataset", "make", *options, "-o", tmp_path / "set"], check=True)
    table = parquet.read_table(tmp_path / "set/train-00000.parquet")
    for scale in ("se", "hodoku"):
        found = se.explain(table["puzzle"], scale=scale, form="steps").to_pylist()
        assert table[f"{scale}_steps"].to_pylist() == [row["steps"] for row in found]
    assert any(step["eliminations"] for row in found for step in row["steps"])


def test_other_libraries_take_the_steps():
    pandas, polars, duckdb = (pytest.importorskip(name) for name in ("pandas", "polars", "duckdb"))
    frame = se.explain(pandas.Series([EASY, SEVENTEEN], dtype="string[pyarrow]"), form="steps")
    assert frame["steps"][0][0]["technique"] == "hidden single"
    series = se.explain(polars.Series([EASY]), form="steps")
    assert series.struct.field("steps").list.len().to_list() == [51]
    assert series.to_list()[0]["steps"][0]["technique"] == "hidden single"
    found = pa.table({"found": se.explain(pa.array([EASY]), form="steps")})  # noqa: F841
    assert duckdb.sql("select found.steps[1].technique from found").fetchall() == [("hidden single",)]


@pytest.mark.parametrize("strategy", ["mrv", "bitmask", "scan"])
def test_a_search_replays_to_the_solution(strategy):
    guesses = 0
    # A row-major search of the other puzzles takes millions of steps.
    for puzzle in [SOLUTION, EASY] + ([SEVERAL, *PUZZLES] if strategy == "mrv" else []):
        steps, ending = se.trace(puzzle, strategy=strategy, max_steps=10**6)
        assert ending == "solved"
        end = "".join(map(str, searched(puzzle, steps)))
        assert se.verify(puzzle, end).violations == 0 and "0" not in end
        guesses += sum(step.action == "guess" for step in steps)
        clues, words, last = decoded(se.trace(puzzle, strategy=strategy, max_steps=10**6, form="tokens").steps)
        places = [f"r{step.cell // 9 + 1}c{step.cell % 9 + 1}" for step in steps]
        expected = [
            {"guess": f"guess {place}={step.digit}", "place": f"{place}={step.digit}", "back": f"back to {place}"}
            for place, step in zip(places, steps)
        ]
        assert words == [it[step.action] for it, step in zip(expected, steps)]
        assert (clues, last) == (puzzle, "<solved>")
        text = se.trace(puzzle, strategy=strategy, max_steps=10**6, form="text").steps
        assert re.findall(r"r\dc\d", text) == places
    assert guesses > 3


def test_a_search_ends_at_its_limit_or_without_a_solution():
    cut, ending = se.trace(SEVENTEEN, strategy="scan", max_steps=100)
    assert (len(cut), ending) == (100, "the limit on steps was reached")
    assert se.trace(SEVENTEEN, strategy="bitmask", max_steps=100).steps == cut
    assert len(se.trace(SEVENTEEN, strategy="scan").steps) == 10_000
    impossible = "12345678.........9" + "." * 63
    for strategy in ("mrv", "bitmask", "scan"):
        steps, ending = se.trace(impossible, strategy=strategy, max_steps=0)
        assert (steps, ending) == ([], "there is no solution")
        assert se.trace(BROKEN, strategy=strategy) == ([], "there is no solution")
    steps, ending = se.trace(EMPTY)
    assert ending == "solved" and searched(EMPTY, steps).count(0) == 0


@pytest.mark.parametrize(
    ("make", "arguments", "message"),
    [
        (se.explain, {"form": "x"}, "json, steps, tokens, text"),
        (se.explain, {"depth": "name"}, 'depth requires form="text"'),
        (se.explain, {"form": "text", "depth": "x"}, "name, place, proof"),
        (se.explain, {"form": "steps", "language": "ko"}, "language requires"),
        (se.explain, {"form": "text", "language": "x"}, "en, ko"),
        (se.explain, {"candidates": True}, 'candidates=True requires form="steps"'),
        (se.trace, {"form": "json"}, "steps, tokens, text"),
        (se.trace, {"strategy": "board"}, "scan, bitmask, mrv"),
        (se.trace, {"language": "ko"}, 'language requires form="text"'),
    ],
)
def test_wrong_arguments_are_refused(make, arguments, message):
    with pytest.raises(ValueError, match=message):
        make(EASY, **arguments)


def test_json_has_the_language():
    step = se.explain(EASY, language="ko", max_steps=1).steps[0]
    assert step["title"] != "Hidden single" and step["technique"] == "hidden single"
    assert json.loads(se.explain(pa.array([EASY]), language="ko", max_steps=1)[0]["steps"].as_py()) == [step]
