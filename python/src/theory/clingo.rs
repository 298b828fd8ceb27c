//! The part of clingo's C interface that a propagator needs, behind safe types: the only file of the package with `unsafe` code.
//!
//! The package is not linked with clingo. The functions are those of the library that the Python module `clingo` has loaded: Python passes
//! their addresses together with their types, and [`Functions::new`] accepts no function whose type is another one than is called here. The
//! types hold for clingo 5.6 to 5.8.
//!
//! What makes the calls sound:
//! - clingo passes valid pointers to its callbacks, and does not keep using them after these have returned. [`Init`] and [`Control`] borrow
//!   them for the time of a callback.
//! - Arrays that clingo returns are copied at once.
//! - The data of the callbacks is a [`Propagator`] that [`register`]'s caller keeps alive for as long as the control object.
//! - A panic does not cross the border: it becomes an error of clingo.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A literal of clingo's solver: never 0; -`l` is the negation of `l`.
pub(super) type Literal = i32;
/// The literal that always holds.
pub(super) const TRUE: Literal = 1;

/// The number of a theory atom, an element or a term.
pub(super) type Id = u32;

/// Objects of clingo, only used behind pointers.
#[repr(C)]
struct Opaque(u8);
type Object = *mut Opaque;

/// An error of clingo, or of a callback; with a message.
#[derive(Debug)]
pub(super) struct Failure(pub(super) String);

/// The reason why a propagator's work ends early.
pub(super) enum Stop {
    /// clingo has to backtrack first.
    Backtrack,
    Failure(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Stop::Failure(failure)
    }
}

/// A literal and its weight, as in a weight constraint.
#[repr(C)]
#[derive(Clone, Copy)]
struct Weighted {
    literal: Literal,
    weight: i32,
}

#[repr(C)]
struct Callbacks {
    init: extern "C" fn(Object, *const c_void) -> bool,
    propagate: extern "C" fn(Object, *const Literal, usize, *const c_void) -> bool,
    undo: extern "C" fn(Object, *const Literal, usize, *const c_void),
    check: extern "C" fn(Object, *const c_void) -> bool,
    decide: Option<extern "C" fn(u32, Object, Literal, *const c_void, *mut Literal) -> bool>,
}

