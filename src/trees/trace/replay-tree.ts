import { ArgumentError } from '../../errors.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { ColumnGain, NodeStep, TreeStep } from './tree-steps.ts'

/** A node that asks: where it is, which column it asks about, and at which cut (null for one branch per bin or level). */
export interface ReplayedTest {
  /** the branches taken to it from the root */
  readonly path: readonly number[]
  /** the column it asks about */
  readonly column: string
  /** the cut; null for one branch per bin or level */
  readonly cut: number | null
}

/** The tests of a tree, found from the steps of its trace alone, in the order in which they were made; without those pruned away. */
export function replayTree(steps: readonly TreeStep[]): ReplayedTest[] {
  const looked = new Map<string, NodeStep>()
  const tests: ReplayedTest[] = []
  const pruned: string[] = []
  for (const step of steps) {
    const key = step.step === 'keep' ? '' : step.path.join(' ')
    if (step.step === 'node') looked.set(key, step)
    else if (step.step === 'grow') {
      const best = bestOf(looked.get(key)?.columns ?? [])
      if (best === null)
        throw new ArgumentError('replayTree: a node grows that was not looked at before', { code: 'bad-data' })
      tests.push({ path: step.path, column: best.column, cut: best.cut })
    } else if ((step.step === 'prune' && step.kept) || (step.step === 'reduce' && step.pruned)) pruned.push(key)
  }
  const under = (path: readonly number[]): boolean =>
    pruned.some((key) => key === '' || `${path.join(' ')} `.startsWith(`${key} `))
  return tests.filter(({ path }) => !under(path))
}

/** The column with the best rating, the first of equals. */
function bestOf(columns: readonly ColumnGain[]): ColumnGain | null {
  let best: ColumnGain | null = null
  for (const one of columns) if (clearlyLarger(one.rating ?? -Infinity, best?.rating ?? -Infinity)) best = one
  return best
}
