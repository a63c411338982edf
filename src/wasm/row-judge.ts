import { judgeRowsBytes } from './judge-rows-bytes.ts'
import { type KernelModule, loadKernel, withRoom } from './kernel-module.ts'

/** What kernels/judge-rows.ts exports. Addresses are in bytes. */
interface JudgeFunctions {
  mostRows(): number
  rowBytes(): number
  setRows(...args: [size: number, codes: number, symbols: number, rows: number]): void
  setExperts(...args: [width: number, span: number, enough: number, level: number]): void
  findSlots(values: number, cuts: number, count: number): void
  countRows(...args: [counts: number, totals: number, prior: number, priors: number]): void
  groupRows(contexts: number, list: number, ends: number): void
  weighPlain(...args: [list: number, end: number, sum: number, added: number]): number
  spreadPlain(list: number, end: number): void
  weighFour(...args: [list: number, end: number, tables: number, sums: number, bare: number]): void
  followLast(
    ...args: [lane: number, recent: number, totals: number, end: number, pull: number, growth: number, weight: number]
  ): number
  silence(lane: number): void
  advanceFour(experts: number): void
  judgeFour(
    ...args: [tables: number, tablesEnd: number, sums: number, bare: number, prior: number, experts: number]
  ): number
  areBelow(bar: number): number
}

/** The loops of kernels/judge-rows.ts and their memory, which whoever judges rows fills anew for every block. */
export class RowJudge {
  readonly run: JudgeFunctions
  /** most rows of a block */
  readonly most: number
  /** addresses of the codes of the rows, of their list by context, and of lists that are filled here */
  readonly codes: number
  readonly list: number
  readonly rows: number
  /** address from which on the caller has room of its own */
  readonly own: number
  readonly #kernel: KernelModule<JudgeFunctions>
  #numbers: Float64Array = new Float64Array(0)
  #words: Int32Array = new Int32Array(0)

  constructor(kernel: KernelModule<JudgeFunctions>) {
    this.#kernel = kernel
    this.run = kernel.run
    this.most = kernel.run.mostRows()
    const [codes, list, rows, own] = kernel.layOut(4 * this.most, 4 * this.most, kernel.run.rowBytes(), 0)
    this.codes = codes
    this.list = list
    this.rows = rows
    this.own = own
  }

  /** Makes so many bytes from `own` on usable; false where there is no more memory. */
  reserve(bytes: number): boolean {
    return withRoom(() => this.#kernel.layOut(this.own + bytes)) !== null
  }

  /** The whole memory as numbers; another one after `reserve`. */
  get numbers(): Float64Array {
    const { buffer } = this.#kernel
    if (this.#numbers.buffer !== buffer) this.#numbers = new Float64Array(buffer)
    return this.#numbers
  }

  /** The same as whole numbers of four bytes. */
  get words(): Int32Array {
    const { buffer } = this.#kernel
    if (this.#words.buffer !== buffer) this.#words = new Int32Array(buffer)
    return this.#words
  }
}

let judge: RowJudge | null | undefined

/** What judges rows in WebAssembly, made once; null where it cannot be had. */
export function rowJudge(): RowJudge | null {
  if (judge === undefined) {
    const kernel = loadKernel<JudgeFunctions>(judgeRowsBytes)
    judge = kernel === null ? null : withRoom(() => new RowJudge(kernel))
  }
  return judge
}
