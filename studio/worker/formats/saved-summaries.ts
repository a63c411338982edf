import {
  type Binning,
  type CategoryColumn,
  type Column,
  type Counted,
  edit,
  hasCuts,
  type NumberColumn,
  type Summary,
  type Tallies,
  type Target,
} from '../../../src/index.ts'
import type { SummaryTable } from '../../../src/summaries/index.ts'

/**
 * Layer one as far as a saved binning tells: the bins, divided along the saved shape by `edit`, which keeps their totals.
 * What is counted on it is exact as long as cuts are removed or stand where they stood, and estimated elsewhere.
 */
export function savedSummaries(binning: Binning): SummaryTable {
  const { kerf, source, weights } = binning.created
  return {
    created: { kerf, source, ...(weights === undefined ? {} : { weights }) },
    columns: binning.columns.map((column) => ({
      name: column.name,
      kind: column.kind,
      summary: hasCuts(column) ? ofNumbers(binning, column) : ofLevels(binning, column),
    })),
    notes: [],
  }
}

function ofNumbers(binning: Binning, column: NumberColumn): Summary {
  const { range, special, missing } = column
  const cells = finer(binning, column).bins.flatMap((bin) =>
    bin.lo === null || bin.hi === null || bin.count === 0 ? [] : [{ counted: bin, lo: bin.lo, hi: bin.hi }],
  )
  const { target } = binning
  const none = { count: 0 }
  const codes = special.toSorted((a, b) => a.code - b.code)
  return {
    kind: 'number',
    ...shared(binning, column),
    min: range?.[0] ?? Number.NaN,
    max: range?.[1] ?? Number.NaN,
    distinct: null,
    origin: 'estimated',
    cells: {
      size: cells.length,
      shift: cells.every(({ lo, hi }) => lo === hi) ? 0 : 52,
      lo: Float64Array.from(cells, ({ lo }) => lo),
      hi: Float64Array.from(cells, ({ hi }) => hi),
      tallies: talliesOf(
        cells.map(({ counted }) => counted),
        target,
      ),
    },
    specialCodes: codes.map(({ code }) => code),
    missingCodes: missing.values,
    aside: talliesOf([missing, none, none, ...codes], target),
  }
}

/** The column with a cut at every border of its shape. */
function finer(binning: Binning, column: NumberColumn): NumberColumn {
  const { shape, range } = column
  if (shape === null || range === null) return column
  const step = (shape.to - shape.from) / shape.counts.length
  let now: Binning = { ...binning, columns: [column] }
  for (let i = 0; i <= shape.counts.length; i++) {
    const cut = shape.from + i * step
    if (cut <= range[0] || cut > range[1] || column.cuts.includes(cut)) continue
    now = edit(now, { column: column.name, add: cut })
  }
  return now.columns.find(hasCuts)!
}

function ofLevels(binning: Binning, column: CategoryColumn): Summary {
  // Of levels that were taken together only their sum is known.
  const levels = column.bins.flatMap(({ levels: names, ...counted }) =>
    names.map((level, i) => ({ level, counted: part(counted, names.length, i) })),
  )
  const sorted = levels.toSorted((a, b) => (a.level < b.level ? -1 : 1))
  return {
    kind: 'category',
    ...shared(binning, column),
    levels: sorted.map(({ level }) => level),
    tallies: talliesOf(
      sorted.map(({ counted }) => counted),
      binning.target,
    ),
    aside: talliesOf([column.missing], binning.target),
  }
}

function shared({ created, target }: Binning, column: Column) {
  const weighted = column.missing.weight !== undefined
  return { rows: created.source.rows, target, weighted, leftOut: { unlabelled: 0, weightless: 0 }, notes: [] }
}

/** One of so many parts of about one size; whole counts stay whole and add up to what was divided. */
function part(counted: Counted, parts: number, at: number): Counted {
  const of = (sum: number): number =>
    Number.isInteger(sum) ? Math.floor((sum * (at + 1)) / parts) - Math.floor((sum * at) / parts) : sum / parts
  const { count, weight, classes, sum, sumSquares } = counted
  return {
    count: of(count),
    ...(weight === undefined ? {} : { weight: of(weight) }),
    ...(classes === undefined ? {} : { classes: classes.map(of) }),
    ...(sum === undefined ? {} : { sum: sum / parts }),
    ...(sumSquares === undefined ? {} : { sumSquares: sumSquares / parts }),
  }
}

function talliesOf(slots: readonly Counted[], target: Target | null): Tallies {
  const channels = target === null ? 1 : target.kind === 'class' ? target.classes.length : 3
  const sums = slots.flatMap(({ count, weight = count, classes, sum = 0, sumSquares = 0 }) => {
    if (target === null) return [weight]
    return target.kind === 'class' ? (classes ?? target.classes.map(() => 0)) : [weight, sum, sumSquares]
  })
  const rows = Float64Array.from(slots, ({ count }) => count)
  return { size: slots.length, channels, rows, sums: Float64Array.from(sums), residues: [] }
}
