/** Work that may have to wait: it yields what it waits for, so that the same steps run at once or over time. */
export type Steps<T> = Generator<Promise<void>, T, void>

/** An answer that is there at once, or is waited for. */
export function* answer<T>(given: T | Promise<T>): Steps<T> {
  if (!(given instanceof Promise)) return given
  const got: T[] = []
  yield given.then((value) => {
    got.push(value)
  })
  return got[0]
}

/** Runs steps of which every answer is there at once. */
export function runNow<T>(steps: Steps<T>): T {
  const step = steps.next()
  if (!step.done) throw new Error('fit: a source that answers later must be waited for')
  return step.value
}

/** Runs steps, and waits where they do. */
export async function runLater<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await step.value
  }
}
