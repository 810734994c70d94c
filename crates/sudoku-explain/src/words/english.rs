//! The English words.

use sudoku_core::{Cell, DigitSet, House};
use sudoku_logic::{Effect, StepName};

use crate::claim::Claim;
use crate::marks::Role;
use crate::notation::{self, letter};
use crate::proof::{Because, Cases, Clash, Phrase, Place, Reason};
use crate::token::{Sentence, Token};

mod meanings;

pub(crate) use meanings::meaning;

/// Returns the technique's name with a capital letter.
pub(crate) fn title(name: StepName) -> String {
    capital(name.name())
}

/// Capitalizes the first letter. Only ASCII is supported, because Unicode case tables are large.
fn capital(words: &str) -> String {
    let mut words = words.to_owned();
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

/// Describes the effect of a step.
pub(crate) fn so(effect: &Effect) -> String {
    format!("So {}.", notation::effect(effect))
}

impl Sentence {
    /// Appends digits as `3, 4 and 7`.
    fn all(self, digits: DigitSet) -> Self {
        self.each_digit(digits, " and ")
    }

    /// Appends digits as `3, 4 or 7`.
    fn any(self, digits: DigitSet) -> Self {
        self.each_digit(digits, " or ")
    }

    fn in_house(self, house: House) -> Self {
        self.house(house, house.to_string())
    }

    fn houses(self, houses: &[House]) -> Self {
        self.list(houses, " and ", |sentence, &house| sentence.in_house(house))
    }

    /// Appends the houses at the beginning of a sentence.
    fn houses_capital(self, houses: &[House]) -> Self {
        match houses {
            [] => self,
            [first] => self.in_house_capital(*first),
            [first, rest @ ..] => {
                let join = by_count(rest.len(), " and ", ", ");
                self.in_house_capital(*first).text(join).houses(rest)
            }
        }
    }

    fn extras(self, extra: &[(Cell, DigitSet)], last: &str) -> Self {
        self.list(extra, last, |sentence, &(cell, digits)| {
            sentence.any(digits).text(" in ").cell(cell)
        })
    }
}

const NUMBERS: [&str; 10] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

fn number(count: usize) -> String {
    NUMBERS.get(count).map_or_else(|| count.to_string(), |&word| word.to_owned())
}

/// Returns the singular or the plural word, such as `is` or `are`.
const fn by_count(count: usize, one: &'static str, more: &'static str) -> &'static str {
    if count == 1 { one } else { more }
}

