/** Layer one as SQL of DuckDB: pure text, so that it can be read and tested without a database. */

/** A finite double as SQL, exactly: the shortest decimal that stands for it is read back as the same bits. */
export function doubleSql(value: number): string {
  return `'${value}'::DOUBLE`
}

/** The bit key of a column (see summaries/cell-key.ts) without the last `shift` bits; null where there is no number. */
export function cellKeySql(x: string, shift: number): string {
  const bits = `((abs(${x})::BIT)::BIGINT >> ${shift})`
  return `CASE WHEN ${x} < 0 THEN -1 - ${bits} ELSE ${bits} END`
}

/** A column to be counted: rows as SQL that have `x`, a double or null, and `c`, the number of the class or null. */
export interface CountedRows {
  readonly rows: string
  /** doubles that are no values of the column, such as special codes */
  readonly codes: readonly number[]
}

const finite = 'x IS NOT NULL AND isfinite(x)'

function counts({ codes }: CountedRows): string {
  const apart = codes.length === 0 ? '' : ` AND x NOT IN (${codes.map(doubleSql).join(', ')})`
  return `c IS NOT NULL AND ${finite}${apart}`
}

/** Smallest and largest value and about how many different ones: one row (lo, hi, n). */
export function extentSql(from: CountedRows): string {
  return `SELECT min(x) AS lo, max(x) AS hi, approx_count_distinct(x)::DOUBLE AS n FROM (${from.rows}) WHERE ${counts(from)}`
}

/** What is not in the cells: rows (x, c, n) of missing and infinite values, of codes, and of rows without a class. */
export function asideSql(from: CountedRows): string {
  return `SELECT x, c, count(*)::DOUBLE AS n FROM
    (SELECT CASE WHEN c IS NULL OR isnan(x) THEN NULL ELSE x END AS x, c FROM (${from.rows}) WHERE (${counts(from)}) IS NOT TRUE)
    GROUP BY ALL ORDER BY ALL`
}

/** Cells by bit key in ascending order: rows (k, c, n, lo, hi). */
export function cellsSql(from: CountedRows, shift: number): string {
  return `SELECT ${cellKeySql('x', shift)} AS k, c, count(*)::DOUBLE AS n, min(x) AS lo, max(x) AS hi
    FROM (${from.rows}) WHERE ${counts(from)} GROUP BY 1, 2 ORDER BY 1, 2`
}

/** Every value in ascending order: rows (x, c, n). */
export function valuesSql(from: CountedRows): string {
  return `SELECT x, c, count(*)::DOUBLE AS n FROM (${from.rows}) WHERE ${counts(from)} GROUP BY 1, 2 ORDER BY 1, 2`
}

/** Beyond this many ranges, asking for each costs more than a key and a look into a table of keys. */
const FEW_RANGES = 12

/**
 * Every value in some ranges in ascending order: rows (x, c, n). `keys` are those of the cells in the ranges, as `cellsSql`
 * gave them for the shift.
 */
export function rangesSql(
  from: CountedRows,
  ranges: readonly { readonly lo: number; readonly hi: number }[],
  shift: number,
  keys: readonly bigint[],
): string {
  const between = ({ lo, hi }: { readonly lo: number; readonly hi: number }): string =>
    `x BETWEEN ${doubleSql(lo)} AND ${doubleSql(hi)}`
  const whole = between({ lo: ranges[0].lo, hi: ranges.at(-1)!.hi })
  const inside =
    ranges.length <= FEW_RANGES
      ? `(${ranges.map(between).join(' OR ')})`
      : `${cellKeySql('x', shift)} IN (SELECT * FROM (VALUES ${keys.map((key) => `(${key})`).join(', ')}))`
  return `SELECT x, c, count(*)::DOUBLE AS n FROM (${from.rows}) WHERE ${counts(from)} AND ${whole} AND ${inside}
    GROUP BY 1, 2 ORDER BY 1, 2`
}
