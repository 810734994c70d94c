//! Panics without a message in a WebAssembly module.
//!
//! A panic writes a message and ends in a trap. The module has no imports, so nothing can read the
//! message.
//!
//! [`shorten`] replaces the call of a function that never returns by a trap, and removes the code
//! that leads only to it. [`forget_places`] clears the places in the source that messages
//! name. The compiler can do the same ([`panic = "immediate-abort"`][1]), but only if it also
//! builds the standard library, which needs an unstable compiler.
//!
//! [1]: https://doc.rust-lang.org/nightly/cargo/reference/unstable.html#panic-immediate-abort

use std::ops::Range;

use wasmparser::{BinaryReader, DataKind, FunctionBody, Operator, Parser, Payload};

use crate::Failure;

/// The instruction `unreachable`, which traps.
const TRAP: u8 = 0;

/// Returns the functions with shorter code. A function without a use becomes `None`. The roots are
/// the functions that are exported or in the table.
pub(crate) fn shorten(
    bodies: &[FunctionBody<'_>],
    roots: &[u32],
) -> Result<Vec<Option<Vec<u8>>>, Failure> {
    // A function that calls one that never returns may be the next of this kind.
    let mut returns = vec![true; bodies.len()];
    let mut codes = loop {
        let all = bodies.iter().map(|body| shortened(body, &returns));
        let (codes, now): (Vec<Vec<u8>>, Vec<bool>) = all.collect::<Result<_, _>>()?;
        if now == returns {
            break codes;
        }
        returns = now;
    };
    let mut used = vec![None; codes.len()];
    let mut rest = roots.to_vec();
    while let Some(function) = rest.pop() {
        let function = function as usize;
        if used[function].is_none() {
            let code = std::mem::take(&mut codes[function]);
            for operator in FunctionBody::new(BinaryReader::new(&code, 0)).get_operators_reader()? {
                if let Operator::Call { function_index } = operator? {
                    rest.push(function_index);
                }
            }
            used[function] = Some(code);
        }
    }
    Ok(used)
}

/// A block that is open, or the body of a function.
#[derive(Default)]
struct Block {
    is_loop: bool,
    /// True if a branch leads to the end.
    is_left: bool,
    /// True for an `if` without an `else` so far.
    is_optional: bool,
}

/// Returns the shorter code of a function, and true if the function may return. `returns` is true
/// for the functions that may return.
fn shortened(body: &FunctionBody<'_>, returns: &[bool]) -> Result<(Vec<u8>, bool), Failure> {
    let bytes = body.as_bytes();
    let mut reader = body.get_operators_reader()?;
    let start = body.range().start;
    let mut code = bytes[..(reader.original_position() - start) as usize].to_vec();
    let mut blocks = vec![Block::default()];
    let mut is_reached = true;
    // The number of blocks that start where no path leads.
    let mut unreached = 0;
    // The start of the instructions after the last one that starts, ends or leaves a block.
    let mut line = code.len();
    while !reader.eof() {
        let from = (reader.original_position() - start) as usize;
        let operator = reader.read()?;
        let to = (reader.original_position() - start) as usize;
        if !is_reached {
            match operator {
                Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => {
                    unreached += 1;
                    continue;
                }
                Operator::Else | Operator::End if unreached == 0 => {}
                Operator::End => {
                    unreached -= 1;
                    continue;
                }
                _ => continue,
            }
        }
        let is_trap = match operator {
            Operator::Unreachable => true,
            Operator::Call { function_index } => !returns[function_index as usize],
            _ => false,
        };
        if is_trap {
            code.truncate(line);
            code.push(TRAP);
            is_reached = false;
            continue;
        }
        code.extend(&bytes[from..to]);
        let outermost = blocks.len() - 1;
        let mut leave = |depth: u32| {
            let block = &mut blocks[outermost - depth as usize];
            block.is_left |= !block.is_loop;
        };
        match operator {
            Operator::BrIf { relative_depth } => leave(relative_depth),
            Operator::Br { relative_depth } => {
                leave(relative_depth);
                is_reached = false;
            }
            Operator::BrTable { targets } => {
                leave(targets.default());
                for depth in targets.targets() {
                    leave(depth?);
                }
                is_reached = false;
            }
            Operator::Return => {
                leave(outermost as u32);
                is_reached = false;
            }
            Operator::Block { .. } => blocks.push(Block::default()),
            Operator::Loop { .. } => blocks.push(Block { is_loop: true, ..Block::default() }),
            Operator::If { .. } => blocks.push(Block { is_optional: true, ..Block::default() }),
            Operator::Else => {
                let block = &mut blocks[outermost];
                block.is_left |= is_reached;
                block.is_optional = false;
                is_reached = true;
            }
            Operator::End => {
                is_reached |= blocks.pop().is_some_and(|it| it.is_left || it.is_optional);
                if !is_reached && !blocks.is_empty() {
                    // Without a trap, the rules for the types of values apply to the next code.
                    code.push(TRAP);
                }
            }
            Operator::ReturnCall { .. }
            | Operator::ReturnCallIndirect { .. }
            | Operator::RefFunc { .. }
            | Operator::TryTable { .. } => {
                return Err("the module has tail calls, references or exceptions".into());
            }
            _ => continue,
        }
        line = code.len();
    }
    Ok((code, is_reached))
}

/// Clears the places in the source that the messages of panics name, and the names of the files.
///
/// A [`Location`](std::panic::Location) is four words: the address and the length of the file's
/// name, the line and the column.
pub(crate) fn forget_places(module: &mut [u8]) -> Result<(), Failure> {
    let places: Vec<Range<usize>> = places(module)?;
    for place in places {
        module[place].fill(0);
    }
    Ok(())
}

/// Returns where the module has places in the source, and the names of the files.
fn places(module: &[u8]) -> Result<Vec<Range<usize>>, Failure> {
    // The address of each segment of the data, and where it is in the module.
    let mut segments = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        let Payload::DataSection(all) = payload? else { continue };
        for data in all {
            let data = data?;
            if let DataKind::Active { offset_expr, .. } = data.kind
                && let Operator::I32Const { value } = offset_expr.get_operators_reader().read()?
            {
                let end = data.range.end as usize;
                segments.push((value as usize, end - data.data.len()..end));
            }
        }
    }
    let find = |address: usize, length: usize| {
        segments.iter().find_map(|(first, segment)| {
            let start = segment.start + address.checked_sub(*first)?;
            (start + length <= segment.end).then_some(start..start + length)
        })
    };
    let mut places = Vec::new();
    for (first, segment) in &segments {
        let start = segment.start + first.next_multiple_of(4) - first;
        for at in (start..segment.end.saturating_sub(15)).step_by(4) {
            let words: Vec<usize> = module[at..at + 16]
                .chunks(4)
                .map(|word| word.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte)))
                .collect();
            if let [name, length @ 4..200, 1..100_000, 1..1000] = words[..]
                && let Some(file) = find(name, length)
                && module[file.clone()].ends_with(b".rs")
            {
                places.extend([at..at + 16, file]);
            }
        }
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        BlockType, CodeSection, ConstExpr, DataSection, Function, FunctionSection,
        Instruction as I, MemorySection, MemoryType, Module, TypeSection, ValType,
    };
    use wasmparser::Validator;

    use super::*;

    /// Returns a module of functions without parameters that return a number.
    fn module(functions: &[&[I<'_>]], data: &[u8]) -> Vec<u8> {
        let (mut types, mut section) = (TypeSection::new(), FunctionSection::new());
        types.ty().function([], [ValType::I32]);
        let mut code = CodeSection::new();
        for instructions in functions {
            section.function(0);
            code.function(&function(instructions));
        }
        let mut memories = MemorySection::new();
        let (minimum, maximum, page_size_log2) = (1, None, None);
        let memory64 = false;
        memories.memory(MemoryType { minimum, maximum, memory64, shared: false, page_size_log2 });
        let mut segments = DataSection::new();
        segments.active(0, &ConstExpr::i32_const(ADDRESS), data.iter().copied());
        let mut module = Module::new();
        module.section(&types).section(&section).section(&memories).section(&code);
        module.section(&segments);
        module.finish()
    }

    const ADDRESS: i32 = 1022;

    /// Shortens the functions of a module, of which the first is a root.
    fn shorten_all(functions: &[&[I<'_>]]) -> Vec<Option<Vec<u8>>> {
        try_shorten(functions).unwrap()
    }

    fn try_shorten(functions: &[&[I<'_>]]) -> Result<Vec<Option<Vec<u8>>>, Failure> {
        let module = module(functions, &[]);
        Validator::new().validate_all(&module).unwrap();
        let mut bodies = Vec::new();
        for payload in Parser::new(0).parse_all(&module) {
            if let Payload::CodeSectionEntry(body) = payload.unwrap() {
                bodies.push(body);
            }
        }
        shorten(&bodies, &[0])
    }

    /// Returns a function of these instructions, with a variable.
    fn function(instructions: &[I<'_>]) -> Function {
        let mut function = Function::new([(1, ValType::I32)]);
        for instruction in instructions {
            function.instruction(instruction);
        }
        function.instruction(&I::End);
        function
    }

    fn code(instructions: &[I<'_>]) -> Option<Vec<u8>> {
        Some(function(instructions).into_raw_body())
    }

    const PLAIN: BlockType = BlockType::Empty;

    #[test]
    fn a_call_that_never_returns_becomes_a_trap() {
        // The last function never returns, the one before it calls it.
        let never = [I::I32Const(1), I::LocalSet(0), I::Unreachable];
        let through = [I::I32Const(7), I::LocalSet(0), I::Call(3), I::LocalSet(0), I::LocalGet(0)];
        let kept = [I::LocalGet(0), I::Return];
        let caller = [
            I::Block(PLAIN),
            I::LocalGet(0),
            I::BrIf(0),
            I::Call(1),
            I::Return,
            I::End,
            I::I32Const(5),
            I::LocalSet(0),
            I::Call(2),
        ];
        let shortened = shorten_all(&[&caller, &kept, &through, &never]);
        let expected = [&caller[..6], &[I::Unreachable]].concat();
        assert_eq!(shortened, [code(&expected), code(&kept), None, None]);
    }

    #[test]
    fn code_that_a_branch_leads_to_stays() {
        let block = BlockType::Result(ValType::I32);
        let all = [
            // The end of the block is reached only by the branch.
            vec![
                I::Block(PLAIN),
                I::LocalGet(0),
                I::BrIf(0),
                I::Unreachable,
                I::End,
                I::I32Const(1),
            ],
            // One of two cases traps.
            vec![I::LocalGet(0), I::If(block), I::Unreachable, I::Else, I::I32Const(1), I::End],
            // Without `else`, the end of an `if` is always reached.
            vec![I::LocalGet(0), I::If(PLAIN), I::Unreachable, I::End, I::I32Const(1)],
            // A branch to a loop repeats it, and a table has several targets.
            vec![
                I::Block(PLAIN),
                I::Loop(PLAIN),
                I::LocalGet(0),
                I::BrTable((&[0]).into(), 1),
                I::End,
                I::Unreachable,
                I::End,
                I::I32Const(1),
            ],
        ];
        for function in all {
            assert_eq!(shorten_all(&[&function]), [code(&function)]);
        }
    }

    #[test]
    fn instructions_that_leave_in_other_ways_are_refused() {
        assert!(try_shorten(&[&[I::ReturnCall(0)]]).is_err());
    }

    #[test]
    fn unreachable_code_is_removed() {
        let endless = [
            I::Loop(PLAIN),
            I::Br(0),
            I::Block(PLAIN),
            I::End,
            I::End,
            I::Block(PLAIN),
            I::Call(0),
            I::Drop,
            I::End,
            I::Unreachable,
        ];
        let expected = [I::Loop(PLAIN), I::Br(0), I::End, I::Unreachable];
        assert_eq!(shorten_all(&[&endless]), [code(&expected)]);
    }

    #[test]
    fn places_in_the_source_are_cleared_and_other_data_stays() {
        let words = |words: [u32; 4]| words.map(u32::to_le_bytes).concat();
        // The words are aligned, the address of the data is not.
        let name = ADDRESS as u32 + 2 + 48;
        let place = words([name, 6, 12, 34]);
        let others = [words([name, 5, 12, 34]), words([7, 6, 12, 34])].concat();
        let data = [&b"--"[..], &place, &others, b"src.rs", b"end"].concat();
        let cleared = [&b"--"[..], &[0; 16], &others, &[0; 6], b"end"].concat();
        let mut before = module(&[], &data);
        forget_places(&mut before).unwrap();
        assert_eq!(before, module(&[], &cleared));
    }
}
