"""Every function that takes a `Puzzle`, a puzzle with rules."""

import copy
import io
import json
import pickle

import numpy as np
import pytest
from conftest import BROKEN, EASY, EMPTY, SOLUTION

import sudoku_engines as se

#: The "Miracle Sudoku" of Mitchell Lee.
CLUES = "." * 38 + "1" + "." * 12 + "2" + "." * 29
MIRACLE = se.Puzzle("anti-king; anti-knight; non-consecutive", CLUES)
GRID = "483726159726159483159483726837261594261594837594837261372615948615948372948372615"
#: A puzzle with more than a million solutions.
OPEN = se.Puzzle("cage 10 r1c1 r1c2 r2c1; diagonal-up")
#: A cage with a sum that its clues break.
WRONG = se.Puzzle("cage 3 r1c1 r1c2", "98" + "." * 79)


def test_values():
    text = f"board {CLUES}\nanti-king\nanti-knight\nnon-consecutive"
    assert str(MIRACLE) == text and repr(MIRACLE) == "Puzzle('" + text.replace("\n", "; ") + "')"
    assert eval(repr(MIRACLE), vars(se)) == MIRACLE == se.Puzzle(text) == se.Puzzle(text.split("\n"))
    assert hash(se.Puzzle(text)) == hash(MIRACLE) and MIRACLE != OPEN and MIRACLE != text
    assert copy.deepcopy(MIRACLE) == MIRACLE == pickle.loads(pickle.dumps(MIRACLE))
    assert MIRACLE.board == se.Board(CLUES) and MIRACLE.rules == ["anti-king", "anti-knight", "non-consecutive"]
    assert se.Puzzle(MIRACLE.rules, board=np.asarray(MIRACLE.board)) == MIRACLE
    assert {"cage", "thermometer"} < set(se.RULE_KINDS) and {"killer", "thermo"} < set(se.VARIANT_KINDS)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("diagonal-up\n  magic r5c5", "^line 2, column 3: unknown rule `magic`; known rules: diagonal-down"),
        ("cage 46 r1c1 r1c2", "the sum 46 is impossible for 2 cells"),
        ("cage 10 r1c1 r0c2", "^line 1, column 14: `r0c2` is not a cell"),
        ("board 12", "the clues are not a board of 81 characters: "),
        ('{"size": 6, "grid": []}', "another size than 9×9"),
        ('{"size": 9', "expected a JSON object"),
        ('{"size": 9}', "the field `grid` is not as f-puzzles writes it"),
        ("https://f-puzzles.com/?load=rubbish", "line 1: "),
        ("https://example.com/\nhttps://example.com/", "line "),
    ],
)
def test_a_puzzle_that_cannot_be_read(rules, words):
    with pytest.raises(se.PuzzleError, match=words) as error:
        se.Puzzle(rules)
    assert (error.value.row, error.value.cell) == (None, None)


@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        (None, "NoneType"),
        (b"anti-king", "bytes"),
        (5, "int"),
        ({"anti-king": 1}, "dict"),
        ({"anti-king"}, "a set"),
        (["anti-king", 5], "a list with an item of type int"),
    ],
)
def test_rules_are_text(rules, kind):
    message = f'^rules must be text, such as "cage 3 r1c1 r1c2", or a list of texts, not {kind}$'
    with pytest.raises(TypeError, match=message):
        se.Puzzle(rules)


def test_wrong_arguments():
    with pytest.raises(se.PuzzleError, match="1 cell missing") as error:
        se.Puzzle("anti-king", CLUES[1:])
    assert error.value.cell == "r9c9"
    with pytest.raises(ValueError, match="remove one of them"):
        se.Puzzle(str(MIRACLE), CLUES)
    for wrong in [5, None, [5], EMPTY.encode()]:
        with pytest.raises(TypeError):
            se.Puzzle(wrong)
    with pytest.raises(TypeError, match="takes no puzzles with rules"):
        se.Puzzle("anti-king", MIRACLE)


