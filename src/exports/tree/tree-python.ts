import { VERSION } from '../../binning/binning.ts'
import type { Tree } from '../../trees/tree.ts'
import { list } from '../javascript-export.ts'
import { MILLISECONDS, numeral, text, truth } from '../python-export.ts'
import { numberNodes, type PlannedColumn, planTree, readColumns, type TreeExportOptions } from './tree-plan.ts'
import { calledAs } from '../../util/called-as.ts'

/**
 * A tree as a Python module of plain functions: `predict(row)` and `predict_all(rows)`. O(nodes + levels).
 *
 *     console.log(treeToPython(tree).match(/^def [a-z]\w+/gm)) // → [ 'def predict', 'def predict_all' ]
 */
export function treeToPython(tree: Tree, options: TreeExportOptions = {}): string {
  const plan = calledAs('treeToPython', () => planTree(tree, options))
  const nodes = numberNodes(plan.root)
  const columns = readColumns(tree, plan, nodes)
  const label = (options.as ?? 'label') === 'label'
  return `"""Made by kerf ${VERSION}. Needs Python 3.8 or later and nothing else."""
from bisect import bisect_left, bisect_right
from datetime import date, datetime, timedelta, timezone

# The classes of the target.
CLASSES = ${list(tree.target.classes.map(text))}

_COLUMNS = [
${columns.map((column) => `    ${column === null ? 'None' : columnText(column)},`).join('\n')}
]

# Column, cut (None: which bin or group), the branch of missing and unseen values, and where each branch leads: to the
# line of that number, or for -1 - c to class c.
_NODES = [
${nodes.map(({ column, cut, heaviest, branches }) => `    (${column}, ${cut === null ? 'None' : numeral(cut)}, ${heaviest}, ${list(branches.map(String))}),`).join('\n')}
]

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def predict(row):
    """The predicted class of a row, a dict with a value by the name of each column: ${label ? 'its name' : 'its number from 0'}.

    None and NaN are missing. A date is a date, a datetime (UTC when it has no zone) or milliseconds since 1970 UTC.
    """
    at = ${plan.root.answer === null ? '0' : String(-1 - plan.root.answer)}
    while at >= 0:
        column, cut, heaviest, branches = _NODES[at]
        branch = _branch(_COLUMNS[column], cut, row.get(_COLUMNS[column]["name"]))
        at = branches[heaviest if branch < 0 else branch]
    return ${label ? 'CLASSES[-1 - at]' : '-1 - at'}


def predict_all(rows):
    """The predicted classes of several rows, as a list."""
    return [predict(row) for row in rows]


def _branch(column, cut, value):
    """The branch of a value; -1 when it is missing or was never seen."""
    if value is None or value == "" or value != value:
        return -1
    if "levels" in column:
        if isinstance(value, bool):
            value = "true" if value else "false"
        elif isinstance(value, float) and value.is_integer():
            value = int(value)
        return column["levels"].get(str(value), -1)
    if column["date"] and isinstance(value, date):
        value = _milliseconds(value)
    if isinstance(value, (str, bytes, bool)):
        raise TypeError(f"predict: {column['name']} takes numbers, got {type(value).__name__}")
    x = float(value)
    if x in column["codes"]:
        return column["codes"][x] if cut is None else -1
    if cut is not None:
        return 0 if (x <= cut if column["right"] else x < cut) else 1
    return bisect_left(column["cuts"], x) if column["right"] else bisect_right(column["cuts"], x)


${MILLISECONDS}`
}

function columnText({ name, levels, codes, cuts, right, date }: PlannedColumn): string {
  const named = `"name": ${text(name)}`
  if (levels !== null) return `{${named}, "levels": {${levels.map(([level, g]) => `${text(level)}: ${g}`).join(', ')}}}`
  const lookedUp = `{${codes.map(([code, slot]) => `${numeral(code)}: ${slot}`).join(', ')}}`
  const flags = `"date": ${truth(date)}, "right": ${truth(right)}`
  return `{${named}, ${flags}, "cuts": ${list(cuts.map(numeral))}, "codes": ${lookedUp}}`
}
