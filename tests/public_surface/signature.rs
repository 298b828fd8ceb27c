//! Types and signatures in one form: names of this crate are the paths under which they are listed, names of others are whole paths.

use std::collections::BTreeSet;

use quote::{ToTokens, format_ident};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Expr, FnArg, GenericArgument, GenericParam, Generics, Item, Pat, Path, PathArguments, ReturnType, Type,
};

use super::names::{Names, Reach, Target};
use super::normal::spaced;

/// What everyone may name without a `use`, with the modules that define it.
const PRELUDE: &[(&str, &[&str])] = &[
    ("borrow", &["ToOwned"]),
    ("boxed", &["Box"]),
    ("clone", &["Clone"]),
    ("cmp", &["Eq", "Ord", "PartialEq", "PartialOrd"]),
    ("convert", &["AsMut", "AsRef", "From", "Into", "TryFrom", "TryInto"]),
    ("default", &["Default"]),
    (
        "iter",
        &["DoubleEndedIterator", "ExactSizeIterator", "Extend", "FromIterator", "IntoIterator", "Iterator"],
    ),
    ("marker", &["Copy", "Send", "Sized", "Sync", "Unpin"]),
    ("ops", &["Drop", "Fn", "FnMut", "FnOnce"]),
    ("option", &["Option"]),
    ("result", &["Result"]),
    ("string", &["String", "ToString"]),
    ("vec", &["Vec"]),
];

/// A crate's names, and those that users can name.
pub(super) struct Surface<'c> {
    pub(super) names: &'c Names<'c>,
    pub(super) reach: &'c Reach,
}

/// A place in the sources from which types are looked at.
#[derive(Clone)]
pub(super) struct Scope<'s> {
    pub(super) surface: &'s Surface<'s>,
    pub(super) module: usize,
    /// Parameters, which hide what else has their name.
    parameters: BTreeSet<String>,
    /// What `Self` is.
    itself: Option<Type>,
    /// The things of this crate that were named.
    pub(super) named: BTreeSet<Target>,
}

/// A path of another crate, as short as users write it.
pub(super) fn elsewhere(path: &str) -> String {
    let path = match path.split_once("::") {
        Some(("core" | "alloc", rest)) => format!("std::{rest}"),
        _ => path.to_owned(),
    };
    let parts: Vec<&str> = path.split("::").collect();
    match parts[..] {
        ["std", module, name] if PRELUDE.iter().any(|(m, names)| *m == module && names.contains(&name)) => {
            name.to_owned()
        }
        _ => path,
    }
}

impl Surface<'_> {
    /// The path of something of this crate: where it is listed, else where it is defined.
    pub(super) fn path(&self, target: &Target) -> String {
        if let Some((path, _)) = self.reach.listed.get(target) {
            return path.clone();
        }
        let all = self.names.all;
        let within = |module: &usize, name: Option<String>| {
            let parts = std::iter::once(all.name.clone()).chain(all.modules[*module].path.iter().cloned());
            parts.chain(name).collect::<Vec<_>>().join("::")
        };
        match target {
            Target::Module(module) => within(module, None),
            Target::Item(module, _) => within(module, self.names.item(target).and_then(super::sources::name)),
            Target::Variant(module, item, variant) => {
                let item = Target::Item(*module, *item);
                let variant = match self.names.item(&item) {
                    Some(Item::Enum(item)) => item.variants[*variant].ident.to_string(),
                    _ => String::new(),
                };
                format!("{}::{variant}", self.path(&item))
            }
            Target::Elsewhere(path) => elsewhere(path),
        }
    }

    pub(super) fn is_listed(&self, target: &Target) -> bool {
        self.reach.listed.contains_key(target)
    }
}

impl<'s> Scope<'s> {
    pub(super) fn new(surface: &'s Surface<'s>, module: usize) -> Self {
        Scope { surface, module, parameters: BTreeSet::new(), itself: None, named: BTreeSet::new() }
    }

