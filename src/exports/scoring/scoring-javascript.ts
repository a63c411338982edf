import { VERSION } from '../../binning/binning.ts'
import { type Encoder, outputNames } from '../../encoders/encoder.ts'
import type { LogisticModel } from '../../models/logistic-model.ts'
import { calledAs } from '../../util/called-as.ts'
import { mustBe } from '../../util/check.ts'
import { list, numeral, SLOT_BETWEEN } from '../javascript-export.ts'
import { type ModelExportOptions, planModel } from '../score-options.ts'
import { inPairs, type ScoringField, scoringFields } from './scoring-plan.ts'

/**
 * An encoder as a JavaScript module that imports nothing: `encode(row)` gives what `encodeDense` gives. O(bins · outputs).
 *
 *     const module = encoderToJavaScript(makeEncoder(binning, { encoding: oneHot }))
 *     console.log(module.match(/^export (?:const|function) \w+/gm)) // → [ 'export const outputs', 'export function encode' ]
 */
export function encoderToJavaScript(encoder: Encoder): string {
  mustBe('encoderToJavaScript', 'encoder', encoder)
  return `${HEADER}
/** The names of the outputs. */
export const outputs = ${JSON.stringify(outputNames(encoder))}

${fieldsText(scoringFields(encoder))}
/**
 * The outputs of a row, an object with a value by the name of each column. null, undefined and NaN are missing. A date is
 * a Date or milliseconds since 1970 UTC.
 */
export function encode(row) {
  return Float32Array.from(FIELDS.flatMap((field) => outputsOf(field, row[field.name], false)))
}

${FUNCTIONS}`
}

/**
 * A logistic model as a JavaScript module that imports nothing: `predict(row)` gives the chance of the event, or with the
 * option `as` the predicted class. O(bins · outputs).
 *
 *     const model = await trainTable(people, makeEncoder(binning, { encoding: oneHot }))
 *     console.log(modelToJavaScript(model).includes('export function predict(row)')) // → true
 */
export function modelToJavaScript(model: LogisticModel, options: ModelExportOptions = {}): string {
  const { as, classes, event } = calledAs('modelToJavaScript', () => planModel(model, options))
  const likely = as === 'label' ? ['classes[EVENT]', 'classes[1 - EVENT]'] : ['EVENT', '1 - EVENT']
  return `${HEADER}
/** The classes that are told apart. */
export const classes = ${JSON.stringify(classes)}

const EVENT = ${event}
const INTERCEPT = ${numeral(model.intercept)}
const WEIGHTS = ${list(model.weights.map(numeral))}

${fieldsText(scoringFields(model.encoder))}
/**
 * ${as === 'score' ? 'The chance of the event' : `The ${as === 'label' ? 'name' : 'number'} of the predicted class`} for a row, an object with a value by the name of each column. null, undefined and
 * NaN are missing. A date is a Date or milliseconds since 1970 UTC.
 */
export function predict(row) {
  let score = INTERCEPT
  let at = 0
  for (const field of FIELDS) {
    for (const output of outputsOf(field, row[field.name], ${inPairs(model.encoder)})) score += output * WEIGHTS[at++]
  }
  const e = Math.exp(-Math.abs(score))
  const chance = score < 0 ? e / (1 + e) : 1 / (1 + e)
  return ${as === 'score' ? 'chance' : `chance >= 0.5 ? ${likely[0]} : ${likely[1]}`}
}

/** The same for several rows. */
export function predictAll(rows) {
  return Array.from(rows, predict)
}

${FUNCTIONS}`
}

export const HEADER: string = `// Made by kerf ${VERSION}. Imports nothing; the same in every browser and in Node.
`

/** The columns with what each slot is, as a list. */
export function fieldsText(fields: readonly ScoringField[]): string {
  return `// Slots: the bins from 0, then missing, then special codes; -1 is refused. By slot, the outputs.
const FIELDS = [
${fields.map((field) => `  ${fieldText(field)},`).join('\n')}
]
`
}

function fieldText({ name, levels, codes, cuts, right, date, missing, unseen, base, between }: ScoringField): string {
  const rows = (table: readonly (readonly number[])[]): string => list(table.map((row) => list(row.map(numeral))))
  const pairs = (entries: readonly (readonly [string | number, number])[]): string =>
    `new Map(${list(entries.map(([key, slot]) => `[${typeof key === 'number' ? numeral(key) : JSON.stringify(key)}, ${numeral(slot)}]`))})`
  const parts = [
    `name: ${JSON.stringify(name)}`,
    `missing: ${missing}`,
    levels === null
      ? `cuts: ${list(cuts.map(numeral))}, right: ${right}, date: ${date}, codes: ${pairs(codes)}`
      : `levels: ${pairs(levels)}, unseen: ${unseen}`,
    `base: ${rows(base)}`,
  ]
  if (between !== null) {
    const { slope, edges, clamp, stands } = between
    parts.push(`slope: ${rows(slope)}, edges: ${list(edges.map(numeral))}, clamp: ${clamp}, stands: ${pairs(stands)}`)
  }
  return `{ ${parts.join(', ')} }`
}

/** The functions that modules of encoders and models share. */
export const FUNCTIONS: string = `function numberOf({ name, date }, value) {
  if (value === null || value === undefined) return NaN
  const x = date && value instanceof Date ? value.getTime() : value
  if (typeof x !== 'number') throw new TypeError(\`\${name} takes numbers, got \${typeof x}\`)
  return x
}

function slotOf(field, value) {
  const { levels, missing, unseen, codes, cuts, right } = field
  if (levels !== undefined) {
    if (value === null || value === undefined || value === '' || value !== value) return missing
    return levels.get(value === 0 ? '0' : String(value)) ?? unseen
  }
  const x = numberOf(field, value)
  return x === x ? (codes.get(x) ?? slotBetween(cuts, right, x)) : missing
}

/** The outputs of a value, rounded to single precision; in pairs, what is left of 1 is taken from the rounded share. */
function outputsOf(field, value, pairs) {
  const slot = slotOf(field, value)
  if (slot < 0) throw new RangeError(\`\${field.name} has \${String(value)}, and its policy is error\`)
  const base = field.base[slot]
  if (field.slope === undefined || slot >= field.edges.length - 1) return base
  const share = shareOf(field, slot, numberOf(field, value))
  const rounded = Math.fround(share)
  return field.slope[slot].map((slope, i) =>
    slope < 0 && pairs ? base[i] - rounded : slope === 0 ? base[i] : Math.fround(base[i] + slope * share),
  )
}

/** The share of its bin that a number has passed. */
function shareOf({ edges, clamp, stands }, slot, given) {
  const last = edges[edges.length - 1]
  const stood = stands.get(given) ?? given
  const x = clamp ? stood : stood === Infinity ? last : stood === -Infinity ? edges[0] : stood
  const from = edges[slot]
  const to = edges[slot + 1]
  if (!(to > from)) return clamp || x < to ? 0 : 1
  const gone = x - from
  const width = to - from
  const share = Number.isFinite(gone) && width < Infinity ? gone / width : (x / 2 - from / 2) / (to / 2 - from / 2)
  const [least, most] = clamp ? [0, 1] : [-3.4028234663852886e38, 3.4028234663852886e38]
  return Math.max(least, Math.min(most, share))
}

${SLOT_BETWEEN}`
