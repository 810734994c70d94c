//! The Korean words.
//!
//! Cells are written in players' notation, `r1c2`, and read as "1행 2열". So the particle after a
//! cell is the one for a final consonant.

use sudoku_core::{Cell, Digit, DigitSet, House, HouseKind};
use sudoku_logic::Effect;

use crate::claim::Claim;
use crate::marks::Role;
use crate::notation::{self, letter};
use crate::proof::{Because, Cases, Clash, Phrase, Place, Reason};
use crate::token::{Sentence, Token};

mod meanings;
mod titles;

pub(crate) use meanings::meaning;
pub(crate) use titles::title;

/// A particle: its form after a consonant, and after a vowel.
type Particle = (&'static str, &'static str);

const TOPIC: Particle = ("은", "는");
const SUBJECT: Particle = ("이", "가");
const OBJECT: Particle = ("을", "를");

/// Returns true if the Korean word for the digit ends in a consonant: 일, 삼, 육, 칠, 팔.
const fn ends_in_consonant(digit: Digit) -> bool {
    matches!(digit.get(), 1 | 3 | 6 | 7 | 8)
}

const fn after(is_consonant: bool, particle: Particle) -> &'static str {
    if is_consonant { particle.0 } else { particle.1 }
}

impl Sentence {
    fn digit_and(self, digit: Digit, particle: Particle) -> Self {
        self.digit(digit).text(after(ends_in_consonant(digit), particle))
    }

    /// Appends digits as `3, 4, 7`.
    fn digits_listed(self, digits: DigitSet) -> Self {
        self.each_digit(digits, ", ")
    }

    fn digits_and(self, digits: DigitSet, particle: Particle) -> Self {
        let last = digits.iter().next_back().is_some_and(ends_in_consonant);
        self.digits_listed(digits).text(after(last, particle))
    }

    fn named_house(self, house: House) -> Self {
        let kind = match house.kind() {
            HouseKind::Row => "행",
            HouseKind::Column => "열",
            HouseKind::Box => "번 상자",
        };
        self.house(house, format!("{}{kind}", house.number() + 1))
    }

    fn houses_listed(self, houses: &[House]) -> Self {
        self.list(houses, ", ", |sentence, &house| sentence.named_house(house))
    }

    fn cells_listed(self, cells: &[Cell]) -> Self {
        self.list(cells, ", ", |sentence, &cell| sentence.cell(cell))
    }

    fn extras_listed(self, extra: &[(Cell, DigitSet)], last: &str) -> Self {
        self.list(extra, last, |sentence, &(cell, digits)| {
            sentence.cell(cell).text("의 ").digits_listed(digits)
        })
    }
}

/// Describes the effect of a step.
pub(crate) fn so(effect: &Effect) -> String {
    format!("따라서 {}.", notation::effect(effect))
}

