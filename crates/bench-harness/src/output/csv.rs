//! A line per row. The environment stands in the last columns of every line: comment lines would
//! have to be known about, columns are read by everything.

use crate::record::{Record, Records, SCHEMA};

const COLUMNS: [&str; 38] = [
    "schema",
    "strategy",
    "set",
    "mode",
    "batch",
    "text",
    "puzzles",
    "finished",
    "timed_out",
    "not_run",
    "wrong",
    "solutions",
    "placements",
    "guesses",
    "mean_ns",
    "median_ns",
    "worst_ns",
    "p10_ns",
    "p90_ns",
    "puzzles_per_second",
    "budget_ms",
    "within_budget",
    "promises_budget",
    "whole_passes",
    "fastest_twentieth_mean_ns",
    "peer_version",
    "peer_licence",
    "lost",
    "cpu",
    "features",
    "compiler",
    "profile",
    "opt_level",
    "comparable",
    "commit",
    "seed",
    "date",
    "time_limit_ms",
];

pub(super) fn render(records: &Records) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    let environment = &records.environment;
    let environment = [
        environment.cpu.clone(),
        environment.features.join(" "),
        environment.compiler.clone(),
        environment.profile.clone(),
        environment.opt_level.clone(),
        environment.comparable.to_string(),
        environment.commit.clone(),
        environment.seed.to_string(),
        environment.date.clone(),
        environment.time_limit_ms.to_string(),
    ];
    for row in &records.results {
        writer.write_record(fields(row).iter().chain(&environment))?;
    }
    let bytes = writer.into_inner().map_err(|error| error.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The columns before the environment's. What is not known is empty.
fn fields(row: &Record) -> [String; 28] {
    fn known<T: ToString>(value: Option<T>) -> String {
        value.map(|value| value.to_string()).unwrap_or_default()
    }
    [
        SCHEMA.to_string(),
        row.strategy.clone(),
        row.set.clone(),
        row.mode.to_string(),
        row.batch.to_string(),
        row.text.to_string(),
        row.puzzles.to_string(),
        row.finished.to_string(),
        row.timed_out.to_string(),
        row.not_run.to_string(),
        row.wrong.to_string(),
        row.solutions.to_string(),
        known(row.placements),
        known(row.guesses),
        known(row.mean_ns),
        known(row.median_ns),
        known(row.worst_ns),
        known(row.p10_ns),
        known(row.p90_ns),
        known(row.puzzles_per_second),
        row.budget_ms.to_string(),
        known(row.within_budget),
        row.promises_budget.to_string(),
        row.whole_passes.to_string(),
        known(row.fastest_twentieth_mean_ns),
        known(row.peer.as_ref().map(|peer| &peer.version)),
        known(row.peer.as_ref().map(|peer| &peer.licence)),
        known(row.lost.as_ref()),
    ]
}
