//! The plan of a measurement: all options that its rows and results depend on.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::workload::Workload;

/// The facts that an external engine gives about itself when it starts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Greeting {
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
    /// The commands of the external engines, by name.
    pub commands: BTreeMap<String, String>,
    pub workloads: Vec<Workload>,
    /// The total time of all rows, in milliseconds. `None` if every puzzle is run.
    pub budget_ms: Option<u64>,
    pub verify_only: bool,
}

impl Plan {
    /// Returns true for the default sets and workloads.
    pub fn is_main_job(&self) -> bool {
        let is_default = self.budget_ms.is_some() && self.workloads == Workload::DEFAULT;
        is_default && self.external.is_empty() && !self.verify_only
    }
}