/// Returns the sentence of a phrase.
pub(crate) fn sentence(phrase: &Phrase) -> Vec<Token> {
    use Phrase as P;
    let start = Sentence::default();
    let sentence = match phrase {
        P::OnlyCandidate(cell, digit) => {
            start.digit(*digit).text(" is the only candidate left in ").cell(*cell).text(".")
        }
        P::OnlyPlace(house, cell, digit) => {
            let start = start.text("In ").in_house(*house).text(", ").digit(*digit);
            start.text(" can only be in ").cell(*cell).text(".")
        }
        P::LastCell(house, cell, digit) => {
            let start = start.cell(*cell).text(" is the last blank cell of ").in_house(*house);
            start.text(", which lacks ").digit(*digit).text(".")
        }
        P::PlacesIn(digit, house, cells) => {
            let start = start.text("In ").in_house(*house).text(", ").digit(*digit);
            start.text(" can only be in ").cells(cells).text(".")
        }
        P::LockedIn(digit, base, cover) => start
            .text("All of them lie in ")
            .in_house(*cover)
            .text(". ")
            .in_house_capital(*base)
            .text(" needs its ")
            .digit(*digit)
            .text(" there, so that is the ")
            .digit(*digit)
            .text(" of ")
            .in_house(*cover)
            .text(" too."),
        P::Candidates(cells, digits) => {
            let verb =
                by_count(cells.len(), " has only the candidates ", " have only the candidates ");
            start.cells(cells).text(verb).all(*digits).text(".")
        }
        P::SetFills(house, cells, digits) => start
            .text("They lie in ")
            .in_house(*house)
            .text(&format!(
                ": {} cells for {} digits, so each of the digits ",
                number(cells.len()),
                number(digits.len())
            ))
            .all(*digits)
            .text(" is in one of ")
            .cells(cells)
            .text("."),
        P::SetHides(house, cells, digits) => start
            .text("In ")
            .in_house(*house)
            .text(", ")
            .all(*digits)
            .text(" can only be in ")
            .cells(cells)
            .text(&format!(
                ": {} digits for {} cells, so these cells hold nothing else.",
                number(digits.len()),
                number(cells.len())
            )),
        P::FishCount(digit, base, cover) => {
            let start =
                start.houses_capital(base).text(by_count(base.len(), " has its ", " have their "));
            let start = start.digit(*digit).text(" in ").houses(cover);
            let start = start.text(by_count(
                cover.len(),
                ", which holds one ",
                ". Each of these holds one ",
            ));
            let start = start.digit(*digit).text(by_count(
                cover.len(),
                ", so its other cells cannot hold ",
                ", so their other cells cannot hold ",
            ));
            start.digit(*digit).text(".")
        }
        P::WithoutFins(digit, fins) => start
            .text("Suppose first that no fin (")
            .cells(fins)
            .text(") holds ")
            .digit(*digit)
            .text("."),
        P::WithFin(digit, fins) => start
            .text("Otherwise a fin (")
            .cells(fins)
            .text(") holds ")
            .digit(*digit)
            .text(", and cells that see ")
            .text(by_count(fins.len(), "it", "all fins"))
            .text(" cannot hold ")
            .digit(*digit)
            .text("."),
        P::NamedSet(index, cells, digits) => {
            let start = start.text(&format!("{}: ", letter(*index))).cells(cells);
            let start = start.text(by_count(cells.len(), " has ", " together have "));
            start.all(*digits).text(by_count(
                cells.len(),
                ". If it loses one of them, it holds the other.",
                ", one digit more than cells. If they lose one of them, they hold all the others.",
            ))
        }
        P::Restricted(digit, one, other) => start
            .digit(*digit)
            .text(&format!(
                " cannot be in both {} and {}: in {0} it can only be in ",
                letter(one.0),
                letter(other.0)
            ))
            .cells(&one.1)
            .text(&format!(", in {} only in ", letter(other.0)))
            .cells(&other.1)
            .text(by_count(
                one.1.len() + other.1.len() - 1,
                ", and the two see each other.",
                ", and the one see the other.",
            )),
        P::SetWithout(set, lost, held) => start
            .text(&format!("If {} does not hold ", letter(*set)))
            .digit(*lost)
            .text(", it holds ")
            .digit(*held)
            .text("."),
        P::SetTakes(set, digit, next) => start
            .text(&format!("If {} holds ", letter(*set)))
            .digit(*digit)
            .text(&format!(", {} does not.", letter(*next))),
        P::InOneSet(digit, sets) => {
            let start = start.text("So ").digit(*digit).text(" is in ").letters(sets, " or ");
            start.text(": at least one of them holds it.")
        }
        P::BothBound(digits, one, other) => start
            .text(&format!("Each of {} and {} needs ", letter(*one), letter(*other)))
            .any(*digits)
            .text(
                ", but together they can hold only one of each. So each set holds exactly one of \
                   these digits, and all its other digits.",
            ),
        P::Petal(cell, digit, set, held) => start
            .text("If ")
            .claim(&Claim::on(*cell, *digit))
            .text(&format!(", {} loses ", letter(*set)))
            .digit(*digit)
            .text(" and holds ")
            .digit(*held)
            .text("."),
        P::ShareOut { parts, once, twice } => share_out(start, parts, *once, *twice),
        P::IfThen(first, then) => {
            start.text("If ").claim(first).text(", then ").claim(then).text(".")
        }
        P::OneOf(claims) => start
            .text(by_count(claims.len(), "So ", "So at least one of these is right: "))
            .claims(claims, " or ")
            .text("."),
        P::Ends(one, other) => start
            .text("So ")
            .claim(one)
            .text(", or if not, ")
            .claim(other)
            .text(": at least one of the two is right."),
        P::StrongLink(house, one, other) => start
            .text("In ")
            .in_house(*house)
            .text(": ")
            .claim(one)
            .text(" or ")
            .claim(other)
            .text("."),
        P::Alternate(cells, digits) => start
            .text("Each of ")
            .list(cells, " and ", |sentence, &cell| sentence.cell(cell))
            .text(" has only ")
            .all(*digits)
            .text(
                " and sees the next, so the two digits alternate. Two of the cells with an even \
                   number of cells between them hold different digits.",
            ),
        P::Colors(digit, one, other, first) => start
            .text(&format!("Color {}: ", letter(*first)))
            .cells(one)
            .text(&format!(". Color {}: ", letter(first + 1)))
            .cells(other)
            .text(&format!(". By these links, either all cells of color {} hold ", letter(*first)))
            .digit(*digit)
            .text(&format!(", or all cells of color {}.", letter(first + 1))),
        P::ColorWraps(one, other, color) => start
            .cell(*one)
            .text(" and ")
            .cell(*other)
            .text(&format!(" of color {} see each other, so this color is wrong.", letter(*color))),
        P::ColorsMeet(one, other, of_one, of_other) => start
            .cell(*one)
            .text(&format!(" of color {} sees ", letter(*of_one)))
            .cell(*other)
            .text(&format!(" of color {}, so at most one color is right.", letter(*of_other))),
        P::OneColor(one, other) => start.text(&format!(
            "So at least one of the colors {} and {} is right.",
            letter(*one),
            letter(*other)
        )),
        P::Deadly(cells, digits) => {
            start.text("If ").cells(cells).text(" held only ").all(*digits).text(
                ", these two digits could be swapped, because each house has two of the cells or \
                   none. The puzzle would then have two solutions.",
            )
        }
        P::Grave(extra) => start.text("Without ").extras(extra, " and ").text(
            ", every blank cell would have two candidates, and every missing digit two places in \
                   each house. Such a board has no solution or several.",
        ),
        P::OneExtra(extra) => start
            .text("Because the puzzle has one solution, ")
            .text(by_count(extra.len(), "", "at least one of these is right: "))
            .extras(extra, " or ")
            .text(by_count(extra.len(), " must be right.", ".")),
        P::ExtraSet(house, cells, digits) => start
            .text("So one of the cells with extra digits holds such a digit. With ")
            .cells(cells)
            .text(&format!(" that makes {} cells with only ", number(cells.len() + 1)))
            .all(*digits)
            .text(", so ")
            .in_house(*house)
            .text(" has all of these digits there."),
        P::ExtraHidden(house, cells, digits) => start
            .text("In ")
            .in_house(*house)
            .text(", ")
            .all(*digits)
            .text(" can only be in ")
            .cells(cells)
            .text(
                ", one cell more than digits. One of the cells with extra digits holds such a \
                   digit, so the other cells hold nothing else.",
            ),
        P::SameDigit(chosen, [one, other]) => start
            .text("Not ")
            .assignment(chosen, " and ")
            .text(": ")
            .cell(*one)
            .text(" sees ")
            .cell(*other)
            .text("."),
        P::Starves(chosen, cell) => start
            .text("Not ")
            .assignment(chosen, " and ")
            .text(": ")
            .cell(*cell)
            .text(" would have no candidate left."),
        P::Templates(digit, count) => start
            .text(&format!("There {} ", by_count(*count, "is", "are")))
            .text(&format!("{count} {} to place ", by_count(*count, "way", "ways")))
            .digit(*digit)
            .text(" nine times."),
        P::TemplatesShare(digit, cells) => start
            .text("All ways to place ")
            .digit(*digit)
            .text(" use ")
            .cells(cells)
            .text(", so no other digit can be there."),
        P::Suppose(claim) => start.text("Suppose ").claim(claim).text("."),
        P::Follows(claim, reason) => follows(start, claim, reason),
        P::Impossible(clash) => impossible(start, clash),
        P::Cases(cases, claims) => {
            let start = match cases {
                Cases::Cell(cell) => start.cell(*cell).text(" holds one of its candidates: "),
                Cases::House(house, digit) => {
                    start.in_house_capital(*house).text(" has ").digit(*digit).text(" somewhere: ")
                }
                Cases::Opposites => start.text("One of these holds: "),
                Cases::Fish(house, digit) => start
                    .text("So a fin holds ")
                    .digit(*digit)
                    .text(", or ")
                    .in_house(*house)
                    .text(" has it where the fish is: "),
            };
            start.claims(claims, " or ").text(".")
        }
        P::Ring => start.text(
            "The chain closes, so either all its lines are right or all are wrong. If they are \
             right, each digit that they place is right. If they are wrong, each digit that they \
             rule out is right.",
        ),
        P::LookedUp(cell, digit) => start
            .claim(&Claim::on(*cell, *digit))
            .text(" comes from the solution, which a search has found. Logic does not prove it."),
        P::Gone(cells, digits, because) => gone(start, cells, *digits, because),
        P::Placed(cell, digit, because) => {
            let start = start.text("So ").claim(&Claim::on(*cell, *digit));
            match because {
                Because::Refuted => start.text(": the assumption is wrong."),
                Because::EachCase => start.text(": each case leads to it."),
                Because::PossibleCases => start.text(": each case that is possible leads to it."),
                Because::AllTemplates => start.text(": all ways to place the digit use it."),
                _ => start.text("."),
            }
        }
        P::Part(name) => start.text(&format!("A {} by itself:", name.name())),
    };
    sentence.into_tokens()
}

