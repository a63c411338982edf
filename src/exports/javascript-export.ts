import { type Binning, hasCuts, VERSION } from '../binning/binning.ts'
import { slotLabels } from '../binning/labels.ts'
import { boundaryCases } from './boundary-tests.ts'
import { type ColumnPlan, type ExportOptions, planColumns } from './export-plan.ts'
import { calledAs } from '../util/called-as.ts'

/** A number as JavaScript reads it back to the same double. */
export const numeral = (value: number): string => (Object.is(value, -0) ? '-0' : String(value))
/** A list, as JavaScript and Python both write it. */
export const list = (items: readonly string[]): string => `[${items.join(', ')}]`
const pairs = (entries: readonly (readonly [string, number | null])[]): string =>
  `new Map(${list(entries.map(([key, slot]) => `[${key}, ${slot ?? -1}]`))})`

/**
 * A binning as a JavaScript module that imports nothing: `bin(column, values)` and `binRow(row)`.
 *
 *     // A file that needs no package: import { bin } from './bins.js'
 *     const module = toJavaScript(binning)
 *     console.log(module.match(/^export function \w+/gm)) // → [ 'export function bin', 'export function binRow' ]
 */
export function toJavaScript(binning: Binning, options: ExportOptions = {}): string {
  const plans = calledAs('toJavaScript', () => planColumns(binning, options))
  const [none, many, one, array] = {
    label: ['labels[slot]', 'new Array(given.length)', 'the label', 'An array'],
    index: ['slot', 'new Int32Array(given.length)', 'the number', 'An Int32Array'],
    woe: ['answers[slot]', 'new Float64Array(given.length)', 'the weight of evidence', 'A Float64Array'],
  }[options.as ?? 'label']
  const woe = options.as === 'woe' ? ' answers,' : ''
  const unseen = plans.some((plan) => plan.unseen !== undefined)
  return `// Made by kerf ${VERSION}. Imports nothing; the same in every browser and in Node.

// Slots: the bins from 0, then missing, then special codes; -1 is refused.
const COLUMNS = new Map([
${plans.map((plan) => `  [${JSON.stringify(plan.column.name)}, ${columnText(plan)}],`).join('\n')}
])

/** The label of every slot, by column. */
export const labels = new Map([...COLUMNS].map(([name, column]) => [name, column.labels]))

/**
 * The bin of a value of a column: ${one} of its slot. ${array} for an array or typed array of values.
 * null, undefined and NaN are missing. A date is a Date or milliseconds since 1970 UTC.
 */
export function bin(name, given) {
  const column = COLUMNS.get(name)
  if (column === undefined) throw new RangeError(\`bin: unknown column \${JSON.stringify(name)}\`)
  if (typeof given !== 'object' || given === null || typeof given.length !== 'number') return answer(column, name, given)
  const answers = ${many}
  for (let row = 0; row < answers.length; row++) answers[row] = answer(column, name, given[row])
  return answers
}

/** The bins of all columns of a row, each under the name of its column and ${JSON.stringify(options.suffix ?? '_bin')}. */
export function binRow(row) {
  return Object.fromEntries([...COLUMNS.keys()].map((name) => [name + ${JSON.stringify(options.suffix ?? '_bin')}, bin(name, row[name])]))
}

function answer({ levels, labels,${woe} missing,${unseen ? ' unseen,' : ''} codes, cuts, right, date }, name, value) {
  let slot = missing
  if (levels !== undefined) {
    if (value !== null && value !== undefined && value !== '') slot = levels.get(value === 0 ? '0' : String(value)) ?? ${unseen ? '(unseen ?? slot)' : 'slot'}
  } else if (value !== null && value !== undefined) {
    const x = date && value instanceof Date ? value.getTime() : value
    if (typeof x !== 'number') throw new TypeError(\`bin: \${name} takes numbers, got \${typeof x}\`)
    if (x === x) slot = codes.get(x) ?? slotBetween(cuts, right, x)
  }
  if (slot < 0) throw new RangeError(\`bin: \${name} has \${String(value)}, and its policy is error\`)
  return ${none}
}

${SLOT_BETWEEN}`
}

