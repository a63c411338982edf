import { type Binning, type Column, hasCuts } from './binning/binning.ts'
import type { PoolRun } from './binning/fit/column-pool.ts'
import type { Counting, Engine, NumbersAsked, TargetRequest } from './engines/engine.ts'
import { countColumns, type NumberJob } from './engines/fit-counted.ts'
import { DataError } from './errors.ts'
import { checkName } from './plan-fit.ts'
import { refine } from './summaries/refine-cells.ts'
import type { SummaryTable } from './summaries/summary-table.ts'
import type { NumberSummary, Summary, ValueRange } from './types.ts'
import { show } from './util/check.ts'
import { Scratch } from './util/scratch.ts'
import { throwIfAborted } from './util/stop-signal.ts'
import { VERSION } from './util/version.ts'

/** How rows are counted like those of a fit. */
export interface CountLikeOptions {
  /** name of the target in these rows; default that of the binning, where there is such a column */
  readonly target?: string | undefined
  /** whether every different value is counted, where memory allows: for medians and shapes; default only where bins part */
  readonly values?: boolean | undefined
  /** stops the counting between two passes */
  readonly signal?: PoolRun['signal']
}

/** Rows counted by their target, and all rows without one; the same where every row has a label. */
export interface CountedLike {
  readonly labelled: SummaryTable
  readonly all: SummaryTable
}

/**
 * The columns of a binning counted on the rows of an engine, finely enough that no cell reaches over a cut or an edge of a
 * reference: `recountSummaries` and `compareDriftCounts` give of it what they would of the rows. Two or three passes.
 */
export async function countLike(
  engine: Engine,
  binning: Binning,
  { target: given, ...how }: CountLikeOptions = {},
): Promise<CountedLike> {
  for (const column of binning.columns) checkKind(engine, column)
  const names = engine.columns.map(({ name }) => name)
  if (given !== undefined) checkName(names, given)
  const saved = binning.target
  const target = given ?? (saved?.name != null && names.includes(saved.name) ? saved.name : undefined)
  const labelled = await countColumnsOf(engine, binning, { target, targetKind: saved?.kind }, how)
  const some = labelled.columns.some(({ summary }) => summary.leftOut.unlabelled > 0)
  return { labelled, all: some ? await countColumnsOf(engine, binning, {}, how) : labelled }
}

function checkKind({ name: data, columns }: Engine, { name, kind }: Column): void {
  checkName(
    columns.map((column) => column.name),
    name,
  )
  const found = columns.find((column) => column.name === name)!
  if (found.kind === kind) return
  throw new DataError(
    `${data}: column ${show(name)} holds ${PLURALS[found.kind]}, but the binning was fitted on ${PLURALS[kind]}; cast it in ?query=SELECT …`,
    { column: name },
  )
}

const PLURALS = { number: 'numbers', date: 'dates', boolean: 'truth values', category: 'text' } as const

async function countColumnsOf(
  engine: Engine,
  binning: Binning,
  request: TargetRequest,
  { values = false, signal }: CountLikeOptions,
): Promise<SummaryTable> {
  const counting = await engine.counting(request)
  const found = new Map<string, Summary>()
  const numbers = binning.columns.filter(hasCuts)
  for (let start = 0; start < numbers.length; start += counting.atOnce) {
    throwIfAborted('recount', signal)
    const batch = numbers.slice(start, start + counting.atOnce)
    const jobs = batch.map(({ name, kind, special, missing }): NumberJob => {
      return { name, kind, options: { special: special.map(({ code }) => code), missing: missing.values } }
    })
    // Cells will do: only those at an edge are looked into, so distinct values need not come here.
    const counted = await countColumns(engine, counting, jobs, values ? 'always' : 'never')
    const summaries = await settleEdges(counting, batch, counted)
    for (const [i, { name }] of batch.entries()) found.set(name, summaries[i])
  }
  for (const column of binning.columns) {
    throwIfAborted('recount', signal)
    if (!hasCuts(column)) found.set(column.name, await counting.levels(column.name))
  }
  return {
    created: { kerf: VERSION, source: { name: null, rows: engine.rows } },
    columns: binning.columns.map(({ name, kind }) => ({ name, kind, summary: found.get(name)! })),
    notes: counting.notes,
  }
}

type CutColumn = Extract<Column, { readonly cuts: readonly number[] }>

/** Most passes to look into cells; each leaves a small part of what the one before left. */
const MOST_LOOKS = 20

/** Looks into the cells that an edge lies in, all columns in one pass, until none is left. */
async function settleEdges(
  counting: Counting,
  columns: readonly CutColumn[],
  counted: readonly NumberSummary[],
): Promise<NumberSummary[]> {
  const summaries = [...counted]
  const edges = columns.map(edgesOf)
  for (let look = 0; look < MOST_LOOKS; look++) {
    const open = columns.flatMap(({ name }, at) => {
      const ranges = rangesAround(summaries[at], edges[at])
      const { specialCodes, missingCodes } = summaries[at]
      const asked: NumbersAsked = { name, specialCodes, missingCodes }
      return ranges.length === 0 ? [] : [{ at, asked: { ...asked, ranges } }]
    })
    if (open.length === 0) break
    const finer = await counting.readRanges(open.map(({ asked }) => asked))
    for (const [i, { at }] of open.entries()) summaries[at] = refine(summaries[at], finer[i], new Scratch())
  }
  return summaries
}

/** Where rows part: cuts, edges of the reference, and the ends of the values of the fit. */
function edgesOf({ cuts, reference, range }: CutColumn): number[] {
  return [...cuts, ...(reference?.edges ?? []), ...(range ?? [])].filter(Number.isFinite).toSorted((a, b) => a - b)
}

/** The ranges of the cells of more than one value that an edge lies in. */
function rangesAround({ cells: { size, lo, hi } }: NumberSummary, edges: readonly number[]): ValueRange[] {
  const ranges: ValueRange[] = []
  let next = 0
  for (let cell = 0; cell < size && next < edges.length; cell++) {
    while (next < edges.length && edges[next] < lo[cell]) next++
    if (next < edges.length && edges[next] <= hi[cell] && lo[cell] < hi[cell]) {
      ranges.push({ lo: lo[cell], hi: hi[cell] })
    }
  }
  return ranges
}
