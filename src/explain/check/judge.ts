/** What rows add up to, one number per channel; which channels there are is the judge's business. */
export type Tally = Float64Array

/** Classes and halves of rows that all count once. */
export interface PlainTally {
  readonly classCount: number
  /** of each row the half, the found one first, times the number of classes, and its class; twice that number for none */
  readonly groups: Uint8Array | Int32Array
}

/** Adds a row to the tally that begins at an index of an array. */
export interface RowTally {
  readonly channels: number
  readonly add: (into: Float64Array, at: number, row: number) => void
  /** the classes of rows that all count once, whatever the channel: then classes are counted first; null otherwise */
  readonly plain: PlainTally | null
}

/**
 * Says of rows whether they tell something of a goal: a class that is frequent in them, or a target that is high or low.
 * `Count` is what is said of any rows, `Facts` what is said of them beside all others. `all` always holds what is
 * `inside`.
 *
 * 1. Rows that are copies of each other are one observation, however often they were copied.
 * 2. Weights say how much a row stands for, not how often it was seen: twice all weights are no more evidence.
 */
export interface Judge<Count extends { readonly rows: number } = { readonly rows: number }, Facts = unknown> {
  readonly count: (tally: Tally) => Count
  /** part of the goal, or the mean */
  readonly value: (tally: Tally) => number
  /** by how much the goal leads; below 0 where it falls behind */
  readonly lead: (inside: Tally, all: Tally) => number
  /** whether no other class is as frequent as the goal; never so where there are no classes */
  readonly mostFrequent: (inside: Tally) => boolean
  /** chance of so clear a lead if the rows inside had been drawn without looking, one-sided */
  readonly chance: (inside: Tally, all: Tally) => number
  /** the lead in standard deviations of such a draw */
  readonly score: (inside: Tally, all: Tally) => number
  readonly facts: (inside: Tally, all: Tally) => Facts
}

/** A goal: how it is judged, and by how much each row speaks for it, for a search. */
export interface Goal<Count extends { readonly rows: number }, Facts> {
  readonly judge: Judge<Count, Facts>
  readonly scores: (row: number) => number
}

/** The sum of some slots of an array of tallies. O(slots · channels). */
export function sumSlots(tallies: Float64Array, slots: Iterable<number>, channels: number): Tally {
  const sum = new Float64Array(channels)
  for (const slot of slots) for (let c = 0; c < channels; c++) sum[c] += tallies[slot * channels + c]
  return sum
}

/** The sum of all slots. */
export function sumAll(tallies: Float64Array, channels: number): Tally {
  const sum = new Float64Array(channels)
  for (let at = 0; at < tallies.length; at++) sum[at % channels] += tallies[at]
  return sum
}

/** What is left of a tally without a part of it. */
export function without(all: Tally, inside: Tally): Tally {
  return all.map((sum, c) => sum - inside[c])
}
