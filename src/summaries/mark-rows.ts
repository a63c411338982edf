import { ArgumentError, DataError } from '../errors.ts'
import type { LabelValue, LabelValues, NumberValue, Target, ValuesGiven } from '../types.ts'
import { check, oneOf, show } from '../util/check.ts'
import {
  labelOf,
  LABEL_WORDS,
  type NumbersPlace,
  readNumbers,
  refusedValue,
  valuesOf,
  WEIGHT_WORDS,
} from '../util/data-value.ts'
import { suggest } from '../util/suggest.ts'
import type { RowMarks } from './tallies.ts'
import { kindNotes, targetKindOf } from './target-kind.ts'

/** How the target and the weights of a table are read. */
export interface MarkOptions {
  /** labels or numbers, one per row */
  readonly target?: ValuesGiven<LabelValue> | undefined
  /** auto: text, truth values or at most 20 distinct whole numbers are classes, other numbers are numeric */
  readonly targetKind?: 'auto' | 'class' | 'numeric' | undefined
  /** name of the target, for messages and the saved form */
  readonly targetName?: string | undefined
  /** all classes, when more may exist than occur here; a label outside the list is an error */
  readonly classes?: readonly string[] | undefined
  /** the class that rates and weight of evidence speak of */
  readonly event?: string | number | boolean | undefined
  /** finite numbers of at least 0, one per row; a row of weight 2 counts as two rows */
  readonly weights?: ValuesGiven<NumberValue> | undefined
  /** name of the column of weights, for messages */
  readonly weightsName?: string | undefined
}

/** Reads the target and the weights once, to be used for every column; `where` is the function that was called. O(rows). */
export function markRows(rows: number, options: MarkOptions, where = 'summarize'): RowMarks {
  const weights = readWeights({ where, column: options.weightsName }, rows, options.weights)
  const none = { where, rows, codes: null, numbers: null, weights, notes: [] }
  if (options.target === undefined) return { ...none, target: null }
  const labels = valuesOf(where, 'target', options.target)
  oneEach(`${where}: target must have one label`, labels, rows)
  const kind = options.targetKind ?? 'auto'
  check(where, 'targetKind', oneOf('auto', 'class', 'numeric'), kind)
  const name = options.targetName ?? null
  if (options.classes === undefined && targetKindOf(labels, kind) === 'numeric') {
    if (options.event !== undefined) {
      throw new ArgumentError(`${where}: event must not be given for a numeric target`, { code: 'out-of-range' })
    }
    return { ...none, target: { kind: 'numeric', name }, numbers: readTarget({ where, column: name }, labels) }
  }
  const { classes, codes } = readClasses({ where, column: name }, labels, options.classes)
  const target: Target = { kind: 'class', name, classes, event: readEvent(where, options.event, classes) }
  return { ...none, target, codes, notes: kind === 'auto' ? kindNotes(labels) : [] }
}

/** Refuses a list of another length than there are rows. */
export function oneEach(must: string, { length }: ArrayLike<unknown>, rows: number): void {
  if (length !== rows) throw new ArgumentError(`${must} per row (${rows}), got ${length}`, { code: 'length-mismatch' })
}

/** A label as text; null where it is missing. What can be no label is refused. */
export function labelText(label: LabelValues[number], where: string): string | null {
  const text = labelOf(label)
  if (text === undefined)
    throw new DataError(`${where}: labels must be ${LABEL_WORDS}, got ${show(label)}`, { value: label })
  return text
}

/** Labels in their fixed order: numerically when all of them are numbers, else by character code. */
export function sortLabels(labels: Iterable<string>): string[] {
  const all = [...labels]
  const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  const numeric = all.every((label) => label.trim() !== '' && !Number.isNaN(Number(label)))
  return all.toSorted(numeric ? (a, b) => Number(a) - Number(b) || byText(a, b) : byText)
}

/** The class rates speak of: the event asked for, or the second of two classes. */
export function eventClass(target: Target | null): string | null {
  if (target?.kind !== 'class') return null
  return target.event ?? (target.classes.length === 2 ? target.classes[1] : null)
}

/** Numbers of a numeric target; what is missing or infinite becomes NaN. */
function readTarget(place: NumbersPlace, labels: LabelValues): Float64Array {
  const numbers = readNumbers(labels, place)
  return numbers.map((number) => number - number + number) // ∞ − ∞ is NaN
}

