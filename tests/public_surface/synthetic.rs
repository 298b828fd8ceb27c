//! The list of small crates that are written here.

use super::listing::{Line, listing};

/// The lines of a crate named `a` with these files.
fn lines(files: &[(&str, &str)]) -> Vec<Line> {
    let read = |file: &str| files.iter().find(|(name, _)| *name == file).map(|(_, text)| (*text).to_owned());
    listing("a", &read)
}

/// The texts of the lines, without that of the root.
fn texts(files: &[(&str, &str)]) -> Vec<String> {
    lines(files).into_iter().map(|line| line.text).filter(|text| text != "pub mod a").collect()
}

fn assert_lists(files: &[(&str, &str)], expected: &[&str]) {
    assert_eq!(texts(files), expected);
}

#[test]
fn modules_are_files_folders_or_inline() {
    assert_lists(
        &[
            (
                "lib.rs",
                "pub mod b; pub mod c; pub mod d { pub mod e; pub const D: u8 = 1; } pub mod f { pub mod h; }",
            ),
            ("b.rs", "pub fn b() {} pub mod inner;"),
            ("b/inner.rs", "pub fn deep() {}"),
            ("c/mod.rs", "pub fn c() {} mod unseen; pub(crate) mod half { pub fn unseen() {} }"),
            ("c/unseen.rs", "pub fn unseen() {}"),
            ("d/e.rs", "pub static E: &str = \"\";"),
            ("f/h.rs", "pub(super) fn unseen() {} fn own() {} pub fn h() {}"),
        ],
        &[
            "pub mod a::b",
            "pub fn a::b::b()",
            "pub mod a::b::inner",
            "pub fn a::b::inner::deep()",
            "pub mod a::c",
            "pub fn a::c::c()",
            "pub mod a::d",
            "pub const a::d::D: u8",
            "pub mod a::d::e",
            "pub static a::d::e::E: &str",
            "pub mod a::f",
            "pub mod a::f::h",
            "pub fn a::f::h::h()",
        ],
    );
}

#[test]
fn re_exports_are_followed() {
    assert_lists(
        &[
            (
                "lib.rs",
                "mod b; pub mod c; pub use b::{Two as Second, inner::{self, *}, One}; pub use self::c::C;
                 pub use std::path::Path; pub(crate) use b::Unseen; use b::Unseen as _;",
            ),
            (
                "b.rs",
                "pub struct One; pub struct Two; pub struct Unseen;
                 pub mod inner { pub struct Deep; pub(crate) struct Half; pub use super::super::c::d; pub struct One; }",
            ),
            ("c.rs", "pub struct C; pub mod d { pub use super::C as Again; pub use super::super::*; }"),
        ],
        &[
            "pub struct a::C", "pub struct a::Deep", "pub struct a::One", "pub use a::Path = std::path::Path", "pub struct a::Second", "pub mod a::c", "pub use a::c::C = a::C", "pub use a::c::d = a::d", "pub mod a::d", "pub use a::d::Again = a::C", "pub use a::d::C = a::C", "pub use a::d::Deep = a::Deep", "pub use a::d::One = a::One", "pub use a::d::Path = std::path::Path", "pub use a::d::Second = a::Second", "pub use a::d::c = a::c", "pub use a::d::d = a::d", "pub use a::d::inner = a::inner", "pub mod a::inner", "pub use a::inner::Deep = a::Deep", "pub struct a::inner::One", "pub use a::inner::d = a::d",
        ],
    );
}

#[test]
fn a_name_may_stand_for_a_module_and_a_function() {
    assert_lists(
        &[
            ("lib.rs", "mod csv; pub use csv::csv; pub use crate::csv::csv as again;"),
            ("csv.rs", "pub fn csv() {} pub fn unseen() {}"),
        ],
        &["pub use a::again = a::csv", "pub fn a::csv()"],
    );
}

