//! What a name stands for in a module, and which names a module shows to others.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use syn::{Item, UseTree, Visibility};

use super::condition::{conditions, is_hidden};
use super::sources::{Crate, attributes, name, visibility};

/// What a name stands for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Target {
    Module(usize),
    /// The item of a module with this number.
    Item(usize, usize),
    /// The variant of an enum with this number.
    Variant(usize, usize, usize),
    /// Something of another crate, with its path.
    Elsewhere(String),
}

/// A name that a module shows to all others.
#[derive(Debug, Clone)]
pub(super) struct Shown {
    pub(super) name: String,
    pub(super) target: Target,
    /// Under which the name is there, beyond those of the module.
    pub(super) conditions: BTreeSet<String>,
    /// It is defined here, not re-exported.
    pub(super) is_own: bool,
}

/// One path of a `use`.
struct Import {
    path: Vec<String>,
    /// The name it has here; `None` for `*`.
    name: Option<String>,
    is_public: bool,
    is_hidden: bool,
    conditions: BTreeSet<String>,
}

/// The names of a crate.
pub(super) struct Names<'c> {
    pub(super) all: &'c Crate,
    imports: Vec<Vec<Import>>,
    /// The items, modules and imports of each module that have a name.
    own: Vec<HashMap<String, Vec<Target>>>,
    named: Vec<HashMap<String, Vec<usize>>>,
    found: RefCell<HashMap<(usize, String), Vec<Target>>>,
}

/// Questions that are being answered: asked again on the way, they have no answer.
type Open = BTreeSet<(usize, usize, String)>;

/// The number that stands for no import in a question.
const NO_IMPORT: usize = usize::MAX;

impl<'c> Names<'c> {
    pub(super) fn new(all: &'c Crate) -> Self {
        let mut imports = Vec::new();
        let mut own = Vec::new();
        let mut named = Vec::new();
        for (m, module) in all.modules.iter().enumerate() {
            let mut here: Vec<Import> = Vec::new();
            let mut targets: HashMap<String, Vec<Target>> = HashMap::new();
            for (i, item) in module.items.iter().enumerate() {
                if let Item::Use(item) = item {
                    let prefix = if item.leading_colon.is_some() { vec!["".to_owned()] } else { Vec::new() };
                    let first = here.len();
                    leaves(&item.tree, prefix, &mut here);
                    for import in &mut here[first..] {
                        import.is_public = matches!(item.vis, Visibility::Public(_));
                        import.is_hidden = is_hidden(&item.attrs);
                        import.conditions = conditions(&item.attrs).unwrap_or_default();
                    }
                } else if let Some(name) = name(item) {
                    targets.entry(name).or_default().push(Target::Item(m, i));
                }
            }
            for &child in &module.children {
                let name = all.modules[child].path.last().expect("a child has a name").clone();
                targets.entry(name).or_default().push(Target::Module(child));
            }
            let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
            for (i, import) in here.iter().enumerate() {
                by_name.entry(import.name.clone().unwrap_or_else(|| "*".to_owned())).or_default().push(i);
            }
            imports.push(here);
            own.push(targets);
            named.push(by_name);
        }
        Names { all, imports, own, named, found: RefCell::default() }
    }

