/** States one after the other, with the way back. A drag is one step however many states it passes through. */
export class History<State> {
  readonly #states: State[]
  #at = 0
  #dragging = false
  readonly #listeners = new Set<() => void>()

  constructor(first: State) {
    this.#states = [first]
  }

  get state(): State {
    return this.#states[this.#at]
  }

  get canUndo(): boolean {
    return this.#at > 0
  }

  get canRedo(): boolean {
    return this.#at + 1 < this.#states.length
  }

  /** Goes on to a state; what was undone is forgotten. While one thing is dragged the last state gives way to the next. */
  push(state: State, drag = false): void {
    const keep = drag && this.#dragging ? this.#at : this.#at + 1
    this.#states.splice(keep, Infinity, state)
    this.#at = keep
    this.#dragging = drag
    this.#tell()
  }

  /** Steps back (−1) or forth (1) where there is such a state. */
  step(by: -1 | 1): void {
    const to = this.#at + by
    if (to < 0 || to >= this.#states.length) return
    this.#at = to
    this.#dragging = false
    this.#tell()
  }

  /** Has a function called after every change; gives one that ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Ends a drag, so that the next one is a step of its own. */
  drop(): void {
    this.#dragging = false
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
