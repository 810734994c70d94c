//! The shapes and the captions of the kinds of rules.
//!
//! A kind without an entry has a dotted outline around its cells, if it has cells. Its caption is
//! its description.

use sudoku_core::{Cell, Digit};

use super::geometry::{
    CIRCLE, DOT, SIGN, THIN, bottom, center, circle, corner, head, label, line, lines, link,
    middle, middles, outline, point, rectangle, ring, shade, text, towards,
};
use super::shape::{Ink, Layer, Point, Shape};
use crate::arguments::RuleValue;
use crate::kinds::RuleKind;
use crate::primitive::Primitive;
use crate::rule::Rule;

/// Kinds that share a caption.
struct Entry {
    kinds: &'static [&'static str],
    /// The caption. `{}` is replaced by the value.
    caption: &'static str,
    shapes: fn(&Rule) -> Vec<Shape>,
}

/// The length of dashes and gaps. Whole numbers of them fit the side of a cell.
const DASHED: [f32; 2] = [0.075, 0.05];
const LONG_DASHED: [f32; 2] = [0.15, 0.05];
const DOTTED: [f32; 2] = [0.0, 0.0625];

const ENTRIES: &[Entry] = &[
    Entry {
        kinds: &["diagonal-down", "diagonal-up"],
        caption: "Each marked diagonal holds every digit once.",
        shapes: |rule| houses(rule).iter().map(diagonal).collect(),
    },
    Entry {
        kinds: &["windoku"],
        caption: "Each of the four shaded boxes holds every digit once.",
        shapes: |rule| houses(rule).iter().flat_map(|house| shade(house)).collect(),
    },
    Entry {
        kinds: &["asterisk"],
        caption: "The nine shaded cells hold every digit once.",
        shapes: |rule| houses(rule).iter().flat_map(|house| shade(house)).collect(),
    },
    Entry {
        kinds: &["house"],
        caption: "Each region with a thick outline holds every digit once.",
        shapes: |rule| vec![outline(rule.cells(), 0.06, 0.06, None)],
    },
    Entry {
        kinds: &["differ"],
        caption: "Cells in a dotted outline hold different digits.",
        shapes: |rule| vec![outline(rule.cells(), 0.1, THIN, Some(DOTTED))],
    },
    Entry {
        kinds: &["thermometer"],
        caption: "Digits on a thermometer increase from its bulb.",
        shapes: |rule| {
            let points = middles(rule.cells());
            let bulb =
                points.first().map(|&at| circle(Layer::Line, at, 0.36, Some(Ink::Gray), None));
            bulb.into_iter().chain([line(points, Ink::Gray, 0.26)]).collect()
        },
    },
    Entry {
        kinds: &["less"],
        caption: "An inequality sign between two cells opens to the larger digit.",
        shapes: |rule| {
            let sign = match rule.cells() {
                &[small, large] => less(small, large),
                _ => Vec::new(),
            };
            [link(rule.cells()), sign].concat()
        },
    },
    Entry {
        kinds: &["minimum", "maximum"],
        caption: "The inequality signs around a shaded cell open to the larger digits.",
        shapes: |rule| {
            let signs = rule.primitives().into_iter().filter_map(|primitive| match primitive {
                Primitive::Relation { relation, first, second } => {
                    let is_less = Digit::new(1)
                        .zip(Digit::new(2))
                        .is_some_and(|(a, b)| relation.allows(a, b));
                    Some(if is_less { less(first, second) } else { less(second, first) })
                }
                _ => None,
            });
            shade(rule.cells()).into_iter().chain(signs.flatten()).collect()
        },
    },
    Entry {
        kinds: &["difference"],
        caption: "Digits at a white dot differ by 1, or by the number in the dot.",
        shapes: |rule| dot(rule, Ink::White, Ink::Black, &value_unless(rule, 1)),
    },
    Entry {
        kinds: &["ratio"],
        caption: "At a black dot, one digit is the other times 2, or times the number in the dot.",
        shapes: |rule| dot(rule, Ink::Black, Ink::White, &value_unless(rule, 2)),
    },
    Entry {
        kinds: &["xv"],
        caption: "Digits at an X add up to 10, digits at a V to 5, and digits at a number to this \
                  number.",
        shapes: |rule| {
            let words = match rule.value().number() {
                Some(10) => "X".to_owned(),
                Some(5) => "V".to_owned(),
                _ => rule.value().to_string(),
            };
            [link(rule.cells()), label(center(rule.cells()), SIGN, &words)].concat()
        },
    },
    Entry {
        kinds: &["whisper"],
        caption: "Neighbors on a plain green line differ by at least 5, or by at least the number \
                  at its start.",
        shapes: |rule| {
            let whisper = line(middles(rule.cells()), Ink::Green, 0.16);
            let least = corner(rule.cells().get(..1).unwrap_or_default(), &value_unless(rule, 5));
            [vec![whisper], least].concat()
        },
    },
    Entry {
        kinds: &["palindrome"],
        caption: "A gray line with a white core has the same digits from both ends.",
        shapes: |rule| {
            let points = middles(rule.cells());
            vec![line(points.clone(), Ink::Gray, 0.2), line(points, Ink::White, 0.07)]
        },
    },
    Entry {
        kinds: &["clone"],
        caption: "Shaded areas that a dotted line joins hold the same digits in the same order.",
        shapes: |rule| {
            let outlines =
                [rule.cells(), rule.others()].map(|cells| outline(cells, 0.04, THIN, None));
            let firsts = [rule.cells(), rule.others()].map(|cells| middles(cells).first().copied());
            let path = firsts.into_iter().flatten().collect();
            let join = lines(Layer::Line, vec![path], Ink::DarkGray, 0.04, Some([0.0, 0.12]));
            let all = [rule.cells(), rule.others()].concat();
            shade(&all).into_iter().chain([join]).chain(outlines).collect()
        },
    },
    Entry {
        kinds: &["relation"],
        caption: "An arrow with ? leads from a digit to one of these digits: {}.",
        shapes: |rule| {
            let points = middles(rule.cells());
            let [from, to] = points[..] else { return Vec::new() };
            let (start, end) = (towards(from, to, 0.2), towards(to, from, 0.2));
            let paths = vec![vec![start, end], head(start, end, 0.12)];
            let arrow = lines(Layer::Line, paths, Ink::DarkGray, THIN, None);
            [vec![arrow], dot(rule, Ink::White, Ink::Black, "?")].concat()
        },
    },
    Entry {
        kinds: &["digits"],
        caption: "A cell with small digits at its bottom holds one of them.",
        shapes: |rule| {
            let words = rule.value().to_string();
            rule.cells().iter().map(|&cell| bottom(cell, &words)).collect()
        },
    },
    Entry {
        kinds: &["odd"],
        caption: "A cell with a gray disc holds an odd digit.",
        shapes: |rule| {
            let disc = |at| circle(Layer::Disc, at, CIRCLE, Some(Ink::LightGray), None);
            middles(rule.cells()).into_iter().map(disc).collect()
        },
    },
    Entry {
        kinds: &["even"],
        caption: "A cell with a gray square holds an even digit.",
        shapes: |rule| {
            let square = |at| rectangle(Layer::Disc, at, 0.74, 0.74, Ink::LightGray);
            middles(rule.cells()).into_iter().map(square).collect()
        },
    },
    Entry {
        kinds: &["cage"],
        caption: "Digits in a dashed cage are different. A number in its corner is their sum.",
        shapes: |rule| {
            let sum = corner(rule.cells(), &rule.value().to_string());
            [vec![outline(rule.cells(), 0.08, THIN, Some(DASHED))], sum].concat()
        },
    },
    Entry {
        kinds: &["little-killer"],
        caption: "A number at an arrow or a thin line is the sum of its digits, which may repeat.",
        shapes: little_killer,
    },
    Entry {
        kinds: &["arrow"],
        caption: "The digit in a circle is the sum of the digits along its arrow, which may \
                  repeat.",
        shapes: |rule| {
            let &[cell] = rule.cells() else { return Vec::new() };
            let arm = middles(rule.others());
            let Some((&first, &last)) = arm.first().zip(arm.last()) else { return Vec::new() };
            let start = towards(middle(cell), first, CIRCLE);
            let path: Vec<Point> = core::iter::once(start).chain(arm).collect();
            let before = path[path.len() - 2];
            let paths = vec![path, head(before, last, 0.16)];
            vec![ring(middle(cell)), lines(Layer::Line, paths, Ink::DarkGray, 0.05, None)]
        },
    },
    Entry {
        kinds: &["sum"],
        caption: "Digits in an outline with = have this sum and may repeat. Those in an outline with – \
                  are subtracted. A cell with ×2 counts twice.",
        shapes: sum,
    },
    Entry {
        kinds: &["renban"],
        caption: "Digits on a purple line with dots are different and consecutive, in any order.",
        shapes: |rule| {
            let points = middles(rule.cells());
            let dots =
                lines(Layer::Line, vec![points.clone()], Ink::White, 0.06, Some([0.0, 0.125]));
            vec![line(points, Ink::Purple, 0.18), dots]
        },
    },
    Entry {
        kinds: &["between"],
        caption: "Digits on a line between two circles are between the digits in the circles.",
        shapes: |rule| {
            let points = middles(rule.cells());
            let [start, ref inner @ .., end] = points[..] else { return Vec::new() };
            let Some((&second, &before)) = inner.first().zip(inner.last()) else {
                return Vec::new();
            };
            let ends = [towards(start, second, CIRCLE), towards(end, before, CIRCLE)];
            let path = [&ends[..1], inner, &ends[1..]].concat();
            vec![line(path, Ink::DarkGray, 0.07), ring(start), ring(end)]
        },
    },
    Entry {
        kinds: &["quadruple"],
        caption: "Digits in a circle are in the cells around it. Digits in braces are in the cells \
                  of their outline.",
        shapes: quadruple,
    },
];

