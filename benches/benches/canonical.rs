//! Benchmarks of the canonical form, for several types of boards.
#![allow(missing_docs, reason = "criterion's macros make undocumented functions")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sudoku_canonical::{canonical, canonical_by_solution};
use sudoku_core::{Board, Cell, Grid, Solver};
use sudoku_generator::{PuzzleRequest, random_grid, seeded_rng, uniform_below};
use sudoku_registry::find;

/// The grid with the most automorphisms.
const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn grids() -> impl Iterator<Item = Grid> {
    (0..).map(|number| random_grid(&mut seeded_rng(1, number)))
}

/// Returns boards with this many clues, each from a different grid.
fn thinned(clues: usize) -> Vec<Board> {
    let thin = |(number, grid): (u64, Grid)| {
        let (mut board, mut rng) = (Board::from(grid), seeded_rng(2, number));
        while board.clue_count() > clues {
            board.set(Cell::new(uniform_below(&mut rng, 81) as usize).expect("it is below"), None);
        }
        board
    };
    (0..).zip(grids()).map(thin).take(100).collect()
}

fn forms(criterion: &mut Criterion) {
    let solver: &dyn Solver = find("board").expect("it is registered").solver;
    let minimal = |clues: usize| -> Vec<Board> {
        let request = PuzzleRequest::new().with_clues(clues..=clues);
        let puzzle = |number| request.generate(solver, &mut seeded_rng(3, number));
        (0..100).map(|number| puzzle(number).expect("there are many").board).collect()
    };
    let sparse: Vec<Board> = sudoku_corpus::set("sparse")
        .expect("it is embedded")
        .puzzles()
        .expect("it is well formed")
        .iter()
        .map(|puzzle| puzzle.board)
        .collect();
    let most_symmetric = vec![MOST_SYMMETRIC.parse().expect("it is a grid")];
    let kinds = [
        ("grids", grids().map(Board::from).take(100).collect()),
        ("grid with 648 automorphisms", most_symmetric),
        ("17 to 22 clues", sparse),
        ("24 clues, minimal", minimal(24)),
        ("no clue", vec![Board::EMPTY]),
        ("4 clues", thinned(4)),
        ("8 clues", thinned(8)),
        ("60 clues", thinned(60)),
        ("80 clues", thinned(80)),
    ];
    let mut group = criterion.benchmark_group("canonical");
    for (name, boards) in &kinds {
        group.throughput(Throughput::Elements(boards.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| {
                for board in boards {
                    black_box(canonical(black_box(board)));
                }
            });
        });
    }
    group.finish();
    let mut group = criterion.benchmark_group("canonical by solution");
    for (name, boards) in &kinds[2..4] {
        let solved: Vec<(&Board, Grid)> = boards
            .iter()
            .map(|board| (board, solver.first_solution(board).expect("it is proper")))
            .collect();
        group.throughput(Throughput::Elements(boards.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| {
                for (board, solution) in &solved {
                    let _ = black_box(canonical_by_solution(black_box(board), solution));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, forms);
criterion_main!(benches);
