import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeNames, referencePages } from '../../scripts/docs/reference/entry-pages.mjs'
import { readSources } from '../../scripts/house/house.mjs'
import { ENTRIES } from '../../scripts/package/entries.mjs'
import { read, root } from './pages.ts'

const sources = readSources()
const entries = describeNames(sources)
const made = referencePages(sources)
const all = entries.flatMap(({ names }) => names)

describe('the reference', () => {
  test.each(Object.keys(made))('%s is as npm run docs writes it', (path) => {
    expect(read(path)).toBe(made[path])
  })

  test('has no page of an entry that is gone', () => {
    expect(readdirSync(join(root, 'docs/reference')).map((name) => `docs/reference/${name}`)).toEqual(
      Object.keys(made).toSorted(),
    )
  })

  test.each(entries)('has every runtime name of $entry', async ({ entry, names, shared }) => {
    const known = new Set([...names, ...shared].map(({ name }) => name))
    const entryNames = Object.keys((await import(join(root, 'src', ENTRIES[entry]))) as object)
    expect(entryNames.filter((name) => !known.has(name))).toEqual([])
  })

  test.each(entries)('has a heading for every name of $entry, and the list leads to it', ({ page, names }) => {
    const headings = [...made[`docs/reference/${page}`].matchAll(/^## (.+)$/gm)].map(([, name]) => name)
    expect(headings).toEqual(names.map(({ name }) => name))
    for (const name of headings) expect(made['docs/reference/README.md']).toContain(`[\`${name}\`](${page}#`)
  })
})
