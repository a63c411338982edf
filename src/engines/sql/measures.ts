import { slotTally } from '../../summaries/slot-tally.ts'
import { channelCount } from '../../summaries/tallies.ts'
import type { Note, Tallies, Target } from '../../types.ts'
import type { EngineDialect } from '../dialects/engine-dialect.ts'
import {
  joinPairs,
  joinParts,
  type Layer,
  type NumberFacts,
  partLayers,
  partNames,
  partPairs,
  type Scale,
  scaleFor,
  WideTally,
} from './wide-sums.ts'

/** What is asked for each group of rows besides how many there are, and how the answers are added up. */
export interface Measures {
  readonly target: Target | null
  readonly weighted: boolean
  /** columns the rows must have besides c, the class, of which these layers make parts: y, w */
  readonly layers: readonly Layer[]
  /** the parts, to be kept through all further queries */
  readonly kept: readonly string[]
  /** sums over the parts, as texts */
  readonly sums: readonly string[]
  readonly notes: readonly Note[]
  /** a tally that takes the groups */
  tally(): GroupTally
}

/** Adds up groups of rows, each of one class. */
export interface GroupTally {
  add(slot: number, code: number, rows: number, sums: readonly bigint[]): void
  tallies(slots: ArrayLike<number>): Tallies
}

/** What was found out about a numeric target and about weights; null where there is none. */
export interface MeasuredFacts {
  readonly target: Target | null
  readonly numbers: NumberFacts | null
  readonly weights: NumberFacts | null
}

/** Weights beside a numeric target have one part, so that products of three have room. */
const WEIGHT_PARTS = 1

/** How groups of rows are measured. Of classes without weights there is nothing to add up: rows are counted. */
export function measuresOf({ target, numbers, weights }: MeasuredFacts, dialect: EngineDialect): Measures {
  if (numbers === null && weights === null) return plainCounts(target)
  const y = numbers && scaleFor(numbers)
  const w = weights && scaleFor(weights, numbers === null ? undefined : WEIGHT_PARTS)
  const [ys, ws] = [y === null ? [] : partNames('y', y), w === null ? [] : partNames('w', w)]
  const products = [
    ...ws.map((part) => [part]),
    ...ys.map((part) => [part, ...ws]),
    ...(y === null ? [] : partPairs(y.parts).map(([low, high]) => [ys[low], ys[high], ...ws])),
  ]
  return {
    target,
    weighted: w !== null,
    layers: [...(y === null ? [] : partLayers('y', y, dialect)), ...(w === null ? [] : partLayers('w', w, dialect))],
    kept: [...ys, ...ws],
    sums: (y === null ? ws.map((part) => [part]) : products).map((parts) => sumSql(parts, dialect)),
    notes: [...roundedNotes('target', y, numbers), ...roundedNotes('weight', w, weights)],
    tally: () => (y === null ? weightTally(target, w!) : numberTally(y, w)),
  }
}

/** Rows counted by class, or only counted. */
function plainCounts(target: Target | null): Measures {
  return {
    target,
    weighted: false,
    layers: [],
    kept: [],
    sums: [],
    notes: [],
    tally: () => {
      let size = 1024
      const tally = slotTally(target, size)
      return {
        add: (slot, code, rows) => {
          while (slot >= size) tally.grow((size *= 2))
          tally.add(slot, code, rows)
        },
        tallies: (slots) => tally.tallies(slots),
      }
    },
  }
}

/** Two parts of 30 bits are multiplied as numbers of 64, a third as a wide one. */
function sumSql(parts: readonly string[], { whole, wide, wideText }: EngineDialect): string {
  const factors = parts.map(whole)
  const product = [factors.slice(0, 2).join(' * '), ...factors.slice(2)].map(wide).join(' * ')
  return wideText(`sum(${product})`)
}

/** Weights added up by class; without classes in one sum. */
function weightTally(target: Target | null, { power }: Scale): GroupTally {
  const tally = new WideTally(Array.from({ length: channelCount(target) }, () => power))
  return {
    add: (slot, code, rows, sums) => tally.add(slot, rows, [[code, joinParts(sums)]]),
    tallies: (slots) => tally.tallies(slots),
  }
}

/** Weight, Σy and Σy². */
function numberTally(y: Scale, w: Scale | null): GroupTally {
  const power = w?.power ?? 0
  const tally = new WideTally([power, y.power + power, 2 * y.power + power])
  const ahead = w === null ? 0 : 1
  return {
    add: (slot, _, rows, sums) => {
      const weight = w === null ? BigInt(rows) : sums[0]
      const linear = sums.slice(ahead, ahead + y.parts)
      tally.add(slot, rows, [
        [0, weight],
        [1, joinParts(linear)],
        [2, joinPairs(sums.slice(ahead + y.parts), y.parts)],
      ])
    },
    tallies: (slots) => tally.tallies(slots),
  }
}

/** Says how far sums may be off where numbers were rounded. */
function roundedNotes(what: string, scale: Scale | null, facts: NumberFacts | null): Note[] {
  if (scale === null || scale.exact || facts === null) return []
  const off = 2 ** -scale.power
  const message =
    `the numbers of the ${what} reach from ${facts.least} to ${facts.most} in size, too far to be added up exactly: each ` +
    `was rounded by at most ${Number(off.toPrecision(2))}`
  return [{ code: 'rounded-sums', message, figures: { off } }]
}
