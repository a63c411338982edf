import { asideSlots, assign, assignLevels } from '../binning/assign.ts'
import { type Binning, type Column, hasCuts } from '../binning/binning.ts'
import { slotLabels } from '../binning/labels.ts'
import { makeEncoder } from '../encoders/make-encoder.ts'
import { woe } from '../encoders/woe.ts'
import { DataError } from '../errors.ts'
import { type OptionNames, type Rule, check, knownOptions, mustBe, oneOf } from '../util/check.ts'
import { suggest } from '../util/suggest.ts'

/** What SQL takes besides. */
export type SqlOptions = {
  /** the dialect; default duckdb */
  readonly dialect?: string | undefined
  /** the table; a dot parts schema and name; default `data` */
  readonly table?: string | undefined
  /** the expressions alone, without SELECT and FROM */
  readonly expressions?: boolean | undefined
}

/** What an export answers, and for which columns. */
export type ExportOptions = SqlOptions & {
  /** the label of a bin, its number from 0, or its weight of evidence as the encoding `woe` has it; default label */
  readonly as?: 'label' | 'index' | 'woe' | undefined
  /** names of the columns, in the order wanted; default all */
  readonly columns?: readonly string[] | undefined
  /** what is put behind the name of a column to name its bins; default `_bin` */
  readonly suffix?: string | undefined
}

/** What an export has to know of one column. */
export interface ColumnPlan {
  readonly column: Column
  /** name of the column of bins */
  readonly output: string
  /** what stands for each slot that `assign` can answer */
  readonly answers: readonly (string | number)[]
  /** whether the answers are numbers with digits behind the point */
  readonly fractions: boolean
  /** the slot of missing values; null where they are refused */
  readonly missing: number | null
  /** the slot of levels that the fit did not see, where that is another than of missing values; null where they are refused */
  readonly unseen?: number | null
  /** numbers that are looked up before the cuts, with their slots */
  readonly codes: readonly { readonly code: number; readonly slot: number | null }[]
  /** levels with their slots; empty for a column with cuts */
  readonly levels: readonly { readonly level: string; readonly slot: number | null }[]
}

/** `module` is what tests of an export import. */
const NAMES: OptionNames<ExportOptions & { readonly module?: string }> = {
  dialect: 1,
  table: 1,
  expressions: 1,
  as: 1,
  columns: 1,
  suffix: 1,
  module: 1,
}

const TEXT: Rule<string> = {
  words: 'a text that is not empty',
  type: 'string',
  accepts: (v) => typeof v === 'string' && v !== '',
}

/** The columns to export, with everything settled that does not depend on where to. O(bins + levels + codes). */
export function planColumns(binning: Binning, options: ExportOptions): ColumnPlan[] {
  mustBe('export', 'binning', binning)
  knownOptions('export', options, NAMES)
  const { as = 'label', suffix = '_bin' } = options
  check('export', 'as', oneOf('label', 'index', 'woe'), as)
  check('export', 'suffix', TEXT, suffix)
  const names = binning.columns.map(({ name }) => name)
  const wanted = options.columns ?? names
  if (wanted.length === 0) throw new DataError('export: there is no column to export')
  const plans = wanted.map((name) => {
    const column = binning.columns[names.indexOf(name)]
    if (column === undefined)
      throw new DataError(`export: unknown column ${JSON.stringify(name)}${suggest(name, names)}`, {
        code: 'unknown-name',
      })
    const output = `${name}${suffix}`
    if (names.includes(output)) {
      throw new DataError(`export: ${JSON.stringify(output)} is a column already; choose another suffix`)
    }
    return planColumn(column, output, as === 'label' ? as : 'index')
  })
  return as === 'woe' ? withEvidence(plans, binning) : plans
}

/** The same with the weight of evidence of every slot for an answer, in single precision like all that encoders make. */
function withEvidence(plans: readonly ColumnPlan[], binning: Binning): ColumnPlan[] {
  const { fields } = makeEncoder(binning, { encoding: woe, columns: plans.map(({ column }) => column.name) })
  return plans.map((plan, i) => ({ ...plan, answers: fields[i].values!.map(Math.fround), fractions: true }))
}

/** Settles one column. `output` is the name of the column of answers. */
export function planColumn(column: Column, output: string, as: 'label' | 'index'): ColumnPlan {
  const labels = slotLabels(column)
  const codes = hasCuts(column) ? [...column.missing.values, ...column.special.map(({ code }) => code)] : []
  const codeSlots = slotsOf(column, codes)
  // An empty text is a missing value even where a binning lists it as a level.
  const levels = hasCuts(column) ? [] : column.bins.flatMap((bin) => bin.levels).filter((level) => level !== '')
  const levelSlots = slotsOf(column, levels)
  return {
    column,
    output,
    answers: as === 'label' ? labels : labels.map((_, slot) => slot),
    fractions: false,
    missing: slotsOf(column, [null])[0],
    ...unseenSlot(column),
    codes: codes.map((code, i) => ({ code, slot: codeSlots[i] })),
    levels: levels.map((level, i) => ({ level, slot: levelSlots[i] })),
  }
}

/** Where levels that the fit did not see go, where that is not said by where missing values go. */
function unseenSlot(column: Column): Pick<ColumnPlan, 'unseen'> {
  if (hasCuts(column)) return {}
  const { missing, unseen } = asideSlots(column)
  return missing === unseen ? {} : { unseen: unseen < 0 ? null : unseen }
}

/** What `assign` answers for each value, with null for what it refuses. O(values · log cuts). */
export function slotsOf(column: Column, values: readonly (number | string | null)[]): (number | null)[] {
  const bins = column.bins.length
  const refused = new Set<number>()
  if (column.missing.policy === 'error') refused.add(bins)
  const missing = ownSlot(column.missing)
  // A slot that nothing else can have stands for a refusal, so that all values are asked for at once.
  let slots: Int32Array
  if (hasCuts(column)) {
    column.special.forEach(({ policy }, j) => policy === 'error' && refused.add(bins + 1 + j))
    const asked = { ...column, missing, special: column.special.map(ownSlot) }
    slots = assign(asked, values as readonly (number | null)[])
  } else {
    // One more bin that holds nothing, for levels that are refused.
    if (column.unseen?.policy === 'error') refused.add(bins + 1)
    const unseen = column.unseen?.policy === 'error' ? { policy: 'bin' as const, bin: bins + 1 } : column.unseen
    slots = assignLevels({ ...column, missing, unseen }, values)
  }
  return Array.from(slots, (slot) => (refused.has(slot) ? null : slot))
}

function ownSlot<T extends Column['missing'] | { policy: string; bin: number | null }>(entry: T): T {
  return entry.policy === 'error' ? { ...entry, policy: 'own', bin: null } : entry
}
