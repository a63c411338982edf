import { hasCuts } from '../../binning/binning.ts'
import { type EncoderField, readsNumbers } from '../../encoders/encoder.ts'
import { shortForm } from '../../encoders/encoded-rows.ts'
import type { Encoder } from '../../encoders/encoder.ts'
import type { ColumnPlan } from '../export-plan.ts'
import { edgesOf, type FieldPlan, planField } from '../field-plan.ts'

/** A field of an encoder as code needs it, whatever the language. −1 stands for a refused value. */
export interface ScoringField {
  readonly name: string
  readonly missing: number
  /** levels with their slots; null for numbers */
  readonly levels: readonly (readonly [string, number])[] | null
  readonly unseen: number
  readonly date: boolean
  readonly right: boolean
  readonly cuts: readonly number[]
  readonly codes: readonly (readonly [number, number])[]
  readonly base: readonly (readonly number[])[]
  readonly between: Between | null
}

/** What interpolation within bins needs. */
export interface Between {
  readonly slope: readonly (readonly number[])[]
  readonly edges: readonly number[]
  /** whether values beyond the ends count as the ends; else they are followed further */
  readonly clamp: boolean
  /** what stands for missing values and codes where they are sent to a bin; NaN is missing */
  readonly stands: readonly (readonly [number, number])[]
}

/** The fields of an encoder that have outputs. */
export function scoringFields(encoder: Encoder): ScoringField[] {
  return encoder.fields.filter(({ outputs }) => outputs.length > 0).map((field) => scoringField(planField(field)))
}

function scoringField({ plan, field, base, slope }: FieldPlan): ScoringField {
  const between =
    slope === null ? null : { slope, edges: edgesOf(field), clamp: field.form === 'knots', stands: standsOf(field) }
  return tableField(plan, base, between)
}

/** A column with a row of numbers for each slot. */
export function tableField(plan: ColumnPlan, base: ScoringField['base'], between: Between | null = null): ScoringField {
  const { column, codes, levels, missing, unseen } = plan
  return {
    name: column.name,
    missing: missing ?? -1,
    levels: hasCuts(column) ? null : levels.map(({ level, slot }) => [level, slot ?? -1]),
    unseen: (unseen === undefined ? missing : unseen) ?? -1,
    date: column.kind === 'date',
    right: hasCuts(column) && column.closed === 'right',
    cuts: hasCuts(column) ? column.cuts : [],
    codes: codes.map(({ code, slot }) => [code, slot ?? -1]),
    base,
    between,
  }
}

/** What stands for missing values and codes where they are sent to a bin; NaN is missing. */
export function standsOf(field: EncoderField): [number, number][] {
  if (!readsNumbers(field)) return []
  const { missing, special } = field
  const own = missing.stand === null ? [] : [Number.NaN, ...missing.values]
  return [
    ...own.map((code): [number, number] => [code, missing.stand!]),
    ...special.flatMap(({ code, stand }): [number, number][] => (stand === null ? [] : [[code, stand]])),
  ]
}

/** Whether a model takes what is left of 1 from the rounded share, as the short form of its rows does. */
export function inPairs(encoder: Encoder): boolean {
  return shortForm(encoder) === 'pairs'
}
