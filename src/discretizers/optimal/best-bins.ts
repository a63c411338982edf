import { DataError } from '../../errors.ts'
import { eventClass } from '../../summaries/mark-rows.ts'
import type { Note, NumberSummary } from '../../types.ts'
import type { ColumnView } from '../column-view.ts'
import { type OptimalOptions, USUAL_P_VALUE } from './optimal-options.ts'
import { classParts, numericParts } from './parts/part-scores.ts'
import type { Parts } from './parts/parts.ts'
import { prebinCount, prebinStarts } from './prebins.ts'
import { cutScores } from './cut-scores.ts'
import { gapNote } from './gap-note.ts'
import type { Limits } from './bin-rules.ts'
import { conflict } from './optimal-solve.ts'
import { type Column, columnOf, type Searched, searchCuts, withCandidates } from './search-cuts.ts'
import { partsBetween, solveAt } from './some-parts.ts'
import { targetMoments } from '../search/target-moments.ts'

/** A cut between two bins: before `cell`, with what it adds and the next best candidate. */
export interface BinStart {
  readonly cell: number
  readonly score: number
  readonly runnerUp: { readonly cell: number; readonly score: number } | null
}

/** Where the bins of the best binning begin, besides the first one. */
export interface BestBins {
  readonly measure: Parts['measure']
  readonly starts: readonly BinStart[]
  readonly notes: readonly Note[]
}

/**
 * The best binning of the cells. `mandatory` cells must begin a bin; `things` is what cells are called in messages.
 * Limits that no binning keeps are refused by name.
 */
export function bestBins(
  view: ColumnView,
  summary: NumberSummary,
  options: OptimalOptions,
  given: { readonly mandatory: readonly number[]; readonly things: 'distinct values' | 'levels' },
): BestBins {
  const parts = partsOf(view, summary, options)
  try {
    return bestOfParts(view, parts, options, given)
  } finally {
    parts.plane?.below?.fast?.release()
  }
}

function bestOfParts(
  view: ColumnView,
  all: Parts,
  options: OptimalOptions,
  { mandatory, things }: Parameters<typeof bestBins>[3],
): BestBins {
  const column = columnOf(all)
  const { maxPValue: asked } = options
  const limits: Limits = {
    ...options,
    minBins: Math.min(options.minBins, view.size),
    mandatory,
    maxPValue: asked === 'auto' ? USUAL_P_VALUE : asked,
  }
  const count = prebinCount(options.prebins, limits)
  const prebins = (): number[] => [...prebinStarts(view, count, mandatory)]
  const notes: Note[] = []
  const only = options.prebins !== null && count < view.size
  if (only) {
    const message = `${view.size} ${things} were first grouped into ${prebins().length - 1} prebins; the cuts are the best between those`
    notes.push({ code: 'prebins', message })
  }
  if (view.size < options.minBins) {
    const message = `at least ${options.minBins} bins asked for, ${view.size} made: there are ${view.size} ${things}`
    notes.push({ code: 'fewer-bins', message })
  }
  const among = { prebins, only }
  let searched = search(column, limits, among)
  if (searched.found === null && asked === 'auto') {
    searched = search(column, { ...limits, maxPValue: null }, among)
    notes.push({
      code: 'alike',
      message: `some neighbours may be alike: with the other limits no binning has neighbours that all differ with a p-value of at most ${USUAL_P_VALUE}`,
    })
  }
  const { found, upper } = searched
  if (found === null) throw refusal(all, { ...limits, maxPValue: asked === 'auto' ? null : asked }, options, prebins())
  // Of one bin there is nothing to say but that it is the best.
  if (things === 'distinct values' && (found.solution.bounds.length > 2 || upper > found.score)) {
    notes.push(gapNote(all, found.score, upper))
  }
  const { solution, places } = withCandidates(column, found, limits)
  const starts = cutScores(solution).map(({ bound, score, runnerUp }) => ({
    cell: places[bound],
    score,
    runnerUp: runnerUp === null ? null : { cell: places[runnerUp.bound], score: runnerUp.score },
  }))
  return { measure: all.measure, starts, notes }
}

/** Searches all cuts, or `only` those between prebins; a search of all that finds nothing tries those too. */
function search(
  column: Column,
  limits: Limits,
  { prebins, only }: { readonly prebins: () => readonly number[]; readonly only: boolean },
): Searched {
  const { found, upper } = searchCuts(column, limits)
  const between = only || found === null ? solveAt(column.all, prebins(), limits) : found
  return { found: between, upper: Math.max(upper, between?.score ?? -Infinity) }
}

/** The column as the search for the best bins sees it. */
export function partsOf(view: ColumnView, summary: NumberSummary, options: Pick<OptimalOptions, 'objective'>): Parts {
  const { target } = summary
  if (target?.kind !== 'class') return numericParts(targetMoments(summary))
  const event = target.classes.indexOf(eventClass(target) ?? '')
  return classParts(view, event, options.objective === 'iv' ? 'iv' : 'information')
}

/** Says which limits no binning keeps. */
function refusal(all: Parts, limits: Limits, options: OptimalOptions, prebins: readonly number[]): DataError {
  const mandatory = limits.mandatory.map((cell) => prebins.indexOf(cell))
  const names = conflict(partsBetween(all, prebins), { ...limits, mandatory }).map((name) => {
    const value = options[name]
    return `${name} ${Array.isArray(value) ? value.join(', ') : String(value)}`
  })
  const together = names.length > 1 ? ' together' : ''
  const last = names.length > 1 ? ` and ${names[names.length - 1]}` : ''
  const list = names.length > 1 ? names.slice(0, -1).join(', ') + last : names[0]
  const where = prebins.length <= all.size ? ` of the ${prebins.length - 1} prebins` : ''
  return new DataError(`optimal: no binning${where} keeps ${list}${together}`)
}
