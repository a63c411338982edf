import { type AnyDiscretizer, provenOf } from '../discretizers/discretizer.ts'
import type { LiveLayer } from '../summaries/live/live-layer.ts'
import type { NumberSummary } from '../types.ts'
import { check, integer, knownOptions, oneOf, real } from '../util/check.ts'
import type { Field } from '../util/saved-json.ts'

/**
 * When layer two is made again.
 *
 * 1. `split`: a cell was parted or joined, or the range grew. What equal widths depend on.
 * 2. `shares`: the share of a cell or of a bin has left the least and largest shares at the last rebuild, by `tolerance`.
 * 3. `rows`: every `every` rows, whatever happened.
 * 4. `moved`: more than `tolerance` of the rows, class by class, lie elsewhere than at the last rebuild, or there are twice
 *    as many rows. One cheap pass over the cells tells; what it lets pass may change a cut by about that share of rows.
 * 5. `auto`: `split` for equal-width, `shares` for equal-frequency, `rows` for every other method.
 */
export type RebuildPolicy = 'auto' | 'split' | 'shares' | 'rows' | 'moved'

/** When the bins of a live column are remade. */
export type RebuildOptions = {
  /** what makes a look end in new bins; default auto */
  readonly policy?: RebuildPolicy | undefined
  /** rows between two looks; default 100 */
  readonly every?: number | undefined
  /** default 1/100 */
  readonly tolerance?: number | undefined
}

/** When bins are remade, with `auto` settled and defaults filled in. */
export interface RebuildSettings {
  /** what makes a look end in new bins */
  readonly policy: Exclude<RebuildPolicy, 'auto'>
  /** rows between two looks */
  readonly every: number
  /** the share of rows by which counts may move */
  readonly tolerance: number
}

/** Reads the options; `auto` is settled by what the method says of itself. */
export function readRebuild(given: RebuildOptions, method: AnyDiscretizer): RebuildSettings {
  knownOptions('Stream', given, { policy: 1, every: 1, tolerance: 1 })
  const { policy = 'auto', every = 100, tolerance = 0.01 } = given
  check('Stream', 'policy', oneOf('auto', 'split', 'shares', 'rows', 'moved'), policy)
  check('Stream', 'every', integer(1), every)
  check('Stream', 'tolerance', real({ min: 0, below: 1 }), tolerance)
  return { policy: policy === 'auto' ? (provenOf(method)?.watch ?? 'rows') : policy, every, tolerance }
}

/** What was true at the last rebuild, which a later look is compared with. */
export interface Basis {
  readonly row: number
  readonly changes: number
  readonly min: number
  readonly max: number
  /** least and largest share of a cell, and of a bin */
  readonly cells: readonly [number, number]
  readonly bins: readonly [number, number]
}

/** Notes what a later look needs. O(cells). */
export function basisOf(layer: LiveLayer, summary: NumberSummary, cuts: readonly number[], row: number): Basis {
  const [min, max] = layer.range
  const { cells, bins } = sharesOf(summary, cuts)
  return { row, changes: layer.changes, min, max, cells, bins }
}

/** A column at a look: its layer, what that holds, the cuts it has, and how many rows it has seen. */
export interface Standing {
  readonly layer: LiveLayer
  readonly summary: () => NumberSummary
  readonly cuts: readonly number[]
  readonly row: number
}

/** Whether layer two should be made again. O(1) for `rows` and `split`, else O(cells). */
export function isDue(
  { policy, tolerance }: RebuildSettings,
  { layer, summary, cuts, row }: Standing,
  basis: Basis,
): boolean {
  switch (policy) {
    case 'rows':
      return true
    case 'split': {
      const [min, max] = layer.range
      return layer.changes !== basis.changes || min !== basis.min || max !== basis.max
    }
    case 'moved':
      return row >= 2 * basis.row || layer.moved() > tolerance
    case 'shares': {
      const now = sharesOf(summary(), cuts)
      return leaves(now.cells, basis.cells, tolerance) || leaves(now.bins, basis.bins, tolerance)
    }
    default:
      return policy satisfies never
  }
}

function leaves(now: readonly [number, number], then: readonly [number, number], tolerance: number): boolean {
  return now[0] < (1 - tolerance) * then[0] || now[1] > (1 + tolerance) * then[1]
}

/** Least and largest share of the rows in a cell, and in a bin between cuts (a cell belongs to the bin of its `lo`). */
function sharesOf({ cells }: NumberSummary, cuts: readonly number[]): Pick<Basis, 'cells' | 'bins'> {
  const { size, lo, tallies } = cells
  let total = 0
  for (const count of tallies.rows) total += count
  if (total === 0) return { cells: [0, 0], bins: [0, 0] }
  const both: { cells: [number, number]; bins: [number, number] } = { cells: [1, 0], bins: [1, 0] }
  const take = (which: 'cells' | 'bins', share: number): void => {
    both[which] = [Math.min(both[which][0], share), Math.max(both[which][1], share)]
  }
  let [bin, inBin] = [0, 0]
  for (let cell = 0; cell < size; cell++) {
    for (; bin < cuts.length && lo[cell] >= cuts[bin]; bin++) {
      take('bins', inBin / total)
      inBin = 0
    }
    take('cells', tallies.rows[cell] / total)
    inBin += tallies.rows[cell]
  }
  for (; bin <= cuts.length; bin++) {
    take('bins', inBin / total)
    inBin = 0
  }
  return both
}

/** Reads what was noted at the last rebuild. */
export function readBasis(field: Field): Basis {
  const pair = (name: string): readonly [number, number] => {
    const ends = field.get(name).list((item) => item.finiteAmount())
    return ends.length === 2 ? [ends[0], ends[1]] : field.get(name).fail('two shares')
  }
  const end = (name: string): number => field.get(name).optional((f) => f.finite()) ?? Number.NaN
  return {
    row: field.get('row').index(),
    changes: field.get('changes').index(),
    min: end('min'),
    max: end('max'),
    cells: pair('cells'),
    bins: pair('bins'),
  }
}