/// Defines the struct of all functions from their names (without `clingo_`), arguments and types as Python spells them.
macro_rules! functions {
    ($($name:ident($($argument:ty),*) $(-> $result:ty)?, $type:literal;)*) => {
        /// Functions of clingo.
        pub(super) struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl Functions {
            /// The functions at the addresses that `find` gives for their names, each with its type.
            ///
            /// # Safety
            /// At each address there must be a function with this name and type.
            pub(super) unsafe fn new<E>(
                mut find: impl FnMut(&'static str) -> Result<(usize, String), E>,
                mut differs: impl FnMut(&'static str, &str) -> E,
            ) -> Result<Self, E> {
                $(let $name = {
                    let name = concat!("clingo_", stringify!($name));
                    let (address, found) = find(name)?;
                    if address == 0 || found != $type {
                        return Err(differs(name, &found));
                    }
                    // SAFETY: the caller vouches for the address, and the type is the one that Python tells.
                    unsafe { std::mem::transmute::<usize, unsafe extern "C" fn($($argument),*) $(-> $result)?>(address) }
                };)*
                Ok(Functions { $($name,)* })
            }
        }
    };
}

functions! {
    set_error(c_int, *const c_char), "void(*)(int, char *)";
    error_message() -> *const c_char, "char *(*)()";
    control_register_propagator(Object, *const Callbacks, *const c_void, bool) -> bool,
        "_Bool(*)(struct clingo_control *, struct clingo_propagator *, void *, _Bool)";
    propagate_init_theory_atoms(Object, *mut Object) -> bool,
        "_Bool(*)(struct clingo_propagate_init *, struct clingo_theory_atoms * *)";
    propagate_init_solver_literal(Object, Literal, *mut Literal) -> bool,
        "_Bool(*)(struct clingo_propagate_init *, int32_t, int32_t *)";
    propagate_init_assignment(Object) -> Object, "struct clingo_assignment *(*)(struct clingo_propagate_init *)";
    propagate_init_number_of_threads(Object) -> c_int, "int(*)(struct clingo_propagate_init *)";
    propagate_init_set_check_mode(Object, c_int), "void(*)(struct clingo_propagate_init *, int)";
    propagate_init_add_watch(Object, Literal) -> bool, "_Bool(*)(struct clingo_propagate_init *, int32_t)";
    propagate_init_freeze_literal(Object, Literal) -> bool, "_Bool(*)(struct clingo_propagate_init *, int32_t)";
    propagate_init_add_literal(Object, bool, *mut Literal) -> bool,
        "_Bool(*)(struct clingo_propagate_init *, _Bool, int32_t *)";
    propagate_init_add_clause(Object, *const Literal, usize, *mut bool) -> bool,
        "_Bool(*)(struct clingo_propagate_init *, int32_t *, size_t, _Bool *)";
    propagate_init_add_weight_constraint(Object, Literal, *const Weighted, usize, i32, c_int, bool, *mut bool) -> bool,
        "_Bool(*)(struct clingo_propagate_init *, int32_t, struct clingo_weighted_literal *, size_t, int32_t, int, _Bool, _Bool *)";
    propagate_control_thread_id(Object) -> u32, "uint32_t(*)(struct clingo_propagate_control *)";
    propagate_control_assignment(Object) -> Object,
        "struct clingo_assignment *(*)(struct clingo_propagate_control *)";
    propagate_control_add_clause(Object, *const Literal, usize, c_int, *mut bool) -> bool,
        "_Bool(*)(struct clingo_propagate_control *, int32_t *, size_t, int, _Bool *)";
    assignment_decision_level(Object) -> u32, "uint32_t(*)(struct clingo_assignment *)";
    assignment_truth_value(Object, Literal, *mut c_int) -> bool,
        "_Bool(*)(struct clingo_assignment *, int32_t, int *)";
    theory_atoms_size(Object, *mut usize) -> bool, "_Bool(*)(struct clingo_theory_atoms *, size_t *)";
    theory_atoms_atom_term(Object, Id, *mut Id) -> bool,
        "_Bool(*)(struct clingo_theory_atoms *, uint32_t, uint32_t *)";
    theory_atoms_atom_literal(Object, Id, *mut Literal) -> bool,
        "_Bool(*)(struct clingo_theory_atoms *, uint32_t, int32_t *)";
    theory_atoms_atom_elements(Object, Id, *mut *const Id, *mut usize) -> bool,
        "_Bool(*)(struct clingo_theory_atoms *, uint32_t, uint32_t * *, size_t *)";
    theory_atoms_element_tuple(Object, Id, *mut *const Id, *mut usize) -> bool,
        "_Bool(*)(struct clingo_theory_atoms *, uint32_t, uint32_t * *, size_t *)";
    theory_atoms_element_condition_id(Object, Id, *mut Literal) -> bool,
        "_Bool(*)(struct clingo_theory_atoms *, uint32_t, int32_t *)";
    theory_atoms_term_type(Object, Id, *mut c_int) -> bool,
        "_Bool(*)(struct clingo_theory_atoms *, uint32_t, int *)";
    theory_atoms_term_number(Object, Id, *mut c_int) -> bool,
        "_Bool(*)(struct clingo_theory_atoms *, uint32_t, int *)";
    theory_atoms_term_name(Object, Id, *mut *const c_char) -> bool,
        "_Bool(*)(struct clingo_theory_atoms *, uint32_t, char * *)";
    theory_atoms_term_arguments(Object, Id, *mut *const Id, *mut usize) -> bool,
        "_Bool(*)(struct clingo_theory_atoms *, uint32_t, uint32_t * *, size_t *)";
}

/// Codes of clingo.
const ERROR_RUNTIME: c_int = 1;
const CHECK_TOTAL: c_int = 1;
const CLAUSE_LEARNT: c_int = 0;
const IMPLIES: c_int = 1;
const VALUE_TRUE: c_int = 1;
const VALUE_FALSE: c_int = 2;
const TERM_TUPLE: c_int = 0;
const TERM_FUNCTION: c_int = 3;
const TERM_NUMBER: c_int = 4;
const TERM_SYMBOL: c_int = 5;

impl Functions {
    /// The error of a call that returned `false`.
    fn checked(&self, succeeded: bool) -> Result<(), Failure> {
        if succeeded {
            return Ok(());
        }
        // SAFETY: the message is a string with an end, or null.
        let message = unsafe {
            let message = (self.error_message)();
            if message.is_null() { "no message".into() } else { CStr::from_ptr(message).to_string_lossy() }
        };
        Err(Failure(message.into_owned()))
    }

    /// The result of a call that stores it behind a pointer.
    fn value<T: Default>(&self, call: impl FnOnce(*mut T) -> bool) -> Result<T, Failure> {
        let mut value = T::default();
        self.checked(call(&raw mut value))?;
        Ok(value)
    }

    /// A copy of the array of a call that stores a pointer to it and its size.
    fn array(&self, call: impl FnOnce(*mut *const Id, *mut usize) -> bool) -> Result<Vec<Id>, Failure> {
        let (mut start, mut size) = (std::ptr::null(), 0);
        self.checked(call(&raw mut start, &raw mut size))?;
        // SAFETY: clingo stores an array of this size.
        Ok(if size == 0 { Vec::new() } else { unsafe { std::slice::from_raw_parts(start, size) }.to_vec() })
    }

    /// Tells clingo of an error. True if there is none.
    fn tell(&self, result: std::thread::Result<Result<(), Stop>>) -> bool {
        let message = match result {
            Ok(Ok(()) | Err(Stop::Backtrack)) => return true,
            Ok(Err(Stop::Failure(Failure(message)))) => message,
            Err(panic) => format!("a bug in zlink, please report it: {}", crate::work::words(&*panic)),
        };
        let message = CString::new(message.replace('\0', " ")).unwrap_or_default();
        // SAFETY: clingo copies the message.
        unsafe { (self.set_error)(ERROR_RUNTIME, message.as_ptr()) };
        false
    }
}

/// The values of literals.
#[derive(Clone, Copy)]
pub(super) struct Assignment<'a> {
    functions: &'a Functions,
    object: Object,
}

impl Assignment<'_> {
    /// The value of a literal, if it has one.
    #[inline]
    pub(super) fn value(self, literal: Literal) -> Option<bool> {
        let mut value = 0;
        // SAFETY: see the file's documentation.
        unsafe { (self.functions.assignment_truth_value)(self.object, literal, &raw mut value) };
        match value {
            VALUE_TRUE => Some(true),
            VALUE_FALSE => Some(false),
            _ => None,
        }
    }

    /// The number of decisions.
    #[inline]
    pub(super) fn level(self) -> u32 {
        // SAFETY: see the file's documentation.
        unsafe { (self.functions.assignment_decision_level)(self.object) }
    }
}

