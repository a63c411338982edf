import type { RowMarks } from '../../summaries/tallies.ts'
import type { Closed } from '../../types.ts'
import { bisectLeft } from '../../util/bisect.ts'
import { random } from '../../util/random.ts'
import type { Counted } from '../binning.ts'
import { bitsSaved, groupMeans, type Prior, wholeOf } from './held-out.ts'

/** Most blocks: so many tell a standard error well, and cost next to nothing. */
const MOST_BLOCKS = 200

/** Rows in blocks of about one size, drawn at random: the units whose scatter says how sure a mean is. */
export interface Blocks {
  readonly count: number
  /** block of each row; rows that count nowhere have one too, which does no harm */
  readonly of: Uint8Array
}

/** Deals the rows that count into blocks; with few rows each is a block of its own. O(rows). */
export function dealBlocks(foldOf: Int32Array, seed: number): Blocks {
  const rows = Uint32Array.from(foldOf.keys()).filter((row) => foldOf[row] >= 0)
  const { integer } = random(seed + 1)
  const of = new Uint8Array(foldOf.length)
  const count = Math.min(MOST_BLOCKS, rows.length)
  for (let i = rows.length - 1; i >= 0; i--) {
    const j = integer(i + 1)
    of[rows[j]] = i % count
    rows[j] = rows[i]
  }
  return { count, of }
}

/** Rows held out of a fit. */
export interface HeldOut {
  readonly rows: Uint32Array
  readonly marks: RowMarks
  readonly prior: Prior
}

/** What the rows of each block add to the whole that the scores are a share of. */
export function wholeByBlock({ rows, marks, prior }: HeldOut, blocks: Blocks): Float64Array {
  const whole = new Float64Array(blocks.count)
  for (let i = 0; i < rows.length; i++) whole[blocks.of[rows[i]]] += wholeOf(marks, i, prior)
  return whole
}

/** Cuts of one method, and what their slots hold on the rows that were learnt from. */
export interface Learnt {
  readonly cuts: readonly number[]
  readonly closed: Closed
  readonly slots: readonly Counted[]
}

/** A column of rows held out: where each value lies among all cuts, which is looked up once for all methods. */
export interface Placed {
  /** cuts of all methods, ascending, each once */
  readonly edges: Float64Array
  /** of each row: 2·i below edge i, 2·i + 1 on it; then the places of missing values and of each special code */
  readonly places: Uint32Array
}

/** Finds the place of every value among the cuts of all methods. O(rows · log cuts). */
export function placeRows(
  values: Float64Array,
  all: readonly Learnt[],
  codes: { readonly special: readonly number[]; readonly missing: readonly number[] },
): Placed {
  const edges = Float64Array.from(new Set(all.flatMap(({ cuts }) => cuts))).sort()
  const aside = 2 * edges.length + 1
  const coded = new Map([
    ...codes.missing.map((code): [number, number] => [code + 0, aside]),
    ...codes.special.map((code, i): [number, number] => [code + 0, aside + 1 + i]),
  ])
  const places = new Uint32Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const x = values[i] + 0 // −0 + 0 is 0
    const code = coded.size > 0 ? coded.get(x) : undefined
    if (code !== undefined) places[i] = code
    else if (Number.isNaN(x)) places[i] = aside
    else {
      const below = bisectLeft(edges, x)
      places[i] = 2 * below + (edges[below] === x ? 1 : 0)
    }
  }
  return { edges, places }
}

/**
 * What one method tells of the rows held out, block by block. Classes: bits saved in telling the classes of the rows by
 * the shares of their slots. Numbers: squared error taken away by the means of the slots. O(rows).
 */
export function tellByBlock(learnt: Learnt, placed: Placed, held: HeldOut, blocks: Blocks): Float64Array {
  const { rows, marks, prior } = held
  const { codes, numbers, weights } = marks
  const told = new Float64Array(blocks.count)
  const slotOf = slotsOfPlaces(learnt, placed.edges)
  const { places } = placed
  if (codes !== null) {
    const classes = prior.shares.length
    const bits = bitsSaved(learnt.slots, prior)
    for (let i = 0; i < rows.length; i++) {
      const saved = bits[slotOf[places[i]] * classes + codes[i]]
      told[blocks.of[rows[i]]] += weights === null ? saved : weights[i] * saved
    }
  } else if (numbers !== null) {
    const means = groupMeans(learnt.slots, prior)
    for (let i = 0; i < rows.length; i++) {
      // (y − m₀)² − (y − m)², written so that large means do not swallow small distances.
      const own = means[slotOf[places[i]]]
      const saved = (prior.mean - own) * (own - numbers[i] + (prior.mean - numbers[i]))
      told[blocks.of[rows[i]]] += weights === null ? saved : weights[i] * saved
    }
  }
  return told
}

/** The slot of a method for each place among the cuts of all. */
function slotsOfPlaces({ cuts, closed, slots }: Learnt, edges: Float64Array): Uint32Array {
  const asides = slots.length - cuts.length - 1
  const slotOf = new Uint32Array(2 * edges.length + 1 + asides)
  let bin = 0
  for (let e = 0; e <= edges.length; e++) {
    slotOf[2 * e] = bin
    if (e === edges.length) break
    const own = bin < cuts.length && cuts[bin] === edges[e]
    slotOf[2 * e + 1] = own && closed === 'left' ? bin + 1 : bin
    if (own) bin++
  }
  for (let i = 0; i < asides; i++) slotOf[2 * edges.length + 1 + i] = cuts.length + 1 + i
  return slotOf
}
