import { totalEntropy } from '../../measures/entropy.ts'
import { sortCells } from '../../summaries/fast/sorted-cells.ts'
import { onlyClass } from '../search/blocks.ts'
import type { Closed } from '../../types.ts'
import { type ColumnView, cutBetween } from '../column-view.ts'
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
    const { cuts, left, all } = changesOfClass(view, closed)
    const gains = gainsOf(left, all)
    const bins = view.size > 0 ? cuts.length + 1 : 0
    const message = `${bins} bins, one for every change of class; other methods keep the changes that matter`
    return withNotes(
      lazyReasons(cuts, (i) => plainReason('gain', gains()[i])),
      bins > MANY_BINS ? [{ code: 'many-bins', message }] : [],
    )
  },
}

/** Cuts, the rows of each class before each of them, and all rows of each class. */
interface Changes {
  readonly cuts: number[]
  readonly left: Float64Array | Uint32Array
  readonly all: Float64Array
}

/**
 * All changes of class. There may be millions: memory is taken once, and nobody can guess where the next one is, so that nothing depends
 * on a branch. O(cells · classes).
 */
function changesOfClass(view: ColumnView, closed: Closed): Changes {
  const { size, lo, hi, counts, classCount: width } = view
  let changes = 0
  for (let cell = 1, before = classOf(counts, 0, width); cell < size; cell++) {
    const only = classOf(counts, cell, width)
    changes += Number(only === 0) | Number(only !== before)
    before = only
  }
  // One more, since what is no change is written too until the next one is written over it.
  const whole = !view.weighted && view.total <= MOST_WHOLE
  const left = whole ? new Uint32Array((changes + 1) * width) : new Float64Array((changes + 1) * width)
  // oxlint-disable-next-line unicorn/no-new-array -- growing would copy them again and again
  const cuts = new Array<number>(changes + 1)
  const all = new Float64Array(width)
  let found = 0
  for (let cell = 0, before = 0; cell < size; cell++) {
    const only = classOf(counts, cell, width)
    if (cell > 0) {
      cuts[found] = cutBetween(hi[cell - 1], lo[cell], closed)
      for (let c = 0; c < width; c++) left[found * width + c] = all[c]
      found += Number(only === 0) | Number(only !== before)
    }
    for (let c = 0; c < width; c++) all[c] += counts[cell * width + c]
    before = only
  }
  cuts.pop()
  return { cuts, left, all }
}

/** The only class of a cell, from 1 on; 0 where it holds several or none. */
function classOf(counts: Float64Array, cell: number, width: number): number {
  if (width !== 2) return onlyClass(counts, cell * width, width) + 1
  const present = Number(counts[2 * cell] !== 0) | (Number(counts[2 * cell + 1] !== 0) << 1)
  return present & ((present & (present >> 1)) - 1)
}

/** Whole numbers up to this fit into 32 bits. */
const MOST_WHOLE = 0xffffffff

/** The gain of each cut, computed when it is asked for. */
function gainsOf(before: Changes['left'], all: Float64Array): () => Float64Array {
  let gains: Float64Array | null = null
  const compute = (): Float64Array => {
    const width = all.length
    const total = all.reduce((sum, rows) => sum + rows, 0)
    const entropy = totalEntropy(all, total)
    const [left, right] = [new Float64Array(width), new Float64Array(width)]
    return Float64Array.from({ length: before.length / width - 1 }, (_, at) => {
      let leftTotal = 0
      for (let c = 0; c < width; c++) {
        left[c] = before[at * width + c]
        right[c] = all[c] - left[c]
        leftTotal += left[c]
      }
      const after = entropyAfter({ at, left, leftTotal, right, rightTotal: total - leftTotal })
      return Math.max(0, (entropy - after) / total)
    })
  }
  return () => (gains ??= compute())
}