#[test]
fn what_is_hidden_is_left_out_unless_it_is_shown_elsewhere() {
    assert_lists(
        &[(
            "lib.rs",
            "#[doc(hidden)] pub mod b { pub struct Shown { pub x: u8, #[doc(hidden)] pub y: u8 } pub struct Unseen; #[doc(hidden)] pub struct Never;
               impl Shown { pub fn seen(&self) {} #[doc(hidden)] pub fn unseen(&self) {} fn own(&self) {} }
               impl From<Unseen> for Shown { fn from(_: Unseen) -> Self { todo!() } } }
             pub use b::{Shown, Never}; #[doc(hidden)] pub use b::Unseen; #[doc(hidden)] pub fn unseen() {}
             pub enum E { A, #[doc(hidden)] B } pub trait T { fn t(&self); #[doc(hidden)] fn unseen(&self) {} }
             #[doc(inline)] pub use b as c;",
        )],
        &[
            "pub enum a::E",
            "a::E::A",
            "pub struct a::Shown { .. }",
            "pub a::Shown::x: u8",
            "pub fn a::Shown::seen(&self)",
            "pub trait a::T",
            "fn a::T::t(&self)",
        ],
    );
}

#[test]
fn impls_are_found_wherever_they_are() {
    assert_lists(
        &[
            (
                "lib.rs",
                "mod b; pub struct One { x: u8 } pub trait Two: Sized {} pub struct Unused(pub u8, u8); struct Unseen;
                 impl Iterator for One { type Item = Unused; fn next(&mut self) -> Option<Unused> { None } }
                 impl Two for Unseen {} impl PartialEq<Unseen> for One { fn eq(&self, _: &Unseen) -> bool { true } }
                 trait Own {} impl Own for One {}",
            ),
            (
                "b.rs",
                "use crate::One; use std::fmt::{self, Display};
                 impl One { pub const N: usize = 1; pub fn new(mut x: u8, [y, _]: [u8; 2]) -> Self { todo!() }  pub(super) fn own() {} }
                 impl Display for One { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { todo!() } }
                 impl super::Two for Vec<u8> {} impl<T> super::Two for &T where T: Copy {} impl From<One> for String {}
                 #[cfg(test)] impl Clone for One {}",
            ),
        ],
        &[
            "pub struct a::One { .. }",
            "pub const a::One::N: usize",
            "pub fn a::One::new(x: u8, _: [u8; 2]) -> a::One",
            "impl From<a::One> for String",
            "impl Iterator for a::One { type Item = a::Unused }",
            "impl std::fmt::Display for a::One",
            "pub trait a::Two: Sized",
            "impl a::Two for Vec<u8>",
            "impl<T> a::Two for &T where T: Copy",
            "pub struct a::Unused(u8, _)",
        ],
    );
}

#[test]
fn generics_have_one_form() {
    assert_lists(
        &[(
            "lib.rs",
            "use std::{collections::HashMap as Map, fmt::Debug}; use std::result::Result as R;
             type Own<'x, T> = Map<&'x str, T>; const ALL: &[u8] = &[1, 2, 3]; const FEW: usize = ALL.len();
             #[derive(Debug, Clone)] pub struct S<'a, T: Debug = u8, const N: usize = 2> where T: Ord { pub map: Own<'a, T>, list: [T; N], pub name: &'a[u8], pub few: [(); FEW], }
             impl<'a, T: Debug + Ord, const N: usize> S<'a, T, N> { pub fn get<K>(&'a self, k: K,) -> R<(T,), core::fmt::Error> where K: Into<T>, { todo!() } }
             impl<'a> S<'a, u8, 2> { pub fn bytes(&self) -> impl Iterator<Item=&'a u8> + 'a { todo!() } }
             impl<'a, T: Debug + Ord> Drop for S<'a, T, 2> { fn drop(&mut self) {} }
             pub unsafe extern \"C\" fn f(x: *const u8, g: &dyn Fn( u8 , &mut [u8] ) -> bool, h: for<'b> fn(&'b str) -> &'b str) -> ! { todo!() }
             pub const fn g<T: ?Sized + 'static>(x: &'static T, n: [u8; [1, 2, 3].len()]) -> Option<Box<dyn Debug + Send>> { None }
             pub async fn h() {}",
        )],
        &["pub struct a::S<'a, T: std::fmt::Debug = u8, const N: usize = 2> { .. } where T: Ord", "pub a::S::map: std::collections::HashMap<&'a str, T>", "pub a::S::name: &'a [u8]", "pub a::S::few: [(); 3]", "pub fn a::S::bytes(&self) -> impl Iterator<Item = &'a u8> + 'a [of a::S<'a, u8, 2>]", "pub fn a::S::get<K>(&'a self, k: K) -> Result<(T,), std::fmt::Error> where K: Into<T> [of impl<T: std::fmt::Debug + Ord, const N: usize>]", "impl<T: std::fmt::Debug + Clone, const N: usize> Clone for a::S<'_, T, N> where T: Ord", "impl<T: std::fmt::Debug + Ord> Drop for a::S<'_, T, 2>", "impl<T: std::fmt::Debug, const N: usize> std::fmt::Debug for a::S<'_, T, N> where T: Ord", "pub unsafe extern \"C\" fn a::f(x: *const u8, g: &dyn Fn(u8, &mut [u8]) -> bool, h: for<'b> fn(&'b str) -> &'b str) -> !", "pub const fn a::g<T: ?Sized + 'static>(x: &'static T, n: [u8; 3]) -> Option<Box<dyn std::fmt::Debug + Send>>", "pub async fn a::h()"],
    );
}

#[test]
fn features_are_marks() {
    assert_lists(
        &[(
            "lib.rs",
            "#[cfg(feature = \"x\")] pub mod b { #[cfg(any(feature = \"z\", feature = \"y\"))] pub fn f() {} pub struct S; }
             #[cfg(not(feature = \"x\"))] pub fn f() {} #[cfg(all(test, unix))] pub fn unseen() {} #[cfg(any(test, unix))] pub fn u() {}
             #[cfg(not(test))] pub fn always() {} #[cfg(feature = \"w\")] pub use b::S;
             pub enum E { #[cfg(feature = \"x\")] A } #[cfg(feature = \"v\")] impl E { #[cfg(feature = \"x\")] pub fn e() {} }
             #[cfg_attr(feature = \"serde\", derive(serde::Serialize))] #[non_exhaustive] pub struct T { #[cfg(feature = \"x\")] pub t: u8 }",
        )],
        &["pub enum a::E", "a::E::A [feature = \"x\"]", "pub fn a::E::e() [feature = \"v\"] [feature = \"x\"]", "pub struct a::S [feature = \"w\"] [feature = \"x\"]", "pub struct a::T #[non_exhaustive]", "pub a::T::t: u8 [feature = \"x\"]", "impl serde::Serialize for a::T [feature = \"serde\"]", "pub fn a::always()", "pub fn a::f() [not(feature = \"x\")]", "pub fn a::u() [unix]", "pub mod a::b [feature = \"x\"]", "pub use a::b::S = a::S [feature = \"x\"]", "pub fn a::b::f() [any(feature = \"y\", feature = \"z\")] [feature = \"x\"]"],
    );
}

#[test]
fn macros_of_the_crate_are_expanded() {
    assert_lists(
        &[
            (
                "lib.rs",
                "#[macro_use] mod named; pub mod b; #[macro_export] macro_rules! shout { ($x:expr) => { $x }; }
                 thread_local! { static OWN: u8 = 1; }",
            ),
            (
                "named.rs",
                "macro_rules! named {
                     ($(#[$meta:meta])* $visibility:vis enum $name:ident { $($variant:ident = $text:literal),+ $(,)? }) => {
                         $(#[$meta])* $visibility enum $name { $($variant,)+ }
                         impl $name { $visibility const ALL: [$name; [$($text),+].len()] = [$($name::$variant),+];
                                      $visibility fn name(self) -> $crate::b::Name { match self { $($name::$variant => $text),+ } } }
                     };
                 }
                 pub(crate) use named;",
            ),
            (
                "b.rs",
                "use crate::named::named; pub type Name = &'static str;
                 named! { /// Seen.
                          #[derive(Clone, Copy)] pub enum Seen { One = \"one\", Two = \"two\", } }
                 named! { enum Own { One = \"one\" } }",
            ),
        ],
        &["pub macro a::shout! { ($x: expr) => { $x }; }", "pub mod a::b", "pub type a::b::Name = &'static str", "pub enum a::b::Seen", "a::b::Seen::One", "a::b::Seen::Two", "pub const a::b::Seen::ALL: [a::b::Seen; 2]", "pub fn a::b::Seen::name(self) -> a::b::Name", "impl Clone for a::b::Seen", "impl Copy for a::b::Seen"],
    );
}

#[test]
fn errors_and_serde_have_the_traits_that_are_derived() {
    assert_lists(
        &[(
            "lib.rs",
            "use serde::Deserialize; use thiserror::Error;
             #[derive(Debug, Error)] pub enum E { #[error(\"x\")] Io(#[from] std::io::Error) = 3, #[non_exhaustive] N { at: usize } }
             #[derive(Deserialize, PartialEq, Hash)] pub struct D;",
        )],
        &["pub struct a::D", "impl PartialEq for a::D", "impl serde::Deserialize<'_> for a::D", "impl std::hash::Hash for a::D", "pub enum a::E", "a::E::Io(std::io::Error) = 3", "a::E::N { at: usize } #[non_exhaustive]", "impl From<std::io::Error> for a::E", "impl std::error::Error for a::E", "impl std::fmt::Debug for a::E", "impl std::fmt::Display for a::E"],
    );
}

#[test]
fn leaks_are_told() {
    let lines = lines(&[(
        "lib.rs",
        "mod b { pub struct Own; pub trait Sealed {} pub mod c { pub struct Deep; } } #[doc(hidden)] pub mod d { pub struct Hidden; pub const N: usize = 1; }
         pub struct S { pub own: b::Own, unseen: d::Hidden } pub trait T: b::Sealed { type A: Into<b::c::Deep>; }
         pub fn f<X>(_: Option<&d::Hidden>, _: X) where X: b::Sealed {} impl Iterator for S { type Item = d::Hidden; }
         pub use K::*; enum K { V } pub fn fine(_: S, _: [u8; d::N]) -> Result<S, ()> { todo!() }",
    )]);
    let leaks: Vec<(&str, String)> = lines
        .iter()
        .filter(|line| !line.leaks.is_empty())
        .map(|line| (line.text.as_str(), line.leaks.iter().cloned().collect::<Vec<_>>().join(", ")))
        .collect();
    assert_eq!(
        leaks.iter().map(|(text, leaks)| format!("{text} -- {leaks}")).collect::<Vec<_>>(),
        [
            "pub a::S::own: a::b::Own -- a::b::Own",
            "impl Iterator for a::S { type Item = a::d::Hidden } -- a::d::Hidden",
            "pub trait a::T: a::b::Sealed -- a::b::Sealed",
            "type a::T::A: Into<a::b::c::Deep> -- a::b::c::Deep",
            "pub use a::V = a::K::V -- a::K::V",
            "pub fn a::f<X>(_: Option<&a::d::Hidden>, _: X) where X: a::b::Sealed -- a::b::Sealed, a::d::Hidden"
        ]
    );
}

#[test]
fn a_page_is_compared_line_by_line() {
    let files = |text| lines(&[("lib.rs", text)]);
    let before =
        super::page::with("# Title\n\nWords.\n\n## zlink\n\nold\n", &files("pub fn f() {} pub mod b {}"));
    assert_eq!(
        before,
        "# Title\n\nWords.\n\n## a\n\n```text\npub mod a\npub fn a::f()\n```\n\n## a::b\n\n```text\npub mod a::b\n```\n"
    );
    let after =
        super::page::with("# Title\n\nWords.\n", &files("pub fn f(x: u8) {} pub mod b {} pub fn g() {}"));
    assert_eq!(
        super::page::difference(&before, &after),
        "- pub fn a::f()\n+ pub fn a::f(x: u8)\n+ pub fn a::g()"
    );
}
