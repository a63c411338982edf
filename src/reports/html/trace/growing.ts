import type { ColumnGain, NodeStep, TreeStep } from '../../../trees/trace/tree-steps.ts'

/** A node of a tree while it grows. */
export interface GrowingNode {
  readonly path: readonly number[]
  /** the branch that leads to it, in words; `all rows` at the root */
  readonly label: string
  readonly rows: number
  readonly classes: readonly number[]
  /** `open` until it was looked at */
  readonly state: 'open' | 'looked' | 'leaf' | 'test'
  /** the column it asks about */
  readonly asks: string | null
  readonly children: readonly string[]
}

/** The tree of a trace as it is after the steps taken so far, by path. */
export class GrowingTree {
  readonly #nodes = new Map<string, GrowingNode>()
  readonly #looked = new Map<string, NodeStep>()

  take(step: TreeStep): void {
    if (step.step === 'keep') return
    const key = keyOf(step.path)
    const node = this.#nodes.get(key)
    if (step.step === 'node') {
      this.#looked.set(key, step)
      const { path, rows, classes } = step
      const label = node?.label ?? (path.length === 0 ? 'all rows' : (step.words.at(-1) ?? ''))
      this.#nodes.set(key, { path, label, rows, classes, state: step.best === null ? 'leaf' : 'looked', asks: null, children: [] }) // prettier-ignore
    } else if (step.step === 'grow') this.#grow(key, node)
    else if ((step.step === 'prune' && step.kept) || (step.step === 'reduce' && step.pruned)) this.#cutOff(key, node)
  }

  get size(): number {
    return this.#nodes.size
  }

  node(key: string): GrowingNode | undefined {
    return this.#nodes.get(key)
  }

  /** What was found when a node was looked at. */
  looked(path: readonly number[]): NodeStep | undefined {
    return this.#looked.get(keyOf(path))
  }

  /** All nodes, each before its branches. */
  inOrder(): GrowingNode[] {
    const found: GrowingNode[] = []
    const stack = ['']
    while (stack.length > 0) {
      const node = this.#nodes.get(stack.pop() ?? '')
      if (node === undefined) continue
      found.push(node)
      stack.push(...node.children.toReversed())
    }
    return found
  }

  #grow(key: string, node: GrowingNode | undefined): void {
    const looked = this.#looked.get(key)
    const best = looked?.best == null ? null : looked.columns[looked.best]
    if (node === undefined || best === null) return
    const children = best.branches.map((branch) => {
      const path = [...node.path, branch.branch]
      const child: GrowingNode = { path, label: `${best.column} ${branch.label}`, rows: branch.rows, classes: branch.classes, state: 'open', asks: null, children: [] } // prettier-ignore
      this.#nodes.set(keyOf(path), child)
      return keyOf(path)
    })
    this.#nodes.set(key, { ...node, state: 'test', asks: best.column, children })
  }

  #cutOff(key: string, node: GrowingNode | undefined): void {
    if (node === undefined) return
    const stack = [...node.children]
    for (let below = stack.pop(); below !== undefined; below = stack.pop()) {
      stack.push(...(this.#nodes.get(below)?.children ?? []))
      this.#nodes.delete(below)
    }
    this.#nodes.set(key, { ...node, state: 'leaf', asks: null, children: [] })
  }
}

/** The name of a node. */
export function keyOf(path: readonly number[]): string {
  return path.join(' ')
}

/** Columns by what they would gain, the best first; those that part nothing last. */
export function byRating(columns: readonly ColumnGain[]): ColumnGain[] {
  return columns.toSorted((a, b) => (b.rating ?? -Infinity) - (a.rating ?? -Infinity))
}
