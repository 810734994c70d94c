"""The check of claimed steps by the prover, and next steps and candidates as arrays."""

import json

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from conftest import BROKEN, EASY, EMPTY, SEVENTEEN, SOLUTION

import sudoku_engines as se

SINGLE = {"technique": "hidden single", "placements": [[5, 8]], "reason": {"single": {"house": "box 2"}}}


def test_steps_with_too_many_values_are_wrong():
    itself, shared = [], [0]
    itself += [itself, itself]
    for _ in range(30):
        shared = [shared, shared]
    for steps in (itself, shared, {"reason": shared}, [{"reason": itself}]):
        [good, bad] = se.verify_steps([EASY, EASY], [[SINGLE], steps])
        assert good.verdicts == ["proved"] and bad.verdicts == ["wrong"]
        assert "more than 4000000 values, such as a list that contains itself" in bad.reasons[0]
    # The steps of a hard puzzle have far fewer values.
    hard = "..5............7...9..74.1..6.7......783.2...3...9.....3.8...2....54...88....34.9"
    found = se.explain(hard, max_steps=3)
    assert se.verify_steps(hard, found.steps).verdicts == ["proved"] * 3


def test_true_steps_are_proved_and_forged_ones_are_not():
    true = forged = seed = 0
    while min(true, forged) < 1000:
        seed += 1
        [made] = se.generate(seed=seed, scale="se", difficulty=(2.0, 5.0))
        puzzle, steps = made.puzzle, se.explain(made.puzzle).steps
        found = se.verify_steps(puzzle, steps)
        assert found == (len(steps), 0, 0, ["proved"] * len(steps), [None] * len(steps))
        true += len(steps)
        # Each step gets the reason of the next step with another kind of reason.
        claims, is_forged = [], []
        for at, step in enumerate(steps):
            others = (it for it in steps[at + 1 :] + steps[:at] if it["reason"].keys() != step["reason"].keys())
            other = next(others, None)
            is_forged.append(other is not None)
            claims.append({**step, "reason": other["reason"]} if other else step)
        verdicts = se.verify_steps(puzzle, claims).verdicts
        assert verdicts == ["right" if it else "proved" for it in is_forged]
        forged += sum(is_forged)
        # The first step gets another digit.
        last = {**steps[0], "placements": [[steps[0]["placements"][0][0], 1 + steps[0]["placements"][0][1] % 9]]}
        assert se.verify_steps(puzzle, [last]).verdicts == ["wrong"]


@pytest.mark.parametrize(
    ("claim", "verdict", "reason"),
    [
        ({}, "proved", None),
        ({"placements": [["r1c6", 8]]}, "proved", None),
        ({"placements": [[5, 9]]}, "wrong", "9 is not a candidate"),
        ({"placements": [[5, 6]]}, "wrong", "does not follow|6 in r1c6"),
        ({"placements": [[0, 5]]}, "wrong", "5 is not a candidate of r1c1"),
        ({"placements": [[81, 5]]}, "wrong", "no pair of a cell and a digit"),
        ({"placements": [[5, 8], [6, 9]]}, "wrong", "at most one digit"),
        ({"placements": "r1c6=8"}, "wrong", "no list of pairs"),
        ({"placements": []}, "wrong", "no effect"),
        ({"reason": {"single": {"house": "row 1"}}}, "right", "evidence"),
        ({"reason": {"single": {"house": None}}}, "right", "of the named technique"),
        ({"reason": None}, "right", "the step has no reason"),
        ({"reason": {"magic": {}}}, "right", "the reason cannot be read"),
        ({"technique": "naked single"}, "right", "of the named technique"),
        ({"technique": "X-Wing"}, "right", "of the named technique"),
        ({"technique": "AIC"}, "right", "of the named technique"),
        ({"technique": "magic"}, "right", "the technique cannot be read"),
        ({"reason": "solution"}, "right", "of the named technique|looked up"),
        ({"eliminations": [[2, 4]], "placements": []}, "wrong", "4 in r1c3"),
        ({"eliminations": [[2, 1]], "placements": []}, "right", ""),
    ],
)
def test_a_claim(claim, verdict, reason):
    found = se.verify_steps(EASY, [{**SINGLE, **claim}])
    assert found.verdicts == [verdict] and found[:3].count(1) == 1
    if reason is None:
        assert found.reasons == [None]
    else:
        assert any(words in found.reasons[0] for words in reason.split("|")), found.reasons


