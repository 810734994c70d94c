//! Candidates, literals and sets of literals as numbers.

/// A digit in a cell: `cell * 9 + digit`, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Candidate(u16);

impl Candidate {
    /// The number of candidates of an empty board.
    pub(crate) const COUNT: usize = 729;

    pub(crate) const fn new(cell: usize, digit: usize) -> Self {
        Self((cell * 9 + digit) as u16)
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn cell_and_digit(self) -> (usize, usize) {
        (self.index() / 9, self.index() % 9)
    }

    /// Returns the literal that the candidate is on.
    pub(crate) const fn on(self) -> Literal {
        Literal(self.0)
    }

    /// Returns the literal that the candidate is off.
    pub(crate) const fn off(self) -> Literal {
        Literal(self.0 + Self::COUNT as u16)
    }
}

/// A candidate that is on or off: the number of the candidate, and 729 more if it is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Literal(u16);

impl Literal {
    /// The number of literals of an empty board.
    pub(crate) const COUNT: usize = 2 * Candidate::COUNT;

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn is_on(self) -> bool {
        self.index() < Candidate::COUNT
    }

    /// Returns the opposite: on instead of off, or the reverse.
    pub(crate) const fn opposite(self) -> Self {
        let candidate = self.candidate();
        if self.is_on() { candidate.off() } else { candidate.on() }
    }

    pub(crate) const fn candidate(self) -> Candidate {
        Candidate(if self.is_on() { self.0 } else { self.0 - Candidate::COUNT as u16 })
    }

    pub(crate) const fn cell_and_digit(self) -> (usize, usize) {
        self.candidate().cell_and_digit()
    }
}

/// A set of literals, one bit each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct LiteralSet([u64; Self::WORDS]);

impl LiteralSet {
    const WORDS: usize = Literal::COUNT.div_ceil(64);
    pub(crate) const EMPTY: Self = Self([0; Self::WORDS]);

    pub(crate) const fn contains(&self, literal: Literal) -> bool {
        self.0[literal.index() / 64] >> (literal.0 % 64) & 1 == 1
    }

    /// Adds a literal. Returns true if it is new.
    pub(crate) const fn insert(&mut self, literal: Literal) -> bool {
        let is_new = !self.contains(literal);
        self.0[literal.index() / 64] |= 1 << (literal.0 % 64);
        is_new
    }

    /// Returns the intersection of both sets.
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}
