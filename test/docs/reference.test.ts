import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readShown } from '../../scripts/docs/reference/at-work.mjs'
import { describeNames, referencePages } from '../../scripts/docs/reference/entry-pages.mjs'
import { readSources } from '../../scripts/house/house.mjs'
import { ENTRIES } from '../../scripts/package/entries.mjs'
import { methods } from '../../src/index.ts'
import { read, root } from './pages.ts'

const sources = readSources()
const shown = readShown()
const entries = describeNames(sources, shown)
const made = referencePages(sources, shown)
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

describe('comments', () => {
  test('say of every public name what it is', () => {
    expect(all.filter(({ doc }) => !isSaying(doc)).map(({ path, name }) => `src/${path}: ${name}`)).toEqual([])
  })

  test('say of every method and member of a class what it does', () => {
    const silent = all.flatMap((one) =>
      [...one.members, ...(one.object?.fields.filter(({ method }) => method) ?? [])]
        // A constructor does what the class says; `name` of an error is that of its class.
        .filter(({ name, doc }) => name !== 'constructor' && name !== 'name' && !isSaying(doc))
        .map(({ place, name }) => `${place}: ${name} of ${one.name}`),
    )
    expect([...new Set(silent)]).toEqual([])
  })

  test('say of every field and option what it means', () => {
    const fields = all.flatMap((one) =>
      [one.object, ...one.inline].flatMap((object) => (object?.fields ?? []).map((field) => ({ one, field }))),
    )
    expect(new Set(fields.map(({ field }) => field.place)).size).toBeGreaterThan(1200)
    const silent = fields.filter(({ field }) => !isSaying(field.doc))
    expect(silent.map(({ one, field }) => `${field.place}: ${field.name} of ${one.name}`)).toEqual([])
  })

  test('show every runtime name at work, or the docs do', () => {
    const unseen = all.filter(({ isType, hasExample, atWork }) => !isType && !hasExample && atWork.length === 0)
    expect(unseen.map(({ path, name }) => `src/${path}: ${name}`)).toEqual([])
  })

  test('speak of parameters that are there', () => {
    const strange = all.flatMap(({ path, name, params, signatures }) =>
      params
        .filter((param) => !signatures.some((text) => new RegExp(`[(\\s.]${param.name}\\??:`).test(text)))
        .map((param) => `src/${path}: ${param.name} of ${name}`),
    )
    expect(strange).toEqual([])
  })
})

/** Options whose sentence has numbers in it that only the code knows. */
const COMPUTED = ['search of modl']

test('comments on the options of methods say what kerf methods says', () => {
  const differs = methods().flatMap((method) => {
    const name = method.name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
    const fields = all.find((one) => one.name === `${name}Options`)?.object?.fields ?? []
    return fields
      .filter(({ name: option, doc }) => plain(doc ?? '') !== plain(method.options[option].about))
      .map(({ name: option }) => `${option} of ${method.name}`)
  })
  expect(differs).toEqual(COMPUTED)
})

/** A sentence without what the style of comments changes in it. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replace(/\.$/, '')
    .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())
}

/** Whether a comment says something: a word alone does not. */
function isSaying(doc: string | null): boolean {
  return doc !== null && doc.trim().split(/\s+/).length >= 2
}