def test_one_and_many():
    assert se.solve(MIRACLE) == (se.Grid(GRID), 1, se.solve(MIRACLE).guesses, "exhausted")
    assert type(se.solve(MIRACLE)) is se.Solved
    many = [None, MIRACLE, OPEN, WRONG, se.Puzzle("", EASY)]
    for kind in (list, tuple, iter):
        for threads in (1, 2):
            solved = se.solve(kind(many), threads=threads)
            assert [row and row.solutions for row in solved] == [None, 1, 2, 0, 1]
            assert solved[1].solution == se.Grid(GRID) and solved[4].solution == se.Grid(SOLUTION)
    assert se.is_proper(many) == [None, True, False, False, True] and se.is_proper(MIRACLE) is True
    assert se.count(many, limit=7) == [None, 1, 7, 0, 1] and se.count(MIRACLE) == 1
    # Without rules, the number is exact.
    assert se.count(se.Puzzle("")) == se.count(EMPTY)
    assert se.solve(OPEN, limit=5).ending == "solution limit" and se.solve(OPEN, max_nodes=1).ending == "node limit"
    assert se.solve([None, None]) == [None, None]


def test_check():
    checked = se.check(MIRACLE)
    assert (checked.proper, checked.solutions, checked.contradictions) == (True, 1, [])
    # It is unknown if a search without a rule does not end within 10,000 guesses.
    assert (checked.minimal is False) == bool(checked.redundant)
    killer = se.Puzzle(["cage 5 r1c1", "odd r1c1"], "." + SOLUTION[1:])
    checked = se.check([killer, WRONG, OPEN])
    assert (checked[0].proper, checked[0].minimal) == (True, False)
    assert {"cage 5 r1c1", "odd r1c1", "r9c9"} < set(checked[0].redundant)
    [reason] = checked[1].contradictions
    assert checked[1][:4] == (False, False, 0, []) and reason.endswith("(cage 3 r1c1 r1c2)")
    assert checked[2] == (False, False, 2, [], [])


def test_candidates_are_true_candidates():
    solutions = [[int(digit) for digit in GRID]]
    mask = se.candidates(MIRACLE)
    assert mask.shape == (9, 9, 9) and mask.dtype == bool
    assert mask.sum() == 79 and not mask[4, 2].any()
    for row, digits in enumerate(np.reshape(solutions, (9, 9))):
        for column, digit in enumerate(digits):
            assert mask[row, column, digit - 1] or MIRACLE.board[row, column] == digit
    many = se.candidates([None, WRONG, se.Puzzle("cage 3 r1c1 r1c2")], threads=2)
    assert many.shape == (3, 9, 9, 9) and not many[:2].any()
    assert (many[2, 0, 0].nonzero()[0] + 1).tolist() == [1, 2]
    assert (many[2, 0, 2].nonzero()[0] + 1).tolist() == [3, 4, 5, 6, 7, 8, 9]


def test_hints():
    puzzle = se.Puzzle("cage 4 r1c1 r1c2; digits 1 r4c1", "." * 9 + SOLUTION[9:])
    [step], ending = se.hint(se.Puzzle("cage 5 r1c1", ".." + SOLUTION[2:]))
    assert (step["cell"], step["digit"], step["steps"][-1]["effect"], ending) == ("r1c1", 5, "r1c1=5", "the limit on steps was reached")
    assert se.hint(se.Puzzle("anti-king", SOLUTION)).ending == "there is no solution"
    hard = "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"
    found = se.hint(se.Puzzle("cage 9 r1c1", hard))
    assert found == ([], "no simple reason leads to a digit") and found.ending in se.STEP_ENDINGS
    assert se.hint([OPEN, None])[0] == ([], se.STEP_ENDINGS[4])
    found = se.explain(se.Puzzle("even r1c4 r1c3", EASY))
    assert len(found.steps) == 51 and found.ending == "solved" and found._repr_html_() is None
    assert se.explain(puzzle, language="ko", max_steps=0).steps == []
    for form in ("steps", "tokens", "text"):
        for puzzles in (MIRACLE, [None, MIRACLE]):
            with pytest.raises(ValueError, match=f'^form must be "json" for puzzles with rules, not "{form}"$'):
                se.explain(puzzles, form=form)


