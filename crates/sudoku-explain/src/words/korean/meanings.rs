//! A sentence for each technique that defines it.

use sudoku_logic::StepName;

use crate::words::fish::{FishKind, FishName};

/// Returns a sentence that defines the technique.
pub(crate) fn meaning(name: StepName) -> String {
    use StepName as N;
    let text = match name {
        N::LastCell => "빈 칸이 하나인 유닛에는 숫자가 하나 모자랍니다.",
        N::HiddenSingle => "어떤 숫자가 들어갈 칸이 유닛에 하나만 남았습니다.",
        N::NakedSingle => "칸에 후보가 하나만 남았습니다.",
        N::DirectPointing => {
            "상자에서 한 숫자의 자리가 모두 한 줄에 있어, 다른 상자에는 그 숫자의 자리가 하나만 남습니다."
        }
        N::DirectClaiming => {
            "줄에서 한 숫자의 자리가 모두 한 상자에 있어, 다른 줄에는 그 숫자의 자리가 하나만 남습니다."
        }
        N::DirectHiddenPair | N::DirectHiddenTriple => {
            "유닛의 몇 칸과 같은 수의 숫자가 서로 묶여, 다른 숫자의 자리가 거기에 하나만 남습니다."
        }
        N::Pointing => {
            "상자에서 한 숫자의 자리가 모두 한 줄에 있으므로, 그 줄의 나머지에는 없습니다."
        }
        N::Claiming => {
            "줄에서 한 숫자의 자리가 모두 한 상자에 있으므로, 그 상자의 나머지에는 없습니다."
        }
        N::NakedPair | N::NakedTriple | N::NakedQuad => {
            "유닛의 몇 칸의 후보가 합해서 칸 수만큼이므로, 그 숫자들은 이 칸들이 다 씁니다."
        }
        N::HiddenPair | N::HiddenTriple | N::HiddenQuad => {
            "유닛에서 몇 숫자의 자리가 합해서 숫자 수만큼이므로, 그 칸들을 이 숫자들이 채웁니다."
        }
        N::LockedPair | N::LockedTriple => {
            "줄과 상자에 함께 속한 칸들이 칸 수만큼의 숫자를 두 유닛 모두에서 다 씁니다."
        }
        N::XyWing => {
            "후보가 둘인 칸과, 그 후보를 하나씩 나눠 가진 이웃 두 칸: 어느 쪽이든 두 이웃 중 하나에 \
             공통 숫자가 있습니다."
        }
        N::XyzWing => {
            "후보가 셋인 칸과, 그중 둘씩 가진 이웃 두 칸: 세 칸 중 하나에 공통 숫자가 있습니다."
        }
        N::WWing => {
            "같은 두 후보를 가진 두 칸이 한 숫자의 강한 링크로 이어집니다: 둘 중 하나에는 다른 숫자가 \
             있습니다."
        }
        N::WxyzWing | N::VwxyzWing | N::UvwxyzWing | N::TuvwxyzWing => {
            "서로 보는 칸들의 숫자가 칸보다 하나 많고, 그중 두 숫자를 가진 칸이 하나 있습니다: 한 숫자가 \
             두 쪽에 함께 있을 수 없으면 다른 숫자가 한쪽에 있습니다."
        }
        N::Skyscraper => {
            "나란한 두 줄에 한 숫자의 자리가 둘씩이고, 그중 둘이 한 줄에 있습니다: 나머지 둘 중 하나에 \
             그 숫자가 있습니다."
        }
        N::TwoStringKite => {
            "한 행과 한 열에 한 숫자의 자리가 둘씩이고, 그중 둘이 한 상자에 있습니다: 나머지 둘 중 하나에 \
             그 숫자가 있습니다."
        }
        N::DualTwoStringKite => "같은 두 칸에서 만나는 두 줄 연 두 개.",
        N::TurbotFish => "한 숫자의 강한 링크 두 개로 된 사슬: 두 끝 중 하나에 그 숫자가 있습니다.",
        N::EmptyRectangle => {
            "한 숫자의 자리가 한 행과 한 열에만 있는 상자와, 그 줄 하나에 닿는 강한 링크."
        }
        N::DualEmptyRectangle => "같은 상자에 있는 빈 사각형 두 개.",
        N::TwoStrongLinks | N::ThreeStrongLinks | N::FourStrongLinks => {
            "한 숫자의 강한 링크들이 차례로 다음 것을 봅니다: 두 끝 중 하나에 그 숫자가 있습니다."
        }
        N::StrongLinkRing => {
            "한 숫자의 강한 링크들이 차례로, 마지막은 처음 것을 봅니다: 그 사이의 링크에도 하나씩 그 \
             숫자가 있습니다."
        }
        N::RemotePair => "같은 두 후보를 가진 칸들의 사슬로, 두 숫자가 번갈아 들어갑니다.",
        N::UniqueLoop1 | N::UniquenessTest1 => {
            "한 칸만 아니면 두 숫자를 서로 바꿀 수 있는 칸들: 그 칸에는 다른 숫자가 있습니다."
        }
        N::UniqueLoop2 | N::UniquenessTest2 | N::UniquenessTest5 => {
            "몇 칸의 셋째 숫자만 아니면 두 숫자를 서로 바꿀 수 있는 칸들: 그중 한 칸에 셋째 숫자가 \
             있습니다."
        }
        N::UniqueLoop3 | N::UniquenessTest3 => {
            "두 칸의 다른 후보만 아니면 두 숫자를 서로 바꿀 수 있는 칸들: 그 후보들이 다른 칸들과 함께 \
             묶음을 이룹니다."
        }
        N::UniqueLoop4 | N::UniquenessTest4 | N::UniquenessTest6 => {
            "두 숫자를 서로 바꿀 수 있는 칸들에서 한 숫자가 다른 후보가 있는 칸들에 묶여 있습니다: 다른 \
             숫자까지 들어가면 답이 둘이 됩니다."
        }
        N::HiddenRectangle => {
            "두 숫자를 서로 바꿀 수 있는 사각형에서 한 숫자가 한 행과 한 열에 묶여 있습니다: 그 둘이 \
             만나는 모서리에 다른 숫자가 있으면 답이 둘이 됩니다."
        }
        N::AvoidableRectangle1 | N::AvoidableRectangle2 => {
            "처음에 주어지지 않은 숫자들의 사각형으로, 다 채우면 두 숫자를 서로 바꿀 수 있게 됩니다."
        }
        N::BivalueGrave1
        | N::BivalueGrave2
        | N::BivalueGrave3
        | N::BivalueGrave4
        | N::BugPlusOne => {
            "몇 후보만 빼면 모든 칸의 후보가 둘이고 모든 숫자의 자리가 유닛마다 둘입니다: 그런 판은 답이 \
             없거나 여럿이므로, 그 후보 중 하나가 맞습니다."
        }
        N::AlignedPairExclusion | N::AlignedTripleExclusion => {
            "몇 칸에서 어떤 숫자가 든 조합은 모두 다른 칸에 후보를 하나도 남기지 않거나 한 유닛에 같은 \
             숫자를 두 번 놓습니다."
        }
        N::SueDeCoq => {
            "줄과 상자가 교차하는 칸들과 그 줄과 상자의 몇 칸에 칸 수만큼의 숫자만 들어갈 수 있으므로, \
             그 숫자가 모두 거기에 있습니다."
        }
        N::SimpleColorsTrap => {
            "강한 링크들이 한 숫자의 자리를 두 색으로 나누고, 한 색은 맞습니다: 두 색을 다 보는 자리는 \
             없어집니다."
        }
        N::SimpleColorsWrap => {
            "강한 링크들이 한 숫자의 자리를 두 색으로 나눕니다: 자기 자신을 보는 색은 틀렸습니다."
        }
        N::MultiColors1 => {
            "강한 링크의 두 무리에서 두 색이 서로 봅니다: 나머지 두 색 중 하나는 맞습니다."
        }
        N::MultiColors2 => "다른 무리의 두 색을 다 보는 색은 틀렸습니다.",
        N::BidirectionalXCycle | N::BidirectionalYCycle | N::BidirectionalCycle => {
            "링크의 고리로, 두 방향 중 하나로 성립합니다: 이웃한 둘 중 하나는 맞습니다."
        }
        N::ContinuousNiceLoop | N::GroupedContinuousNiceLoop => {
            "닫히는 사슬로, 이웃한 둘 중 하나는 맞습니다."
        }
        N::DiscontinuousNiceLoop | N::GroupedDiscontinuousNiceLoop => {
            "시작한 칸으로 돌아와 그 칸에 대해 더 알려 주는 사슬."
        }
        N::XChain => "한 숫자의 링크로 된 사슬: 두 끝 중 하나에 그 숫자가 있습니다.",
        N::XyChain => "후보가 둘인 칸들의 사슬: 두 끝 중 하나에 공통 숫자가 있습니다.",
        N::Aic | N::GroupedAic => {
            "강한 링크와 약한 링크가 번갈아 오는 사슬: 두 끝 중 하나는 맞습니다."
        }
        N::ForcingXChain | N::ForcingChain => "가정이 그 반대로 이어지는 사슬.",
        N::AlsXz => {
            "숫자가 칸보다 하나 많은 두 집합과, 둘에 함께 있을 수 없는 숫자: 다른 공통 숫자는 둘 중 하나에 \
             있습니다."
        }
        N::AlsXyWing | N::AlsChain => {
            "숫자가 칸보다 하나 많은 집합들이, 함께 있을 수 없는 숫자로 차례로 이어집니다: 처음과 끝의 \
             공통 숫자는 둘 중 하나에 있습니다."
        }
        N::DeathBlossom => {
            "칸의 후보마다 한 집합에서 숫자를 빼앗으므로, 집합들의 공통 숫자가 그중 하나에 있습니다."
        }
        N::NishioChains | N::DynamicContradictionChains => "모순에 이르는 가정은 틀렸습니다.",
        N::CellForcingChains | N::DynamicCellChains => {
            "칸의 후보 모두에서 똑같이 나오는 결론은 참입니다."
        }
        N::HouseForcingChains | N::DynamicHouseChains => {
            "유닛에서 한 숫자의 자리 모두에서 똑같이 나오는 결론은 참입니다."
        }
        N::DynamicDoubleChains => "가정에서도 그 반대에서도 나오는 결론은 참입니다.",
        N::ForcingChainContradiction | N::ForcingNetContradiction => {
            "모순이 따라 나오는 가정은 틀렸습니다."
        }
        N::ForcingChainVerity | N::ForcingNetVerity => {
            "여러 가정 중 하나는 참이고, 그 모두에서 나오는 결론은 참입니다."
        }
        N::KrakenFishOne => {
            "지느러미마다 사슬이, 덮는 유닛에서 물고기 밖의 자리를 똑같이 지우는 물고기."
        }
        N::KrakenFishTwo => {
            "지느러미와, 덮는 유닛 하나의 물고기 자리가 모두 사슬로 같은 결론에 이르는 물고기."
        }
        N::TemplateSet => "숫자를 아홉 번 놓는 모든 방법에 공통인 칸이 있습니다.",
        N::TemplateDelete => "숫자를 아홉 번 놓는 어떤 방법도 쓰지 않는 칸이 있습니다.",
        N::BruteForce => "어떤 기법으로도 나아갈 수 없어, 답의 숫자 하나를 가져옵니다.",
        _ => return fish(name),
    };
    text.to_owned()
}

/// Returns a sentence that defines the fish of this name.
fn fish(name: StepName) -> String {
    let Some(FishName { houses: number, kind, has_fins }) = FishName::of(name) else {
        return String::new();
    };
    let houses = match kind {
        FishKind::Basic => {
            format!(
                "나란한 줄 {number}개에서 한 숫자의 자리가 모두 가로지르는 줄 {number}개에 있습니다"
            )
        }
        FishKind::Franken => {
            format!(
                "줄이나 상자 {number}개에서 한 숫자의 자리가 모두 다른 유닛 {number}개에 있습니다"
            )
        }
        FishKind::Mutant => {
            format!(
                "행, 열, 상자 {number}개에서 한 숫자의 자리가 모두 다른 유닛 {number}개에 있습니다"
            )
        }
    };
    let fins = if has_fins {
        ". 예외가 지느러미입니다: 물고기가 지울 후보는 지느러미를 모두 볼 때 없어집니다."
    } else {
        ": 그 유닛의 다른 칸에는 그 숫자가 없습니다."
    };
    format!("{houses}{fins}")
}