/// Returns the sentence of a phrase.
pub(crate) fn sentence(phrase: &Phrase) -> Vec<Token> {
    use Phrase as P;
    let start = Sentence::default();
    let sentence = match phrase {
        P::OnlyCandidate(cell, digit) => {
            start.cell(*cell).text("에 남은 후보는 ").digit(*digit).text("뿐입니다.")
        }
        P::OnlyPlace(house, cell, digit) => {
            let start = start.named_house(*house).text("에서 ").digit_and(*digit, SUBJECT);
            start.text(" 들어갈 칸은 ").cell(*cell).text("뿐입니다.")
        }
        P::LastCell(house, cell, digit) => {
            let start = start.named_house(*house).text("의 빈 칸은 ").cell(*cell);
            start.text(" 하나이고, 없는 숫자는 ").digit(*digit).text("입니다.")
        }
        P::PlacesIn(digit, house, cells) => {
            let start = start.named_house(*house).text("에서 ").digit_and(*digit, TOPIC);
            start.text(" ").cells(cells).text("에만 들어갈 수 있습니다.")
        }
        P::LockedIn(digit, base, cover) => start
            .text("이 칸들은 모두 ")
            .named_house(*cover)
            .text("에 있습니다. ")
            .named_house(*base)
            .text("의 ")
            .digit_and(*digit, SUBJECT)
            .text(" 그중 하나이므로, ")
            .named_house(*cover)
            .text("의 ")
            .digit(*digit)
            .text("도 거기에 있습니다."),
        P::Candidates(cells, digits) => {
            start.cells(cells).text("의 후보는 ").digits_listed(*digits).text("뿐입니다.")
        }
        P::SetFills(house, cells, digits) => start
            .text("이 칸들은 ")
            .named_house(*house)
            .text(&format!("에 있습니다: 칸 {}개에 숫자 {}개이므로, ", cells.len(), digits.len()))
            .digits_and(*digits, TOPIC)
            .text(" 모두 ")
            .cells(cells)
            .text(" 안에 있습니다."),
        P::SetHides(house, cells, digits) => start
            .named_house(*house)
            .text("에서 ")
            .digits_and(*digits, TOPIC)
            .text(" ")
            .cells(cells)
            .text(&format!(
                "에만 들어갈 수 있습니다: 숫자 {}개에 칸 {}개이므로, 이 칸들에 다른 숫자는 없습니다.",
                digits.len(),
                cells.len()
            )),
        P::FishCount(digit, base, cover) => start
            .houses_listed(base)
            .text("에서 ")
            .digit_and(*digit, TOPIC)
            .text(" ")
            .houses_listed(cover)
            .text("의 칸에만 들어갈 수 있습니다. ")
            .houses_listed(cover)
            .text("에는 ")
            .digit_and(*digit, SUBJECT)
            .text(" 하나씩이므로, 모두 ")
            .houses_listed(base)
            .text("에 있고 다른 칸에는 없습니다."),
        P::WithoutFins(digit, fins) => start
            .text("먼저 지느러미(")
            .cells(fins)
            .text(")에 ")
            .digit_and(*digit, SUBJECT)
            .text(" 없다고 합시다."),
        P::WithFin(digit, fins) => start
            .text("반대로 지느러미(")
            .cells(fins)
            .text(")에 ")
            .digit_and(*digit, SUBJECT)
            .text(" 있으면, ")
            .text(if fins.len() == 1 { "그 칸을" } else { "지느러미를 모두" })
            .text(" 보는 칸에도 ")
            .digit_and(*digit, SUBJECT)
            .text(" 없습니다."),
        P::NamedSet(index, cells, digits) => start
            .text(&format!("{}: ", letter(*index)))
            .cells(cells)
            .text("의 후보는 ")
            .digits_listed(*digits)
            .text(if cells.len() == 1 {
                "입니다: 하나가 아니면 다른 하나입니다."
            } else {
                "이며, 칸보다 하나 많습니다: 하나가 없으면 나머지가 모두 있습니다."
            }),
        P::Restricted(digit, one, other) => start
            .digit_and(*digit, TOPIC)
            .text(&format!(
                " {}에도 있고 {}에도 있을 수는 없습니다: {0}에서는 ",
                letter(one.0),
                letter(other.0)
            ))
            .cells(&one.1)
            .text(&format!("에만, {}에서는 ", letter(other.0)))
            .cells(&other.1)
            .text("에만 들어갈 수 있고, 앞의 칸은 뒤의 칸을 모두 봅니다."),
        P::SetWithout(set, lost, held) => start
            .text(&format!("{}에 ", letter(*set)))
            .digit_and(*lost, SUBJECT)
            .text(" 없으면 ")
            .digit_and(*held, SUBJECT)
            .text(" 있습니다."),
        P::SetTakes(set, digit, next) => start
            .text(&format!("{}에 ", letter(*set)))
            .digit_and(*digit, SUBJECT)
            .text(&format!(" 있으면 {}에는 없습니다.", letter(*next))),
        P::InOneSet(digit, sets) => {
            let start = start.text("따라서 ").digit_and(*digit, TOPIC).text(" ");
            start.letters(sets, ", ").text(" 중 적어도 한 곳에 있습니다.")
        }
        P::BothBound(digits, one, other) => start
            .text(&format!("{}에도 {}에도 ", letter(*one), letter(*other)))
            .digits_listed(*digits)
            .text(
                " 중 적어도 하나가 있어야 하는데, 둘을 합해 하나씩뿐입니다: 따라서 두 집합에는 각각 \
                 둘 중 꼭 하나와, 나머지 숫자가 모두 있습니다.",
            ),
        P::Petal(cell, digit, set, held) => start
            .claim(&Claim::on(*cell, *digit))
            .text(&format!("이면 {}에 ", letter(*set)))
            .digit_and(*digit, SUBJECT)
            .text(" 없으므로 ")
            .digit_and(*held, SUBJECT)
            .text(" 있습니다."),
        P::ShareOut { parts, once, twice } => share_out(start, parts, *once, *twice),
        P::IfThen(first, then) => start.claim(first).text("이면 ").claim(then).text("입니다."),
        P::OneOf(claims) => {
            let words = if claims.len() == 1 { "" } else { "다음 중 적어도 하나는 맞습니다: " };
            start.text("따라서 ").text(words).claims(claims, " 또는 ").text(".")
        }
        P::Ends(one, other) => start
            .text("따라서 ")
            .claim(one)
            .text("이거나, 아니면 ")
            .claim(other)
            .text("입니다: 둘 중 적어도 하나는 맞습니다."),
        P::StrongLink(house, one, other) => {
            start.named_house(*house).text(": ").claim(one).text(" 또는 ").claim(other).text(".")
        }
        P::Alternate(cells, digits) => start
            .cells_listed(cells)
            .text("의 후보는 모두 ")
            .digits_listed(*digits)
            .text(
                "이고, 각 칸은 다음 칸을 봅니다: 따라서 두 숫자가 번갈아 들어가며, 사이에 있는 칸이 \
                 짝수 개인 두 칸에는 하나씩 들어갑니다.",
            ),
        P::Colors(digit, one, other, first) => start
            .text(&format!("색 {}: ", letter(*first)))
            .cells(one)
            .text(&format!(". 색 {}: ", letter(first + 1)))
            .cells(other)
            .text(". 이 링크들에 따라, 한 색의 칸에는 모두 ")
            .digit_and(*digit, SUBJECT)
            .text(" 있고 다른 색의 칸에는 없습니다."),
        P::ColorWraps(one, other, color) => start
            .text(&format!("색 {}의 ", letter(*color)))
            .cell(*one)
            .text("과 ")
            .cell(*other)
            .text("은 서로 봅니다: 따라서 그 색은 틀렸습니다."),
        P::ColorsMeet(one, other, of_one, of_other) => start
            .text(&format!("색 {}의 ", letter(*of_one)))
            .cell(*one)
            .text(&format!("이 색 {}의 ", letter(*of_other)))
            .cell(*other)
            .text("을 봅니다: 두 색이 다 맞을 수는 없습니다."),
        P::OneColor(one, other) => start.text(&format!(
            "따라서 색 {}, {} 중 적어도 하나는 맞습니다.",
            letter(*one),
            letter(*other)
        )),
        P::Deadly(cells, digits) => {
            start.cells(cells).text("에 ").digits_listed(*digits).text(
                "뿐이라면, 각 유닛에 이 칸이 둘이거나 없으므로 두 숫자를 서로 바꿀 수 있습니다: \
                 그러면 답이 둘이 됩니다.",
            )
        }
        P::Grave(extra) => start.extras_listed(extra, ", ").text(
            " 없이는 모든 빈 칸의 후보가 둘이고, 각 유닛에서 아직 없는 숫자가 들어갈 칸도 둘씩입니다: \
             그러면 답이 없거나 여럿입니다.",
        ),
        P::OneExtra(extra) => start
            .text("답이 하나이므로 ")
            .text(if extra.len() == 1 { "이것이 맞습니다: " } else { "이 중 적어도 하나는 맞습니다: " })
            .extras_listed(extra, " 또는 ")
            .text("."),
        P::ExtraSet(house, cells, digits) => start
            .text("따라서 다른 숫자가 있는 칸 중 하나에는 그 숫자가 들어갑니다. ")
            .cells(cells)
            .text(&format!("과 합하면 칸 {}개에 ", cells.len() + 1))
            .digits_listed(*digits)
            .text("뿐이므로, ")
            .named_house(*house)
            .text("의 이 숫자들은 모두 거기에 있습니다."),
        P::ExtraHidden(house, cells, digits) => start
            .named_house(*house)
            .text("에서 ")
            .digits_and(*digits, TOPIC)
            .text(" ")
            .cells(cells)
            .text(
                "에만 들어갈 수 있어 칸이 하나 많지만, 다른 숫자가 있는 칸 중 하나에는 그 숫자가 \
                 들어갑니다. 따라서 나머지 칸에 다른 숫자는 없습니다.",
            ),
        P::SameDigit(chosen, [one, other]) => start
            .assignment(chosen, ", ")
            .text("일 수는 없습니다: ")
            .cell(*one)
            .text("이 ")
            .cell(*other)
            .text("을 봅니다."),
        P::Starves(chosen, cell) => start
            .assignment(chosen, ", ")
            .text("일 수는 없습니다: ")
            .cell(*cell)
            .text("에 남는 후보가 없게 됩니다."),
        P::Templates(digit, count) => start
            .digit_and(*digit, OBJECT)
            .text(&format!(" 아홉 번 놓는 방법은 {count}가지입니다.")),
        P::TemplatesShare(digit, cells) => start
            .digit_and(*digit, OBJECT)
            .text(" 놓는 모든 방법이 ")
            .cells(cells)
            .text("을 쓰므로, 거기에 다른 숫자는 없습니다."),
        P::Suppose(claim) => {
            let word = after(ends_in_consonant(claim.digit), ("이라고", "라고"));
            start.claim(claim).text(word).text(" 합시다.")
        }
        P::Follows(claim, reason) => follows(start, claim, reason),
        P::Impossible(clash) => impossible(start, clash),
        P::Cases(cases, claims) => {
            let start = match cases {
                Cases::Cell(cell) => start.cell(*cell).text("에는 후보 중 하나가 들어갑니다: "),
                Cases::House(house, digit) => {
                    let start = start.named_house(*house).text(" 어딘가에 ");
                    start.digit_and(*digit, SUBJECT).text(" 있습니다: ")
                }
                Cases::Opposites => start.text("둘 중 하나는 맞습니다: "),
                Cases::Fish(house, digit) => start
                    .text("따라서 ")
                    .digit_and(*digit, TOPIC)
                    .text(" 지느러미에 있거나, ")
                    .named_house(*house)
                    .text("에서 물고기의 칸에 있습니다: "),
            };
            start.claims(claims, " 또는 ").text(".")
        }
        P::Ring => start.text(
            "사슬이 닫힙니다: 따라서 그 줄들은 모두 맞거나 모두 틀립니다. 맞으면 줄들이 놓는 숫자가, \
             틀리면 줄들이 지우는 숫자가 모두 그 칸에 있습니다.",
        ),
        P::LookedUp(cell, digit) => start
            .claim(&Claim::on(*cell, *digit))
            .text(": 탐색으로 찾은 답에서 본 것이며, 논리로 보인 것이 아닙니다."),
        P::Gone(cells, digits, because) => gone(start, cells, *digits, because),
        P::Placed(cell, digit, because) => {
            let start = start.text("따라서 ").claim(&Claim::on(*cell, *digit));
            start.text(match because {
                Because::Refuted => ": 가정이 틀렸습니다.",
                Because::EachCase => ": 모든 경우에 그렇습니다.",
                Because::PossibleCases => ": 가능한 모든 경우에 그렇습니다.",
                Because::AllTemplates => ": 이 숫자를 놓는 모든 방법이 이 칸을 씁니다.",
                _ => ".",
            })
        }
        P::Part(name) => start.text(&format!("{} 하나만 보면:", title(*name))),
    };
    sentence.into_tokens()
}

