import type { TraceStep } from '../../../discretizers/trace/trace-steps.ts'
import { knownOptions } from '../../../util/check.ts'
import { legendHtml } from '../legend-html.ts'
import { standingAlone } from './draw-histogram.ts'
import { methodIntro } from './method-intros.ts'
import type { Scene } from './player-page.ts'
import { columnScenes } from './scenes.ts'
import type { TracePageOptions } from './trace-page.ts'

/** What the scenes of a trace are told of the column. */
export type TraceScenesOptions = Pick<TracePageOptions, 'column' | 'target' | 'event' | 'kind'>

/** A trace as scenes, for pages that have a player of their own. */
export interface TraceScenes {
  /** name of the method */
  readonly method: string
  /** how the method works, in plain words */
  readonly intro: string
  /** markup of the list of the classes with their fills; empty where there are none */
  readonly legend: string
  /** the scenes in their order; the last one shows what came of it */
  readonly scenes: readonly Scene[]
}

/**
 * The scenes that `tracePage` plays, for pages that have a player of their own: a title, sentences, a picture and the
 * formulas with the numbers of each step. All of it is text; names in it are escaped. The pictures are drawn with the fills
 * and the classes of the reports.
 *
 *     const steps: Parameters<typeof traceScenes>[0][number][] = []
 *     traceFit(summary, { method: mdlp }, (step) => steps.push(step))
 *     console.log(traceScenes(steps, { column: 'age' }).scenes.at(-1)?.title) // → Done: 1 cut, 2 bins
 */
export function traceScenes(steps: readonly TraceStep[], options: TraceScenesOptions = {}): TraceScenes {
  knownOptions('traceScenes', options, { column: 1, target: 1, event: 1, kind: 1 })
  const { column: name = 'the column', target = null, event = null, kind = 'number' } = options
  const { column, scenes } = columnScenes('traceScenes', steps, { column: name, target, event, kind })
  const { method } = column.start
  const alone = standingAlone(column)
  return {
    method,
    intro: methodIntro(method),
    legend: legendHtml(column.series, column.target),
    scenes: scenes.map((scene) => ({ ...scene, picture: alone(scene.picture) })),
  }
}
