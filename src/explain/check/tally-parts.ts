import { HALF } from './hold-out.ts'
import type { PlainTally, RowTally, Tally } from './judge.ts'
import type { RowSlots } from './row-slots.ts'

/** Tallies of ranges taken together: of all of them, of all but one in turn, and of all rows. */
export interface JoinedTallies {
  readonly inside: Tally
  readonly without: readonly Tally[]
  readonly all: Tally
}

/** Some cells of a column, and the cell of every row in it. */
export interface RowsOfPart {
  readonly slots: RowSlots
  readonly cells: readonly number[]
  /** how many cells the column has */
  readonly size: number
}

/** The numbers of halves, that of none included. */
const HALVES = 3

type Halves = { readonly halves: Uint8Array; readonly tally: RowTally }

/** Adds up the rows of each half by which of the parts they lie in. O(rows · parts). */
export function tallyParts(parts: readonly RowsOfPart[], rows: Halves): Record<'found' | 'heldOut', JoinedTallies> {
  const missed = missedParts(parts, rows.halves.length)
  const { plain } = rows.tally
  const { channels } = rows.tally
  const tallyOf = plain === null ? addUp(missed, parts.length, rows) : countUp(missed, parts.length, channels, plain)
  const joined = (half: number): JoinedTallies => {
    const inside = tallyOf(half, 0)
    const without = parts.map((_, i) => tallyOf(half, 1 << i).map((sum, c) => sum + inside[c]))
    return { inside, without, all: tallyOf(half, ALL) }
  }
  return { found: joined(HALF.found), heldOut: joined(HALF.heldOut) }
}

/** Stands for all rows of a half. */
const ALL = -1

/** The tally of the rows of a half that miss just some of the parts, each with a bit; or of all. */
type TallyOf = (half: number, missed: number) => Tally

/** For every row the bits of the parts that it does not lie in. */
function missedParts(parts: readonly RowsOfPart[], rows: number): Uint8Array {
  const missed = new Uint8Array(rows)
  for (const [i, { slots, cells, size }] of parts.entries()) {
    const bits = new Uint8Array(size).fill(1 << i)
    for (const cell of cells) bits[cell] = 0
    for (let row = 0; row < rows; row++) missed[row] |= bits[slots[row]]
  }
  return missed
}

/** Where all rows count once, whatever the channel, their classes are counted. */
function countUp(missed: Uint8Array, parts: number, channels: number, { groups, classCount }: PlainTally): TallyOf {
  const kinds = 1 << parts
  const width = 2 * classCount + 1
  const counts = new Int32Array(kinds * width)
  for (let row = 0; row < groups.length; row++) counts[missed[row] * width + groups[row]]++
  return (half, bits) => {
    const tally = new Float64Array(channels)
    for (let kind = 0; kind < kinds; kind++) {
      if (bits !== ALL && kind !== bits) continue
      const first = kind * width + (half - HALF.found) * classCount
      for (let c = 0; c < channels; c++) tally[c] += counts[first + (c % classCount)]
    }
    return tally
  }
}

/** Rows are added in their order, all of them besides: other orders would be rounded otherwise. */
function addUp(missed: Uint8Array, parts: number, { halves, tally: { channels, add } }: Halves): TallyOf {
  const kinds = 1 << parts
  const placeOf = (half: number, bits: number): number =>
    (half * (kinds + 1) + (bits === ALL ? kinds : bits)) * channels
  const sums = new Float64Array(placeOf(HALVES, 0))
  for (let row = 0; row < halves.length; row++) {
    const half = halves[row]
    if (half === HALF.none) continue
    add(sums, placeOf(half, ALL), row)
    add(sums, placeOf(half, missed[row]), row)
  }
  return (half, bits) => sums.slice(placeOf(half, bits), placeOf(half, bits) + channels)
}
