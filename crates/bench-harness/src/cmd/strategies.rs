//! The strategies that a command compares: those of the registry, and those of its program.

use anyhow::{Context, Result, ensure};
use sudoku_registry::{NoStrategyError, STRATEGIES, Strategy, VARIANT_STRATEGIES};
use sudoku_variants::Ruled;

use crate::engine::Engine;
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
            let mut others = Self { added: &added[..at] }.names();
            ensure!(
                others.all(|other| other != *name),
                "the harness already has a strategy `{name}`; give yours another name"
            );
        }
        Ok(Self { added })
    }

    /// Returns the strategies that solve boards.
    pub fn iter(self) -> impl Iterator<Item = &'static Strategy> {
        STRATEGIES.iter().chain(self.added)
    }

    /// Returns the names of all strategies, also of those for variants.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let variants = VARIANT_STRATEGIES.iter().map(|strategy| strategy.name);
        let boards = |all: &'static [Strategy]| all.iter().map(|strategy| strategy.name);
        boards(STRATEGIES).chain(variants).chain(boards(self.added))
    }

    /// Returns the strategy with this name as an engine, if the processor of this machine can run
    /// it.
    pub fn engine(self, name: &str) -> Result<Engine<'static>> {
        match variant(name) {
            Some(strategy) => Ok(strategy.into()),
            None => Ok(self.find_available(name)?.into()),
        }
    }

    /// Returns the strategy for boards with this name, if the processor of this machine can run it.
    pub fn find_available(self, name: &str) -> Result<&'static Strategy> {
        ensure!(variant(name).is_none(), "the strategy `{name}` solves only variants");
        let strategy = self.iter().find(|strategy| strategy.name == name).with_context(|| {
            let all: Vec<_> = self.names().collect();
            format!("unknown strategy `{name}`; available: {}", all.join(", "))
        })?;
        ensure!(strategy.is_available(), NoStrategyError::Unavailable(strategy.name));
        Ok(strategy)
    }
}

/// Returns the strategy for variants with this name.
fn variant(name: &str) -> Option<&'static Strategy<Ruled>> {
    VARIANT_STRATEGIES.iter().find(|strategy| strategy.name == name)
}
