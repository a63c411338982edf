import type { TextRecord } from './records.ts'
import { type Decimal, fits, kindOfTexts, trimAscii } from './values.ts'

/**
 * Whether the first record holds names. A text over a column of numbers, dates or truth values speaks for it, a value
 * of the column's own kind against it; the majority decides. Where nothing speaks either way, names are distinct texts
 * that do not stand again in their columns.
 */
export function sniffHeader(records: readonly TextRecord[], decimal: Decimal, missing: ReadonlySet<string>): boolean {
  if (records.length === 0) return false
  const names = records[0].fields.map(trimAscii)
  let forNames = 0
  let against = 0
  let repeated = false
  for (const [j, name] of names.entries()) {
    if (missing.has(name)) continue
    const below = records.slice(1).flatMap(({ fields }) => {
      const text = trimAscii(fields[j] ?? '')
      return missing.has(text) ? [] : [text]
    })
    if (below.length === 0) continue
    const kind = kindOfTexts(below, decimal)
    if (kind === 'category') repeated ||= below.includes(name)
    else if (fits(kind, name, decimal)) against++
    else forNames++
  }
  if (forNames + against > 0) return forNames > against
  const isName = (text: string): boolean =>
    !missing.has(text) && !fits('number', text, decimal) && !fits('date', text, decimal)
  return !repeated && names.every(isName) && new Set(names).size === names.length
}
