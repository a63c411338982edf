import { totalEntropy } from '../../measures/entropy.ts'
import { sortCells } from '../../summaries/fast/sorted-cells.ts'
import { type Blocks, cutBefore, quickBlocks } from '../search/blocks.ts'
import { type Discretizer, lazyReasons, plainReason, withNotes } from '../discretizer.ts'
import { entropyAfter } from '../search/entropy-rule.ts'

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
    const blocks = quickBlocks(view)
    const cuts: number[] = []
    for (let b = 1; b < blocks.size; b++) cuts.push(cutBefore(view, blocks, b, closed))
    const scores = gainsOf(blocks)
    const message = `${blocks.size} bins, one for every change of class; other methods keep the changes that matter`
    const notes = blocks.size > MANY_BINS ? [{ code: 'many-bins', message }] : []
    return withNotes(
      lazyReasons(cuts, (i) => plainReason('gain', scores()[i])),
      notes,
    )
  },
}

/** The gain of a cut before each block but the first, computed when it is asked for. */
function gainsOf({ size, counts: all, classCount: width }: Blocks): () => Float64Array {
  // A copy: behind the counts of blocks there is room for as many as there are cells.
  const counts = all.slice()
  let gains: Float64Array | null = null
  const compute = (): Float64Array => {
    const right = new Float64Array(width)
    for (let at = 0; at < counts.length; at++) right[at % width] += counts[at]
    const total = right.reduce((sum, count) => sum + count, 0)
    const before = totalEntropy(right, total)
    const left = new Float64Array(width)
    let leftTotal = 0
    const found = new Float64Array(Math.max(0, size - 1))
    for (let b = 1; b < size; b++) {
      for (let c = 0; c < width; c++) {
        const count = counts[(b - 1) * width + c]
        left[c] += count
        right[c] -= count
        leftTotal += count
      }
      const after = entropyAfter({ at: b, left, leftTotal, right, rightTotal: total - leftTotal })
      found[b - 1] = Math.max(0, (before - after) / total)
    }
    return found
  }
  return () => (gains ??= compute())
}
