import { ArgumentError } from '../../../errors.ts'
import { followCuts, replayTrace } from '../../../discretizers/trace/replay-trace.ts'
import type { AddStep, PartStep, StartStep, TraceStep } from '../../../discretizers/trace/trace-steps.ts'
import { counted } from '../../number-text.ts'
import { addNumbers, binsTable, choiceNumbers } from './add-numbers.ts'
import { chooseSteps, passedOver } from './choose-scenes.ts'
import { drawChoice } from './draw-choice.ts'
import { drawCurve } from './draw-curve.ts'
import type { Piece } from '../charts/svg-parts.ts'
import { BELOW, drawColumn, type Shown } from './draw-histogram.ts'
import { drawMelting } from './draw-melting.ts'
import { drawRanks } from './draw-ranks.ts'
import { type ColumnNames, DrawnColumn } from './drawn-column.ts'
import { placesBetween } from './entropy-places.ts'
import { Melting } from './melting.ts'
import { formulaHtml } from './numbers-html.ts'
import { cutNumbers, partNumbers } from './part-numbers.ts'
import { pairNumbers } from './pair-numbers.ts'
import type { Scene } from './player-page.ts'
import { sceneWords, type Words } from './scene-words.ts'
import { pictureSvg } from '../charts/svg-parts.ts'

/** All scenes of a trace, and the column they are about. O(steps · what a picture shows). */
export function columnScenes(
  where: string,
  steps: readonly TraceStep[],
  names: ColumnNames,
): { column: DrawnColumn; scenes: Scene[] } {
  const start = steps.find((step): step is StartStep => step.step === 'start')
  if (start === undefined)
    throw new ArgumentError(`${where}: the steps must begin with one of the kind start`, { code: 'bad-data' })
  const cuts = replayTrace(steps)
  const column = new DrawnColumn(start, cuts, names)
  const work = new SceneMaker(column, steps)
  const scenes = chooseSteps(steps).flatMap((one) => ('index' in one ? work.scenesOf(one.index) : [work.passOver(one.from, one.to)])) // prettier-ignore
  return { column, scenes: [...scenes, lastScene(column, cuts)] }
}

/** What a step adds to the picture of the column and the tables. */
interface Staging {
  readonly shown: Shown
  readonly piece?: Piece | undefined
  readonly numbers?: string
}

class SceneMaker {
  readonly #column: DrawnColumn
  readonly #steps: readonly TraceStep[]
  readonly #cutsAt: (index: number) => number[]
  readonly #melting = new Melting()
  readonly #parts = new Map<string, PartStep>()
  #taken = -1
  #cuts: readonly number[] = []
  #tried = false

  constructor(column: DrawnColumn, steps: readonly TraceStep[]) {
    this.#column = column
    this.#steps = steps
    this.#cutsAt = followCuts(steps)
  }