@pytest.mark.parametrize("step", ["hidden single", 5, None, [], [["r1c6", 8]]])
def test_a_step_is_an_object(step):
    found = se.verify_steps(EASY, [step, SINGLE])
    assert found.verdicts == ["wrong", "proved"] and "a step must be an object" in found.reasons[0]


def test_objects_that_are_not_json():
    claims = [
        {**SINGLE, "placements": np.array([[5, 8]])},
        {**SINGLE, "placements": [(np.int64(5), np.uint8(8))], "score": float("nan")},
        {**SINGLE, "worth": np.float64("nan"), "seen": {1, 2}, 7: object()},
        {**SINGLE, "technique": "\ud800"},
        {**SINGLE, "placements": [[5, float("nan")]]},
        {**SINGLE, "placements": [[5, 2**70]]},
    ]
    verdicts = ["proved", "proved", "proved", "right", "wrong", "wrong"]
    assert [se.verify_steps(EASY, [claim]).verdicts for claim in claims] == [[verdict] for verdict in verdicts]
    assert se.verify_steps([EASY], ["\ud800"])[0].verdicts == ["wrong"]
    # Iterators of steps, of pairs and of numbers.
    pairs = {**SINGLE, "placements": (zip([5], [8])), "eliminations": iter(())}
    assert se.verify_steps(EASY, map(dict, [SINGLE])).verdicts == ["proved"]
    assert se.verify_steps(EASY, (step for step in [pairs])).verdicts == ["proved"]
    assert se.verify_steps(EASY, {1: SINGLE}.values()).verdicts == ["proved"]
    both = se.verify_steps([EASY, EASY], (map(dict, [SINGLE] * count) for count in (1, 2)))
    assert [len(found.verdicts) for found in both] == [1, 2]
    with pytest.raises(KeyError, match="no step"):
        se.verify_steps(EASY, ({}[name] for name in ["no step"]))
    circle = []
    circle.append(circle)
    assert se.verify_steps(EASY, circle).wrong == 1
    with pytest.raises(TypeError) as raised:
        se.verify_steps([EASY], 5)
    assert raised.value.__notes__ == ["while processing 'steps'"]


def test_every_kind_has_the_same_verdicts():
    steps = se.explain([EASY, SEVENTEEN]).copy()
    puzzles = [EASY, None, SEVENTEEN, EASY, EMPTY, BROKEN, EASY]
    claims = [steps[0].steps, [], steps[1].steps, steps[0].steps[::-1], [SINGLE], [SINGLE], "no JSON"]
    rows = se.verify_steps(puzzles, claims)
    assert [row and row[:3] for row in rows[:3]] == [(51, 0, 0), None, (len(steps[1].steps), 0, 0)]
    assert [row.wrong for row in rows[4:]] == [1, 1, 1]
    texts = [it if isinstance(it, str) else json.dumps(it) for it in claims]
    for given in (texts, pa.array(texts)):
        columns = se.verify_steps(pa.array(puzzles), given, threads=2).to_pylist()
        for row, column in zip(rows, columns, strict=True):
            assert row is None and column is None or tuple(column.values())[:3] == row[:3]
            assert row is None or column["verdicts"].split() == row.verdicts
            assert row is None or json.loads(column["reasons"]) == row.reasons
    with pytest.raises(ValueError, match="1 puzzles need as many lists of steps, not 2"):
        se.verify_steps([EASY], claims[:2])


