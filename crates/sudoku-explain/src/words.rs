//! The words: everything that depends on a language stands in one file for it.
//!
//! A language has a file with the functions of [`english`]: the meaning of each technique, the
//! sentence of each phrase, the place of a pattern, and the few words around them. Another language
//! is another file, and a choice here.

mod english;

pub(crate) use english::{because_lines, legend, meaning, place, sentence, so, title};

#[cfg(test)]
mod tests {
    use sudoku_logic::StepName;

    #[test]
    fn every_technique_has_a_sentence_of_what_it_is() {
        for &name in StepName::ALL {
            let meaning = super::meaning(name);
            assert!(meaning.ends_with('.') && meaning.contains(' '), "{name}: {meaning}");
            assert!(!super::title(name).is_empty());
        }
    }
}
