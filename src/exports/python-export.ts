import { type Binning, hasCuts, VERSION } from '../binning/binning.ts'
import { slotLabels } from '../binning/labels.ts'
import { boundaryCases } from './boundary-tests.ts'
import { list } from './javascript-export.ts'
import { type ColumnPlan, type ExportOptions, planColumns } from './export-plan.ts'
import { calledAs } from '../util/called-as.ts'

/** A number as Python reads it back to the same double; whole numbers too become floats. */
export function numeral(value: number): string {
  if (Number.isNaN(value)) return 'float("nan")'
  if (!Number.isFinite(value)) return `float("${value > 0 ? 'inf' : '-inf'}")`
  if (Object.is(value, -0)) return '-0.0'
  const text = String(value)
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}

/** JSON's escapes mean the same in Python. */
export const text = (value: string): string => JSON.stringify(value)
export const truth = (value: boolean): string => (value ? 'True' : 'False')
const lookup = (entries: readonly (readonly [string, number | null])[]): string =>
  `{${entries.map(([key, slot]) => `${key}: ${slot ?? -1}`).join(', ')}}`

/**
 * A binning as a Python module: plain functions, and one for numpy arrays that needs numpy only when it is called.
 *
 *     const module = toPython(binning)
 *     console.log(module.match(/^def [a-z]\w+/gm)?.join(', '))
 *     // → def labels, def bin_value, def bin_values, def bin_row, def bin_array
 */
export function toPython(binning: Binning, options: ExportOptions = {}): string {
  const plans = calledAs('toPython', () => planColumns(binning, options))
  const unseen = plans.some((plan) => plan.unseen !== undefined)
  const { as = 'label' } = options
  const label = as === 'label'
  const answer = { label: 'label', index: 'number', woe: 'weight of evidence' }[as]
  return `"""Made by kerf ${VERSION}. Needs Python 3.8 or later; bin_array also needs numpy."""
from bisect import bisect_left, bisect_right
from datetime import date, datetime, timedelta, timezone

# Slots: the bins from 0, then missing, then special codes; -1 is refused.
_COLUMNS = {
${plans.map((plan) => `    ${text(plan.column.name)}: ${columnText(plan)},`).join('\n')}
}

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def labels(column):
    """The label of every slot of a column."""
    return list(_find(column)["labels"])


def bin_value(column, value):
    """The bin of a value: the ${answer} of its slot. None and NaN are missing.

    A date is a date, a datetime (UTC when it has no zone) or milliseconds since 1970 UTC.
    """
    plan = _find(column)
    slot = _level_slot(plan, value) if "levels" in plan else _number_slot(plan, column, value)
    if slot < 0:
        raise ValueError(f"bin_value: {column} has {value!r}, and its policy is error")
    return ${label ? 'plan["labels"][slot]' : as === 'woe' ? 'plan["answers"][slot]' : 'slot'}


def bin_values(column, values):
    """The bins of several values, as a list."""
    return [bin_value(column, value) for value in values]


def bin_row(row):
    """The bins of all columns of a row, each under the name of its column and ${pyComment(options.suffix ?? '_bin')}."""
    return {column + ${text(options.suffix ?? '_bin')}: bin_value(column, row.get(column)) for column in _COLUMNS}


${binArray(as)}

${unseen ? FIND_SLOT.replace(LEVEL_SLOT, UNSEEN_SLOT) : FIND_SLOT}${MILLISECONDS}`
}

