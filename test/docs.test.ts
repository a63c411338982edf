import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { fillPage, pages } from '../scripts/docs/pages.mjs'
import * as kerf from '../src/index.ts'
import {
  type Binning,
  equalFrequency,
  fitTable,
  fixed,
  fromJson,
  mdlp,
  methods,
  recount,
  toJson,
} from '../src/index.ts'
import { methodsReport } from '../src/reports/index.ts'
import { cutReasons } from '../src/reports/reason-texts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const markdown = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...filesIn('docs', '.md')]

describe('made parts', () => {
  test.each(Object.entries(pages({ ...kerf, cutReasons })))('%s is as npm run docs writes it', (path, makers) => {
    const text = read(path)
    expect(fillPage(path, text, makers)).toBe(text)
  })

  test('every method page belongs to a method', () => {
    const known = ['docs/methods/README.md', ...methods().map(({ name }) => `docs/methods/${name}.md`)]
    expect(filesIn('docs/methods', '.md').filter((path) => !known.includes(path))).toEqual([])
  })

  test('a page whose markers are gone is refused', () => {
    expect(() => fillPage('a.md', '## Options\n', { Options: () => '' })).toThrow(
      'a.md: no markers under the heading "Options"',
    )
    const marked = '## Other\n\n<!-- made by npm run docs: start -->\n<!-- made by npm run docs: end -->\n'
    expect(() => fillPage('a.md', marked, {})).toThrow('a.md: nothing is made under the heading "Other"')
  })
})

