import { DataError } from '../../errors.ts'
import { flag, integer, type OptionRules, orNull, real } from '../../util/check.ts'
import { columnDeviation } from '../column-deviation.ts'
import type { ColumnView } from '../column-view.ts'

/** What the sides of a cut must have, and how much the cut must change; shared by `cliffs` and `variance`. */
export type SideOptions = {
  /** least rows in a side of a cut; null is the root of the number of rows */
  readonly enough: number | null
  /** a side must be wider than this many standard deviations of the column; 0 sets no limit */
  readonly cohen: number
  /** a side must be wider than this, in units of the column; 0 sets no limit, null leaves it to cohen */
  readonly tiny: number | null
  /** the disorder before a cut must be more than this many times the disorder after it */
  readonly trivial: number
  /** cut first and fuse bins that are too narrow afterwards, instead of refusing the cuts that make them */
  readonly fuse: boolean
  /** most bins; the cuts that save most stay */
  readonly maxBins: number | null
}

export const SIDE_OPTIONS: OptionRules<SideOptions> = {
  enough: {
    rule: orNull(real({ min: 0 })),
    default: null,
    about: 'Least rows in a side of a cut; null is the root of the number of rows.',
  },
  cohen: {
    rule: real({ min: 0 }),
    default: 0.3,
    about: 'A side must be wider than this many standard deviations of the column; 0 sets no limit.',
  },
  tiny: {
    rule: orNull(real({ min: 0 })),
    default: null,
    about: 'A side must be wider than this, in units of the column; 0 sets no limit, null leaves it to cohen.',
  },
  trivial: {
    rule: real({ min: 1 }),
    default: 1,
    about: 'The disorder before a cut must be more than this many times the disorder after it.',
  },
  fuse: {
    rule: flag(),
    default: false,
    about: 'Cut first and fuse bins that are too narrow afterwards, instead of refusing the cuts that make them.',
  },
  maxBins: { rule: orNull(integer(1)), default: null, about: 'Most bins; the cuts that save most stay.' },
}

/** The limits of one column. A side is given by its first cell and the cell after its last one. */
export interface SideLimits {
  /** least weight of a side */
  readonly enough: number
  /** whether the values of a side span more than the least width */
  readonly wide: (from: number, to: number) => boolean
}

/** The limits of a column under these options. Weights too light for √n to mean anything are refused. O(cells). */
export function sideLimits(method: string, view: ColumnView, options: SideOptions): SideLimits {
  const { lo, hi, total } = view
  if (view.weighted && view.size > 0 && total <= 2) {
    throw new DataError(
      `${method}: the weights add up to ${Number(total.toPrecision(12))}, scale them to the number of rows`,
    )
  }
  const tiny = options.tiny ?? options.cohen * columnDeviation(view)
  const limited = options.tiny === null ? options.cohen > 0 : tiny > 0
  return {
    enough: options.enough ?? Math.sqrt(total),
    wide: (from, to) => !limited || hi[to - 1] - lo[from] > tiny,
  }
}
