//! The strategies that a command compares: those of the registry, and those of its program.

use anyhow::{Context, Result, ensure};
use sudoku_registry::{NoStrategyError, STRATEGIES, Strategy};

use crate::engine::{NameError, check_name};

/// The error for a strategy that cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddedStrategyError {
    /// The name cannot be used.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Another strategy has the name.
    #[error("the harness already has a strategy `{0}`; give yours another name")]
    Taken(&'static str),
}

/// The strategies of the registry, and those that the program adds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strategies {
    added: &'static [Strategy],
}

impl Strategies {
    /// Adds strategies to those of the registry.
    ///
    /// # Errors
    /// If a name cannot be used, or two strategies have the same one.
    pub fn with(added: &'static [Strategy]) -> Result<Self, AddedStrategyError> {
        for (at, Strategy { name, .. }) in added.iter().enumerate() {
            check_name(name)?;
            let mut others = STRATEGIES.iter().chain(&added[..at]).map(|other| other.name);
            if others.any(|other| other == *name) {
                return Err(AddedStrategyError::Taken(name));
            }
        }
        Ok(Self { added })
    }

    /// Returns every strategy.
    pub fn iter(self) -> impl Iterator<Item = &'static Strategy> {
        STRATEGIES.iter().chain(self.added)
    }

    /// Returns the strategy with this name.
    pub fn find(self, name: &str) -> Option<&'static Strategy> {
        self.iter().find(|strategy| strategy.name == name)
    }

    /// Returns the strategy with this name, if the processor of this machine can run it.
    ///
    /// # Errors
    /// If the name is unknown or the processor cannot run the strategy.
    pub fn find_available(self, name: &str) -> Result<&'static Strategy> {
        let strategy = self.find(name).with_context(|| {
            let all: Vec<_> = self.iter().map(|strategy| strategy.name).collect();
            format!("unknown strategy `{name}`; available: {}", all.join(", "))
        })?;
        ensure!(strategy.is_available(), NoStrategyError::Unavailable(strategy.name));
        Ok(strategy)
    }
}
