/** Typed arrays for intermediate results. */
type Numbers = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

/** Whoever room is held for, with what it holds; the one it was held for last. */
const held = new WeakMap<object, Map<unknown, Numbers>>()
let lately: WeakRef<Map<unknown, Numbers>> | null = null

/** Holds on to room that is used from now on until the owner is gone: such as the rows of a table, column by column. */
export function holdRoomFor(owner: object): void {
  const holds = held.get(owner) ?? new Map<unknown, Numbers>()
  held.set(owner, holds)
  lately = new WeakRef(holds)
}

/** Memory that nobody writes to is not taken, so a generous length costs nothing, and spares growing later. */
const LEAST = 131_072
const SPARE = 1.0625

/**
 * Room for intermediate results that is used again and again: large arrays made anew for every column are left to the
 * garbage collector, which lets many of them pile up, and fresh memory costs as much as the work in it. Gives an array
 * of the asked length that holds whatever it held before. Only one piece of work at a time may use it, and none may keep
 * it. When there is no more work its memory can be had back.
 */
export function room<Kind extends Numbers>(make: new (length: number) => Kind): (length: number) => Kind {
  let kept: WeakRef<Kind> | null = null
  const take = (length: number): Kind => {
    let whole = kept?.deref()
    if (whole === undefined || whole.length < length) {
      whole = new make(Math.max(LEAST, Math.ceil(length * SPARE)))
      kept = new WeakRef(whole)
    }
    lately?.deref()?.set(take, whole)
    return whole.subarray(0, length) as Kind
  }
  return take
}

/** Gives arrays of doubles, of zeros or of whatever was there: all of them are to be written. */
export type Take = (length: number) => Float64Array

/** Arrays of their own, for what is kept. */
export const takeNew: Take = (length) => new Float64Array(length)

/**
 * Room for results that follow from one another, each of a few arrays: a call starts over with the arrays of the result
 * before the last one, and leaves the last one as it is.
 */
export function roomInTurn(): () => Take {
  const halves: ((length: number) => Float64Array)[][] = [[], []]
  let turn = 0
  return () => {
    const half = halves[(turn = 1 - turn)]
    let next = 0
    return (length) => (half[next++] ??= room(Float64Array))(length)
  }
}
