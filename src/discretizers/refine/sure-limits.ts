import type { Seen } from '../coarse-look.ts'
import type { Between } from '../column-deviation.ts'
import type { ColumnView } from '../column-view.ts'
import type { SideOptions } from '../search/side-limits.ts'
import type { Split } from '../search/top-down.ts'
import { deviationOfCells } from './deviation-bounds.ts'
import { coarseCells } from './look-at-cells.ts'
import { NO, type SideBounds, UNSURE } from './side-bounds.ts'

/** Whether a least width follows from the deviation of the column. */
export function widthFromDeviation({ tiny, cohen }: Pick<SideOptions, 'tiny' | 'cohen'>): boolean {
  return tiny === null && cohen !== 0
}

/** Between which numbers the width lies that a side of a cut must exceed; null for no limit. */
export function leastWidth({ tiny, cohen }: Pick<SideOptions, 'tiny' | 'cohen'>, seen: Seen): Between | null {
  if (tiny !== null) return tiny > 0 ? { low: tiny, high: tiny } : null
  if (cohen === 0) return null
  const { low, high } = deviationOf(seen)
  return { low: cohen * low, high: cohen * high }
}

/** Between which numbers the deviation of a column lies: the cells tell most once all of them are exact. */
function deviationOf({ view, deviation }: Seen): Between {
  return deviation === null || coarseCells(view).length === 0 ? deviationOfCells(view) : deviation
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
