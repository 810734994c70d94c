//! Tests of the kinds of rules through the public interface.
#![allow(clippy::unwrap_used)] // A test fails by panicking.

use proptest::prelude::*;
use sudoku_core::{Board, Cell, Digit, DigitSet, Grid};
use sudoku_rules::{
    Drawing, Figure, Glyph, GlyphPart, Ink, Layer, Point, Primitive, Rule, RuleKind, RuleValue,
    Rules, RulesProblem, Shape,
};

/// A rule, cells with digits that obey it, and cells with digits that break it.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("diagonal-down", "r1c1=1 r5c5=2", "r1c1=1 r9c9=1"),
    ("diagonal-up", "r9c1=1 r5c5=2", "r9c1=1 r1c9=1"),
    ("windoku", "r2c2=1 r5c5=1", "r2c2=1 r4c4=1"),
    ("disjoint-groups", "r1c1=1 r4c5=1", "r1c1=1 r4c4=1"),
    ("asterisk", "r2c5=1 r3c4=1", "r2c5=1 r8c5=1"),
    ("house r1c1 r1c2 r1c3 r1c4 r1c5 r2c1 r2c2 r2c3 r2c4", "r1c1=1 r2c5=1", "r1c1=1 r2c4=1"),
    ("differ r1c1 r5c5 r9c9", "r1c1=1 r5c5=2 r9c9=3", "r1c1=1 r9c9=1"),
    ("anti-knight", "r4c4=1 r6c6=1", "r4c4=1 r6c3=1"),
    ("anti-king", "r4c4=1 r6c6=1", "r4c4=1 r5c3=1"),
    ("non-consecutive", "r4c4=1 r5c5=2", "r4c4=1 r5c4=2"),
    ("thermometer r1c1 r1c2 r2c2", "r1c1=1 r1c2=3 r2c2=4", "r1c1=1 r1c2=3 r2c2=3"),
    ("less r1c1 r1c2", "r1c1=1 r1c2=2", "r1c1=2 r1c2=1"),
    ("minimum r1c1", "r1c1=1 r1c2=2 r2c2=1", "r1c1=3 r2c1=2"),
    ("maximum r5c5", "r5c5=9 r5c4=2", "r5c5=8 r4c5=9"),
    ("difference 1 r1c1 r1c2", "r1c1=2 r1c2=1", "r1c1=1 r1c2=3"),
    ("ratio 2 r1c1 r1c2", "r1c1=8 r1c2=4", "r1c1=3 r1c2=5"),
    ("xv 10 r1c1 r1c2", "r1c1=8 r1c2=2", "r1c1=8 r1c2=3"),
    ("whisper 5 r1c1 r1c2 r2c3", "r1c1=1 r1c2=6 r2c3=1", "r1c1=1 r1c2=5"),
    ("palindrome r1c1 r2c2 r3c3", "r1c1=1 r2c2=6 r3c3=1", "r1c1=1 r3c3=5"),
    ("clone r1c1 r1c2 / r5c5 r5c6", "r1c1=1 r5c5=1 r1c2=2", "r1c2=1 r5c6=2"),
    (
        "relation 011111111001111111000111111000011111000001111000000111000000011000000001000000000 \
         r1c1 r1c2",
        "r1c1=1 r1c2=2",
        "r1c1=2 r1c2=2",
    ),
    ("digits 135 r1c1", "r1c1=3", "r1c1=4"),
    ("odd r1c1 r1c2", "r1c1=3 r1c2=5", "r1c2=4"),
    ("even r1c1 r1c2", "r1c1=4", "r1c2=5"),
    ("cage 10 r1c1 r1c2", "r1c1=4 r1c2=6", "r1c1=4 r1c2=5"),
    ("cage 10 r1c1 r9c9", "r1c1=4", "r1c1=5 r9c9=5"),
    ("cage r1c1 r9c9", "r1c1=4 r9c9=5", "r1c1=5 r9c9=5"),
    ("little-killer 10 r2c1 r1c2", "r2c1=5 r1c2=5", "r2c1=5 r1c2=6"),
    ("arrow r1c1 / r1c2 r2c3", "r1c1=6 r1c2=3 r2c3=3", "r1c1=5 r1c2=3 r2c3=3"),
    ("sum 12 r1c1 r1c1 r1c2 / r5c5", "r1c1=5 r1c2=4 r5c5=2", "r1c1=4 r1c2=5 r5c5=2"),
    ("sum -1 r1c1 / r1c2", "r1c1=5 r1c2=6", "r1c1=6 r1c2=5"),
    ("renban r1c1 r1c2 r2c1", "r1c1=5 r1c2=3 r2c1=4", "r1c1=5 r1c2=3 r2c1=6"),
    ("between r1c1 r2c2 r3c3", "r1c1=9 r2c2=3 r3c3=1", "r1c1=9 r2c2=1 r3c3=1"),
    (
        "quadruple 115 r1c1 r1c2 r2c1 r2c2",
        "r1c1=1 r2c2=1 r1c2=5 r2c1=9",
        "r1c1=1 r2c2=2 r1c2=5 r2c1=9",
    ),
    ("no-boxes", "r1c1=1 r2c2=1", ""),
];