impl Sentence {
    fn in_house_capital(self, house: House) -> Self {
        self.house(house, capital(&house.to_string()))
    }
}

fn share_out(start: Sentence, parts: &[Vec<Cell>; 3], once: DigitSet, twice: DigitSet) -> Sentence {
    let count: usize = parts.iter().map(Vec::len).sum();
    let start = start.text(&format!("These are {} cells. ", number(count)));
    let start = start.text(by_count(once.len(), "", "Each of ")).all(once);
    let start = start.text(" has all its places there in one house, so it can be there once");
    let start = if twice.is_empty() {
        start
    } else {
        let start = start.text("; ").all(twice);
        start.text(" can be there twice, once in the line and once in the box")
    };
    start.text(&format!(
        ". That makes {} digits for {0} cells, so all of them are there.",
        number(count)
    ))
}

fn follows(start: Sentence, claim: &Claim, reason: &Reason) -> Sentence {
    let start = start.claim(claim);
    match (reason, claim.is_on) {
        (Reason::Assumed, _) => start.text(", as assumed."),
        (Reason::Cell, true) => {
            start.text(": ").cells(&claim.cells).text(" has no other candidate left.")
        }
        (Reason::Cell, false) => start.text(": ").cells(&claim.cells).text(" has another digit."),
        (Reason::House(house), true) => start
            .text(": ")
            .in_house(*house)
            .text(" has no other place left for ")
            .digit(claim.digit)
            .text("."),
        (Reason::House(house), false) => {
            start.text(": ").in_house(*house).text(" has its ").digit(claim.digit).text(".")
        }
        (Reason::Sees, _) => {
            start.text(": it sees that ").digit(claim.digit).text(", wherever it is.")
        }
        (Reason::Locked(house), _) => start
            .text(": all places that are left for ")
            .digit(claim.digit)
            .text(" in ")
            .in_house(*house)
            .text(" see it."),
        (Reason::Set { cells, digits }, _) => start
            .text(": without that digit, ")
            .cells(cells)
            .text(" hold all others of ")
            .all(*digits)
            .text("."),
        (Reason::Step(name), _) => {
            start.text(&format!(", by {} on the board after these eliminations:", name.name()))
        }
    }
}

