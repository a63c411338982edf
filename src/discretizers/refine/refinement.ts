import type { Closed, NumberSummary } from '../../types.ts'
import type { ColumnView } from '../column-view.ts'
import { type Between, deviationOfCells } from './deviation-bounds.ts'
import type { Found } from '../discretizer.ts'
import type { Look } from './look-at-ranks.ts'
import { coarseCells } from './settled-search.ts'
import { NO, type SideBounds, UNSURE } from './side-bounds.ts'
import type { SideOptions } from '../search/side-limits.ts'
import type { Split } from '../search/top-down.ts'

/** How a method is settled on coarse cells. One for each column: it remembers what was settled before. */
export interface Refinement {
  /** which cells must be known better, and where the cuts would lie: before which cells */
  readonly look: (view: ColumnView, closed: Closed, summary: NumberSummary) => Look
  /** the cuts of the view looked at last, once nothing was wanted; null where the method must run as usual */
  readonly found: (view: ColumnView, closed: Closed) => Found | null
  /** whether the smallest and the largest value say it all */
  readonly endsOnly: boolean
}

/** What is known of a column besides its cells. */
export interface Known {
  /** the kind of the target; default class */
  readonly target?: 'class' | 'numeric' | undefined
  /** between which numbers the deviation of its values lies, asked for when needed; default what the cells tell */
  readonly deviation?: (() => Between) | undefined
}

/** With weights every cell must be known: they are rounded cell by cell, so that coarse ones add up to other digits. */
export function everyCell(view: ColumnView): Look | null {
  const coarse = view.weighted ? coarseCells(view) : []
  return coarse.length === 0 ? null : { wanted: coarse, candidates: [] }
}

/** Between which numbers the deviation of a column lies: the cells tell most once all of them are exact. */
export function deviationOf(view: ColumnView, { deviation }: Known): () => Between {
  return () => (deviation === undefined || coarseCells(view).length === 0 ? deviationOfCells(view) : deviation())
}

/** Parts of fewer rows lie within a cell or two. */
const FEW_ROWS = 50

/** Whether nothing keeps noise from being cut down to a few rows, so that every cell would be asked for. */
export function unlimited({ enough, tiny, cohen, maxBins }: SideOptions): boolean {
  return maxBins === null && enough !== null && enough < FEW_ROWS && (tiny ?? cohen) === 0
}

/** Fuses narrow bins, and says which cells leave it open whether a bin is narrow. */
export function fuseSurely(
  view: ColumnView,
  { wide, ends }: SideBounds,
  fuse: (wide: (from: number, to: number) => boolean) => Split[],
): { splits: Split[]; wanted: number[] } {
  const wanted = new Set<number>()
  const splits = fuse((from, to) => {
    const answer = wide(from, to)
    const unknown = ends(from, to)
    if (answer === UNSURE) for (const cell of unknown.length > 0 ? unknown : coarseCells(view)) wanted.add(cell)
    return answer !== NO
  })
  return { splits, wanted: [...wanted].toSorted((a, b) => a - b) }
}
