import { ArgumentError } from '../../errors.ts'
import { combineShifts, shareShift } from '../../measures/rate-shift.ts'
import {
  type Alarm,
  checkWatch,
  evidenceText,
  LEARN,
  RUN_LENGTH,
  shareText,
  type WatchOptions,
  type WatchState,
  checkCode,
} from './alarm.ts'
import { ChangeDetector } from './change-detector.ts'
import type { Change, DetectorShape, Tilts } from './change-types.ts'
import { largest } from './population-drift.ts'
import { TiltList } from './tilt-list.ts'
import { knownOptions } from '../../util/check.ts'

/** Options of `ConceptWatch`. */
export type ConceptOptions = WatchOptions & {
  /** the classes of the target */
  readonly classes: readonly string[]
  /** rows per slot and class of the reference, such as `classes` of the bins of a saved binning */
  readonly reference?: readonly ArrayLike<number>[] | undefined
}

/** A saved watch: plain data. */
export interface ConceptState extends WatchState {
  /** the classes of the target */
  readonly classes: readonly string[]
}

type Setting = Omit<ConceptState, 'detector'>

/** Factors on the odds of a class: of two classes, and of more. */
const TWO = [0.25, 0.5, 2, 4]
const MANY = [0.3, 3]
/** Slots and classes that have alternatives of their own. */
const MOST_SLOTS = 32
const MOST_CLASSES = 16
/** Weights: everywhere at once, all relations at once, slot by slot, following the last rows. */
const WEIGHTS = { everywhere: 0.3, relations: 0.25, single: 0.25, adaptive: 0.2 }
/** Alternatives about all relations at once. */
const RELATIONS = 3
const MEMORIES = [64, 512, 4096]
/** No row may rule an alternative out for ever, nor decide alone. */
const [FLOOR, CEILING] = [0.02, 50]

/**
 * Watches the class of the rows in each slot and tells when the shares of the classes inside slots change, whatever
 * happens to the slots themselves: everywhere, in one slot, or when slots stop telling classes apart or swap them. After
 * an alarm it starts learning again. At most O(slots · classes) per row; memory does not grow.
 *
 *     // In each of two bins 9 of 10 rows are of one class; then the classes swap.
 *     const { next } = random(1)
 *     const watch = new ConceptWatch({ column: 'age', labels: ['young', 'old'], classes: ['no', 'yes'] })
 *     for (let row = 0; row < 2000; row++) {
 *       const slot = row % 2
 *       const usual = next() < 0.9 ? slot : 1 - slot
 *       const alarm = watch.update(slot, row < 1500 ? usual : 1 - usual, row)
 *       if (alarm !== null) console.log(alarm.kind, alarm.since > 1450)
 *     }
 *     // → concept true
 */
export class ConceptWatch {
  readonly #setting: Setting
  readonly #detector: ChangeDetector

