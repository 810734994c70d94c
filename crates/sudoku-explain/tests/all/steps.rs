//! Tests that every step of all scales on generated puzzles has a proof and a readable explanation.

use std::collections::BTreeSet;

use serde_json::Value;
use sudoku_core::{Cell, Digit, DigitSet, Limits};
use sudoku_explain::{
    Depth, Explanation, Language, Mark, MarksData, ProofLine, Role, StepData, check,
};
use sudoku_logic::{
    Effect, HODOKU_2_3, HodokuOptions, RatingScale, SE_1_2_1, SUKAKU_1_18, ScoreRule, State, Step,
    StepName, hodoku_steps,
};

use crate::common::{cases, path, puzzle};

/// Returns the scale without the chains that are slow to find in every state.
fn quick(scale: &RatingScale) -> RatingScale {
    let is_quick = |rule: &ScoreRule| !matches!(rule, ScoreRule::ByLength(base) if *base >= 7.5);
    let entries = scale.entries().iter().filter(|entry| is_quick(&entry.rule));
    RatingScale::new("quick", entries.copied().collect())
}

/// Returns the candidates that a text in players' notation names: `r45c8<>37`.
fn named(text: &str) -> BTreeSet<(Cell, Digit)> {
    let mut found = BTreeSet::new();
    for word in text.split([' ', '.']) {
        let Some((cells, digits)) = word.split_once("<>").or_else(|| word.split_once('=')) else {
            continue;
        };
        let (rows, columns) = cells.strip_prefix('r').unwrap().split_once('c').unwrap();
        for (row, column) in rows.chars().flat_map(|row| columns.chars().map(move |c| (row, c))) {
            let cell: Cell = format!("r{row}c{column}").parse().unwrap();
            let digits: DigitSet = digits.parse().unwrap();
            found.extend(digits.iter().map(|digit| (cell, digit)));
        }
    }
    found
}

fn effect(step: &Step) -> BTreeSet<(Cell, Digit)> {
    let gone = step.effect.eliminations.iter();
    let gone = gone.flat_map(|&(cell, digits)| digits.iter().map(move |digit| (cell, digit)));
    gone.chain(step.effect.placement).collect()
}

/// Checks all properties of the explanation of a step. Returns the kinds of marks in its drawing.
fn can_be_read(state: &State, step: &Step) -> BTreeSet<&'static str> {
    let explanation = Explanation::new(state, step)
        .unwrap_or_else(|reason| panic!("{reason}\n{step:?}\n{state}"));
    let [name, place, proof] = Depth::ALL.map(|depth| explanation.text(depth));
    assert_eq!(name.to_lowercase(), step.name.name().to_lowercase());
    let (_, so) = place.rsplit_once(" So ").unwrap();
    assert_eq!(named(so), effect(step), "{place}");
    assert!(place.starts_with(&name) && proof.starts_with(&place) && proof.lines().count() > 2);
    for depth in Depth::ALL {
        let text = explanation.markdown(depth).replace(['\\', '*'], "");
        assert!(text.starts_with(&name), "{text}");
    }
    data_has_the_same_content(&explanation);
    let plain = explanation.drawing().terminal(false);
    assert_eq!(without_colors(&explanation.drawing().terminal(true)), plain);
    assert_eq!(plain.lines().filter(|line| line.starts_with('r')).count(), 9);
    let svg = explanation.drawing().svg();
    is_well_formed(&svg);
    draws_each_mark(&explanation.data().marks, &svg)
}

