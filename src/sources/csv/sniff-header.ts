import type { TextRecord } from '../text/split-records.ts'
import { type Decimal, fits, kindOfTexts, trimAscii } from '../text/values.ts'

/**
 * Whether the first record holds names. A text over a column of numbers, dates or truth values speaks for it, a value
 * of the column's own kind against it; the majority decides. Years in a row (2000, 2001, 2002) count as names. Where nothing
 * speaks either way, names are distinct texts that do not stand again in their columns.
 */
export function sniffHeader(records: readonly TextRecord[], decimal: Decimal, missing: ReadonlySet<string>): boolean {
  if (records.length === 0) return false
  const names = records[0].fields.map(trimAscii)
  let forNames = 0
  let against = 0
  let repeated = false
  const years = yearRun(names)
  for (const [j, name] of names.entries()) {
    if (missing.has(name)) continue
    const below = records.slice(1).flatMap(({ fields }) => {
      const text = trimAscii(fields[j] ?? '')
      return missing.has(text) ? [] : [text]
    })
    if (below.length === 0) continue
    const kind = kindOfTexts(below, decimal)
    if (kind === 'category') repeated ||= below.includes(name)
    else if (fits(kind, name, decimal) && !years.has(j)) against++
    else forNames++
  }
  if (forNames + against > 0) return forNames > against
  const isName = (text: string): boolean =>
    !missing.has(text) && !fits('number', text, decimal) && !fits('date', text, decimal)
  return !repeated && names.every(isName) && new Set(names).size === names.length
}

/** Positions of at least three years that follow each other, as tables of time series have them for names. */
function yearRun(names: readonly string[]): ReadonlySet<number> {
  const run = new Set<number>()
  for (let first = 0, j = 1; j <= names.length; j++) {
    if (j < names.length && YEAR.test(names[j - 1]) && Number(names[j]) === Number(names[j - 1]) + 1) continue
    if (j - first >= 3) for (let i = first; i < j; i++) run.add(i)
    first = j
  }
  return run
}

const YEAR = /^(?:1[89]|2[01])\d\d$/
