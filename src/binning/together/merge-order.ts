import type { Blocks } from '../../discretizers/search/blocks.ts'
import { bottomUp, type MergeRule } from '../../discretizers/search/bottom-up.ts'

/**
 * The merges that make one bin of all blocks, in their order: merge i takes away the boundary before block `at[i]`,
 * whose two bins differed by `difference[i]`. The first m merges give the bins of every method that stops there.
 */
export interface MergeOrder {
  readonly at: Uint32Array
  readonly difference: Float64Array
}

/** Merges the least different neighbours until one bin is left, and tells the order. O(blocks · (log blocks + classes)). */
export function mergeOrder(blocks: Blocks, difference: MergeRule['difference']): MergeOrder {
  const most = Math.max(0, blocks.size - 1)
  const order = { at: new Uint32Array(most), difference: new Float64Array(most) }
  let merges = 0
  bottomUp(blocks, {
    difference,
    merges: () => true,
    onMerge(_, __, b, found) {
      order.at[merges] = b
      order.difference[merges++] = found
    },
  })
  return order
}

/** For every block the first block of its bin once the first `merges` merges are done. O(blocks). */
export function binStarts({ at }: Pick<MergeOrder, 'at'>, merges: number): Uint32Array {
  const starts = new Uint32Array(at.length + 1)
  for (let i = merges; i < at.length; i++) starts[at[i]] = at[i]
  for (let block = 1; block < starts.length; block++) if (starts[block] === 0) starts[block] = starts[block - 1]
  return starts
}
