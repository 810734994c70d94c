//! What a measurement was to do, as far as its rows and figures depend on it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::order::Order;
use super::workload::Workload;

/// What an external engine says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Greeting {
    /// Its version.
    pub version: String,
    /// Its licence, as an SPDX expression if it follows the protocol's advice.
    pub licence: String,
}

/// The engines, what is asked of them, and in which order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The names of the engines, in the order of the rows.
    pub strategies: Vec<String>,
    /// What those of them that are external engines say of themselves.
    #[serde(default, rename = "peers")]
    pub external: BTreeMap<String, Greeting>,
    /// What is asked of them.
    #[serde(rename = "ways")]
    pub workloads: Vec<Workload>,
    /// The order of the puzzles in a pass.
    pub order: Order,
    /// In how many random symmetries each puzzle stands in its list; 0 if it stands as it is.
    pub symmetries: u32,
    /// The time that all rows share, in milliseconds; `None` if every puzzle is run.
    pub budget_ms: Option<u64>,
    /// Whether nothing is timed.
    pub verify_only: bool,
}

impl Plan {
    /// Which options differ.
    pub fn differs_in(&self, other: &Self) -> Option<&'static str> {
        [
            (self.strategies != other.strategies, "strategies"),
            (self.external != other.external, "external engines or their versions"),
            (self.workloads != other.workloads, "modes or workloads"),
            (self.order != other.order, "orders"),
            (self.symmetries != other.symmetries, "symmetries"),
            (self.budget_ms != other.budget_ms, "sets or files"),
            (self.verify_only != other.verify_only, "options: --verify-only"),
        ]
        .into_iter()
        .find_map(|(differs, what)| differs.then_some(what))
    }

    /// The time that all rows share.
    pub fn budget(&self) -> Option<Duration> {
        self.budget_ms.map(Duration::from_millis)
    }
}
