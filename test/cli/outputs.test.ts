import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { folder, kerf, kerfProcess } from './run.ts'

// scripts/faults.mjs tries many more ways in which files and streams can fail.

const IRIS = fileURLToPath(new URL('../../samples/iris.csv', import.meta.url))

test('a usage error that is noticed late leaves no files', async () => {
  const cwd = folder()
  const { code, err } = await kerf(['fit', IRIS, '-o', 'bins.json', '--top', '0'], { cwd })
  expect([code, err]).toEqual([2, 'kerf: --top takes a whole number of at least 1, got "0"\n'])
  expect(readdirSync(cwd)).toEqual([])
})

test('where one output cannot be written, the others are not either', async () => {
  const cwd = folder({ 'bins.json': 'old' })
  const { code, err } = await kerf(['fit', IRIS, '-o', 'bins.json', '--report', '/dev/full', '--force'], { cwd })
  expect(code).toBe(1)
  expect(err).toContain('kerf: /dev/full cannot be written: the disk is full')
  expect(readdirSync(cwd)).toEqual(['bins.json'])
  expect(readFileSync(join(cwd, 'bins.json'), 'utf8')).toBe('old')
})

test('notes that nobody can read do not end a run; results that nobody can read do', async () => {
  const cwd = folder()
  const shell = (to: string) => (command: string) => `${command} ${to}`
  expect((await kerfProcess(['fit', IRIS, '-o', 'bins.json'], { cwd, shell: shell('2> /dev/full') })).code).toBe(0)
  expect(statSync(join(cwd, 'bins.json')).size).toBeGreaterThan(0)
  const { code, err } = await kerfProcess(['show', 'bins.json'], { cwd, shell: shell('> /dev/full') })
  expect([code, err]).toEqual([
    1,
    'kerf: standard output cannot be written: the disk is full; free some space or choose another folder\n',
  ])
})

test.each(['out.parquet', 'out.csv.gz'])('a full disk while %s is written is told with its name', async (output) => {
  const rows = Array.from({ length: 3000 }, (_, i) => `${i},${(i * 7919) % 1013}`)
  const cwd = folder({ 'rows.csv': `a,b\n${rows.join('\n')}\n` })
  await kerf(['fit', 'rows.csv', '-c', 'b', '--method', 'equal-width', '-o', 'bins.json'], { cwd })
  writeFileSync(join(cwd, output), 'old')
  const { code, err } = await kerfProcess(['apply', 'bins.json', 'rows.csv', '-o', output, '--force'], {
    cwd,
    shell: (command) => `ulimit -f 2; ${command}`,
  })
  expect(code).toBe(1)
  expect(err).toMatch(/^kerf: out\.(?:parquet|csv\.gz) cannot be written: /)
  expect(readdirSync(cwd).toSorted()).toEqual(['bins.json', output, 'rows.csv'])
  expect(readFileSync(join(cwd, output), 'utf8')).toBe('old')
})

test.each([
  ['a binning', ['show', '/dev/zero']],
  ['a tree', ['predict', '/dev/zero', IRIS]],
  ['a state', ['stream', IRIS, '--state', '/dev/zero']],
  ['a spec', ['fit', IRIS, '--spec', '/dev/zero']],
  ['a summary', ['merge', '/dev/zero']],
  ['a binning of a report', ['report', '/dev/zero', '-o', 'x.html']],
])('%s that is a device is refused', async (_, args) => {
  const { code, err } = await kerf(args, { cwd: folder() })
  expect(code).not.toBe(0)
  expect(err).toMatch(/^kerf: \/dev\/zero is a device/)
})