fn board(cells: &str) -> Board {
    let mut board = Board::EMPTY;
    for place in cells.split_whitespace() {
        let (cell, digit) = place.split_once('=').unwrap();
        board.set(cell.parse().unwrap(), Some(digit.parse().unwrap()));
    }
    board
}

#[test]
fn semicolons_separate_rules_and_errors_keep_their_columns() {
    let text = "# a; comment\nanti-knight; less r1c1 r1c2 ;\n  xv 5 r1c1 r1c2; magic";
    let (rules, errors) = Rules::read(text);
    assert_eq!(rules.to_line(), "anti-knight; less r1c1 r1c2; xv 5 r1c1 r1c2");
    assert_eq!((errors.len(), errors[0].line, errors[0].column), (1, 3, 19));
    assert_eq!(Rules::default().to_line().parse(), Ok(Rules::default()));
}

#[test]
fn every_kind_accepts_and_refuses_its_examples() {
    for (line, good, bad) in EXAMPLES {
        let rule: Rule = line.parse().unwrap();
        assert_eq!(rule.to_string(), *line);
        assert_eq!(rule.find_violation(&board(good)), None, "{line}");
        let violation = rule.find_violation(&board(bad));
        assert_eq!(violation.is_some(), !bad.is_empty(), "{line}");
        assert!(
            violation.is_none_or(|it| it.cells.iter().all(|&cell| board(bad).get(cell).is_some()))
        );
    }
}

#[test]
fn every_kind_has_an_example_and_a_syntax() {
    for kind in RuleKind::all() {
        let has_name = |line: &str| line.split(' ').next() == Some(kind.name());
        assert!(EXAMPLES.iter().any(|(line, ..)| has_name(line)), "{kind}");
        assert!(has_name(&kind.syntax()) && !kind.about().is_empty());
    }
}

/// Returns true if the digits of the grid satisfy the primitive.
fn holds(primitive: &Primitive, grid: &Board) -> bool {
    let digit = |cell: &Cell| grid.get(*cell).unwrap();
    let differ =
        |cells: &[Cell]| cells.iter().map(digit).collect::<DigitSet>().len() == cells.len();
    let value = |cell: &Cell| i32::from(digit(cell).get());
    match primitive {
        Primitive::House(cells) => differ(cells),
        Primitive::Differ(cells) => differ(cells),
        Primitive::Relation { relation, first, second } => {
            relation.allows(digit(first), digit(second))
        }
        Primitive::Sum { total, plus, minus } => {
            plus.iter().map(value).sum::<i32>() - minus.iter().map(value).sum::<i32>() == *total
        }
        Primitive::Sets { cells, sets } => {
            differ(cells) && sets.contains(&cells.iter().map(digit).collect())
        }
        Primitive::Digits { cell, digits } => digits.contains(digit(cell)),
        Primitive::Between { ends, inner } => {
            let [low, high] = [ends.iter().map(digit).min(), ends.iter().map(digit).max()];
            inner.iter().map(digit).all(|it| Some(it) > low && Some(it) < high)
        }
        Primitive::Contains { digits, cells } => digits.iter().all(|&wanted| {
            let count =
                |list: &mut dyn Iterator<Item = Digit>| list.filter(|&it| it == wanted).count();
            count(&mut cells.iter().map(digit)) >= count(&mut digits.iter().copied())
        }),
        Primitive::NoBoxes => true,
        _ => unreachable!(),
    }
}

