//! Macros by example: what a crate's own `macro_rules!` make of what they are given.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Error, Result};

/// A macro: for each arm what it matches and what it turns that into.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    arms: Vec<(Vec<Pattern>, TokenStream)>,
}

/// A part of what an arm matches.
#[derive(Debug, Clone)]
enum Pattern {
    Token(TokenTree),
    Group(Delimiter, Vec<Pattern>),
    Variable { name: String, kind: String },
    Repeat { inner: Vec<Pattern>, separator: Option<TokenTree>, sign: char },
}

/// What a variable stands for; within repetitions, in each of them.
#[derive(Debug, Clone)]
enum Bound {
    Once(TokenStream),
    Each(Vec<Bound>),
}

type Bindings = BTreeMap<String, Bound>;

fn error(what: &str) -> Error {
    Error::new(Span::call_site(), what)
}

impl Rules {
    /// The macro with this body.
    pub(super) fn new(body: TokenStream) -> Result<Rules> {
        let parts: Vec<TokenTree> = body.into_iter().collect();
        let mut arms = Vec::new();
        for arm in parts.split(|token| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ';')) {
            match arm {
                [] => {}
                [
                    TokenTree::Group(pattern),
                    TokenTree::Punct(_),
                    TokenTree::Punct(_),
                    TokenTree::Group(body),
                ] => {
                    arms.push((patterns(pattern.stream())?, body.stream()));
                }
                _ => return Err(error("an arm of a macro is not `pattern => body`")),
            }
        }
        Ok(Rules { arms })
    }

    /// What the first arm that matches makes of the input.
    pub(super) fn expand(&self, input: &TokenStream) -> Result<TokenStream> {
        let mut last = error("a macro without arms");
        for (pattern, body) in &self.arms {
            let mut bindings = Bindings::new();
            let matched = |stream: ParseStream<'_>| matches(pattern, stream, &mut bindings);
            match matched.parse2(input.clone()) {
                Ok(()) => return transcribe(body.clone(), &bindings),
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}

fn patterns(tokens: TokenStream) -> Result<Vec<Pattern>> {
    let mut tokens = tokens.into_iter().peekable();
    let mut found = Vec::new();
    while let Some(token) = tokens.next() {
        let is_dollar = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '$');
        found.push(match token {
            TokenTree::Group(group) => Pattern::Group(group.delimiter(), patterns(group.stream())?),
            _ if is_dollar => match tokens.next() {
                Some(TokenTree::Group(inner)) => {
                    let (separator, sign) = repetition(&mut tokens)?;
                    Pattern::Repeat { inner: patterns(inner.stream())?, separator, sign }
                }
                Some(TokenTree::Ident(name)) => {
                    let kind = tokens.nth(1).ok_or_else(|| error("a variable of a macro has no kind"))?;
                    Pattern::Variable { name: name.to_string(), kind: kind.to_string() }
                }
                _ => return Err(error("a `$` of a macro is followed by neither name nor bracket")),
            },
            token => Pattern::Token(token),
        });
    }
    Ok(found)
}

/// What stands behind the brackets of a repetition.
fn repetition(tokens: &mut impl Iterator<Item = TokenTree>) -> Result<(Option<TokenTree>, char)> {
    let mut separator = None;
    loop {
        match tokens.next() {
            Some(TokenTree::Punct(sign)) if "*+?".contains(sign.as_char()) => {
                return Ok((separator, sign.as_char()));
            }
            Some(token) if separator.is_none() => separator = Some(token),
            _ => return Err(error("a repetition of a macro has no sign")),
        }
    }
}

fn matches(patterns: &[Pattern], input: ParseStream<'_>, bindings: &mut Bindings) -> Result<()> {
    for pattern in patterns {
        match pattern {
            Pattern::Token(expected) => expect(expected, input)?,
            Pattern::Group(delimiter, inner) => match input.parse::<TokenTree>()? {
                TokenTree::Group(group) if group.delimiter() == *delimiter => {
                    (|stream: ParseStream<'_>| matches(inner, stream, bindings)).parse2(group.stream())?;
                }
                _ => return Err(error("another bracket was expected")),
            },
            Pattern::Variable { name, kind } => {
                drop(bindings.insert(name.clone(), Bound::Once(fragment(kind, input)?)));
            }
            Pattern::Repeat { inner, separator, sign } => {
                let mut rounds: Vec<Bindings> = Vec::new();
                while *sign != '?' || rounds.is_empty() {
                    let ahead = input.fork();
                    let mut round = Bindings::new();
                    let separated =
                        rounds.is_empty() || separator.as_ref().is_none_or(|s| expect(s, &ahead).is_ok());
                    if input.is_empty() || !separated || matches(inner, &ahead, &mut round).is_err() {
                        break;
                    }
                    input.advance_to(&ahead);
                    rounds.push(round);
                }
                if *sign == '+' && rounds.is_empty() {
                    return Err(error("something is missing that is there at least once"));
                }
                for name in names(inner) {
                    let each = rounds.iter().map(|round| round[&name].clone()).collect();
                    bindings.insert(name, Bound::Each(each));
                }
            }
        }
    }
    Ok(())
}

fn names(patterns: &[Pattern]) -> Vec<String> {
    let names = patterns.iter().flat_map(|pattern| match pattern {
        Pattern::Token(_) => Vec::new(),
        Pattern::Variable { name, .. } => vec![name.clone()],
        Pattern::Group(_, inner) | Pattern::Repeat { inner, .. } => names(inner),
    });
    names.collect()
}

fn expect(expected: &TokenTree, input: ParseStream<'_>) -> Result<()> {
    let found: TokenTree = input.parse()?;
    let same = found.to_string() == expected.to_string();
    if same { Ok(()) } else { Err(error(&format!("{expected} was expected, not {found}"))) }
}

fn fragment(kind: &str, input: ParseStream<'_>) -> Result<TokenStream> {
    fn tokens<T: Parse + ToTokens>(input: ParseStream<'_>) -> Result<TokenStream> {
        Ok(input.parse::<T>()?.into_token_stream())
    }
    match kind {
        "block" => tokens::<syn::Block>(input),
        // As a whole, so that what is around it does not tear it apart.
        "expr" => Ok(TokenTree::Group(Group::new(Delimiter::None, tokens::<syn::Expr>(input)?)).into()),
        "ident" => Ok(input.call(Ident::parse_any)?.into_token_stream()),
        "item" => tokens::<syn::Item>(input),
        "lifetime" => tokens::<syn::Lifetime>(input),
        "literal" => tokens::<syn::Lit>(input),
        "meta" => tokens::<syn::Meta>(input),
        "pat" => Ok(input.call(syn::Pat::parse_multi)?.into_token_stream()),
        "path" => tokens::<syn::Path>(input),
        "tt" => tokens::<TokenTree>(input),
        "ty" => tokens::<syn::Type>(input),
        "vis" => tokens::<syn::Visibility>(input),
        _ => Err(error(&format!("variables of macros of the kind {kind} are not known here"))),
    }
}

fn transcribe(body: TokenStream, bindings: &Bindings) -> Result<TokenStream> {
    let mut out = TokenStream::new();
    let mut tokens = body.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                out.extend([TokenTree::Group(Group::new(
                    group.delimiter(),
                    transcribe(group.stream(), bindings)?,
                ))]);
            }
            TokenTree::Punct(sign) if sign.as_char() == '$' => match tokens.next() {
                Some(TokenTree::Ident(name)) if name == "crate" => out.extend([TokenTree::Ident(name)]),
                Some(TokenTree::Ident(name)) => match bindings.get(&name.to_string()) {
                    Some(Bound::Once(tokens)) => out.extend(tokens.clone()),
                    Some(Bound::Each(_)) => return Err(error("a variable stands outside its repetition")),
                    None => return Err(error("a variable of a macro is not known")),
                },
                Some(TokenTree::Group(inner)) => {
                    let (separator, _) = repetition(&mut tokens)?;
                    for (i, round) in rounds(inner.stream(), bindings)?.iter().enumerate() {
                        out.extend(separator.clone().filter(|_| i > 0));
                        out.extend(transcribe(inner.stream(), round)?);
                    }
                }
                _ => return Err(error("a `$` of a macro is followed by neither name nor bracket")),
            },
            token => out.extend([token]),
        }
    }
    Ok(out)
}

/// What the variables stand for in each round of a repetition with this body.
fn rounds(body: TokenStream, bindings: &Bindings) -> Result<Vec<Bindings>> {
    let mut used = Vec::new();
    let mut open = vec![body];
    while let Some(tokens) = open.pop() {
        for token in tokens {
            match token {
                TokenTree::Group(group) => open.push(group.stream()),
                TokenTree::Ident(name) => used.push(name.to_string()),
                _ => {}
            }
        }
    }
    let each: Vec<(&String, &Vec<Bound>)> = used
        .iter()
        .filter_map(|name| match bindings.get(name) {
            Some(Bound::Each(each)) => Some((name, each)),
            _ => None,
        })
        .collect();
    let count = each.first().ok_or_else(|| error("a repetition of a macro repeats no variable"))?.1.len();
    let round = |i: usize| {
        let mut inner = bindings.clone();
        inner.extend(each.iter().map(|(name, each)| ((*name).clone(), each[i].clone())));
        inner
    };
    Ok((0..count).map(round).collect())
}
