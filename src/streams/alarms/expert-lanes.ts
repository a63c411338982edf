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
    const groups = groupExperts(experts)
    const fours: Four[] = []
    const order: number[] = []
    const weightOf: number[] = []
    for (const members of groups) {
      const differs = contextsOf(experts, members[0], contexts)
      for (let i = 0; i < members.length; i += 4) {
        fours.push({ lane: order.length, contexts: differs })
        for (let at = i; at < i + 4; at++) {
          order.push(members[at] ?? members[0])
          weightOf.push(at < members.length ? weights[members[at]] : 0)
        }
      }
    }
    this.fours = fours
    this.width = order.length
    for (let m = 0; m < 4 * Math.ceil(memories / 4); m++) {
      order.push(m < memories ? fixed + m : fixed)
      weightOf.push(m < memories ? weights[fixed + m] : 0)
    }
    this.lanes = order.length
    this.order = Int32Array.from(order)
    this.laneOf = new Int32Array(fixed + memories)
    // From the last, so that the lane of its own is what remains of one that fills up others.
    for (let lane = order.length - 1; lane >= 0; lane--) this.laneOf[order[lane]] = lane
    this.places = placesOf({ contexts, codes, width: this.width, lanes: this.lanes, memories })
    this.constants = new Float64Array(this.places.scores)
    const { constants, width } = this
    const spread = (list: Float64Array, sets: number, at: number): void => {
      for (let set = 0; set < sets; set++) {
        for (let i = 0; i < width; i++) constants[at + set * width + i] = list[set * fixed + order[i]]
      }
    }
    spread(experts.tables, codes, 0)
    spread(experts.bare, contexts, this.places.bare)
    constants.set(prior, this.places.prior)
    constants.set(priors, this.places.priors)
    constants.set(weightOf, this.places.weights)
  }
}

/** Alternatives that differ from the reference in the same contexts, together. */
function groupExperts({ fixed, plain }: Experts): number[][] {
  const groups: number[][] = []
  for (let j = 0; j < fixed; j++) {
    let g = 0
    while (g < groups.length && !areAlike(plain, fixed, groups[g][0], j)) g++
    if (g === groups.length) groups.push([j])
    else groups[g].push(j)
  }
  return groups
}

function areAlike(plain: Uint8Array, fixed: number, one: number, other: number): boolean {
  for (let at = 0; at < plain.length; at += fixed) if (plain[at + one] !== plain[at + other]) return false
  return true
}

/** The contexts in which an alternative differs from the reference. */
function contextsOf({ fixed, plain }: Experts, expert: number, contexts: number): number[] {
  const found: number[] = []
  for (let context = 0; context < contexts; context++) if (plain[context * fixed + expert] === 0) found.push(context)
  return found
}

/** How many there are of what lists have a number for. */
interface Sizes {
  readonly contexts: number
  readonly codes: number
  readonly width: number
  readonly lanes: number
  readonly memories: number
}

function placesOf({ contexts, codes, width, lanes, memories }: Sizes): LanePlaces {
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
