import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { root } from './pages.ts'

/** Longest a program of examples/ may be, so that it is read at a glance. */
const MOST_LINES = 40

const FILES = readdirSync(join(root, 'examples')).filter((file) => /\.tsx?$/.test(file))
const textOf = (file: string): string => readFileSync(join(root, 'examples', file), 'utf8')

describe('programs of examples/', () => {
  let printed: ReadonlyMap<string, string>

  beforeAll(() => {
    // All in one process, for time.
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/example.mjs')], {
      encoding: 'utf8',
    })
    if (status !== 0 || stderr !== '') throw new Error(`status ${status}: ${stderr}`)
    const parts = stdout.split(/^([a-z-]+):\n/m).slice(1)
    printed = new Map(FILES.map((_, i) => [parts[2 * i], parts[2 * i + 1]]))
  })

  test('are the eight that the guide lists', () => {
    const guide = readFileSync(join(root, 'examples/README.md'), 'utf8')
    expect(FILES).toHaveLength(8)
    expect(FILES.filter((file) => !guide.includes(`(${file})`))).toEqual([])
  })

  test.each(FILES)('%s prints what it says, and is short', (file) => {
    const text = textOf(file)
    const said = [...text.matchAll(/\/\/ → (.*)$/gm)].map(([, line]) => line)
    expect(said.length).toBeGreaterThan(0)
    expect(printed.get(parse(file).name)?.trimEnd().split('\n')).toEqual(said)
    expect(text.split('\n').length).toBeLessThan(MOST_LINES + 1)
  })
})