def test_links_and_files():
    link = se.convert(MIRACLE, to="f-puzzles")
    assert link.startswith("https://f-puzzles.com/?load=") and link.endswith("\n") and link.count("\n") == 1
    assert se.Puzzle(link) == MIRACLE == se.Puzzle(MIRACLE.to_f_puzzles())
    assert json.loads(MIRACLE.to_f_puzzles())["antiknight"] is True
    classic = se.convert(EASY, to="f-puzzles")
    assert se.Puzzle(classic) == se.Puzzle("", EASY)
    links = se.convert([MIRACLE, None, se.Puzzle("", EASY)], to="f-puzzles")
    assert links == link + classic and se.convert(links, to="f-puzzles") == links
    assert se.read(links, rules="") == [MIRACLE, se.Puzzle("", EASY)] == se.read(io.StringIO(links), rules=[])
    assert se.read([MIRACLE], rules="odd r1c2")[0].rules == [*MIRACLE.rules, "odd r1c2"]
    # Without `rules`, a link with rules is not a board.
    assert se.read(links) == [se.Board(EASY)]
    with pytest.raises(se.PuzzleError, match="row 0: line 1: a variant"):
        se.read(links, errors="raise")
    for text in (link, 2 * link):
        with pytest.raises(se.PuzzleError, match='^the text has only puzzles with rules; pass rules=""$'):
            se.read(text)
        with pytest.raises(se.PuzzleError, match='^the text has only puzzles with rules; use to="f-puzzles"$'):
            se.convert(io.StringIO(text), to="line")
    with pytest.raises(TypeError, match='need rules=""'):
        se.read([MIRACLE])
    with pytest.raises(ValueError, match="no place for rules; use to=\"f-puzzles\""):
        se.convert([MIRACLE], to="line")
    assert se.convert(se.Puzzle("", EASY), to="line") == EASY + "\n"
    with pytest.raises(ValueError, match="unknown rule `magic`"):
        se.read(EASY, rules="magic")
    with pytest.raises(ValueError, match="cannot have a line `board`"):
        se.read(EASY, rules=str(MIRACLE))


def test_rules_that_f_puzzles_does_not_have():
    puzzle = se.Puzzle("sum 3 r1c1 r1c2")
    with pytest.raises(ValueError, match="^f-puzzles has no rule for `sum`"):
        puzzle.to_f_puzzles()
    with pytest.raises(se.PuzzleError, match="^f-puzzles has no rule"):
        se.convert(puzzle, to="f-puzzles")
    with pytest.raises(se.PuzzleError, match="^row 1: f-puzzles has no rule") as error:
        se.convert([MIRACLE, puzzle], to="f-puzzles", errors="raise")
    assert error.value.row == 1
    # A missing puzzle has a row, too.
    with pytest.raises(se.PuzzleError, match="^row 2: f-puzzles has no rule") as error:
        se.convert([None, MIRACLE, puzzle], to="f-puzzles", errors="raise")
    assert error.value.row == 2
    assert se.convert([puzzle, None, MIRACLE], to="f-puzzles") == se.convert(MIRACLE, to="f-puzzles")


def test_too_many_rules():
    cells = [f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10)]
    many = se.Puzzle([f"sum 10 {cell} {other}" for cell in cells for other in cells[:10] if cell != other])
    with pytest.raises(se.PuzzleError, match="^too many rules"):
        se.solve(many)
    with pytest.raises(se.PuzzleError, match="^row 1: too many rules") as error:
        se.count([MIRACLE, many], errors="raise")
    assert error.value.row == 1
    assert se.is_proper([many, MIRACLE]) == [None, True]


def test_other_functions_take_boards():
    for function in (se.canonical, se.rate, se.transform, se.next_step, se.trace, se.neighbors, se.minimals, se.enumerate, se.sample, se.Board):
        with pytest.raises(TypeError, match="takes no puzzles with rules"):
            function(MIRACLE)
    for function in (se.canonical, se.rate, se.transform):
        with pytest.raises(TypeError, match="takes no puzzles with rules"):
            function([None, MIRACLE])
    with pytest.raises(TypeError, match=r"takes no puzzles with rules: check\(Puzzle\(rules, answer\)\)"):
        se.verify(MIRACLE, GRID)
    with pytest.raises(TypeError, match="takes no puzzles with rules"):
        se.verify_steps([MIRACLE], [[]])


def test_a_list_has_puzzles_of_one_kind():
    with pytest.raises(TypeError, match="row 1 must be a Puzzle or None, not str: a list has puzzles of one kind"):
        se.solve([MIRACLE, EASY])
    with pytest.raises(TypeError, match="row 1 must be a puzzle .*, not Puzzle"):
        se.solve([EASY, MIRACLE])