fn impossible(start: Sentence, clash: &Clash) -> Sentence {
    match clash {
        Clash::Opposites(claim) => start
            .text("That is impossible: ")
            .claim(claim)
            .text(" and ")
            .claim(&claim.opposite())
            .text("."),
        Clash::Rivals(one, other) => {
            start.text("That is impossible: ").claim(one).text(" and ").claim(other).text(".")
        }
        Clash::NoCandidate(cell) => {
            start.text("That is impossible: ").cell(*cell).text(" has no candidate left.")
        }
        Clash::NoPlace(house, digit) => start
            .text("That is impossible: ")
            .in_house(*house)
            .text(" has no place left for ")
            .digit(*digit)
            .text("."),
        Clash::Deadly => start.text(
            "That is impossible: none of the extra digits would be right, and only the deadly \
             pattern would be left.",
        ),
    }
}

fn gone(start: Sentence, cells: &[Cell], digits: DigitSet, because: &Because) -> Sentence {
    let start = start.text("So ");
    let start = start.cells(cells).text(by_count(cells.len(), " is not ", " are not ")).any(digits);
    match because {
        Because::Shown => start.text("."),
        Because::TakenIn(houses) => {
            let taken = by_count(digits.len(), " is taken.", " are taken.");
            start.text(": in ").houses(houses).text(", ").all(digits).text(taken)
        }
        Because::OwnDigits(own) => start
            .text(by_count(cells.len(), ": the cell holds ", ": the cells hold "))
            .any(*own)
            .text("."),
        Because::Sees(seen) => {
            let verb = by_count(cells.len(), ": it sees ", ": each sees ");
            start.text(verb).list(seen, " and ", |sentence, &cell| sentence.cell(cell)).text(".")
        }
        Because::RuledOutBy(claims) => {
            let rules = by_count(cells.len(), " rules it out", " rules them out");
            let (first, others) = claims.split_at(claims.len().min(1));
            let start = start.text(": ").claims(first, "").text(rules);
            let so_does = |sentence: Sentence, claim| sentence.text(", and so does ").claim(claim);
            others.iter().fold(start, so_does).text(".")
        }
        Because::Refuted => start.text(": the assumption is wrong."),
        Because::EachCase => start.text(": each case leads to it."),
        Because::PossibleCases => start.text(": each case that is possible leads to it."),
        Because::WrongColor(color) => start.text(&format!(": color {} is wrong.", letter(*color))),
        Because::SeesColors(one, other) => start.text(&format!(
            "{}cells of color {} and of color {}.",
            by_count(cells.len(), ": it sees ", ": each sees "),
            letter(*one),
            letter(*other)
        )),
        Because::NoCombination => start.text(": no combination with it is left."),
        Because::AllTemplates => start.text(": no way to place the digit uses it."),
    }
}