proptest! {
    #[test]
    fn the_primitives_agree_with_the_definition(digits in prop::collection::vec(1..10u8, 81), seed: u8) {
        // Few digits make sums and runs likely.
        let low = |digit: u8| if seed % 3 == 0 { digit } else { digit % (2 + seed % 5) + 1 };
        let digits: Vec<u8> = digits.into_iter().map(low).collect();
        let grid = Grid::new(digits.try_into().unwrap()).unwrap();
        for (line, ..) in EXAMPLES {
            let rule: Rule = line.parse().unwrap();
            let all = rule.primitives().iter().all(|it| holds(it, grid.as_board()));
            prop_assert_eq!(rule.find_violation(grid.as_board()).is_none(), all, "{}", line);
        }
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in "(cage|sum|less|board|xv|digits|renban|clone|[a-z]{1,3})?[ /rc0-9\\n#é-]{0,60}") {
        let (rules, errors) = Rules::read(&text);
        prop_assert_eq!(rules.to_string().parse::<Rules>(), Ok(rules.clone()));
        for error in errors {
            let line = text.lines().nth(error.line - 1).unwrap();
            prop_assert!(error.column <= line.len() + 1, "{}", error);
        }
    }
}

#[test]
fn errors_have_a_position_and_a_reason() {
    let cases = [
        (
            "cage 46 r1c1 r1c2",
            1,
            "the sum 46 is impossible for 2 cells of a rule `cage`; expected 3 to 17",
        ),
        (
            "cage 10 r1c1 r1c1",
            1,
            "`cage` has the cell r1c1 twice; only the rule `sum` counts a repeated cell repeatedly",
        ),
        ("  cage 10 r1c1 r1c0", 16, "`r1c0` is not a cell; cells have the names r1c1 to r9c9"),
        (
            "thermometer r1c1",
            1,
            "`thermometer` has 1 cell; expected 2 to 9; write `thermometer CELLS`",
        ),
        (
            "cage 44 r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9",
            1,
            "the sum 44 is impossible for 9 cells of a rule `cage`; expected 45",
        ),
        ("cage 10", 1, "`cage` has 0 cells; expected 1 to 9; write `cage [SUM] CELLS`"),
        ("xv", 3, "`` is not the value of a rule `xv`; expected a number from 2 to 18"),
        (
            "xv 30 r1c1 r1c2",
            1,
            "`30` is not the value of a rule `xv`; expected a number from 2 to 18",
        ),
        (
            "digits 31 r1c1",
            1,
            "`31` is not the value of a rule `digits`; expected different digits in ascending order, such as 135",
        ),
        (
            "clone r1c1 r1c2 / r2c1",
            1,
            "`clone` has 1 cell after `/`; expected 2; write `clone CELLS / CELLS`",
        ),
        (
            "arrow r1c1",
            1,
            "`arrow` has 0 cells after `/`; expected 1 to 9; write `arrow CELL / CELLS`",
        ),
        ("arrow r1c1 r1c2", 1, "`arrow` has 2 cells; expected 1; write `arrow CELL / CELLS`"),
        ("cage 10 r1c1,r1c0", 14, "`r1c0` is not a cell; cells have the names r1c1 to r9c9"),
        ("board 12", 9, "the clues are not a board of 81 characters: 79 cells missing"),
        ("board\t12", 9, "the clues are not a board of 81 characters: 79 cells missing"),
        ("board", 6, "the clues are not a board of 81 characters: no puzzle found"),
    ];
    for (line, column, problem) in cases {
        let error = format!("# one\n\n{line}\n").parse::<Rules>().unwrap_err();
        assert_eq!((error.line, error.column), (3, column), "{line}");
        assert_eq!(error.problem.to_string(), problem, "{line}");
    }
    // Commas separate cells, too.
    for (commas, spaces) in [
        ("cage 10 r1c1,r1c2, r1c3", "cage 10 r1c1 r1c2 r1c3"),
        ("cage r1c1,r1c2", "cage r1c1 r1c2"),
        ("clone r1c1,r1c2 / r2c1,r2c2", "clone r1c1 r1c2 / r2c1 r2c2"),
    ] {
        assert_eq!(commas.parse::<Rules>(), spaces.parse::<Rules>(), "{commas}");
    }
    let error = "sandwich 10 r1c1".parse::<Rules>().unwrap_err().to_string();
    assert!(
        error
            .starts_with("line 1, column 1: unknown rule `sandwich`; known rules: diagonal-down, ")
    );
    let board = format!("board {}", ".".repeat(81));
    let error = format!("{board}\n{board}").parse::<Rules>().unwrap_err();
    assert_eq!((error.line, error.problem), (2, RulesProblem::SecondBoard));
}

