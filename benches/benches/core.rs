//! Benchmarks of the core and the generator.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use sudoku_core::{Board, Solver, Symmetry};
use sudoku_generator::{PatternSymmetry, PuzzleRequest, random_grid, seeded_rng};
use sudoku_registry::find;
use sudoku_text::{FileFormat, read};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn text(criterion: &mut Criterion) {
    let board: Board = PUZZLE.parse().expect("it is a puzzle");
    let mut parse = criterion.benchmark_group("parse");
    for (name, format) in FORMATS {
        let text = format.display(&board).to_string();
        assert_eq!(read(text.as_bytes()), Ok((board, format)));
        parse.bench_function(name, |bencher| bencher.iter(|| read(black_box(text.as_bytes()))));
    }
    parse.finish();
    let mut print = criterion.benchmark_group("print");
    print.bench_function("line bytes", |bencher| bencher.iter(|| black_box(&board).to_line()));
    for (name, format) in FORMATS {
        print.bench_function(name, |bencher| {
            bencher.iter(|| format.display(black_box(&board)).to_string());
        });
    }
}

const FORMATS: [(&str, FileFormat); 4] = [
    ("line", FileFormat::Line),
    ("boj2580", FileFormat::Boj2580),
    ("boj2239", FileFormat::Boj2239),
    ("grid", FileFormat::Grid),
];

fn board(criterion: &mut Criterion) {
    let board: Board = PUZZLE.parse().expect("it is a puzzle");
    let symmetry = Symmetry::nth(1_234_567).expect("there are more of them");
    let mut group = criterion.benchmark_group("board");
    group.bench_function("is consistent", |bencher| {
        bencher.iter(|| black_box(&board).is_consistent());
    });
    group.bench_function("move by a symmetry", |bencher| {
        bencher.iter(|| symmetry.apply(black_box(&board)));
    });
    group.finish();
}

fn generate(criterion: &mut Criterion) {
    let mrv: &dyn Solver = find("mrv").expect("it is registered").solver;
    let mut group = criterion.benchmark_group("generate");
    let mut rng = seeded_rng(1, 0);
    group.bench_function("grid", |bencher| bencher.iter(|| random_grid(&mut rng)));
    for (name, symmetry) in
        [("minimal", PatternSymmetry::None), ("half-turn", PatternSymmetry::HalfTurn)]
    {
        let request = PuzzleRequest::new().with_symmetry(symmetry);
        group.sample_size(20).bench_function(name, |bencher| {
            bencher.iter(|| request.generate(mrv, &mut rng).expect("any puzzle will do"));
        });
    }
    group.finish();
}

criterion_group!(benches, text, board, generate);
criterion_main!(benches);
