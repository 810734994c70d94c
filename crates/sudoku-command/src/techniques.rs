//! `sudoku techniques`.

use cli_support::ExitStatus;
use serde::Serialize;
use sudoku_logic::{NamedTechniques, RatingScale};

use crate::error::CliError;
use crate::format::json;
use crate::output_target::OutputTarget;
use crate::scale::ScaleName;
use crate::values;

/// List the techniques of the rating scales
///
/// Lists the techniques of each scale by group. --needs and --without of `sudoku generate` and
/// `sudoku dataset make` accept the names of techniques and of groups. A group is short for all its
/// techniques. --with of these commands and of `sudoku hint`, `hints` and `explain` accepts those
/// that are off by default.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Examples:\n  sudoku techniques\n  sudoku techniques --scale hodoku")]
pub(crate) struct TechniquesArgs {
    /// Scales to list, comma-separated [default: all]
    #[arg(long, value_name = "SCALE", value_delimiter = ',', value_parser = values::human_scales())]
    scale: Vec<ScaleName>,

    /// Write one JSON object per technique
    #[arg(long)]
    json: bool,
}

/// The techniques of a scale that belong to one group.
struct TechniqueGroup {
    /// The name of the group, or `None` for techniques without a group.
    name: Option<String>,
    techniques: Vec<String>,
}

#[derive(Serialize)]
struct ListedTechnique<'a> {
    scale: &'a str,
    group: Option<&'a str>,
    technique: &'a str,
    off_by_default: bool,
}

pub(crate) fn run(args: &TechniquesArgs) -> Result<ExitStatus, CliError> {
    let mut named: Vec<&RatingScale> = Vec::new();
    for &ScaleName(scale) in &args.scale {
        if !named.iter().any(|other| other.name() == scale.name()) {
            named.push(scale);
        }
    }
    let scales = if named.is_empty() { RatingScale::all().to_vec() } else { named };
    let texts: Vec<String> = if args.json {
        scales.into_iter().map(objects).collect()
    } else {
        scales.into_iter().map(table).collect()
    };
    let mut target = OutputTarget::open(None, &[])?;
    target.write(texts.join(if args.json { "" } else { "\n" }).as_bytes())?;
    target.finish()?;
    Ok(ExitStatus::Success)
}

/// Returns the techniques of a scale that are on or off by default, by group.
fn groups(scale: &RatingScale, is_off: bool) -> Vec<TechniqueGroup> {
    let (singles, groups): (Vec<_>, Vec<_>) =
        NamedTechniques::all().partition(|named| named.about().is_none());
    let known = |named: &&NamedTechniques| match is_off {
        true => scale.can_add(named),
        false => scale.knows(&named.steps),
    };
    let names = |is_member: &dyn Fn(&NamedTechniques) -> bool| {
        let members = singles.iter().filter(known).filter(|named| is_member(named));
        members.map(|named| named.name.clone()).collect()
    };
    let is_in = |group: &NamedTechniques, named: &NamedTechniques| {
        named.steps.iter().all(|step| group.steps.contains(step))
    };
    let grouped = groups.iter().map(|group| TechniqueGroup {
        name: Some(group.name.clone()),
        techniques: names(&|named| is_in(group, named)),
    });
    let others = TechniqueGroup {
        name: None,
        techniques: names(&|named| !groups.iter().any(|group| is_in(group, named))),
    };
    let all = grouped.chain([others]);
    all.filter(|group| !group.techniques.is_empty()).collect()
}

/// The width of the column of group names.
const GROUP_WIDTH: usize = 19;

/// The maximum width of a line.
const WIDTH: usize = 100;

/// Returns the techniques of a scale as a table for people.
fn table(scale: &RatingScale) -> String {
    let mut text = format!("{}: {}\n", scale.name(), scale.title());
    text += &lines(groups(scale, false));
    let off = groups(scale, true);
    if !off.is_empty() {
        text += "off by default, use --with to add them:\n";
        text += &lines(off);
    }
    text
}

/// Returns the lines of a table.
fn lines(groups: Vec<TechniqueGroup>) -> String {
    let mut text = String::new();
    for TechniqueGroup { name, techniques } in groups {
        let mut line = format!("  {:<GROUP_WIDTH$}", name.as_deref().unwrap_or("(no group)"));
        let last = techniques.len() - 1;
        for (at, technique) in techniques.iter().enumerate() {
            let word = if at < last { format!("{technique},") } else { technique.clone() };
            if line.len() + word.len() > WIDTH {
                text += &(line.trim_end().to_owned() + "\n");
                line = " ".repeat(2 + GROUP_WIDTH);
            }
            line += &word;
            line.push(' ');
        }
        text += &(line.trim_end().to_owned() + "\n");
    }
    text
}

/// Returns the techniques of a scale as JSON objects.
fn objects(scale: &RatingScale) -> String {
    let mut text = String::new();
    for off_by_default in [false, true] {
        for TechniqueGroup { name, techniques } in groups(scale, off_by_default) {
            for technique in &techniques {
                let (scale, group) = (scale.name(), name.as_deref());
                text += &json(&ListedTechnique { scale, group, technique, off_by_default });
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_technique_of_a_scale_is_listed_once() {
        for scale in RatingScale::all() {
            let is_known =
                |named: &NamedTechniques| scale.knows(&named.steps) || scale.can_add(named);
            let known =
                NamedTechniques::all().filter(|named| named.about().is_none() && is_known(named));
            let mut known: Vec<String> = known.map(|named| named.name).collect();
            let listed = [false, true].into_iter().flat_map(|is_off| groups(scale, is_off));
            let mut listed: Vec<String> = listed.flat_map(|group| group.techniques).collect();
            assert_eq!(objects(scale).lines().count(), listed.len());
            let table = table(scale);
            assert!(listed.iter().all(|name| table.contains(&**name)), "{table}");
            assert!(table.lines().all(|line| line.len() <= WIDTH), "{table}");
            known.sort();
            listed.sort();
            assert_eq!(listed, known, "{}", scale.name());
        }
    }
}
