import { kolmogorovSmirnov } from '../../measures/divergence.ts'
import { independenceTest } from '../../measures/independence.ts'
import { populationStability } from '../../measures/psi.ts'
import { check, integer, knownOptions } from '../../util/check.ts'
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
import { KnownAnswers } from './known-answers.ts'
import { movedShares, normalEnds } from './normal-cells.ts'
import { TiltList } from './tilt-list.ts'

/** Options of `PopulationWatch`. */
export type PopulationOptions = WatchOptions & {
  /** how many of the first slots are in order (the bins of a number column); default none, as for categories */
  readonly ordered?: number | undefined
  /** rows per slot of the reference, such as the counts of a saved binning; without them the first rows are learned */
  readonly reference?: ArrayLike<number> | undefined
}

/** A saved watch: plain data. */
export interface PopulationState extends WatchState {
  /** how many of the first slots are in order */
  readonly ordered: number
}

/** Moves of the middle in deviations, both ways, and changes of the spread. */
const SHIFTS = [0.25, 0.5, 1, 2]
const SPREADS = [0.5, 0.7, 1.4, 2]
/** Factors by which single slots grow or shrink. */
const FACTORS = [0.2, 2.5, 8]
/** Slots that are watched one by one; others are seen by those that follow the last rows. */
const MOST_SINGLE = 32
/** About how many rows those remember. */
const MEMORIES = [32, 256, 2048]

/** Weights of the kinds of alternatives with ordered slots, and without. */
const ORDERED = { shifts: 0.6, spreads: 0.15, single: 0.1, adaptive: 0.15 }
const UNORDERED = { shifts: 0, spreads: 0, single: 0.6, adaptive: 0.4 }

/** Numbers that tell ideas apart: one of these and by how much. */
const IDEAS = { shift: 10, spread: 20, single: 30 }

/**
 * Watches the slots that the rows of a column fall into, row by row, and tells when their shares change: the middle
 * moves, the spread changes, a slot grows or shrinks, or anything else that lasts. After an alarm it starts learning
 * again. At most O(slots) per row; memory does not grow.
 *
 *     // Rows in three bins, a third each; from row 1000 on nearly all fall into the last.
 *     const watch = new PopulationWatch({ column: 'age', labels: ['young', 'middle', 'old'], ordered: 3 })
 *     for (let row = 0; row < 1100; row++) {
 *       const alarm = watch.update(row < 1000 ? row % 3 : 2, row)
 *       if (alarm !== null) console.log(alarm.kind, alarm.since, alarm.label)
 *     }
 *     // → population 1000 young
 */
export class PopulationWatch {
  readonly #options: Omit<PopulationState, 'detector'>
  readonly #detector: ChangeDetector

