import { xLog2x } from '../../util/numbers/log2.ts'
import { type GroupScratch, minusBits, offer, type RowPart, scoreOf, type Search } from './best-test.ts'
import { chanceOfCut, chanceOfGroups } from '../../measures/chance-gain.ts'
import type { GroupFeature } from './features.ts'

/** Adds rows to branches, missing ones last; answers how many codes occur, in ascending order in `groups.codes`. */
export function countGroups(search: Search, { codes, size }: GroupFeature, { start, end }: RowPart): number {
  const { groups, order } = search
  const { classes, weights, classCount } = search.rows
  let found = 0
  for (let i = start; i < end; i++) {
    const row = order[i]
    const code = codes[row]
    const weight = weights === null ? 1 : weights[row]
    if (groups.totals[code] === 0) groups.codes[found++] = code
    groups.totals[code] += weight
    groups.sums[code * classCount + classes[row]] += weight
  }
  // In one order, whatever the order of the rows, so that sums are rounded alike.
  if (found * 8 < size) groups.codes.subarray(0, found).sort()
  else {
    found = 0
    for (let code = 0; code <= size; code++) if (groups.totals[code] > 0) groups.codes[found++] = code
  }
  return found
}

/** Empties the scratch memory again. */
export function clearGroups(groups: GroupScratch, found: number, classCount: number): void {
  for (let k = 0; k < found; k++) {
    const code = groups.codes[k]
    groups.totals[code] = 0
    groups.sums.fill(0, code * classCount, (code + 1) * classCount)
  }
}

/** The code with most rows among those found, the first on a tie. */
export function heaviestCode(groups: GroupScratch, known: number): number {
  let heaviest = groups.codes[0]
  for (let k = 1; k < known; k++)
    if (groups.totals[groups.codes[k]] > groups.totals[heaviest]) heaviest = groups.codes[k]
  return heaviest
}

/** Offers the test that parts all bins or groups of a column. Rows without a value follow the branch with most rows. */
export function offerGroups(search: Search, feature: GroupFeature, part: RowPart): boolean {
  const { groups, measure, minLeaf, best } = search
  const ratio = measure === 'gain-ratio'
  const width = search.rows.classCount
  const found = countGroups(search, feature, part)
  const known = found > 0 && groups.codes[found - 1] === feature.size ? found - 1 : found
  if (known >= 2) {
    if (known < found) joinMissing(groups, feature.size, heaviestCode(groups, known), width)
    let [bits, sizes, least] = [0, 0, Infinity]
    for (let k = 0; k < known; k++) {
      const code = groups.codes[k]
      bits += minusBits(groups.sums, code * width, width, groups.totals[code])
      if (ratio) sizes += xLog2x(groups.totals[code])
      least = Math.min(least, groups.totals[code])
    }
    if (least >= minLeaf) {
      const score = scoreOf(search, part, bits, sizes)
      const fair = measure === 'adjusted-gain' && known > 2 ? lessChance(search, part, score, known) : score
      offer(best, fair, feature, -1)
    }
  }
  clearGroups(groups, found, width)
  return known >= 2
}

/**
 * The score of a test of more than two branches, less what chance gives these beyond what it gives a cut. One that gains no
 * more than chance gives is worse than any test of two branches, and the worse the more branches it has.
 */
function lessChance({ groups, rows }: Search, { sums, total }: RowPart, score: number, known: number): number {
  const { unit } = rows
  const counted = (weight: number): number => Math.round(weight / unit)
  const classes = sums.map(counted)
  const sizes = Array.from(groups.codes.subarray(0, known), (code) => counted(groups.totals[code]))
  const chance = unit * chanceOfGroups({ total: counted(total), classes }, sizes)
  const owed = Math.max(0, chance - unit * chanceOfCut(classes))
  const nothing = minusBits(sums, 0, sums.length, total)
  return (score - nothing > chance ? score : nothing) - owed
}

/** Adds the rows without a value to a branch. */
export function joinMissing(groups: GroupScratch, missing: number, to: number, width: number): void {
  groups.totals[to] += groups.totals[missing]
  for (let c = 0; c < width; c++) groups.sums[to * width + c] += groups.sums[missing * width + c]
}
