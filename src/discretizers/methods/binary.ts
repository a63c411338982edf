import { totalEntropy } from '../../measures/entropy.ts'
import { sortCells } from '../../summaries/fast/sorted-cells.ts'
import type { Reason } from '../../types.ts'
import { boundaryBlocks, cutBefore } from '../search/blocks.ts'
import { type Discretizer, plainReason } from '../discretizer.ts'
import { entropyAfter } from '../search/entropy-rule.ts'
import { partOf } from '../search/top-down.ts'

/** No options of its own. A type alias, so that the registry can hold it. */
export type BinaryOptions = { readonly [option in never]: unknown }

/** From so many bins on the result is hardly what a reader of bins wants. */
const MANY_BINS = 100

/**
 * All class boundaries: a cut between any two neighbouring values unless both hold one and the same class. Each cut is
 * meant as a question of its own, "below or above?", for a tree to choose from; its score is the gain of that question
 * over the whole column. O(cells · classes).
 *
 *     // Every place where neighbouring values differ in class: what a binary tree chooses from.
 *     console.log(fit(ages, { target: bought, method: binary }).cuts.length) // → 30
 */
export const binary: Discretizer<BinaryOptions> = {
  name: 'binary',
  about: 'Cuts between any two neighbouring values that do not hold one and the same class.',
  target: 'class',
  needs: ['exact'],
  options: {},
  presets: {},
  sort: sortCells,
  run(view, _, closed) {
    const blocks = boundaryBlocks(view)
    const { counts: right, total } = partOf(blocks, 0, blocks.size)
    const before = totalEntropy(right, total)
    const left = new Float64Array(right.length)
    let leftTotal = 0
    const cuts: number[] = []
    const reasons: Reason[] = []
    for (let b = 1; b < blocks.size; b++) {
      for (let c = 0; c < left.length; c++) {
        const count = blocks.counts[(b - 1) * left.length + c]
        left[c] += count
        right[c] -= count
        leftTotal += count
      }
      const after = entropyAfter({ at: b, left, leftTotal, right, rightTotal: total - leftTotal })
      cuts.push(cutBefore(view, blocks, b, closed))
      reasons.push(plainReason('gain', Math.max(0, (before - after) / total)))
    }
    const message = `${blocks.size} bins, one for every change of class; other methods keep the changes that matter`
    return { cuts, reasons, notes: blocks.size > MANY_BINS ? [{ code: 'many-bins', message }] : [] }
  },
}
