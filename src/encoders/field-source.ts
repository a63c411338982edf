import { assignLevels, assignNumbers } from '../binning/assign.ts'
import { type Column, hasCuts } from '../binning/binning.ts'
import { representatives } from '../binning/use/representatives.ts'
import type { LabelValues, NumberValues } from '../types.ts'
import { readNumbers } from '../util/data-value.ts'
import { type AsideRule, type EncoderField, type FieldSource, readsNumbers } from './encoder.ts'

/** What an encoder keeps of a fitted column to find the slot of a value. */
export function sourceOf(column: Column): FieldSource {
  const { name } = column
  if (!hasCuts(column)) {
    const levels = column.bins.map((bin) => bin.levels)
    const { kind, unseen } = column
    return { name, kind, levels, missing: ruleOf(column.missing, []), ...(unseen === undefined ? {} : { unseen }) }
  }
  const stands = representatives(column)
  return {
    name,
    kind: column.kind,
    closed: column.closed,
    cuts: column.cuts,
    missing: { ...ruleOf(column.missing, stands), values: column.missing.values },
    special: column.special.map((special) => ({ ...ruleOf(special, stands), code: special.code })),
  }
}

function ruleOf({ policy, bin }: Omit<AsideRule, 'stand'>, stands: readonly number[]): AsideRule {
  return { policy, bin, stand: bin === null ? null : (stands[bin] ?? null) }
}

/** The slots of a field's values; a value that a policy refuses is an error that names column and row. */
export function slotsOf(field: EncoderField, values: NumberValues | LabelValues): Int32Array {
  if (readsNumbers(field)) return assignNumbers(field, values as NumberValues)
  const { name, levels, missing, unseen } = field
  return assignLevels({ name, bins: levels.map((own) => ({ levels: own })), missing, unseen }, values)
}

/**
 * The numbers to interpolate: as they are, but where a policy sends missing values or codes to a bin, the number that
 * stands for them. A copy is made only where something changes.
 */
export function standIns(field: EncoderField, values: NumberValues): Float64Array {
  const numbers = readNumbers(values, { where: 'encode', column: field.name })
  if (!readsNumbers(field)) return numbers
  const { missing, special } = field
  const stands = new Map<number, number>()
  if (missing.stand !== null) for (const code of [Number.NaN, ...missing.values]) stands.set(code, missing.stand)
  for (const { code, stand } of special) if (stand !== null) stands.set(code, stand)
  return stands.size === 0 ? numbers : numbers.map((value) => stands.get(value) ?? value)
}
