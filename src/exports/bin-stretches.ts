import { LARGEST, passed } from '../encoders/encode-field.ts'
import { binCount, type EncoderField, readsNumbers } from '../encoders/encoder.ts'
import { bits, double, nextDown, nextUp } from '../util/numbers/doubles.ts'
import { edgesOf } from './field-plan.ts'

/** Between ends closer to 0 than this, no difference overflows. */
export const FARTHEST: number = 2 ** 969
/** Below this, numbers of single precision have fewer digits. */
const LEAST_FULL = 2 ** -126

/** The share of its bin that x has passed: (x − lo) / span. Where a difference could overflow all is halved: (x/2 − lo) / span. */
export interface ShareFormula {
  readonly lo: number
  readonly span: number
  readonly halved: boolean
  /** whether the share is so close to 0 that single precision has fewer digits for it */
  readonly tiny: boolean
}

/** Neighbouring numbers of one bin whose share of it is one number, or follows one formula without reaching beyond doubles. */
export interface Stretch {
  readonly slot: number
  /** the first number of the stretch */
  readonly start: number
  readonly share: number | ShareFormula
}

/** The share of its bin that a value has passed, as the library computes it; `knots` stay within the bin. */
export function shareAt(field: EncoderField, slot: number, value: number): number {
  return shareBetween(field, edgesOf(field), slot, value)
}

function shareBetween(field: EncoderField, edges: readonly number[], slot: number, value: number): number {
  const [from, to] = [edges[slot], edges[slot + 1]]
  if (field.form === 'knots') return Math.max(0, Math.min(1, passed(value, from, to)))
  const x = value === Infinity ? edges[edges.length - 1] : value === -Infinity ? edges[0] : value
  if (!(to > from)) return x < to ? 0 : 1
  return Math.max(-LARGEST, Math.min(LARGEST, passed(x, from, to)))
}

/**
 * All finite numbers in stretches, from left to right, so that an export needs no limits, and meets no number that a
 * database would refuse: what rounds to 0 or lies beyond an end is a number of its own. O(bins · log numbers).
 */
export function stretchesOf(field: EncoderField): readonly Stretch[] {
  const known = stretches.get(field)
  if (known !== undefined) return known
  const found = makeStretches(field)
  stretches.set(field, found)
  return found
}

/** Every output of a field, and every test of it, asks for the same. */
const stretches = new WeakMap<EncoderField, readonly Stretch[]>()

function makeStretches(field: EncoderField): Stretch[] {
  if (!readsNumbers(field)) return []
  const edges = edgesOf(field)
  const { cuts, closed } = field
  const left = closed === 'left'
  const found: Stretch[] = []
  for (let slot = 0; slot < binCount(field); slot++) {
    const from = slot === 0 ? -Number.MAX_VALUE : left ? cuts[slot - 1] : nextUp(cuts[slot - 1])
    const to = slot === cuts.length ? Number.MAX_VALUE : left ? nextDown(cuts[slot]) : cuts[slot]
    found.push(...joined(ofBin(field, edges, slot, [from, to]), left))
  }
  return found
}

/** Stretches with their last numbers. */
interface Closed extends Stretch {
  readonly end: number
}

function ofBin(
  field: EncoderField,
  edges: readonly number[],
  slot: number,
  [first, last]: readonly [number, number],
): (Closed & Ends)[] {
  const [lower, upper] = [edges[slot], edges[slot + 1]]
  const formula = formulaOf(lower, upper)
  const found: (Closed & Ends)[] = []
  for (let start = first; start <= last;) {
    const share = (x: number): number => shareBetween(field, edges, slot, x)
    const kindAt = (x: number): Kind => kindOf(share(x), x, { knots: field.form === 'knots', lower, upper })
    const kind = kindAt(start)
    const end = lastWhere(start, last, (x) => kindAt(x) === kind)
    found.push({ slot, start, end, lower, upper, share: shareOf(kind, formula, share(start)) })
    start = nextUp(end)
  }
  return found
}

interface Ends {
  readonly lower: number
  readonly upper: number
}

function formulaOf(from: number, to: number): Omit<ShareFormula, 'tiny'> {
  const halved = Math.max(Math.abs(from), Math.abs(to)) > FARTHEST
  return halved ? { lo: from / 2, span: to / 2 - from / 2, halved } : { lo: from, span: to - from, halved }
}

/** Where differences could overflow, numbers closer to 0 than this are as good as 0; the smallest of all cannot be halved. */
const NOTHING = 1e-300

/** What is special about the share of a number. Numbers of one kind are neighbours. */
type Kind = 'lowest' | 'zero' | 'highest' | 'near zero' | Formula
type Formula = `${'' | 'tiny '}${'below' | 'within'}${'' | ' beyond zero'}`

function kindOf(share: number, x: number, { knots, lower, upper }: Ends & { readonly knots: boolean }): Kind {
  if (share >= (knots || !(upper > lower) ? 1 : LARGEST)) return 'highest'
  if (share <= -LARGEST) return 'lowest'
  if (Math.fround(share) === 0) return 'zero'
  const formula: Formula = `${Math.abs(share) < LEAST_FULL ? 'tiny ' : ''}${share < 0 ? 'below' : 'within'}`
  if (!formulaOf(lower, upper).halved || x < -NOTHING) return formula
  return x > NOTHING ? `${formula} beyond zero` : 'near zero'
}

/** What the share of numbers of a kind is, all of which round to the same where it is a number. */
function shareOf(kind: Kind, formula: Omit<ShareFormula, 'tiny'>, first: number): Stretch['share'] {
  if (kind === 'zero') return 0
  if (kind === 'lowest' || kind === 'highest' || kind === 'near zero') return first
  return { ...formula, tiny: kind.startsWith('tiny') }
}

/**
 * Where a formula gives the same at an end of the bin, the end goes to the side that makes it a limit itself: below 18, and
 * not below the number after 18.
 */
function joined(parts: (Closed & Ends)[], left: boolean): Stretch[] {
  const moved = parts.map((one) => ({ ...one }))
  for (const [i, one] of moved.entries()) {
    const [before, after] = [moved[i - 1], moved[i + 1]]
    const { share, start, end, lower, upper } = one
    if (share === 0 && end === lower && typeof after?.share === 'object' && (left || start === lower)) {
      after.start = lower
      one.end = nextDown(lower)
    }
    if (share === 1 && start === upper && typeof before?.share === 'object' && (!left || end === upper)) {
      before.end = upper
      one.start = nextUp(upper)
    }
  }
  return moved.flatMap(({ slot, start, end, share }) => (start <= end ? [{ slot, start, share }] : []))
}

/** The last double of a range at which something holds that holds at its start, and no more once it ended. */
function lastWhere(from: number, to: number, holds: (x: number) => boolean): number {
  if (holds(to)) return to
  let [yes, no] = [orderOf(from), orderOf(to)]
  while (no - yes > 1n) {
    const middle = (yes + no) >> 1n
    if (holds(doubleAt(middle))) yes = middle
    else no = middle
  }
  return doubleAt(yes)
}

const SIGN = 0x7fff_ffff_ffff_ffffn

/** The place of a double among all of them; 0 for both zeros. */
function orderOf(x: number): bigint {
  double[0] = x
  return bits[0] >= 0n ? bits[0] : -(bits[0] & SIGN)
}

function doubleAt(order: bigint): number {
  bits[0] = order >= 0n ? order : -order
  return order >= 0n ? double[0] : -double[0]
}
