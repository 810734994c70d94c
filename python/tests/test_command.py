"""The package and the command give the same results."""

import json

import pytest
from conftest import EASY, EMPTY

import sudoku_engines as se


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ({}, []),
        ({"start": 1000}, ["--start", 1000]),
        ({"clues": (24, 28), "symmetry": "half-turn"}, ["--clues", "24..28", "--symmetry", "half-turn"]),
        ({"clues": 30}, ["--clues", "30"]),
        ({"minimal": True, "symmetry": "diagonal"}, ["--minimal", "--symmetry", "diagonal"]),
        ({"given": "5" + "." * 80}, ["--given", "5" + "." * 80]),
        ({"method": "weighted"}, ["--method", "weighted"]),
        ({"method": "grid"}, ["--method", "grid"]),
        ({"pattern": EASY}, ["--pattern", EASY]),
        ({"clues": (None, 23)}, ["--clues", "..23"]),
        ({"difficulty": (5, None)}, ["--difficulty", "5.."]),
        ({"difficulty": (3, 9), "scale": "guesses:mrv", "images": 3}, ["--difficulty", "3..9", "--images", 3]),
        ({"scale": "se", "difficulty": (2.0, 4.4)}, ["--scale", "se", "--difficulty", "2.0..4.4"]),
        ({"scale": "se", "difficulty": "2.0..4.4"}, ["--scale", "se", "--difficulty", "2.0..4.4"]),
        ({"scale": "hodoku", "level": "medium.."}, ["--scale", "hodoku", "--level", "medium.."]),
        ({"symmetry": "random"}, ["--symmetry", "random"]),
        ({"scale": "sukaku", "difficulty": (None, 1.5)}, ["--scale", "sukaku", "--difficulty", "..1.5"]),
        (
            {"scale": "hodoku", "level": ("medium", "hard"), "needs": ["subsets", "x-wing"], "without": ["chains"]},
            ["--scale", "hodoku", "--level", "medium..hard", "--needs", "subsets,x-wing", "--without", "chains"],
        ),
        (
            {
                "scale": "hodoku",
                "needs": "locked-candidates",
                "eliminations": (2, None),
                "before": "singles",
                "after": ["singles"],
            },
            ["--scale", "hodoku", "--needs", "locked-candidates", "--eliminations", "2..", "--only-singles-around"],
        ),
        (
            {"scale": "hodoku", "needs": "pointing", "only_singles_around": True},
            ["--scale", "hodoku", "--needs", "pointing", "--only-singles-around"],
        ),
        (
            {"scale": "hodoku", "needs": "dual-2-string-kite", "with_": ["single-digit"]},
            ["--scale", "hodoku", "--needs", "dual-2-string-kite", "--with", "single-digit"],
        ),
        ({"scale": "hodoku", "difficulty": (400, 900)}, ["--scale", "hodoku", "--difficulty", "400..900"]),
        (
            {"scale": "se", "difficulty": (9.0, None), "symmetry": "diagonal"},
            ["--scale", "se", "--difficulty", "9.0..", "--symmetry", "diagonal"],
        ),
    ],
)
def test_the_same_puzzles(sudoku, arguments, options):
    lines = sudoku("generate", "--count", 5, "--seed", 7, "--json", *options).splitlines()
    expected = [json.loads(line) for line in lines]
    assert len(expected) == 5
    found = se.generate(5, seed=7, threads=2, **arguments)
    for made, known in zip(found, expected, strict=True):
        assert (made.puzzle, made.solution) == (known["puzzle"], known["solution"])
        assert (made.attempts, made.id, made.weight) == (known["attempts"], known["id"], known.get("weight"))
        assert made.difficulty == known.get("difficulty")
        if made.id is not None:
            assert se.generate(id=made.id)[0].puzzle == made.puzzle


def test_the_same_solutions_by_number_and_at_random(sudoku):
    for puzzle in ["1" + "." * 80, "12" + "." * 79, EASY]:
        drawn = se.sample(puzzle, 5, seed=3)
        assert sudoku("enumerate", "--sample", 5, "--seed", 3, text=puzzle).split() == drawn
        assert all(se.Grid(grid).is_valid for grid in drawn)
        for number in [1, se.count(puzzle)]:
            assert sudoku("enumerate", "--nth", number, text=puzzle).split() == [se.nth(puzzle, number)]


def test_the_same_answers(sudoku):
    puzzles = [made.puzzle for made in se.generate(40, seed=3)] + [EMPTY, "12" + "." * 79]
    text = "\n".join(puzzles) + "\n"
    forms = [json.loads(line) for line in sudoku("canonical", "--json", text=text).splitlines()]
    assert [(form["canonical"], form["automorphisms"]) for form in forms] == se.canonical(puzzles)
    assert sudoku("transform", "--random", 9, text=text).split() == se.transform(puzzles, random=9)
    options = ["--transpose", "--rows", "321456789", "--relabel", "234567891"]
    moved = se.transform(puzzles, transpose=True, rows="321456789", relabel="234567891")
    assert sudoku("transform", *options, text=text).split() == moved
    assert sudoku("solve", text=text).split()[:40] == [it.solution for it in se.solve(puzzles[:40])]
    for form in ["grid", "sdk", "csv", "lists", "opensudoku", "candidates"]:
        assert sudoku("convert", "--to", form, text=text) == se.convert(puzzles, to=form), form