/// Returns the meaning of a mark on a drawing.
pub(crate) const fn legend(role: Role) -> &'static str {
    match role {
        Role::Placed => "placed",
        Role::True => "in the pattern",
        Role::False => "fin, extra, or false",
        Role::Out => "eliminated",
    }
}

/// Describes the place of a pattern.
pub(crate) fn place(place: &Place) -> Vec<Token> {
    write_place(Sentence::default(), place).into_tokens()
}

fn write_place(start: Sentence, place: &Place) -> Sentence {
    match place {
        Place::Single(None, cell, digit) => start.digit(*digit).text(" in ").cell(*cell),
        Place::Single(Some(house), cell, digit) => {
            start.digit(*digit).text(" of ").in_house(*house).text(" in ").cell(*cell)
        }
        Place::Locked(digit, cells, base, cover) => start
            .digit(*digit)
            .text(" of ")
            .in_house(*base)
            .text(" in ")
            .cells(cells)
            .text(", all in ")
            .in_house(*cover),
        Place::Subset(digits, cells, house, _) => {
            start.all(*digits).text(" in ").cells(cells).text(", ").in_house(*house)
        }
        Place::Fish(digit, base, cover, fins) => {
            let start =
                start.digit(*digit).text(" in ").houses(base).text(", covered by ").houses(cover);
            let name = by_count(fins.len(), ", fin ", ", fins ");
            if fins.is_empty() { start } else { start.text(name).cells(fins) }
        }
        Place::Wing(pivot, wings, digit) => start
            .text("pivot ")
            .cell(*pivot)
            .text(", wings ")
            .cells(wings)
            .text("; ")
            .digit(*digit)
            .text(" in one of them"),
        Place::Sets(sets, commons) => {
            let mut index = 0;
            start.named_sets(sets).text("; ").list(commons, ", ", |sentence, &digits| {
                index += 1;
                let names = format!("{} and {} joined by ", letter(index - 1), letter(index));
                sentence.text(&names).all(digits)
            })
        }
        Place::Blossom(stem, petals, commons) => {
            let mut index = 0;
            let start = start.text("stem ").set(stem).text("; ").named_sets(petals).text("; ");
            start.list(commons, ", ", |sentence, &digits| {
                index += 1;
                sentence.all(digits).text(&format!(" for {}", letter(index - 1)))
            })
        }
        Place::Crossing([middle, line, block]) => start
            .set(middle)
            .text(" in the intersection, ")
            .set(line)
            .text(" in its line, ")
            .set(block)
            .text(" in its box"),
        Place::Deadly(cells, digits, extra) => {
            let start = start.all(*digits).text(" in ").cells(cells);
            if extra.is_empty() { start } else { start.text(", extra digits in ").cells(extra) }
        }
        Place::Grave(extra) => start.text("all but ").extras(extra, " and "),
        Place::Aligned(base, excluders) => {
            start.text("combinations of ").cells(base).text(" are limited by ").cells(excluders)
        }
        Place::Chain(claims) => start.chain(claims, false),
        Place::Ring(claims) => start.chain(claims, true),
        Place::Cases(None, starts, _) => {
            start.claims(starts, " and ").text(" leads to a contradiction")
        }
        Place::Cases(Some(_), starts, ends) => start
            .text(by_count(starts.len(), "", "each of "))
            .claims(starts, " and ")
            .text(" leads to ")
            .claims(ends, " and "),
        Place::Colors(digit, colors) => {
            let start = start.digit(*digit).text(" in ");
            colors.iter().enumerate().fold(start, |sentence, (index, cells)| {
                let join = if index == 0 { "" } else { "; " };
                sentence.text(&format!("{join}{} ", letter(index))).cells(cells)
            })
        }
        Place::Templates(digit) => start.text("all ways to place ").digit(*digit),
        Place::Parts(parts) => start.list(parts, "; and ", write_place),
    }
}
