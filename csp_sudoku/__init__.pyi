"""The public names and their homes: `__init__.py` and type checkers read this one list."""

from csp_sudoku import (
    backends as backends,
    boards as boards,
    formats as formats,
    graphs as graphs,
    parts as parts,
    render as render,
    rules as rules,
)
from csp_sudoku.backends import (
    BackendInfo as BackendInfo,
)
from csp_sudoku.boards import (
    Board as Board,
    Cell as Cell,
    Group as Group,
)
from csp_sudoku.bulk.batch import (
    Batch as Batch,
    Outcome as Outcome,
    solve_many as solve_many,
    solve_stream as solve_stream,
)
from csp_sudoku.comparing import (
    Comparison as Comparison,
    compare as compare,
)
from csp_sudoku.equivalence.canonical import (
    are_equivalent as are_equivalent,
    canonical as canonical,
    canonical_many as canonical_many,
)
from csp_sudoku.equivalence.transformations import (
    Transformation as Transformation,
)
from csp_sudoku.errors import (
    AmbiguousFormatError as AmbiguousFormatError,
    BackendError as BackendError,
    BackendUnavailable as BackendUnavailable,
    BoardError as BoardError,
    CertificateError as CertificateError,
    ContradictionError as ContradictionError,
    CspSudokuError as CspSudokuError,
    GenerationError as GenerationError,
    ModelError as ModelError,
    MoveError as MoveError,
    NoSolutionError as NoSolutionError,
    NotProperError as NotProperError,
    OutOfBudgetError as OutOfBudgetError,
    PartsError as PartsError,
    PuzzleError as PuzzleError,
    PuzzleFormatError as PuzzleFormatError,
    RuleError as RuleError,
    SourceError as SourceError,
    UnknownRuleError as UnknownRuleError,
    UnsupportedConstraintError as UnsupportedConstraintError,
    WrongAnswerError as WrongAnswerError,
)
from csp_sudoku.formats.format import (
    Mismatch as Mismatch,
)
from csp_sudoku.formats.streams import (
    load as load,
)
from csp_sudoku.making.generate import (
    bias_weight as bias_weight,
    generate as generate,
    generate_many as generate_many,
)
from csp_sudoku.making.minimal import (
    Minimality as Minimality,
    all_minimal as all_minimal,
    is_minimal as is_minimal,
    minimal as minimal,
)
from csp_sudoku.making.minimum import (
    Bounds as Bounds,
    Minimum as Minimum,
    minimum as minimum,
)
from csp_sudoku.making.unavoidable import (
    UnavoidableSet as UnavoidableSet,
    unavoidable_sets as unavoidable_sets,
)
from csp_sudoku.model import (
    CSP as CSP,
    AbsoluteDifference as AbsoluteDifference,
    AllDifferent as AllDifferent,
    AnyOf as AnyOf,
    AtMost as AtMost,
    Condition as Condition,
    Constraint as Constraint,
    Contradiction as Contradiction,
    Element as Element,
    Equivalent as Equivalent,
    Expression as Expression,
    GlobalCardinality as GlobalCardinality,
    Implies as Implies,
    LexLess as LexLess,
    Linear as Linear,
    Modulo as Modulo,
    NValue as NValue,
    Objective as Objective,
    Problem as Problem,
    Product as Product,
    Regular as Regular,
    Relation as Relation,
    Table as Table,
    ValueSet as ValueSet,
    Variable as Variable,
    count as count,
    element as element,
    equivalent as equivalent,
    implies as implies,
    largest as largest,
    maximum as maximum,
    smallest as smallest,
)
from csp_sudoku.model.units import (
    Unit as Unit,
)
from csp_sudoku.place import (
    Place as Place,
)
from csp_sudoku.proofs.ambiguities import (
    Ambiguity as Ambiguity,
    ambiguity as ambiguity,
)
from csp_sudoku.proofs.candidates import (
    backbone as backbone,
    true_candidates as true_candidates,
)
from csp_sudoku.proofs.certificate import (
    Certificate as Certificate,
    Verdict as Verdict,
)
from csp_sudoku.proofs.conflicts import (
    Conflict as Conflict,
    conflict as conflict,
)
from csp_sudoku.proofs.model_certificates import (
    ModelCertificate as ModelCertificate,
)
from csp_sudoku.proofs.model_questions import (
    ModelConflict as ModelConflict,
)
from csp_sudoku.proofs.model_reasons import (
    ModelReason as ModelReason,
)
from csp_sudoku.proofs.redundancy import (
    Redundancy as Redundancy,
)
from csp_sudoku.proofs.uniqueness import (
    prove_unique as prove_unique,
    two_solutions as two_solutions,
)
from csp_sudoku.puzzle import (
    Puzzle as Puzzle,
    Solution as Solution,
)
from csp_sudoku.questions import (
    Answer as Answer,
)
from csp_sudoku.rules import (
    Rule as Rule,
)
from csp_sudoku.status import (
    Status as Status,
)

__version__: str