    /// The item behind a target, if it is one.
    pub(super) fn item(&self, target: &Target) -> Option<&'c Item> {
        match target {
            Target::Item(module, item) => Some(&self.all.modules[*module].items[*item]),
            _ => None,
        }
    }

    /// All that a path stands for in a module: a type and a function may have the same name.
    pub(super) fn resolve(&self, module: usize, path: &[String]) -> Vec<Target> {
        self.resolve_in(module, path, &mut Open::new())
    }

    fn resolve_in(&self, module: usize, path: &[String], open: &mut Open) -> Vec<Target> {
        let Some((first, rest)) = path.split_first() else { return vec![Target::Module(module)] };
        let mut found = match first.as_str() {
            "crate" => vec![Target::Module(0)],
            "self" => vec![Target::Module(module)],
            "super" => vec![Target::Module(self.all.modules[module].parent.unwrap_or(0))],
            "" => return vec![Target::Elsewhere(rest.join("::"))],
            name => self.look_up(module, name, open),
        };
        if found.is_empty() && !rest.is_empty() {
            return vec![Target::Elsewhere(path.join("::"))];
        }
        for name in rest {
            found = found.iter().flat_map(|target| self.within(target, name, open)).collect();
        }
        found
    }

    /// What a name stands for within a target.
    fn within(&self, target: &Target, name: &str, open: &mut Open) -> Vec<Target> {
        match target {
            Target::Module(module) if name == "super" => {
                vec![Target::Module(self.all.modules[*module].parent.unwrap_or(0))]
            }
            Target::Module(module) => self.look_up(*module, name, open),
            Target::Item(module, item) => match &self.all.modules[*module].items[*item] {
                Item::Enum(all) => {
                    let variant = all.variants.iter().position(|variant| variant.ident == name);
                    variant.map(|variant| Target::Variant(*module, *item, variant)).into_iter().collect()
                }
                _ => Vec::new(),
            },
            Target::Variant(..) => Vec::new(),
            Target::Elsewhere(path) => vec![Target::Elsewhere(format!("{path}::{name}"))],
        }
    }

    fn look_up(&self, module: usize, name: &str, open: &mut Open) -> Vec<Target> {
        let key = (module, name.to_owned());
        if let Some(found) = self.found.borrow().get(&key) {
            return found.clone();
        }
        let is_asked_first = open.is_empty();
        let mut found = self.own[module].get(name).cloned().unwrap_or_default();
        for &import in self.named[module].get(name).into_iter().flatten() {
            let question = (module, import, name.to_owned());
            if open.insert(question.clone()) {
                found.extend(self.resolve_in(module, &self.imports[module][import].path, open));
                open.remove(&question);
            }
        }
        let question = (module, NO_IMPORT, name.to_owned());
        if found.is_empty() && open.insert(question.clone()) {
            for &import in self.named[module].get("*").into_iter().flatten() {
                for target in self.resolve_in(module, &self.imports[module][import].path, open) {
                    if !matches!(target, Target::Elsewhere(_)) {
                        found.extend(self.within(&target, name, open));
                    }
                }
            }
            open.remove(&question);
        }
        let mut seen = BTreeSet::new();
        found.retain(|target| seen.insert(target.clone()));
        // What was found while other questions were open may be a part only.
        if is_asked_first {
            self.found.borrow_mut().insert(key, found.clone());
        }
        found
    }

    /// The names that a module shows to all, without those that are hidden. What is named outright comes before what `*` names.
    pub(super) fn shown(&self, module: usize) -> Vec<Shown> {
        self.shown_in(module, &mut BTreeSet::new())
    }

    fn shown_in(&self, m: usize, open: &mut BTreeSet<usize>) -> Vec<Shown> {
        if !open.insert(m) {
            return Vec::new();
        }
        let module = &self.all.modules[m];
        let mut shown = Vec::new();
        for &child in &module.children {
            let within = &self.all.modules[child];
            if within.is_public && !within.is_hidden {
                let name = within.path.last().expect("a child has a name").clone();
                let conditions = within.conditions.difference(&module.conditions).cloned().collect();
                shown.push(Shown { name, target: Target::Module(child), conditions, is_own: true });
            }
        }
        for (i, item) in module.items.iter().enumerate() {
            let Some(name) = name(item) else { continue };
            // Macros are among the items of the root only if they are exported.
            let is_public =
                matches!(visibility(item), Some(Visibility::Public(_))) || matches!(item, Item::Macro(_));
            if is_public && !is_hidden(attributes(item)) {
                let conditions = conditions(attributes(item)).unwrap_or_default();
                shown.push(Shown { name, target: Target::Item(m, i), conditions, is_own: true });
            }
        }
        let imports = self.imports[m].iter().filter(|import| import.is_public && !import.is_hidden);
        let (outright, globs): (Vec<&Import>, Vec<&Import>) =
            imports.partition(|import| import.name.is_some());
        for import in outright {
            let name = import.name.clone().expect("it is outright");
            for target in self.resolve(m, &import.path).into_iter().filter(|target| self.may_be_shown(target))
            {
                let conditions = import.conditions.clone();
                shown.push(Shown { name: name.clone(), target, conditions, is_own: false });
            }
        }
        let taken: BTreeSet<String> = shown.iter().map(|shown| shown.name.clone()).collect();
        for import in globs {
            for mut more in self.shown_by_glob(m, import, open) {
                if !taken.contains(&more.name) {
                    more.conditions.extend(import.conditions.iter().cloned());
                    more.is_own = false;
                    shown.push(more);
                }
            }
        }
        open.remove(&m);
        shown
    }

    fn shown_by_glob(&self, module: usize, import: &Import, open: &mut BTreeSet<usize>) -> Vec<Shown> {
        let mut shown = Vec::new();
        for target in self.resolve(module, &import.path) {
            match (&target, self.item(&target)) {
                (Target::Module(inner), _) => {
                    let all = self.shown_in(*inner, open);
                    shown.extend(all.into_iter().filter(|shown| self.may_be_shown(&shown.target)));
                }
                (Target::Item(m, i), Some(Item::Enum(item))) => {
                    let variants = item.variants.iter().enumerate();
                    shown.extend(variants.filter(|(_, variant)| !is_hidden(&variant.attrs)).map(
                        |(v, variant)| {
                            let target = Target::Variant(*m, *i, v);
                            let name = variant.ident.to_string();
                            Shown { name, target, conditions: BTreeSet::new(), is_own: false }
                        },
                    ));
                }
                (Target::Elsewhere(_), _) => {
                    let conditions = BTreeSet::new();
                    shown.push(Shown { name: "*".to_owned(), target, conditions, is_own: false });
                }
                _ => {}
            }
        }
        shown
    }

    /// Whether a re-export shows a target: not if it is hidden itself, or if its name is meant for the crate only and a thing
    /// of another kind has the same name.
    fn may_be_shown(&self, target: &Target) -> bool {
        match target {
            Target::Module(module) => {
                let module = &self.all.modules[*module];
                module.is_public && !module.is_hidden
            }
            Target::Item(..) => self.item(target).is_some_and(|item| {
                let is_public =
                    matches!(visibility(item), Some(Visibility::Public(_))) || matches!(item, Item::Macro(_));
                is_public && !is_hidden(attributes(item))
            }),
            Target::Variant(module, item, variant) => match &self.all.modules[*module].items[*item] {
                Item::Enum(item) => !is_hidden(&item.variants[*variant].attrs),
                _ => false,
            },
            Target::Elsewhere(_) => true,
        }
    }
}