  constructor(options: ConceptOptions) {
    knownOptions('ConceptWatch', options, { column: 1, labels: 1, classes: 1, reference: 1, runLength: 1, learn: 1 })
    const { column, labels, classes, reference, runLength = RUN_LENGTH, learn = LEARN } = options
    if (classes.length < 2)
      throw new ArgumentError(`ConceptWatch: classes must be two or more, got ${classes.length}`, {
        code: 'out-of-range',
      })
    this.#setting = { column, labels, classes, runLength, learn }
    checkWatch('ConceptWatch', this.#setting)
    const counts = reference?.flatMap((slot) => Array.from(slot))
    this.#detector = new ChangeDetector(shapeOf(this.#setting), counts)
  }

  /** Takes the slot and the class of a row by their numbers; the alarm it raises, if any. */
  update(slot: number, classAt: number, row: number): Alarm | null {
    const { labels, classes } = this.#setting
    checkCode('ConceptWatch: slot', slot, labels.length)
    checkCode('ConceptWatch: classAt', classAt, classes.length)
    const change = this.#detector.update(slot, classAt, row)
    return change === null ? null : alarmOf(change, this.#setting)
  }

  /** Takes rows, each as slot · classes + class, with their numbers; the alarms they raise. */
  updateMany(codes: Int32Array, rows: ArrayLike<number>, to: number): Alarm[] {
    const alarms: Alarm[] = []
    const { labels, classes } = this.#setting
    const most = labels.length * classes.length
    for (let i = 0; i < to; i++)
      if (!(codes[i] >= 0 && codes[i] < most)) checkCode('ConceptWatch: codes', codes[i], most)
    for (let from = 0; from < to;) {
      const { next, found } = this.#detector.updateMany(codes, rows, from, to)
      if (found !== null) alarms.push(alarmOf(found, this.#setting))
      from = next
    }
    return alarms
  }

  /** Everything the watch knows, to be saved as JSON. */
  state(): ConceptState {
    return { ...this.#setting, detector: this.#detector.state() }
  }

  /** A watch that goes on exactly where the saved one stopped. */
  static restore({ detector, ...setting }: ConceptState): ConceptWatch {
    const watch = new ConceptWatch(setting)
    watch.#detector.restore(detector)
    return watch
  }
}

function shapeOf({ labels, classes, runLength, learn }: Setting): DetectorShape {
  const [contexts, symbols] = [labels.length, classes.length]
  const tilts = (counts: Float64Array): Tilts => tiltsOf(counts, contexts, symbols)
  return { contexts, symbols, ordered: 0, runLength, learn, memories: MEMORIES, adaptive: WEIGHTS.adaptive, tilts }
}

function tiltsOf(counts: Float64Array, contexts: number, symbols: number): Tilts {
  const slotTotals = totals(counts, contexts, symbols, true)
  const classTotals = totals(counts, contexts, symbols, false)
  const all = slotTotals.reduce((sum, count) => sum + count, 0)
  const shareOf = (slot: number, symbol: number): number => counts[slot * symbols + symbol] / slotTotals[slot]
  // One of two classes says everything about the other.
  const told = symbols === 2 ? [1] : largest(classTotals, MOST_CLASSES)
  const factors = symbols === 2 ? TWO : MANY
  const each = told.length * factors.length
  const slots = largest(slotTotals, MOST_SLOTS)
  // Bins of classes are never made anew while they are watched, so ideas need not be told apart.
  const list = new TiltList(counts.length, each * (1 + slots.length) + RELATIONS)
  /** An alternative about all slots and classes. */
  const addRelation = (factor: (slot: number, symbol: number) => number): void => {
    const expert = list.add(WEIGHTS.relations / RELATIONS, 0)
    for (let slot = 0; slot < contexts; slot++) {
      for (let symbol = 0; symbol < symbols; symbol++) {
        const tilt = Math.min(CEILING, Math.max(FLOOR, factor(slot, symbol)))
        list.set(expert, slot * symbols + symbol, tilt)
      }
    }
  }
  for (const at of told) {
    for (const factor of factors) {
      const everywhere = list.add(WEIGHTS.everywhere / each, 0)
      for (let code = at; code < counts.length; code += symbols) list.set(everywhere, code, factor)
      for (const slot of slots)
        list.set(list.add(WEIGHTS.single / (each * slots.length), 0), slot * symbols + at, factor)
    }
  }
  // Frequent and rare classes swap, slots stop telling classes apart, or all classes become equally frequent.
  const overall = (_: number, symbol: number): number => classTotals[symbol] / all
  const even = (): number => 1 / symbols
  const uneven = sureness(counts, slotTotals, even) > 0
  addRelation((slot, symbol) => (uneven ? turned(slot, symbol) / shareOf(slot, symbol) : 1))
  for (const levelled of [overall, even]) {
    const sure = sureness(counts, slotTotals, levelled)
    addRelation((slot, symbol) => {
      const end = levelled(slot, symbol)
      return end / (end + sure * (shareOf(slot, symbol) - end))
    })
  }
  return list

  /** The share a class gets when frequent and rare swap: of two the other's, else what is inverse to its own. */
  function turned(slot: number, symbol: number): number {
    let sum = 0
    for (let c = 0; c < symbols; c++) sum += 1 / shareOf(slot, c)
    return 1 / shareOf(slot, symbol) / sum
  }
}

/**
 * Which share of the deviation of some shares from others may be bet on to level out: 0, or from 3/4 to 1. Of noise,
 * part of the deviation goes by itself, so that a bet on a share of up to 2 · degrees of freedom / χ² would be won though
 * nothing changes.
 */
function sureness(
  counts: Float64Array,
  slotTotals: Float64Array,
  levelled: (slot: number, symbol: number) => number,
): number {
  const symbols = counts.length / slotTotals.length
  let chiSquare = 0
  counts.forEach((count, i) => {
    const slot = Math.floor(i / symbols)
    const expected = slotTotals[slot] * levelled(slot, i % symbols)
    chiSquare += ((count - expected) * (count - expected)) / expected
  })
  const degrees = slotTotals.length * (symbols - 1)
  return chiSquare > 8 * degrees ? 1 - (2 * degrees) / chiSquare : 0
}

function totals(counts: Float64Array, contexts: number, symbols: number, bySlot: boolean): Float64Array {
  const sums = new Float64Array(bySlot ? contexts : symbols)
  counts.forEach((count, i) => (sums[bySlot ? Math.floor(i / symbols) : i % symbols] += count))
  return sums
}

function alarmOf(change: Change, { column, labels, classes, runLength }: Setting): Alarm {
  const { before, now, since, at, rows, dependence } = change
  const width = classes.length
  const slots = labels.map((_, slot) => {
    const [old, fresh] = [before, now].map((counts) => counts.subarray(slot * width, (slot + 1) * width))
    return { old, fresh, test: shareShift(old, fresh) }
  })
  const p = slots.map(({ test }) => test?.pValue ?? 2)
  const bin = p.indexOf(Math.min(...p))
  const [was, is] = [slots[bin].old, slots[bin].fresh].map(sharesOf)
  const moved = classes.map((_, c) => Math.abs(is[c] - was[c]))
  // Of two classes the second is reported, as elsewhere.
  const told = width === 2 ? 1 : moved.indexOf(Math.max(...moved))
  return {
    kind: 'concept',
    column,
    bin,
    label: labels[bin],
    since,
    at,
    rows,
    runLength,
    dependence,
    amount: moved[told],
    measure: 'share',
    before: was[told],
    now: is[told],
    critical: null,
    pValue: combineShifts(slots.flatMap(({ test }) => test ?? []))?.pValue ?? null,
    ks: null,
    what: classes[told],
    text: `${column}: classes inside bins seem to have changed since row ${since} (${evidenceText(change, runLength)}), most clearly in "${labels[bin]}": ${classes[told]} ${shareText(was[told])} before, ${shareText(is[told])} since`,
  }
}

function sharesOf(counts: Float64Array): Float64Array {
  const all = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count) => (all === 0 ? 0 : count / all))
}