describe('the grid of methods', () => {
  /** The cells of the table under a heading, line by line, without links. */
  function gridOf(path: string): string[][] {
    const section = read(path)
      .split(/^## /m)
      .find((part) => part.startsWith('All methods\n'))!
    return section
      .split('\n')
      .filter((line) => line.startsWith('| [`'))
      .map((line) => {
        const cells = line.split('|').slice(1, -1)
        return cells.map((cell) => cell.trim().replace(/^\[`(.+)`\]\(.*\)$/, '$1'))
      })
  }

  const known = methods().map((method) => {
    const { target, weights, missing, streams, exactness } = kerf.traitsOf(method)
    return [method.name, target, weights, missing, streams, exactness, method.about]
  })

  test('says what the registry says, and README.md leads to it', () => {
    expect(gridOf('docs/methods/README.md')).toEqual(known)
    expect(read('README.md')).toContain('](docs/methods/README.md)')
  })

  test('links to the page of every method', () => {
    for (const name of methods().map((method) => method.name)) {
      expect(read('docs/methods/README.md')).toContain(`[\`${name}\`](${name}.md)`)
    }
  })

  test('is what kerf methods prints, and what it prints of each', () => {
    const words = (text: string): string => text.replaceAll(/\s+/g, ' ')
    const lines = methodsReport(methods(), { width: 160 }).split('\n')
    known.forEach(([name, target, weights, missing, streams, exactness, about], i) => {
      const first = (text: string): string => text.split(';')[0]
      expect(words(lines[1 + 2 * i])).toBe([name, target, first(weights), streams, exactness].join(' '))
      expect(lines[2 + 2 * i]).toBe(`  ${about}`)
      const one = methodsReport(methods(), { name, width: 160 })
      for (const trait of [target, weights, missing, streams, exactness]) expect(one).toContain(`: ${trait}\n`)
    })
  })
})

describe('the README', () => {
  test('stays under 150 lines', () => {
    expect(read('README.md').split('\n').length).toBeLessThan(150)
  })
})

describe('CONTRIBUTING', () => {
  test('names every script', () => {
    const text = read('CONTRIBUTING.md')
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
    expect(scripts.filter((name) => !new RegExp(`\`(?:npm |npm run )?${name}[\` ]`).test(text))).toEqual([])
  })
})

describe('links', () => {
  test.each(markdown)('of %s lead somewhere', (path) => {
    expect(linksOf(read(path)).filter((link) => !resolves(path, link))).toEqual([])
  })

  test('headings become anchors as on GitHub', () => {
    expect(anchorsOf('# `fit` takes objects, not names\n## A\n## A\n```\n# no\n```')).toEqual([
      'fit-takes-objects-not-names',
      'a',
      'a-1',
    ])
  })
})

describe('the schema of a saved binning', async () => {
  const validate = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
    strictTypes: false,
  }).compile(JSON.parse(read('docs/formats/binning.schema.json')))
  const problems = (text: string): string[] =>
    validate(JSON.parse(text)) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  const saved = await savedBinnings()

  test.each(Object.entries(saved))('takes a binning with %s', (_, binning) => {
    expect(problems(toJson(binning))).toEqual([])
  })

  test('takes the example of its page, which is real', async () => {
    const [, json] = /^```json\n([^]*?)^```$/m.exec(read('docs/formats/binning.md'))!
    expect(problems(json)).toEqual([])
    const made = await irisBinning()
    const { reference: _, ...column } = made.columns[0]
    expect(fromJson(json)).toEqual({ ...made, columns: [{ ...column, shape: null }] })
  })

  test.each<[string, (binning: Loose) => unknown]>([
    ['another format', (b) => (b.format = 'kerf-tree')],
    ['another version', (b) => (b.version = 2)],
    ['no columns', (b) => delete b.columns],
    ['no source', (b) => delete b.created.source],
    ['half a row', (b) => (b.created.source.rows = 1.5)],
    ['an unknown kind of target', (b) => (b.target.kind = 'text')],
    ['no classes', (b) => delete b.target.classes],
    ['a class twice', (b) => (b.target.classes = ['no', 'no'])],
    ['an unknown kind of column', (b) => (b.columns[0].kind = 'text')],
    ['no name', (b) => delete b.columns[0].name],
    ['an unknown closed end', (b) => (b.columns[0].closed = 'both')],
    ['an infinite cut', (b) => (b.columns[0].cuts[0] = 'Infinity')],
    ['a cut that is a text', (b) => (b.columns[0].cuts[0] = '2')],
    ['a range of one end', (b) => (b.columns[0].range = [1])],
    ['no statement of exactness', (b) => delete b.columns[0].cutsExact],
    ['a reason without a measure', (b) => delete b.columns[0].reasons[0].measure],
    ['a runner-up without a score', (b) => (b.columns[0].reasons[0].runnerUp = { cut: 1 })],
    ['no bins', (b) => (b.columns[0].bins = [])],
    ['a bin without a label', (b) => delete b.columns[0].bins[0].label],
    ['a negative count', (b) => (b.columns[0].bins[0].count = -1)],
    ['an infinite count', (b) => (b.columns[0].bins[0].count = 'Infinity')],
    ['a bin without classes', (b) => delete b.columns[0].bins[0].classes],
    ['missing without classes', (b) => delete b.columns[0].missing.classes],
    ['a lowest value that is a text', (b) => (b.columns[0].bins[0].lo = 'low')],
    ['an infinite median', (b) => (b.columns[0].bins[0].median = 'Infinity')],
    ['an unknown policy', (b) => (b.columns[0].missing.policy = 'mean')],
    ['a policy without its bin', (b) => (b.columns[0].missing = { ...b.columns[0].missing, policy: 'bin', bin: null })],
    ['a special value without a code', (b) => delete b.columns[0].special[0].code],
    ['a shape without counts', (b) => delete b.columns[0].shape.counts],
    ['a note without a code', (b) => (b.columns[0].notes = [{ message: 'a' }])],
    ['a level that is a number', (b) => (b.columns[1].bins[0].levels = [1])],
  ])('refuses %s, and so does fromJson', (_, spoil) => {
    const binning: Loose = JSON.parse(toJson(saved['a class target']))
    spoil(binning)
    const text = JSON.stringify(binning)
    expect(problems(text)).not.toEqual([])
    expect(() => fromJson(text)).toThrow(kerf.FormatError)
  })

  test.each<[string, (binning: Loose) => unknown]>([
    ['cuts that do not increase', (b) => (b.columns[0].cuts = b.columns[0].cuts.toReversed())],
    ['too few bins', (b) => b.columns[0].bins.pop()],
    ['too few reasons', (b) => b.columns[0].reasons.pop()],
    ['a label twice', (b) => (b.columns[0].bins[1].label = b.columns[0].bins[0].label)],
    ['a column twice', (b) => (b.columns[1].name = b.columns[0].name)],
    ['a level twice', (b) => (b.columns[1].bins[1].levels = b.columns[1].bins[0].levels)],
    ['a value outside its bin', (b) => (b.columns[0].bins[0].hi = 1e9)],
    ['classes that are not sorted', (b) => (b.target.classes = b.target.classes.toReversed())],
    ['a weight here and there', (b) => (b.columns[0].bins[0].weight = 1)],
    ['a code that is also missing', (b) => (b.columns[0].missing.values = [-999])],
    ['too few classes', (b) => b.columns[0].bins[0].classes.pop()],
    ['an unknown event', (b) => (b.target.event = 'maybe')],
    ['a bin that does not exist', (b) => Object.assign(b.columns[0].missing, { policy: 'bin', bin: 99 })],
    ['a range the wrong way round', (b) => (b.columns[0].range = b.columns[0].range.toReversed())],
  ])('cannot see %s; fromJson does', (_, spoil) => {
    const binning: Loose = JSON.parse(toJson(saved['a class target']))
    spoil(binning)
    const text = JSON.stringify(binning)
    expect(problems(text)).toEqual([])
    expect(() => fromJson(text)).toThrow(kerf.FormatError)
  })
})

