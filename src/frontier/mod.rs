//! RESIDUAL and PLAN -> what the frontier passes step by step, what its states are, and what becomes of them.
//!
//! | file | job |
//! |---|---|
//! | `curve` | the frontier as a simple curve, where the plan sweeps a planar graph |

mod curve;

pub(crate) use curve::{Curve, CurveStep, Entering};