    /// The scope within something that has these parameters.
    pub(super) fn with(&self, generics: &Generics) -> Self {
        let mut inner = self.clone();
        inner.parameters.extend(generics.params.iter().filter_map(|parameter| match parameter {
            GenericParam::Type(parameter) => Some(parameter.ident.to_string()),
            GenericParam::Const(parameter) => Some(parameter.ident.to_string()),
            GenericParam::Lifetime(_) => None,
        }));
        inner
    }

    /// The scope within an `impl` of this type, which is in normal form.
    pub(super) fn within(&self, itself: Type) -> Self {
        Scope { itself: Some(itself), ..self.clone() }
    }

    pub(super) fn normal(&mut self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        self.visit_type_mut(&mut ty);
        ty
    }

    pub(super) fn ty(&mut self, ty: &Type) -> String {
        spaced(self.normal(ty).into_token_stream())
    }

    pub(super) fn trait_path(&mut self, path: &Path) -> String {
        let mut path = path.clone();
        self.visit_path_mut(&mut path);
        spaced(path.into_token_stream())
    }

    /// Bounds behind a colon, or nothing.
    pub(super) fn bounds<'b>(&mut self, bounds: impl IntoIterator<Item = &'b syn::TypeParamBound>) -> String {
        let mut texts = Vec::new();
        for bound in bounds {
            let mut bound = bound.clone();
            self.visit_type_param_bound_mut(&mut bound);
            texts.push(spaced(bound.into_token_stream()));
        }
        if texts.is_empty() { String::new() } else { format!(": {}", texts.join(" + ")) }
    }

    /// The parameters, each as text.
    pub(super) fn parameters(&mut self, generics: &Generics) -> Vec<String> {
        let text = |parameter: &GenericParam| {
            let mut parameter = parameter.clone();
            self.visit_generic_param_mut(&mut parameter);
            spaced(parameter.into_token_stream())
        };
        generics.params.iter().map(text).collect()
    }

    /// The parameters in angle brackets, or nothing.
    pub(super) fn generics(&mut self, generics: &Generics) -> String {
        let parameters = self.parameters(generics).join(", ");
        if parameters.is_empty() { parameters } else { format!("<{parameters}>") }
    }

    /// ` where ...`, or nothing.
    pub(super) fn wheres(&mut self, generics: &Generics) -> String {
        let Some(clause) = &generics.where_clause else { return String::new() };
        let text = |predicate: &syn::WherePredicate| {
            let mut predicate = predicate.clone();
            self.visit_where_predicate_mut(&mut predicate);
            spaced(predicate.into_token_stream())
        };
        let predicates: Vec<String> = clause.predicates.iter().map(text).collect();
        if predicates.is_empty() { String::new() } else { format!(" where {}", predicates.join(", ")) }
    }

    /// A function with this path.
    pub(super) fn function(&mut self, path: &str, signature: &syn::Signature) -> String {
        let outer = self.parameters.clone();
        self.parameters = self.with(&signature.generics).parameters;
        let mut before = String::new();
        for (is_there, word) in [
            (signature.constness.is_some(), "const "),
            (signature.asyncness.is_some(), "async "),
            (matches!(signature.safety, syn::Safety::Unsafe(_)), "unsafe "),
        ] {
            before.push_str(if is_there { word } else { "" });
        }
        if let Some(abi) = &signature.abi {
            before.push_str(&(spaced(abi.into_token_stream()) + " "));
        }
        let inputs: Vec<String> = signature.inputs.iter().map(|input| self.input(input)).collect();
        let output = match &signature.output {
            ReturnType::Default => String::new(),
            ReturnType::Type(_, ty) => format!(" -> {}", self.ty(ty)),
        };
        let generics = self.generics(&signature.generics);
        let wheres = self.wheres(&signature.generics);
        self.parameters = outer;
        format!("{before}fn {path}{generics}({}){output}{wheres}", inputs.join(", "))
    }

    fn input(&mut self, input: &FnArg) -> String {
        match input {
            FnArg::Receiver(receiver) => match &receiver.kind {
                syn::ReceiverKind::Typed(_, ty) => format!("self: {}", self.ty(ty)),
                _ => {
                    let mut receiver = receiver.clone();
                    receiver.attrs.clear();
                    receiver.mutability = None;
                    spaced(receiver.into_token_stream())
                }
            },
            FnArg::Typed(argument) => {
                let name = match &*argument.pat {
                    Pat::Ident(name) => name.ident.to_string(),
                    _ => "_".to_owned(),
                };
                format!("{name}: {}", self.ty(&argument.ty))
            }
        }
    }

    /// What a path of a type or trait stands for, and how many of its segments say so.
    fn target(&self, path: &Path) -> Option<(Target, usize)> {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names[0] == "Self"
            || names.is_empty()
            || path.leading_colon.is_none() && self.parameters.contains(&names[0])
        {
            return None;
        }
        let is_type = |target: &Target| match self.surface.names.item(target) {
            Some(item) => matches!(
                item,
                Item::Enum(_)
                    | Item::Struct(_)
                    | Item::Trait(_)
                    | Item::TraitAlias(_)
                    | Item::Type(_)
                    | Item::Union(_)
            ),
            None => matches!(target, Target::Elsewhere(_)),
        };
        let start = if path.leading_colon.is_some() { vec![String::new()] } else { Vec::new() };
        for length in 1..=names.len() {
            let prefix: Vec<String> = start.iter().chain(&names[..length]).cloned().collect();
            let found = self.surface.names.resolve(self.module, &prefix).into_iter().find(is_type);
            match found {
                // What follows a path of another crate belongs to it; a single name there is one that everyone may use.
                Some(Target::Elsewhere(_)) if length < names.len() => {}
                Some(target) => return Some((target, length)),
                None => {}
            }
        }
        None
    }

    /// The number that an expression in a module is, if it is one, a constant, or the length of a constant list.
    fn number(&self, module: usize, expression: &Expr) -> Option<usize> {
        match expression {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => number.base10_parse().ok(),
            Expr::Block(block) => match &block.block.stmts[..] {
                [syn::Stmt::Expr(inner, None)] => self.number(module, inner),
                _ => None,
            },
            Expr::Group(inner) => self.number(module, &inner.expr),
            Expr::Paren(inner) => self.number(module, &inner.expr),
            Expr::Path(path) => self.number_at(module, &path.path),
            Expr::MethodCall(call) if call.method == "len" => self.length(module, &call.receiver),
            _ => None,
        }
    }

    fn number_at(&self, module: usize, path: &Path) -> Option<usize> {
        let (module, constant) = self.constant(module, path)?;
        self.number(module, constant)
    }

    fn length(&self, module: usize, list: &Expr) -> Option<usize> {
        match list {
            Expr::Array(list) => Some(list.elems.len()),
            Expr::Reference(inner) => self.length(module, &inner.expr),
            Expr::Path(path) => {
                let (module, constant) = self.constant(module, &path.path)?;
                self.length(module, constant)
            }
            _ => None,
        }
    }

    /// The constant of this crate that a path stands for, with the module in which it is.
    fn constant(&self, module: usize, path: &Path) -> Option<(usize, &'s Expr)> {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if self.parameters.contains(&names[0]) {
            return None;
        }
        let found = self.surface.names.resolve(module, &names).into_iter();
        found.into_iter().find_map(|target| match (self.surface.names.item(&target), target) {
            (Some(Item::Const(constant)), Target::Item(module, _)) => Some((module, &*constant.expr)),
            _ => None,
        })
    }

    /// What an alias of this crate stands for, if users cannot name the alias; its arguments are in normal form.
    fn expanded(&mut self, path: &Path) -> Option<Type> {
        let (target, _) = self.target(path)?;
        let Some(Item::Type(alias)) = self.surface.names.item(&target) else { return None };
        let Target::Item(module, _) = target else { return None };
        if self.surface.is_listed(&target) {
            return None;
        }
        let mut inner = Scope::new(self.surface, module).with(&alias.generics);
        let mut ty = inner.normal(&alias.ty);
        self.named.extend(inner.named);
        let arguments: Vec<GenericArgument> = match &path.segments.last()?.arguments {
            PathArguments::AngleBracketed(arguments) => arguments.args.iter().cloned().collect(),
            _ => Vec::new(),
        };
        Substitute { parameters: &alias.generics, arguments }.visit_type_mut(&mut ty);
        Some(ty)
    }
}