def test_the_form_steps_needs_no_conversion():
    puzzles = [EASY, SEVENTEEN, *(made.puzzle for made in se.generate(3, seed=2, scale="se", difficulty=(2.6, 5)))]
    tuples = [found.steps for found in se.explain(puzzles, form="steps")]
    assert any(step.eliminations for steps in tuples for step in steps)
    expected = [(0, len(steps), 0) for steps in tuples]
    arrow = se.explain(pa.array(puzzles), form="steps").field("steps")
    arrays = se.explain(np.array([list(bytes(se.Board(text))) for text in puzzles]), form="steps", candidates=True)
    dictionaries = [[step._asdict() for step in steps] for steps in tuples]
    series = [pl.Series(arrow), arrow.to_pandas()]
    texts = [json.dumps(steps) for steps in dictionaries]
    for steps in (tuples, dictionaries, texts, arrow, pa.chunked_array([arrow]), arrays, *series):
        assert [found[:3] for found in se.verify_steps(puzzles, steps)] == expected
    assert se.verify_steps(EASY, tuples[0][0]).reasons == ["the step has no reason"]
    for change in ({"digit": 9}, {"cell": None}, {"digit": None}, {"eliminations": [729]}, {"eliminations": [[1, 2]]}):
        assert se.verify_steps(EASY, [{**tuples[0][0]._asdict(), **change}]).verdicts == ["wrong"]
    with pytest.raises(ValueError, match="at least 5 puzzles, not 4"):
        se.verify_steps(puzzles[:4], arrays)
    for name, end in (("row", 5), ("technique", len(se.TECHNIQUES)), ("elimination_step", len(arrays["row"]))):
        wrong = np.full(len(arrays[name]), -1, np.int16)
        with pytest.raises(ValueError, match=f"{name} must be at least 0 and below {end}, not -1"):
            se.verify_steps(puzzles, {**arrays, name: wrong})
    with pytest.raises(TypeError, match="it has no row, cell, digit"):
        se.verify_steps(puzzles, {**SINGLE, "elimination_step": [], "elimination": []})


@pytest.mark.parametrize("scale", se.SCALES)
def test_the_next_step_is_the_hint(scale):
    puzzles = [SEVENTEEN, *(made.puzzle for made in se.generate(3, seed=2, scale="se", difficulty=(2.6, 5)))]
    for puzzle, found in zip(puzzles, se.next_step(puzzles, scale=scale), strict=True):
        [step] = se.hint(puzzle, scale=scale).steps
        [[cell, digit]] = step["placements"] or [[None, None]]
        assert found == (cell, digit, step["technique"], step["score"], len(step["eliminations"]))
    digits = np.array([list(bytes(se.Board(text))) for text in [EASY, SOLUTION]])
    arrays = se.next_step(digits, scale=scale)
    assert [column[1] for column in arrays.values()][:3] == [255, 255, None]
    assert arrays["cell"].dtype == np.uint8 and se.next_step(SOLUTION) == (None,) * 5


def test_candidates():
    boards = [EASY, SEVENTEEN, EMPTY, BROKEN, SOLUTION]
    masks = se.candidates(boards)
    assert masks.shape == (5, 9, 9, 9) and masks.dtype == bool
    for text, mask in zip(boards, masks.reshape(5, 81, 9)):
        board = se.Board(text)
        for cell in range(81):
            row, column = divmod(cell, 9)
            box = (row // 3 * 3, column // 3 * 3)
            seen = {board[row, other] for other in range(9)} | {board[other, column] for other in range(9)}
            seen |= {board[box[0] + at // 3, box[1] + at % 3] for at in range(9)}
            permitted = set(range(1, 10)) - seen if text[cell] == "." else set()
            assert {digit + 1 for digit in np.flatnonzero(mask[cell])} == permitted
    digits = np.array([list(bytes(se.Board(text))) for text in boards])
    assert (se.candidates(digits, threads=2) == masks).all()
    assert (se.candidates(pa.array([EASY, None]))[1] == 0).all()
    assert (se.candidates(EASY) == masks[0]).all() and se.candidates([]).shape == (0, 9, 9, 9)
    with pytest.raises(se.PuzzleError, match="row 1"):
        se.candidates([EASY, "x"], errors="raise")
    digits[3, 4] = 300
    with pytest.raises(se.PuzzleError, match="^row 3: r1c5: found 300;"):
        se.candidates(digits, errors="raise")