function readClasses(
  place: NumbersPlace,
  labels: LabelValues,
  given: readonly string[] | undefined,
): { classes: string[]; codes: Int32Array } {
  const codes = new Int32Array(labels.length)
  // Keyed by the label itself, so that text is made once per class and not once per row.
  const codeOf = new Map<unknown, number>()
  const found: string[] = []
  const idOf = new Map<string, number>()
  for (let row = 0; row < labels.length; row++) {
    const label = labels[row]
    let code = codeOf.get(label)
    if (code === undefined) {
      const text = labelOf(label)
      if (text === undefined) throw refusedValue(label, { ...place, row, expected: LABEL_WORDS })
      code = text === null ? -1 : (idOf.get(text) ?? idOf.set(text, found.push(text) - 1).size - 1)
      codeOf.set(label, code)
    }
    codes[row] = code
  }
  const classes = sortLabels(given === undefined ? found : new Set(given.map(String)))
  const codeOfClass = new Map(classes.map((label, code) => [label, code]))
  const classCodes = found.map((label) => codeOfClass.get(label))
  const strange = classCodes.indexOf(undefined)
  if (strange >= 0) {
    const row = codes.indexOf(strange)
    throw new DataError(
      `${place.where}: label ${show(found[strange])} at row ${row} is not in classes${suggest(found[strange], classes)}`,
      { code: 'unknown-name', column: place.column, row, value: found[strange] },
    )
  }
  for (let row = 0; row < codes.length; row++) codes[row] = codes[row] < 0 ? -1 : classCodes[codes[row]]!
  return { classes, codes }
}

function readEvent(where: string, event: MarkOptions['event'], classes: readonly string[]): string | null {
  if (event === undefined) return null
  const text = labelOf(event) ?? ''
  if (!classes.includes(text))
    throw new DataError(`${where}: unknown event class ${show(text)}${suggest(text, classes)}`, {
      code: 'unknown-name',
      value: text,
    })
  return text
}

function readWeights(named: NumbersPlace, rows: number, values: MarkOptions['weights']): Float64Array | null {
  if (values === undefined) return null
  const { where } = named
  const given = valuesOf(where, 'weights', values)
  oneEach(`${where}: weights must have one number`, given, rows)
  const place = { ...named, expected: WEIGHT_WORDS }
  const weights = readNumbers(given, place).slice()
  const odd = weights.findIndex((weight) => !(weight >= 0 && weight < Infinity))
  if (odd >= 0) throw refusedValue(given[odd], { ...place, row: odd })
  return weights
}

/** Arrays whose labels can be whole numbers of one byte. */
type Numbers = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float64Array

const LABELS = 256

/** How labels of a byte each are read, for those who take them as codes. */
export interface ByteLabels {
  /** the different ones, ascending, where that is known sooner than by a look at each; else null */
  readonly seen: (labels: Uint8Array) => number[] | null
  /** marks of rows whose labels are their codes */
  readonly marks: (marks: Omit<RowMarks, 'codes'>, labels: Uint8Array) => RowMarks
}

/**
 * What `markRows` gives. Labels from 0 to 255 in a typed array are looked up in a table; only the different ones are read
 * as labels, which is several times faster. With `bytes`, labels that are codes already are not copied: for marks of which
 * no others are made, such as those of fewer rows. O(rows).
 */
export function markTableRows(
  rows: number,
  options: MarkOptions & { readonly bytes?: ByteLabels | undefined },
  where = 'summarize',
): RowMarks {
  const { target, classes, weights, weightsName, bytes, ...rest } = options
  // An unknown label is told with its row.
  if (!isNumbers(target) || target.length !== rows || classes !== undefined) return markRows(rows, options, where)
  const quick = target instanceof Uint8Array && bytes
  const seen = (quick && quick.seen(target)) || smallLabels(target)
  if (seen === null) return markRows(rows, options, where)
  const weighed = markRows(rows, { weights, weightsName }, where)
  const few = markRows(seen.length, { ...rest, target: seen }, where)
  if (few.codes === null) return markRows(rows, options, where)
  const marks = { ...few, rows, weights: weighed.weights }
  const { codes: codesOfSeen } = few
  const same = seen.every((label, i) => label === codesOfSeen[i])
  if (!same || !quick) return { ...marks, codes: same ? new Int32Array(target) : toCodes(target, seen, codesOfSeen) }
  return quick.marks(marks, target)
}

function isNumbers(labels: MarkOptions['target']): labels is Numbers {
  return ArrayBuffer.isView(labels) && typeof (labels as unknown as LabelValues)[0] === 'number'
}

/** The code of each row, by the codes of the different labels. */
function toCodes(labels: Numbers, seen: readonly number[], codesOfSeen: Int32Array): Int32Array {
  const codeOf = new Int32Array(LABELS)
  for (const [i, label] of seen.entries()) codeOf[label] = codesOfSeen[i]
  const codes = new Int32Array(labels.length)
  for (let row = 0; row < codes.length; row++) codes[row] = codeOf[labels[row]]
  return codes
}

/** The different labels, ascending; null where one is not a whole number from 0 to 255. */
function smallLabels(labels: Numbers): number[] | null {
  const seen = new Uint8Array(LABELS)
  // Hardly any label is new: four are looked up together, and one by one where one of them is.
  for (let row = 0; row < labels.length; row += 4) {
    if (row + 3 < labels.length) {
      const both = seen[labels[row]] & seen[labels[row + 1]]
      if ((both & seen[labels[row + 2]] & seen[labels[row + 3]]) === 1) continue
    }
    for (let i = row; i < row + 4 && i < labels.length; i++) {
      const label = labels[i]
      if (label !== (label & (LABELS - 1))) return null
      seen[label] = 1
    }
  }
  return Array.from(seen.keys()).filter((label) => seen[label] === 1)
}
