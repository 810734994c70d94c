//! The plan of a measurement: all options that its rows and results depend on.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::workload::Workload;

/// The greeting of an external engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Greeting {
    /// The version.
    pub version: String,
    /// The license, usually an SPDX expression.
    pub licence: String,
}

/// The engines, and the options of their rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The names of the engines, in the order of the rows.
    pub strategies: Vec<String>,
    /// The strategies that are build variants of another, with its name.
    pub bases: BTreeMap<String, String>,
    /// The greetings of the external engines, by name.
    pub external: BTreeMap<String, Greeting>,
    /// The workloads.
    pub workloads: Vec<Workload>,
    /// The total time of all rows, in milliseconds. `None` if every puzzle is run.
    pub budget_ms: Option<u64>,
    /// True if nothing is timed.
    pub verify_only: bool,
}

impl Plan {
    /// Returns true for the default sets and workloads.
    pub fn is_main_job(&self) -> bool {
        let is_default = self.budget_ms.is_some() && self.workloads == Workload::DEFAULT;
        is_default && self.external.is_empty() && !self.verify_only
    }

    /// Returns the total time of all rows.
    pub fn budget(&self) -> Option<Duration> {
        self.budget_ms.map(Duration::from_millis)
    }
}
