//! The modules of a crate with their items, as they are when no tests are built. Macros that define items are expanded.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use syn::{Attribute, Item, Visibility};

use super::condition::{conditions, has, is_hidden};
use super::rules::Rules;

/// Macros of the standard library that define items which nobody else can name.
const WITHOUT_ITEMS: &[&str] = &["compile_error", "thread_local"];

/// Reads a file, named from the folder of the root module; `None` if there is none.
pub(super) type Read<'r> = &'r dyn Fn(&str) -> Option<String>;

/// A crate.
pub(super) struct Crate {
    pub(super) name: String,
    /// The root comes first, and every module after the one in which it stands.
    pub(super) modules: Vec<Module>,
    macros: Vec<(String, Rules)>,
}

/// A module.
pub(super) struct Module {
    /// The names of the modules from the root to here.
    pub(super) path: Vec<String>,
    pub(super) parent: Option<usize>,
    pub(super) is_public: bool,
    pub(super) is_hidden: bool,
    /// Under which it is there, those of the modules around it included.
    pub(super) conditions: BTreeSet<String>,
    pub(super) items: Vec<Item>,
    /// The modules within it.
    pub(super) children: Vec<usize>,
    /// The folder in which the files of the modules within it are.
    folder: String,
}

/// A macro that is called where items stand.
struct Call {
    module: usize,
    name: String,
    input: TokenStream,
}

impl Crate {
    /// The crate with this name and these files.
    pub(super) fn read(name: &str, read: Read<'_>) -> Crate {
        let root = Module {
            path: Vec::new(),
            parent: None,
            is_public: true,
            is_hidden: false,
            conditions: BTreeSet::new(),
            items: Vec::new(),
            children: Vec::new(),
            folder: String::new(),
        };
        let mut all = Crate { name: name.to_owned(), modules: vec![root], macros: Vec::new() };
        let mut calls = Vec::new();
        let text = read("lib.rs").expect("lib.rs");
        all.add(0, parse("lib.rs", &text), read, &mut calls);
        while !calls.is_empty() {
            for Call { module, name, input } in std::mem::take(&mut calls) {
                let rules = all.macros.iter().find(|(other, _)| *other == name);
                let (_, rules) = rules.unwrap_or_else(|| panic!("the macro {name} is not of this crate"));
                let file = rules.expand(&input).and_then(syn::parse2::<syn::File>);
                let file = file.unwrap_or_else(|error| panic!("a call of the macro {name}: {error}"));
                all.add(module, file.items, read, &mut calls);
            }
        }
        all
    }

    /// Adds items to a module, and to the crate what is in the modules among them.
    fn add(&mut self, module: usize, items: Vec<Item>, read: Read<'_>, calls: &mut Vec<Call>) {
        for item in items {
            if conditions(attributes(&item)).is_none() {
                continue;
            }
            match item {
                Item::Mod(item) => self.add_module(module, item, read, calls),
                Item::Macro(item) => match &item.ident {
                    Some(name) => {
                        let rules = Rules::new(item.mac.tokens.clone());
                        let rules = rules.unwrap_or_else(|error| panic!("the macro {name}: {error}"));
                        self.macros.push((name.to_string(), rules));
                        if has(&item.attrs, "macro_export") {
                            self.modules[0].items.push(Item::Macro(item));
                        }
                    }
                    None => {
                        let name = item.mac.path.segments.last().expect("a path").ident.to_string();
                        if !WITHOUT_ITEMS.contains(&name.as_str()) {
                            calls.push(Call { module, name, input: item.mac.tokens });
                        }
                    }
                },
                item => self.modules[module].items.push(item),
            }
        }
    }

    fn add_module(&mut self, parent: usize, item: syn::ItemMod, read: Read<'_>, calls: &mut Vec<Call>) {
        let name = item.ident.to_string();
        let around = &self.modules[parent];
        let mut path = around.path.clone();
        path.push(name.clone());
        let mut conditions = conditions(&item.attrs).expect("items for tests are left out before");
        conditions.extend(around.conditions.iter().cloned());
        let folder =
            if around.folder.is_empty() { name.clone() } else { format!("{}/{name}", around.folder) };
        let items = match item.content {
            Some((_, items)) => items,
            None => {
                let files = [format!("{folder}.rs"), format!("{folder}/mod.rs")];
                let found = files.iter().find_map(|file| read(file).map(|text| parse(file, &text)));
                found.unwrap_or_else(|| panic!("none of {files:?} is there"))
            }
        };
        let child = self.modules.len();
        self.modules.push(Module {
            path,
            parent: Some(parent),
            is_public: matches!(item.vis, Visibility::Public(_)),
            is_hidden: is_hidden(&item.attrs),
            conditions,
            items: Vec::new(),
            children: Vec::new(),
            folder,
        });
        self.modules[parent].children.push(child);
        self.add(child, items, read, calls);
    }
}

fn parse(file: &str, text: &str) -> Vec<Item> {
    syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}")).items
}

/// The attributes of an item.
pub(super) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// The visibility of an item that has a name.
pub(super) fn visibility(item: &Item) -> Option<&Visibility> {
    match item {
        Item::Const(item) => Some(&item.vis),
        Item::Enum(item) => Some(&item.vis),
        Item::Fn(item) => Some(&item.vis),
        Item::Static(item) => Some(&item.vis),
        Item::Struct(item) => Some(&item.vis),
        Item::Trait(item) => Some(&item.vis),
        Item::TraitAlias(item) => Some(&item.vis),
        Item::Type(item) => Some(&item.vis),
        Item::Union(item) => Some(&item.vis),
        Item::Use(item) => Some(&item.vis),
        _ => None,
    }
}

/// The name of an item that has one.
pub(super) fn name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => return item.ident.as_ref().map(ToString::to_string),
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string()).filter(|name| name != "_")
}
