import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fitRequest } from '../src/cli/commands/fit-command.ts'
import { fitWithin } from '../src/node/within-memory/fit-within-memory.ts'
import { closeDuckDb, findMethod, fitTable, toJson } from '../src/node.ts'
import { printed } from './cli/in-process.ts'
import { folder } from './cli/run.ts'
import { nowAndBefore, sha256, withoutSentences } from './saved/frozen.ts'
import { csv, largeTable } from './saved/inputs.ts'
import { cases } from './cases.ts'

// Cuts, counts and reasons of a table large enough for coarse cells and refinement, as digests: they tell that
// something changed and not what. test/saved.test.ts has what is small enough to be kept.

const COLUMNS = ['normal', 'heavy', 'whole', 'thousandths', 'few', 'holes']

/** Targets by method; null is none. */
const FITS: Readonly<Record<string, readonly (string | null)[]>> = {
  'equal-width': [null, 'amount'],
  'equal-frequency': [null, 'two'],
  'bin-log': [null],
  'k-means': [null],
  mdlp: ['two', 'three'],
  d2: ['two', 'three'],
  caim: ['two'],
  ameva: ['three'],
  modl: ['two', 'three'],
  cliffs: ['two', 'three', 'amount'],
  variance: ['amount'],
  optimal: ['two', 'amount'],
}

/**
 * Limits of memory: the first is no matter for this file, the others take it a few columns or parts at a time. The command
 * refuses those, which it could not keep.
 */
const LIMITS = ['256MB', '4MB', '1MB']

async function fitted(file: string, limit: string): Promise<string> {
  const within = await fitWithin(file, fitRequest({ target: 'two' }), { memory: limit, threads: 1 })
  if (within !== null) return toJson(within)
  return (await printed('fit', file, '-t', 'two', '--memory', '384MB', '--threads', '1', '--json')).out
}

const table = largeTable(60_000)

const pick = (names: readonly string[]): typeof table => Object.fromEntries(names.map((name) => [name, table[name]]))

afterAll(closeDuckDb)

describe('fits of 60,000 rows are what they were', () => {
  const all = Object.entries(FITS).flatMap(([method, targets]) => targets.map((target) => [method, target] as const))
  // Every third in the usual tests, for time; each method has a turn where many cases are tried, and when they are frozen.
  const step = process.env['KERF_FREEZE'] === '1' ? 1 : cases(3, 1)
  const fits = all.filter((_, i) => i % step === 0)
  test.each(fits)('%s of %s', async (method, target) => {
    const binning = await fitTable(pick(target === null ? COLUMNS : [...COLUMNS, target]), {
      ...(target === null ? {} : { target }),
      all: { method: findMethod(method) },
    })
    expect(binning.columns).toHaveLength(COLUMNS.length)
    const { now, before } = digests(`${method}-${target ?? 'none'}`, toJson(binning))
    expect(now).toBe(before)
  })
})

describe('kerf fit within a limit of memory gives what it gave', () => {
  const path = folder({ 'large.csv': csv(pick([...COLUMNS, 'two'])) })
  test.each(LIMITS)('%s', async (limit) => {
    const file = join(path, 'large.csv')
    const out = await fitted(file, limit)
    const { now, before } = digests(`memory-${limit}`, out.replace(JSON.stringify(file), '"large.csv"'))
    expect(now).toBe(before)
  })
})

function digests(name: string, text: string): ReturnType<typeof nowAndBefore> {
  return nowAndBefore(`fits/${name}.sha256`, `${sha256(withoutSentences(text))}\n`)
}
