//! What types and traits that users can name have from `impl` blocks, wherever these stand, and from `#[derive(...)]`.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Generics, ImplItem, Item, ItemImpl, Meta, Path, Token, Type, Visibility};

use super::condition::{conditions, has, is_hidden, marks};
use super::listing::{Listing, Rank};
use super::names::Target;
use super::normal::spaced;
use super::signature::{Scope, elsewhere};

/// Derives whose trait has another path than what is derived.
const DERIVED: &[(&str, &[&str])] = &[
    ("Debug", &["std::fmt::Debug"]),
    ("Hash", &["std::hash::Hash"]),
    ("thiserror::Error", &["std::error::Error", "std::fmt::Display"]),
];

/// Adds the lines of all of them.
pub(super) fn add(listing: &mut Listing<'_>) {
    let names = listing.surface.names;
    for (m, module) in names.all.modules.iter().enumerate() {
        for (i, item) in module.items.iter().enumerate() {
            match item {
                Item::Impl(item) => {
                    let inner = conditions(&item.attrs).unwrap_or_default();
                    let outer = &module.conditions | &inner;
                    match &item.trait_ {
                        None => add_methods(listing, m, item, &outer),
                        Some((path, _)) => add_trait(listing, m, item, path, &outer),
                    }
                }
                Item::Struct(item) => add_derived(listing, &Target::Item(m, i), &item.generics, &item.attrs),
                Item::Enum(item) => add_derived(listing, &Target::Item(m, i), &item.generics, &item.attrs),
                Item::Union(item) => add_derived(listing, &Target::Item(m, i), &item.generics, &item.attrs),
                _ => {}
            }
        }
    }
}

/// The type that a block without a trait is about.
fn owner(scope: &Scope<'_>) -> Option<Target> {
    scope.named.iter().find(|target| matches!(target, Target::Item(..))).cloned()
}

fn add_methods(listing: &mut Listing<'_>, module: usize, item: &ItemImpl, outer: &BTreeSet<String>) {
    let scope = Scope::new(listing.surface, module).with(&item.generics);
    // The type itself, without its arguments.
    let mut bare = scope.clone();
    let mut base = (*item.self_ty).clone();
    if let Type::Path(path) = &mut base {
        path.path.segments.iter_mut().for_each(|segment| segment.arguments = syn::PathArguments::None);
    }
    bare.ty(&base);
    let Some((path, around)) = owner(&bare).and_then(|owner| listing.surface.reach.listed.get(&owner)) else {
        return;
    };
    let mut itself = scope.clone();
    let ty = itself.normal(&item.self_ty);
    // Arguments and bounds of the block are told where they say more than the type's own parameters.
    let bounds: Vec<String> =
        itself.parameters(&item.generics).into_iter().filter(|p| p.contains(':')).collect();
    let mut extra = itself.wheres(&item.generics);
    if !bounds.is_empty() {
        extra = format!("{extra} [of impl<{}>]", bounds.join(", "));
    }
    let arguments = match &ty {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.arguments.clone()),
        _ => None,
    };
    let is_concrete = arguments.is_some_and(|arguments| match arguments {
        syn::PathArguments::AngleBracketed(all) => all.args.iter().any(|argument| match argument {
            syn::GenericArgument::Type(Type::Path(path)) => path.path.get_ident().is_none_or(|name| {
                !item.generics.type_params().any(|p| p.ident == *name)
                    && !item.generics.const_params().any(|p| p.ident == *name)
            }),
            syn::GenericArgument::Lifetime(lifetime) => lifetime.ident == "static",
            _ => true,
        }),
        _ => false,
    });
    if is_concrete {
        extra = format!("{extra} [of {}]", spaced(ty.to_token_stream()));
    }
    itself = itself.within(ty);
    for part in &item.items {
        let mut scope = itself.clone();
        let (attributes, visibility, text) = match part {
            ImplItem::Fn(part) => {
                let text = scope.function(&format!("{path}::{}", part.sig.ident), &part.sig);
                (&part.attrs, &part.vis, text)
            }
            ImplItem::Const(part) => {
                let text = format!("const {path}::{}: {}", part.ident, scope.ty(&part.ty));
                (&part.attrs, &part.vis, text)
            }
            _ => panic!("{path} has a part that is not known here"),
        };
        let Some(inner) = conditions(attributes) else { continue };
        if matches!(visibility, Visibility::Public(_)) && !is_hidden(attributes) {
            let marks = marks(attributes, &(&(around | outer) | &inner));
            listing.push(path, Rank::Method, format!("pub {text}{extra}{marks}"), &scope);
        }
    }
}