def test_generate(sudoku):
    made = se.generate(2, seed=7, rules=["diagonal", "thermo"], threads=2)
    assert made == se.generate(2, seed=7, rules=["diagonal", "thermo"])
    assert made[1:] == se.generate(1, seed=7, start=1, rules=["diagonal", "thermo"])
    for puzzle, solution, attempts in made:
        assert se.solve(puzzle)[:2] == (solution, 1) and attempts >= 1
        assert puzzle.rules[:2] == ["diagonal-down", "diagonal-up"]
    [killer] = se.generate(seed=7, rules="killer", symmetry="half-turn", cages="2:1,3:1")
    assert killer.puzzle.board == se.Board(EMPTY) and se.check(killer.puzzle).proper
    assert {len(rule.split()) - 2 for rule in killer.puzzle.rules} <= {2, 3}
    assert len(se.generate(1, rules="diagonal")) == 1
    written = sudoku("generate", "--rules", "diagonal,thermo", "--seed", "7", "--count", "2", "--to", "f-puzzles", "--quiet")
    # A link has the rules in another order.
    for read, it in zip(se.read(written, rules=""), made, strict=True):
        assert read.board == it.puzzle.board and set(read.rules) == set(it.puzzle.rules)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"rules": "magic"}, ValueError, "rules='magic': unknown|rules=\"magic\": "),
        ({"rules": []}, ValueError, "at least one kind"),
        ({"rules": 5}, TypeError, "a name or a list of names"),
        ({"rules": "killer", "cages": "20"}, ValueError, "cages=\"20\": expected sizes from 1 to 9"),
        ({"rules": "thermo", "cages": "3"}, ValueError, "cages needs rules=\"killer\""),
        ({"rules": "thermo", "cages": "2:1"}, ValueError, "cages needs rules=\"killer\""),
        ({"rules": "killer", "cages": {2: 1}}, TypeError, "cages must be a text of sizes .*, not dict"),
        ({"rules": "killer", "cages": 3}, TypeError, "cages must be a text of sizes .*, not int"),
        ({"rules": "killer", "images": 10}, ValueError, "rules can be combined only with"),
        ({"rules": "killer", "symmetry": "random"}, ValueError, "choose one symmetry"),
        ({"cages": "3"}, ValueError, "cages needs rules=\"killer\""),
        ({"rules": "killer", "clues": 20}, ValueError, "rules can be combined only with"),
        ({"rules": "killer", "minimal": True}, ValueError, "rules can be combined only with"),
        ({"rules": "killer", "to": "numpy"}, ValueError, "rules can be combined only with"),
        ({"rules": "killer", "difficulty": 3.0}, ValueError, "rules can be combined only with"),
        ({"rules": "killer", "symmetry": "none at all"}, ValueError, "symmetry="),
        ({"rules": list(se.VARIANT_KINDS[1:7])}, ValueError, "no grid obeys all these rules"),
        ({"rules": "killer", "cages": "8,9", "attempts": 1}, RuntimeError, "puzzle 0: no puzzle in 1 attempt"),
    ],
)
def test_requests_that_are_refused(arguments, error, words):
    with pytest.raises(error, match=words):
        se.generate(1, seed=1, **arguments)


def test_puzzles_that_are_not_found_are_null():
    assert se.generate(2, seed=1, rules="killer", cages="8,9", attempts=1, errors="null") == [None, None]
    found = se.generate(10**5, seed=1, rules="killer", time=0.2)
    assert len(found) == 10**5 and found[-1] is None


def test_broken_boards_have_no_solution():
    assert se.solve(se.Puzzle("anti-king", BROKEN))[:2] == (None, 0)


@pytest.mark.parametrize("puzzles", [OPEN, [None, OPEN], (OPEN,), iter([OPEN]), np.array([OPEN], object)], ids=str)
@pytest.mark.parametrize("by", ["solution", "puzzle"])
def test_splits_take_no_rules(puzzles, by):
    for function in (se.split, se.dedup, lambda puzzles, by: se.leaks([EASY], puzzles, by=by)):
        with pytest.raises(TypeError, match="takes no puzzles with rules"):
            function(copy.copy(puzzles), by=by)


def test_options_for_text_are_refused_for_puzzles():
    for options in ({"format": "line"}, {"column": "puzzle"}):
        for source in (MIRACLE, [MIRACLE], [EASY]):
            with pytest.raises(ValueError, match="format and column describe a text or a file"):
                se.convert(source, to="f-puzzles", **options)


def test_a_file_of_rules(tmp_path):
    path = tmp_path / "rules.txt"
    path.write_text("anti-king\ncage 3 r1c1 r1c2\n")
    for text in (path.read_text(), f"# by hand\n\n{MIRACLE}"):
        path.write_text(text)
        for source in (path, text):
            with pytest.raises(se.PuzzleError, match=r"the text has the rules of a variant; Puzzle\(text\) reads it"):
                se.read(source)
