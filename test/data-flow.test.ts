import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readHouse, readSources } from '../scripts/house/house.mjs'
import { housePicture } from '../scripts/house/picture.mjs'
import { walk } from '../scripts/house/walk.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

describe('the map of the house', () => {
  const house = readHouse(readSources())

  test('is as npm run docs draws it', () => {
    expect(read('docs/img/house.svg')).toBe(housePicture(house))
  })

  test('has a dot where a room imports from another, and a step for the room itself', () => {
    const room = (path: string, imports: [string, number][]) =>
      ({ path, kind: 'folder', about: `${path}.`, first: 'a.ts', size: 2, imports: new Map(imports) }) as const
    const svg = housePicture([
      room('summaries', []),
      room('binning', [['summaries/live', 7]]),
      room('cli', [['binning', 1]]),
    ])
    expect([...svg.matchAll(/<title>(.*?)<\/title>/g)].map((match) => match[1])).toEqual([
      'binning imports from summaries',
      'cli imports from binning',
    ])
    expect([...svg.matchAll(/class="step"/g)]).toHaveLength(2)
  })
})

describe('the walks', () => {
  const walks = walksOf(read('docs/data-flow.md'))

  test('are three, of several steps each', () => {
    expect(walks.map(({ title }) => title)).toEqual([
      'A number through kerf fit',
      'A row through kerf stream',
      'A column through fit',
    ])
    for (const { steps } of walks) expect(steps.length).toBeGreaterThan(4)
  })

  test.each(walks)('$title goes by files and functions that exist', ({ steps }) => {
    expect(steps.filter(({ file, name }) => !holds(file, name))).toEqual([])
  })

  test('a step whose function is gone is found', () => {
    const text =
      '### A walk\n\n1. `src/errors.ts` → `KerfError`: yes\n2. `src/errors.ts` → `gone`: no\n3. `src/gone.ts` → `a`: no\n'
    const [{ steps }] = walksOf(text)
    expect(steps.map(({ file, name }) => holds(file, name))).toEqual([true, false, false])
  })
})

describe('a plain fit', () => {
  test('runs through at most 81 files', () => {
    const files = [...walk(['fit', 'samples/iris.csv', '--target', 'species']).keys()]
    expect(files).toContain('binning/fit/fit-numbers.ts')
    expect(files.length).toBeLessThanOrEqual(81)
  })
})

describe('the figures of README.md', () => {
  test('are those of docs/performance.md', () => {
    const sections = read('docs/performance.md').split(/^### /m).slice(1)
    const measured = sections.flatMap((section) => {
      const title = section.split('\n', 1)[0]
      return tableRows(section).map(([task, tool, cpu]) => ({ task: `${title}: ${task}`, tool, cpu: Number(cpu) }))
    })
    const claims = tableRows(read('README.md')).filter(([task]) => measured.some((row) => row.task === task))
    expect(claims.length).toBe(3)
    for (const [task, kerf, others] of claims) {
      const said = [`Kerf ${kerf}`, ...others.split(', ')].map((text) => /^(\S+).* ([\d.]+)$/.exec(text)!.slice(1))
      for (const [tool, seconds] of said) {
        const { cpu } = measured.find((row) => row.task === task && row.tool.startsWith(tool))!
        expect(Math.abs(cpu - Number(seconds)), `${task}, ${tool}`).toBeLessThan(cpu > 10 ? 0.051 : 0.0051)
      }
    }
  })
})

interface Walk {
  readonly title: string
  readonly steps: { readonly file: string; readonly name: string }[]
}

/** The numbered steps under each heading of the third level. */
function walksOf(page: string): Walk[] {
  return page
    .split(/^### /m)
    .slice(1)
    .map((part) => ({
      title: part.split('\n', 1)[0].replaceAll('`', ''),
      steps: [...part.matchAll(/^\d+\. `(src\/[^`]+)` → `([\w.#]+)`/gm)].map(([, file, name]) => ({ file, name })),
    }))
}

/** Whether a file defines a function, a method, a class or a constant of that name. */
function holds(file: string, name: string): boolean {
  if (!existsSync(join(root, file))) return false
  const [owner, method] = name.split('.')
  const text = read(file)
  const defines = (pattern: string): boolean => new RegExp(pattern, 'm').test(text)
  if (method !== undefined)
    return defines(`class ${owner}\\b`) && defines(`^ {2,}(?:async )?\\*?${method}(?:<[^(]*>)?\\(`)
  return defines(`(?:function\\*?|class|const|interface|type) ${owner}\\b`)
}

/** The cells of all tables of a page, line by line. */
function tableRows(page: string): string[][] {
  const lines = page.split('\n').filter((line) => line.startsWith('| '))
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}
