/** Shares of the means that are kept from one step to the next, and what keeps a step finite, as Kingma and Ba 2015. */
const [KEPT, KEPT_SQUARES, LEAST] = [0.9, 0.999, 1e-8]

/**
 * Adam: steps of about one length along every parameter, whatever the size of its gradient. Parameters that a step does
 * not name keep their means as they are, so that rare embeddings cost nothing in between.
 */
export class Adam {
  readonly #parameters: Float64Array
  readonly #means: Float64Array
  readonly #squares: Float64Array
  readonly #rate: number
  #power = 1
  #powerOfSquares = 1

  constructor(parameters: Float64Array, rate: number) {
    this.#parameters = parameters
    this.#means = new Float64Array(parameters.length)
    this.#squares = new Float64Array(parameters.length)
    this.#rate = rate
  }

  /** Starts a step; parameters are then moved part by part. */
  next(): void {
    this.#power *= KEPT
    this.#powerOfSquares *= KEPT_SQUARES
  }

  /** Moves the parameters from `start` on against a gradient, whose part from `from` on is theirs. */
  move(start: number, count: number, gradient: Float64Array, from: number): void {
    const [parameters, means, squares] = [this.#parameters, this.#means, this.#squares]
    const rate = this.#rate / (1 - this.#power)
    const growth = 1 / (1 - this.#powerOfSquares)
    for (let j = start, g = from; j < start + count; j++, g++) {
      means[j] = KEPT * means[j] + (1 - KEPT) * gradient[g]
      squares[j] = KEPT_SQUARES * squares[j] + (1 - KEPT_SQUARES) * gradient[g] * gradient[g]
      parameters[j] -= (rate * means[j]) / (Math.sqrt(squares[j] * growth) + LEAST)
    }
  }
}