/** A parsed binning that may be spoiled anywhere. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any

const SAMPLE = {
  x: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, null, -999],
  level: ['a', 'a', 'b', 'b', 'a', 'a', 'b', 'b', 'a', 'a', 'b', null],
  label: 'no no no no yes yes yes yes no no yes no'.split(' '),
  number: [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6],
  weight: [0.1, 0.2, 0.3, 1, 2, 1, 0.5, 0.25, 3, 1, 1, 0],
}

/** Binnings of every kind, by what is special about them. */
async function savedBinnings(): Promise<Record<string, Binning>> {
  const { x, level, label, number, weight } = SAMPLE
  const byClass = await fitTable(
    { x, level, label },
    { target: 'label', event: 'yes', all: { method: fixed, cuts: [4.5, 8.5], special: [-999], missing: [-1] } },
  )
  return {
    'a class target': byClass,
    'mdlp and a blunt column': await fitTable({ x, blunt: x.map((_, i) => i % 3), label }, { target: 'label' }),
    'a numeric target': await fitTable({ x, level, number }, { target: 'number', all: { special: [-999] } }),
    'no target': await fitTable({ x, level }, { all: { method: equalFrequency, bins: 3 } }),
    weights: await fitTable({ x, level, label, weight }, { target: 'label', weights: 'weight' }),
    'policies that send values to bins': await fitTable(
      { x, label },
      {
        target: 'label',
        all: { method: fixed, cuts: [4.5], special: [-999], specialPolicy: 1, missingPolicy: 'nearest' },
      },
    ),
    infinities: await fitTable({ x: [-Infinity, 1, 2, 3, Infinity] }, { all: { bins: 2 } }),
    'no values': await fitTable({ x: [Infinity, NaN], none: [null, null] }, { all: { bins: 2 } }),
    'no rows': await fitTable({ x: new Float64Array(0) }),
    'weak cuts': await fitTable(
      { x: [1, 2, 3, 4], label: ['a', 'b', 'a', 'b'] },
      { target: 'label', all: { method: kerf.chiMerge, minBins: 3 } },
    ),
    dates: await fitTable({ x: [1e12, 1.1e12, 1.2e12] }, { all: { kind: 'date', bins: 2 } }),
    'counts of other rows': recount(byClass, { x: [1, 20], level: ['a', 'c'] }),
    'an edit by hand': kerf.edit(byClass, { column: 'x', add: 2.25 }),
    'notes of its own': { ...byClass, notes: [{ code: 'sampled', message: '10 of 12 rows' }] },
  }
}

async function irisBinning(): Promise<Binning> {
  const { lengths, species } = await import('../scripts/docs/iris.mjs')
  return await fitTable(
    { petal_length: lengths['petal length'], species },
    { target: 'species', source: 'iris', all: { method: mdlp, maxBins: 2 } },
  )
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
    .toSorted()
}

/** The text without code, in which brackets mean something else. */
function prose(page: string): string {
  return page.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/^ {4}.*$/gm, '')
}

/** Links within the project. */
function linksOf(page: string): string[] {
  return [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]).filter((link) => !/^[a-z]+:/.test(link))
}

function resolves(from: string, link: string): boolean {
  const [file, anchor] = link.split('#')
  const path = file === '' ? from : posix.join(posix.dirname(from), file)
  return existsSync(join(root, path)) && (anchor === undefined || anchorsOf(read(path)).includes(anchor))
}

function anchorsOf(page: string): string[] {
  const seen = new Map<string, number>()
  return [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  })
}
