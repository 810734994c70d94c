//! The checks of the answers of whole programs.

use std::collections::BTreeMap;

use sudoku_core::{Board, Solver};
use sudoku_generator::PatternSymmetry;

use crate::tools::Failure;

/// Fails if a line is not a minimal proper puzzle. With a symmetry, single clues may be redundant,
/// but no orbit of clues.
pub(crate) fn minimal_puzzles(
    solver: &dyn Solver,
    symmetry: PatternSymmetry,
    (engine, lines): (&str, &[String]),
) -> Result<(), Failure> {
    for line in lines.iter().filter(|line| !line.is_empty()) {
        let board: Board = line.parse().map_err(|error| format!("{engine}: {line}: {error}"))?;
        if !solver.is_proper(&board) {
            return Err(format!("{engine} made {line}, which is not proper").into());
        }
        for orbit in symmetry.orbits() {
            let mut without = board;
            orbit.iter().for_each(|&cell| without.set(cell, None));
            if without != board && solver.is_proper(&without) {
                return Err(format!("{engine} made {line}, which is not minimal").into());
            }
        }
    }
    Ok(())
}

/// Fails if two programs sort puzzles into different classes. Two puzzles must have the same form
/// in one list exactly if they have the same form in the other list.
pub(crate) fn same_classes(ours: &[String], theirs: &[String]) -> Result<(), Failure> {
    if ours.len() != theirs.len() {
        return Err(format!("{} forms and {} forms", ours.len(), theirs.len()).into());
    }
    let (mut there, mut here) = (BTreeMap::new(), BTreeMap::new());
    for (our, their) in ours.iter().zip(theirs) {
        if there.insert(our, their).is_some_and(|before| before != their)
            || here.insert(their, our).is_some_and(|before| before != our)
        {
            return Err(format!("the canonical forms {our} and {their} disagree").into());
        }
    }
    Ok(())
}

/// Fails if a program gives puzzles other forms after a symmetry.
///
/// The crate `sudoku` does so for a few puzzles whose solutions have automorphisms. For other
/// programs, one puzzle in a thousand is allowed.
pub(crate) fn same_forms(
    (engine, ours): (&str, bool),
    before: &[String],
    after: &[String],
) -> Result<(), Failure> {
    let different = before.iter().zip(after).filter(|(before, after)| before != after).count();
    let message = format!(
        "{engine}: {different} of {} puzzles get another canonical form after a symmetry",
        before.len()
    );
    let allowed = if ours { 0 } else { before.len() / 1000 };
    if different > allowed || before.len() != after.len() {
        return Err(message.into());
    }
    println!("{message}");
    Ok(())
}

/// Fails if two programs give a puzzle different ratings.
pub(crate) fn same_ratings(
    (engine, theirs): (&str, &[String]),
    ours: &[String],
) -> Result<(), Failure> {
    let [ours, theirs] =
        [ours, theirs].map(|lines| lines.iter().map(|line| rating(line)).collect::<Vec<_>>());
    match ours.iter().zip(&theirs).find(|(our, their)| our != their) {
        Some((our, their)) => Err(format!("{engine} rates {their:?}, this project {our:?}").into()),
        None if ours.len() == theirs.len() => Ok(()),
        None => Err(format!("{engine} rates {} of {} puzzles", theirs.len(), ours.len()).into()),
    }
}

/// Returns the rating at the end of a line: `2.6/1.2/1.2`, `Medium 482`, or HoDoKu's own
/// `#1 Medium (482)`.
fn rating(line: &str) -> String {
    let is_puzzle = |word: &&str| word.len() == 81 || word.starts_with('#');
    let words: Vec<&str> = line.split_whitespace().filter(|word| !is_puzzle(word)).collect();
    words.join(" ").replace(['(', ')'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_of_every_program_are_compared_without_their_puzzles() {
        let puzzle = ".".repeat(81);
        assert_eq!(rating(&format!("{puzzle} Medium 482")), "Medium 482");
        assert_eq!(rating(&format!("{puzzle} #12 Medium (482)")), "Medium 482");
        assert_eq!(rating("2.6/1.2/1.2"), "2.6/1.2/1.2");
    }

    #[test]
    fn classes_are_compared_instead_of_forms() {
        let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let ours = list(&["a", "b", "a"]);
        assert!(same_classes(&ours, &list(&["x", "y", "x"])).is_ok());
        assert!(same_classes(&ours, &list(&["x", "x", "x"])).is_err());
        assert!(same_classes(&ours, &list(&["x", "y", "z"])).is_err());
        assert!(same_classes(&ours, &list(&["x", "y"])).is_err());
    }
}