fn share_out(start: Sentence, parts: &[Vec<Cell>; 3], once: DigitSet, twice: DigitSet) -> Sentence {
    let count: usize = parts.iter().map(Vec::len).sum();
    let start = start.text(&format!("칸이 모두 {count}개입니다. ")).digits_and(once, TOPIC);
    let start = start.text(" 그 안에서 들어갈 칸이 한 유닛에 있어 한 번만 들어갈 수 있습니다");
    let start = if twice.is_empty() {
        start
    } else {
        let start = start.text("; ").digits_and(twice, TOPIC);
        start.text(" 줄에 한 번, 상자에 한 번, 두 번까지 들어갈 수 있습니다")
    };
    start.text(&format!(". 합하면 칸 {count}개에 숫자 {count}개이므로 모두 거기에 있습니다."))
}

fn follows(start: Sentence, claim: &Claim, reason: &Reason) -> Sentence {
    let start = start.claim(claim).text(": ");
    match (reason, claim.is_on) {
        (Reason::Assumed, _) => start.text("가정입니다."),
        (Reason::Cell, true) => start.cells(&claim.cells).text("에 다른 후보가 남지 않았습니다."),
        (Reason::Cell, false) => start.cells(&claim.cells).text("에 다른 숫자가 있습니다."),
        (Reason::House(house), true) => start
            .named_house(*house)
            .text("에 ")
            .digit_and(claim.digit, SUBJECT)
            .text(" 들어갈 다른 칸이 남지 않았습니다."),
        (Reason::House(house), false) => start
            .named_house(*house)
            .text("에 이미 ")
            .digit_and(claim.digit, SUBJECT)
            .text(" 있습니다."),
        (Reason::Sees, _) => start
            .text("그 ")
            .digit_and(claim.digit, SUBJECT)
            .text(" 어느 칸에 있든 이 칸이 봅니다."),
        (Reason::Locked(house), _) => start
            .named_house(*house)
            .text("에서 ")
            .digit_and(claim.digit, SUBJECT)
            .text(" 들어갈 수 있는 칸은 모두 이 칸을 봅니다."),
        (Reason::Set { cells, digits }, _) => start
            .text("그 숫자가 없으면 ")
            .cells(cells)
            .text("에 ")
            .digits_listed(*digits)
            .text(" 중 나머지가 모두 있습니다."),
        (Reason::Step(name), _) => {
            start.text(&format!("이 줄들이 지우는 후보를 뺀 판에서, {} 기법으로:", title(*name)))
        }
    }
}