/** The function for numpy arrays, in Python. */
function binArray(as: 'label' | 'index' | 'woe'): string {
  const label = as === 'label'
  return `def bin_array(column, values):
    """The bins of a numpy array, as an array. Dates are datetime64 or milliseconds since 1970 UTC."""
    import numpy as np

    plan = _find(column)
    array = np.asarray(values)
    if "levels" in plan or array.dtype == object:
        return np.array([bin_value(column, value) for value in array.tolist()]${label ? ', dtype=object' : ''})
    if plan["date"] and array.dtype.kind == "M":
        gone = np.isnat(array)
        x = array.astype("datetime64[us]").astype("int64") / 1000
        x[gone] = np.nan
    elif array.dtype.kind in "iuf":
        x = array.astype("float64")
    else:
        raise TypeError(f"bin_array: {column} takes numbers, got {array.dtype}")
    slots = np.searchsorted(np.array(plan["cuts"], dtype="float64"), x, side="left" if plan["right"] else "right")
    for code, slot in plan["codes"].items():
        slots[x == code] = slot
    slots[np.isnan(x)] = plan["missing"]
    if (slots < 0).any():
        raise ValueError(f"bin_array: {column} has {array[slots < 0][0]!r}, and its policy is error")
    return ${label ? 'np.array(plan["labels"], dtype=object)[slots]' : as === 'woe' ? 'np.array(plan["answers"], dtype="float64")[slots]' : 'slots'}
`
}

/** What gives the slot of a level; and the same where levels that were not seen have a slot of their own. */
const LEVEL_SLOT = '.get(str(value), plan["missing"])'
const UNSEEN_SLOT = '.get(str(value), plan.get("unseen", plan["missing"]))'

/** The functions that find the slot of one value, in Python. */
const FIND_SLOT = `def _find(column):
    if column not in _COLUMNS:
        raise KeyError(f"unknown column {column!r}")
    return _COLUMNS[column]


def _number_slot(plan, column, value):
    if value is None:
        return plan["missing"]
    if plan["date"] and isinstance(value, date):
        value = _milliseconds(value)
    if isinstance(value, (str, bytes, bool)):
        raise TypeError(f"bin_value: {column} takes numbers, got {type(value).__name__}")
    x = float(value)
    if x != x:
        return plan["missing"]
    if x in plan["codes"]:
        return plan["codes"][x]
    return bisect_left(plan["cuts"], x) if plan["right"] else bisect_right(plan["cuts"], x)


def _level_slot(plan, value):
    if value is None or value == "" or value != value:
        return plan["missing"]
    if isinstance(value, bool):
        value = "true" if value else "false"
    elif isinstance(value, float) and value.is_integer():
        value = int(value)
    return plan["levels"].get(str(value), plan["missing"])


`

/** The function that makes a number of a date, in Python; it needs `_EPOCH`. */
export const MILLISECONDS = `def _milliseconds(moment):
    if not isinstance(moment, datetime):
        moment = datetime(moment.year, moment.month, moment.day)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=timezone.utc)
    return (moment - _EPOCH) / timedelta(milliseconds=1)
`

/** A text inside of a docstring. */
function pyComment(value: string): string {
  return /^[\w-]+$/.test(value) ? value : 'the suffix'
}

function columnText({ column, codes, levels, missing, unseen, fractions, answers }: ColumnPlan): string {
  const numbers = fractions ? `, "answers": ${list(answers.map((answer) => numeral(Number(answer))))}` : ''
  const other = `${unseen === undefined ? '' : `, "unseen": ${unseen ?? -1}`}${numbers}`
  const common = `"labels": ${list(slotLabels(column).map(text))}, "missing": ${missing ?? -1}${other}`
  if (!hasCuts(column)) {
    return `{"levels": ${lookup(levels.map(({ level, slot }) => [text(level), slot]))}, ${common}}`
  }
  const cuts = list(column.cuts.map(numeral))
  const lookedUp = lookup(codes.map(({ code, slot }) => [numeral(code), slot]))
  const flags = `"right": ${truth(column.closed === 'right')}, "date": ${truth(column.kind === 'date')}`
  return `{"cuts": ${cuts}, ${flags}, "codes": ${lookedUp}, ${common}}`
}

/**
 * The boundary test of an export to Python; `module` is the file, next to the test. Tries numpy where it is there.
 *
 *     // Save it beside bins.py and run it with python3: it tries every cut and the doubles beside it.
 *     const test = toPythonTest(binning, { module: 'bins.py' })
 *     console.log(test.match(/\(30\.5,.*\)/)?.[0]) // → (30.5, "≥ 30.5")
 */
