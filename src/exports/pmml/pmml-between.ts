import type { EncoderField } from '../../encoders/encoder.ts'
import { readsNumbers } from '../../encoders/encoder.ts'
import { nextDown } from '../../util/numbers/doubles.ts'
import { shareAt, type Stretch, stretchesOf } from '../bin-stretches.ts'
import { type ColumnPlan, planColumn } from '../export-plan.ts'
import { fieldColumn, type FieldPlan } from '../field-plan.ts'
import type { ShareForm } from '../share-forms.ts'
import { freeName } from './pmml-document.ts'
import { derivedField, doubleText, slotExpression } from './pmml-slots.ts'
import { type Element, element } from './xml.ts'

/** The fields that hold, in single precision, the share of its bin that a value has passed, and what is left of it. */
export interface ShareFields {
  readonly derived: readonly Element[]
  readonly share: string
  readonly rest: string
}

/** Makes the fields for the shares of a column whose values are interpolated. */
export function shareFields(planned: FieldPlan, taken: Set<string>): ShareFields {
  const { name } = planned.field
  const [exact, share, rest] = ['share', 'share, single', 'rest, single'].map((what) =>
    freeName(`${name} ${what}`, taken),
  )
  const left = apply('-', constant(1), reference(exact))
  const derived = [
    derivedField(exact, 'double', shareExpression(planned)),
    derivedField(share, 'float', reference(exact)),
    derivedField(rest, 'float', left),
  ]
  return { derived, share, rest }
}

/** What is made of a value, by slot a form: base + upper · share + lower · rest. */
export function formExpression(
  { plan }: FieldPlan,
  forms: readonly ShareForm[],
  { share, rest }: ShareFields,
): Element {
  const table = (pick: (form: ShareForm) => number): Element => slotExpression(plan, forms.map(pick), 'double')
  const times = (pick: (form: ShareForm) => number, field: string): Element[] =>
    forms.every((form) => pick(form) === 0) ? [] : [apply('*', table(pick), reference(field))]
  const parts = [...times(({ upper }) => upper, share), ...times(({ lower }) => lower, rest)]
  return parts.reduce(
    (sum, part) => apply('+', sum, part),
    table(({ base }) => base),
  )
}

/** The share of its bin that a value has passed: (x · scale − lo) / span with numbers of the stretch that x lies in. */
function shareExpression({ plan, field }: FieldPlan): Element {
  const x = reference(field.name)
  const stretches = stretchesOf(field)
  const column = stretchPlan(field, stretches)
  const table = (pick: (share: Stretch['share']) => number): Element =>
    slotExpression(column, stretches.map(({ share }) => pick(share)), 'double') // prettier-ignore
  const scaled = apply(
    '*',
    x,
    table((share) => (typeof share === 'number' ? 0 : share.halved ? 0.5 : 1)),
  )
  const gone = apply(
    '-',
    scaled,
    table((share) => (typeof share === 'number' ? -share : share.lo)),
  )
  const formula = apply(
    '/',
    gone,
    table((share) => (typeof share === 'number' ? 1 : share.span)),
  )
  const { cuts, missing, special } = field as Extract<EncoderField, { readonly cuts: unknown }>
  const limit = constant(Number.MAX_VALUE)
  const end = (slot: number, value: number): Element => constant(shareAt(field, slot, value))
  let inner = apply('if', apply('greaterThan', x, limit), end(cuts.length, Infinity), formula)
  inner = apply('if', apply('lessThan', x, constant(-Number.MAX_VALUE)), end(0, -Infinity), inner)
  const standing = [...missing.values.map((code) => ({ ...missing, code })), ...special]
  for (const { code, bin, stand } of standing) {
    if (bin === null || stand === null) continue
    const codes = code === 0 ? [constant(0), constant(-0)] : [constant(code)]
    inner = apply('if', apply('isIn', x, ...codes), end(bin, stand), inner)
  }
  const absent = plan.missing !== null && missing.stand !== null ? shareAt(field, plan.missing, missing.stand) : 0
  return apply('if', apply('isMissing', x), constant(absent), inner)
}

/** A column whose bins are the stretches. */
function stretchPlan(field: EncoderField, stretches: readonly Stretch[]): ColumnPlan {
  if (!readsNumbers(field)) throw new Error('only numbers are interpolated')
  const starts = stretches.slice(1).map(({ start }) => start)
  const own = { policy: 'own', bin: null, stand: null } as const
  const cuts = field.closed === 'left' ? starts : starts.map(nextDown)
  const column = fieldColumn({ ...field, cuts, missing: { ...own, values: [] }, special: [] })
  return planColumn(column, field.name, 'index')
}

function apply(name: string, ...inner: Element[]): Element {
  return element('Apply', { function: name }, inner)
}

function reference(field: string): Element {
  return element('FieldRef', { field })
}

function constant(value: number): Element {
  return element('Constant', { dataType: 'double' }, doubleText(value))
}
