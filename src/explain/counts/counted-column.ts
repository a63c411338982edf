import { TallyWriter } from '../../summaries/tallies.ts'
import type { SummaryColumn } from '../../summaries/summary-table.ts'
import type { Cells, NumberSummary, Summary, Tallies, Target } from '../../types.ts'
import type { Random } from '../../util/random.ts'

/**
 * A column as entries that rows share: one for each cell or level, and behind them those set aside. Rows of an entry and a
 * class are alike, so how many of them belong to a half is all there is to know.
 */
export interface CountedColumn {
  readonly column: SummaryColumn
  readonly entries: number
  readonly classes: number
  /** rows of class c in entry i, at i · classes + c */
  readonly counts: Float64Array
}

/** The counts of a column by classes; `codeOf` says which class each class of the summary becomes, −1 for none. */
export function countedColumn(column: SummaryColumn, codeOf: readonly number[], classes: number): CountedColumn {
  const { summary } = column
  const parts = [summary.kind === 'number' ? summary.cells.tallies : summary.tallies, summary.aside]
  const entries = parts.reduce((sum, { size }) => sum + size, 0)
  const counts = new Float64Array(entries * classes)
  let at = 0
  for (const { size, channels, sums } of parts) {
    for (let slot = 0; slot < size; slot++, at++) {
      for (let c = 0; c < channels; c++) {
        if (codeOf[c] >= 0) counts[at * classes + codeOf[c]] += sums[slot * channels + c]
      }
    }
  }
  return { column, entries, classes, counts }
}

/** Up to so many rows of an entry are drawn one by one; of more, their number as a bell curve has it. */
const FEW = 1000

/**
 * The counts of one half, drawn at random: of every class half of the rows, an odd one to the one and the other half in turn.
 * What is drawn of an entry is what drawing rows would give of it.
 */
export function drawHalf({ entries, classes, counts }: CountedColumn, { next, normal }: Random): Float64Array {
  const left = new Float64Array(classes)
  for (let at = 0; at < counts.length; at++) left[at % classes] += counts[at]
  let odd = 0
  const wanted = left.map((rows) => Math.floor(rows / 2) + (rows % 2 === 1 && odd++ % 2 === 0 ? 1 : 0))
  const half = new Float64Array(entries * classes)
  for (let at = 0; at < half.length; at++) {
    const c = at % classes
    const drawn = drawOf({ rows: counts[at], left: left[c], wanted: wanted[c] })
    half[at] = drawn
    left[c] -= counts[at]
    wanted[c] -= drawn
  }
  return half

  /** How many of some rows are among those wanted of all that are left. */
  function drawOf({ rows, left: all, wanted: most }: { rows: number; left: number; wanted: number }): number {
    if (rows > FEW && rows < all) {
      const share = most / all
      const spread = Math.sqrt(rows * share * (1 - share) * ((all - rows) / (all - 1)))
      const drawn = Math.round(rows * share + spread * normal())
      return Math.min(rows, most, Math.max(0, most - (all - rows), drawn))
    }
    if (rows === all) return most
    let drawn = 0
    for (let row = 0; row < rows; row++) if (next() * (all - row) < most - drawn) drawn++
    return drawn
  }
}

/** The summary of a column with other counts of its entries; cells and levels without rows are left out. */
export function withCounts(
  { column: { summary }, classes }: CountedColumn,
  counts: Float64Array,
  target: Target,
): Summary {
  const own = summary.kind === 'number' ? summary.cells.size : summary.levels.length
  const rowsOf = (entry: number): number => {
    let rows = 0
    for (let c = 0; c < classes; c++) rows += counts[entry * classes + c]
    return rows
  }
  const kept = Array.from({ length: own }, (_, entry) => entry).filter((entry) => rowsOf(entry) > 0)
  const tallies = (entries: readonly number[]): Tallies => {
    const from: Tallies = {
      size: entries.length,
      channels: classes,
      rows: Float64Array.from(entries, rowsOf),
      sums: Float64Array.from({ length: entries.length * classes }, (_, at) => counts[entries[Math.floor(at / classes)] * classes + (at % classes)]), // prettier-ignore
      residues: [],
    }
    const writer = new TallyWriter(entries.length, classes)
    for (const [slot] of entries.entries()) writer.addSlot(slot, from, slot)
    return writer.finish()
  }
  const aside = tallies(Array.from({ length: summary.aside.size }, (_, i) => own + i))
  const common = { target, leftOut: { unlabelled: 0, weightless: 0 }, notes: [], aside }
  if (summary.kind === 'category') {
    return { ...summary, ...common, levels: kept.map((level) => summary.levels[level]), tallies: tallies(kept) }
  }
  return { ...summary, ...common, ...cellFacts(summary, kept), cells: cellsOf(summary.cells, kept, tallies(kept)) }
}

function cellsOf({ shift, lo, hi }: Cells, kept: readonly number[], tallies: Tallies): Cells {
  const pick = (list: Float64Array): Float64Array => Float64Array.from(kept, (cell) => list[cell])
  const from = pick(lo)
  return { size: kept.length, shift, lo: from, hi: lo === hi ? from : pick(hi), tallies }
}

function cellFacts(
  { cells: { lo, hi }, distinct }: NumberSummary,
  kept: readonly number[],
): Pick<NumberSummary, 'min' | 'max' | 'distinct'> {
  if (kept.length === 0) return { min: Number.NaN, max: Number.NaN, distinct: 0 }
  return { min: lo[kept[0]], max: hi[kept.at(-1)!], distinct: distinct === null ? null : kept.length }
}