#[test]
fn a_grid_can_break_the_clues_and_the_classic_rules() {
    let text = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let grid: Grid = text.parse().unwrap();
    let puzzle = |board: &str, rule: &str| Rules {
        board: board.parse().unwrap(),
        rules: vec![rule.parse().unwrap()],
    };
    assert_eq!(puzzle(text, "no-boxes").check(&grid), Ok(()));
    let other = format!("2{}", ".".repeat(80));
    let broken = puzzle(&other, "no-boxes").check(&grid).unwrap_err();
    assert_eq!(broken.to_string(), "r1c1 does not hold the clue 2");
    // Rows that are shifted by one keep rows and columns and break the boxes.
    let shifted: String = (0..81).map(|at| char::from(b'1' + (at / 9 + at) % 9)).collect();
    let shifted: Grid = shifted.parse().unwrap();
    let blank = ".".repeat(81);
    assert_eq!(puzzle(&blank, "no-boxes").check(&shifted), Ok(()));
    let broken = puzzle(&blank, "sum 1 r1c1").check(&shifted).unwrap_err();
    assert_eq!(broken.to_string(), "r1c2 and r2c1 both hold 2 in box 1");
    let value = puzzle(&blank, "cage 5 r1c1 r1c2").rules[0].value().clone();
    assert_eq!(value, RuleValue::Number(5));
}

#[test]
fn every_line_end_is_read() {
    for end in ["\n", "\r\n", "\r"] {
        let text = ["anti-king", "", "cage 3 r1c1 r1c2", "magic"].join(end);
        let (rules, errors) = Rules::read(&text);
        assert_eq!((rules.rules.len(), errors.len()), (2, 1), "{end:?}");
        assert_eq!((errors[0].line, errors[0].column), (4, 1), "{end:?}");
    }
}

/// Returns every point of the shape.
fn points(shape: &Shape) -> Vec<Point> {
    match &shape.figure {
        Figure::Area { corners, .. } => corners.clone(),
        Figure::Line { paths, .. } => paths.concat(),
        Figure::Circle { center, .. } | Figure::Text { center, .. } => vec![*center],
        _ => unreachable!(),
    }
}

