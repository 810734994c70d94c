//! Reads a package's source: its modules, found by the compiler's rules, and every path that their
//! code mentions.
//!
//! The code is read as tokens: a path is a path wherever it is, also inside a macro. Test code and
//! comments are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::Failure;

/// The source of a package.
pub(super) struct Source {
    /// The library first, then the programs.
    pub(super) targets: Vec<Target>,
}

/// A library or a program.
pub(super) struct Target {
    /// The name of the root file without its ending: `lib`, `main`.
    pub(super) root: String,
    /// The text of the root file.
    pub(super) text: String,
    /// The file of each module, relative to the package's folder. The path of the root is empty.
    pub(super) files: BTreeMap<Vec<String>, String>,
    /// The names that each module defines, by the module's path.
    pub(super) defined: BTreeMap<Vec<String>, BTreeSet<String>>,
    pub(super) mentions: Vec<Mention>,
}

impl Target {
    /// Returns the names of the top-level modules.
    pub(super) fn top_modules(&self) -> impl Iterator<Item = &str> {
        self.files.keys().filter(|module| module.len() == 1).map(|module| module[0].as_str())
    }

    /// Returns the submodule with this name.
    pub(super) fn child(&self, module: &[String], name: &str) -> Option<&[String]> {
        let child = [module, &[name.to_owned()]].concat();
        self.files.get_key_value(&child).map(|(child, _)| child.as_slice())
    }

    /// Returns true if a module defines this name.
    pub(super) fn defines(&self, module: &[String], name: &str) -> bool {
        self.defined.get(module).is_some_and(|names| names.contains(name))
    }

    /// Returns the imports and re-exports of a module, each with its name in the module.
    pub(super) fn imports(&self, module: &[String]) -> impl Iterator<Item = (&str, &Mention)> {
        let of_module = self.mentions.iter().filter(move |mention| mention.module == module);
        of_module.filter_map(|mention| match &mention.kind {
            MentionKind::Import(name) | MentionKind::ReExport(name) => {
                Some((name.as_str(), mention))
            }
            MentionKind::Use => None,
        })
    }
}

/// A path in the code of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mention {
    /// The path of the module; empty for the root.
    pub(super) module: Vec<String>,
    /// The path as written. `$crate` becomes `crate`, and a glob ends in `*`.
    pub(super) path: Vec<String>,
    pub(super) kind: MentionKind,
    /// The file, relative to the package's folder.
    pub(super) file: String,
    pub(super) line: usize,
}

/// The kind of a mention.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum MentionKind {
    /// A `use` under this name.
    Import(String),
    /// A `pub use` or `pub(crate) use` under this name.
    ReExport(String),
    /// A use in code.
    Use,
}

/// Reads the library and the programs in the folder `src` of a package.
///
/// # Errors
/// Fails if a file cannot be read or is not valid Rust, or if a module has no file.
pub(super) fn read(folder: &Path) -> Result<Source, Failure> {
    let mut roots = vec![folder.join("src/lib.rs"), folder.join("src/main.rs")];
    for entry in fs::read_dir(folder.join("src/bin")).into_iter().flatten() {
        roots.push(entry?.path());
    }
    roots.retain(|path| path.is_file() && path.extension().is_some_and(|end| end == "rs"));
    let targets = roots.iter().map(|root| read_target(folder, root));
    Ok(Source { targets: targets.collect::<Result<_, _>>()? })
}

fn read_target(folder: &Path, root: &Path) -> Result<Target, Failure> {
    let target = Target {
        root: root.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        text: fs::read_to_string(root)?,
        files: BTreeMap::new(),
        defined: BTreeMap::new(),
        mentions: Vec::new(),
    };
    let home = root.parent().unwrap_or(folder).to_owned();
    let files = vec![(Vec::new(), root.to_owned())];
    let mut reader = Reader { home, file: String::new(), module: Vec::new(), target, files };
    while let Some((module, path)) = reader.files.pop() {
        let in_file = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = fs::read_to_string(&path).map_err(|error| in_file(&error))?;
        let tokens: TokenStream = text.parse().map_err(|error| in_file(&error))?;
        let shown = path.strip_prefix(folder).unwrap_or(&path);
        reader.file = shown.to_string_lossy().replace('\\', "/");
        reader.module = module;
        reader.module(tokens).map_err(|error| in_file(&error))?;
    }
    Ok(reader.target)
}

/// The words before the name that an item defines.
const ITEMS: [&str; 8] =
    ["const", "enum", "fn", "macro_rules", "static", "struct", "trait", "type"];

/// A reader of the files of a target.
struct Reader {
    /// The folder of the root.
    home: PathBuf,
    /// The file that is read, and its module.
    file: String,
    module: Vec<String>,
    target: Target,
    /// The modules to read, each with its file.
    files: Vec<(Vec<String>, PathBuf)>,
}

impl Reader {
    fn mention(&mut self, path: Vec<String>, kind: MentionKind, line: usize) {
        let (module, file) = (self.module.clone(), self.file.clone());
        self.target.mentions.push(Mention { module, path, kind, file, line });
    }

    /// Reads the code of a module.
    fn module(&mut self, tokens: TokenStream) -> Result<(), Failure> {
        self.target.files.insert(self.module.clone(), self.file.clone());
        self.code(tokens, true)
    }

