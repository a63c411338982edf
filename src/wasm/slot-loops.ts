import { type KernelModule, loadKernel, withRoom } from './kernel-module.ts'
import { CHUNK, eachPart } from './row-loops.ts'
import { slotLoopsBytes } from './slot-loops-bytes.ts'

/** What kernels/slot-loops.ts exports. */
interface SlotFunctions {
  writeGridSlots(
    ...args: [values: number, end: number, scale: number, offset: number, slotOf: number, slots: number]
  ): void
  writeSlots(...args: [buckets: number, rows: number, slotOf: number, slots: number, parted: number]): number
  writeStepSlots(
    ...args: [
      values: number,
      end: number,
      start: number,
      slope: number,
      last: number,
      firstSlot: number,
      cutIn: number,
      slots: number,
    ]
  ): void
}

/** A grid of `scale` steps to 1, which are counted from 0 on after `offset` is added; the slot of each. */
interface GridSlots {
  readonly scale: number
  readonly offset: number
  readonly slotOf: Uint8Array
}

/** Even steps from `start` on, `slope` of them to 1: the slot at the beginning of each, and the number in it from which on it is one more. */
export interface StepSlots {
  readonly start: number
  readonly slope: number
  readonly firstBin: ArrayLike<number>
  readonly cutIn: Float64Array
}

/** Most steps, and most buckets. */
const MOST = 65_536

/** The slots of all rows of a column in WebAssembly, as `RowLoops` are its counts: a loop says how many rows it has done. */
export class SlotLoops {
  readonly #run: SlotFunctions
  readonly #values: Float64Array
  readonly #buckets: Uint16Array
  readonly #parted: Uint16Array
  readonly #slots: Uint8Array
  readonly #slotOf: Uint8Array
  readonly #cutIn: Float64Array

  /** Use `slotLoops`. */
  constructor(kernel: KernelModule<SlotFunctions>) {
    const bytes = [8, 2, 2, 1].map((size) => size * CHUNK)
    const [values, buckets, parted, slots, slotOf, cutIn] = kernel.layOut(...bytes, MOST, 8 * MOST)
    const { buffer } = kernel
    this.#run = kernel.run
    this.#values = new Float64Array(buffer, values, CHUNK)
    this.#buckets = new Uint16Array(buffer, buckets, CHUNK)
    this.#parted = new Uint16Array(buffer, parted, CHUNK)
    this.#slots = new Uint8Array(buffer, slots, CHUNK)
    this.#slotOf = new Uint8Array(buffer, slotOf, MOST)
    this.#cutIn = new Float64Array(buffer, cutIn, MOST)
  }

  /** By buckets; gives the first of every four rows of which one has slot 255, counted from where their chunk starts. */
  byBuckets(
    buckets: Uint16Array,
    slotOf: Uint8Array,
    slots: Uint8Array,
    take: (parted: Uint16Array, start: number) => void,
  ): number {
    const [chunk, parted, own, table] = [this.#buckets, this.#parted, this.#slots, this.#slotOf]
    table.set(slotOf)
    return eachPart(buckets.length, (start, end) => {
      chunk.set(buckets.subarray(start, end))
      const size = this.#run.writeSlots(
        chunk.byteOffset,
        end - start,
        table.byteOffset,
        own.byteOffset,
        parted.byteOffset,
      )
      slots.set(own.subarray(0, end - start), start)
      if (size > 0) take(parted.subarray(0, size), start)
    })
  }

  /** By the step of a grid on which each value lies. */
  byGrid(values: Float64Array, { scale, offset, slotOf }: GridSlots, slots: Uint8Array): number {
    if (slotOf.length > MOST) return 0
    const [chunk, own, table] = [this.#values, this.#slots, this.#slotOf]
    table.set(slotOf)
    return eachPart(values.length, (start, end) => {
      chunk.set(values.subarray(start, end))
      const { byteOffset: from } = chunk
      this.#run.writeGridSlots(from, from + 8 * (end - start), scale, offset, table.byteOffset, own.byteOffset)
      slots.set(own.subarray(0, end - start), start)
    })
  }

  /** By steps, where no value is NaN. */
  bySteps(values: Float64Array, { start: first, slope, firstBin, cutIn }: StepSlots, slots: Uint8Array): number {
    if (cutIn.length === 0) return 0
    const [chunk, own, table, cuts] = [this.#values, this.#slots, this.#slotOf, this.#cutIn]
    table.set(firstBin)
    cuts.set(cutIn)
    return eachPart(values.length, (start, end) => {
      chunk.set(values.subarray(start, end))
      this.#run.writeStepSlots(
        chunk.byteOffset,
        chunk.byteOffset + 8 * (end - start),
        first,
        slope,
        cutIn.length - 1,
        table.byteOffset,
        cuts.byteOffset,
        own.byteOffset,
      )
      slots.set(own.subarray(0, end - start), start)
    })
  }
}

let made: SlotLoops | null | undefined

/** The loops, with 1 MB of memory that all callers share; null where WebAssembly cannot be had, for plain loops. */
export function slotLoops(): SlotLoops | null {
  if (made === undefined) {
    const kernel = loadKernel<SlotFunctions>(slotLoopsBytes)
    made = kernel && withRoom(() => new SlotLoops(kernel))
  }
  return made
}
