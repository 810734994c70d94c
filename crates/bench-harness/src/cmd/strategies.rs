//! The strategies that a command compares: those of the registry, and those of its program.

use anyhow::{Context, Result, ensure};
use sudoku_registry::{NoStrategyError, STRATEGIES, Strategy};

use crate::engine::external::check_name;

/// The strategies of the registry, and those that the program adds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strategies {
    added: &'static [Strategy],
}

impl Strategies {
    pub fn with(added: &'static [Strategy]) -> Result<Self> {
        for (at, Strategy { name, .. }) in added.iter().enumerate() {
            check_name(name)?;
            let mut others = STRATEGIES.iter().chain(&added[..at]);
            ensure!(
                others.all(|other| other.name != *name),
                "the harness already has a strategy `{name}`; give yours another name"
            );
        }
        Ok(Self { added })
    }

    pub fn iter(self) -> impl Iterator<Item = &'static Strategy> {
        STRATEGIES.iter().chain(self.added)
    }

    pub fn find(self, name: &str) -> Option<&'static Strategy> {
        self.iter().find(|strategy| strategy.name == name)
    }

    /// Returns the strategy with this name, if the processor of this machine can run it.
    pub fn find_available(self, name: &str) -> Result<&'static Strategy> {
        let strategy = self.find(name).with_context(|| {
            let all: Vec<_> = self.iter().map(|strategy| strategy.name).collect();
            format!("unknown strategy `{name}`; available: {}", all.join(", "))
        })?;
        ensure!(strategy.is_available(), NoStrategyError::Unavailable(strategy.name));
        Ok(strategy)
    }
}
