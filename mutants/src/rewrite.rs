//! A file with all its mutations in it, each behind a guard that is evaluated at run time.

use std::ops::Range;

use crate::site::{Form, Site};

/// A file that was rewritten.
pub struct Rewritten {
    /// The text with the mutations.
    pub text: String,
    /// The number of each mutation and its bytes in the text. Outer mutations come before the inner ones.
    pub places: Vec<(u32, Range<usize>)>,
}

impl Rewritten {
    /// The number of the innermost mutation around a byte.
    pub fn around(&self, byte: usize) -> Option<u32> {
        self.places.iter().rev().find(|(_, range)| range.contains(&byte)).map(|&(number, _)| number)
    }

    /// The numbers of the mutations that begin in a part of the text or, if there is none, of the last one before it.
    pub fn near(&self, part: Range<usize>) -> Vec<u32> {
        let starts = |place: &&(u32, Range<usize>)| part.contains(&place.1.start);
        let inside: Vec<u32> = self.places.iter().filter(starts).map(|&(number, _)| number).collect();
        let before = self.places.iter().rev().find(|(_, range)| range.start < part.start);
        if inside.is_empty() { before.map(|&(number, _)| number).into_iter().collect() } else { inside }
    }
}

/// Rewrites a file. The mutated code has no other mutations inside, so that the text grows linearly.
pub fn rewrite(text: &str, sites: &[(u32, &Site)]) -> Rewritten {
    let mut order: Vec<(u32, &Site)> = sites.to_vec();
    // Outer ones first; of equal ones, the whole statement before its expression.
    order.sort_by_key(|(number, site)| {
        (site.range.start, std::cmp::Reverse(site.range.end), site.form != Form::Statement, *number)
    });
    let mut writer = Writer { text, order, next: 0, out: String::new(), places: Vec::new() };
    writer.copy(0..text.len());
    Rewritten { text: writer.out, places: writer.places }
}

struct Writer<'t> {
    text: &'t str,
    order: Vec<(u32, &'t Site)>,
    next: usize,
    out: String,
    places: Vec<(u32, Range<usize>)>,
}

impl Writer<'_> {
    /// Writes a part of the file with the mutations that begin in it. Recursion is as deep as expressions are nested in
    /// the source.
    fn copy(&mut self, range: Range<usize>) {
        let mut done = range.start;
        while let Some(&(number, site)) = self.order.get(self.next) {
            if site.range.start > range.end || site.range.end > range.end {
                break;
            }
            self.next += 1;
            self.out.push_str(&self.text[done..site.range.start]);
            let start = self.out.len();
            let place = self.places.len();
            self.places.push((number, start..start));
            let Site { range, mutated, form, .. } = site;
            match form {
                Form::Expression => {
                    self.out.push_str(&format!("(if crate::mutants::on({number}) {{ {mutated} }} else {{ "));
                    self.copy(range.clone());
                    self.out.push_str(" })");
                }
                Form::Statement => {
                    self.out.push_str(&format!("if !crate::mutants::on({number}) {{ "));
                    self.copy(range.clone());
                    self.out.push_str(" }");
                }
                Form::Entry => {
                    self.out.push_str(&format!(" if crate::mutants::on({number}) {{ {mutated} }}"));
                }
            }
            self.places[place].1.end = self.out.len();
            done = range.end;
        }
        self.out.push_str(&self.text[done..range.end]);
    }
}

/// The module that the guards of a crate call, to be added to the root of the crate.
pub const GUARDS: &str = "
/// Which mutation is in force.
#[allow(dead_code)]
mod mutants {
    use std::sync::OnceLock;

    /// Whether the mutation with this number is in force.
    #[inline]
    pub(crate) fn on(number: u32) -> bool {
        static CHOSEN: OnceLock<u32> = OnceLock::new();
        let read = || std::env::var(\"ZLINK_MUTANT\").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
        *CHOSEN.get_or_init(read) == number
    }
}
";
