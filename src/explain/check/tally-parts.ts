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
  const { plain, channels } = rows.tally
  const tallyOf =
    plain === null ? addUp(missedParts(parts, rows.halves.length), parts.length, rows) : countUp(parts, channels, plain)
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
  for (const [i, part] of parts.entries()) {
    const { slots } = part
    const bits = missedBits(part, i)
    for (let row = 0; row < rows; row++) missed[row] |= bits[slots[row]]
  }
  return missed
}

/** By cell the bit of a part, 0 for its own cells. */
function missedBits({ cells, size }: RowsOfPart, part: number): Uint8Array {
  const bits = new Uint8Array(size).fill(1 << part)
  for (const cell of cells) bits[cell] = 0
  return bits
}

/** Where all rows count once, whatever the channel, their classes are counted. */
function countUp(parts: readonly RowsOfPart[], channels: number, { groups, classCount }: PlainTally): TallyOf {
  const kinds = 1 << parts.length
  const width = 2 * classCount + 1
  const counts = new Int32Array(kinds * width)
  if (parts.length === 2) countTwo([parts[0], parts[1]], groups, width, counts)
  else {
    const missed = missedParts(parts, groups.length)
    for (let row = 0; row < groups.length; row++) counts[missed[row] * width + groups[row]]++
  }
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

/** The common case in one look: rows by the bits of two parts and by their group. */
function countTwo(
  [first, second]: readonly [RowsOfPart, RowsOfPart],
  groups: PlainTally['groups'],
  width: number,
  counts: Int32Array,
): void {
  const [slots, others] = [first.slots, second.slots]
  const [bits, otherBits] = [missedBits(first, 0), missedBits(second, 1)]
  for (let row = 0; row < groups.length; row++) {
    counts[(bits[slots[row]] | otherBits[others[row]]) * width + groups[row]]++
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
