import type { Tilts } from './change-types.ts'

/** Alternatives as they are made: each agrees with the reference until tilts are set. */
export class TiltList implements Tilts {
  readonly tables: Float64Array
  readonly weights: number[] = []
  readonly ideas: number[] = []
  readonly #experts: number

  constructor(codes: number, experts: number) {
    this.#experts = experts
    this.tables = new Float64Array(codes * experts).fill(1)
  }

  /** Adds an alternative; its number. */
  add(weight: number, idea: number): number {
    this.ideas.push(idea)
    return this.weights.push(weight) - 1
  }

  set(expert: number, code: number, tilt: number): void {
    this.tables[code * this.#experts + expert] = tilt
  }
}