/// Returns the entry of a kind.
fn entry(kind: RuleKind) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.kinds.contains(&kind.name()))
}

/// Returns the shapes of a rule.
pub(super) fn shapes(rule: &Rule) -> Vec<Shape> {
    match entry(rule.kind()) {
        Some(entry) => (entry.shapes)(rule),
        None if rule.cells().is_empty() => Vec::new(),
        None => vec![outline(rule.cells(), 0.1, THIN, Some(DOTTED))],
    }
}

/// Returns the caption of a rule, with the place of its kind among all kinds.
pub(super) fn caption(rule: &Rule) -> (usize, String) {
    let kind = rule.kind();
    let (first, text) = match entry(kind) {
        Some(entry) => (entry.kinds[0], entry.caption.replace("{}", &value_in_words(rule))),
        None => (kind.name(), format!("{}.", kind.about())),
    };
    (RuleKind::all().take_while(|kind| kind.name() != first).count(), text)
}

/// Returns the outline of a region of a board without boxes.
pub(super) fn region(cells: &[Cell]) -> Vec<Shape> {
    vec![outline(cells, 0.0, 0.09, None)]
}

/// Returns the value, a table as lists of digits.
fn value_in_words(rule: &Rule) -> String {
    let RuleValue::Relation(relation) = rule.value() else { return rule.value().to_string() };
    let row = |first: Digit| {
        let seconds = Digit::all().filter(|&second| relation.allows(first, second));
        let seconds: String = seconds.map(|digit| digit.to_string()).collect();
        (!seconds.is_empty()).then(|| format!("{first} to {seconds}"))
    };
    Digit::all().filter_map(row).collect::<Vec<_>>().join(", ")
}

