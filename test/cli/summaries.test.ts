import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { binningFromJson } from '../../src/binning/binning-json.ts'
import { readSummaries, summariesFromJson } from '../../src/summaries/saved/read-summary-json.ts'
import { folder, kerf } from './run.ts'

const PENGUINS = readFileSync(fileURLToPath(new URL('../../samples/penguins.csv', import.meta.url)), 'utf8')

/** The rows of a CSV dealt out to three files by their place. */
function threeSites(csv: string): Record<string, string> {
  const [head, ...rows] = csv.trimEnd().split('\n')
  const part = (site: number): string => [head, ...rows.filter((_, i) => (i * 7) % 3 === site), ''].join('\n')
  return { 'a.csv': part(0), 'b.csv': part(1), 'c.csv': part(2), 'pooled.csv': `${[head, ...rows].join('\n')}\n` }
}

/** Dates, truth values, codes, weights and gaps. */
const VISITS = [
  'day,age,urgent,ward,cost,w,again',
  ...Array.from({ length: 240 }, (_, i) => {
    const age = i % 17 === 0 ? -9 : 20 + ((i * 37) % 61)
    const again = i % 29 === 0 ? '' : age > 55 === i % 7 > 0 ? 'yes' : 'no'
    const ward = 'north,south,east'.split(',')[(i * 5) % 3]
    const cost = i % 23 === 0 ? '' : ((i * 7919) % 10_007) / 8
    return `2024-0${1 + (i % 9)}-1${i % 10},${age},${i % 4 === 0},${ward},${cost},${1 + (i % 3) / 10},${again}`
  }),
  '',
].join('\n')

describe('three sites', () => {
  test.each([
    ['classes', PENGUINS, ['--target', 'species'], []],
    [
      'classes, codes and weights',
      VISITS,
      ['-t', 'again', '--special', 'age=-9', '--weight', 'w'],
      ['--missing', 'nearest'],
    ],
    [
      'a number',
      VISITS,
      ['-t', 'cost', '--exclude', 'w'],
      ['--method', 'equal-frequency', '--bins', '4', '--readable'],
    ],
  ])('give byte for byte the binning of the pooled file: %s', async (_, csv, fixed, asked) => {
    const cwd = folder(threeSites(csv))
    const outputs = { a: 'a.kerf', b: 'b.json', c: 'c.kerf' }
    const saved = await Promise.all(
      Object.entries(outputs).map(([site, output]) =>
        kerf(['summarize', `${site}.csv`, ...fixed, '-o', output], { cwd }),
      ),
    )
    expect(saved.map(({ code, out }) => `${code}${out}`)).toEqual(['0', '0', '0'])
    expect(saved[0].err).toMatch(/saved as a\.kerf, \d+ bytes\n$/)

    const merged = await kerf(['merge', 'a.kerf', 'b.json', 'c.kerf', '--name', 'pooled.csv', '-o', 'all.kerf'], {
      cwd,
    })
    expect(merged.code).toBe(0)
    const [pooled, federated] = await Promise.all([
      kerf(['fit', 'pooled.csv', ...fixed, ...asked, '--json'], { cwd }),
      kerf(['fit', 'all.kerf', ...asked, '--json'], { cwd }),
    ])
    expect(pooled.code).toBe(0)
    expect(federated.out).toBe(pooled.out)
  })
})

describe('kerf summarize', () => {
  const cwd = folder({ 'd.csv': VISITS })

  test('shows what it would save', async () => {
    const { code, out } = await kerf(['summarize', 'd.csv', '-t', 'again', '--special', 'age=-9', '--exclude', 'w'], {
      cwd,
    })
    expect(code).toBe(0)
    expect(out).toMatch(
      /^d\.csv: 240 rows, target again \(no, yes\)\n\ncolumn +kind +rows +missing +distinct +cells +bytes\n/,
    )
    expect(out).toMatch(/\nage +number +\d+ +0 +61 +61 +\d+\n/)
    expect(out).toMatch(/\nurgent +boolean +231 +0 +2 +2 +\d+\n/)
  })

  test('makes fewer cells on request, which are smaller and say so', async () => {
    const fine = await kerf(['summarize', 'd.csv', '-c', 'cost', '-o', 'fine.kerf'], { cwd })
    const coarse = await kerf(['summarize', 'd.csv', '-c', 'cost', '--cells', '30', '-o', 'coarse.kerf'], { cwd })
    expect([fine.code, coarse.code]).toEqual([0, 0])
    expect(statSync(join(cwd, 'coarse.kerf')).size).toBeLessThan(statSync(join(cwd, 'fine.kerf')).size)
    const [{ summary }] = readSummaries(readFileSync(join(cwd, 'coarse.kerf'))).columns
    expect(summary).toMatchObject({ distinct: null, rows: 240 })
    const mixed = await kerf(['merge', 'coarse.kerf', 'fine.kerf'], { cwd })
    expect(mixed.out).toMatch(/\ncost +number +\d+ +\d+ +\d+ or more/)
    const fitted = await kerf(['fit', 'coarse.kerf', '--json'], { cwd })
    expect(binningFromJson(fitted.out).columns[0]).toMatchObject({ cutsExact: false })
  })

  test('prints JSON, which fit reads from standard input; the name does not matter', async () => {
    const printed = await kerf(['summarize', 'd.csv', '-t', 'again', '-c', 'age,ward', '--shift', '40', '--json'], {
      cwd,
    })
    const table = summariesFromJson(printed.out)
    expect(table.columns.map(({ name }) => name)).toEqual(['age', 'ward'])
    writeFileSync(join(cwd, 'rows.csv'), printed.out)
    const [piped, named] = await Promise.all([
      kerf(['fit', '-', '--json'], { input: printed.out }),
      kerf(['fit', 'rows.csv', '-t', 'again', '--event', 'yes', '--json'], { cwd }),
    ])
    expect(binningFromJson(piped.out).created.source).toEqual({ name: 'd.csv', rows: 240 })
    expect(binningFromJson(named.out).target).toMatchObject({ event: 'yes' })
  })

  test('of several files: a pattern merges them for fit', async () => {
    const sites = folder(threeSites(PENGUINS))
    for (const site of ['a', 'b']) {
      await kerf(['summarize', `${site}.csv`, '-t', 'species', '-o', `${site}.kerf`], { cwd: sites })
    }
    const { out } = await kerf(['fit', '*.kerf', '--json'], { cwd: sites })
    expect(binningFromJson(out).created.source).toEqual({ name: 'a.csv + b.csv', rows: 230 })
  })
})
