/** Typed arrays for intermediate results. */
type Numbers = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

/** Gives arrays of doubles, of zeros or of whatever was there: all of them are to be written. */
export type Take = (length: number) => Float64Array

/** A little longer than asked for, so that the next column need not have it made again. */
const SPARE = 1.0625

/**
 * Memory for the intermediate results of a fit. Large arrays made for every column are left to the garbage collector, which
 * lets many of them pile up, and fresh memory costs as much as the work in it. So a fit makes one scratch and hands it
 * down: whoever asks for a name again gets the same array again, with whatever it held before. What lies in it belongs to
 * the column that is fitted now, and must be copied if it is to last. The memory goes with the object.
 *
 *     // A fit of many columns asks for the same memory again and again.
 *     const scratch = new Scratch()
 *     const first = scratch.doubles('counts', 1000)
 *     console.log(scratch.doubles('counts', 1000).buffer === first.buffer) // → true
 */
export class Scratch {
  readonly #arrays = new Map<string, Numbers>()
  readonly #others = new Map<string, unknown>()
  #turn = 0

  /** Doubles, in the memory of that name. */
  doubles(name: string, length: number): Float64Array {
    return this.#take(Float64Array, name, length)
  }

  /** Signed integers of 32 bits, in the memory of that name. */
  integers(name: string, length: number): Int32Array {
    return this.#take(Int32Array, name, length)
  }

  /** Whole numbers of 32 bits, in the memory of that name. */
  words(name: string, length: number): Uint32Array {
    return this.#take(Uint32Array, name, length)
  }

  /** Whole numbers of 16 bits, in the memory of that name. */
  halfWords(name: string, length: number): Uint16Array {
    return this.#take(Uint16Array, name, length)
  }

  /** Whole numbers of 8 bits, in the memory of that name. */
  bytes(name: string, length: number): Uint8Array {
    return this.#take(Uint8Array, name, length)
  }

  /** Something else that holds memory, made when its name is asked for first. */
  other<T>(name: string, make: () => T): T {
    if (!this.#others.has(name)) this.#others.set(name, make())
    return this.#others.get(name) as T
  }

  /**
   * Arrays for cells that follow from one another, as after each look: a call starts over with the arrays of the cells before
   * the last ones, and leaves the last ones as they are.
   */
  nextCells(): Take {
    const turn = (this.#turn = 1 - this.#turn)
    let next = 0
    return (length) => this.doubles(`cells ${turn} ${next++}`, length)
  }

  #take<Kind extends Numbers>(make: new (length: number) => Kind, name: string, length: number): Kind {
    const key = make.name + name
    let whole = this.#arrays.get(key)
    if (whole === undefined || whole.length < length) {
      whole = new make(Math.ceil(length * SPARE))
      this.#arrays.set(key, whole)
    }
    return whole.subarray(0, length) as Kind
  }
}

/** Memory that was left, the last one last; whatever needs memory more may have it. */
const left: WeakRef<Scratch>[] = []

/** What was left last in this thread, if it is still there: taken away, so that work within work has memory of its own. */
export function takeScratch(): Scratch {
  return left.pop()?.deref() ?? new Scratch()
}

/** Leaves memory for the next one, by one who reads nothing from it any more. */
export function leaveScratch(scratch: Scratch): void {
  left.push(new WeakRef(scratch))
}
