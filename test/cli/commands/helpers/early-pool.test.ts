import { expect, test } from 'vitest'
import { EarlyPool } from '../../../../src/cli/commands/helpers/early-pool.ts'

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 120))

test('a pool is made once, also where reading takes long, and is closed when the work is done', async () => {
  const early = new EarlyPool(2)
  const pool = await early.use(async () => {
    early.startIfLong()
    await later()
    early.startIfLong()
    early.startIfLong()
    const made = await early.pool()
    expect(await early.pool()).toBe(made)
    return made
  })
  const columns = { names: ['a', 'b'], job: () => ({}) as never, quick: () => true }
  const marks = { target: null, rows: 1_000_000, codes: null, numbers: null, weights: null, notes: [] }
  await expect(pool.fitColumns(columns, marks, {})).rejects.toThrow('the pool was closed')
})

test('what fails while rows are read ends the threads too', async () => {
  const early = new EarlyPool(2)
  const broken = early.use(async () => {
    await later()
    early.startIfLong()
    throw new Error('no such file')
  })
  await expect(broken).rejects.toThrow('no such file')
})