    /// Reads the code of a module, or of a group inside.
    fn code(&mut self, tokens: TokenStream, is_module: bool) -> Result<(), Failure> {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let word = |at: usize| match tokens.get(at) {
            Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
            _ => None,
        };
        let is = |at: usize, char: char| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == char);
        let is_path = |at: usize| is(at, ':') && is(at + 1, ':');
        let mut at = 0;
        while at < tokens.len() {
            let start = at;
            at += 1;
            let TokenTree::Ident(ident) = &tokens[start] else {
                if let TokenTree::Group(group) = &tokens[start] {
                    if !is(start.wrapping_sub(1), '#') {
                        self.code(group.stream(), false)?;
                    } else if is_test_only(group) {
                        at = end_of_item(&tokens, at);
                    } else {
                        self.attribute(group)?;
                    }
                }
                continue;
            };
            let (first, next) = (ident.to_string(), word(at));
            let line = ident.span().start().line;
            match (&*first, next) {
                // The path in `pub(in crate::module)` does not count as a use of that module.
                ("pub", None) => at += usize::from(!is(at, ':')),
                ("use", _) if !is(at, '<') => {
                    at = end_of_item(&tokens, at);
                    let tree = tokens[start + 1..at].iter().cloned().collect();
                    let is_public = word(start.wrapping_sub(1)).is_some_and(|it| it == "pub")
                        || word(start.wrapping_sub(2)).is_some_and(|it| it == "pub");
                    self.import(tree, &[], is_public);
                }
                ("mod", Some(name)) => {
                    at += 1;
                    let module = [self.module.as_slice(), &[name]].concat();
                    match tokens.get(at) {
                        Some(TokenTree::Group(group)) => {
                            let outer = std::mem::replace(&mut self.module, module);
                            self.module(group.stream())?;
                            self.module = outer;
                            at += 1;
                        }
                        _ => self.files.push(self.file_of(module)?),
                    }
                }
                (item, name) if ITEMS.contains(&item) => {
                    // `static mut NAME`, `macro_rules! NAME`
                    let skipped = is(at, '!') || name.as_deref() == Some("mut");
                    let name = if skipped { word(at + 1) } else { name };
                    if is_module && let Some(name) = name {
                        self.target.defined.entry(self.module.clone()).or_default().insert(name);
                    }
                }
                _ if !is_path(start.wrapping_sub(2)) => {
                    let mut path = vec![first];
                    while is_path(at)
                        && let Some(name) = word(at + 2)
                    {
                        path.push(name);
                        at += 3;
                    }
                    if path.len() > 1 {
                        self.mention(path, MentionKind::Use, line);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns a module with its file.
    fn file_of(&self, module: Vec<String>) -> Result<(Vec<String>, PathBuf), Failure> {
        let path = module.join("/");
        let names = [format!("{path}.rs"), format!("{path}/mod.rs")];
        match names.map(|name| self.home.join(name)).into_iter().find(|path| path.is_file()) {
            Some(path) => Ok((module, path)),
            None => Err(format!("module `{}` has no file", module.join("::")).into()),
        }
    }

    /// Reads an attribute. It can have paths in strings too: `#[serde(with = "crate::units")]`.
    fn attribute(&mut self, group: &Group) -> Result<(), Failure> {
        for token in group.stream() {
            match token {
                TokenTree::Group(group) => self.attribute(&group)?,
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    if text.starts_with("\"crate::") || text.starts_with("\"super::") {
                        let path = text.trim_matches('"').split("::").map(str::to_owned).collect();
                        self.mention(path, MentionKind::Use, literal.span().start().line);
                    }
                }
                _ => {}
            }
        }
        self.code(group.stream(), false)
    }

    /// Records the paths of a `use`, each with the name that it introduces.
    fn import(&mut self, tree: TokenStream, before: &[String], is_public: bool) {
        let kind = if is_public { MentionKind::ReExport } else { MentionKind::Import };
        let mut path = before.to_vec();
        let (mut line, mut new_name) = (0, None);
        let comma = TokenTree::Punct(proc_macro2::Punct::new(',', proc_macro2::Spacing::Alone));
        for token in tree.into_iter().chain([comma]) {
            match token {
                TokenTree::Ident(ident) if ident == "as" => new_name = Some(String::new()),
                TokenTree::Ident(ident) => {
                    line = ident.span().start().line;
                    match &mut new_name {
                        Some(name) => *name = ident.to_string(),
                        None => path.push(ident.to_string()),
                    }
                }
                TokenTree::Group(group) => {
                    self.import(group.stream(), &path, is_public);
                    path.clear();
                }
                TokenTree::Punct(punct) if punct.as_char() == '*' => {
                    line = punct.span().start().line;
                    path.push("*".to_owned());
                }
                TokenTree::Punct(punct) if matches!(punct.as_char(), ',' | ';') => {
                    // `use path::{self}` imports the path under its last name.
                    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
                        path.pop();
                    }
                    if path.len() >= before.len().max(1)
                        && line > 0
                        && let Some(last) = path.last().cloned()
                    {
                        let name = new_name.take().unwrap_or(last);
                        self.mention(std::mem::take(&mut path), kind(name), line);
                    }
                    (path, line, new_name) = (before.to_vec(), 0, None);
                }
                _ => {}
            }
        }
    }
}

/// Returns the place after the item that starts here: after a semicolon or a block.
fn end_of_item(tokens: &[TokenTree], start: usize) -> usize {
    let is_end = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    tokens[start..].iter().position(is_end).map_or(tokens.len(), |length| start + length + 1)
}

/// Returns true if an item with this attribute is compiled for tests only.
fn is_test_only(attribute: &Group) -> bool {
    let text = attribute.stream().to_string().replace(' ', "");
    text == "test" || text == "cfg(test)" || text.starts_with("cfg(all(test,")
}
