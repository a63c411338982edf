import { ArgumentError, DataError, KerfError, retell } from '../errors.ts'
import { ASIDE } from '../summaries/tallies.ts'
import type { Closed, LeftOut, Note, NumberSummary, Proposal } from '../types.ts'
import { check, flag, isOptions, oneOf, resolveOptions, show } from '../util/check.ts'
import { suggest } from '../util/suggest.ts'
import { type ColumnView, viewColumn } from './column-view.ts'
import type { Discretizer, Found } from './discretizer.ts'
import { clearlyLarger } from '../util/numbers/ties.ts'
import { readableCuts } from './readable-cuts.ts'

/** What every method takes besides its own options. */
export interface CommonOptions<Options extends object> {
  /** the method itself, such as `mdlp`; find one by name with `findMethod` */
  readonly method: Discretizer<Options>
  /** a named set of options of the method */
  readonly preset?: string | undefined
  /** which end of a bin belongs to it; default left, or what the preset says */
  readonly closed?: Closed | undefined
  /** replace each cut by the shortest decimal in the same gap; default false */
  readonly readable?: boolean | undefined
}

/** Options of `discretize`: the method, its own options, and those that every method takes. */
export type DiscretizeOptions<Options extends object> = CommonOptions<Options> & Partial<Options>

/**
 * Layer two: from a summary to cuts with reasons. Pure; the same summary and options always give the same cuts.
 *
 *     const { cuts, reasons } = discretize(summary, { method: mdlp, betterEncoding: true })
 *     console.log(cuts, reasons[0]?.measure) // → [ 30.5 ] gain
 */
export function discretize<Options extends object>(
  summary: NumberSummary,
  given: DiscretizeOptions<Options>,
): Proposal {
  const { method, options, presetName, closed, readable } = readSettings(given)
  checkTarget(method, summary.target?.kind ?? 'none', 'discretize')

  const view = viewColumn(summary)
  let found: Found
  try {
    found = method.run(view, options, closed, summary)
  } catch (error) {
    // Its errors start with the function that was called.
    throw error instanceof KerfError ? retell(error, `discretize: ${error.message}`) : error
  }
  const { cuts, notes = [] } = found
  return {
    method: method.name,
    options: {
      ...options,
      ...(presetName !== undefined && { preset: presetName }),
      ...(readable && { readable }),
    },
    closed,
    // A cut the user gave stays as it is.
    cuts: readable
      ? readableCuts(view, cuts, closed).map((cut, i) => (found.reasons[i].measure === 'given' ? cuts[i] : cut))
      : cuts,
    // Some methods make them when they are asked for.
    get reasons() {
      return found.reasons
    },
    notes: [...describe(summary, view, method, cuts.length === 0 ? options : null), ...notes, ...rowNotes(summary)],
  }
}

/** What was asked for, checked, with the preset and the defaults filled in. */
export interface Settings<Options extends object> {
  readonly method: Discretizer<Options>
  readonly options: Options
  readonly presetName: string | undefined
  readonly closed: Closed
  readonly readable: boolean
}

/** Reads the options of `discretize`; what is wrong with them is refused. `where` is the function that was called. */
export function readSettings<Options extends object>(
  given: DiscretizeOptions<Options>,
  where = 'discretize',
): Settings<Options> {
  isOptions(where, given)
  const { method, preset: presetName, closed: asked, readable = false, ...own } = given
  if (typeof method?.run !== 'function') {
    throw new ArgumentError(
      `${where}: method must be a method such as mdlp, got ${show(method)}; findMethod finds one by name`,
      { code: 'wrong-type' },
    )
  }
  const { presets } = method
  const place = `${where}: ${method.name}`
  const preset = presetName === undefined ? undefined : Object.hasOwn(presets, presetName) && presets[presetName]
  if (preset === false) {
    throw new ArgumentError(
      `${place}: unknown preset ${show(presetName)}${suggest(presetName!, Object.keys(presets))}`,
      { code: 'unknown-name' },
    )
  }
  check(place, 'readable', flag(), readable)
  const closed = asked ?? preset?.closed ?? 'left'
  check(place, 'closed', oneOf('left', 'right'), closed)
  const options = resolveOptions<Options>(place, method.options, {
    ...preset?.options,
    ...withoutUndefined(own),
  })
  return { method, options, presetName, closed, readable }
}

/** Refuses a method that cannot work with a target of this kind. */
export function checkTarget<Options extends object>(
  method: Discretizer<Options>,
  kind: 'none' | 'class' | 'numeric',
  where: string,
): void {
  if (method.target === 'none' || method.target === kind || (method.target === 'any' && kind !== 'none')) return
  const wanted = method.target === 'any' ? 'a' : `a ${method.target}`
  const got = kind === 'none' ? 'no target' : `a ${kind} one`
  throw new DataError(`${where}: ${method.name}: needs ${wanted} target, got ${got}`)
}

/** Conditions of the column that explain why there are no cuts, where some could have been. */
function describe<Options extends object>(
  summary: NumberSummary,
  view: ColumnView,
  method: Discretizer<Options>,
  uncut: Options | null,
): Note[] {
  const notes: Note[] = []
  if (view.size === 0) notes.push({ code: 'no-values', message: 'no finite values' })
  else if (view.lowest === view.highest) notes.push({ code: 'constant', message: `every value is ${view.lo[0]}` })
  else if (method.target !== 'none' && uncut !== null) {
    const limit = forbidding(uncut, view)
    const [code, why] =
      limit === null
        ? ['blunt', 'found no cut worth making: the values tell too little about the target']
        : ['limit', `made no cut: ${limit}`]
    notes.push({ code, message: `${method.name} ${why}` })
  }
  if (summary.origin === 'estimated') notes.push({ code: 'estimated', message: 'counts are estimates' })
  return notes
}

/** The limit that leaves no candidate, by what methods call their limits; null where there is none. */
function forbidding(options: object, { total }: ColumnView): string | null {
  // What a method does not have is undefined, and undefined is never larger.
  const { maxBins, enough, minShare } = options as Record<string, number>
  if (maxBins === 1) return 'maxBins 1 leaves one bin'
  if (clearlyLarger(2 * enough, total)) {
    return `${Number(total.toPrecision(12))} rows are too few for ${enough} on both sides of a cut (enough)`
  }
  return minShare > 0.5 ? `no two bins can hold ${minShare} of the rows each (minShare)` : null
}

/** What is said of rows: those at an infinite value, those that count nowhere, and how they were read. */
export function rowNotes({ cells, aside, leftOut, notes }: NumberSummary): Note[] {
  const infinite = cells.size && aside.rows[ASIDE.below] + aside.rows[ASIDE.above]
  const told = countNote('infinite', infinite, 'infinite values left to the outer bins, without a cut')
  return [...told, ...leftOutNotes(leftOut), ...notes]
}

/** What is said of rows that count nowhere. */
export function leftOutNotes({ unlabelled, weightless }: LeftOut): Note[] {
  return [
    ...countNote('unlabelled', unlabelled, 'rows without a target left out'),
    ...countNote('weightless', weightless, 'rows of weight zero left out'),
  ]
}

/** A note where there is something to count; of one thing the first s is left out. */
function countNote(code: string, count: number, what: string): Note[] {
  return count > 0 ? [{ code, message: `${count} ${what.replace(count > 1 ? '' : 's', '')}` }] : []
}

function withoutUndefined(given: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