/// A theory term: a number, a name without arguments, or a function (a tuple has no name) of other terms.
pub(super) enum Term {
    Number(i32),
    Symbol(String),
    Function(Option<String>, Vec<Id>),
    Other,
}

/// The solver before a search.
pub(super) struct Init<'a> {
    functions: &'a Functions,
    object: Object,
    theory_atoms: Object,
}

// SAFETY of all calls below: see the file's documentation.
impl<'a> Init<'a> {
    pub(super) fn assignment(&self) -> Assignment<'a> {
        let object = unsafe { (self.functions.propagate_init_assignment)(self.object) };
        Assignment { functions: self.functions, object }
    }

    pub(super) fn threads(&self) -> usize {
        let count = unsafe { (self.functions.propagate_init_number_of_threads)(self.object) };
        usize::try_from(count).unwrap_or(1).max(1)
    }

    /// The number of theory atoms of the last step.
    pub(super) fn theory_atoms(&self) -> Result<Id, Failure> {
        let size: usize =
            self.functions.value(|p| unsafe { (self.functions.theory_atoms_size)(self.theory_atoms, p) })?;
        Id::try_from(size).map_err(|_| Failure("too many theory atoms".into()))
    }

    pub(super) fn atom_term(&self, atom: Id) -> Result<Id, Failure> {
        self.functions
            .value(|p| unsafe { (self.functions.theory_atoms_atom_term)(self.theory_atoms, atom, p) })
    }

    /// The literal of the solver for a theory atom.
    pub(super) fn atom_literal(&self, atom: Id) -> Result<Literal, Failure> {
        let atoms = self.theory_atoms;
        let literal = self
            .functions
            .value(|p| unsafe { (self.functions.theory_atoms_atom_literal)(atoms, atom, p) })?;
        self.solver_literal(literal)
    }

    pub(super) fn atom_elements(&self, atom: Id) -> Result<Vec<Id>, Failure> {
        let atoms = self.theory_atoms;
        self.functions.array(|p, n| unsafe { (self.functions.theory_atoms_atom_elements)(atoms, atom, p, n) })
    }

    pub(super) fn element_tuple(&self, element: Id) -> Result<Vec<Id>, Failure> {
        let atoms = self.theory_atoms;
        self.functions
            .array(|p, n| unsafe { (self.functions.theory_atoms_element_tuple)(atoms, element, p, n) })
    }

    /// The literal of the solver for the condition of an element.
    pub(super) fn element_literal(&self, element: Id) -> Result<Literal, Failure> {
        let (functions, atoms) = (self.functions, self.theory_atoms);
        let condition = functions
            .value(|p| unsafe { (functions.theory_atoms_element_condition_id)(atoms, element, p) })?;
        self.solver_literal(condition)
    }

    fn solver_literal(&self, literal: Literal) -> Result<Literal, Failure> {
        let functions = self.functions;
        functions.value(|p| unsafe { (functions.propagate_init_solver_literal)(self.object, literal, p) })
    }

    pub(super) fn term(&self, term: Id) -> Result<Term, Failure> {
        let (functions, atoms) = (self.functions, self.theory_atoms);
        let kind: c_int =
            functions.value(|p| unsafe { (functions.theory_atoms_term_type)(atoms, term, p) })?;
        let arguments =
            || functions.array(|p, n| unsafe { (functions.theory_atoms_term_arguments)(atoms, term, p, n) });
        let name = || {
            let mut name = std::ptr::null();
            functions.checked(unsafe { (functions.theory_atoms_term_name)(atoms, term, &raw mut name) })?;
            Ok::<_, Failure>(unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned())
        };
        Ok(match kind {
            TERM_NUMBER => Term::Number(
                functions.value(|p| unsafe { (functions.theory_atoms_term_number)(atoms, term, p) })?,
            ),
            TERM_SYMBOL => Term::Symbol(name()?),
            TERM_FUNCTION => Term::Function(Some(name()?), arguments()?),
            TERM_TUPLE => Term::Function(None, arguments()?),
            _ => Term::Other,
        })
    }

    /// A new literal that the solver must not remove.
    pub(super) fn add_literal(&self) -> Result<Literal, Failure> {
        let functions = self.functions;
        functions.value(|p| unsafe { (functions.propagate_init_add_literal)(self.object, true, p) })
    }

    pub(super) fn add_watch(&self, literal: Literal) -> Result<(), Failure> {
        self.functions.checked(unsafe { (self.functions.propagate_init_add_watch)(self.object, literal) })
    }

    /// Keeps the solver from removing the variable of a literal, as any that is read or is in a clause during the search must not be. Literals
    /// that are watched are kept anyway.
    pub(super) fn freeze(&self, literal: Literal) -> Result<(), Failure> {
        self.functions
            .checked(unsafe { (self.functions.propagate_init_freeze_literal)(self.object, literal) })
    }

    pub(super) fn add_clause(&self, clause: &[Literal]) -> Result<(), Stop> {
        let functions = self.functions;
        let goes_on: bool = functions.value(|p| unsafe {
            (functions.propagate_init_add_clause)(self.object, clause.as_ptr(), clause.len(), p)
        })?;
        if goes_on { Ok(()) } else { Err(Stop::Backtrack) }
    }

    /// Demands that at least `bound` of the literals hold if `condition` does.
    pub(super) fn add_at_least(
        &self,
        condition: Literal,
        literals: impl Iterator<Item = Literal>,
        bound: i32,
    ) -> Result<(), Stop> {
        let functions = self.functions;
        let weighted: Vec<Weighted> = literals.map(|literal| Weighted { literal, weight: 1 }).collect();
        let goes_on: bool = functions.value(|p| unsafe {
            let (start, size) = (weighted.as_ptr(), weighted.len());
            (functions.propagate_init_add_weight_constraint)(
                self.object,
                condition,
                start,
                size,
                bound,
                IMPLIES,
                false,
                p,
            )
        })?;
        if goes_on { Ok(()) } else { Err(Stop::Backtrack) }
    }
}