fn add_trait(
    listing: &mut Listing<'_>,
    module: usize,
    item: &ItemImpl,
    path: &Path,
    outer: &BTreeSet<String>,
) {
    let mut scope = Scope::new(listing.surface, module).with(&item.generics);
    let ty = scope.normal(&item.self_ty);
    let own = scope.named.clone();
    scope = scope.within(ty.clone());
    let name = scope.trait_path(path);
    // Users who cannot name all of this cannot use it.
    let head = scope.named.clone();
    let all_listed = head.iter().all(|target| listing.surface.is_listed(target));
    let Some(first) = own.iter().chain(&head).next().filter(|_| all_listed && !is_hidden(&item.attrs)) else {
        return;
    };
    let mut types = Vec::new();
    for part in &item.items {
        if let ImplItem::Type(part) = part {
            scope = scope.with(&part.generics);
            types.push(format!(
                "type {}{} = {}",
                part.ident,
                scope.generics(&part.generics),
                scope.ty(&part.ty)
            ));
        }
    }
    let types = if types.is_empty() { String::new() } else { format!(" {{ {} }}", types.join("; ")) };
    let text = format!("{name} for {}{}{types}", spaced(ty.to_token_stream()), scope.wheres(&item.generics));
    let parameters = scope.parameters(&item.generics);
    let (parameters, text) = anonymous(parameters, text);
    let conditions = head.iter().filter_map(|target| listing.surface.reach.listed.get(target));
    let mut all = outer.clone();
    conditions.for_each(|(_, conditions)| all.extend(conditions.iter().cloned()));
    let text = format!("impl{parameters} {text}{}", marks(&item.attrs, &all));
    let path = listing.surface.path(first);
    listing.push(&path, Rank::Impl, text, &scope);
}

/// Lifetimes that occur only once need no name.
fn anonymous(parameters: Vec<String>, mut text: String) -> (String, String) {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let mut kept = Vec::new();
    for (i, parameter) in parameters.iter().enumerate() {
        let others = parameters.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, other)| other.as_str());
        let used: usize = others
            .chain([text.as_str()])
            .map(|text| {
                text.match_indices(parameter.as_str())
                    .filter(|(at, _)| ends(&text[at + parameter.len()..]))
                    .count()
            })
            .sum();
        let place = text
            .match_indices(parameter.as_str())
            .map(|(at, _)| at)
            .find(|at| ends(&text[at + parameter.len()..]));
        match place {
            Some(at) if used == 1 && parameter.starts_with('\'') && !parameter.contains(':') => {
                text.replace_range(at..at + parameter.len(), "'_");
            }
            _ => kept.push(parameter.clone()),
        }
    }
    let kept = if kept.is_empty() { String::new() } else { format!("<{}>", kept.join(", ")) };
    (kept, text)
}

