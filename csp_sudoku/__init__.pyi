"""The public names and their homes: `__init__.py` and type checkers read this one list."""

from csp_sudoku import boards as boards
from csp_sudoku import formats as formats
from csp_sudoku import graphs as graphs
from csp_sudoku import render as render
from csp_sudoku.answers import (
    Answer as Answer,
)
from csp_sudoku.answers import (
    Status as Status,
)
from csp_sudoku.backends import (
    BackendInfo as BackendInfo,
)
from csp_sudoku.boards import (
    Board as Board,
)
from csp_sudoku.boards import (
    Cell as Cell,
)
from csp_sudoku.boards import (
    Group as Group,
)
from csp_sudoku.bulk.batch import (
    Batch as Batch,
)
from csp_sudoku.bulk.batch import (
    Outcome as Outcome,
)
from csp_sudoku.bulk.batch import (
    solve_many as solve_many,
)
from csp_sudoku.bulk.batch import (
    solve_stream as solve_stream,
)
from csp_sudoku.comparing import (
    Comparison as Comparison,
)
from csp_sudoku.comparing import (
    compare as compare,
)
from csp_sudoku.equivalence.canonical import (
    are_equivalent as are_equivalent,
)
from csp_sudoku.equivalence.canonical import (
    canonical as canonical,
)
from csp_sudoku.equivalence.canonical import (
    canonical_many as canonical_many,
)
from csp_sudoku.equivalence.transformations import (
    Transformation as Transformation,
)
from csp_sudoku.errors import (
    AmbiguousFormatError as AmbiguousFormatError,
)
from csp_sudoku.errors import (
    BackendError as BackendError,
)
from csp_sudoku.errors import (
    BackendUnavailable as BackendUnavailable,
)
from csp_sudoku.errors import (
    BoardError as BoardError,
)
from csp_sudoku.errors import (
    CertificateError as CertificateError,
)
from csp_sudoku.errors import (
    ContradictionError as ContradictionError,
)
from csp_sudoku.errors import (
    CspSudokuError as CspSudokuError,
)
from csp_sudoku.errors import (
    GenerationError as GenerationError,
)
from csp_sudoku.errors import (
    ModelError as ModelError,
)
from csp_sudoku.errors import (
    MoveError as MoveError,
)
from csp_sudoku.errors import (
    NoSolutionError as NoSolutionError,
)
from csp_sudoku.errors import (
    NotProperError as NotProperError,
)
from csp_sudoku.errors import (
    OutOfBudgetError as OutOfBudgetError,
)
from csp_sudoku.errors import (
    PuzzleError as PuzzleError,
)
from csp_sudoku.errors import (
    PuzzleFormatError as PuzzleFormatError,
)
from csp_sudoku.errors import (
    SourceError as SourceError,
)
from csp_sudoku.errors import (
    UnsupportedConstraintError as UnsupportedConstraintError,
)
from csp_sudoku.errors import (
    WrongAnswerError as WrongAnswerError,
)
from csp_sudoku.making.generate import (
    bias_weight as bias_weight,
)
from csp_sudoku.making.generate import (
    generate as generate,
)
from csp_sudoku.making.generate import (
    generate_many as generate_many,
)
from csp_sudoku.making.minimal import (
    Minimality as Minimality,
)
from csp_sudoku.making.minimal import (
    all_minimal as all_minimal,
)
from csp_sudoku.making.minimal import (
    is_minimal as is_minimal,
)
from csp_sudoku.making.minimal import (
    minimal as minimal,
)
from csp_sudoku.making.minimum import (
    Bounds as Bounds,
)
from csp_sudoku.making.minimum import (
    Minimum as Minimum,
)
from csp_sudoku.making.minimum import (
    minimum as minimum,
)
from csp_sudoku.making.unavoidable import (
    UnavoidableSet as UnavoidableSet,
)
from csp_sudoku.making.unavoidable import (
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
    Maximum as Maximum,
    Minimum as Minimum,
    Modulo as Modulo,
    NValue as NValue,
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
    maximum as maximum,
)
from csp_sudoku.place import (
    Place as Place,
)
from csp_sudoku.proofs.ambiguities import (
    Ambiguity as Ambiguity,
)
from csp_sudoku.proofs.ambiguities import (
    ambiguity as ambiguity,
)
from csp_sudoku.proofs.candidates import (
    backbone as backbone,
)
from csp_sudoku.proofs.candidates import (
    true_candidates as true_candidates,
)
from csp_sudoku.proofs.certificate import (
    Certificate as Certificate,
)
from csp_sudoku.proofs.certificate import (
    Verdict as Verdict,
)
from csp_sudoku.proofs.conflicts import (
    Conflict as Conflict,
)
from csp_sudoku.proofs.conflicts import (
    conflict as conflict,
)
from csp_sudoku.proofs.uniqueness import (
    prove_unique as prove_unique,
)
from csp_sudoku.proofs.uniqueness import (
    two_solutions as two_solutions,
)
from csp_sudoku.puzzle import (
    Puzzle as Puzzle,
)
from csp_sudoku.puzzle import (
    Solution as Solution,
)

__version__: str
