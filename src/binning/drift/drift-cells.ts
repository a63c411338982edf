import { dateText, shortestDate } from '../../util/date-text.ts'
import type { CellCounts, LevelReference, NumberReference } from '../reference.ts'
import { type Column, type Counted, hasCuts } from '../binning.ts'
import { everySlot } from '../use/binning-table.ts'

/** The cells that a column is compared over: those of its reference, or in files of before its bins. */
export interface DriftCells {
  readonly over: 'cells' | 'bins'
  /** the first so many lie in an order */
  readonly ordered: number
  /** the number of the cell of missing values; those of special codes follow */
  readonly missing: number
  /** the number of the cell that holds all levels without a cell of their own; null where each has one */
  readonly rest: number | null
  /** names of the cells that are no ranges between edges: levels, bins, missing, special codes; by the number of the cell */
  readonly names: readonly (string | null)[]
  /** between which values an ordered cell lies: edges[i − 1] and edges[i]; null over bins */
  readonly edges: readonly number[] | null
  readonly isDate: boolean
}

/** What there is to know of the cells of a column besides their counts. */
export function driftCells(column: Column): DriftCells {
  const isDate = column.kind === 'date'
  const { reference } = column
  if (reference === undefined) {
    const names = everySlot(column).map(({ label }) => label)
    const missing = column.bins.length
    return {
      over: 'bins',
      ordered: hasCuts(column) ? missing : 0,
      missing,
      rest: null,
      names,
      edges: null,
      isDate,
    }
  }
  const special = hasCuts(column) ? column.special.map(({ code }) => `special ${code}`) : []
  const aside = ['missing', ...special]
  if (!isLevels(reference)) {
    const { edges } = reference
    const ordered = edges.length + 1
    const names = [...Array.from({ length: ordered }, () => null), ...aside]
    return { over: 'cells', ordered, missing: ordered, rest: null, names, edges, isDate }
  }
  const { levels, counts } = reference
  const rest = counts.length > levels.length ? levels.length : null
  const names = [...levels, ...(rest === null ? [] : ['other levels']), ...aside]
  return { over: 'cells', ordered: 0, missing: counts.length, rest, names, edges: null, isDate }
}

/** What was counted in every cell, missing values and special codes last. */
export function cellsCounted(column: Column): Counted[] {
  if (column.reference === undefined) return everySlot(column).map(({ counted }) => counted)
  const aside: Counted[] = [column.missing, ...(hasCuts(column) ? column.special : [])]
  return [...asCounted(column.reference), ...aside]
}

function isLevels(reference: NumberReference | LevelReference): reference is LevelReference {
  return 'levels' in reference
}

function asCounted({ counts, weights, classes, sums, sumSquares }: CellCounts): Counted[] {
  return counts.map((count, cell) => ({
    count,
    ...(weights === undefined ? {} : { weight: weights[cell] }),
    ...(classes === undefined ? {} : { classes: classes.map((list) => list[cell]) }),
    ...(sums === undefined || sumSquares === undefined ? {} : { sum: sums[cell], sumSquares: sumSquares[cell] }),
  }))
}

/** Some cells counted together. O(cells · classes). */
export function sumCells(counted: readonly Counted[], cells: readonly number[]): Counted {
  const first = counted[cells[0]]
  const classes = first.classes?.map(() => 0)
  let [count, weight, sum, sumSquares] = [0, 0, 0, 0]
  for (const cell of cells) {
    const one = counted[cell]
    count += one.count
    weight += one.weight ?? one.count
    sum += one.sum ?? 0
    sumSquares += one.sumSquares ?? 0
    if (classes !== undefined && one.classes !== undefined) {
      for (let c = 0; c < classes.length; c++) classes[c] += one.classes[c]
    }
  }
  return {
    count,
    ...(first.weight === undefined ? {} : { weight }),
    ...(classes === undefined ? {} : { classes }),
    ...(first.sum === undefined ? {} : { sum, sumSquares }),
  }
}

/** Levels that are named; of more, the first ones and how many follow. */
const MOST_NAMED = 5

/** Cells taken together as the label of a line: `[31.5, 44)`, `red, blue`, `missing`. */
export function cellsLabel({ names, edges, ordered, isDate }: DriftCells, cells: readonly number[]): string {
  const [first, last] = [cells[0], cells[cells.length - 1]]
  if (first < ordered && edges !== null) {
    const [from, to] = [edgeText(edges, first - 1, isDate), edgeText(edges, last, isDate)]
    if (from === null) return to === null ? 'all values' : `< ${to}`
    return to === null ? `≥ ${from}` : `[${from}, ${to})`
  }
  if (first < ordered) return first === last ? `${names[first]}` : `${names[first]} … ${names[last]}`
  const named = cells.slice(0, cells.length > MOST_NAMED + 1 ? MOST_NAMED : cells.length).map((cell) => names[cell])
  const left = cells.length - named.length
  return left === 0 ? named.join(', ') : `${named.join(', ')} and ${left} more`
}

/** The same in words that follow a verb: "between 31.5 and 44", "below 31.5", "from 44 on", "in red, blue". */
export function cellsWords(of: DriftCells, cells: readonly number[]): string {
  const { edges, ordered, isDate } = of
  const [first, last] = [cells[0], cells[cells.length - 1]]
  if (first >= ordered || edges === null) return `in "${cellsLabel(of, cells)}"`
  const [from, to] = [edgeText(edges, first - 1, isDate), edgeText(edges, last, isDate)]
  if (from === null) return to === null ? 'among all given values' : `below ${to}`
  return to === null ? `from ${from} on` : `between ${from} and ${to}`
}

/** An edge as people read it: with as few digits as stay within a tenth of the way to the next edge. Null beyond the edges. */
function edgeText(edges: readonly number[], at: number, isDate: boolean): string | null {
  if (at < 0 || at >= edges.length) return null
  const edge = edges[at]
  const slack = Math.min(edge - (edges[at - 1] ?? -Infinity), (edges[at + 1] ?? Infinity) - edge) / 10
  if (isDate) return dateText(Number.isFinite(slack) ? shortestDate(edge - slack, edge + slack, edge) : edge)
  for (let digits = 1; Number.isFinite(slack) && digits < 17; digits++) {
    const short = Number(edge.toPrecision(digits))
    if (Math.abs(short - edge) <= slack) return String(short)
  }
  return String(edge)
}
