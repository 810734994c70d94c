//! The order of the functions in a WebAssembly module.
//!
//! Compressors such as gzip find repeated bytes only within the last 32 KiB. Copies of a generic
//! function are almost equal, but the linker puts each into the code of its crate. If similar
//! functions are next to each other, the same code compresses better. Linkers for other systems do
//! this too: see [Function ordering for compressed size](https://arxiv.org/abs/2211.09285).

use std::collections::hash_map::{Entry, HashMap};
use std::collections::{HashSet, VecDeque};
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    BinaryReader, CodeSectionReader, ElementItems, Export, ExternalKind, FunctionBody,
    FunctionSectionReader, Parser, Payload,
};

use crate::{Failure, traps};

/// The length of the byte sequences that two functions have in common.
const LENGTH: usize = 6;
/// A sequence that more functions have says nothing about their similarity.
const MOST_FUNCTIONS: usize = 100;
/// The bytes that gzip looks back.
const WINDOW: usize = 30_000;
/// An addition to the size of a function, so that tiny functions, which share all their sequences
/// by chance, do not go first.
const SMALL: f64 = 60.0;

/// Returns a module without imports that has the functions that [`traps::shorten`] keeps. Each code
/// is there once, and similar ones are next to each other. The linker uses five bytes for each
/// address; here an address is as short as possible.
pub(crate) fn order(module: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut layout = Layout::default();
    let mut roots = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(_) => return Err("the module has imports".into()),
            Payload::FunctionSection(types) => {
                layout.types = types.into_iter().collect::<Result<_, _>>()?;
            }
            Payload::CodeSectionEntry(body) => layout.bodies.push(body),
            Payload::ExportSection(exports) => {
                for export in exports {
                    let Export { kind, index, .. } = export?;
                    roots.extend((kind == ExternalKind::Func).then_some(index));
                }
            }
            Payload::ElementSection(elements) => {
                for element in elements {
                    let ElementItems::Functions(functions) = element?.items else {
                        return Err("the table has expressions".into());
                    };
                    for function in functions {
                        roots.push(function?);
                    }
                }
            }
            Payload::StartSection { .. } => return Err("the module has a start function".into()),
            _ => {}
        }
    }
    let kept = traps::shorten(&layout.bodies, &roots)?;
    // The first of several functions with the same code replaces the others.
    let mut firsts: HashMap<(u32, &[u8]), usize> = HashMap::new();
    let (mut numbers, mut codes, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for (number, code) in kept.iter().enumerate() {
        let Some(code) = code else { continue };
        match firsts.entry((layout.types[number], code)) {
            Entry::Vacant(first) => {
                first.insert(number);
                numbers.push(number);
                codes.push(code.as_slice());
            }
            Entry::Occupied(first) => others.push((number, *first.get())),
        }
    }
    layout.order = similar(&codes).into_iter().map(|at| numbers[at]).collect();
    for (&number, code) in numbers.iter().zip(codes) {
        layout.bodies[number] = FunctionBody::new(BinaryReader::new(code, 0));
    }
    layout.places = vec![0; kept.len()];
    for (place, &function) in layout.order.iter().enumerate() {
        layout.places[function] = u32::try_from(place)?;
    }
    for (other, first) in others {
        layout.places[other] = layout.places[first];
    }
    let mut ordered = Module::new();
    let done = layout.parse_core_module(&mut ordered, Parser::new(0), module);
    done.map_err(|error| format!("cannot order the functions of the module: {error}"))?;
    Ok(ordered.finish())
}

#[derive(Default)]
struct Layout<'a> {
    types: Vec<u32>,
    bodies: Vec<FunctionBody<'a>>,
    /// The functions in their new order.
    order: Vec<usize>,
    /// The place of each function in that order.
    places: Vec<u32>,
}

impl Reencode for Layout<'_> {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        Ok(self.places[function as usize])
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        _: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        for &function in &self.order {
            functions.function(self.types[function]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        _: CodeSectionReader<'_>,
    ) -> Result<(), Error> {
        for function in self.order.clone() {
            let body = self.bodies[function].clone();
            utils::parse_function_body(self, code, body)?;
        }
        Ok(())
    }
}

