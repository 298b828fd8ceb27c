//! The sites of a file. Tests, constants, patterns and the arguments of macros have none.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, BinOp, Block, Expr, ExprBinary, ImplItemFn, Item, ItemFn, Lit, Pat, ReturnType, Signature,
    Stmt, Type, UnOp,
};

use crate::site::{Form, Site};

/// All sites of a file, in no particular order.
pub fn sites(text: &str) -> Result<Vec<Site>, syn::Error> {
    let file = syn::parse_file(text)?;
    let mut finder = Finder { text, function: None, sites: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.sites)
}

struct Finder<'t> {
    text: &'t str,
    /// The function that is being read; `None` outside of functions, where everything is constant.
    function: Option<String>,
    sites: Vec<Site>,
}

/// Whether an item is compiled under conditions only, such as in tests.
fn is_conditional(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|a| a.path().is_ident("cfg") || a.path().is_ident("test"))
}

/// The operator that replaces an operator, if any does.
fn other_operator(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Lt(_) => "<=",
        BinOp::Le(_) => "<",
        BinOp::Gt(_) => ">=",
        BinOp::Ge(_) => ">",
        BinOp::Eq(_) => "!=",
        BinOp::Ne(_) => "==",
        BinOp::And(_) => "||",
        BinOp::Or(_) => "&&",
        BinOp::Add(_) => "-",
        BinOp::Sub(_) => "+",
        BinOp::Mul(_) => "+",
        BinOp::Div(_) => "*",
        BinOp::Rem(_) => "/",
        BinOp::BitAnd(_) => "|",
        BinOp::BitOr(_) => "&",
        BinOp::BitXor(_) => "|",
        BinOp::Shl(_) => ">>",
        BinOp::Shr(_) => "<<",
        BinOp::AddAssign(_) => "-=",
        BinOp::SubAssign(_) => "+=",
        BinOp::BitAndAssign(_) => "|=",
        BinOp::BitOrAssign(_) => "&=",
        BinOp::BitXorAssign(_) => "|=",
        _ => return None,
    })
}

/// Whether a condition binds names, so that it cannot become an expression of its own.
fn binds(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(ExprBinary { left, op: BinOp::And(_), right, .. }) => binds(left) || binds(right),
        _ => false,
    }
}

fn is_one(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(lit) if matches!(&lit.lit, Lit::Int(int) if int.base10_digits() == "1"))
}

impl Finder<'_> {
    fn add(&mut self, range: Range<usize>, mutated: String, form: Form) {
        if let Some(function) = self.function.clone() {
            self.sites.push(Site { range, mutated, form, function });
        }
    }

    fn slice(&self, node: &impl Spanned) -> &str {
        &self.text[node.span().byte_range()]
    }

    fn function(&mut self, attributes: &[Attribute], signature: &Signature, body: &Block) {
        if is_conditional(attributes) || signature.constness.is_some() {
            return;
        }
        let outer = self.function.replace(signature.ident.to_string());
        let start = body.span().byte_range().start + 1;
        for value in returned(&signature.output) {
            self.add(start..start, format!("return {value};"), Form::Entry);
        }
        self.visit_block(body);
        self.function = outer;
    }
}

/// The values that a mutated function returns at once, by its return type.
fn returned(output: &ReturnType) -> &'static [&'static str] {
    let ReturnType::Type(_, of) = output else { return &[] };
    let Type::Path(path) = &**of else { return &[] };
    match path.path.segments.last().map(|segment| segment.ident.to_string()).as_deref() {
        Some("bool") => &["true", "false"],
        Some("Option") => &["None"],
        Some("Result") => &["Ok(())"],
        Some("usize" | "u8" | "u16" | "u32" | "u64" | "i32" | "i64") => &["0", "1"],
        _ => &[],
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Trait(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            // Constants, types and the like.
            _ => return,
        };
        if !is_conditional(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_pat(&mut self, _: &'ast Pat) {}

    fn visit_type(&mut self, _: &'ast Type) {}

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Expr(expr, Some(_)) = stmt {
            let called = match expr {
                Expr::Try(inner) => &*inner.expr,
                expr => expr,
            };
            let can_go = match called {
                Expr::Call(_) | Expr::MethodCall(_) | Expr::Assign(_) => true,
                Expr::Continue(_) | Expr::Break(_) | Expr::Return(_) => true,
                Expr::Binary(binary) => other_operator(&binary.op).is_none(),
                _ => false,
            };
            if can_go {
                self.add(stmt.span().byte_range(), String::new(), Form::Statement);
            }
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        // The length may be a constant.
        self.visit_expr(&repeat.expr);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        let range = expr.span().byte_range();
        match expr {
            Expr::Const(_) => return,
            Expr::Binary(binary) if !binds(expr) => {
                if let Some(operator) = other_operator(&binary.op) {
                    let (left, right) = (self.slice(&binary.left), self.slice(&binary.right));
                    let dropped = left.to_string();
                    self.add(range.clone(), format!("{left} {operator} {right}"), Form::Expression);
                    if matches!(binary.op, BinOp::Add(_) | BinOp::Sub(_)) && is_one(&binary.right) {
                        self.add(range, dropped, Form::Expression);
                    }
                }
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                let inner = self.slice(&unary.expr).to_string();
                self.add(range, inner, Form::Expression);
            }
            Expr::Lit(lit) => {
                if let Lit::Int(int) = &lit.lit
                    && let Ok(value) = int.base10_parse::<u128>()
                    && let Some(more) = value.checked_add(1)
                {
                    self.add(range, format!("{more}{}", int.suffix()), Form::Expression);
                }
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}
