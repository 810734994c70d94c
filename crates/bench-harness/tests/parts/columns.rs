//! Tests of tables and their columns.

use bench_harness::render::columns::{Column, table};
use bench_harness::render::style::Style;

#[test]
fn a_markdown_table_escapes_its_cells_and_aligns_numbers_to_the_right() {
    let columns = [
        Column::text("set", |name: &String| name.clone()),
        Column::number("n", "", |name: &String| name.len().to_string()),
    ];
    let shown = |style| table(&columns, &["a|b.txt".to_owned()], style);
    let markdown = "| set      | n |\n|----------|--:|\n| a\\|b.txt | 7 |";
    assert_eq!(shown(Style::MARKDOWN), markdown);
    assert!(shown(Style::TEXT).contains(" a|b.txt"), "{}", shown(Style::TEXT));
}