/// Returns an order in which each function shares many byte sequences with those before it, as far
/// back as the window reaches. The largest function is the first.
fn similar(codes: &[&[u8]]) -> Vec<usize> {
    let mut holders: HashMap<&[u8], Vec<usize>> = HashMap::new();
    let mut sizes = Vec::new();
    for (function, code) in codes.iter().enumerate() {
        let sequences: HashSet<&[u8]> = code.windows(LENGTH).collect();
        sizes.push(sequences.len() as f64 + SMALL);
        for sequence in sequences {
            holders.entry(sequence).or_default().push(function);
        }
    }
    let mut sequences: Vec<Vec<usize>> = holders.into_values().collect();
    sequences.retain(|functions| (2..=MOST_FUNCTIONS).contains(&functions.len()));
    let mut held = vec![Vec::new(); codes.len()];
    for (sequence, functions) in sequences.iter().enumerate() {
        for &function in functions {
            held[function].push(sequence);
        }
    }

    // For each sequence, the number of functions in the window that have it; for each function, the
    // number of its sequences that are in the window.
    let mut seen = vec![0; sequences.len()];
    let mut shared = vec![0; codes.len()];
    let mut window = VecDeque::new();
    let mut bytes = 0;
    let mut rest: Vec<usize> = (0..codes.len()).collect();
    let mut order = Vec::new();
    let first = (0..codes.len()).max_by_key(|&function| codes[function].len());
    let mut next = first;
    while let Some(function) = next {
        order.push(function);
        rest.retain(|&other| other != function);
        window.push_back(function);
        bytes += codes[function].len();
        for &sequence in &held[function] {
            seen[sequence] += 1;
            if seen[sequence] == 1 {
                sequences[sequence].iter().for_each(|&other| shared[other] += 1);
            }
        }
        while bytes > WINDOW && window.len() > 1 {
            let Some(last) = window.pop_front() else { break };
            bytes -= codes[last].len();
            for &sequence in &held[last] {
                seen[sequence] -= 1;
                if seen[sequence] == 0 {
                    sequences[sequence].iter().for_each(|&other| shared[other] -= 1);
                }
            }
        }
        let likeness = |function: usize| f64::from(shared[function]) / sizes[function];
        next = rest.iter().copied().max_by(|&a, &b| likeness(a).total_cmp(&likeness(b)));
    }
    order
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        ConstExpr, ElementSection, Elements, ExportKind, ExportSection, Function, Instruction,
        RefType, TableSection, TableType, TypeSection, ValType,
    };
    use wasmparser::Validator;

    use super::*;

    /// Three functions that add numbers, and three that multiply, in turns. Each is exported by its
    /// number, calls the one before it, and is in the table.
    fn module() -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], [ValType::I32]);
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        let mut exports = ExportSection::new();
        for number in 0..6 {
            functions.function(0);
            exports.export(&number.to_string(), ExportKind::Func, number);
            let mut body = Function::new([]);
            let step = if number % 2 == 0 { Instruction::I32Add } else { Instruction::I32Mul };
            body.instruction(&Instruction::I32Const(1000 + number as i32));
            for value in 0..20 {
                body.instruction(&Instruction::I32Const(500 + value)).instruction(&step);
            }
            if number > 0 {
                body.instruction(&Instruction::Call(number - 1)).instruction(&step);
            }
            body.instruction(&Instruction::End);
            code.function(&body);
        }
        let mut tables = TableSection::new();
        let element_type = RefType::FUNCREF;
        let (minimum, maximum) = (6, Some(6));
        tables.table(TableType { element_type, minimum, maximum, table64: false, shared: false });
        let mut elements = ElementSection::new();
        let numbers = [0, 1, 2, 3, 4, 5];
        elements.active(None, &ConstExpr::i32_const(0), Elements::Functions((&numbers).into()));
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&tables).section(&exports);
        module.section(&elements).section(&code);
        module.finish()
    }

    /// Returns the constant at the start of each function, the function that it calls, the function
    /// of each export, and the functions of the table.
    fn read(module: &[u8]) -> (Vec<i32>, Vec<Option<u32>>, Vec<u32>, Vec<u32>) {
        let (mut starts, mut calls, mut exported, mut table) = (vec![], vec![], vec![], vec![]);
        for payload in Parser::new(0).parse_all(module) {
            match payload.unwrap() {
                Payload::ExportSection(exports) => {
                    exported = exports.into_iter().map(|export| export.unwrap().index).collect();
                }
                Payload::ElementSection(elements) => {
                    for element in elements {
                        let wasmparser::ElementItems::Functions(items) = element.unwrap().items
                        else {
                            panic!("the table has functions")
                        };
                        table.extend(items.into_iter().map(Result::unwrap));
                    }
                }
                Payload::CodeSectionEntry(body) => {
                    let operators = body.get_operators_reader().unwrap().into_iter();
                    let operators: Vec<_> = operators.map(Result::unwrap).collect();
                    let wasmparser::Operator::I32Const { value } = operators[0] else {
                        panic!("a function starts with a constant")
                    };
                    starts.push(value);
                    calls.push(operators.iter().find_map(|operator| match operator {
                        wasmparser::Operator::Call { function_index } => Some(*function_index),
                        _ => None,
                    }));
                }
                _ => {}
            }
        }
        (starts, calls, exported, table)
    }

    #[test]
    fn similar_functions_become_neighbors_and_every_use_follows_them() {
        let ordered = order(&module()).unwrap();
        Validator::new().validate_all(&ordered).unwrap();
        let (starts, calls, exported, table) = read(&ordered);
        let kinds: Vec<i32> = starts.iter().map(|start| start % 2).collect();
        assert!(kinds == [0, 0, 0, 1, 1, 1] || kinds == [1, 1, 1, 0, 0, 0], "{kinds:?}");
        assert_eq!(exported, table);
        for (number, &function) in (1000..).zip(&exported) {
            assert_eq!(starts[function as usize], number);
            let called = calls[function as usize].map(|called| starts[called as usize]);
            assert_eq!(called, (number > 1000).then(|| number - 1));
        }
    }

    #[test]
    fn functions_with_the_same_code_become_one() {
        let mut types = TypeSection::new();
        types.ty().function([], [ValType::I32]);
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        let mut exports = ExportSection::new();
        for (number, value) in (0..).zip([1001, 1000, 1001]) {
            functions.function(0);
            exports.export(&number.to_string(), ExportKind::Func, number);
            let mut body = Function::new([]);
            body.instruction(&Instruction::I32Const(value)).instruction(&Instruction::End);
            code.function(&body);
        }
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&exports).section(&code);
        let (starts, _, exported, _) = read(&order(&module.finish()).unwrap());
        assert_eq!(starts.len(), 2);
        let of_exports: Vec<i32> = exported.iter().map(|&it| starts[it as usize]).collect();
        assert_eq!(of_exports, [1001, 1000, 1001]);
    }

    #[test]
    fn a_module_without_functions_stays_and_a_broken_one_is_refused() {
        let empty = Module::new().finish();
        assert_eq!(order(&empty).unwrap(), empty);
        order(b"no module").unwrap_err();
    }
}
