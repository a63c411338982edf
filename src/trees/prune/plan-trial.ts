import { ArgumentError } from '../../errors.ts'
import type { Note } from '../../types.ts'
import { check, oneOf, show } from '../../util/check.ts'

/**
 * How a tree is made smaller: not at all; to a depth found by folds; by rows held out, which choose the best of the
 * error-complexity sequence (`error`), the smallest within a standard error of it (`one-se`), the first after which a prune
 * does harm, as was published (`paper`; `paper-strict`: or no good), or every test of its own (`reduced`)
 */
export type PruneWay = (typeof PRUNE_WAYS)[number]

/** All ways, in the order they are told in. */
export const PRUNE_WAYS = ['none', 'depth', 'error', 'one-se', 'reduced', 'paper', 'paper-strict'] as const

/** Parts of the rows for training, validation and test, unless others are asked for. */
export const USUAL_PARTS: readonly number[] = [10, 3, 2]

/** Fewest rows that are dealt into parts unless asked for: of fewer, under ten would be left to prune by. */
const LEAST_DEALT = 50

/** What is done with so many rows, where it is not asked for, and what has to be said of it. */
export function planTrial(
  rows: number,
  { prune, parts }: { readonly prune?: PruneWay | undefined; readonly parts?: readonly number[] | undefined },
): { readonly prune: PruneWay; readonly parts: readonly number[]; readonly notes: readonly Note[] } {
  if (prune !== undefined) check('tryTree', 'prune', oneOf(...PRUNE_WAYS), prune)
  const few = rows < LEAST_DEALT
  if (parts === undefined && few) {
    const note = allRowsNote(rows, `the tree grows on all of them${prune === 'depth' ? '' : ' and is not pruned'}`)
    return { prune: prune === 'depth' ? prune : 'none', parts: [1], notes: [note] }
  }
  const dealt = parts ?? USUAL_PARTS
  const usual = dealt.length === 3 ? 'error' : few ? 'none' : 'depth'
  const way = prune ?? usual
  if (way !== 'none' && way !== 'depth' && dealt.length < 3) {
    throw new ArgumentError(`tryTree: parts must be three to prune by ${way}, got ${show(dealt)}`, {
      code: 'out-of-range',
    })
  }
  return { prune: way, parts: dealt, notes: [] }
}

/** Says that rows are too few to deal into parts, and what is done instead. */
export function allRowsNote(rows: number, instead: string): Note {
  const few = rows === 1 ? '1 row is' : `${rows} rows are`
  const message = `${few} too few to hold some out: ${instead}, and nothing tells how well it predicts others`
  return { code: 'all-rows', message }
}