  /** Steps that are not shown still happen. */
  passOver(from: number, to: number): Scene {
    const what = passedOver(this.#steps, from, to)
    this.#take(to)
    this.#cuts = this.#cutsAt(to)
    const { intervals } = this.#melting
    const piece = intervals.length > 0 ? drawMelting(this.#column, { intervals, pair: null, bar: null }) : undefined
    const text = [`${counted(to - from + 1, 'step')} of the same kind (${what}) are left out here, so that the page stays small. They count: what you see is how it stands after them.`] // prettier-ignore
    return this.#scene(null, { title: 'A while later', text }, { shown: { cuts: this.#cuts, unlabelled: true }, piece })
  }

  scenesOf(index: number): Scene[] {
    const step = this.#steps[index]
    const before = this.#cuts
    // A pair is seen before it is merged.
    this.#take(step.step === 'merge' ? index - 1 : index)
    this.#cuts = this.#cutsAt(index)
    const part = 'lo' in step ? (this.#parts.get(`${step.lo} ${step.hi}`) ?? null) : null
    const scene = this.#scene(index + 1, sceneWords(this.#column, step, part), this.#stage(step, before))
    return [...this.#firstTry(step, index), scene]
  }

  #take(index: number): void {
    while (this.#taken < index) {
      const step = this.#steps[++this.#taken]
      this.#melting.take(step)
      if (step.step === 'part') this.#parts.set(`${step.part.lo} ${step.part.hi}`, step)
    }
  }

  /** One candidate by itself, before the first part shows all of them. */
  #firstTry(step: TraceStep, index: number): Scene[] {
    if (this.#tried || step.step !== 'part' || step.runnerUp === null || step.part.classes === null) return []
    this.#tried = true
    const candidate = step.candidates[step.runnerUp]
    const cut = this.#column.text(candidate.cut)
    const text = [`As an example, a cut at ${cut}: count the classes on both sides and see how much less mixed they are than before. The same is done for every other place.`] // prettier-ignore
    const staging = { shown: { cuts: this.#cuts, part: step.part, now: candidate.cut }, numbers: cutNumbers(this.#column, step, candidate) } // prettier-ignore
    return [this.#scene(index + 1, { title: `Try one place: ${cut}`, text }, staging)]
  }

  #stage(step: TraceStep, before: readonly number[]): Staging {
    const column = this.#column
    const cuts = this.#cuts
    switch (step.step) {
      case 'part':
        return this.#stagePart(step)
      case 'split':
      case 'leave':
        return { shown: { cuts, part: step }, numbers: step.step === 'split' ? binsTable(column, cuts) : '' }
      case 'add':
        return this.#stageAdd(step, before)
      case 'boundaries':
        return { shown: { cuts, unlabelled: true }, piece: drawCurve(column, { ...step, best: null, runnerUp: null, bar: null, barName: '' }) } // prettier-ignore
      case 'place':
        return { shown: { cuts, part: step.part, now: cutOf(step.candidates, step.best), next: cutOf(step.candidates, step.runnerUp) }, piece: drawCurve(column, { ...step, barName: 'needed' }), numbers: binsTable(column, cuts) } // prettier-ignore
      case 'choice':
        return { shown: { cuts }, piece: drawChoice(step, cuts.length + 1), numbers: choiceNumbers(column, step, cuts.length + 1) } // prettier-ignore
      case 'rank': {
        const made = cuts.find((cut) => !before.includes(cut)) ?? null
        return { shown: { cuts, now: made }, piece: drawRanks(column, step, made), numbers: binsTable(column, cuts) }
      }
      case 'width':
        return { shown: { cuts }, numbers: formulaHtml('width', '(largest − smallest) / bins', `(${column.text(step.highest)} − ${column.text(step.lowest)}) / ${step.bins}`, column.text(step.width)) + binsTable(column, cuts) } // prettier-ignore
      case 'readable':
      case 'given':
      case 'fuse':
        return { shown: { cuts }, numbers: binsTable(column, cuts) }
      case 'start':
      case 'bins':
        return { shown: { cuts } }
      default:
        return this.#stageMerge(step)
    }
  }

  #stagePart(step: PartStep): Staging {
    const column = this.#column
    const { best, runnerUp, candidates, bar } = step
    const piece =
      candidates.length === 0
        ? undefined
        : drawCurve(column, {
            ...step,
            // Of a number it is the share that a cut takes away.
            measure: step.part.classes === null ? `${step.measure} taken away` : step.measure,
            bar: bar === null || (bar.value === 0 && bar.terms.length === 0) ? null : bar.value,
            barName: 'needed',
            between: placesBetween(column, step),
          })
    const shown = { cuts: this.#cuts, part: step.part, now: cutOf(candidates, best), next: cutOf(candidates, runnerUp) }
    return { shown, piece, numbers: partNumbers(column, step) }
  }

  #stageAdd(step: AddStep, before: readonly number[]): Staging {
    const { axis } = this.#column
    const whole = { lo: axis.from, hi: axis.to }
    const piece = drawCurve(this.#column, {
      ...step,
      part: whole,
      bar: step.before,
      barName: 'to beat: the score so far,',
    })
    const shown = { cuts: before, now: cutOf(step.candidates, step.best), next: cutOf(step.candidates, step.runnerUp) }
    return { shown, piece, numbers: addNumbers(this.#column, step, before) }
  }

  #stageMerge(step: Extract<TraceStep, { step: 'intervals' | 'merge' | 'level' | 'back' | 'stop' }>): Staging {
    const column = this.#column
    const { intervals } = this.#melting
    const pair = step.step === 'merge' ? step : step.step === 'stop' ? step.least : null
    const bar = pair?.bar ?? ('bar' in step ? step.bar : null)
    const own = pair === null ? null : this.#melting.indexOf(pair.left.lo)
    const piece = drawMelting(column, { intervals, pair: own, bar })
    const many = this.#cuts.length > 12
    const part = pair === null ? null : { lo: pair.left.lo, hi: pair.right.hi }
    const verdict =
      step.step === 'merge'
        ? 'Most alike of all neighbours: they are merged.'
        : 'Even the two that are most alike differ enough: they stay apart.'
    return {
      shown: {
        cuts: step.step === 'merge' ? bordersOf(intervals) : this.#cuts,
        part,
        unlabelled: many || step.step !== 'stop',
      },
      piece,
      numbers: pair === null ? '' : pairNumbers(column, pair, verdict),
    }
  }

  #scene(step: number | null, words: Words, { shown, piece, numbers = '' }: Staging): Scene {
    const picture = pictureSvg(piece?.height ?? BELOW, words.title, drawColumn(this.#column, shown) + (piece?.body ?? '')) // prettier-ignore
    return { ...words, step, picture, legend: piece?.legend ?? [], numbers }
  }
}

function cutOf(candidates: readonly { readonly cut: number }[], index: number | null): number | null {
  return index === null ? null : candidates[index].cut
}

/** The places between intervals. */
function bordersOf(intervals: readonly { readonly lo: number; readonly hi: number }[]): number[] {
  return intervals.slice(1).map(({ lo }, i) => (intervals[i].hi + lo) / 2)
}

/** What came of it. */
function lastScene(column: DrawnColumn, cuts: readonly number[]): Scene {
  const listed = cuts.slice(0, 12).map((cut) => column.text(cut))
  const more = cuts.length > listed.length ? ` and ${cuts.length - listed.length} more` : ''
  const words: Words =
    cuts.length === 0
      ? { title: 'Done: the column stays whole', text: ['No cut was worth it, so there is one bin.'] }
      : { title: `Done: ${counted(cuts.length, 'cut')}, ${counted(cuts.length + 1, 'bin')}`, text: [`The cuts lie at ${listed.join(', ')}${more}. The strip shows what the bins hold.`] } // prettier-ignore
  const picture = pictureSvg(BELOW, words.title, drawColumn(column, { cuts }))
  return { ...words, step: null, picture, legend: [], numbers: binsTable(column, cuts) }
}