#[test]
fn every_kind_has_shapes_in_the_grid_and_a_caption() {
    // These rules about the whole board have only a caption.
    let without = ["disjoint-groups", "anti-knight", "anti-king", "non-consecutive", "no-boxes"];
    for (line, ..) in EXAMPLES {
        let rule: Rule = line.parse().unwrap();
        let shapes = rule.shapes();
        assert_eq!(shapes.is_empty(), without.contains(&rule.kind().name()), "{line}");
        let drawing = Rules { rules: vec![rule.clone()], ..Rules::default() }.drawing();
        for Point { x, y } in shapes.iter().flat_map(points) {
            let allowed = -drawing.margin..=9.0 + drawing.margin;
            assert!(allowed.contains(&x) && allowed.contains(&y), "{line}: {x} {y}");
        }
        assert!(drawing.shapes.is_sorted_by_key(|shape| shape.layer), "{line}");
        let own = rule.caption().to_string();
        assert!(own.ends_with('.') && own.len() < 300 && !own.contains('{'), "{own}");
        let text = |shape: &Shape| match &shape.figure {
            Figure::Text { text, .. } => text.clone(),
            _ => String::new(),
        };
        let texts: String = shapes.iter().map(text).collect();
        let number = rule
            .value()
            .number()
            .filter(|_| !["difference", "ratio", "whisper", "xv"].contains(&rule.kind().name()));
        let number = number.map_or(String::new(), |number| number.to_string().replace('-', "–"));
        assert!(texts.contains(&number), "{line}: {texts}");
        let digits: String = rule.value().digits().iter().map(ToString::to_string).collect();
        assert!(texts.replace(char::is_whitespace, "").contains(&digits), "{line}: {texts}");
    }
}

#[test]
fn shapes_follow_the_cells_of_the_rule() {
    let shapes = |line: &str| line.parse::<Rule>().unwrap().shapes();
    let svg = |line: &str| shapes(line).iter().map(|it| format!("{it}\n")).collect::<String>();
    // The line of a cage goes around the corner that points inwards, 0.08 from the sides.
    let cage = svg("cage r1c1 r1c2 r2c1");
    assert_eq!(cage.matches('M').count(), 8, "{cage}");
    assert!(cage.contains("M1 0.92L1.92 0.92") || cage.contains("M0.92 0.92L1.92 0.92"), "{cage}");
    // The sum is in the first cell in reading order.
    assert!(svg("cage 17 r5c5 r4c9").contains("<text x=\"8."), "{}", svg("cage 17 r5c5 r4c9"));
    // A full diagonal has its sum outside, and other cells have a line.
    let full: Vec<String> = (1..9).map(|at| format!("r{at}c{}", at + 1)).collect();
    let full = svg(&format!("little-killer 40 {}", full.join(" ")));
    assert!(full.contains("<text x=\"0.7\" y=\"-0.203\""), "{full}");
    assert!(svg("little-killer 40 r2c3 r3c4 r4c5 r5c6 r6c7").contains("M2.5 1.5L3.5 2.5"));
    // Signs show only values that differ from the usual ones.
    for (line, text) in [
        ("difference 1 r1c1 r1c2", None),
        ("difference 3 r1c1 r1c2", Some(">3<")),
        ("ratio 2 r1c1 r1c2", None),
        ("ratio 3 r1c1 r1c2", Some(">3<")),
        ("xv 10 r1c1 r1c2", Some(">X<")),
        ("xv 5 r1c1 r1c2", Some(">V<")),
        ("xv 7 r1c1 r1c2", Some(">7<")),
        ("whisper 5 r1c1 r1c2", None),
        ("whisper 4 r1c1 r1c2", Some(">4<")),
        ("cage r1c1 r1c2", None),
        ("quadruple 1234 r1c1 r1c2 r2c1 r2c2", Some(">12<")),
        ("quadruple 1234 r1c1 r1c2 r2c1 r3c2", Some(">{1234}<")),
        ("sum -3 r1c1 r1c1 / r1c2", Some(">×2<")),
        ("sum 5 r1c1 r1c2 / r1c1", Some(">×0<")),
        ("sum 5 r1c1 r1c2 / r1c1 r1c1", Some(">×–1<")),
    ] {
        let svg = svg(line);
        match text {
            Some(text) => assert!(svg.contains(text), "{line}: {svg}"),
            None => assert!(!svg.contains("<text"), "{line}: {svg}"),
        }
    }
    // Discs and squares are above the shade of their cells and below lines, in another color.
    for kind in ["odd", "even"] {
        let rules: Rules = format!("renban r2c2 r2c3\n{kind} r2c2\nasterisk").parse().unwrap();
        let shapes = rules.drawing().shapes;
        let colors: Vec<bool> =
            shapes.iter().map(|shape| shape.to_string().contains("#d6d6d6")).collect();
        assert_eq!(colors, [vec![false; 9], vec![true], vec![false; 2]].concat(), "{shapes:?}");
    }
    // Cells that do not share a side are joined.
    for kind in ["less", "difference 1", "ratio 2", "xv 10"] {
        let [near, far] =
            ["r1c1 r1c2", "r1c1 r2c2"].map(|it| shapes(&format!("{kind} {it}")).len());
        assert_eq!(far, near + 1, "{kind}");
    }
}