/// Returns the value, or nothing if it is the usual one.
fn value_unless(rule: &Rule, usual: i32) -> String {
    if rule.value().number() == Some(usual) { String::new() } else { rule.value().to_string() }
}

/// Returns the houses of a rule.
fn houses(rule: &Rule) -> Vec<[Cell; 9]> {
    let house =
        |primitive| if let Primitive::House(cells) = primitive { Some(cells) } else { None };
    rule.primitives().into_iter().filter_map(house).collect()
}

/// Returns the line through a long diagonal, from corner to corner.
fn diagonal(house: &[Cell; 9]) -> Shape {
    let [start, end] = [house[0], house[8]].map(middle);
    let corner = core::f32::consts::FRAC_1_SQRT_2;
    let path = vec![towards(start, end, -corner), towards(end, start, -corner)];
    line(path, Ink::DarkGray, 0.04)
}

/// Returns the sign between two cells that opens to the larger one.
fn less(small: Cell, large: Cell) -> Vec<Shape> {
    let [from, to] = [small, large].map(middle);
    let at = center(&[small, large]);
    let tip = towards(at, from, 0.06);
    let sides = head(to, tip, 0.13);
    let paper = circle(Layer::Sign, at, 0.14, Some(Ink::White), None);
    vec![paper, lines(Layer::Sign, vec![sides], Ink::Black, 0.04, None)]
}

