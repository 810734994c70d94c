//! The results of subcommands, and their output.

use std::io;
use std::path::{Path, PathBuf};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, Result, ensure};
use clap::Args;
use cli_support::{AtomicOutput, ExitStatus, eprint_message};
use compressed_io::InputFile;

use crate::data::measurements::Measurements;
use crate::data::summary::Summary;
use crate::render::format::ResultFormat;
use crate::render::html::page;
use crate::render::records::render;
use crate::render::style::Style;
use crate::render::summary::render_summary;

/// The result of a subcommand: an exit status, or an error if it could not do its work.
pub type CommandResult = Result<ExitStatus>;

/// Returns the exit status after a fault, or after input that could not be read.
pub(super) const fn exit_status(has_fault: bool, all_readable: bool) -> ExitStatus {
    match (has_fault, all_readable) {
        (true, _) => ExitStatus::Fault,
        (false, true) => ExitStatus::Success,
        (false, false) => ExitStatus::Failure,
    }
}

#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// Print every table before the summary
    ///
    /// Only the default sets and modes have a summary. Other results are shown as tables.
    #[arg(long)]
    pub all: bool,

    /// Show all builds of each strategy in the summary, such as those for AVX2
    #[arg(long)]
    pub builds: bool,

    /// Also write a self-contained HTML page with plots to this file; `-` is standard output
    #[arg(long, value_name = "PATH")]
    pub html: Option<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value = "table")]
    pub format: ResultFormat,

    /// Write to this file instead of standard output, even if the exit code is 1
    #[arg(long, value_name = "PATH")]
    pub output: Option<PathBuf>,
}

impl OutputArgs {
    /// Opens the outputs before any work is done. Refuses the files in `read`. The summary has
    /// build variants also if `strategies` are named.
    pub fn open<P: AsRef<Path>>(&self, read: &[P], strategies: &[String]) -> Result<ResultOutput> {
        let html = self.html.as_deref().map(|path| NamedOutput::open(Some(path), read));
        let (html, output) = (html.transpose()?, NamedOutput::open(self.output.as_deref(), read)?);
        ensure!(
            !html.as_ref().is_some_and(|html| html.output.is_same_as(&output.output)),
            "the HTML page and the other output have the same destination; give --html and \
             --output different files"
        );
        let builds = self.builds || !strategies.is_empty();
        Ok(ResultOutput { args: Self { builds, ..self.clone() }, output, html })
    }
}

#[derive(Debug)]
pub struct ResultOutput {
    args: OutputArgs,
    output: NamedOutput,
    html: Option<NamedOutput>,
}

impl ResultOutput {
    /// Writes the results. Returns true if a person sees them on standard output. The main job has
    /// a summary.
    pub fn write(
        self,
        measured: &Measurements,
        notes: &[String],
        is_main_job: bool,
    ) -> Result<bool> {
        let OutputArgs { all, builds, format, html: path, .. } = self.args;
        let summary = Summary::of(measured, builds);
        let mut text = String::new();
        let style = match format {
            ResultFormat::Table => Some(Style::SCREEN),
            ResultFormat::Markdown => Some(Style::MARKDOWN),
            ResultFormat::Json => None,
        };
        if all || !is_main_job || style.is_none() {
            text += &render(measured, summary.as_ref(), notes, format)?;
        }
        if let (Some(style), Some(summary), true) = (style, &summary, is_main_job) {
            text += &render_summary(summary, measured, notes, style);
        }
        let is_stdout = self.output.is_stdout();
        match format {
            ResultFormat::Table => self.output.write_colored(&text)?,
            _ => self.output.write(text)?,
        };
        if let Some((path, html)) = path.zip(self.html) {
            let is_file = !html.is_stdout();
            html.write(page(measured, summary.as_ref()))?;
            if is_file {
                eprint_message(&format!("wrote the HTML page {}\n", path.display()));
            }
        }
        Ok(style.is_some() && is_stdout)
    }
}

/// The output of a subcommand: a file, or standard output.
#[derive(Debug)]
pub struct NamedOutput {
    output: AtomicOutput,
    /// The message if the output cannot be written.
    context: String,
}

impl NamedOutput {
    /// Opens the output before any work is done, so that an unwritable path fails at once. `-` is
    /// standard output. Refuses an output that is one of the files in `read`.
    pub fn open<P: AsRef<Path>>(path: Option<&Path>, read: &[P]) -> Result<Self> {
        let path = path.filter(|path| path.as_os_str() != "-");
        let read: Vec<_> = read.iter().map(|path| InputFile::new(path.as_ref())).collect();
        InputFile::keep_from(&read, path)?;
        let place = path.map_or("to standard output".to_owned(), |path| path.display().to_string());
        let context = format!("cannot write {place}");
        Ok(Self { output: AtomicOutput::open(path).context(context.clone())?, context })
    }

    pub fn is_stdout(&self) -> bool {
        matches!(self.output, AtomicOutput::Stdout)
    }

    /// Writes a text with colors, or without them if the output is not a terminal that shows them.
    pub fn write_colored(self, text: &str) -> CommandResult {
        let has_colors = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
        if self.is_stdout() && has_colors {
            return self.write(text);
        }
        self.write(strip_str(text).to_string())
    }

    pub fn write(self, text: impl AsRef<[u8]>) -> CommandResult {
        self.output.write(text).context(self.context)?;
        Ok(ExitStatus::Success)
    }
}

/// Opens the output and writes a text. Refuses an output that is one of the files in `read`.
pub(super) fn write(path: Option<&Path>, read: &[&Path], text: impl AsRef<[u8]>) -> CommandResult {
    NamedOutput::open(path, read)?.write(text)
}
