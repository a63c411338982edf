import { BLIND_METHODS } from '../../discretizers/blind-methods.ts'
import { DataError } from '../../errors.ts'
import { chanceOfGroups } from '../../measures/chance-gain.ts'
import { cramersV } from '../../measures/cramers-v.ts'
import { conditionalEntropy, entropy } from '../../measures/entropy.ts'
import { explainedVariance } from '../../measures/explained-variance.ts'
import { fTail } from '../../measures/distributions/f-distribution.ts'
import { gain } from '../../measures/gain.ts'
import { gainRatio } from '../../measures/gain-ratio.ts'
import { independenceTest } from '../../measures/independence.ts'
import { tableTotals } from '../../measures/table-totals.ts'
import { variance } from '../../measures/conditional-variance.ts'
import type { Target } from '../../types.ts'
import { tieKey } from '../../util/numbers/ties.ts'
import { type Binning, type Column, type Counted, hasCuts } from '../binning.ts'
import { numberPart } from '../count-bins.ts'
import { binningTable, slotTallies } from '../use/binning-table.ts'
import { mustBe } from '../../util/check.ts'

/**
 * Why the numbers of a column are to be read with care. `chosen`: its groups were made by looking at the target, so its
 * p-value is too small and its gain flatters it. `few-rows`: so few rows in some groups that the p-value is rough.
 * `names`: nearly a level per row, as names and keys have. `leak`: an information value above 0.5, so telling that the
 * column may have been filled in after the target was known.
 */
export type Caution = 'chosen' | 'few-rows' | 'names' | 'leak'

/** Information values above this are too good to be true more often than not (Siddiqi 2006). */
const SUSPICIOUS = 0.5

/** What a column tells about the target. Fields that need another kind of target are null. */
export interface RankedColumn {
  /** name of the column */
  readonly name: string
  /** what its values are */
  readonly kind: Column['kind']
  /** the method of the cuts; null for categories, which are taken as they are */
  readonly method: string | null
  /** groups that hold rows: bins or levels, and missing values and special codes where they stand alone */
  readonly groups: number
  /** class target: entropy of the target once the group is known, in bits per row */
  readonly conditionalEntropy: number | null
  /** class target: entropy less conditional entropy, in bits per row */
  readonly gain: number | null
  /** the share of what there is to know: gain over entropy, or the share of the variance that the groups explain */
  readonly share: number
  /** the gain, or the share, that as many groups of these sizes have on average if they tell nothing */
  readonly chance: number
  /** what columns are ranked by: gain less chance, or the share corrected for the number of groups (ε²); never below 0 */
  readonly score: number
  /** class target: gain over the entropy of the groups' sizes */
  readonly gainRatio: number | null
  /** class target with an event */
  readonly iv: number | null
  /** class target */
  readonly cramersV: number | null
  /** of the χ² test of independence, or of the F test for a numeric target; null where no row is left to test with */
  readonly pValue: number | null
  /** why its numbers are to be read with care; empty where there is nothing */
  readonly cautions: readonly Caution[]
}

/** The columns of a binning, those that tell most about the target first. */
export interface Ranking {
  /** what the columns are ranked by */
  readonly target: Target
  /** where the rows came from, and how many were read */
  readonly source: { readonly name: string | null; readonly rows: number }
  /** rows that count, and Σw of them in weighted fits */
  readonly rows: number
  /** Σw of the rows that count; only in weighted fits */
  readonly weight?: number
  /** class target: entropy of the target, in bits per row */
  readonly entropy: number | null
  /** numeric target: its variance */
  readonly variance: number | null
  /** the most telling first */
  readonly columns: readonly RankedColumn[]
}

/**
 * Ranks the columns of a binning by what they gain over what chance alone gives so many groups (numeric target: by the
 * share of its variance they explain, corrected alike), largest first; equals by gain, then in the order of the binning. Every column is measured on all rows that count: missing values and special
 * codes are groups of their own, or counted in the bin their policy sends them to. A row of weight 2 counts as two rows,
 * also for p-values. O(bins · classes).
 *
 *     const fitted = await fitTable(people, { target: 'bought' })
 *     console.log(rankColumns(fitted).columns.map(({ name, gain }) => `${name}: ${gain?.toFixed(3)} bits`))
 *     // → [ 'age: 0.480 bits', 'region: 0.005 bits' ]
 */
export function rankColumns(binning: Binning): Ranking {
  mustBe('rankColumns', 'binning', binning)
  const { target, columns, created } = binning
  if (target === null) throw new DataError('rankColumns: a target is needed, and the binning has none')
  const ranked = columns.map((column) => rankColumn(column, target))
  const plain = (column: RankedColumn): number => tieKey(column.gain ?? column.share)
  const all = columns.length === 0 ? null : binningTable(columns[0], target).total
  return {
    target,
    source: created.source,
    rows: all?.count ?? 0,
    ...(columns.some((column) => column.missing.weight !== undefined) ? { weight: all?.weight ?? 0 } : {}),
    entropy: target.kind === 'class' ? entropy(all?.classes ?? []) : null,
    variance: target.kind === 'numeric' ? varianceOf(columns) : null,
    columns: ranked.toSorted((a, b) => tieKey(b.score) - tieKey(a.score) || plain(b) - plain(a)),
  }
}