/// Compares the drawing and the legend with the marks. Returns the kinds of marks in the drawing.
fn draws_each_mark(marks: &MarksData, svg: &str) -> BTreeSet<&'static str> {
    let count = |class: &str| svg.matches(&format!(r#"class="{class}""#)).count();
    let is_role = |role: Role| marks.candidates.iter().filter(|mark| mark.2 == role).count();
    let has = |mark: Mark| marks.legend.iter().any(|entry| entry.mark == mark);
    let houses = marks.houses.len();
    let bases = if marks.covers.is_empty() { 0 } else { houses };
    assert_eq!(
        (count("house"), count("base"), count("cover")),
        (houses, bases, marks.covers.len())
    );
    assert_eq!(has(Mark::Cover), !marks.covers.is_empty(), "{marks:?}");
    assert_eq!(has(Mark::House) || has(Mark::Base), houses > 0, "{marks:?}");
    assert_eq!(has(Mark::Set), !marks.groups.is_empty(), "{marks:?}");
    for (mark, role) in
        [(Mark::True, Role::True), (Mark::False, Role::False), (Mark::Out, Role::Out)]
    {
        assert_eq!(has(mark), is_role(role) > 0, "{mark:?} {marks:?}");
    }
    assert!(marks.links.iter().all(|link| has(if link.strong {
        Mark::Strong
    } else {
        Mark::Weak
    })));
    // A placed digit is as large as a value, or is a mark where links end.
    let placed = is_role(Role::Placed);
    assert_eq!(count("placed"), placed);
    let pills = svg.matches(r#"transform="translate"#).count();
    let inside = marks.links.iter().filter(|link| link.from.cells == link.to.cells).count();
    assert!(pills <= inside, "{pills} pills for {inside} links");
    let seen = [
        ("cover", !marks.covers.is_empty()),
        ("set", marks.groups.len() > 1),
        ("value", count("value") > 0),
        ("pill", pills > 0),
    ];
    seen.into_iter().filter_map(|(kind, is_seen)| is_seen.then_some(kind)).collect()
}

fn data_has_the_same_content(explanation: &Explanation) {
    let data = explanation.data();
    let text = explanation.text(Depth::Proof);
    let is_in_order = |line: &ProofLine| {
        let tokens = line.words.tokens.iter().map(|token| token.text.as_str());
        assert_eq!(tokens.collect::<String>(), line.words.text);
        let end = |number: &str| number.rsplit('.').next().unwrap().parse::<usize>().unwrap();
        let is_before = |from: &String| end(from) < end(&line.number);
        assert!(line.from.iter().all(is_before), "{line:?}");
        assert!(text.contains(&format!("{}. {}", line.number, line.words.text)), "{line:?}");
    };
    assert!(text.contains(&data.place.text) && text.contains(&data.meaning));
    data.proof
        .iter()
        .flat_map(|line| std::iter::once(line).chain(&line.inner))
        .for_each(is_in_order);
}

fn without_colors(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').unwrap().1)
}

/// Checks that each element is closed by its own name and that special characters in texts are
/// escaped.
fn is_well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in xml.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap();
        assert!(!text.contains('>'), "{text}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        for entity in text.split('&').skip(1) {
            assert!(["amp;", "lt;", "gt;"].iter().any(|name| entity.starts_with(name)), "{text}");
        }
    }
    assert!(open.is_empty() && xml.starts_with("<svg"), "{open:?}");
}

#[test]
fn every_step_of_a_path_has_a_proof_and_a_readable_explanation() {
    let (mut steps, mut seen) = (0, BTreeSet::new());
    for number in 0..cases() {
        let (start, _) = puzzle(number);
        for scale in [&SE_1_2_1, &SUKAKU_1_18, &HODOKU_2_3] {
            for (state, step) in path(scale, &start) {
                seen.extend(can_be_read(&state, &step));
                steps += 1;
            }
        }
    }
    assert!(steps > 100 * cases(), "{steps}");
    assert_eq!(seen, ["cover", "pill", "set", "value"].into(), "the steps use every kind of mark");
}

/// In this step, a cell of one part loses a digit that both parts have.
#[test]
fn a_cell_of_one_part_of_sue_de_coq_loses_a_digit_of_the_other_part() {
    let (start, _) = puzzle(8528);
    let steps = path(&HODOKU_2_3, &start);
    let of = |(_, step): &&(State, Step)| step.name == StepName::SUE_DE_COQ;
    assert!(steps.iter().any(|pair| of(&pair)));
    for (state, step) in steps.iter().filter(of) {
        can_be_read(state, step);
    }
}

