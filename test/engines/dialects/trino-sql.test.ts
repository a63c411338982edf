import { expect, test } from 'vitest'
import { trinoDialect } from '../../../src/engines/dialects/trino-sql.ts'
import { type GroupedColumn, type GroupedRows, groupsSql } from '../../../src/engines/sql/grouped-rows.ts'
import { measuresOf } from '../../../src/engines/sql/measures.ts'
import { serverColumns } from '../../../src/engines/sql/server-columns.ts'

// No server of Trino can run here, so its texts are held to what its documentation says, word by word.

const typed = [
  { name: 'my "age"', type: 'double' },
  { name: 'visits', type: 'bigint' },
  { name: 'moment', type: 'timestamp(6) with time zone' },
  { name: 'place', type: 'varchar(20)' },
  { name: 'tags', type: 'array(varchar)' },
]

test('reads columns by their types, and leaves out what cannot be binned', () => {
  const { columns, notes } = serverColumns(typed, trinoDialect, new Set(['']))
  expect(columns.map(({ name, kind, number }) => [name, kind, number])).toEqual([
    [
      'my "age"',
      'number',
      'CASE WHEN is_nan(CAST("my ""age""" AS DOUBLE)) THEN NULL ELSE CAST("my ""age""" AS DOUBLE) END',
    ],
    ['visits', 'number', 'CASE WHEN is_nan(CAST("visits" AS DOUBLE)) THEN NULL ELSE CAST("visits" AS DOUBLE) END'],
    [
      'moment',
      'date',
      `CAST(date_diff('millisecond', TIMESTAMP '1970-01-01 00:00:00', CAST(("moment" AT TIME ZONE 'UTC') AS TIMESTAMP(3))) AS DOUBLE)`,
    ],
    ['place', 'category', null],
  ])
  expect(notes).toEqual([{ code: 'left-out', message: 'column "tags" left out: it holds lists' }])
})

const target = { kind: 'class', name: 'y', classes: ['no', 'yes'], event: null } as const
const rows: GroupedRows = {
  from: '"shop"."visits"',
  areFew: false,
  code: `CAST(CASE WHEN t = 'no' THEN 0 WHEN t = 'yes' THEN 1 END AS DOUBLE)`,
  given: { t: '"y"' },
  measures: measuresOf({ target, numbers: null, weights: null }, trinoDialect),
}
const column = (number: string, grid: GroupedColumn['grid'], only?: GroupedColumn['only']): GroupedColumn => {
  return { name: number, specialCodes: [], missingCodes: [], number, grid, only }
}

test('counts columns by bits in one query', () => {
  const bits = { kind: 'bits', shift: 42 } as const
  const sql = groupsSql(rows, [column('"a"', bits), column('"b"', bits)], trinoDialect)
  const parts = [
    'SELECT CAST(i * 4 + coalesce(c, -2) + 2 AS INTEGER) AS r0, CAST(count(*) AS DOUBLE) AS r1, min(v) AS r2, max(v) AS r3 FROM (',
    'CASE WHEN v IS NULL THEN NULL WHEN v < 0 THEN -1 - bitwise_right_shift(b, s) ELSE bitwise_right_shift(b, s) END AS k',
    'from_big_endian_64(to_ieee754_64(abs(v))) AS b',
    'SELECT c, i, v, sg FROM (SELECT t, x0, x1, CAST(CASE WHEN t = ',
    `(SELECT "y" AS t, "a" AS x0, "b" AS x1 FROM "shop"."visits")`,
    'CROSS JOIN UNNEST(ARRAY[0, 1], ARRAY[x0, x1], ARRAY[42, 42]) AS kerf_lists(i, v, sg)',
    'GROUP BY i, c, k',
  ]
  for (const part of parts) expect(sql).toContain(part)
  expect(sql.split('(')).toHaveLength(sql.split(')').length)
  expect(groupsSql({ ...rows, areFew: true }, [column('"a"', bits)], trinoDialect)).toContain(
    'CAST(count(*) AS INTEGER) AS r1',
  )
})

test('looks into steps, value by value', () => {
  const steps = { kind: 'steps', from: -5, to: 5, perUnit: 6553.6 } as const
  const asked = column('"a"', { kind: 'values' }, [{ grid: steps, numbers: [12n, 40n] }])
  const sql = groupsSql(rows, [asked], trinoDialect)
  expect(sql).toContain(
    `CAST(CASE WHEN v < f0 THEN DOUBLE '-1' WHEN v > t0 THEN DOUBLE '4503599627370496' ELSE floor((v - f0) * m0) END AS BIGINT) AS k0`,
  )
  expect(sql).toContain(
    `ARRAY[DOUBLE '-5'], ARRAY[DOUBLE '5'], ARRAY[DOUBLE '6553.6']) AS kerf_lists(i, v, f0, t0, m0)`,
  )
  expect(sql).toContain('WHERE k0 * 1 + i IN (12, 40)')
  expect(sql).toMatch(/GROUP BY i, c, v$/)
})
