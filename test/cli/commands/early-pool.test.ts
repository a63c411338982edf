import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Folder } from '../../node/made.ts'
import { kerf } from '../run.ts'
import { earlyPool } from '../../../src/cli/commands/fit-command.ts'

const files = new Folder()

test('a large Parquet file gives the same bytes and the same errors with any number of threads', async () => {
  const columns = Array.from({ length: 16 }, (_, c) => `(hash(i + ${c}) % 1000003) / 7.0 AS x${c}`)
  const path = await files.parquet(
    'rows.parquet',
    `SELECT ${columns.join(', ')}, i AS nr, hash(i) % 1000003 > 500000 AS y FROM range(160000) t(i)`,
  )
  const fit = (threads: string, ...more: string[]): ReturnType<typeof kerf> =>
    kerf(['fit', path, '-t', 'y', '--json', '--threads', threads, ...more])
  const [one, two] = [await fit('1'), await fit('2')]
  expect(one.code).toBe(0)
  expect(one.err).toContain('column "nr" left out: it counts the rows from 0')
  expect(two).toEqual(one)
  for (const more of [
    ['--round', '0'],
    ['--where', 'x1 > 100'],
    ['--columns', 'x1,z'],
    ['--special', 'nr=1'],
  ])
    expect(await fit('2', ...more)).toEqual(await fit('1', ...more))
})

test('threads start early for a large file alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-early-'))
  try {
    const file = join(folder, 'rows.csv')
    await writeFile(file, 'x\n1\n')
    expect(await earlyPool(file, 2)).toBeNull()
    expect(await earlyPool(join(folder, '*.csv'), 2)).toBeNull()
    await truncate(file, 16_777_216)
    const pool = await earlyPool(file, 2)
    expect(pool).not.toBeNull()
    await pool?.close()
  } finally {
    await rm(folder, { recursive: true })
  }
})