/// The path back through the tables of a net does not always end in its assumption.
#[test]
fn each_chain_of_a_net_begins_with_its_assumption() {
    let (start, _) = puzzle(299);
    let is_forced = |(_, step): &&(State, Step)| step.name == StepName::FORCING_CHAIN_CONTRADICTION;
    let steps = path(&HODOKU_2_3, &start);
    let (state, _) = steps.iter().find(is_forced).unwrap();
    let nets = hodoku_steps(StepName::FORCING_NET_CONTRADICTION, state, &HodokuOptions::DEFAULT);
    assert!(nets.len() > 100, "{}", nets.len());
    for step in &nets {
        check(state, step).unwrap_or_else(|reason| panic!("{reason}\n{step:?}\n{state}"));
    }
}

/// Returns techniques that the scale omits, and some with options that it does not use.
fn further() -> Vec<(StepName, HodokuOptions)> {
    use StepName as N;
    let plain = HodokuOptions::DEFAULT;
    let wide = HodokuOptions {
        siamese_fish: true,
        sets_in_chains: true,
        overlapping_sets: true,
        small_empty_rectangles: true,
        ..plain
    };
    let wider = [
        N::DUAL_TWO_STRING_KITE,
        N::DUAL_EMPTY_RECTANGLE,
        N::GROUPED_CONTINUOUS_NICE_LOOP,
        N::ALS_XZ,
        N::SWORDFISH,
    ];
    let mut list: Vec<(StepName, HodokuOptions)> = wider.map(|technique| (technique, wide)).into();
    let off = [
        N::DEATH_BLOSSOM,
        N::TEMPLATE_SET,
        N::TEMPLATE_DELETE,
        N::MUTANT_X_WING,
        N::FINNED_MUTANT_X_WING,
        N::FRANKEN_X_WING,
        N::FINNED_FRANKEN_X_WING,
        N::SASHIMI_SWORDFISH,
        N::FORCING_CHAIN_CONTRADICTION,
        N::FORCING_NET_CONTRADICTION,
        N::KRAKEN_FISH_ONE,
        N::KRAKEN_FISH_TWO,
    ];
    list.extend(off.map(|technique| (technique, plain)));
    list
}

#[test]
fn all_steps_of_a_state_are_proved() {
    let mut names: BTreeSet<StepName> = BTreeSet::new();
    for number in 0..cases() / 2 {
        let (start, _) = puzzle(100 + number);
        let limits = Limits::ALL;
        let mut path = HODOKU_2_3.path(&start, &limits);
        // Continue to a state without singles.
        let mut state = *path.state();
        while path.by_ref().next().is_some_and(|rated| rated.step.effect.placement.is_some()) {
            state = *path.state();
        }
        let of_scales = [&SE_1_2_1, &SUKAKU_1_18]
            .map(|scale| quick(scale).all_steps(&state, &limits).unwrap_or_default());
        let rated = of_scales.into_iter().flatten().map(|rated| rated.step);
        let further = further();
        let others = further
            .iter()
            .flat_map(|(name, options)| hodoku_steps(*name, &state, options).into_iter().take(60));
        for step in rated.chain(others) {
            check(&state, &step).unwrap_or_else(|reason| panic!("{reason}\n{step:?}\n{state}"));
            if names.insert(step.name) {
                can_be_read(&state, &step);
            }
        }
    }
    assert!(names.len() > 30, "{names:?}");
}

/// Returns true if chains of the entry may contain nested chains.
fn is_deep(rule: &ScoreRule) -> bool {
    matches!(rule, ScoreRule::ByLength(least) if *least >= 9.5)
}