/** The function that looks for the bin of a number, in JavaScript. */
export const SLOT_BETWEEN = `/** How many cuts are at most x, or below x when bins are closed on the right. */
function slotBetween(cuts, right, x) {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (right ? cuts[middle] < x : cuts[middle] <= x) low = middle + 1
    else high = middle
  }
  return low
}
`

function columnText({ column, codes, levels, missing, unseen, fractions, answers }: ColumnPlan): string {
  const numbers = fractions ? `, answers: ${list(answers.map((answer) => numeral(Number(answer))))}` : ''
  const other = `${unseen === undefined ? '' : `, unseen: ${unseen ?? -1}`}${numbers}`
  const common = `labels: ${JSON.stringify(slotLabels(column))}, missing: ${missing ?? -1}${other}`
  if (!hasCuts(column)) {
    return `{ levels: ${pairs(levels.map(({ level, slot }) => [JSON.stringify(level), slot]))}, ${common} }`
  }
  const cuts = list(column.cuts.map(numeral))
  const lookedUp = pairs(codes.map(({ code, slot }) => [numeral(code), slot]))
  const flags = `right: ${column.closed === 'right'}, date: ${column.kind === 'date'}`
  return `{ cuts: ${cuts}, ${flags}, codes: ${lookedUp}, ${common} }`
}

/** Put together, so that no import of Node's can be found in the text of the library itself. */
export const ASSERT: string = ['node', 'assert/strict'].join(':')

/**
 * The boundary test of an export to JavaScript, for `node`: throws when something does not agree.
 *
 *     // Save it beside the export and run it with node: it throws when something does not agree.
 *     const test = toJavaScriptTest(binning, { module: './bins.js' })
 *     console.log(test.split('\n')[2]) // → import { bin, binRow } from "./bins.js"
 */
export function toJavaScriptTest(
  binning: Binning,
  options: ExportOptions & {
    /** address of the exported file, as the test imports it */
    readonly module: string
  },
): string {
  const columns = calledAs('toJavaScriptTest', () => planColumns(binning, options)).map((plan) => {
    const cases = boundaryCases(plan.column).map(({ value, slot }) => {
      const given = typeof value === 'number' ? numeral(value) : JSON.stringify(value)
      return `    [${given}, ${slot === null ? 'REFUSED' : JSON.stringify(plan.answers[slot])}],`
    })
    return `  [${JSON.stringify(plan.column.name)}, ${plan.column.kind === 'date'}, [\n${cases.join('\n')}\n  ]],`
  })
  return `// Made by kerf ${VERSION}: the boundary test of ${JSON.stringify(options.module)}. Run it with node.
import assert from '${ASSERT}'
import { bin, binRow } from ${JSON.stringify(options.module)}

const REFUSED = Symbol('refused')

// column, whether it holds dates, and its values with their bins
const COLUMNS = [
${columns.join('\n')}
]

let checked = 0
for (const [name, date, cases] of COLUMNS) {
  for (const [value, expected] of cases) {
    const given = [value, ...(date && Number.isInteger(value) && Math.abs(value) <= 8.64e15 ? [new Date(value)] : [])]
    for (const one of given) {
      if (expected === REFUSED) assert.throws(() => bin(name, one), RangeError, \`\${name}: \${String(value)}\`)
      else assert.equal(bin(name, one), expected, \`\${name}: \${String(value)}\`)
      checked++
    }
  }
  const kept = cases.filter(([, expected]) => expected !== REFUSED)
  const values = kept.map(([value]) => value)
  const expected = kept.map(([, bin]) => bin)
  assert.deepEqual([...bin(name, values)], expected)
  const numbers = kept.filter(([value]) => typeof value === 'number')
  const typed = Float64Array.from(numbers, ([value]) => value)
  if (numbers.length > 0) assert.deepEqual([...bin(name, typed)], numbers.map(([, bin]) => bin))
}
const first = COLUMNS.map(([name, , cases]) => [name, cases.find(([, expected]) => expected !== REFUSED)])
const row = Object.fromEntries(first.map(([name, [value]]) => [name, value]))
assert.deepEqual(Object.values(binRow(row)), first.map(([, [, expected]]) => expected))
console.log(\`\${checked} values agree\`)
`
}