  constructor(options: PopulationOptions) {
    knownOptions('PopulationWatch', options, { column: 1, labels: 1, ordered: 1, reference: 1, runLength: 1, learn: 1 })
    const { column, labels, ordered = 0, reference, runLength = RUN_LENGTH, learn = LEARN } = options
    check('PopulationWatch', 'ordered', integer(0, labels.length), ordered)
    this.#options = { column, labels, ordered, runLength, learn }
    checkWatch('PopulationWatch', this.#options)
    this.#detector = new ChangeDetector(populationShape(this.#options, labels.length), reference)
  }

  /** Takes the slot of a row, as `assign` gives it; the alarm it raises, if any. */
  update(slot: number, row: number): Alarm | null {
    checkCode('PopulationWatch: slot', slot, this.#options.labels.length)
    const change = this.#detector.update(0, slot, row)
    return change === null ? null : populationAlarm(change, this.#options)
  }

  /** Takes the slots of rows with their numbers up to an alarm: the position after the last row taken, and the alarm. */
  updateMany(
    slots: Int32Array,
    rows: ArrayLike<number>,
    from: number,
    to: number,
  ): { next: number; alarm: Alarm | null } {
    for (let i = from; i < to; i++) checkCode('PopulationWatch: slots', slots[i], this.#options.labels.length)
    const { next, found } = this.#detector.updateMany(slots, rows, from, to)
    return { next, alarm: found === null ? null : populationAlarm(found, this.#options) }
  }

  /** Starts learning again, as after an alarm. */
  restart(): void {
    this.#detector.restart()
  }

  /** Everything the watch knows, to be saved as JSON. */
  state(): PopulationState {
    return { ...this.#options, detector: this.#detector.state() }
  }

  /** A watch that goes on exactly where the saved one stopped. */
  static restore({ detector, ...options }: PopulationState): PopulationWatch {
    const watch = new PopulationWatch(options)
    watch.#detector.restore(detector)
    return watch
  }
}

/** What a detector of the population looks for in so many slots; `prior` as there. */
export function populationShape(
  { ordered, runLength, learn }: Pick<PopulationState, 'ordered' | 'runLength' | 'learn'>,
  slots: number,
  prior?: Float64Array,
): DetectorShape {
  const { adaptive } = ordered > 2 ? ORDERED : UNORDERED
  return {
    contexts: 1,
    symbols: slots,
    ordered: ordered > 2 ? ordered : 0,
    runLength,
    learn,
    memories: MEMORIES,
    adaptive,
    tilts: (counts) => knownTilts.of(counts, ordered),
    prior,
  }
}

const knownTilts = new KnownAnswers(tiltsOf)

function tiltsOf(counts: Float64Array, ordered: number): Tilts {
  const kinds = ordered > 2 ? ORDERED : UNORDERED
  const single = largest(counts, MOST_SINGLE)
  const moves = ordered > 2 ? 2 * SHIFTS.length + SPREADS.length : 0
  const list = new TiltList(counts.length, moves + single.length * FACTORS.length)
  if (ordered > 2) {
    const inOrder = counts.subarray(0, ordered)
    const all = inOrder.reduce((sum, count) => sum + count, 0)
    const shares = inOrder.map((count) => count / all)
    const ends = normalEnds(shares)
    /** The ordered slots move among themselves; the others stay. */
    const move = (expert: number, shift: number, spread: number): void => {
      const moved = movedShares(shares, ends, shift, spread)
      for (let slot = 0; slot < ordered; slot++) list.set(expert, slot, moved[slot])
    }
    for (const shift of SHIFTS) {
      for (const by of [-shift, shift]) move(list.add(kinds.shifts / (2 * SHIFTS.length), IDEAS.shift + by), by, 1)
    }
    for (const spread of SPREADS) move(list.add(kinds.spreads / SPREADS.length, IDEAS.spread + spread), 0, spread)
  }
  for (const slot of single) {
    for (const factor of FACTORS) {
      const expert = list.add(kinds.single / (single.length * FACTORS.length), IDEAS.single + factor)
      // A slot that never held a row cannot shrink.
      if (factor > 1 || counts[slot] >= 1) list.set(expert, slot, factor)
    }
  }
  return list
}

/** The indices of the largest counts, ascending; the first on a tie. */
export function largest(counts: Float64Array, most: number): number[] {
  const order = Array.from(counts, (_, i) => i)
  if (order.length <= most) return order
  return order
    .toSorted((a, b) => counts[b] - counts[a] || a - b)
    .slice(0, most)
    .toSorted((a, b) => a - b)
}

/** A change in words and figures. */
export function populationAlarm(
  change: Change,
  { column, labels, ordered, runLength }: Omit<PopulationState, 'detector'>,
): Alarm {
  const { before, now, since, at, rows, dependence } = change
  const { psi, terms, critical } = populationStability(before, now)
  const bin = terms.indexOf(Math.max(...terms))
  const shareIn = (counts: Float64Array): number => {
    const all = counts.reduce((sum, count) => sum + count, 0)
    return all === 0 ? 0 : counts[bin] / all
  }
  const [was, is] = [shareIn(before), shareIn(now)]
  return {
    kind: 'population',
    column,
    bin,
    label: labels[bin],
    since,
    at,
    rows,
    runLength,
    dependence,
    amount: psi,
    measure: 'psi',
    before: was,
    now: is,
    critical,
    pValue: independenceTest([before, now]).pValue,
    ks: ordered > 2 ? kolmogorovSmirnov(before.subarray(0, ordered), now.subarray(0, ordered)) : null,
    what: null,
    text: `${column}: the rows seem to have changed since row ${since} (${evidenceText(change, runLength)}): PSI ${Number(psi.toPrecision(3))}, largest change in "${labels[bin]}", ${shareText(was)} before, ${shareText(is)} since`,
  }
}