#[test]
fn signs_do_not_hide_each_other() {
    for (text, signs) in [
        ("difference 3 r1c1 r1c2; ratio 3 r1c1 r1c2", 2),
        ("less r1c1 r2c1; xv 10 r1c1 r2c1; difference 1 r1c1 r2c1", 3),
        ("cage 10 r5c5 r5c6; sum 12 r5c5 r6c5; whisper 4 r5c5 r5c6", 3),
        ("sum 5 r1c1 r1c2 / r1c1", 3),
        ("quadruple 12 r1c1 r1c2 r2c1 r2c2; quadruple 34 r1c1 r1c2 r2c1 r2c2", 2),
        // Equal signs are drawn once.
        ("cage 10 r1c1 r1c2; cage 10 r1c1 r1c2; ratio 2 r1c1 r1c2; ratio 2 r1c1 r1c2", 2),
    ] {
        let drawing = text.parse::<Rules>().unwrap().drawing();
        let mut centers: Vec<Point> = Vec::new();
        for shape in drawing.shapes.iter().filter(|shape| shape.layer == Layer::Sign) {
            if let Figure::Circle { center, .. } | Figure::Text { center, .. } = shape.figure {
                centers.push(center);
            }
        }
        centers.sort_by(|a, b| (a.x, a.y).partial_cmp(&(b.x, b.y)).unwrap());
        centers.dedup_by(|a, b| (a.x - b.x).abs() + (a.y - b.y).abs() < 0.01);
        assert_eq!(centers.len(), signs, "{text}: {centers:?}");
        let is_near = |[a, b]: &[Point; 2]| (a.x - b.x).abs() < 0.14 && (a.y - b.y).abs() < 0.14;
        let pairs: Vec<[Point; 2]> = centers.windows(2).map(|it| [it[0], it[1]]).collect();
        assert!(!pairs.iter().any(is_near), "{text}: {centers:?}");
    }
}

#[test]
fn a_drawing_has_the_right_margin_boxes_and_captions() {
    let rules: Rules =
        "no-boxes\nhouse r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r2c1".parse().unwrap();
    let drawing = rules.drawing();
    assert!(!drawing.has_boxes && drawing.margin == 0.0);
    // The line of a region is on the sides of its cells.
    assert!(drawing.shapes[0].to_string().starts_with("<path d=\"M0 0L"), "{}", drawing.shapes[0]);
    assert_eq!(Rules::default().drawing(), Drawing::default());
    assert!(Rules::default().captions().is_empty());

    // The order of the rules does not change the order of the captions.
    let mut rules: Vec<Rule> = EXAMPLES.iter().map(|(line, ..)| line.parse().unwrap()).collect();
    let captions = |rules: &[Rule]| Rules { rules: rules.to_vec(), ..Rules::default() }.captions();
    let first = captions(&rules);
    rules.reverse();
    assert_eq!(captions(&rules), first);
    // The diagonals share a caption, and so do minimum and maximum.
    assert_eq!(first.len(), RuleKind::all().count() - 2);
}

