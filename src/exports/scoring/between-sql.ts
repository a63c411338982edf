import { hasCuts, type NumberColumn } from '../../binning/binning.ts'
import type { EncoderField } from '../../encoders/encoder.ts'
import { nextDown } from '../../util/numbers/doubles.ts'
import { shareAt, type ShareFormula, type Stretch, stretchesOf } from '../bin-stretches.ts'
import { inCalendar, momentAt } from '../date-moments.ts'
import type { ColumnPlan } from '../export-plan.ts'
import { fieldColumn, type FieldPlan } from '../field-plan.ts'
import { formAt, type ShareForm } from '../share-forms.ts'
import type { Dialect } from '../sql-dialects.ts'
import { caseOf, named } from '../sql-export.ts'
import { asDouble, millisecondsText, singleText } from '../sql-numbers.ts'
import { standsOf } from './scoring-plan.ts'

/**
 * What is made of a field, by slot a form: a CASE whose branches are stretches of numbers, and within a bin a formula of the
 * value. Neighbours that give the same are one branch.
 */
export function formsCase(
  { plan, field }: FieldPlan,
  forms: readonly ShareForm[],
  dialect: Dialect,
  margin: string,
): string {
  const column = fieldColumn(field)
  const number = (value: number): string => dialect.double(value)
  if (!hasCuts(column)) return caseOf(plan, dialect, margin, (slot) => slotText(slot, (at) => number(forms[at].base)))
  const x = named(dialect, column.name)
  const value = column.kind === 'date' ? millisecondsText(x, dialect) : asDouble(x, dialect)
  const parts: { start: number; text: string }[] = []
  for (const { start, slot, share } of within(stretchesOf(field), column, dialect)) {
    const form = forms[slot]
    const text = typeof share === 'number' ? number(formAt(form, share)) : formText(form, value, share, dialect)
    if (parts.at(-1)?.text !== text) parts.push({ start, text })
  }
  // Stretches stand for bins; what else there is comes behind them.
  const texts = parts.map(({ text }) => text)
  const aside = (slot: number | null, code: number): number | null => {
    if (slot === null) return null
    const share = slot < column.bins.length ? shareAt(field, slot, stands.get(code) ?? code) : 0
    return texts.push(number(formAt(forms[slot], share))) - 1
  }
  const stands = new Map(standsOf(field))
  const codes = plan.codes.map(({ code, slot }) => ({ code, slot: aside(slot, code) }))
  const missing = aside(plan.missing, Number.NaN)
  const ends = [-Infinity, Infinity].flatMap((code) => {
    const [own, near] = code < 0 ? [0, 0] : [column.bins.length - 1, parts.length - 1]
    const slot = aside(own, code)
    return texts[slot!] === texts[near] ? [] : [{ code, slot }]
  })
  const { closed } = column
  const cuts = parts.slice(1).map(({ start }) => (closed === 'left' ? start : nextDown(start)))
  const planned: ColumnPlan = {
    ...plan,
    column: { ...column, cuts },
    missing,
    codes: merged([...codes, ...ends], texts),
  }
  return caseOf(planned, dialect, margin, (slot) => slotText(slot, (at) => texts[at]))
}

function slotText(slot: number | null, text: (slot: number) => string): string {
  return slot === null ? 'NULL /* refused */' : text(slot)
}

/** Codes that give the same get one slot, so that they are asked for together. */
function merged(
  codes: readonly { code: number; slot: number | null }[],
  texts: readonly string[],
): ColumnPlan['codes'] {
  return codes.map(({ code, slot }) => ({ code, slot: slot === null ? null : texts.indexOf(texts[slot]) }))
}

/** The stretches that the database can hold a value of: moments have a first and a last year. */
function within(stretches: readonly Stretch[], { kind }: NumberColumn, { time }: Dialect): readonly Stretch[] {
  if (kind !== 'date') return stretches
  const early = (start: number): boolean => start < 0 && !inCalendar(momentAt(start, true, time.perMilli))
  const late = (start: number): boolean => start > 0 && !inCalendar(momentAt(start, true, time.perMilli))
  const first = Math.max(
    0,
    stretches.findLastIndex(({ start }) => early(start)),
  )
  return stretches.slice(first).filter(({ start }, i) => i === 0 || !late(start))
}

/** What a form is of the share of a bin that a value has passed. */
function formText(form: ShareForm, value: string, share: ShareFormula, dialect: Dialect): string {
  const number = (one: number): string => dialect.double(one)
  const passed = shareText(value, share, dialect)
  // So close to 0, what is left is 1.
  const base = share.tiny ? form.base + form.lower : form.base
  const times = (factor: number, text: string): string[] =>
    factor === 0 ? [] : [factor === 1 ? text : `${number(factor)} * ${text}`]
  const terms = [
    ...times(share.tiny ? 0 : form.lower, singleText(`${number(1)} - ${passed}`, false, dialect)),
    ...times(form.upper, singleText(passed, share.tiny, dialect)),
  ]
  return base === 0 && terms.length > 0 ? terms.join(' + ') : [number(base), ...terms].join(' + ')
}

function shareText(value: string, { lo, span, halved }: ShareFormula, { double }: Dialect): string {
  const x = halved ? `${value} / ${double(2)}` : value
  return `(${x} ${lo < 0 ? `+ ${double(-lo)}` : `- ${double(lo)}`}) / ${double(span)}`
}

/** Whether what is made of a field could reach further than this; the largest number it is made of counts where it is fixed. */
export function largestOf(field: EncoderField, forms: readonly ShareForm[]): number {
  const open = field.form === 'ramps' && forms.some(({ upper }) => upper !== 0)
  if (open) return Infinity
  return Math.max(...forms.map(({ base, upper, lower }) => Math.abs(base) + Math.abs(upper) + Math.abs(lower)))
}