/// The single paths of a `use`.
fn leaves(tree: &UseTree, mut prefix: Vec<String>, out: &mut Vec<Import>) {
    let mut push = |path: Vec<String>, name: Option<String>| {
        let (is_public, is_hidden) = (false, false);
        out.push(Import { path, name, is_public, is_hidden, conditions: BTreeSet::new() });
    };
    // `self` at the end of a path is what comes before it.
    let whole = |mut prefix: Vec<String>, last: String| {
        if last != "self" || prefix.is_empty() {
            prefix.push(last);
        }
        prefix
    };
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            leaves(&path.tree, prefix, out);
        }
        UseTree::Name(name) => {
            let path = whole(prefix, name.ident.to_string());
            let name = path.last().cloned();
            push(path, name);
        }
        UseTree::Rename(rename) => {
            push(whole(prefix, rename.ident.to_string()), Some(rename.rename.to_string()));
        }
        UseTree::Glob(_) => push(prefix, None),
        UseTree::Group(group) => group.items.iter().for_each(|tree| leaves(tree, prefix.clone(), out)),
    }
}

/// The paths under which things can be named from outside.
pub(super) struct Reach {
    /// The one path under which each thing is listed, and under which conditions.
    pub(super) listed: BTreeMap<Target, (String, BTreeSet<String>)>,
    /// The other ones: path, what it stands for, conditions.
    pub(super) others: Vec<(String, Target, BTreeSet<String>)>,
}

impl Reach {
    pub(super) fn of(names: &Names<'_>) -> Reach {
        let all = names.all;
        let root = (all.name.clone(), all.modules[0].conditions.clone());
        let mut listed = BTreeMap::from([(Target::Module(0), root)]);
        let mut others = Vec::new();
        let mut found: BTreeMap<Target, Vec<(bool, String, BTreeSet<String>)>> = BTreeMap::new();
        // The modules with paths of one length, then those with longer ones: a module is looked into once.
        let mut level = vec![0];
        while !level.is_empty() {
            let mut next: BTreeMap<usize, Vec<(bool, String, BTreeSet<String>)>> = BTreeMap::new();
            for module in level {
                let (path, around) = listed[&Target::Module(module)].clone();
                for shown in names.shown(module) {
                    let path = format!("{path}::{}", shown.name);
                    let mut conditions = &around | &shown.conditions;
                    if let Target::Module(m) | Target::Item(m, _) | Target::Variant(m, ..) = shown.target {
                        conditions.extend(all.modules[m].conditions.iter().cloned());
                    }
                    if let Some(item) = names.item(&shown.target) {
                        conditions.extend(super::condition::conditions(attributes(item)).unwrap_or_default());
                    }
                    let way = (!shown.is_own, path, conditions);
                    match shown.target {
                        Target::Module(module) => next.entry(module).or_default().push(way),
                        Target::Elsewhere(_) => others.push((way.1, shown.target, way.2)),
                        target => found.entry(target).or_default().push(way),
                    }
                }
            }
            level = Vec::new();
            for (module, mut ways) in next {
                let target = Target::Module(module);
                ways.sort();
                if !listed.contains_key(&target) {
                    let (_, path, conditions) = ways.remove(0);
                    listed.insert(target.clone(), (path, conditions));
                    level.push(module);
                }
                others
                    .extend(ways.into_iter().map(|(_, path, conditions)| (path, target.clone(), conditions)));
            }
        }
        for (target, mut ways) in found {
            let (Target::Module(m) | Target::Item(m, _) | Target::Variant(m, ..)) = target else { continue };
            // The shortest path, then that of its module, then the one nearest to where it is defined.
            let home = &all.modules[m].path;
            let near = |path: &str| path.split("::").skip(1).zip(home).take_while(|(a, b)| a == b).count();
            ways.sort_by_cached_key(|(is_other, path, _)| {
                (path.matches("::").count(), *is_other, usize::MAX - near(path), path.clone())
            });
            let mut ways = ways.into_iter();
            if !matches!(target, Target::Variant(..)) {
                let (_, path, conditions) = ways.next().expect("a way");
                listed.insert(target.clone(), (path, conditions));
            }
            others.extend(ways.map(|(_, path, conditions)| (path, target.clone(), conditions)));
        }
        others.sort();
        others.dedup();
        Reach { listed, others }
    }
}