function rankColumn(column: Column, target: Target): RankedColumn {
  const slots = slotTallies(column)
    .map(({ counted }) => counted)
    .filter(({ count }) => count > 0)
  const rows = slots.reduce((sum, { count }) => sum + count, 0)
  const chosen: Caution[] = madeByLooking(column) ? ['chosen'] : []
  if (slots.length > 20 && slots.length > rows / 2) chosen.push('names')
  const base = {
    name: column.name,
    kind: column.kind,
    method: hasCuts(column) ? column.method : null,
    groups: slots.length,
  }
  if (target.kind === 'numeric') {
    const share = explainedVariance(slots.map(numberPart))
    const weight = slots.reduce((sum, slot) => sum + (slot.weight ?? slot.count), 0)
    return {
      ...base,
      conditionalEntropy: null,
      gain: null,
      share,
      chance: weight > 1 ? Math.min(1, (slots.length - 1) / (weight - 1)) : 0,
      // Of a group per row nothing can be said.
      score: weight > slots.length ? Math.max(0, 1 - ((1 - share) * (weight - 1)) / (weight - slots.length)) : 0,
      gainRatio: null,
      iv: null,
      cramersV: null,
      pValue: varianceTest(share, slots.length, weight),
      cautions: [...chosen, ...(slots.length > 1 && weight < 5 * slots.length ? (['few-rows'] as const) : [])],
    }
  }
  const table = slots.map(({ classes }) => classes ?? [])
  const whole = entropy(tableTotals(table).classes)
  const gained = gain(table)
  const chance = chanceOf(slots)
  const { iv } = binningTable(column, target).total
  return {
    ...base,
    conditionalEntropy: conditionalEntropy(table),
    gain: gained,
    share: whole > 0 ? Math.min(1, gained / whole) : 0,
    chance,
    score: Math.max(0, gained - chance),
    gainRatio: gainRatio(table),
    iv,
    cramersV: cramersV(table),
    pValue: independenceTest(table).pValue,
    // With few rows a large information value is no news.
    cautions: hasThinCells(table)
      ? [...chosen, 'few-rows']
      : [...chosen, ...(iv !== null && iv > SUSPICIOUS ? (['leak'] as const) : [])],
  }
}

/** The gain in bits per row that groups of these sizes have by chance. A row of weight 2 is two rows here too. */
function chanceOf(slots: readonly Counted[]): number {
  if (slots.length < 2) return 0
  const whole = (weight: number): number => Math.max(1, Math.round(weight))
  const classes = Array.from(tableTotals(slots.map((slot) => slot.classes ?? [])).classes, Math.round)
  const total = classes.reduce((sum, count) => sum + count, 0)
  if (total === 0) return 0
  const sizes = slots.map(({ count, weight = count }) => Math.min(total, whole(weight)))
  return chanceOfGroups({ total, classes }, sizes) / total
}

/** Whether the groups of a column depend on the target. Cuts of methods that are not known are taken to. */
function madeByLooking(column: Column): boolean {
  const followed = [column.missing, ...(hasCuts(column) ? column.special : [])]
  if (followed.some(({ policy, count }) => policy === 'nearest' && count > 0)) return true
  // Levels of a category stay apart unless someone, or a method, found them alike.
  if (!hasCuts(column)) return column.bins.some(({ levels }) => levels.length > 1)
  return column.cuts.length > 0 && !BLIND_METHODS.includes(column.method)
}

/** Cochran's rule: χ² is not to be relied on where more than a fifth of the expected counts are below 5. O(cells). */
function hasThinCells(table: readonly ArrayLike<number>[]): boolean {
  const { parts, classes, all } = tableTotals(table)
  const present = classes.filter((count) => count > 0)
  if (parts.length < 2 || present.length < 2) return false
  let thin = 0
  for (const part of parts) for (const count of present) if ((part / all) * count < 5) thin++
  return thin > (parts.length * present.length) / 5
}

function varianceTest(share: number, groups: number, rows: number): number | null {
  if (groups < 2) return 1
  if (rows <= groups) return null
  return fTail(share / (groups - 1) / ((1 - share) / (rows - groups)), groups - 1, rows - groups)
}

function varianceOf([first]: readonly Column[]): number {
  if (first === undefined) return 0
  const parts = slotTallies(first).map(({ counted }) => numberPart(counted))
  const [weight, sum, squares] = [0, 1, 2].map((i) => parts.reduce((total, part) => total + part[i], 0))
  return variance(weight, sum, squares)
}
