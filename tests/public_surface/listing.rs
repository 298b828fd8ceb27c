//! A line for each thing that users of a crate can name.

use std::collections::BTreeSet;

use syn::{Attribute, Fields, Item, TraitItem, Visibility};

use super::condition::{conditions, is_hidden, marks};
use super::names::{Names, Reach, Target};
use super::normal::spaced;
use super::signature::{Scope, Surface};
use super::sources::{Crate, Read, attributes};

/// A line of the listing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Line {
    /// The path of the module below which it stands.
    pub(super) module: String,
    /// The path of the thing it belongs to.
    owner: String,
    rank: Rank,
    /// Its name among those of the same rank.
    name: String,
    pub(super) text: String,
    /// The paths of things of this crate which it mentions and users cannot name.
    pub(super) leaks: BTreeSet<String>,
}

/// The order of the lines of one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Itself,
    /// A field, a variant or what a trait has, in the order of the source.
    Part(usize),
    Method,
    Impl,
}

/// The lines of a crate.
pub(super) struct Listing<'s> {
    pub(super) surface: &'s Surface<'s>,
    lines: Vec<Line>,
}

/// The lines of the crate with this name and these files, in order.
pub(super) fn listing(name: &str, read: Read<'_>) -> Vec<Line> {
    let all = Crate::read(name, read);
    let names = Names::new(&all);
    let reach = Reach::of(&names);
    let surface = Surface { names: &names, reach: &reach };
    let mut listing = Listing { surface: &surface, lines: Vec::new() };
    listing.add_all();
    let mut lines = listing.lines;
    lines.sort();
    lines.dedup();
    lines
}

/// The path of what a path is in.
fn around(path: &str) -> &str {
    path.rsplit_once("::").map_or(path, |(around, _)| around)
}

impl<'s> Listing<'s> {
    fn add_all(&mut self) {
        let surface = self.surface;
        for (target, (path, conditions)) in &surface.reach.listed {
            match (target, surface.names.item(target)) {
                (Target::Module(_), _) => {
                    let text = format!("pub mod {path}{}", marks(&[], conditions));
                    self.push_line(path, String::new(), Rank::Itself, text, BTreeSet::new());
                }
                (Target::Item(module, _), Some(item)) => {
                    self.add_item(path, *module, item, target, conditions);
                }
                _ => {}
            }
        }
        for (path, target, conditions) in &surface.reach.others {
            let is_leak = match target {
                Target::Variant(module, item, _) => !surface.is_listed(&Target::Item(*module, *item)),
                _ => false,
            };
            let leaks = is_leak.then(|| surface.path(target)).into_iter().collect();
            let text = format!("pub use {path} = {}{}", surface.path(target), marks(&[], conditions));
            self.push_line(around(path), path.clone(), Rank::Itself, text, leaks);
        }
        super::impls::add(self);
    }

    pub(super) fn push_line(
        &mut self,
        module: &str,
        owner: String,
        rank: Rank,
        text: String,
        leaks: BTreeSet<String>,
    ) {
        let after = text.find(&format!("{owner}::")).filter(|_| rank == Rank::Method);
        let name = after.map_or("", |at| &text[at + owner.len() + 2..]);
        let name =
            name.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default().to_owned();
        self.lines.push(Line { module: module.to_owned(), owner, rank, name, text, leaks });
    }

    /// Adds a line that belongs to the thing with the path `owner`, which its module shows.
    pub(super) fn push(&mut self, owner: &str, rank: Rank, text: String, scope: &Scope<'_>) {
        let leaks = scope.named.iter().filter(|target| !self.surface.is_listed(target));
        let leaks = leaks.map(|target| self.surface.path(target)).collect();
        self.push_line(around(owner), owner.to_owned(), rank, text, leaks);
    }

    fn add_item(
        &mut self,
        path: &str,
        module: usize,
        item: &Item,
        target: &Target,
        conditions: &BTreeSet<String>,
    ) {
        let mut scope = Scope::new(self.surface, module);
        let marks = marks(attributes(item), conditions);
        let text = match item {
            Item::Const(item) => format!("const {path}: {}", scope.ty(&item.ty)),
            Item::Static(item) => {
                let mutable =
                    if matches!(item.mutability, syn::StaticMutability::Mut(_)) { "mut " } else { "" };
                format!("static {mutable}{path}: {}", scope.ty(&item.ty))
            }
            Item::Fn(item) => scope.function(path, &item.sig),
            Item::Type(item) => {
                scope = scope.with(&item.generics);
                let (generics, wheres) = (scope.generics(&item.generics), scope.wheres(&item.generics));
                format!("type {path}{generics}{wheres} = {}", scope.ty(&item.ty))
            }
            Item::Macro(item) => {
                let arms = spaced(item.mac.tokens.clone());
                format!("macro {path}! {{ {arms} }}")
            }
            Item::Struct(item) => {
                scope = scope.with(&item.generics);
                let head = format!("struct {path}{}", scope.generics(&item.generics));
                let fields = self.fields(path, &item.fields, &scope, conditions);
                let shown = match item.fields {
                    Fields::Unnamed(_) => tuple(&item.fields, &mut scope, false),
                    _ => fields.to_owned(),
                };
                format!("{head}{shown}{}", scope.wheres(&item.generics))
            }
            Item::Union(item) => {
                scope = scope.with(&item.generics);
                let fields = self.fields(path, &Fields::Named(item.fields.clone()), &scope, conditions);
                format!(
                    "union {path}{}{fields}{}",
                    scope.generics(&item.generics),
                    scope.wheres(&item.generics)
                )
            }
            Item::Enum(item) => {
                scope = scope.with(&item.generics);
                self.variants(path, item, &scope, conditions);
                format!("enum {path}{}{}", scope.generics(&item.generics), scope.wheres(&item.generics))
            }
            Item::Trait(item) => {
                scope = scope.with(&item.generics);
                self.trait_items(path, item, &scope, conditions);
                let generics = scope.generics(&item.generics);
                let before = if item.unsafety.is_some() { "unsafe " } else { "" };
                let bounds = scope.bounds(&item.supertraits);
                format!("{before}trait {path}{generics}{bounds}{}", scope.wheres(&item.generics))
            }
            _ => return,
        };
        debug_assert!(self.surface.is_listed(target), "only what is listed has lines");
        self.push(path, Rank::Itself, format!("pub {text}{marks}"), &scope);
    }