impl VisitMut for Scope<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Paren(inner) = ty
            && !matches!(&*inner.elem, Type::TraitObject(_) | Type::ImplTrait(_))
        {
            *ty = (*inner.elem).clone();
        }
        if let Type::Group(inner) = ty {
            *ty = (*inner.elem).clone();
        }
        if let Type::Path(path) = &*ty
            && path.qself.is_none()
        {
            if path.path.is_ident("Self")
                && let Some(itself) = &self.itself
            {
                *ty = itself.clone();
                return;
            }
            let mut whole = path.path.clone();
            for segment in &mut whole.segments {
                visit_mut::visit_path_arguments_mut(self, &mut segment.arguments);
            }
            if let Some(expanded) = self.expanded(&whole) {
                *ty = expanded;
                return;
            }
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        let Some((target, length)) = self.target(path) else { return };
        let whole = self.surface.path(&target);
        if !matches!(target, Target::Elsewhere(_)) {
            self.named.insert(target);
        }
        let names: Vec<&str> = whole.split("::").collect();
        let mut segments: syn::punctuated::Punctuated<syn::PathSegment, syn::Token![::]> =
            names.iter().map(|name| syn::PathSegment::from(format_ident!("{name}"))).collect();
        segments.last_mut().expect("a path has a name").arguments =
            path.segments[length - 1].arguments.clone();
        segments.extend(path.segments.iter().skip(length).cloned());
        *path = Path { leading_colon: None, segments };
    }

    /// Lengths of arrays are numbers where these can be told without much ado.
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if let Some(number) = self.number(self.module, expression) {
            *expression = number_of(number);
        }
    }

    fn visit_generic_argument_mut(&mut self, argument: &mut GenericArgument) {
        if let GenericArgument::Type(Type::Path(path)) = &*argument
            && self.target(&path.path).is_none()
            && let Some(number) = self.number_at(self.module, &path.path)
        {
            *argument = GenericArgument::Const(number_of(number));
        }
        visit_mut::visit_generic_argument_mut(self, argument);
    }

    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}
}

