import type { CategoryColumn, Column, NumberColumn } from '../binning/binning.ts'
import { binCount, type EncoderField, readsNumbers } from '../encoders/encoder.ts'
import { isNumbers } from '../trees/tree-columns.ts'
import type { TreeColumn } from '../trees/tree.ts'
import { type ColumnPlan, planColumn } from './export-plan.ts'

/**
 * What an export has to know of a field of an encoder: how values find their slot, and what a slot is as numbers. The
 * outputs of a value are `base[slot] + share · slope[slot]`, each rounded once to single precision, as the library does.
 */
export interface FieldPlan {
  readonly plan: ColumnPlan
  readonly field: EncoderField
  /** by slot, the outputs */
  readonly base: readonly (readonly number[])[]
  /** by slot, what is added for the share of the bin that a value has passed; null where the slot says all */
  readonly slope: readonly (readonly number[])[] | null
}

/** Settles a field of an encoder. O(slots · outputs). */
export function planField(field: EncoderField): FieldPlan {
  const plan = planColumn(fieldColumn(field), field.name, 'index')
  const slots = Array.from({ length: binCount(field) + field.asides.length }, (_, slot) => slot)
  const outputs = field.outputs.length
  const row = (lit: ReadonlyMap<number, number>): number[] => Array.from({ length: outputs }, (_, i) => lit.get(i) ?? 0)
  const base = slots.map((slot) => row(new Map(baseOf(field, slot))))
  const between = field.form === 'knots' || field.form === 'ramps'
  return { plan, field, base, slope: between ? slots.map((slot) => row(new Map(slopeOf(field, slot)))) : null }
}

/** The outputs that a slot lights, with how much. */
function baseOf(field: EncoderField, slot: number): [number, number][] {
  const { form, values, asides, dropFirst } = field
  const bins = binCount(field)
  if (form === 'value') return [[0, Math.fround(values![slot])]]
  if (slot >= bins) return asides[slot - bins] < 0 ? [] : [[asides[slot - bins], 1]]
  if (form === 'steps' || form === 'ramps') return Array.from({ length: slot }, (_, i) => [i, 1])
  return dropFirst && slot === 0 ? [] : [[slot - (dropFirst ? 1 : 0), 1]]
}

function slopeOf(field: EncoderField, slot: number): [number, number][] {
  const bins = binCount(field)
  if (slot >= bins) return []
  if (field.form === 'ramps') return [[slot, 1]]
  const [from, to] = edgesOf(field).slice(slot)
  if (!(to > from)) return []
  const first = field.dropFirst ? 1 : 0
  return [...(slot < first ? [] : [[slot - first, -1] as [number, number]]), [slot + 1 - first, 1]]
}

/** The ends of the bins of a field whose values lie between them. */
export function edgesOf(field: EncoderField): readonly number[] {
  if (!readsNumbers(field) || field.ends === null) return []
  return [field.ends[0], ...field.cuts, field.ends[1]]
}

const nothing = { countsExact: true, notes: [] } as const

/** A column that puts values into the slots that a field of an encoder has. */
export function fieldColumn(field: EncoderField): Column {
  const { name } = field
  if (!readsNumbers(field)) {
    const { kind, levels, missing, unseen } = field
    return levelColumn({ name, kind, groups: levels, missing, ...(unseen === undefined ? {} : { unseen }) })
  }
  const { kind, closed, cuts, missing, special } = field
  return numberColumn({ name, kind, closed, cuts, missing, special })
}

/** A column that puts values into the slots that a test of a tree tells apart: bins or groups, missing, then codes. */
export function columnOfTree(column: TreeColumn): Column {
  const { name } = column
  const own = { policy: 'own', bin: null } as const
  if (!isNumbers(column)) return levelColumn({ name, kind: column.kind, groups: column.groups, missing: own })
  const { kind, closed, cuts, missing, special } = column
  const codes = special.map((code) => ({ ...own, code }))
  return numberColumn({ name, kind, closed, cuts, missing: { ...own, values: missing }, special: codes })
}

type Aside = Pick<Column['missing'], 'policy' | 'bin'>

function numberColumn(
  given: Pick<NumberColumn, 'name' | 'kind' | 'closed' | 'cuts'> & {
    readonly missing: Aside & { readonly values: readonly number[] }
    readonly special: readonly (Aside & { readonly code: number })[]
  },
): NumberColumn {
  const bins = [...given.cuts, 0].map((_, i) => ({ label: String(i), lo: null, hi: null, median: null, count: 0 }))
  return {
    ...given,
    ...nothing,
    method: 'fixed',
    options: {},
    cutsExact: true,
    range: null,
    reasons: [],
    bins,
    missing: { ...given.missing, count: 0 },
    special: given.special.map((special) => ({ ...special, count: 0 })),
    shape: null,
  }
}

function levelColumn(
  given: Pick<CategoryColumn, 'name' | 'kind' | 'unseen'> & {
    readonly missing: Aside
    readonly groups: readonly (readonly string[])[]
  },
): CategoryColumn {
  const { groups, missing, ...rest } = given
  const bins = groups.map((levels, i) => ({ label: String(i), levels, count: 0 }))
  return { ...rest, ...nothing, bins, missing: { ...missing, values: [], count: 0 } }
}