    /// Adds lines for the fields that users see, if they have names; returns what says that there are others.
    fn fields(
        &mut self,
        path: &str,
        fields: &Fields,
        scope: &Scope<'_>,
        outer: &BTreeSet<String>,
    ) -> &'static str {
        let Fields::Named(fields) = fields else { return "" };
        let mut others = "";
        for (i, field) in fields.named.iter().enumerate() {
            let Some(inner) = conditions(&field.attrs) else { continue };
            let name = field.ident.as_ref().expect("fields have names here");
            if !matches!(field.vis, Visibility::Public(_)) || is_hidden(&field.attrs) {
                others = " { .. }";
                continue;
            }
            let mut scope = scope.clone();
            let ty = scope.ty(&field.ty);
            let marks = marks(&field.attrs, &(outer | &inner));
            self.push(path, Rank::Part(i), format!("pub {path}::{name}: {ty}{marks}"), &scope);
        }
        others
    }

    fn variants(&mut self, path: &str, item: &syn::ItemEnum, scope: &Scope<'_>, outer: &BTreeSet<String>) {
        for (i, variant) in item.variants.iter().enumerate() {
            let Some(inner) = conditions(&variant.attrs) else { continue };
            if is_hidden(&variant.attrs) {
                continue;
            }
            let mut scope = scope.clone();
            let value = match &variant.discriminant {
                Some((_, value)) => format!(" = {}", spaced(quote::ToTokens::to_token_stream(value))),
                None => String::new(),
            };
            let fields = tuple(&variant.fields, &mut scope, true);
            let marks = marks(&variant.attrs, &(outer | &inner));
            self.push(
                path,
                Rank::Part(i),
                format!("{path}::{}{fields}{value}{marks}", variant.ident),
                &scope,
            );
        }
    }

    fn trait_items(
        &mut self,
        path: &str,
        item: &syn::ItemTrait,
        scope: &Scope<'_>,
        outer: &BTreeSet<String>,
    ) {
        for (i, part) in item.items.iter().enumerate() {
            let mut scope = scope.clone();
            let provided = |is_provided: bool| if is_provided { " { .. }" } else { "" };
            let (attributes, text): (&[Attribute], String) = match part {
                TraitItem::Fn(part) => {
                    let text = scope.function(&format!("{path}::{}", part.sig.ident), &part.sig);
                    (&part.attrs, text + provided(part.default.is_some()))
                }
                TraitItem::Const(part) => {
                    let text = format!("const {path}::{}: {}", part.ident, scope.ty(&part.ty));
                    (&part.attrs, text + provided(part.default.is_some()))
                }
                TraitItem::Type(part) => {
                    let inner = scope.with(&part.generics);
                    scope = inner;
                    let generics = scope.generics(&part.generics);
                    let bounds = scope.bounds(&part.bounds);
                    let wheres = scope.wheres(&part.generics);
                    (&part.attrs, format!("type {path}::{}{generics}{bounds}{wheres}", part.ident))
                }
                _ => panic!("{path} has a part that is not known here"),
            };
            let Some(inner) = conditions(attributes) else { continue };
            if !is_hidden(attributes) {
                let marks = marks(attributes, &(outer | &inner));
                self.push(path, Rank::Part(i), text + &marks, &scope);
            }
        }
    }
}

/// The fields of a variant, or those of a tuple, in brackets; `..` and `_` stand for those that users do not see.
fn tuple(fields: &Fields, scope: &mut Scope<'_>, is_variant: bool) -> String {
    let mut texts = Vec::new();
    let mut has_others = false;
    for field in fields {
        let Some(inner) = conditions(&field.attrs) else { continue };
        let is_seen = (is_variant || matches!(field.vis, Visibility::Public(_))) && !is_hidden(&field.attrs);
        let marks = marks(&field.attrs, &inner);
        match (&field.ident, is_seen) {
            (Some(name), true) => texts.push(format!("{name}: {}{marks}", scope.ty(&field.ty))),
            (None, true) => texts.push(format!("{}{marks}", scope.ty(&field.ty))),
            (Some(_), false) => has_others = true,
            (None, false) => texts.push("_".to_owned()),
        }
    }
    texts.extend(has_others.then(|| "..".to_owned()));
    match fields {
        Fields::Named(_) => format!(" {{ {} }}", texts.join(", ")),
        Fields::Unnamed(_) => format!("({})", texts.join(", ")),
        Fields::Unit => String::new(),
    }
}
