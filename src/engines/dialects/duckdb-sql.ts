/** Layer one as SQL of DuckDB: pure text, so that it can be read and tested without a database. */

/** A double as SQL, exactly: the shortest decimal that stands for it is read back as the same bits. */
export function doubleSql(value: number): string {
  return `'${value}'::DOUBLE`
}

/** A number in SQL, null where it is infinite. */
export function finiteSql(y: string): string {
  return `CASE WHEN isfinite(${y}) THEN ${y} END`
}

/** Which values are in the cells: those of a known class, finite and no code. Rows have `x` and `c`, both doubles or null. */
function counts(codes: readonly number[]): string {
  const apart = codes.length === 0 ? '' : ` AND x NOT IN (${codes.map(doubleSql).join(', ')})`
  return `c IS NOT NULL AND isfinite(x)${apart}`
}

/** Smallest and largest value and about how many different ones: one row (lo, hi, n). */
export function extentSql(rows: string, codes: readonly number[]): string {
  return `SELECT min(x) AS lo, max(x) AS hi, approx_count_distinct(x)::DOUBLE AS n FROM (${rows}) WHERE ${counts(codes)}`
}

/** Every value in ascending order: rows (x, c, n). */
export function valuesSql(rows: string, codes: readonly number[]): string {
  return `SELECT x, c, count(*)::DOUBLE AS n FROM (${rows}) WHERE ${counts(codes)} GROUP BY 1, 2 ORDER BY 1, 2`
}

/** Beyond this many ranges, asking for each costs more than looking through what lies between the first and the last. */
const FEW_RANGES = 12

/** The rows (x, c) in some ascending ranges; others between the first and the last may be among them. */
export function rangesSql(rows: string, ranges: readonly { readonly lo: number; readonly hi: number }[]): string {
  const between = (lo: number, hi: number): string => `x BETWEEN ${doubleSql(lo)} AND ${doubleSql(hi)}`
  const whole = between(ranges[0].lo, ranges.at(-1)!.hi)
  const each = ranges.length > FEW_RANGES ? '' : ` AND (${ranges.map(({ lo, hi }) => between(lo, hi)).join(' OR ')})`
  return `SELECT x, c FROM (${rows}) WHERE ${whole}${each}`
}
