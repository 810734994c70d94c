//! Reads a package's source: its modules, found by the compiler's rules, and every path that their
//! code mentions.
//!
//! Test code and comments are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{
    Attribute, Expr, ExprLit, ImplItem, Item, ItemMod, ItemUse, Lit, Macro, Meta, UseTree,
    Visibility,
};

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
    let is_root =
        |path: &&PathBuf| path.is_file() && path.extension().is_some_and(|end| end == "rs");
    let targets = roots.iter().filter(is_root).map(|root| read_target(folder, root));
    Ok(Source { targets: targets.collect::<Result<_, _>>()? })
}

fn read_target(folder: &Path, root: &Path) -> Result<Target, Failure> {
    let name = root.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut target = Target {
        root: name,
        text: fs::read_to_string(root)?,
        files: BTreeMap::new(),
        defined: BTreeMap::new(),
        mentions: Vec::new(),
    };
    let home = root.parent().unwrap_or(folder).to_owned();
    let mut files = vec![ModuleFile { module: Vec::new(), path: root.to_owned(), home }];
    while let Some(file) = files.pop() {
        let text = fs::read_to_string(&file.path)
            .map_err(|error| format!("{}: {error}", file.path.display()))?;
        let parsed =
            syn::parse_file(&text).map_err(|error| format!("{}: {error}", file.path.display()))?;
        let shown = file.path.strip_prefix(folder).unwrap_or(&file.path);
        let mut reader = Reader {
            file: shown.to_string_lossy().replace('\\', "/"),
            module: file.module,
            folder: file.path.parent().unwrap_or(folder).to_owned(),
            home: file.home,
            target: &mut target,
            files: &mut files,
            missing: None,
        };
        reader.found(reader.module.clone());
        reader.visit_file(&parsed);
        if let Some(module) = reader.missing {
            return Err(format!("{}: module `{module}` has no file", file.path.display()).into());
        }
    }
    Ok(target)
}

/// A file to read.
struct ModuleFile {
    module: Vec<String>,
    path: PathBuf,
    /// The folder of its submodules' files.
    home: PathBuf,
}

/// A reader of one file.
struct Reader<'t> {
    file: String,
    module: Vec<String>,
    /// The folder that contains the file.
    folder: PathBuf,
    /// The folder of its submodules' files.
    home: PathBuf,
    target: &'t mut Target,
    files: &'t mut Vec<ModuleFile>,
    missing: Option<String>,
}

