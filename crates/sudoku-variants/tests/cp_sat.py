"""Compares the command `sudoku` on variants with CP-SAT, which knows nothing of this project.

Usage: python crates/sudoku-variants/tests/cp_sat.py target/release/sudoku [SETS] [SEED]

Needs `pip install ortools`. First, `sudoku count --rules` and CP-SAT count the solutions of random
sets of rules of every kind. Then twenty links of f-puzzles are read, solved, written and read again.
This file has its own reader and writer of such links, and its own meaning of every rule.
"""

import json
import random
import subprocess
import sys
import tempfile

from ortools.sat.python import cp_model

MOST = 200
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
CELLS = range(81)
STAR = [13, 20, 24, 37, 40, 43, 56, 60, 67]
GLOBAL = [
    "diagonal-down", "diagonal-up", "windoku", "disjoint-groups", "asterisk", "anti-knight",
    "anti-king", "non-consecutive", "no-boxes",
]  # fmt: skip
LOCAL = [
    "house", "differ", "thermometer", "less", "minimum", "maximum", "difference", "ratio", "xv",
    "whisper", "palindrome", "clone", "relation", "digits", "odd", "even", "cage", "little-killer",
    "arrow", "sum", "renban", "between", "quadruple",
]  # fmt: skip


def name(cell):
    return f"r{cell // 9 + 1}c{cell % 9 + 1}"


def text(rule):
    kind, value, cells, others = rule
    words = [kind] + ([] if value is None else [str(value)]) + [name(cell) for cell in cells]
    return " ".join(words + (["/"] + [name(cell) for cell in others] if others else []))


def steps(moves):
    for row in range(9):
        for column in range(9):
            for down, right in moves:
                if row + down < 9 and 0 <= column + right < 9:
                    yield 9 * row + column, 9 * (row + down) + column + right


def around(cell):
    pairs = list(steps([(0, 1), (1, 0)]))
    return [b for a, b in pairs if a == cell] + [a for a, b in pairs if b == cell]


