//! An external merge sort, for more records than fit into memory.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The size of a sorted run in bytes.
const RUN: usize = 1 << 26;

/// The number of bytes buffered per run while the runs are merged.
const AHEAD: usize = 1 << 16;

/// Sorts records of `N` bytes by their bytes, with at most 64 MiB of records in memory, and another
/// 64 KiB per 64 MiB written to disk.
///
/// Records that do not fit are in an unnamed temporary file, which disappears with the process.
pub(crate) struct Sorter<const N: usize> {
    folder: PathBuf,
    held: Vec<[u8; N]>,
    /// The maximum number of records in memory.
    most: usize,
    file: Option<File>,
    /// The end of each run in the file.
    ends: Vec<u64>,
}

impl<const N: usize> Sorter<N> {
    /// Creates a sorter with its temporary file in this folder.
    pub(crate) fn new(folder: &Path) -> Self {
        Self::holding(folder, RUN / N)
    }

    fn holding(folder: &Path, most: usize) -> Self {
        Self { folder: folder.to_owned(), held: Vec::new(), most, file: None, ends: Vec::new() }
    }

    /// Adds a record.
    pub(crate) fn push(&mut self, record: [u8; N]) -> io::Result<()> {
        self.held.push(record);
        if self.held.len() >= self.most { self.write_run() } else { Ok(()) }
    }

    fn write_run(&mut self) -> io::Result<()> {
        self.held.sort_unstable();
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile_in(&self.folder)?),
        };
        file.write_all(self.held.as_flattened())?;
        let before = self.ends.last().copied().unwrap_or(0);
        self.ends.push(before + (self.held.len() * N) as u64);
        self.held.clear();
        Ok(())
    }

    /// Returns the records in order.
    pub(crate) fn sorted(mut self) -> io::Result<Sorted<N>> {
        if self.file.is_some() && !self.held.is_empty() {
            self.write_run()?;
        }
        self.held.sort_unstable();
        // Each run is read from its start. The records in memory are one more run.
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let mut runs: Vec<SortedRun> = starts
            .zip(&self.ends)
            .map(|(start, &end)| SortedRun { next: start, end, ahead: Vec::new(), at: 0 })
            .collect();
        if !self.held.is_empty() {
            runs.push(SortedRun { next: 0, end: 0, ahead: self.held.into_flattened(), at: 0 });
        }
        let mut sorted = Sorted { file: self.file, runs, heads: BinaryHeap::new() };
        for run in 0..sorted.runs.len() {
            sorted.refill(run)?;
        }
        Ok(sorted)
    }
}

/// An iterator over the records of a [`Sorter`] in order.
pub(crate) struct Sorted<const N: usize> {
    file: Option<File>,
    runs: Vec<SortedRun>,
    /// The next record of each run that has one.
    heads: BinaryHeap<Reverse<([u8; N], usize)>>,
}

struct SortedRun {
    /// The position of the next unread byte in the file.
    next: u64,
    end: u64,
    ahead: Vec<u8>,
    at: usize,
}

impl<const N: usize> Sorted<N> {
    /// Adds the next record of the run to the heads.
    fn refill(&mut self, number: usize) -> io::Result<()> {
        let run = &mut self.runs[number];
        if run.at == run.ahead.len() {
            let left = usize::try_from(run.end - run.next).unwrap_or(usize::MAX);
            run.ahead.resize(left.min(AHEAD / N * N), 0);
            run.at = 0;
            if let Some(file) = self.file.as_mut().filter(|_| left > 0) {
                file.seek(SeekFrom::Start(run.next))?;
                file.read_exact(&mut run.ahead)?;
                run.next += run.ahead.len() as u64;
            }
        }
        if let Some(record) = run.ahead[run.at..].first_chunk() {
            run.at += N;
            self.heads.push(Reverse((*record, number)));
        }
        Ok(())
    }
}

impl<const N: usize> Iterator for Sorted<N> {
    type Item = io::Result<[u8; N]>;

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse((record, run)) = self.heads.pop()?;
        Some(self.refill(run).map(|()| record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_in_order_from_memory_and_from_any_number_of_runs() {
        let records: Vec<[u8; 3]> = (0..20_000_u32)
            .map(|n| (n * 7919 % 30_011).to_be_bytes()[1..].try_into().unwrap())
            .collect();
        let mut expected = records.clone();
        expected.sort_unstable();
        for most in [1, 37, 5000, 20_000, 20_001] {
            let records = if most == 1 { &records[..300] } else { &records[..] };
            let mut sorter = Sorter::holding(&std::env::temp_dir(), most);
            for &record in records {
                sorter.push(record).unwrap();
            }
            let sorted: io::Result<Vec<_>> = sorter.sorted().unwrap().collect();
            let mut expected = records.to_vec();
            expected.sort_unstable();
            assert_eq!(sorted.unwrap(), expected, "{most}");
        }
        assert_eq!(Sorter::<3>::new(&std::env::temp_dir()).sorted().unwrap().count(), 0);
    }
}
