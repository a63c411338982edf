import { ArgumentError } from '../../errors.ts'
import type { Closed } from '../../types.ts'
import { cutBetween } from '../column-view.ts'
import { interpolate } from '../methods/equal-frequency.ts'
import { readableCuts } from '../readable-cuts.ts'
import { evenCuts } from '../search/even-cuts.ts'
import type {
  Candidate,
  ChoiceStep,
  MergeStep,
  PartStep,
  RankStep,
  ReadableStep,
  StartStep,
  TraceStep,
  TraceRange,
} from './trace-steps.ts'
import { twoBest } from './traced-column.ts'

/**
 * The cuts that the steps of a trace lead to, found from the steps alone: of each part that was cut the best candidate,
 * what merging left between the intervals, the best of the binnings tried. They are the cuts of the fit.
 */
export function replayTrace(steps: readonly TraceStep[]): number[] {
  const start = steps.find((step) => step.step === 'start')
  if (start === undefined)
    throw new ArgumentError('replayTrace: the steps must begin with one of the kind start', { code: 'bad-data' })
  const work = new Replay(start)
  for (const step of steps) work.take(step)
  return work.cuts()
}

/** The cuts after each step, for those who look at a trace on the way: asked for steps in rising order, by index. */
export function followCuts(steps: readonly TraceStep[]): (index: number) => number[] {
  const start = steps.find((step) => step.step === 'start')
  if (start === undefined)
    throw new ArgumentError('followCuts: the steps must begin with one of the kind start', { code: 'bad-data' })
  const work = new Replay(start)
  let taken = 0
  return (index) => {
    while (taken <= index) work.take(steps[taken++])
    return work.cuts()
  }
}

class Replay {
  readonly #start: StartStep
  readonly #closed: Closed
  readonly #parts = new Map<string, PartStep>()
  /** cuts by the value below each */
  readonly #made = new Map<number, number>()
  /** intervals and the merges so far */
  #intervals: readonly TraceRange[] | null = null
  #merges: MergeStep[] = []
  #chosen: readonly number[] | null = null
  #readable: ReadableStep | null = null

  constructor(start: StartStep) {
    this.#start = start
    this.#closed = start.closed
  }

  take(step: TraceStep): void {
    switch (step.step) {
      case 'part':
        return void this.#parts.set(`${step.part.lo} ${step.part.hi}`, step)
      case 'split':
        return this.#cut(this.#parts.get(`${step.lo} ${step.hi}`))
      case 'fuse':
        return void this.#made.delete(step.below)
      case 'intervals':
        this.#intervals = step.intervals
        return
      case 'merge':
        return void this.#merges.push(step)
      case 'back':
        this.#undo(step.bins)
        return
      case 'add':
        return step.accepted ? this.#cut(step) : undefined
      case 'choice':
        this.#chosen = chooseBinning(step)
        return
      case 'width': {
        for (const cut of evenCuts(step.lowest, step.highest, step.bins, this.#closed)) this.#made.set(cut, cut)
        return
      }
      case 'rank':
        return this.#rank(step)
      case 'given':
        return void this.#made.set(step.cut, step.cut)
      case 'boundaries': {
        for (const { below, above } of step.candidates) this.#made.set(below, cutBetween(below, above, this.#closed))
        return
      }
      case 'readable':
        this.#readable = step
        return
      case 'start':
      case 'leave':
      case 'level':
      case 'stop':
      case 'place':
      case 'bins':
        return
    }
    step satisfies never
  }

  cuts(): number[] {
    const found = this.#chosen ?? (this.#intervals === null ? [...this.#made.values()] : this.#left(this.#intervals))
    const cuts = found.toSorted((a, b) => a - b)
    if (this.#readable === null) return cuts
    const { given } = this.#readable
    const values = Float64Array.from(this.#start.values)
    const shorter = readableCuts({ size: values.length, lo: values, hi: values }, cuts, this.#closed)
    return shorter.map((cut, i) => (given.includes(cuts[i]) ? cuts[i] : cut))
  }

  /** Cuts at the candidate that compares best. */
  #cut(step: { readonly candidates: readonly Candidate[] } | undefined): void {
    if (step === undefined)
      throw new ArgumentError('replayTrace: a part is cut that was not looked at before', { code: 'bad-data' })
    const [best] = twoBest(step.candidates.map(({ rating }) => rating))
    const { below, cut } = step.candidates[best]
    this.#made.set(below, cut)
  }

  #undo(bins: number): void {
    const most = (this.#intervals ?? []).length - bins
    this.#merges = this.#merges.slice(0, most)
  }

  /** The boundaries between intervals that no merge took away. */
  #left(intervals: readonly TraceRange[]): number[] {
    const gone = new Set(this.#merges.map(({ right }) => right.lo))
    return intervals.flatMap(({ lo }, i) => (i === 0 || gone.has(lo) ? [] : [cutBetween(intervals[i - 1].hi, lo, this.#closed)])) // prettier-ignore
  }

  #rank({ quantile, below, above, part, outcome }: RankStep): void {
    if (outcome !== 'cut' || below === null || above === null) return
    if (quantile === 'gap') return void this.#made.set(below, cutBetween(below, above, this.#closed))
    const { values } = this.#start
    const cut = interpolate(below, above, part ?? 0) + 0
    const last = [...this.#made.values()].at(-1) ?? -Infinity
    if (cut > values[0] && cut < values[values.length - 1] && cut > last) this.#made.set(cut, cut)
  }
}

/** The binning of the least or the most score, the fewest bins of equals; or that of the most bins. */
function chooseBinning({ tried, goal, tie }: ChoiceStep): readonly number[] {
  const sign = goal === 'least' ? -1 : 1
  const open = tried.filter(({ score, barred }) => score !== null && barred === undefined)
  if (goal === 'asked') return open.at(-1)?.cuts ?? []
  const top = Math.max(...open.map(({ score }) => sign * (score ?? 0)))
  const first = open.find(({ score }) => sign * (score ?? 0) >= top - tie)
  return first?.cuts ?? []
}
