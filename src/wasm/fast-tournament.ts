import { levelStarts, Tournament } from '../util/tournament.ts'
import { type KernelModule, withRoom } from './kernel-module.ts'
import { giveBack, type LentKernel, takeKernel } from './lent-kernel.ts'
import { tournamentBytes } from './tournament-bytes.ts'

/** What kernels/tournament.ts exports. */
interface TournamentFunctions {
  setKey(...args: [tree: number, starts: number, levels: number, index: number, key: number]): void
  setInner(tree: number, starts: number, levels: number): void
  firstAtMost(tree: number, starts: number, levels: number, limit: number): number
}

/** Finds the smallest of many keys that keep changing; the leftmost of equal ones. */
export interface Keys extends Pick<Tournament, 'fill' | 'set' | 'least' | 'leastIndex' | 'firstAtMost'> {
  /** leaves the memory to others, by one who asks for nothing any more */
  readonly release?: () => void
}

const lent: LentKernel<TournamentFunctions> = { idle: null }

/** Below so many keys a module of its own is not worth it. */
const MANY = 10_000

/** Keys of which `size` may take part: in WebAssembly where they are many and it can be had. */
export function manyKeys(size: number): Keys {
  const kernel = size < MANY ? null : takeKernel(lent, tournamentBytes)
  const fast = kernel === null ? null : withRoom(() => new FastTournament(size, kernel))
  return fast ?? new Tournament(size)
}

/** `Tournament` in WebAssembly, which has a least of eight without branches. A key that is no number is left to the plain one. */
class FastTournament implements Keys {
  readonly #size: number
  readonly #kernel: KernelModule<TournamentFunctions>
  readonly #run: TournamentFunctions
  readonly #levels: number
  readonly #treeAt: number
  readonly #startsAt: number
  readonly #tree: Float64Array
  #plain: Tournament | null = null

  constructor(size: number, kernel: KernelModule<TournamentFunctions>) {
    const starts = levelStarts(size)
    const length = starts[starts.length - 1] + 1
    const [treeAt, startsAt] = kernel.layOut(8 * length, 4 * starts.length)
    this.#size = size
    this.#kernel = kernel
    this.#run = kernel.run
    this.#levels = starts.length
    this.#treeAt = treeAt
    this.#startsAt = startsAt
    this.#tree = new Float64Array(kernel.buffer, treeAt, length).fill(Infinity)
    new Uint32Array(kernel.buffer, startsAt, starts.length).set(starts)
  }

  fill(key: (index: number) => number, size: number): void {
    const tree = this.#tree
    let odd = false
    for (let i = 0; i < size; i++) {
      const at = (tree[i] = key(i))
      if (Number.isNaN(at)) odd = true
    }
    if (odd) this.#giveUp()
    else this.#run.setInner(this.#treeAt, this.#startsAt, this.#levels)
  }

  set(index: number, key: number): void {
    if (this.#plain === null && Number.isNaN(key)) this.#giveUp()
    if (this.#plain === null) this.#run.setKey(this.#treeAt, this.#startsAt, this.#levels, index, key)
    else this.#plain.set(index, key)
  }

  least(): number {
    return this.#plain === null ? this.#tree[this.#tree.length - 1] : this.#plain.least()
  }

  leastIndex(): number {
    return this.firstAtMost(this.least())
  }

  firstAtMost(limit: number): number {
    if (this.#plain !== null) return this.#plain.firstAtMost(limit)
    // A limit that no key keeps would lead beyond the tree.
    return this.#run.firstAtMost(this.#treeAt, this.#startsAt, this.#levels, Math.max(limit, this.least()))
  }

  release(): void {
    giveBack(lent, this.#kernel)
  }

  /** Goes on with the plain tournament. */
  #giveUp(): void {
    const tree = this.#tree
    this.#plain = new Tournament(this.#size)
    this.#plain.fill((i) => tree[i], this.#size)
  }
}
