//! The columns of steps in a Parquet file.
//!
//! A row has a list of steps, and a step a list of eliminations. Parquet stores each field of the
//! steps as a column of values with two levels: the repetition level tells at which depth a list
//! continues, and the definition level how much of the path to the value exists.

use std::collections::BTreeMap;
use std::fs::File;
use std::sync::Arc;

use parquet::basic::{IntType, LogicalType, Repetition, Type};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedRowGroupWriter;
use parquet::schema::types::{ColumnPath, Type as SchemaType};
use sudoku_logic::StepName;

use crate::steps::LeanStep;

/// The fields of a step, in the order of the file.
const FIELDS: [&str; 5] = ["technique", "cell", "digit", "score", "eliminations"];

/// Returns the paths of the fields in a column of steps.
pub(super) fn paths(column: &str) -> impl Iterator<Item = ColumnPath> {
    FIELDS.into_iter().map(move |field| {
        let mut path = vec![column, "list", "element", field];
        if field == "eliminations" {
            path.extend(["list", "element"]);
        }
        ColumnPath::new(path.into_iter().map(str::to_owned).collect())
    })
}

/// Returns the schema of a column of steps.
pub(super) fn schema(column: &str) -> Result<Arc<SchemaType>, ParquetError> {
    let number = |name: &str, bits: i8, repetition: Repetition| {
        let meaning = LogicalType::Integer(IntType { bit_width: bits, is_signed: false });
        primitive(name, Type::INT32, Some(meaning), repetition)
    };
    let required = Repetition::REQUIRED;
    let fields = vec![
        primitive(FIELDS[0], Type::BYTE_ARRAY, Some(LogicalType::String), required)?,
        number(FIELDS[1], 8, Repetition::OPTIONAL)?,
        number(FIELDS[2], 8, Repetition::OPTIONAL)?,
        primitive(FIELDS[3], Type::DOUBLE, None, required)?,
        list(FIELDS[4], number("element", 16, required)?)?,
    ];
    let step = SchemaType::group_type_builder("element").with_repetition(required);
    list(column, Arc::new(step.with_fields(fields).build()?))
}

fn primitive(
    name: &str,
    kind: Type,
    meaning: Option<LogicalType>,
    repetition: Repetition,
) -> Result<Arc<SchemaType>, ParquetError> {
    let field = SchemaType::primitive_type_builder(name, kind).with_repetition(repetition);
    field.with_logical_type(meaning).build().map(Arc::new)
}

/// Returns the schema of a list without nulls.
fn list(name: &str, element: Arc<SchemaType>) -> Result<Arc<SchemaType>, ParquetError> {
    let repeated = SchemaType::group_type_builder("list").with_repetition(Repetition::REPEATED);
    let repeated = repeated.with_fields(vec![element]).build()?;
    let list = SchemaType::group_type_builder(name)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(repeated)]);
    list.build().map(Arc::new)
}

/// The steps of a row group, by column.
#[derive(Debug, Default)]
pub(super) struct StepColumns {
    /// The name of each technique as a value of Parquet.
    names: BTreeMap<StepName, ByteArray>,
    techniques: Vec<ByteArray>,
    cells: Vec<i32>,
    digits: Vec<i32>,
    scores: Vec<f64>,
    eliminations: Vec<i32>,
    /// The levels of techniques and scores: one entry for each step, and one for a row without
    /// steps.
    steps: Levels,
    /// The levels of cells and digits.
    placements: Levels,
    /// The levels of eliminations.
    eliminated: Levels,
}

#[derive(Debug, Default)]
struct Levels {
    definition: Vec<i16>,
    repetition: Vec<i16>,
}

impl Levels {
    fn push(&mut self, definition: i16, repetition: i16) {
        self.definition.push(definition);
        self.repetition.push(repetition);
    }
}

impl StepColumns {
    /// Adds the steps of a row.
    pub(super) fn push(&mut self, steps: &[LeanStep]) {
        if steps.is_empty() {
            for levels in [&mut self.steps, &mut self.placements, &mut self.eliminated] {
                levels.push(0, 0);
            }
        }
        for (at, step) in steps.iter().enumerate() {
            let continues = i16::from(at > 0);
            let name = self.names.entry(step.name).or_insert_with(|| step.name.name().into());
            self.techniques.push(name.clone());
            self.scores.push(step.score);
            self.steps.push(1, continues);
            self.cells.extend(step.cell().map(i32::from));
            self.digits.extend(step.digit().map(i32::from));
            self.placements.push(1 + i16::from(step.placement.is_some()), continues);
            if step.eliminations.is_empty() {
                self.eliminated.push(1, continues);
            }
            for (place, &number) in step.eliminations.iter().enumerate() {
                self.eliminations.push(number.into());
                self.eliminated.push(2, if place > 0 { 2 } else { continues });
            }
        }
    }

    /// Writes the columns of a row group and clears them.
    pub(super) fn write(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, File>,
    ) -> Result<(), ParquetError> {
        write::<ByteArrayType>(group, &self.techniques, &self.steps)?;
        write::<Int32Type>(group, &self.cells, &self.placements)?;
        write::<Int32Type>(group, &self.digits, &self.placements)?;
        write::<DoubleType>(group, &self.scores, &self.steps)?;
        write::<Int32Type>(group, &self.eliminations, &self.eliminated)?;
        *self = Self::default();
        Ok(())
    }
}

fn write<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    values: &[T::T],
    levels: &Levels,
) -> Result<(), ParquetError> {
    let no_more = || ParquetError::General("the schema has fewer columns".into());
    let mut column = group.next_column()?.ok_or_else(no_more)?;
    let (definition, repetition) = (Some(&*levels.definition), Some(&*levels.repetition));
    column.typed::<T>().write_batch(values, definition, repetition)?;
    column.close()
}