export function toPythonTest(
  binning: Binning,
  options: ExportOptions & {
    /** the exported file, next to the test */
    readonly module: string
  },
): string {
  const columns = calledAs('toPythonTest', () => planColumns(binning, options)).map((plan) => {
    const cases = boundaryCases(plan.column).map(({ value, slot }) => {
      const given = value === null ? 'None' : typeof value === 'number' ? numeral(value) : text(value)
      const answer = slot === null ? null : plan.answers[slot]
      const expected = plan.fractions && answer !== null ? numeral(Number(answer)) : JSON.stringify(answer)
      return `        (${given}, ${slot === null ? 'REFUSED' : expected}),`
    })
    return `    (${text(plan.column.name)}, ${text(plan.column.kind)}, [\n${cases.join('\n')}\n    ]),`
  })
  return `"""Made by kerf ${VERSION}: the boundary test of an export to Python. Run it with python3."""
import os
import runpy
from datetime import datetime, timedelta, timezone

made = runpy.run_path(os.path.join(os.path.dirname(os.path.abspath(__file__)), ${text(options.module)}))
bin_value, bin_values, bin_row, bin_array = (made[name] for name in ("bin_value", "bin_values", "bin_row", "bin_array"))

try:
    import numpy
except ImportError:
    numpy = None

REFUSED = object()

# column, its kind, and its values with their bins
COLUMNS = [
${columns.join('\n')}
]


${CHECKS}`
}

/** What a boundary test does with its cases, in Python. */
const CHECKS = `def refuses(function, *given):
    try:
        function(*given)
    except ValueError:
        return True
    return False


def with_dates(kind, value):
    """The value, and the same time as a datetime where there is one."""
    yield value
    if kind == "date" and isinstance(value, float) and abs(value) < 6e13 and round(value * 1000) / 1000 == value:
        yield datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(microseconds=round(value * 1000))


def check(column, kind, value, expected):
    for one in with_dates(kind, value):
        if expected is REFUSED:
            assert refuses(bin_value, column, one), (column, one, "is refused by kerf")
        else:
            got = bin_value(column, one)
            assert got == expected and type(got) is type(expected), (column, one, expected, got)


def check_numpy(column, kind, kept, refused):
    numeric = kind in ("number", "date")
    if numeric:
        kept = [(float("nan") if value is None else value, expected) for value, expected in kept]
    values = [value for value, _ in kept]
    array = numpy.array(values, dtype="float64" if numeric else object)
    got = bin_array(column, array).tolist()
    assert got == [expected for _, expected in kept], (column, "numpy")
    if kind == "date":
        micros = [(round(v * 1000), e) for v, e in kept if abs(v) < 6e13 and round(v * 1000) / 1000 == v]
        array = numpy.array([m for m, _ in micros], dtype="int64").astype("datetime64[us]")
        assert bin_array(column, array).tolist() == [e for _, e in micros], (column, "datetime64")
    for value in refused:
        given = numpy.array([float("nan") if value is None and numeric else value], dtype=array.dtype if not numeric else "float64")
        assert refuses(bin_array, column, given), (column, value, "is refused by kerf")


checked = 0
for column, kind, cases in COLUMNS:
    for value, expected in cases:
        check(column, kind, value, expected)
        checked += 1
    kept = [(value, expected) for value, expected in cases if expected is not REFUSED]
    assert bin_values(column, [value for value, _ in kept]) == [expected for _, expected in kept], column
    if numpy is not None:
        check_numpy(column, kind, kept, [value for value, expected in cases if expected is REFUSED])
first = [next((column, value, expected) for value, expected in cases if expected is not REFUSED) for column, _, cases in COLUMNS]
assert list(bin_row({column: value for column, value, _ in first}).values()) == [expected for _, _, expected in first]
print(f"{checked} values agree, {'with' if numpy is not None else 'without'} numpy")
`
