// The rows as databases hold them.

/** Rows whose dates are moments of a calendar, to the millisecond: others are in no database. */
export function storable(rows, kinds, [first, last] = [1, 9999]) {
  const dates = Object.keys(kinds).filter((name) => kinds[name] === 'date')
  const [from, to] = [first, last + 1].map((year) => new Date(0).setUTCFullYear(year, 0, 1))
  const fits = (ms) => ms === null || (Number.isInteger(ms) && ms >= from && ms < to)
  const all = rows[Object.keys(kinds)[0]].map((_, row) => row)
  return all.filter((row) => dates.every((name) => fits(rows[name][row])))
}

const timeText = (ms) => new Date(ms).toISOString().replace('T', ' ').slice(0, -1)

/** A value as it is stored; NaN and the infinities by the names that databases read. */
export function stored(value, kind) {
  if (value === null || value === '') return value
  if (kind === 'date') return timeText(value)
  return value
}

/** The rows as CSV: nothing for NULL, texts in quotes. */
export function csvOf(rows, kinds, kept) {
  const names = Object.keys(kinds)
  const field = (value, kind) => {
    const cell = stored(value, kind)
    if (cell === null) return ''
    if (typeof cell === 'string') return `"${cell.replaceAll('"', '""')}"`
    return Object.is(cell, -0) ? '-0' : String(cell)
  }
  return (
    kept.map((row, i) => [i, ...names.map((name) => field(rows[name][row], kinds[name]))].join(',')).join('\n') + '\n'
  )
}

/** Rows as columns. */
export function turned(rows) {
  return (rows[0] ?? []).map((_, i) => rows.map((row) => row[i]))
}
