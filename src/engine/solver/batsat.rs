//! The solver batsat, of the MiniSat family, in pure Rust.

use batsat::{Lit, Solver, SolverInterface, SolverOpts, Theory, TheoryArg, lbool};

use super::resources::Resources;
use crate::encoding::Literal;
use crate::sat::{Paths, SatSolver, Setup, Work};
use zlink_base::limits::Interrupted;

/// A formula without variables and clauses.
pub(super) fn open(setup: Setup<'_>) -> Box<dyn SatSolver + '_> {
    Box::new(Batsat::new(setup))
}

/// A formula in batsat.
struct Batsat<'r> {
    solver: Solver<Resources<'r>>,
    theory: PathTheory,
    /// A buffer for the clause that is being added.
    clause: Vec<Lit>,
}

impl<'r> Batsat<'r> {
    fn new(Setup { paths, seed, limits, progress }: Setup<'r>) -> Self {
        let mut options = SolverOpts::default();
        if seed != 0 {
            options.rnd_init_act = true;
            options.random_seed = 1.0 + (seed % (1 << 31)) as f64;
        }
        Batsat {
            solver: Solver::new(options, Resources::new(limits, progress)),
            theory: PathTheory::new(paths),
            clause: Vec::new(),
        }
    }
}

impl SatSolver for Batsat<'_> {
    fn add_variables(&mut self, count: usize) {
        let new = (0..count).map(|_| Lit::new(self.solver.new_var_default(), true));
        self.theory.variables.extend(new);
        self.solver.cb_mut().add_variables(count);
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.solver.cb_mut().add_clause(clause.len());
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&literal| lit(&self.theory.variables, literal)));
        // If it returns that the formula became unsatisfiable, the next search says so, too.
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn check(&mut self) -> Result<(), Interrupted> {
        self.solver.cb().check()
    }

    fn solve(&mut self) -> Result<bool, Interrupted> {
        match self.solver.solve_limited_th(&mut self.theory, &[]) {
            answer if answer == lbool::TRUE => Ok(true),
            answer if answer == lbool::FALSE => Ok(false),
            _ => Err(self.solver.cb().cause()),
        }
    }

    fn value(&mut self, literal: Literal) -> bool {
        self.solver.value_lit(lit(&self.theory.variables, literal)) == lbool::TRUE
    }

    fn work(&self) -> Work {
        Work {
            lemmas: self.theory.paths.lemmas(),
            decisions: self.solver.num_decisions(),
            conflicts: self.solver.num_conflicts(),
            restarts: Some(self.solver.num_restarts()),
        }
    }
}

/// The solver's literal for a literal of the formula; `variables` has the solver's literal for each variable.
fn lit(variables: &[Lit], literal: Literal) -> Lit {
    let variable = variables[literal.variable()];
    if literal.is_positive() { variable } else { !variable }
}

/// The theory of paths, which follows the solver's trail.
struct PathTheory {
    paths: Paths,
    /// The solver's literal for each variable.
    variables: Vec<Lit>,
    /// The number of literals of the trail that were read, now and at the beginning of each decision level.
    read: usize,
    levels: Vec<usize>,
    /// A buffer for the clause that is passed to the solver.
    lemma: Vec<Lit>,
}

impl PathTheory {
    fn new(paths: Paths) -> Self {
        PathTheory { paths, variables: Vec::new(), read: 0, levels: Vec::new(), lemma: Vec::new() }
    }

    /// Reads the new literals of the trail, up to the first conflict.
    fn read(&mut self, acts: &mut TheoryArg<'_>) {
        while let Some(&literal) = acts.model().get(self.read) {
            self.read += 1;
            if !literal.sign() {
                continue;
            }
            // The solver numbers its variables from 0 as well.
            let Some(lemma) = self.paths.assign(literal.var().idx() as usize) else { continue };
            self.lemma.clear();
            self.lemma.extend(lemma.iter().map(|&literal| lit(&self.variables, literal)));
            acts.raise_conflict(&self.lemma, true);
            return;
        }
    }
}

impl Theory for PathTheory {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.read(acts);
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.read(acts);
    }

    fn create_level(&mut self) {
        self.levels.push(self.read);
        self.paths.begin_level();
    }

    fn pop_levels(&mut self, n: usize) {
        let keep = self.paths.levels().saturating_sub(n);
        let Some(&read) = self.levels.get(keep) else { return };
        self.levels.truncate(keep);
        self.read = read;
        self.paths.backtrack(keep);
    }

    fn n_levels(&self) -> usize {
        self.paths.levels()
    }

    fn explain_propagation(&mut self, _: Lit) -> &[Lit] {
        // The theory propagates no literals.
        &[]
    }
}