/// Returns the first board of a path that has no single.
fn first_hard(number: u64) -> State {
    let (start, _) = puzzle(number);
    let path = path(&HODOKU_2_3, &start);
    let is_hard = |(_, step): &&(State, Step)| step.effect.placement.is_none();
    path.iter().find(is_hard).unwrap_or(&path[0]).0
}

#[test]
fn all_steps_of_all_scales_are_proved() {
    let limits = Limits::ALL;
    let mut steps = 0;
    for number in 0..cases() / 8 {
        let state = first_hard(200 + number);
        for scale in [&SE_1_2_1, &SUKAKU_1_18, &HODOKU_2_3] {
            let scale = scale.only(|entry| !is_deep(&entry.rule));
            for rated in scale.all_steps(&state, &limits).unwrap() {
                let proved = check(&state, &rated.step);
                proved.unwrap_or_else(|reason| panic!("{reason}\n{:?}\n{state}", rated.step));
                steps += 1;
            }
        }
    }
    assert!(steps > 100 * cases(), "{steps}");
}

#[test]
fn chains_with_inner_chains_name_all_their_premises() {
    let state = first_hard(200);
    let scale = SUKAKU_1_18.only(|entry| is_deep(&entry.rule));
    let steps = scale.all_steps(&state, &Limits::ALL).unwrap();
    assert!(steps.len() > 1000);
    for rated in steps {
        let proved = check(&state, &rated.step);
        proved.unwrap_or_else(|reason| panic!("{reason}\n{:?}\n{state}", rated.step));
    }
}

#[test]
fn a_step_on_another_board_is_an_error_with_a_reason() {
    let (start, _) = puzzle(1);
    let (other, _) = puzzle(2);
    let limits = Limits::ALL;
    let errors: BTreeSet<String> = SUKAKU_1_18
        .path(&start, &limits)
        .filter_map(|rated| Explanation::new(&other, &rated.step).err())
        .map(|reason| reason.to_string())
        .collect();
    assert!(errors.iter().any(|reason| reason.contains("is not a candidate of r")), "{errors:?}");
}

/// The name of a scale can have any characters. Quotes, for example, are escaped.
#[test]
fn the_json_of_a_step_is_valid_for_any_name_of_a_scale() {
    let (start, _) = puzzle(1);
    let name = "\"my\" \\ scale";
    let scale = RatingScale::new(name, SUKAKU_1_18.entries().to_vec());
    let limits = Limits::ALL;
    let mut path = scale.path(&start, &limits);
    loop {
        let state = *path.state();
        let Some(rated) = path.next() else { break };
        let data = StepData::new(&state, &rated, scale.name(), Language::default());
        let json: Value = serde_json::from_str(&serde_json::to_string(&data).unwrap()).unwrap();
        assert_eq!(json["scale"], name);
        assert_eq!(json["score"].to_string(), rated.score.to_string());
        assert_eq!(json["technique"], rated.step.name.name());
        assert_eq!(named(json["effect"].as_str().unwrap()), effect(&rated.step));
        let pairs = [&json["placements"], &json["eliminations"]];
        let pair = |pair: &Value| {
            let number = |at: usize| pair[at].as_u64().unwrap() as u8;
            (Cell::new(number(0).into()).unwrap(), Digit::new(number(1)).unwrap())
        };
        let found = pairs.iter().flat_map(|list| list.as_array().unwrap()).map(pair);
        assert_eq!(found.collect::<BTreeSet<_>>(), effect(&rated.step));
        assert_eq!(json["explanation"]["candidates"], state.to_string());
        assert_eq!(json["unproved"], Value::Null);
    }
}

#[test]
fn a_step_without_a_proof_has_a_reason() {
    let (start, _) = puzzle(1);
    let mut rated = SE_1_2_1.hint(&start, &Limits::ALL).unwrap();
    rated.step.effect = Effect::eliminate([]);
    let data = StepData::new(&start, &rated, "se", Language::default());
    assert_eq!(
        (data.explanation, data.unproved.as_deref()),
        (None, Some("the step has no effect"))
    );
}
