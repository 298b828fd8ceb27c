//! The rules, in order of cost: a line for each is all that the rest of the program knows of it.

use super::context::Context;
use super::propagator::{Depth, Event, Propagator};
use super::reason::Reason;
use super::{Conflict, Lit, Var};

/// Makes of one line for each rule what there is one of for each: the struct of their states, [`Rule`] with names and
/// descriptions, and the loops over all of them.
macro_rules! propagators {
    ($($name:ident = $sign:literal $Rule:ident: $state:ty, $description:literal;)*) => {
        /// A rule of deduction.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Rule {
            $(#[doc = $description] $Rule,)*
        }

        impl Rule {
            /// All rules, in order of cost.
            pub const ALL: &[Rule] = &[$(Rule::$Rule),*];

            /// Its name: that of its file, its row of the statistics and its entry in the legend of pictures.
            pub fn name(self) -> &'static str {
                match self {
                    $(Rule::$Rule => stringify!($name),)*
                }
            }

            /// What it is about, in a few words.
            pub fn description(self) -> &'static str {
                match self {
                    $(Rule::$Rule => $description,)*
                }
            }

            /// A letter for it in pictures of characters.
            pub fn sign(self) -> char {
                match self {
                    $(Rule::$Rule => $sign,)*
                }
            }

            /// Whether its reasons take no search to work out.
            pub(super) fn is_local(self) -> bool {
                match self {
                    $(Rule::$Rule => <$state as Propagator>::IS_LOCAL,)*
                }
            }
        }

        /// The states of all rules.
        #[derive(Debug, Clone)]
        pub(super) struct Rules {
            $(pub(super) $name: $state,)*
        }

        impl Rules {
            /// See [`Propagator::start`].
            pub(super) fn start(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
                $(self.$name.start(context)?;)*
                Ok(())
            }

            /// See [`Propagator::assign`].
            #[inline(always)]
            pub(super) fn assign(&mut self, context: &Context<'_>, event: &Event) {
                $(if <$state as Propagator>::WAKES.on(event) {
                    self.$name.assign(context, event);
                })*
            }

            /// See [`Propagator::undo`].
            #[inline(always)]
            pub(super) fn undo(&mut self, context: &Context<'_>, event: &Event) {
                $(if <$state as Propagator>::WAKES.on(event) {
                    self.$name.undo(context, event);
                })*
            }

            /// See [`Propagator::forget`].
            #[inline]
            pub(super) fn forget(&mut self, keep: u32) {
                $(self.$name.forget(keep);)*
            }

            /// See [`Propagator::follow`].
            #[inline(always)]
            pub(super) fn follow(&mut self, context: &mut Context<'_>, event: &Event) -> Result<(), Conflict> {
                $(if <$state as Propagator>::WAKES.on(event) {
                    self.$name.follow(context, event)?;
                })*
                Ok(())
            }

            /// Runs the rules of an depth up to the first one that decides something.
            pub(super) fn propagate(&mut self, context: &mut Context<'_>, depth: Depth) -> Result<(), Conflict> {
                let known = context.assigned();
                $(if <$state as Propagator>::DEPTHS.contains(&depth) {
                    self.$name.propagate(context, depth)?;
                    if context.assigned() > known {
                        return Ok(());
                    }
                })*
                Ok(())
            }

            /// See [`Propagator::explain`].
            pub(super) fn explain(
                &self,
                context: &Context<'_>,
                reason: Reason,
                implied: Var,
                literals: &mut Vec<Lit>,
            ) {
                match reason.rule() {
                    $(Rule::$Rule => self.$name.explain(context, reason, implied, literals),)*
                }
            }

            /// See [`Propagator::explain_conflict`].
            pub(super) fn explain_conflict(
                &self,
                context: &Context<'_>,
                reason: Reason,
                var: Option<Var>,
                literals: &mut Vec<Lit>,
            ) {
                match reason.rule() {
                    $(Rule::$Rule => self.$name.explain_conflict(context, reason, var, literals),)*
                }
            }

            /// See [`FromScratch`](super::propagator::FromScratch).
            #[cfg(test)]
            pub(super) fn check_from_scratch(&self, context: &Context<'_>, depth: Depth) {
                $(super::propagator::FromScratch::check(&self.$name, context, depth);)*
            }
        }
    };
}

propagators! {
    degree = 'd' Degree: super::degree::Degree, "chosen edges at a vertex";
    clue = 'c' Clue: super::clue::Clue, "chosen edges of a cell";
    equivalence = 'e' Equivalence: super::equal::Equivalence, "edges known to be equal or opposite";
    colouring = 'i' Colouring: Option<super::sides::Sides>, "faces inside and outside";
    face_clue = 'f' FaceClue: Option<super::hubs::Hubs>, "faces inside around a clue";
    label = 'l' Label: Option<super::labels::Labels>, "the pair on whose path a vertex lies";
    path_end = 'n' PathEnd: super::path_end::PathEnd, "paths that would close or join wrongly";
    induced = 'h' Induced: Option<super::induced::Induced>, "paths that would touch themselves";
    dual_connectivity = 'v' DualConnectivity: Option<super::regions::Regions>, "a graph that faces cut in two";
    component = 'o' Component: Option<super::pockets::Pockets>, "components without a path";
    balance = 'a' Balance: super::balance::Balance, "two colours of what is to be covered";
    biconnectivity = 'b' Biconnectivity: super::blocks::Blocks, "a cycle within one block";
    reachability = 'r' Reachability: super::passage::Passage, "ways of pairs and cut vertices";
    crossing = 'x' Crossing: super::interlace::Crossing, "paths that would cross in the plane";
    parity = 'p' Parity: super::parity::Parity, "even cuts and clues: a linear system";
}
