//! The replies as TypeScript types, which the page imports.

use std::collections::BTreeMap;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use crate::error::AnswerError;
use crate::ops::{FirstReplies, VariantReplies, WholeReplies};

/// The declarations of the visited types, by name.
#[derive(Default)]
struct Declarations {
    config: Config,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // A type without a path is built in, and has no declaration.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        if self.by_name.contains_key(&name) {
            return;
        }
        let declaration = without_comments(&T::decl(&self.config));
        self.by_name.insert(name, format!("export {declaration}\n"));
        T::visit_dependencies(self);
    }
}

/// Removes the comments, because they are copies of the comments in Rust.
fn without_comments(declaration: &str) -> String {
    let mut parts = declaration.split("\n/**");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once("*/\n").map_or(part, |(_, rest)| rest))
}

/// Writes the file if it changed, and then fails.
#[test]
fn the_types_of_the_page_equal_those_of_the_engine() {
    let config = Config::new().with_large_int("number");
    let mut types = Declarations { config, ..Declarations::default() };
    types.visit::<AnswerError>();
    types.visit::<FirstReplies>();
    types.visit::<WholeReplies>();
    types.visit::<VariantReplies>();
    let head = "// The replies of the engine, as documented in web/engine and sudoku-explain.\n\
                // `cargo test -p sudoku-web` writes this file.\n";
    let text = types.by_name.values().fold(head.to_owned(), |text, one| text + "\n" + one);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../page/src/replies.ts");
    if std::fs::read_to_string(&file).unwrap_or_default() != text {
        std::fs::write(&file, text).unwrap();
        panic!("{} was out of date; commit the new one", file.display());
    }
}