fn add_derived(listing: &mut Listing<'_>, target: &Target, generics: &Generics, attrs: &[Attribute]) {
    let Some((path, outer)) = listing.surface.reach.listed.get(target) else { return };
    let Target::Item(module, _) = *target else { return };
    let mut derives: Vec<(Path, BTreeSet<String>)> = Vec::new();
    for attribute in attrs {
        let Meta::List(list) = &attribute.meta else { continue };
        let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
        let mut add = |metas: Punctuated<Meta, Token![,]>, conditions: &BTreeSet<String>| {
            derives.extend(metas.iter().map(|meta| (meta.path().clone(), conditions.clone())));
        };
        if list.path.is_ident("derive") {
            add(list.parse_args_with(parse).expect("derives"), outer);
        } else if list.path.is_ident("cfg_attr") {
            let metas = list.parse_args_with(parse).expect("attributes under a condition");
            let condition = &metas[0];
            let condition: Attribute = syn::parse_quote!(#[cfg(#condition)]);
            let Some(inner) = conditions(&[condition]) else { continue };
            for meta in metas.iter().skip(1) {
                if let Meta::List(list) = meta
                    && list.path.is_ident("derive")
                {
                    add(list.parse_args_with(parse).expect("derives"), &(outer | &inner));
                }
            }
        }
    }
    let scope = Scope::new(listing.surface, module).with(generics);
    let arguments: Vec<String> = generics
        .params
        .iter()
        .map(|parameter| match parameter {
            syn::GenericParam::Lifetime(parameter) => parameter.lifetime.to_string(),
            syn::GenericParam::Type(parameter) => parameter.ident.to_string(),
            syn::GenericParam::Const(parameter) => parameter.ident.to_string(),
        })
        .collect();
    let whole = if arguments.is_empty() { path.clone() } else { format!("{path}<{}>", arguments.join(", ")) };
    for (derive, conditions) in derives {
        let written: Vec<String> = derive.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let found = listing.surface.names.resolve(module, &written);
        let name = found.iter().find_map(|target| match target {
            Target::Elsewhere(path) => Some(elsewhere(path)),
            _ => None,
        });
        let name = name.unwrap_or_else(|| written.join("::"));
        let named = DERIVED.iter().find(|(derive, _)| *derive == name).map(|(_, traits)| *traits);
        for name in named.unwrap_or(&[name.as_str()]) {
            let mut scope = scope.clone();
            let is_standard =
                !name.contains("::") || name.starts_with("std::fmt::Debug") || *name == "std::hash::Hash";
            let mut generics = generics.clone();
            for parameter in generics.type_params_mut() {
                parameter.default = None;
                let bounds = scope.bounds(&parameter.bounds);
                let is_bound = bounds.trim_start_matches(": ").split(" + ").any(|bound| bound == *name);
                if is_standard && !is_bound {
                    let bound: Path = syn::parse_str(name).expect("a trait");
                    parameter.bounds.push(syn::parse_quote!(#bound));
                }
            }
            for parameter in generics.const_params_mut() {
                parameter.default = None;
            }
            let mut parameters = scope.parameters(&generics);
            let mut trait_name = (*name).to_owned();
            if trait_name == "serde::Deserialize" {
                parameters.insert(0, "'de".to_owned());
                trait_name.push_str("<'de>");
            }
            let (parameters, text) =
                anonymous(parameters, format!("{trait_name} for {whole}{}", scope.wheres(&generics)));
            let text = format!("impl{parameters} {text}{}", marks(&[], &conditions));
            listing.push(path, Rank::Impl, text, &scope);
        }
        if name == "thiserror::Error" {
            add_sources(listing, target, &whole, outer, &scope);
        }
    }
}

/// The conversions that `#[from]` fields of an error bring.
fn add_sources(
    listing: &mut Listing<'_>,
    target: &Target,
    whole: &str,
    outer: &BTreeSet<String>,
    scope: &Scope<'_>,
) {
    let fields: Vec<&syn::Field> = match listing.surface.names.item(target) {
        Some(Item::Enum(item)) => item.variants.iter().flat_map(|variant| &variant.fields).collect(),
        Some(Item::Struct(item)) => item.fields.iter().collect(),
        _ => Vec::new(),
    };
    for field in fields.into_iter().filter(|field| has(&field.attrs, "from")) {
        let mut scope = scope.clone();
        let ty = scope.ty(&field.ty);
        if scope.named.iter().all(|target| listing.surface.is_listed(target)) {
            let path = listing.surface.path(target);
            let text = format!("impl From<{ty}> for {whole}{}", marks(&[], outer));
            listing.push(&path, Rank::Impl, text, &scope);
        }
    }
}
