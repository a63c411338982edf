import type { Tallies } from '../../types.ts'
import { fromUnits, toUnits } from '../../util/numbers/big-double.ts'
import { powerOfTwo } from '../../util/numbers/doubles.ts'
import type { EngineDialect } from '../dialects/engine-dialect.ts'

/**
 * Sums of doubles that do not depend on the order of addition: numbers are taken times a power of two, so that they are
 * whole, and added up as integers, which every database can do exactly. A number takes up to three parts of 30 bits, so
 * that the product of two parts, and the sum of very many, has room in 120 bits.
 */

const PART_BITS = 30
const MOST_PARTS = 3
/** Powers of two that a double can be multiplied by without losing it. */
const MOST_POWER = 1000
/** Doubles are whole multiples of 2^-1074. */
const UNIT = 1074

/** What must be known of numbers to add them up. */
export interface NumberFacts {
  /** the largest size, and the smallest above 0 */
  readonly most: number
  readonly least: number
  /** whether all are whole */
  readonly whole: boolean
}

/** How numbers become whole ones. */
export interface Scale {
  /** they are taken times 2 to this power */
  readonly power: number
  readonly parts: number
  /** whether that makes all of them whole; else they are rounded to whole ones */
  readonly exact: boolean
}

/** The scale on which numbers are whole, or the finest on which they have room. */
export function scaleFor({ most, least, whole }: NumberFacts, mostParts: number = MOST_PARTS): Scale {
  if (most === 0) return { power: 0, parts: 1, exact: true }
  const top = exponentOf(most) + 1
  const finest = Math.min(UNIT, 52 - exponentOf(least))
  const power = whole ? Math.min(0, finest) : finest
  const room = PART_BITS * mostParts
  if (top + power <= room && power <= MOST_POWER) {
    return { power, parts: Math.max(1, Math.ceil((top + power) / PART_BITS)), exact: true }
  }
  // Rounding gives whole numbers of 64 bits in some databases.
  const rounded = Math.min(room, 2 * PART_BITS)
  return { power: Math.min(MOST_POWER, rounded - top), parts: Math.ceil(rounded / PART_BITS), exact: false }
}

/** The exponent of the leading bit of a positive double. */
function exponentOf(x: number): number {
  let exponent = Math.max(-UNIT, Math.min(1023, Math.floor(Math.log2(x))))
  while (powerOfTwo(exponent) > x) exponent--
  while (exponent < 1023 && powerOfTwo(exponent + 1) <= x) exponent++
  return exponent
}

/** Columns to add to a query by name, or to put in the place of those of the same name. */
export type Layer = Readonly<Record<string, string>>

/** Layers that add the parts of the column `of`, named after it with 0, 1 and 2 behind, lowest first. */
export function partLayers(of: string, { power, parts, exact }: Scale, dialect: EngineDialect): Layer[] {
  const double = (value: number): string => dialect.double(value)
  const cast = (sql: string): string => `CAST(${sql} AS ${dialect.types.double})`
  const scaled = power === 0 ? of : `${of} * ${double(powerOfTwo(power))}`
  const layers: Layer[] = [{ [`${of}0`]: cast(exact ? scaled : `floor(${scaled} + ${double(0.5)})`) }]
  // What is left above 30 bits is parted off: y1 from y0, then y2 from y1.
  for (let part = 1; part < parts; part++) {
    const [below, above] = [`${of}${part - 1}`, `${of}${part}`]
    const high = `${below} * ${double(powerOfTwo(-PART_BITS))}`
    layers.push(
      { [above]: cast(`CASE WHEN ${below} < 0 THEN ceil(${high}) ELSE floor(${high}) END`) },
      { [below]: `${below} - ${above} * ${double(powerOfTwo(PART_BITS))}` },
    )
  }
  return layers
}

/** A query with a layer on it; `kept` are the columns it had. */
export function onto(rows: string, kept: readonly string[], added: Layer): string {
  const selected = [
    ...kept.filter((name) => !Object.hasOwn(added, name)),
    ...Object.entries(added).map(([name, sql]) => `${sql} AS ${name}`),
  ]
  return `SELECT ${selected.join(', ')} FROM (${rows}) AS kerf_layer`
}

/** The names of the parts of a column. */
export function partNames(of: string, { parts }: Scale): string[] {
  return Array.from({ length: parts }, (_, part) => `${of}${part}`)
}

/** The value of the parts of a sum, lowest first. */
export function joinParts(parts: readonly bigint[]): bigint {
  return parts.reduce((sum, part, i) => sum + (part << BigInt(PART_BITS * i)), 0n)
}

/** Pairs of parts whose products add up to squares, each once: 00, 01, 11, 02 … */
export function partPairs(parts: number): [number, number][] {
  return Array.from({ length: parts }, (_, high) =>
    Array.from({ length: high + 1 }, (__, low): [number, number] => [low, high]),
  ).flat()
}

/** The sum of squares from the sums of products of parts, in the order of `partPairs`. */
export function joinPairs(sums: readonly bigint[], parts: number): bigint {
  return partPairs(parts).reduce((sum, [low, high], i) => {
    const product = sums[i] << BigInt(PART_BITS * (low + high))
    return sum + (low === high ? product : product * 2n)
  }, 0n)
}

/** Whole numbers up to this size are doubles. */
const SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/** Sums as whole numbers, of which channel c counts 2^-powers[c] each. */
export class WideTally {
  readonly #powers: readonly number[]
  readonly #units: readonly number[]
  readonly #rows: number[] = []
  readonly #sums: bigint[][] = []

  constructor(powers: readonly number[]) {
    this.#powers = powers
    this.#units = powers.map((power) => powerOfTwo(-power))
  }

  add(slot: number, rows: number, terms: readonly (readonly [channel: number, sum: bigint])[]): void {
    this.#rows[slot] = (this.#rows[slot] ?? 0) + rows
    const sums = (this.#sums[slot] ??= this.#powers.map(() => 0n))
    for (const [channel, sum] of terms) sums[channel] += sum
  }

  tallies(slots: ArrayLike<number>): Tallies {
    const [size, channels] = [slots.length, this.#powers.length]
    const rows = Float64Array.from(slots, (slot) => this.#rows[slot] ?? 0)
    const sums = new Float64Array(size * channels)
    const residues: Float64Array[] = []
    for (let i = 0; i < size; i++) {
      for (let c = 0; c < channels; c++) {
        const sum = this.#sums[slots[i]]?.[c] ?? 0n
        if (sum <= SAFE && sum >= -SAFE && this.#powers[c] < 900) {
          sums[i * channels + c] = Number(sum) * this.#units[c]
          continue
        }
        const [first, ...rest] = expansion(sum, this.#powers[c])
        sums[i * channels + c] = first
        for (const [level, term] of rest.entries()) {
          residues[level] ??= new Float64Array(size * channels)
          residues[level][i * channels + c] = term
        }
      }
    }
    return { size, channels, rows, sums, residues }
  }
}

/** A whole number of 2^-power as doubles: rounded, then the rounded remainder, until nothing is left. */
function expansion(sum: bigint, power: number): number[] {
  let units = power <= UNIT ? sum << BigInt(UNIT - power) : sum >> BigInt(power - UNIT)
  const terms = [fromUnits(units)]
  for (units -= toUnits(terms[0]); units !== 0n; units -= toUnits(terms.at(-1)!)) terms.push(fromUnits(units))
  return terms
}
