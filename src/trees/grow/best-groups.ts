import { xLog2x } from '../../util/numbers/log2.ts'
import { type BestTest, minusBits, offer, scoreOf, type SearchRules, type Stretch } from './best-test.ts'
import type { GroupFeature } from './features.ts'

/** Room for counting the branches of a test; all zero between uses. */
export interface GroupRoom {
  readonly sums: Float64Array
  readonly totals: Float64Array
  readonly codes: Uint32Array
}

/** Room for tests of up to `branches` branches. */
export function groupRoom(branches: number, classes: number): GroupRoom {
  return {
    sums: new Float64Array((branches + 1) * classes),
    totals: new Float64Array(branches + 1),
    codes: new Uint32Array(branches + 1),
  }
}

/** Adds rows to branches, missing ones last; answers how many codes occur, in ascending order in `room.codes`. */
export function countGroups(
  room: GroupRoom,
  { codes, size }: GroupFeature,
  order: Uint32Array,
  { start, end }: Stretch,
  { classes, weights, classCount }: SearchRules['rows'],
): number {
  let found = 0
  for (let i = start; i < end; i++) {
    const row = order[i]
    const code = codes[row]
    const weight = weights === null ? 1 : weights[row]
    if (room.totals[code] === 0) room.codes[found++] = code
    room.totals[code] += weight
    room.sums[code * classCount + classes[row]] += weight
  }
  // In one order, whatever the order of the rows, so that sums are rounded alike.
  if (found * 8 < size) room.codes.subarray(0, found).sort()
  else {
    found = 0
    for (let code = 0; code <= size; code++) if (room.totals[code] > 0) room.codes[found++] = code
  }
  return found
}

/** Makes the room empty again. */
export function clearGroups(room: GroupRoom, found: number, classCount: number): void {
  for (let k = 0; k < found; k++) {
    const code = room.codes[k]
    room.totals[code] = 0
    room.sums.fill(0, code * classCount, (code + 1) * classCount)
  }
}

/** The code with most rows among those found, the first on a tie. */
export function heaviestCode(room: GroupRoom, known: number): number {
  let heaviest = room.codes[0]
  for (let k = 1; k < known; k++) if (room.totals[room.codes[k]] > room.totals[heaviest]) heaviest = room.codes[k]
  return heaviest
}

/** Offers the test that parts all bins or groups of a column. Rows without a value follow the branch with most rows. */
export function offerGroups(
  best: BestTest,
  feature: GroupFeature,
  order: Uint32Array,
  stretch: Stretch,
  rules: SearchRules,
  room: GroupRoom,
): boolean {
  const width = rules.rows.classCount
  const found = countGroups(room, feature, order, stretch, rules.rows)
  const known = found > 0 && room.codes[found - 1] === feature.size ? found - 1 : found
  if (known >= 2) {
    if (known < found) joinMissing(room, feature.size, heaviestCode(room, known), width)
    let [bits, parts, least] = [0, 0, Infinity]
    for (let k = 0; k < known; k++) {
      const code = room.codes[k]
      bits += minusBits(room.sums, code * width, width, room.totals[code])
      if (rules.ratio) parts += xLog2x(room.totals[code])
      least = Math.min(least, room.totals[code])
    }
    if (least >= rules.minLeaf) {
      offer(best, scoreOf(rules, stretch, bits, parts), feature, { at: -1, below: -1, above: -1 })
    }
  }
  clearGroups(room, found, width)
  return known >= 2
}

/** Adds the rows without a value to a branch. */
export function joinMissing(room: GroupRoom, missing: number, to: number, width: number): void {
  room.totals[to] += room.totals[missing]
  for (let c = 0; c < width; c++) room.sums[to * width + c] += room.sums[missing * width + c]
}
