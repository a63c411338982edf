import { ArgumentError } from '../../errors.ts'
import { check, integer, oneOf, type Option, real, resolveOptions, show, isOptions } from '../../util/check.ts'
import { powerOfTwo } from '../../util/numbers/doubles.ts'
import type { LiveTarget } from './cell-plane.ts'
import { ASIDE } from '../tallies.ts'

/** How a live column is kept; everything may be left out. */
export type PidOptions = {
  /** what is kept of the target: nothing, counts per class, or Σ and Σ² of a number; default none */
  readonly target?: LiveTarget | undefined
  /** number of classes of a class target; more can be added later */
  readonly classes?: number | undefined
  /** whether rows have weights; default false */
  readonly weighted?: boolean | undefined
  /** numbers that stand for a missing value, and codes with a slot of their own */
  readonly missing?: readonly number[] | undefined
  /** codes with a slot of their own */
  readonly special?: readonly number[] | undefined
  /** a guess of the range; without one the first distinct values make the first cells */
  readonly range?: readonly [number, number] | undefined
  /** cells to start with; default 300, thirty for each of ten bins */
  readonly startCells?: number | undefined
  /** a cell with a larger share of the values is split; default 1 / startCells; 1 never splits */
  readonly splitShare?: number | undefined
  /** most cells; default 4 · startCells */
  readonly maxCells?: number | undefined
  /** how an open end cell is split: midway between its values, or one step beyond the range; default middle */
  readonly ends?: 'middle' | 'step' | undefined
  /** rows after which a row counts half; default never */
  readonly halfLife?: number | undefined
  /** newest rows that count; default all */
  readonly window?: number | undefined
  /** parts of a window, which are forgotten one at a time; default 10 */
  readonly panes?: number | undefined
}

/** Options with every default filled in. */
export type Filled<Options> = { readonly [Name in keyof Options]-?: NonNullable<Options[Name]> }

/** The options with every default filled in. */
export type PidSettings = Filled<Omit<PidOptions, 'range' | 'halfLife' | 'window'>> & {
  readonly range: readonly [number, number] | null
  readonly halfLife: number | null
  readonly window: number | null
}

const MOST_CELLS = 1_000_000
const MOST_CLASSES = 65_536
/** Counts one plane may hold: 128 megabytes. */
const MOST_COUNTS = 16_777_216

type Scalars = Omit<PidSettings, 'weighted' | 'missing' | 'special' | 'range' | 'halfLife' | 'window'>

function rules(startCells: number): { readonly [Name in keyof Scalars]: Option<Scalars[Name]> } {
  const about = ''
  return {
    target: { rule: oneOf('none', 'class', 'numeric'), default: 'none', about },
    classes: { rule: integer(0, MOST_CLASSES), default: 0, about },
    startCells: { rule: integer(1, MOST_CELLS), default: 300, about },
    splitShare: { rule: real({ above: 0, max: 1 }), default: 1 / startCells, about },
    maxCells: { rule: integer(2, MOST_CELLS), default: Math.max(2, Math.min(MOST_CELLS, 4 * startCells)), about },
    ends: { rule: oneOf('middle', 'step'), default: 'middle', about },
    panes: { rule: integer(1, 1000), default: 10, about },
  }
}

/** Reads the options of a live column; what is wrong with them is refused in one sentence. */
export function readPidOptions(given: PidOptions): PidSettings {
  const where = 'Pid'
  isOptions(where, given)
  const { weighted = false, missing = [], special = [], range = null, halfLife = null, window = null, ...rest } = given
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const startCells = known['startCells'] ?? 300
  check(where, 'startCells', integer(1, MOST_CELLS), startCells)
  const scalars = resolveOptions<Scalars>(where, rules(startCells), known)
  if (typeof weighted !== 'boolean')
    throw new ArgumentError(`${where}: weighted must be true or false, got ${show(weighted)}`, { code: 'wrong-type' })
  if (halfLife !== null) check(where, 'halfLife', integer(1), halfLife)
  if (window !== null) check(where, 'window', integer(1), window)
  if (halfLife !== null && window !== null) {
    throw new ArgumentError(`${where}: halfLife must not be given beside a window, got ${halfLife} and ${window}`, {
      code: 'out-of-range',
    })
  }
  if (scalars.maxCells <= scalars.startCells) {
    throw new ArgumentError(
      `${where}: maxCells must be above startCells (${scalars.startCells}), got ${scalars.maxCells}`,
      { code: 'out-of-range' },
    )
  }
  if (scalars.maxCells * Math.max(1, scalars.classes) > MOST_COUNTS) {
    throw new ArgumentError(
      `${where}: maxCells must be at most ${Math.floor(MOST_COUNTS / scalars.classes)} for ${scalars.classes} classes, got ${scalars.maxCells}`,
      { code: 'out-of-range' },
    )
  }
  if (range !== null && !(range.length === 2 && range.every(Number.isFinite) && range[0] < range[1])) {
    throw new ArgumentError(`${where}: range must be two finite numbers in increasing order, got ${show(range)}`, {
      code: 'out-of-range',
    })
  }
  if (scalars.ends === 'step' && range === null)
    throw new ArgumentError(`${where}: ends must not be step without a range`, { code: 'out-of-range' })
  return {
    ...scalars,
    classes: scalars.target === 'class' ? scalars.classes : 0,
    weighted,
    range: range === null ? null : [range[0], range[1]],
    halfLife,
    window,
    ...readCodes(where, missing, special),
  }
}

function readCodes(
  where: string,
  missing: readonly number[],
  special: readonly number[],
): Pick<PidSettings, 'missing' | 'special'> {
  const sorted = (name: string, codes: readonly number[]): number[] => {
    const own = [...new Set(codes.map((code) => code + 0))].toSorted((a, b) => a - b)
    const odd = own.find((code) => !Number.isFinite(code))
    if (odd !== undefined)
      throw new ArgumentError(`${where}: ${name} must hold finite numbers, got ${show(odd)}`, { code: 'out-of-range' })
    return own
  }
  const codes = { missing: sorted('missing', missing), special: sorted('special', special) }
  const both = codes.special.find((code) => codes.missing.includes(code))
  if (both !== undefined)
    throw new ArgumentError(`${where}: special must not repeat a missing value, got ${both}`, { code: 'out-of-range' })
  return codes
}

/** Sums kept per slot. */
export function channelsOf({ target, classes }: Pick<PidSettings, 'target' | 'classes'>): number {
  return target === 'class' ? classes : target === 'numeric' ? 3 : 1
}

/**
 * The power of two of which all counts are multiples. A thousandth of a row leaves space for 2^43 rows; weights and fading
 * rows need finer steps, and their sum is small.
 */
export function grainOf({ weighted, halfLife }: Pick<PidSettings, 'weighted' | 'halfLife'>): number {
  return powerOfTwo(weighted || halfLife !== null ? -20 : -10)
}

/** The slot aside of each declared code; null where there are none. */
export function codeSlots({ missing, special }: PidSettings): ReadonlyMap<number, number> | null {
  if (missing.length + special.length === 0) return null
  return new Map([
    ...missing.map((code): [number, number] => [code, ASIDE.missing]),
    ...special.map((code, i): [number, number] => [code, ASIDE.special + i]),
  ])
}