def square(top, left):
    return [9 * (top + at // 3) + left + at % 3 for at in range(9)]


def is_allowed(kind, value, a, b):
    """The relations between two digits."""
    return {
        "thermometer": a < b,
        "less": a < b,
        "minimum": a < b,
        "maximum": a > b,
        "difference": value is not None and abs(a - b) == value,
        "ratio": value is not None and (a * value == b or b * value == a),
        "xv": value is not None and a + b == value,
        "whisper": value is not None and abs(a - b) >= value,
        "palindrome": a == b,
        "clone": a == b,
        "non-consecutive": abs(a - b) != 1,
    }[kind]


class Model:
    """A puzzle in terms of CP-SAT."""

    def __init__(self, givens, rules):
        self.model = cp_model.CpModel()
        self.digits = [self.model.new_int_var(1, 9, name(cell)) for cell in CELLS]
        for line in range(9):
            self.differ(range(9 * line, 9 * line + 9))
            self.differ(range(line, 81, 9))
            if all(rule[0] != "no-boxes" for rule in rules):
                self.differ(square(line // 3 * 3, line % 3 * 3))
        for cell, digit in givens.items():
            self.model.add(self.digits[cell] == digit)
        for rule in rules:
            self.add(*rule)

    def differ(self, cells):
        self.model.add_all_different([self.digits[cell] for cell in cells])

    def pair(self, a, b, allowed):
        pairs = [(x, y) for x in range(1, 10) for y in range(1, 10) if allowed(x, y)]
        self.model.add_allowed_assignments([self.digits[a], self.digits[b]], pairs)

    def among(self, cell, allowed):
        self.model.add_allowed_assignments([self.digits[cell]], [(digit,) for digit in allowed])

    def total(self, cells):
        return sum(self.digits[cell] for cell in cells)

    def add(self, kind, value, cells, others):
        model, digits = self.model, self.digits
        if kind == "diagonal-down":
            self.differ(range(0, 81, 10))
        elif kind == "diagonal-up":
            self.differ(range(8, 73, 8))
        elif kind == "windoku":
            for top in (1, 5):
                self.differ(square(top, 1))
                self.differ(square(top, 5))
        elif kind == "disjoint-groups":
            for at in range(9):
                self.differ(
                    [9 * (3 * (box // 3) + at // 3) + 3 * (box % 3) + at % 3 for box in range(9)]
                )
        elif kind == "asterisk":
            self.differ(STAR)
        elif kind in ("house", "differ"):
            self.differ(cells)
        elif kind in ("anti-knight", "anti-king"):
            knight = [(1, 2), (1, -2), (2, 1), (2, -1)]
            for a, b in steps(
                knight if kind == "anti-knight" else [(0, 1), (1, 0), (1, 1), (1, -1)]
            ):
                model.add(digits[a] != digits[b])
        elif kind == "non-consecutive":
            for a, b in steps([(0, 1), (1, 0)]):
                self.pair(a, b, lambda x, y: abs(x - y) != 1)
        elif kind in ("thermometer", "less", "difference", "ratio", "xv", "whisper"):
            for a, b in zip(cells, cells[1:]):
                self.pair(a, b, lambda x, y: is_allowed(kind, value, x, y))
        elif kind in ("minimum", "maximum"):
            for other in around(cells[0]):
                self.pair(cells[0], other, lambda x, y: is_allowed(kind, value, x, y))
        elif kind == "palindrome":
            for at in range(len(cells) // 2):
                model.add(digits[cells[at]] == digits[cells[-1 - at]])
        elif kind == "clone":
            for a, b in zip(cells, others):
                model.add(digits[a] == digits[b])
        elif kind == "relation":
            self.pair(*cells, lambda x, y: value[9 * (x - 1) + y - 1] == "1")
        elif kind == "digits":
            for cell in cells:
                self.among(cell, [int(digit) for digit in str(value)])
        elif kind in ("odd", "even"):
            for cell in cells:
                self.among(
                    cell, [digit for digit in range(1, 10) if (digit % 2 == 1) == (kind == "odd")]
                )
        elif kind == "cage":
            self.differ(cells)
            if value is not None:
                model.add(self.total(cells) == value)
        elif kind == "little-killer":
            model.add(self.total(cells) == value)
        elif kind == "arrow":
            model.add(self.total(cells) == self.total(others))
        elif kind == "sum":
            model.add(self.total(cells) - self.total(others) == value)
        elif kind == "renban":
            self.differ(cells)
            low, high = model.new_int_var(1, 9, ""), model.new_int_var(1, 9, "")
            model.add_min_equality(low, [digits[cell] for cell in cells])
            model.add_max_equality(high, [digits[cell] for cell in cells])
            model.add(high - low == len(cells) - 1)
        elif kind == "between":
            up = model.new_bool_var("")
            first, last = digits[cells[0]], digits[cells[-1]]
            for cell in cells[1:-1]:
                for low, high, literal in ((first, last, up), (last, first, up.negated())):
                    model.add(low < digits[cell]).only_enforce_if(literal)
                    model.add(digits[cell] < high).only_enforce_if(literal)
            # The direction follows from the digits, so that it adds no solutions.
            model.add(first < last).only_enforce_if(up)
            model.add(first >= last).only_enforce_if(up.negated())
        elif kind == "quadruple":
            for digit in set(str(value)):
                places = []
                for cell in cells:
                    place = model.new_bool_var("")
                    model.add(digits[cell] == int(digit)).only_enforce_if(place)
                    model.add(digits[cell] != int(digit)).only_enforce_if(place.negated())
                    places.append(place)
                model.add(sum(places) >= str(value).count(digit))
        elif kind != "no-boxes":
            raise ValueError(kind)

    def solutions(self, most, seed=1):
        """Returns up to `most` solutions, or None if the time is up."""
        found = []

        class Callback(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(callback):
                found.append([callback.value(digit) for digit in self.digits])
                if len(found) >= most:
                    callback.stop_search()

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = seed
        solver.parameters.enumerate_all_solutions = most > 1
        solver.parameters.max_time_in_seconds = 60
        status = solver.solve(self.model, Callback())
        is_done = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) or len(found) >= most
        return found if is_done else None


def jigsaw(rng):
    """Nine regions: boxes between which pairs of cells were exchanged."""
    regions = [cell // 27 * 3 + cell % 9 // 3 for cell in CELLS]
    for _ in range(4):
        a, b = rng.sample(CELLS, 2)
        regions[a], regions[b] = regions[b], regions[a]
    return [[cell for cell in CELLS if regions[cell] == number] for number in range(9)]


def random_grid(rng, rules):
    """A grid that obeys the rules, or None."""
    # The first row is random, and a random digit is somewhere in the other bands.
    givens = dict(zip(range(9), rng.sample(range(1, 10), 9)))
    grids = Model(givens, rules).solutions(1, rng.randrange(10**6)) or Model({}, rules).solutions(1)
    return grids[0] if grids else None


def path(rng, length):
    cells = [rng.randrange(81)]
    while len(cells) < length:
        row, column = divmod(cells[-1], 9)
        near = [9 * (row + a) + column + b for a in (-1, 0, 1) for b in (-1, 0, 1)
                if 0 <= row + a < 9 and 0 <= column + b < 9]  # fmt: skip
        near = [cell for cell in near if cell not in cells]
        if not near:
            return path(rng, length)
        cells.append(rng.choice(near))
    return cells


def rule(rng, kind, grid):
    """A rule of the kind that the grid obeys, or None if this attempt found none."""
    cells = path(rng, rng.randint(2, 5))
    digits = [grid[cell] for cell in cells]
    first, second = digits[:2]
    differ = len(set(digits)) == len(digits)
    if kind == "differ":
        return (kind, None, cells, []) if differ else None
    if kind == "thermometer":
        cells = sorted(cells, key=lambda cell: grid[cell])
        return (kind, None, cells, []) if differ else None
    if kind == "less":
        return (
            (kind, None, sorted(cells[:2], key=lambda cell: grid[cell]), [])
            if first != second
            else None
        )
    if kind in ("minimum", "maximum"):
        fits = all(is_allowed(kind, None, first, grid[cell]) for cell in around(cells[0]))
        return (kind, None, cells[:1], []) if fits else None
    if kind == "difference":
        return (kind, abs(first - second), cells[:2], [])
    if kind == "ratio":
        low, high = sorted((first, second))
        return (kind, high // low, cells[:2], []) if high % low == 0 else None
    if kind == "xv":
        return (kind, first + second, cells[:2], [])
    if kind == "whisper":
        least = min(abs(a - b) for a, b in zip(digits, digits[1:]))
        return (kind, least, cells, []) if least else None
    if kind == "palindrome":
        return (kind, None, cells, []) if digits == digits[::-1] else None
    if kind == "clone":
        other = rng.choice([cell for cell in CELLS if grid[cell] == first])
        return (kind, None, cells[:1], [other]) if other != cells[0] else None
    if kind == "relation":
        table = [rng.choice("01") for _ in range(81)]
        table[9 * (first - 1) + second - 1] = "1"
        return (kind, "".join(table), cells[:2], [])
    if kind == "digits":
        return (kind, "".join(str(digit) for digit in sorted(set(digits))), cells, [])
    if kind in ("odd", "even"):
        fits = [cell for cell in cells if (grid[cell] % 2 == 1) == (kind == "odd")]
        return (kind, None, fits, []) if fits else None
    if kind == "cage":
        return (kind, sum(digits) if rng.random() < 0.9 else None, cells, []) if differ else None
    if kind == "little-killer":
        row, column = rng.choice([(0, rng.randrange(8)), (rng.randrange(8), 0)])
        cells = [9 * (row + at) + column + at for at in range(9 - max(row, column))]
        return (kind, sum(grid[cell] for cell in cells), cells, [])
    if kind == "arrow":
        return (kind, None, cells[:1], cells[1:]) if first == sum(digits[1:]) else None
    if kind == "sum":
        repeated = cells + [cells[0]]
        return (kind, sum(digits) + first - grid[80], repeated, [80])
    if kind == "renban":
        return (
            (kind, None, cells, [])
            if differ and max(digits) - min(digits) == len(digits) - 1
            else None
        )
    if kind == "between":
        low, high = sorted((digits[0], digits[-1]))
        fits = len(cells) > 2 and all(low < digit < high for digit in digits[1:-1])
        return (kind, None, cells, []) if fits else None
    if kind == "quadruple":
        top, left = rng.randrange(8), rng.randrange(8)
        cells = [9 * (top + at // 2) + left + at % 2 for at in range(4)]
        found = sorted(rng.sample([grid[cell] for cell in cells], rng.randint(1, 4)))
        return (kind, "".join(map(str, found)), cells, [])
    raise ValueError(kind)


def random_rules(rng, number, kinds):
    """Returns a grid and rules that it obeys. The number decides which kinds are among them."""
    while True:
        chosen = [kind for kind in GLOBAL if rng.random() < 0.12 and kind in kinds]
        if number % 3 == 0:
            chosen.append([kind for kind in GLOBAL if kind in kinds][number // 3 % 6])
        rules = [(kind, None, [], []) for kind in dict.fromkeys(chosen)]
        if "no-boxes" in chosen or number % 10 == 7:
            rules = [("no-boxes", None, [], [])] + [
                ("house", None, cells, []) for cells in jigsaw(rng)
            ]
        grid = random_grid(rng, rules)
        if grid is None:
            continue
        local = [kind for kind in LOCAL if kind in kinds and kind != "house"]
        wanted = [local[number % len(local)]] + rng.choices(local, k=rng.randint(2, 14))
        for kind in wanted:
            attempts = (rule(rng, kind, grid) for _ in range(3000))
            rules += [next((found for found in attempts if found), None)]
        return grid, [found for found in rules if found]


def board(givens):
    return "".join(str(givens.get(cell, ".")) for cell in CELLS)


def compare_counts(command, sets, seed):
    kinds, counts, skipped = {}, [], 0
    for number in range(sets):
        rng = random.Random(f"{seed} {number}")
        grid, rules = random_rules(rng, number, GLOBAL + LOCAL)
        givens = {cell: grid[cell] for cell in rng.sample(CELLS, rng.randint(12, 30))}
        if rng.random() < 0.1:
            givens[rng.choice(list(givens))] = rng.randint(1, 9)
        lines = "\n".join([f"board {board(givens)}"] + [text(rule) for rule in rules])
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(lines)
            file.flush()
            arguments = [command, "count", "--limit", str(MOST), "--rules", file.name]
            ours = int(subprocess.run(arguments, capture_output=True, text=True, check=True).stdout)
        found = Model(givens, rules).solutions(MOST)
        if found is None:
            skipped += 1
            continue
        if ours != len(found):
            print(f"set {number}: {ours} solutions by sudoku, {len(found)} by CP-SAT\n{lines}")
            sys.exit(1)
        counts.append(ours)
        for kind in {rule[0] for rule in rules}:
            kinds[kind] = kinds.get(kind, 0) + 1
    none, one = counts.count(0), counts.count(1)
    print(
        f"{len(counts)} sets of rules have equal counts: {none} without a solution, {one} with one,"
    )
    print(
        f"{len(counts) - none - one} with several, of which {counts.count(MOST)} reach {MOST}; {skipped} skipped"
    )
    print(f"kinds: {len(kinds)}, the rarest in {min(kinds.values())} sets")
    missing = set(GLOBAL + LOCAL) - set(kinds)
    assert sets < 100 or not missing, missing


# Links of f-puzzles.


def compressed(text):
    """LZ-string in Base64, as in the JavaScript library."""
    bits, table, created, size, grow, word = [], {}, set(), 2, 2, ""

    def emit(value, count):
        bits.extend(value >> at & 1 for at in range(count))

    def emit_word():
        nonlocal size, grow
        if word in created:
            wide = ord(word) >= 256
            emit(int(wide), size)
            emit(ord(word), 16 if wide else 8)
            count_down()
            created.remove(word)
        else:
            emit(table[word], size)
        count_down()

    def count_down():
        nonlocal size, grow
        grow -= 1
        if grow == 0:
            grow = 2**size
            size += 1

    for sign in text:
        if sign not in table:
            table[sign] = len(table) + 3
            created.add(sign)
        if word + sign in table:
            word += sign
            continue
        emit_word()
        table[word + sign] = len(table) + 3
        word = sign
    emit_word()
    emit(2, size)
    bits += [0] * (6 - len(bits) % 6)
    signs = [
        sum(bit << (5 - at) for at, bit in enumerate(bits[start : start + 6]))
        for start in range(0, len(bits), 6)
    ]
    coded = "".join(BASE64[sign] for sign in signs)
    return coded + "=" * (-len(coded) % 4)


def decompressed(coded):
    bits = [BASE64.index(sign) >> (5 - at) & 1 for sign in coded.rstrip("=") for at in range(6)]
    position = 0

    def take(count):
        nonlocal position
        position += count
        return sum(bit << at for at, bit in enumerate(bits[position - count : position]))

    table, size, grow = [None, None, None], 3, 4
    word = chr(take(16 if take(2) else 8))
    table.append(word)
    result = [word]
    while True:
        code = take(size)
        if code == 2:
            return "".join(result)
        if code < 2:
            table.append(chr(take(16 if code else 8)))
            code = len(table) - 1
            grow -= 1
            if grow == 0:
                grow, size = 2**size, size + 1
        entry = table[code] if code < len(table) else word + word[0]
        result.append(entry)
        table.append(word + entry[0])
        word = entry
        grow -= 1
        if grow == 0:
            grow, size = 2**size, size + 1


LINES = ["thermometer", "palindrome", "renban", "whisper", "between"]
KEYS = {
    "whisper": "whispers", "between": "betweenline", "cage": "killercage", "differ": "extraregion",
    "diagonal-up": "diagonal+", "diagonal-down": "diagonal-", "anti-knight": "antiknight",
    "anti-king": "antiking", "non-consecutive": "nonconsecutive",
    "disjoint-groups": "disjointgroups", "little-killer": "littlekillersum",
}  # fmt: skip
FLAGS = [
    "diagonal-up",
    "diagonal-down",
    "anti-knight",
    "anti-king",
    "non-consecutive",
    "disjoint-groups",
]
WRITABLE = FLAGS + LINES + [
    "cage", "difference", "ratio", "xv", "odd", "even", "minimum", "maximum", "quadruple", "clone",
    "arrow", "little-killer", "differ", "digits", "house", "no-boxes",
]  # fmt: skip


def big(cells):
    return [name(cell).upper() for cell in cells]


def small(names):
    return [9 * (int(it[1]) - 1) + int(it[3]) - 1 for it in names]


def to_json(givens, rules):
    rows = [[{"value": givens[9 * row + column], "given": True} if 9 * row + column in givens else {}
             for column in range(9)] for row in range(9)]  # fmt: skip
    puzzle = {"size": 9, "title": "Grüße, 数独", "author": "a script", "grid": rows}
    houses = [rule for rule in rules if rule[0] == "house"]
    for number, house in enumerate(houses):
        for cell in house[2]:
            rows[cell // 9][cell % 9]["region"] = number
    for kind, value, cells, others in rules:
        key = KEYS.get(kind, kind)
        if kind in FLAGS:
            puzzle[key] = True
            continue
        if kind in ("house", "no-boxes"):
            continue
        if kind == "digits":
            for cell in cells:
                entry = rows[cell // 9][cell % 9]
                marks = entry.get("givenPencilMarks", list(range(1, 10)))
                entry["givenPencilMarks"] = [mark for mark in marks if str(mark) in value]
            continue
        items = puzzle.setdefault(key, [])
        if kind in LINES:
            items.append({"lines": [big(cells)]})
        elif kind in ("odd", "even", "minimum", "maximum"):
            items += [{"cell": cell} for cell in big(cells)]
        elif kind == "clone":
            items.append({"cells": big(cells), "cloneCells": big(others)})
        elif kind == "arrow":
            items.append({"cells": big(cells), "lines": [big(cells + others)]})
        elif kind == "quadruple":
            items.append({"cells": big(cells), "values": [int(digit) for digit in value]})
        elif kind == "xv":
            items.append({"cells": big(cells), "value": {5: "V", 10: "X"}[value]})
        elif kind == "little-killer":
            row, column = divmod(cells[0], 9)
            items.append({"cell": f"R{row}C{column}", "direction": "DR", "value": str(value)})
        else:
            items.append({"cells": big(cells), "outlineC": "#FF0000"})
        if value is not None and kind not in ("xv", "quadruple", "little-killer"):
            items[-1]["value"] = str(value)
    return json.dumps(puzzle, ensure_ascii=False)


def from_json(puzzle):
    kinds = {key: kind for kind, key in KEYS.items()}
    givens, rules, regions = {}, [], {}
    for cell in CELLS:
        entry = puzzle["grid"][cell // 9][cell % 9]
        if entry.get("given"):
            givens[cell] = entry["value"]
        if entry.get("givenPencilMarks"):
            rules.append(("digits", "".join(map(str, entry["givenPencilMarks"])), [cell], []))
        regions.setdefault(entry.get("region"), []).append(cell)
    if len(regions) > 1:
        rules += [("no-boxes", None, [], [])] + [
            ("house", None, cells, []) for cells in regions.values()
        ]
    for key, items in puzzle.items():
        kind = kinds.get(key, key)
        if kind in FLAGS:
            rules.append((kind, None, [], []))
            continue
        if kind not in WRITABLE:
            assert key in ("size", "title", "author", "grid"), key
            continue
        for item in items:
            value = item.get("value")
            if kind in LINES:
                rules += [(kind, value and int(value), small(line), []) for line in item["lines"]]
            elif kind in ("odd", "even", "minimum", "maximum"):
                rules.append((kind, None, small([item["cell"]]), []))
            elif kind == "clone":
                rules.append((kind, None, small(item["cells"]), small(item["cloneCells"])))
            elif kind == "arrow":
                rules += [
                    (kind, None, small(item["cells"]), small(line[1:])) for line in item["lines"]
                ]
            elif kind == "quadruple":
                rules.append((kind, "".join(map(str, item["values"])), small(item["cells"]), []))
            elif kind == "xv":
                rules.append((kind, {"V": 5, "X": 10}[value], small(item["cells"]), []))
            elif kind == "little-killer":
                assert item["direction"] == "DR"
                row, column = (int(part) for part in item["cell"][1:].split("C"))
                cells = [9 * (row + at) + column + at for at in range(9 - max(row, column))]
                rules.append((kind, int(value), cells, []))
            else:
                rules.append((kind, int(value) if value else None, small(item["cells"]), []))
    return givens, rules


def check_links(command, seed):
    kinds = set()
    for number in range(20):
        rng = random.Random(f"links {seed} {number}")
        grid, rules = random_rules(rng, number, WRITABLE)
        rules = [rule for rule in rules if rule[0] != "xv" or rule[1] in (5, 10)]
        order = rng.sample(CELLS, 81)
        count = 8
        while len(Model({cell: grid[cell] for cell in order[:count]}, rules).solutions(2)) > 1:
            count += 3
        givens = {cell: grid[cell] for cell in order[:count]}
        link = "https://f-puzzles.com/?load=" + compressed(to_json(givens, rules))
        run = lambda *words: (
            subprocess.run([command, *words], capture_output=True, text=True, check=True).stdout
        )
        solution = "".join(map(str, grid))
        assert run("solve", link).strip() == solution, link
        written = run("convert", "--to", "f-puzzles", link).strip().split("load=")[1]
        again = from_json(json.loads(decompressed(written)))
        assert again[0] == givens
        assert Model(*again).solutions(2) == [grid], (rules, again)
        sorted_rules = lambda all: sorted(
            text(rule) for rule in all if rule[0] not in ("digits", "odd", "even")
        )
        if all(rule[0] != "house" for rule in rules):
            assert sorted_rules(rules) == sorted_rules(again[1]), (rules, again[1])
        kinds |= {rule[0] for rule in rules}
    missing = set(WRITABLE) - kinds
    print(
        f"20 links of f-puzzles with {len(kinds)} kinds of rules were read, solved, written and read again"
    )
    assert not missing, missing


def main():
    command, sets, seed = (sys.argv[1:] + ["200", "1"][len(sys.argv) - 2 :])[:3]
    check = compressed("hello, hello, 数独 hello")
    assert decompressed(check) == "hello, hello, 数独 hello", check
    check_links(command, seed)
    compare_counts(command, int(sets), seed)


main()