fn number_of(number: usize) -> Expr {
    let number = proc_macro2::Literal::usize_unsuffixed(number);
    syn::parse_quote!(#number)
}

/// Puts arguments in the place of parameters.
struct Substitute<'p> {
    parameters: &'p Generics,
    arguments: Vec<GenericArgument>,
}

impl VisitMut for Substitute<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = &*ty
            && let Some(name) = path.path.get_ident()
        {
            let types = self.parameters.params.iter().filter(|p| !matches!(p, GenericParam::Lifetime(_)));
            let place = types.into_iter().position(|parameter| match parameter {
                GenericParam::Type(parameter) => parameter.ident == *name,
                _ => false,
            });
            let mut arguments = self.arguments.iter().filter(|a| !matches!(a, GenericArgument::Lifetime(_)));
            if let Some(GenericArgument::Type(argument)) = place.and_then(|place| arguments.nth(place)) {
                *ty = argument.clone();
                return;
            }
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        let mut arguments = self.arguments.iter().filter_map(|argument| match argument {
            GenericArgument::Lifetime(lifetime) => Some(lifetime),
            _ => None,
        });
        let place = self.parameters.lifetimes().position(|parameter| parameter.lifetime == *lifetime);
        if let Some(argument) = place.and_then(|place| arguments.nth(place)) {
            *lifetime = argument.clone();
        }
    }
}
