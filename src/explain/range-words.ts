import { type Column, hasCuts, type NumberColumn } from '../binning/binning.ts'
import { cutTexts, wordsOf } from '../binning/labels.ts'
import { dateText } from '../util/date-text.ts'
import type { SlotRange } from './relevant-ranges.ts'
import type { RangeForm } from './findings.ts'

/** Levels that are named; of more, the first ones and how many follow. */
const MOST_LEVELS = 6

/** A range of slots as plain data. */
export function rangeForm(column: Column, { form, slots }: SlotRange): RangeForm {
  const bins = column.bins.length
  if (form === 'interval' && hasCuts(column)) {
    const { cuts, closed } = column
    const [first, last] = [slots[0], slots[slots.length - 1]]
    return { form, from: first === 0 ? null : cuts[first - 1], to: last === bins - 1 ? null : cuts[last], closed }
  }
  if (form === 'special' && hasCuts(column)) return { form, code: column.special[slots[0] - bins - 1].code }
  if (form === 'missing' || form === 'given') return { form }
  return { form: 'levels', levels: hasCuts(column) ? [] : slots.flatMap((slot) => column.bins[slot].levels) }
}

/**
 * A range in words that follow the name of its column: "from 154.5 up", "below 3", "from 2 to under 5", "is female",
 * "missing". Cuts are printed as labels print them; a range that holds a single value is named by it.
 */
export function rangeWords(column: Column, range: SlotRange): string {
  const form = rangeForm(column, range)
  if (form.form === 'interval') return hasCuts(column) ? intervalWords(column, range.slots) : ''
  if (form.form === 'levels') return levelWords(form.levels)
  if (form.form === 'special') return `is the special code ${column.kind === 'date' ? dateText(form.code) : form.code}`
  return form.form
}

function intervalWords(column: NumberColumn, slots: readonly number[]): string {
  const { bins, cuts, closed, kind } = column
  const [first, last] = [slots[0], slots[slots.length - 1]]
  const seen = slots.map((slot) => bins[slot]).filter(({ lo }) => lo !== null)
  const [lo, hi] = [seen[0]?.lo ?? null, seen.at(-1)?.hi ?? null]
  if (lo !== null && lo === hi && Number.isFinite(lo)) return `is ${wordsOf(kind)?.print(lo) ?? lo}`
  const texts = cutTexts(cuts, closed, bins, wordsOf(kind))
  const [from, to] = [texts[first - 1], texts[last]]
  const left = closed === 'left'
  if (from === undefined && to === undefined) return column.special.length > 0 ? 'given, no special code' : 'given'
  if (from === undefined) return `${left ? 'below' : 'up to'} ${to}`
  if (to === undefined) return left ? `from ${from} up` : `above ${from}`
  return left ? `from ${from} to under ${to}` : `above ${from} up to ${to}`
}

function levelWords(levels: readonly string[]): string {
  const named = levels.length > MOST_LEVELS + 1 ? levels.slice(0, MOST_LEVELS) : levels
  const rest = levels.length - named.length
  const all = rest > 0 ? [...named, `${rest} other levels`] : named
  return `is ${all.length === 1 ? all[0] : `${all.slice(0, -1).join(', ')} or ${all[all.length - 1]}`}`
}
