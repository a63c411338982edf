import { judgeRowsBytes } from './judge-rows-bytes.ts'
import { type KernelModule, loadKernel, withRoom } from './kernel-module.ts'

/** What kernels/judge-rows.ts exports. Addresses are in bytes. */
interface JudgeFunctions {
  mostRows(): number
  rowBytes(): number
  setUp(codes: number, list: number, rows: number): void
  findSlots(...args: [values: number, count: number, cuts: number, cutCount: number]): void
  judge(...args: [detector: number, count: number, little: number, follows: number]): number
}

/** The loops of kernels/judge-rows.ts and their memory, which whoever judges rows fills anew for every block. */
export class RowJudge {
  readonly run: JudgeFunctions
  /** most rows of a block */
  readonly most: number
  /** addresses of the codes of the rows, and of room for lists of theirs, of a number per row */
  readonly codes: number
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
    this.rows = rows
    this.own = own
    kernel.run.setUp(codes, list, rows)
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

/** Bytes that are enough for the lists of rows and a detector of some dozen symbols. */
const USUAL_BYTES = 262_144

let judge: RowJudge | null | undefined

/** What judges rows in WebAssembly, made once; null where it cannot be had. */
export function rowJudge(): RowJudge | null {
  if (judge === undefined) {
    const kernel = loadKernel<JudgeFunctions>(judgeRowsBytes, USUAL_BYTES)
    judge = kernel === null ? null : withRoom(() => new RowJudge(kernel))
  }
  return judge
}
