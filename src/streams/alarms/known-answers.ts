/** Most answers that are kept, the newest ones, and of how many counts at most. */
const MOST_KNOWN = 32
const MOST_COUNTS = 128

/**
 * Answers that follow from counts alone and take long: those given last are given again where the counts are the same, as
 * cells of equal numbers of rows have them after every alarm. Nobody may change an answer.
 */
export class KnownAnswers<T> {
  readonly #make: (counts: Float64Array, ordered: number) => T
  /** the newest last */
  readonly #known: { readonly counts: Float64Array; readonly ordered: number; readonly answer: T }[] = []

  constructor(make: (counts: Float64Array, ordered: number) => T) {
    this.#make = make
  }

  /** What is made of counts, of which the first `ordered` are in order. */
  of(counts: Float64Array, ordered: number): T {
    if (counts.length > MOST_COUNTS) return this.#make(counts, ordered)
    const known = this.#known
    let at = known.length - 1
    while (at >= 0 && !(known[at].ordered === ordered && areSame(known[at].counts, counts))) at--
    const entry = at < 0 ? { counts: counts.slice(), ordered, answer: this.#make(counts, ordered) } : known[at]
    if (at >= 0) known.splice(at, 1)
    else if (known.length === MOST_KNOWN) known.shift()
    known.push(entry)
    return entry.answer
  }
}

function areSame(one: Float64Array, other: Float64Array): boolean {
  if (one.length !== other.length) return false
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false
  return true
}
