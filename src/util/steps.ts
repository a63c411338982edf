/**
 * Work in steps, so that the same code runs at once or over time: it yields what it waits for, or, where other work may
 * come in between, about which part of it is done, from 0 to 1.
 */
export type Steps<T> = Generator<Promise<void> | number, T, void>

/** An answer that is there at once, is waited for, or takes steps of its own. */
export function* answer<T extends object>(given: T | Promise<T> | Steps<T>): Steps<T> {
  if (Symbol.iterator in given) return yield* given
  if (!(given instanceof Promise)) return given
  let got!: T
  yield given.then((value) => {
    got = value
  })
  return got
}

/** Runs steps of which every answer is there at once. */
export function runNow<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (typeof value !== 'number') throw new Error('must wait')
  }
}

/** Runs steps, and waits where they do; `between` is told how far they are and may take its time. */
export async function runLater<T>(
  steps: Steps<T>,
  between: (done: number) => Promise<void> | null = () => null,
): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    const wait = typeof value === 'number' ? between(value) : value
    if (wait !== null) await wait
  }
}