/// Returns a dot between two cells with a text.
fn dot(rule: &Rule, fill: Ink, ink: Ink, words: &str) -> Vec<Shape> {
    let at = center(rule.cells());
    let disc = circle(Layer::Sign, at, DOT, Some(fill), Some((Ink::Black, THIN)));
    let own = (!words.is_empty()).then(|| text(at, 0.22, ink, words));
    link(rule.cells()).into_iter().chain([disc]).chain(own).collect()
}

/// Returns the sum of a diagonal outside of the board, with an arrow into it. The sum of other
/// cells is in the corner of the first one, with a line through all of them.
fn little_killer(rule: &Rule) -> Vec<Shape> {
    let (cells, sum) = (rule.cells(), rule.value().to_string());
    let points = middles(cells);
    let step = |from: Point, to: Point| point(to.x - from.x, to.y - from.y);
    let is_inside = |at: Point| at.x > 0.0 && at.y > 0.0 && at.x < 9.0 && at.y < 9.0;
    if let [first, second, ..] = points[..]
        && let Some(&last) = points.last()
    {
        let by = step(first, second);
        let is_straight = by.x.abs() <= 1.0
            && by.y.abs() <= 1.0
            && points.windows(2).all(|pair| step(pair[0], pair[1]) == by);
        let at = |steps: f32| point(first.x + steps * by.x, first.y + steps * by.y);
        if is_straight && !is_inside(at(-1.0)) && !is_inside(point(last.x + by.x, last.y + by.y)) {
            let (start, end) = (at(-0.62), at(-0.38));
            let paths = vec![vec![start, end], head(start, end, 0.09)];
            let arrow = lines(Layer::Sign, paths, Ink::Black, THIN, None);
            return vec![arrow, text(at(-0.8), 0.27, Ink::Black, &sum)];
        }
    }
    let path = match cells {
        [_] => outline(cells, 0.1, THIN, Some(DOTTED)),
        _ => lines(Layer::Line, vec![points], Ink::DarkGray, THIN, None),
    };
    let first = cells.first().map(core::slice::from_ref).unwrap_or_default();
    [vec![path], corner(first, &sum)].concat()
}

/// Returns the outlines of cells whose digits are added and subtracted.
fn sum(rule: &Rule) -> Vec<Shape> {
    let words = format!("={}", rule.value()).replace('-', "–");
    let mut shapes = vec![outline(rule.cells(), 0.13, THIN, Some(LONG_DASHED))];
    shapes.extend(corner(rule.cells(), &words));
    if !rule.others().is_empty() {
        shapes.push(outline(rule.others(), 0.13, THIN, Some(LONG_DASHED)));
        shapes.extend(corner(rule.others(), "–"));
    }
    let all = [rule.cells(), rule.others()].concat();
    for (at, &cell) in all.iter().enumerate() {
        let [plus, minus] = [rule.cells(), rule.others()]
            .map(|cells| cells.iter().filter(|&&it| it == cell).count() as i64);
        let count = if plus == 0 { minus } else { plus - minus };
        if count != 1 && !all[..at].contains(&cell) {
            shapes.push(bottom(cell, &format!("×{count}").replace('-', "–")));
        }
    }
    shapes
}

/// Returns the circle with digits at the center of its cells. The digits of cells that do not share
/// a corner or a side are in braces.
fn quadruple(rule: &Rule) -> Vec<Shape> {
    let (cells, words) = (rule.cells(), rule.value().to_string());
    let at = center(cells);
    let is_near = |cell: &Cell| {
        let other = middle(*cell);
        (other.x - at.x).abs() <= 0.5 && (other.y - at.y).abs() <= 0.5
    };
    if cells.len() < 2 || !cells.iter().all(is_near) {
        let digits = corner(cells, &format!("{{{words}}}"));
        return [vec![outline(cells, 0.1, THIN, Some(DOTTED))], digits].concat();
    }
    let disc = circle(Layer::Sign, at, 0.25, Some(Ink::White), Some((Ink::Black, THIN)));
    let (upper, lower) = if words.len() > 2 { words.split_at(2) } else { (&words[..], "") };
    let lines = [upper, lower].into_iter().filter(|part| !part.is_empty());
    let first = if lower.is_empty() { at.y } else { at.y - 0.1 };
    let rows = [first, first + 0.2];
    [disc]
        .into_iter()
        .chain(lines.zip(rows).map(|(part, y)| text(point(at.x, y), 0.22, Ink::Black, part)))
        .collect()
}
