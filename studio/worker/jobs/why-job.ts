import { discretize, findMethod, type NumberSummary, type Reason } from '../../../src/index.ts'
import {
  type Candidate,
  cutCurve,
  type CutStability,
  cutStability,
  traceFit,
  type TraceStep,
} from '../../../src/explain/index.ts'
import type { JobContext } from '../held.ts'

/** Which cut is asked about, between which others, and how the method cut the column. */
export interface WhyAsked {
  readonly column: string
  readonly method: string
  readonly options: Readonly<Record<string, unknown>>
  readonly cut: number
  /** the cuts beside it; null at the ends */
  readonly from: number | null
  readonly to: number | null
  readonly closed: 'left' | 'right'
  /** the reason that the method kept; null for a cut that was set by hand */
  readonly reason: Reason | null
}

/** A place on the curve, and what it would be worth. */
export interface WhyPlace {
  readonly cut: number
  readonly score: number
}

/** Why a cut is where it is. */
export interface Why {
  readonly cut: number
  readonly measure: string
  /** whether the curve is that of the method, over all that it cut there; else that between the cuts beside it */
  readonly own: boolean
  readonly places: readonly WhyPlace[]
  readonly best: WhyPlace | null
  /** what the score had to clear; null where there is no bar */
  readonly bar: number | null
  /** null where rows are too many to be drawn again, or cells are coarse */
  readonly stability: CutStability | null
}

/** Most places of a curve that are sent: more than the pixels of a chart nobody sees. */
const MOST = 400
/** Rows times draws that can be waited for. */
const PATIENCE = 3e6
const MOST_DRAWS = 100

/** Follows the method to the cut, or looks at every place between its neighbours; then draws rows again to see it wander. */
export async function whyJob(asked: WhyAsked, { held, signal, progress }: JobContext): Promise<Why> {
  const summary = held.summaries?.columns.find(({ name }) => name === asked.column)?.summary
  if (summary?.kind !== 'number') throw new Error(`The column ${asked.column} holds no numbers.`)
  progress(0, 'looking at every place')
  const curve = (asked.reason === null ? null : followed(summary, asked)) ?? between(summary, asked)
  await pause()
  signal.throwIfAborted()
  progress(0.2, 'drawing rows again')
  const stability = await stabilityOf(summary, asked, { signal, progress })
  return { cut: asked.cut, ...curve, stability }
}

type Curve = Omit<Why, 'cut' | 'stability'>

/** The curve of the step at which the method made the cut; null where it has none. */
function followed(summary: NumberSummary, asked: WhyAsked): Curve | null {
  const { cut, method, options, reason } = asked
  if (summary.cells.size > 2e5 || summary.cells.shift > 0) return null
  const found: { step: TraceStep; candidates: readonly Candidate[] }[] = []
  traceFit(summary, { ...options, method: findMethod(method) }, (step) => {
    if (!('candidates' in step) || !('best' in step) || step.best === null) return
    const { below, above } = step.candidates[step.best]
    if (cut > below && cut <= above) found.push({ step, candidates: step.candidates })
  })
  const last = found.at(-1)
  if (last === undefined) return null
  const places = last.candidates.flatMap(({ cut: at, score }) => (score === null ? [] : [{ cut: at, score }]))
  const measure = 'measure' in last.step ? last.step.measure : (reason?.measure ?? '')
  return { measure, own: true, places: thinned(places), best: topOf(places), bar: reason?.bar ?? null }
}

/** What a cut would be worth between the neighbours of this one. */
function between(summary: NumberSummary, { cut, from, to, closed }: WhyAsked): Curve {
  if (summary.target === null) return { measure: '', own: false, places: [], best: null, bar: null }
  const curve = cutCurve(summary, { from: from ?? undefined, to: to ?? undefined, closed, most: MOST })
  const here = curve.places.reduce<(typeof curve.places)[number] | null>(
    (near, place) => (near === null || Math.abs(place.cut - cut) < Math.abs(near.cut - cut) ? place : near),
    null,
  )
  return { measure: curve.measure, own: false, places: curve.places, best: curve.best, bar: here?.bar ?? null }
}

function topOf(places: readonly WhyPlace[]): WhyPlace | null {
  return places.reduce<WhyPlace | null>(
    (best, place) => (best === null || place.score > best.score ? place : best),
    null,
  )
}

/** Of neighbours the one that is worth most. */
function thinned(places: readonly WhyPlace[]): WhyPlace[] {
  const stretch = Math.ceil(places.length / MOST)
  if (stretch <= 1) return [...places]
  return Array.from({ length: Math.ceil(places.length / stretch) }, (_, i) =>
    topOf(places.slice(i * stretch, (i + 1) * stretch))!,
  )
}

/** Draws rows again in a few rounds, so that the page hears of it and can stop it. */
async function stabilityOf(
  summary: NumberSummary,
  { method, options }: WhyAsked,
  { signal, progress }: Pick<JobContext, 'signal' | 'progress'>,
): Promise<CutStability | null> {
  const rows = Math.max(1, summary.rows)
  const draws = Math.min(MOST_DRAWS, Math.floor(PATIENCE / rows))
  if (draws < 20 || summary.cells.shift > 0) return null
  const given = { ...options, method: findMethod(method) }
  if (discretize(summary, given).cuts.length === 0) return null
  await pause()
  signal.throwIfAborted()
  progress(0.3, `drawing ${draws} times`)
  return cutStability(summary, given, { resamples: draws })
}

/** Lets a message through that says to stop. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