fn impossible(start: Sentence, clash: &Clash) -> Sentence {
    let both = |start: Sentence, one: &Claim, other: &Claim| {
        start.claim(one).text("이면서 ").claim(other).text("일 수는 없습니다.")
    };
    let start = start.text("모순입니다: ");
    match clash {
        Clash::Opposites(claim) => both(start, claim, &claim.opposite()),
        Clash::Rivals(one, other) => both(start, one, other),
        Clash::NoCandidate(cell) => start.cell(*cell).text("에 남은 후보가 없습니다."),
        Clash::NoPlace(house, digit) => start
            .named_house(*house)
            .text("에 ")
            .digit_and(*digit, SUBJECT)
            .text(" 들어갈 칸이 없습니다."),
        Clash::Deadly => {
            start.text("다른 숫자가 하나도 맞지 않게 되어, 답이 둘이 되는 모양만 남습니다.")
        }
    }
}

fn gone(start: Sentence, cells: &[Cell], digits: DigitSet, because: &Because) -> Sentence {
    let start = start.text("따라서 ").cells(cells).text("에 ").digits_and(digits, TOPIC);
    let start = start.text(" 없습니다");
    match because {
        Because::Shown => start.text("."),
        Because::TakenIn(houses) => start
            .text(": ")
            .houses_listed(houses)
            .text("의 ")
            .digits_and(digits, TOPIC)
            .text(" 자리가 정해졌습니다."),
        Because::OwnDigits(own) => {
            start.text(": 거기에는 ").digits_listed(*own).text("만 들어갑니다.")
        }
        Because::Sees(seen) => start.text(": ").cells_listed(seen).text("을 봅니다."),
        Because::RuledOutBy(claims) => {
            let words = if claims.len() == 1 { "이면" } else { "이든" };
            start.text(": ").claims(claims, "이든 ").text(words).text(" 있을 수 없습니다.")
        }
        Because::Refuted => start.text(": 가정이 틀렸습니다."),
        Because::EachCase => start.text(": 모든 경우에 그렇습니다."),
        Because::PossibleCases => start.text(": 가능한 모든 경우에 그렇습니다."),
        Because::WrongColor(color) => {
            start.text(&format!(": 색 {}의 칸에는 그 숫자가 없습니다.", letter(*color)))
        }
        Because::SeesColors(one, other) => start.text(&format!(
            ": 색 {}의 칸과 색 {}의 칸을 함께 봅니다.",
            letter(*one),
            letter(*other)
        )),
        Because::NoCombination => start.text(": 그렇게 되는 조합이 남지 않았습니다."),
        Because::AllTemplates => start.text(": 이 숫자를 놓는 어떤 방법도 쓰지 않습니다."),
    }
}