/// Returns the lines of a drawing for a terminal.
fn lines(rules: &str, board: &Board, has_candidates: bool) -> Vec<Vec<Glyph>> {
    rules.parse::<Rules>().unwrap().to_glyphs(board, has_candidates)
}

/// Returns the characters of a drawing of this blank board.
fn chars(rules: &str) -> Vec<Vec<char>> {
    let line = |line: Vec<Glyph>| line.iter().map(|glyph| glyph.char).collect();
    lines(rules, &Board::EMPTY, false).into_iter().map(line).collect()
}

/// Returns the number of dots of a Braille pattern.
fn dots(char: char) -> u32 {
    let code = u32::from(char);
    if (0x2800..0x2900).contains(&code) { (code & 0xff).count_ones() } else { 0 }
}

#[test]
fn terminals_show_the_shapes_of_every_kind() {
    let blank = chars("");
    assert_eq!((blank.len(), blank[0].len()), (37, 73));
    for (line, ..) in EXAMPLES {
        let shapes = line.parse::<Rules>().unwrap().drawing().shapes;
        let drawn = chars(line);
        assert_eq!(drawn == blank, *line != "no-boxes" && shapes.is_empty(), "{line}");
        let texts: Vec<String> = drawn.iter().map(|line| line.iter().collect()).collect();
        for shape in &shapes {
            if let Figure::Text { text, .. } = &shape.figure {
                assert!(texts.iter().any(|line| line.contains(text)), "{text}: {texts:#?}");
            }
        }
        let others = shapes.iter().filter(|it| !matches!(it.figure, Figure::Text { .. })).count();
        let is_dotted = drawn.iter().flatten().any(|&char| dots(char) > 0);
        assert_eq!(is_dotted, others > 0 && !line.starts_with("xv"), "{line}");
    }
}

/// The column and the line of the middle of a cell are 8·column + 4 and 4·row + 2, both from 0.
#[test]
fn figures_are_at_their_cells_in_terminals() {
    // A shaded cell has a few dots, and the lines of the board stay.
    let drawn = chars("windoku");
    assert!((1..4).contains(&dots(drawn[6][11])) && dots(drawn[2][4]) == 0, "{drawn:?}");
    assert_eq!((drawn[6][8], drawn[6][16]), ('┊', '┊'));
    // A bulb and a line are full, and the line has no gap between cells.
    let drawn = chars("thermometer r1c1 r1c2");
    assert_eq!([4, 6, 8, 10].map(|column| drawn[2][column]), ['⣿'; 4]);
    assert_eq!((drawn[2][14], drawn[1][12]), (' ', ' '));
    // A palindrome has a white core.
    assert_eq!(chars("palindrome r1c1 r1c2")[2][8], '⠭');
    // A whisper line has none, and the line of a renban has a row of holes.
    let whisper = chars("whisper 5 r1c1 r1c2")[2].clone();
    assert!(whisper[5..12].iter().all(|&char| dots(char) == 6), "{whisper:?}");
    let renban = chars("renban r1c1 r1c2")[2].clone();
    let filled: u32 = renban[5..13].iter().map(|&char| dots(char)).sum();
    assert_eq!(filled, 6 * 8 - 4, "{renban:?}");
    // A circle is blank inside.
    let drawn = chars("arrow r5c5 / r5c6 r5c7");
    assert!(drawn[18][36] == ' ' && dots(drawn[18][33]) > 0 && dots(drawn[17][36]) > 0);
    // A cage is inside of its cells, and its sum in the corner. Its line has gaps.
    let drawn = chars("cage 10 r1c1 r1c2");
    assert_eq!((drawn[1][1], drawn[1][2], drawn[0][4]), ('1', '0', '━'));
    let top: u32 = drawn[1][4..12].iter().map(|&char| dots(char)).sum();
    assert_eq!(top, 8, "{drawn:?}");
    assert!(dots(drawn[2][15]) > 0 && drawn[2][16] == '┊', "{drawn:?}");
    // A white dot has a hole, and a number in a black dot is white.
    assert!(dots(chars("difference 1 r1c1 r1c2")[2][8]) < dots(chars("ratio 2 r1c1 r1c2")[2][8]));
    let numbers = lines("ratio 3 r1c1 r1c2", &Board::EMPTY, false);
    assert_eq!(numbers[2][8], Glyph { char: '3', part: GlyphPart::Shape(Ink::White) });
    // The arrow of a sum does not hide another sum.
    let sums = "little-killer 12 r1c3 r2c2 r3c1\nlittle-killer 36 r1c4 r2c5 r3c6 r4c7 r5c8 r6c9";
    let above: String =
        chars(sums)[..2].iter().flatten().filter(|it| it.is_ascii_digit()).collect();
    assert_eq!(above, "3612");
    // A sum outside of the board needs a margin. Without boxes, no line inside is thick.
    let drawn = chars("no-boxes\nlittle-killer 12 r2c1 r1c2");
    assert_eq!(drawn.len(), 41);
    assert_eq!(drawn.iter().flatten().filter(|&&char| char == '┃').count(), 2 * 27 - 1);
    let widths = drawn.iter().map(Vec::len).max();
    assert_eq!(widths, Some(76));
}

