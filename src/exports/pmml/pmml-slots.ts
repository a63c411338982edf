import { type Column, hasCuts, type NumberColumn } from '../../binning/binning.ts'
import { nextUp } from '../../util/numbers/doubles.ts'
import { type ColumnPlan, slotsOf } from '../export-plan.ts'
import { digitsOf } from '../sql-dialects.ts'
import { type Element, element } from './xml.ts'

/** What a derived field holds. */
export type DataType = 'string' | 'integer' | 'double' | 'float'

/** What stands for each slot; undefined where a slot has nothing, so that the field is then missing. */
export type Answers = readonly (string | number | undefined)[]

/** A field that is made of a column: what stands for the slot of its value. */
export function slotField(name: string, plan: ColumnPlan, answers: Answers, type: DataType): Element {
  return derivedField(name, type, slotExpression(plan, answers, type))
}

/** A field that is made of others. */
export function derivedField(name: string, dataType: DataType, expression: Element): Element {
  const optype = dataType === 'double' || dataType === 'float' ? 'continuous' : 'categorical'
  return element('DerivedField', { name, optype, dataType }, [expression])
}

/** What stands for the slot of a value of a column, as an expression. */
export function slotExpression(plan: ColumnPlan, answers: Answers, type: DataType): Element {
  const text = (slot: number | null | undefined): string | undefined => {
    const answer = slot === null || slot === undefined ? undefined : answers[slot]
    return typeof answer === 'number' && type === 'double' ? doubleText(answer) : answer?.toString()
  }
  const { column } = plan
  return hasCuts(column) ? discretize(column, plan, text, type) : mapValues(column, plan, text, type)
}

type SlotText = (slot: number | null | undefined) => string | undefined

function discretize(column: NumberColumn, { missing }: ColumnPlan, text: SlotText, type: DataType): Element {
  const ranges = rangesOf(column)
  const attributes = { field: column.name, mapMissingTo: text(missing), dataType: type }
  // A range must have a limit: where all numbers are in one, it is what is left.
  if (ranges.length === 1) return element('Discretize', { ...attributes, defaultValue: text(ranges[0].slot) })
  const bins = ranges.flatMap(({ slot, ...range }) => {
    const binValue = text(slot)
    return binValue === undefined ? [] : [element('DiscretizeBin', { binValue }, [interval(range)])]
  })
  return element('Discretize', attributes, bins)
}

/** A range of numbers; an end that is null is open and has no number. */
interface Range {
  readonly from: number | null
  readonly withFrom: boolean
  readonly to: number | null
  readonly withTo: boolean
}

/** The ranges of a column that have the same slot, from left to right; codes are ranges of one number. */
function rangesOf(column: NumberColumn): (Range & { readonly slot: number | null })[] {
  const codes = [...column.missing.values, ...column.special.map(({ code }) => code)]
  const marks = [...new Set([...column.cuts, ...codes].map((mark) => mark + 0))].toSorted((a, b) => a - b)
  const parts = [
    { from: null, withFrom: false, to: marks[0] ?? null, withTo: false, tried: -Infinity },
    ...marks.flatMap((mark, i) => {
      const to = marks[i + 1] ?? null
      const point = { from: mark, withFrom: true, to: mark, withTo: true, tried: mark }
      const after = { from: mark, withFrom: false, to, withTo: false, tried: nextUp(mark) }
      // Between neighbouring doubles there is nothing.
      return to !== null && after.tried >= to ? [point] : [point, after]
    }),
  ]
  const slots = slotsOf(
    column,
    parts.map(({ tried }) => tried),
  )
  const found: (Range & { readonly slot: number | null })[] = []
  for (const [i, { tried: _, ...part }] of parts.entries()) {
    const last = found.at(-1)
    if (last?.slot !== slots[i]) found.push({ ...part, slot: slots[i] })
    else found[found.length - 1] = { ...last, to: part.to, withTo: part.withTo }
  }
  return found
}

function interval({ from, withFrom, to, withTo }: Range): Element {
  const closure = `${withFrom ? 'closed' : 'open'}${withTo ? 'Closed' : 'Open'}`
  return element('Interval', {
    closure,
    leftMargin: from === null ? undefined : limitText(from, withFrom),
    rightMargin: to === null ? undefined : limitText(to, !withTo),
  })
}

/** A limit as digits. Java puts −0 below 0; where 0 itself must be above, so must −0. */
export function limitText(limit: number, zeroIsAbove: boolean): string {
  return limit === 0 ? (zeroIsAbove ? '-0.0' : '0.0') : doubleText(limit)
}

/** A double that nobody takes for a whole number: some readers keep those in 32 bits. */
export function doubleText(value: number): string {
  const digits = digitsOf(value)
  return /^-?\d+$/.test(digits) ? `${digits}.0` : digits
}

function mapValues(column: Column, plan: ColumnPlan, text: SlotText, type: DataType): Element {
  const { levels, missing, unseen } = plan
  const rows = levels.flatMap(({ level, slot }) => {
    const bin = text(slot)
    return bin === undefined ? [] : [element('row', {}, [element('level', {}, level), element('bin', {}, bin)])]
  })
  if (rows.length === 0)
    return withoutLevels(column, text(missing), text(unseen === undefined ? missing : unseen), type)
  const attributes = {
    outputColumn: 'bin',
    dataType: type,
    mapMissingTo: text(missing),
    defaultValue: text(unseen === undefined ? missing : unseen),
  }
  return element('MapValues', attributes, [
    element('FieldColumnPair', { field: column.name, column: 'level' }),
    element('InlineTable', {}, rows),
  ])
}

/** A table must have a row: where no level is known, all that is asked is whether there is one. */
function withoutLevels(
  column: Column,
  missing: string | undefined,
  unseen: string | undefined,
  type: DataType,
): Element {
  const constant = (text: string | undefined): Element =>
    text === undefined ? element('Constant', { missing: true }) : element('Constant', { dataType: type }, text)
  const isMissing = element('Apply', { function: 'isMissing' }, [element('FieldRef', { field: column.name })])
  return element('Apply', { function: 'if' }, [isMissing, constant(missing), constant(unseen)])
}
