import type { Experts } from './experts.ts'

/** Four alternatives side by side that differ from the reference in the same contexts. */
export interface Four {
  /** the first of their lanes */
  readonly lane: number
  /** the contexts in which they differ from it */
  readonly contexts: readonly number[]
}

/** Where the numbers of a detector lie in the memory that it is judged in, counted in numbers from its start. */
export interface LanePlaces {
  readonly bare: number
  readonly prior: number
  readonly priors: number
  readonly weights: number
  readonly scores: number
  readonly runs: number
  readonly starts: number
  readonly counts: number
  readonly totals: number
  readonly sums: number
  /** by memory, counts by code and then by context */
  readonly recent: number
  /** by context, where the list of its rows ends */
  readonly ends: number
  readonly size: number
}

/**
 * The alternatives of a detector in the order in which they are judged, four at a time: those together that differ from the
 * reference in the same contexts. Those that are missing to four are filled up with others that weigh nothing.
 */
export class ExpertLanes {
  /** lanes of the alternatives that do not follow the last rows, and of all */
  readonly width: number
  readonly lanes: number
  readonly fours: readonly Four[]
  /** by lane the number of its alternative */
  readonly order: Int32Array
  /** by alternative its lane */
  readonly laneOf: Int32Array
  readonly places: LanePlaces
  /** what rows do not change, as it lies in the memory: tilts, what priors add to sums, the priors, weights */
  readonly constants: Float64Array

  constructor(experts: Experts, prior: Float64Array, priors: Float64Array, memories: number) {
    const { fixed, weights } = experts
    const [contexts, codes] = [priors.length, prior.length]
    const groups = groupExperts(experts, contexts)
    this.fours = groups.flatMap(({ members, contexts: where }) =>
      Array.from({ length: Math.ceil(members.length / 4) }, () => ({ lane: 0, contexts: where })),
    )
    this.fours = this.fours.map((four, i) => ({ ...four, lane: 4 * i }))
    this.width = 4 * this.fours.length
    this.lanes = this.width + 4 * Math.ceil(memories / 4)
    this.laneOf = new Int32Array(fixed + memories)
    this.order = new Int32Array(this.lanes)
    const isFirst = new Uint8Array(this.lanes)
    const put = (lane: number, expert: number): void => {
      this.order[lane] = expert
      this.laneOf[expert] = lane
      isFirst[lane] = 1
    }
    let lane = 0
    for (const { members } of groups) {
      for (const expert of members) put(lane++, expert)
      while (lane % 4 > 0) this.order[lane++] = members[0]
    }
    for (let m = 0; m < memories; m++) put(lane++, fixed + m)
    while (lane < this.lanes) this.order[lane++] = fixed
    this.places = placesOf(contexts, codes, this.width, this.lanes, memories)
    this.constants = new Float64Array(this.places.scores)
    const { constants, order, width } = this
    const spread = (list: Float64Array, sets: number, at: number): void => {
      for (let set = 0; set < sets; set++) {
        for (let i = 0; i < width; i++) constants[at + set * width + i] = list[set * fixed + order[i]]
      }
    }
    spread(experts.tables, codes, 0)
    spread(experts.bare, contexts, this.places.bare)
    constants.set(prior, this.places.prior)
    constants.set(priors, this.places.priors)
    for (let i = 0; i < this.lanes; i++) constants[this.places.weights + i] = isFirst[i] === 1 ? weights[order[i]] : 0
  }
}

interface Group {
  readonly members: number[]
  readonly contexts: readonly number[]
}

function groupExperts({ fixed, plain }: Experts, contexts: number): Group[] {
  const groups: Group[] = []
  const areAlike = (one: number, other: number): boolean => {
    for (let at = 0; at < plain.length; at += fixed) if (plain[at + one] !== plain[at + other]) return false
    return true
  }
  for (let j = 0; j < fixed; j++) {
    const group = groups.find(({ members }) => areAlike(members[0], j))
    if (group !== undefined) group.members.push(j)
    else {
      const where = Array.from({ length: contexts }, (_, c) => c).filter((c) => plain[c * fixed + j] === 0)
      groups.push({ members: [j], contexts: where })
    }
  }
  return groups
}

function placesOf(contexts: number, codes: number, width: number, lanes: number, memories: number): LanePlaces {
  const bare = codes * width
  const prior = bare + contexts * width
  const priors = prior + codes
  // Two numbers are loaded at once, fastest from such addresses.
  const weights = Math.ceil((priors + contexts) / 2) * 2
  const scores = weights + lanes
  const runs = scores + lanes
  const starts = runs + lanes
  const sums = starts + lanes
  const counts = sums + contexts * width
  const totals = counts + codes
  const recent = totals + contexts
  const ends = recent + memories * (codes + contexts)
  const size = ends + contexts
  return { bare, prior, priors, weights, scores, runs, starts, counts, totals, sums, recent, ends, size }
}