#[test]
fn candidates_have_places_beside_sums_in_terminals() {
    let board = board("r9c1=2");
    let glyphs = lines("cage 10 r1c1 r1c2", &board, true);
    assert_eq!([1, 2, 4, 6].map(|column| glyphs[1][column].char), ['1', '0', '1', '3']);
    let is_candidate = |glyph: &&Glyph| glyph.part == GlyphPart::Candidate;
    let blanks = Cell::all().filter(|&cell| board.get(cell).is_none());
    let count: usize = blanks.map(|cell| board.candidates(cell).len()).sum();
    assert_eq!(glyphs.iter().flatten().filter(is_candidate).count(), count);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn digits_are_in_their_cells_in_every_drawing(chosen: u64, values in prop::collection::vec(0..10u8, 81)) {
        let examples = EXAMPLES.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
        let rules: Vec<Rule> = examples.map(|(_, (line, ..))| line.parse().unwrap()).collect();
        let mut board = Board::EMPTY;
        for (cell, value) in Cell::all().zip(values) {
            board.set(cell, Digit::new(value));
        }
        let rules = Rules { board, rules };
        let (digits, blank) = (rules.to_glyphs(&board, false), rules.to_glyphs(&Board::EMPTY, false));
        let outside = if rules.drawing().margin > 0.0 { (3, 2) } else { (0, 0) };
        prop_assert_eq!(digits.len(), 37 + 2 * outside.1);
        for cell in Cell::all() {
            let (column, line) = (8 * cell.column() + 4, 4 * cell.row() + 2);
            let glyph = digits[line + outside.1].get(column + outside.0);
            let found = glyph.filter(|glyph| glyph.part == GlyphPart::Digit(cell));
            let digit = board.get(cell).map(|digit| digit.to_string());
            prop_assert_eq!(found.map(|glyph| glyph.char.to_string()), digit);
        }
        let is_digit = |glyph: &Glyph| matches!(glyph.part, GlyphPart::Digit(_));
        for (line, blank) in digits.iter().zip(&blank) {
            prop_assert!(line.len() <= 79 && line.last().is_none_or(|glyph| glyph.char != ' '));
            // Apart from the digits, the drawing is the same.
            prop_assert!(line.iter().zip(blank).all(|(one, other)| is_digit(one) || one == other));
        }
    }
}
