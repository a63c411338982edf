import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { earlyPool } from '../../../src/cli/commands/fit-command.ts'

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
