import type { TextRecord } from './records.ts'
import { type Decimal, fits, kindOfTexts, trimAscii } from './values.ts'

/**
 * Whether the first record holds names. A text over a column of numbers, dates or truth values speaks for it, a value
 * of the column's own kind against it; the majority decides. Where every column is text, names are distinct and none
 * stands again in its column.
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
    const kind = below.length === 0 ? kindOfTexts([name], decimal) : kindOfTexts(below, decimal)
    if (kind === 'category') repeated ||= below.includes(name)
    else if (fits(kind, name, decimal)) against++
    else forNames++
  }
  if (forNames + against > 0) return forNames > against
  const namelike = names.every((name) => !missing.has(name) && kindOfTexts([name], decimal) === 'category')
  return namelike && !repeated && new Set(names).size === names.length
}