/// The solver of a thread during a search.
pub(super) struct Control<'a> {
    functions: &'a Functions,
    object: Object,
    pub(super) assignment: Assignment<'a>,
}

// SAFETY of all calls below: see the file's documentation.
impl<'a> Control<'a> {
    fn new(functions: &'a Functions, object: Object) -> Self {
        let assignment = unsafe { (functions.propagate_control_assignment)(object) };
        Control { functions, object, assignment: Assignment { functions, object: assignment } }
    }

    pub(super) fn thread(&self) -> usize {
        unsafe { (self.functions.propagate_control_thread_id)(self.object) as usize }
    }

    pub(super) fn add_clause(&self, clause: &[Literal]) -> Result<(), Stop> {
        let functions = self.functions;
        let goes_on: bool = functions.value(|p| unsafe {
            (functions.propagate_control_add_clause)(
                self.object,
                clause.as_ptr(),
                clause.len(),
                CLAUSE_LEARNT,
                p,
            )
        })?;
        if goes_on { Ok(()) } else { Err(Stop::Backtrack) }
    }
}

/// What clingo calls.
pub(super) trait Propagate: Sync {
    fn functions(&self) -> &Functions;
    /// Before each search.
    fn init(&self, init: &Init<'_>) -> Result<(), Stop>;
    /// When literals that are watched became true.
    fn propagate(&self, control: &Control<'_>, changes: &[Literal]) -> Result<(), Stop>;
    /// When the decision level is taken back.
    fn undo(&self, control: &Control<'_>);
    /// When all literals have values.
    fn check(&self, control: &Control<'_>) -> Result<(), Stop>;
}

type Data = super::Propagator;

fn data<'a>(pointer: *const c_void) -> &'a Data {
    // SAFETY: `register` passes this pointer.
    unsafe { &*pointer.cast::<Data>() }
}

extern "C" fn on_init(object: Object, pointer: *const c_void) -> bool {
    let data = data(pointer);
    let functions = data.functions();
    functions.tell(catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: see the file's documentation.
        unsafe { (functions.propagate_init_set_check_mode)(object, CHECK_TOTAL) };
        let mut theory_atoms = std::ptr::null_mut();
        functions
            .checked(unsafe { (functions.propagate_init_theory_atoms)(object, &raw mut theory_atoms) })?;
        data.init(&Init { functions, object, theory_atoms })
    })))
}

extern "C" fn on_propagate(
    object: Object,
    changes: *const Literal,
    size: usize,
    pointer: *const c_void,
) -> bool {
    let data = data(pointer);
    let functions = data.functions();
    // SAFETY: clingo passes an array that is not empty.
    let changes = unsafe { std::slice::from_raw_parts(changes, size) };
    functions
        .tell(catch_unwind(AssertUnwindSafe(|| data.propagate(&Control::new(functions, object), changes))))
}

extern "C" fn on_undo(object: Object, _: *const Literal, _: usize, pointer: *const c_void) {
    let data = data(pointer);
    // A panic is told at the next call: the state that it leaves behind cannot be locked.
    let _ = catch_unwind(AssertUnwindSafe(|| data.undo(&Control::new(data.functions(), object))));
}

extern "C" fn on_check(object: Object, pointer: *const c_void) -> bool {
    let data = data(pointer);
    let functions = data.functions();
    functions.tell(catch_unwind(AssertUnwindSafe(|| data.check(&Control::new(functions, object)))))
}

/// Registers the propagator with the control object at this address.
///
/// # Safety
/// At the address there must be a control object of the library that the functions are of, and the propagator must be kept, at its place,
/// for as long as that.
pub(super) unsafe fn register(control: usize, propagator: &Data) -> Result<(), Failure> {
    let functions = propagator.functions();
    let callbacks =
        Callbacks { init: on_init, propagate: on_propagate, undo: on_undo, check: on_check, decide: None };
    let data: *const Data = propagator;
    // SAFETY: clingo copies the struct of callbacks; the caller vouches for the rest.
    functions.checked(unsafe {
        (functions.control_register_propagator)(control as Object, &raw const callbacks, data.cast(), false)
    })
}
