import type { TextRecord } from './split-records.ts'
import { type Decimal, parseNumber, trimAscii } from './values.ts'

/** A number whose comma may as well separate thousands: 1,234 or 12,345,678. */
const THOUSANDS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+$/

/**
 * The decimal mark: the comma where more columns are numbers with it than with the point. The first record may hold
 * names and is not looked at. Between commas, a quoted "1,234" is taken for thousands, never for a decimal comma.
 */
export function sniffDecimal(records: readonly TextRecord[], delimiter: string, missing: ReadonlySet<string>): Decimal {
  const body = records.length > 1 ? records.slice(1) : records
  const width = body.reduce((most, { fields }) => Math.max(most, fields.length), 0)
  const columns = { '.': 0, ',': 0 }
  const cells = { '.': 0, ',': 0 }
  let plainCommas = 0
  for (let j = 0; j < width; j++) {
    const values = body.map(({ fields }) => trimAscii(fields[j] ?? '')).filter((text) => !missing.has(text))
    const point = values.filter((text) => isNumberWith(text, '.')).length
    const comma = values.filter((text) => isNumberWith(text, ',')).length
    const both = values.filter((text) => isNumberWith(text, '.') && isNumberWith(text, ',')).length
    cells['.'] += point - both
    cells[','] += comma - both
    if (point === values.length && comma < point) columns['.']++
    if (comma === values.length && point < comma) columns[',']++
    plainCommas += values.filter(
      (text) => isNumberWith(text, ',') && text.includes(',') && !THOUSANDS.test(text),
    ).length
  }
  if (delimiter === ',' && plainCommas === 0) return '.'
  if (columns[','] !== columns['.']) return columns[','] > columns['.'] ? ',' : '.'
  return cells[','] > 0 && cells['.'] === 0 ? ',' : '.'
}

/** Whether a text could be a whole number with separated thousands. */
export function looksLikeThousands(text: string): boolean {
  return THOUSANDS.test(text)
}

function isNumberWith(text: string, mark: Decimal): boolean {
  return !Number.isNaN(parseNumber(text, mark))
}
