//! Tests of tables and their columns.

use bench_harness::render::columns::{Column, table};
use bench_harness::render::style::Style;

#[test]
fn what_stands_in_a_cell_is_no_rule() {
    let columns = [Column::text("set", |name: &String| name.clone())];
    let shown = |style| table(&columns, &["a|b.txt".to_owned()], style).to_string();
    assert!(shown(Style::MARKDOWN).ends_with("| a\\|b.txt |"), "{}", shown(Style::MARKDOWN));
    assert!(shown(Style::TEXT).contains(" a|b.txt"), "{}", shown(Style::TEXT));
}
