//! The states of the rules, in order of cost. The rest of the program knows a rule only by its line here and its name in `rule`.
//!
//! Each line has the name of the rule's file, the variant of [`Rule`], and the type and the constructor of its state. If the
//! solutions are the same without the rule, its state is an `Option`: such a rule can be left out by name (see [`Techniques`](super::Techniques)).

use super::balance::Balance;
use super::biconnectivity::Biconnectivity;
use super::clue::Clue;
use super::colouring::Colouring;
use super::context::{Context, Event};
use super::crossing::Crossing;
use super::degree::Degree;
use super::dual_connectivity::DualConnectivity;
use super::equivalence::Equivalence;
use super::face_clue::FaceClue;
use super::ground::Ground;
use super::induced::Induced;
use super::label::Label;
use super::parity::Parity;
use super::path_end::PathEnd;
use super::propagator::{Depth, Propagator};
use super::reachability::Reachability;
use super::reason::Reason;
use super::rule::Rule;
use super::{Antecedent, Conflict, Lit, Var};
use zlink_base::limits::Limits;
use zlink_puzzle::{EdgeId, Topology};

/// Generates from the lines of all rules the struct of their states, what their types say of them, and the loops over all rules.
macro_rules! propagators {
    ($($name:ident $Rule:ident: $state:ty = $new:expr;)*) => {
        impl Rule {
            /// Whether solutions are the same without the rule, so that it may be left out: its state is an `Option`.
            pub fn is_optional(self) -> bool {
                match self {
                    $(Rule::$Rule => <$state as Propagator>::IS_OPTIONAL,)*
                }
            }

            /// Whether the conclusions of the rule can be proved to a checker: it tells their grounds.
            pub fn is_provable(self) -> bool {
                match self {
                    $(Rule::$Rule => <$state as Propagator>::IS_PROVABLE,)*
                }
            }
        }

        impl Antecedent {
            /// Whether the reason is about one vertex, cell, class, equation or clause, so that no search is needed to work it out.
            pub fn is_local(self) -> bool {
                match self {
                    Antecedent::Rule(reason) => match reason.rule() {
                        $(Rule::$Rule => <$state as Propagator>::IS_LOCAL,)*
                    },
                    Antecedent::Clause(_) => true,
                    _ => false,
                }
            }
        }

        /// The states of all rules.
        #[derive(Debug, Clone)]
        pub(super) struct Rules {
            $(pub(super) $name: $state,)*
        }

        impl Rules {
            /// The states before any entry of the trail is counted. A rule that is `None` is added later, or not at all.
            pub(super) fn new(context: &Context<'_>) -> Self {
                $(let $name: fn(&Context<'_>) -> $state = $new;)*
                let mut rules = Rules { $($name: $name(context),)* };
                $(if !context.techniques.has_rule(Rule::$Rule) {
                    rules.$name.leave_out();
                })*
                rules
            }

            /// See [`Propagator::start`].
            pub(super) fn start(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
                $(self.$name.start(context)?;)*
                Ok(())
            }

            /// See [`Propagator::assign`]. Like the next two functions it is compiled once for edges and once for other
            /// variables, with only the rules that they wake.
            #[inline(always)]
            pub(super) fn assign<const EDGE: bool>(&mut self, context: &Context<'_>, event: &Event) {
                $(if const { <$state as Propagator>::WAKES.among(EDGE) }
                    && <$state as Propagator>::WAKES.with(event.value)
                {
                    self.$name.assign(context, event);
                })*
            }

            /// See [`Propagator::undo`].
            #[inline(always)]
            pub(super) fn undo<const EDGE: bool>(&mut self, context: &Context<'_>, event: &Event) {
                $(if const { <$state as Propagator>::WAKES.among(EDGE) }
                    && <$state as Propagator>::WAKES.with(event.value)
                {
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
            pub(super) fn follow<const EDGE: bool>(
                &mut self,
                context: &mut Context<'_>,
                event: &Event,
            ) -> Result<(), Conflict> {
                $(if const { <$state as Propagator>::WAKES.among(EDGE) }
                    && <$state as Propagator>::WAKES.with(event.value)
                {
                    self.$name.follow(context, event)?;
                })*
                Ok(())
            }

            /// Runs the rules of this depth up to the first one that decides something, or up to a limit.
            pub(super) fn propagate(
                &mut self,
                context: &mut Context<'_>,
                depth: Depth,
                limits: Option<&Limits>,
            ) -> Result<(), Conflict> {
                let known = context.assigned();
                $(if <$state as Propagator>::DEPTHS.contains(&depth) {
                    self.$name.propagate(context, depth)?;
                    if context.assigned() > known || limits.is_some_and(|limits| limits.check().is_err()) {
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

            /// See [`Propagator::justify`].
            pub(super) fn justify(
                &self,
                context: &Context<'_>,
                reason: Reason,
                var: Option<Var>,
                literals: &mut Vec<Lit>,
                grounds: &mut Vec<Ground>,
            ) {
                match reason.rule() {
                    $(Rule::$Rule => self.$name.justify(context, reason, var, literals, grounds),)*
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
    degree Degree: Degree = Degree::new;
    clue Clue: Clue = |_| Clue;
    equivalence Equivalence: Option<Equivalence> = |context| Some(Equivalence::new(context));
    colouring Colouring: Option<Colouring> = |_| None;
    face_clue FaceClue: Option<FaceClue> = |_| None;
    label Label: Option<Label> = |_| None;
    path_end PathEnd: PathEnd = PathEnd::new;
    induced Induced: Option<Induced> = Induced::where_asked_for;
    dual_connectivity DualConnectivity: Option<DualConnectivity> = |_| None;
    balance Balance: Option<Balance> = |_| Some(Balance);
    biconnectivity Biconnectivity: Option<Biconnectivity> = |_| Some(Biconnectivity);
    reachability Reachability: Option<Reachability> = |_| Some(Reachability::default());
    crossing Crossing: Option<Crossing> = |_| Some(Crossing::default());
    parity Parity: Option<Parity> = |_| Some(Parity::default());
}

/// Adds the rules that come with new variables of the trail; they are `None` before.
impl Rules {
    /// Adds the colours of faces to the trail, at level 0, and the rules about them that are in use. `clues` are the edges of
    /// cells, each with the number of them that are in; `equal` are pairs of edges that are equal or, with `true`, opposite.
    pub(super) fn add_colours(
        &mut self,
        clues: &[(&[EdgeId], usize)],
        equal: &[([EdgeId; 2], bool)],
        context: &mut Context<'_>,
    ) -> Result<(), Conflict> {
        let Some(embedding) = context.embedding() else { return Ok(()) };
        let (colouring, outside) = Colouring::new(embedding, clues, equal, &context.trail)?;
        if context.techniques.has_rule(Rule::FaceClue) {
            self.face_clue = Some(FaceClue::new(&colouring, clues, &context.trail));
        }
        if context.puzzle.topology() == Topology::Cycle && context.techniques.has_rule(Rule::DualConnectivity)
        {
            self.dual_connectivity = Some(DualConnectivity::new(embedding, &context.trail));
        }
        context.trail.add_variables(colouring.count());
        for colour in outside {
            context.trail.push(colour, false, Antecedent::Given);
        }
        self.colouring.insert(colouring).start(context)
    }

    /// Adds the digits of labels to the trail, at level 0, and the rule about them, unless there are too few or too many labels.
    pub(super) fn add_labels(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        let Some((label, given)) = Label::new(&context.puzzle, &context.incidence, &context.trail)? else {
            return Ok(());
        };
        context.trail.add_variables(label.count());
        for literal in given {
            context.trail.push(literal.var(), literal.value(), Antecedent::Given);
        }
        self.path_end.leave_labels();
        self.label = Some(label);
        Ok(())
    }
}
