import { DataError } from '../../errors.ts'
import { eventClass } from '../../summaries/mark-rows.ts'
import type { Note, NumberSummary } from '../../types.ts'
import type { ColumnView } from '../column-view.ts'
import type { OptimalOptions } from './optimal-options.ts'
import { classParts, numericParts, type Parts } from './part-scores.ts'
import { prebinCount, prebinStarts } from './prebins.ts'
import { cutScores } from './cut-scores.ts'
import type { Limits } from './bin-rules.ts'
import { conflict, solve } from './optimal-solve.ts'
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
  { mandatory, things }: { readonly mandatory: readonly number[]; readonly things: string },
): BestBins {
  const firstCell = prebinStarts(view, prebinCount(options.prebins, options), mandatory)
  const parts = partsOf(view, summary, options, firstCell)
  const notes: Note[] = []
  const merged = parts.size < view.size
  if (merged) {
    const message = `${view.size} ${things} were first grouped into ${parts.size} prebins; the cuts are the best between those`
    notes.push({ code: 'prebins', message })
  }
  if (view.size < options.minBins) {
    const message = `at least ${options.minBins} bins asked for, ${view.size} made: there are ${view.size} ${things}`
    notes.push({ code: 'fewer-bins', message })
  }
  const limits: Limits = {
    ...options,
    minBins: Math.min(options.minBins, view.size),
    mandatory: mandatory.map((cell) => firstCell.indexOf(cell)),
  }
  const solution = solve(parts, limits)
  if (solution === null) throw refusal(parts, limits, options, merged)
  const starts = cutScores(solution).map(({ bound, score, runnerUp }) => ({
    cell: firstCell[bound],
    score,
    runnerUp: runnerUp === null ? null : { cell: firstCell[runnerUp.bound], score: runnerUp.score },
  }))
  return { measure: parts.measure, starts, notes }
}

function partsOf(view: ColumnView, summary: NumberSummary, options: OptimalOptions, firstCell: Uint32Array): Parts {
  const { target } = summary
  if (target?.kind !== 'class') return numericParts(targetMoments(summary), firstCell)
  const event = target.classes.indexOf(eventClass(target) ?? '')
  return classParts(view, firstCell, event, options.objective === 'iv' ? 'iv' : 'information')
}

/** Says which limits no binning keeps. */
function refusal(parts: Parts, limits: Limits, options: OptimalOptions, merged: boolean): DataError {
  const names = conflict(parts, limits).map((name) => {
    const value = options[name]
    return `${name} ${Array.isArray(value) ? value.join(', ') : String(value)}`
  })
  const together = names.length > 1 ? ' together' : ''
  const last = names.length > 1 ? ` and ${names[names.length - 1]}` : ''
  const list = names.length > 1 ? names.slice(0, -1).join(', ') + last : names[0]
  const where = merged ? ` of the ${parts.size} prebins` : ''
  return new DataError(`optimal: no binning${where} keeps ${list}${together}`)
}
