// Puts one column through Kerf and compares the result with another tool's answer.
import { chi2Table, discretize, findMethod, fitSummary, hasCuts, methods, summarize } from '../../dist/index.js'
import { GoldenError } from './read.mjs'

/** Whether Kerf has the method yet. */
export function hasMethod(name) {
  return methods().some((method) => method.name === name)
}

/**
 * The columns of a run, each with `difference`: null where Kerf agrees, else what differs in a few words.
 * `why` is set where the difference is explained.
 */
export async function compareRun(run, table, explain) {
  if (run.check === 'together') return compareTogether(run, table)
  return Object.entries(run.answers).map(([name, theirs]) => {
    const values = table.columns.get(name)
    if (values === undefined) throw new GoldenError(`column ${name} is not in the table`)
    if (!Array.isArray(theirs) || !theirs.every(Number.isFinite))
      throw new GoldenError(`column ${name} must be a list of numbers`)
    const summary = summarize(values, { target: table.labels })
    const counts = run.counts?.[name]
    const costs = run.check === 'cost' ? costsOf(summary, settings(run), theirs) : null
    const difference = costs === null ? CHECKS[run.check](summary, settings(run), theirs, counts) : excess(costs)
    const column = { name, variant: run.variant, difference, costs, why: null }
    if (difference === null || explain === undefined) return column
    return { ...column, why: explain({ name, variant: run.variant, summary, settings: settings(run), theirs }) }
  })
}

/** The columns of a run that is fitted as one table. */
async function compareTogether(run, table) {
  const { binning } = await chi2Table(
    { ...Object.fromEntries(table.columns), class: table.labels },
    { target: 'class', all: run.options },
  )
  return binning.columns.filter(hasCuts).map(({ name, cuts }) => ({
    name,
    variant: run.variant,
    difference: differenceOf(cuts, run.answers[name]),
    why: null,
  }))
}

function settings(run) {
  return { ...run.options, method: findMethod(run.method) }
}

const CHECKS = {
  /** The answer is the cuts. */
  cuts: (summary, given, theirs) => differenceOf(discretize(summary, given).cuts, theirs),

  /** The answer has the smallest and largest value as first and last edge, and perhaps the rows per bin. */
  edges(summary, given, theirs, theirCounts) {
    const { cuts, bins } = fitSummary(summary, given)
    const difference = differenceOf([summary.min, ...cuts, summary.max], theirs)
    if (difference !== null || theirCounts === undefined) return difference
    const counts = bins.map(({ count }) => count)
    return isSame(counts, theirCounts) ? null : `counts ours ${short(counts)}, theirs ${short(theirCounts)}`
  },
}

/** Null where our cost is no higher than theirs, else both. */
function excess({ ours, theirs }) {
  return ours <= theirs * (1 + 1e-12) ? null : `cost ours ${ours}, theirs ${theirs}`
}

/** Where the check is `cost`, both are partitions: the sums of squared distances to the means of ours and of theirs. */
function costsOf(summary, given, theirs) {
  return {
    ours: squaredDistances(summary.cells, discretize(summary, given).cuts),
    theirs: squaredDistances(summary.cells, theirs.slice(1, -1)),
  }
}

/** Whether two lists hold the same numbers, bit for bit. */
export function isSame(ours, theirs) {
  return ours.length === theirs.length && ours.every((value, i) => value === theirs[i])
}

/** Null where two lists are the same, else what each has and the other lacks. */
function differenceOf(ours, theirs) {
  if (isSame(ours, theirs)) return null
  const onlyOurs = ours.filter((value) => !theirs.includes(value))
  const onlyTheirs = theirs.filter((value) => !ours.includes(value))
  return `only ours ${short(onlyOurs)}, only theirs ${short(onlyTheirs)}`
}

function short(list) {
  if (list.length === 0) return 'none'
  return list.length > 4 ? `${list.slice(0, 3).join(' ')} … (${list.length})` : list.join(' ')
}

function squaredDistances({ size, lo, tallies }, cuts) {
  let sum = 0
  let start = 0
  for (let bin = 0; bin <= cuts.length; bin++) {
    let end = start
    while (end < size && (bin === cuts.length || lo[end] < cuts[bin])) end++
    let rows = 0
    let total = 0
    for (let cell = start; cell < end; cell++) {
      rows += tallies.rows[cell]
      total += tallies.rows[cell] * lo[cell]
    }
    for (let cell = start; cell < end; cell++) sum += tallies.rows[cell] * (lo[cell] - total / rows) ** 2
    start = end
  }
  return sum
}