/// Returns the meaning of a mark on a drawing.
pub(crate) const fn legend(role: Role) -> &'static str {
    match role {
        Role::Placed => "결정되는 숫자",
        Role::True => "패턴의 일부",
        Role::False => "지느러미, 예외, 또는 거짓",
        Role::Out => "없어지는 후보",
    }
}

/// Describes the place of a pattern.
pub(crate) fn place(place: &Place) -> Vec<Token> {
    write_place(Sentence::default(), place).into_tokens()
}

fn write_place(start: Sentence, place: &Place) -> Sentence {
    match place {
        Place::Single(None, cell, digit) => start.cell(*cell).text("의 ").digit(*digit),
        Place::Single(Some(house), cell, digit) => {
            start.named_house(*house).text("의 ").digit_and(*digit, TOPIC).text(" ").cell(*cell)
        }
        Place::Locked(digit, cells, base, cover) => start
            .named_house(*base)
            .text("의 ")
            .digit_and(*digit, TOPIC)
            .text(" ")
            .cells(cells)
            .text(", 모두 ")
            .named_house(*cover)
            .text(" 안"),
        Place::Subset(digits, cells, house, _) => {
            start.named_house(*house).text(" ").cells(cells).text("의 ").digits_listed(*digits)
        }
        Place::Fish(digit, base, cover, fins) => {
            let start = start.houses_listed(base).text("의 ").digit_and(*digit, SUBJECT);
            let start = start.text(" ").houses_listed(cover).text(" 안");
            if fins.is_empty() { start } else { start.text(", 지느러미 ").cells(fins) }
        }
        Place::Wing(pivot, wings, digit) => start
            .text("중심 ")
            .cell(*pivot)
            .text(", 날개 ")
            .cells(wings)
            .text("; 그중 하나에 ")
            .digit(*digit),
        Place::Sets(sets, commons) => {
            let mut index = 0;
            start.named_sets(sets).text("; ").list(commons, ", ", |sentence, &digits| {
                index += 1;
                let names = format!("{}와 {}를 잇는 ", letter(index - 1), letter(index));
                sentence.text(&names).digits_listed(digits)
            })
        }
        Place::Blossom(stem, petals, commons) => {
            let mut index = 0;
            let start = start.text("줄기 ").set(stem).text("; ").named_sets(petals).text("; ");
            start.list(commons, ", ", |sentence, &digits| {
                index += 1;
                sentence.text(&format!("{}에는 ", letter(index - 1))).digits_listed(digits)
            })
        }
        Place::Crossing([middle, line, block]) => {
            let start = start.text("교차하는 곳 ").set(middle).text(", 그 줄 ").set(line);
            start.text(", 그 상자 ").set(block)
        }
        Place::Deadly(cells, digits, extra) => {
            let start = start.cells(cells).text("의 ").digits_listed(*digits);
            if extra.is_empty() { start } else { start.text(", 막는 칸 ").cells(extra) }
        }
        Place::Grave(extra) => start.extras_listed(extra, ", ").text(" 외의 모든 후보"),
        Place::Aligned(base, excluders) => {
            start.cells(base).text("의 조합을 ").cells(excluders).text("이 제한")
        }
        Place::Chain(claims) => start.chain(claims, false),
        Place::Ring(claims) => start.chain(claims, true),
        Place::Cases(None, starts, _) => start.claims(starts, ", ").text("이면 모순"),
        Place::Cases(Some(_), starts, ends) => start
            .claims(starts, ", ")
            .text(if starts.len() == 1 { "이면 " } else { " 어느 쪽이든 " })
            .claims(ends, ", "),
        Place::Colors(digit, colors) => {
            let start = start.digit_and(*digit, TOPIC).text(" ");
            colors.iter().enumerate().fold(start, |sentence, (index, cells)| {
                let join = if index == 0 { "" } else { "; " };
                sentence.text(&format!("{join}{} ", letter(index))).cells(cells)
            })
        }
        Place::Templates(digit) => start.digit_and(*digit, OBJECT).text(" 놓는 모든 방법"),
        Place::Parts(parts) => start.list(parts, "; ", write_place),
    }
}
