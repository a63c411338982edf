import { VERSION } from '../../binning/binning.ts'
import type { Tree } from '../../trees/tree.ts'
import { list, numeral, SLOT_BETWEEN } from '../javascript-export.ts'
import { numberNodes, type PlannedColumn, planTree, readColumns, type TreeExportOptions } from './tree-plan.ts'
import { calledAs } from '../../util/called-as.ts'

/**
 * A tree as a JavaScript module that imports nothing: `predict(row)` and `predictAll(rows)`. O(nodes + levels).
 *
 *     // A file that needs no package: import { predict } from './tree.js'
 *     console.log(treeToJavaScript(tree).match(/^export function \w+/gm))
 *     // → [ 'export function predict', 'export function predictAll' ]
 */
export function treeToJavaScript(tree: Tree, options: TreeExportOptions = {}): string {
  const plan = calledAs('treeToJavaScript', () => planTree(tree, options))
  const nodes = numberNodes(plan.root)
  const columns = readColumns(tree, plan, nodes)
  const label = (options.as ?? 'label') === 'label'
  const start = plan.root.answer === null ? '0' : String(-1 - plan.root.answer)
  return `// Made by kerf ${VERSION}. Imports nothing; the same in every browser and in Node.

/** The classes of the target. */
export const classes = ${JSON.stringify(tree.target.classes)}

const COLUMNS = [
${columns.map((column) => `  ${column === null ? 'null' : columnText(column)},`).join('\n')}
]

// Column, cut (null: which bin or group), the branch of missing and unseen values, and where each branch leads: to the
// line of that number, or for -1 - c to class c.
const NODES = [
${nodes.map(({ column, cut, heaviest, branches }) => `  [${column}, ${cut === null ? 'null' : numeral(cut)}, ${heaviest}, ${list(branches.map(String))}],`).join('\n')}
]

/**
 * The predicted class of a row, an object with a value by the name of each column: ${label ? 'its name' : 'its number from 0'}. null, undefined
 * and NaN are missing. A date is a Date or milliseconds since 1970 UTC.
 */
export function predict(row) {
  let at = ${start}
  while (at >= 0) {
    const [column, cut, heaviest, branches] = NODES[at]
    const branch = branchOf(COLUMNS[column], cut, row[COLUMNS[column].name])
    at = branches[branch < 0 ? heaviest : branch]
  }
  return ${label ? 'classes[-1 - at]' : '-1 - at'}
}

/** The predicted classes of several rows. */
export function predictAll(rows) {
  return Array.from(rows, predict)
}

/** The branch of a value; -1 when it is missing or was never seen. */
function branchOf({ name, levels, codes, cuts, right, date }, cut, value) {
  if (value === null || value === undefined || value === '') return -1
  if (levels !== undefined) return levels.get(value === 0 ? '0' : String(value)) ?? -1
  const x = date && value instanceof Date ? value.getTime() : value
  if (typeof x !== 'number') throw new TypeError(\`predict: \${name} takes numbers, got \${typeof x}\`)
  if (x !== x) return -1
  const code = codes.get(x)
  if (code !== undefined) return cut === null ? code : -1
  if (cut !== null) return (right ? x <= cut : x < cut) ? 0 : 1
  return slotBetween(cuts, right, x)
}

${SLOT_BETWEEN}`
}

function columnText({ name, levels, codes, cuts, right, date }: PlannedColumn): string {
  const named = `name: ${JSON.stringify(name)}`
  if (levels !== null) {
    return `{ ${named}, levels: new Map(${list(levels.map(([level, g]) => `[${JSON.stringify(level)}, ${g}]`))}) }`
  }
  const lookedUp = `new Map(${list(codes.map(([code, slot]) => `[${numeral(code)}, ${slot}]`))})`
  return `{ ${named}, date: ${date}, right: ${right}, cuts: ${list(cuts.map(numeral))}, codes: ${lookedUp} }`
}