impl Reader<'_> {
    /// Records that this file contains a module.
    fn found(&mut self, module: Vec<String>) {
        self.target.files.insert(module, self.file.clone());
    }

    fn mention(&mut self, path: Vec<String>, kind: MentionKind, line: usize) {
        let (module, file) = (self.module.clone(), self.file.clone());
        self.target.mentions.push(Mention { module, path, kind, file, line });
    }

    /// Records the paths of a `use`, each with the name that it introduces.
    fn import(&mut self, tree: &UseTree, before: &[String], is_public: bool) {
        let (end, name) = match tree {
            UseTree::Path(path) => {
                let before = [before, &[path.ident.to_string()]].concat();
                return self.import(&path.tree, &before, is_public);
            }
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.import(tree, before, is_public));
            }
            UseTree::Name(name) => (&name.ident, name.ident.to_string()),
            UseTree::Rename(rename) => (&rename.ident, rename.rename.to_string()),
            UseTree::Glob(glob) => {
                let line = glob.star_token.span.start().line;
                let kind = if is_public { MentionKind::ReExport } else { MentionKind::Import };
                let path = [before, &["*".to_owned()]].concat();
                return self.mention(path, kind("*".to_owned()), line);
            }
        };
        let line = end.span().start().line;
        // `use path::{self}` imports the path under its last name.
        let is_self = end == "self" && !before.is_empty();
        let name = if is_self && name == "self" { before[before.len() - 1].clone() } else { name };
        let last = (!is_self).then(|| end.to_string());
        let path = before.iter().cloned().chain(last).collect();
        let kind = if is_public { MentionKind::ReExport } else { MentionKind::Import };
        self.mention(path, kind(name), line);
    }

    /// Records the paths in the unparsed tokens of a macro or an attribute. Attributes can have
    /// paths in strings too: `#[serde(with = "crate::units")]`.
    fn tokens(&mut self, tokens: TokenStream, is_attribute: bool) {
        let mut path: Vec<String> = Vec::new();
        let mut line = 0;
        let mut colons = 0;
        for tree in tokens {
            match tree {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.flush_tokens(&mut path, line);
                        line = ident.span().start().line;
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.flush_tokens(&mut path, line);
                    colons = 0;
                    self.tokens(group.stream(), is_attribute);
                }
                TokenTree::Literal(literal) => {
                    self.flush_tokens(&mut path, line);
                    colons = 0;
                    let text = literal.to_string();
                    let path = text.trim_matches('"').split("::").map(str::to_owned);
                    let is_path = text.starts_with("\"crate::") || text.starts_with("\"super::");
                    if is_attribute && is_path {
                        self.mention(path.collect(), MentionKind::Use, literal.span().start().line);
                    }
                }
                TokenTree::Punct(_) => {
                    self.flush_tokens(&mut path, line);
                    colons = 0;
                }
            }
        }
        self.flush_tokens(&mut path, line);
    }

    fn flush_tokens(&mut self, path: &mut Vec<String>, line: usize) {
        if path.len() > 1 {
            self.mention(std::mem::take(path), MentionKind::Use, line);
        }
        path.clear();
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_test_only(attributes(item)) {
            return;
        }
        if let Some(name) = name(item) {
            self.target.defined.entry(self.module.clone()).or_default().insert(name);
        }
        visit::visit_item(self, item);
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if !matches!(item, ImplItem::Fn(function) if is_test_only(&function.attrs)) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        let name = item.ident.to_string();
        let module = [self.module.as_slice(), std::slice::from_ref(&name)].concat();
        let home = self.home.join(&name);
        if item.content.is_some() {
            self.found(module.clone());
            let outer = std::mem::replace(&mut self.module, module);
            let outer_home = std::mem::replace(&mut self.home, home);
            visit::visit_item_mod(self, item);
            (self.module, self.home) = (outer, outer_home);
            return;
        }
        // A file named by `#[path]` has its submodules in its own folder, like a `mod.rs`.
        let given =
            path_attribute(&item.attrs).map(|path| (self.folder.join(path), self.folder.clone()));
        let usual =
            [(self.home.join(format!("{name}.rs")), home.clone()), (home.join("mod.rs"), home)];
        match given.into_iter().chain(usual).find(|(path, _)| path.is_file()) {
            Some((path, home)) => self.files.push(ModuleFile { module, path, home }),
            None => self.missing = Some(module.join("::")),
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_public = !matches!(item.vis, Visibility::Inherited);
        self.import(&item.tree, &[], is_public);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if segments.len() > 1 && path.leading_colon.is_none() {
            let line = path.segments[0].ident.span().start().line;
            self.mention(segments, MentionKind::Use, line);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.tokens(call.tokens.clone(), false);
        visit::visit_macro(self, call);
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let Meta::List(list) = &attribute.meta {
            self.tokens(list.tokens.clone(), true);
        }
    }

    // The path in `pub(in crate::module)` is no use of that module.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}
}

/// Returns true if an item with these attributes is compiled for tests only.
fn is_test_only(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("cfg") => {
            let condition = list.tokens.to_string().replace(' ', "");
            condition == "test" || condition.starts_with("all(test,")
        }
        _ => false,
    })
}

/// Returns the file in `#[path = "…"]`.
fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns the name that an item defines. Modules and imports have none.
fn name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
