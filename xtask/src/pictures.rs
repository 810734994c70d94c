//! `cargo xtask pictures`: the pictures of the documents, from real output. The plot belongs to
//! `cargo xtask peers`.

use std::path::Path;
use std::process::Command;

use crate::tools::{Build, build_command};
use crate::{Failure, page, run as run_command, web};

/// Makes a hint and a sheet by the command, and pictures of the page in headless Chromium.
pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let command = build_command(root, "sudoku", Build::Test)?;
    let mut node = Command::new("node");
    node.current_dir(root).arg("web/tests/pictures.mjs");
    node.env("SUDOKU_PAGE", web::build(root)?.page).env("SUDOKU_COMMAND", command);
    run_command(node.env("CHROMIUM", page::chromium()?).env("PICTURES", root.join("docs/img")))
}
