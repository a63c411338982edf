import { posix } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { allImports, type Files, readHouse, readRoom, readSources, resolveImport } from '../scripts/house/house.mjs'
import { importsOf } from '../scripts/house/imports.mjs'
import { entryOf, LAYOUT } from '../scripts/house/layout.mjs'
import { houseText } from '../scripts/house/text-map.mjs'
import { methods } from '../src/index.ts'

/** Most .ts files of a folder, lines of a file, of pipeline.ts and of a README.md, and exemptions from limits of lint. */
const MOST = { files: 25, lines: 400, pipeline: 150, readme: 12, exempt: 30 }

/** What every room may import, whether its README.md says so or not. */
const FOR_ALL = ['types.ts', 'errors.ts', 'util/']

/** Names that files of several folders share, because they mean the same everywhere. */
const SHARED_NAMES = ['README.md', 'index.ts']

/** Entries that may use Node and packages; everything else must run in a browser without any. */
const NODE_ENTRIES = ['node', 'node.ts', 'studies', 'cli']

/** Packages with one home: a file or folder of src, and nowhere else. */
const PACKAGE_HOMES: Record<string, string> = {
  '@jax-js/jax': 'models/neural',
  '@observablehq/plot': 'reports/html',
  linkedom: 'node',
  'write-excel-file': 'node',
  commander: 'cli',
  hono: 'cli/serve',
  '@hono/node-server': 'cli/serve',
}

describe('layout of src', () => {
  const files = readSources()
  const sources = [...files.keys()].filter((path) => path.endsWith('.ts'))
  const folders = [...new Set(sources.flatMap(foldersOf))].toSorted()

  beforeAll(() => console.log(`\n${houseText(readHouse(files))}\n`))

  test('there are sources to check', () => {
    expect(files.has('index.ts')).toBe(true)
  })
  test('every entry is in the list, and the list has no other', () => {
    expect(unlistedEntries(files)).toEqual([])
    expect(LAYOUT.filter((entry) => !entry.endsWith('.ts') && !folders.includes(entry))).toEqual([])
    expect(LAYOUT.filter((entry) => entry.endsWith('.ts') && !files.has(entry))).toEqual([])
  })
  test('every file imports only what it may', () => {
    expect(importFaults(files)).toEqual([])
  })
  test('no file imports itself through others', () => {
    expect(findCycle(files)).toBeNull()
  })
  test(`no folder holds more than ${MOST.files} files`, () => {
    // What is compiled from kernels/ is made anew by every build, and nobody reads it.
    const kept = sources.filter((path) => !path.endsWith('-bytes.ts'))
    const counted = folders.map((folder) => [folder, kept.filter((path) => posix.dirname(path) === folder).length])
    expect(counted.filter(([, size]) => Number(size) > MOST.files)).toEqual([])
  })
  test('no file is too long to be read at once', () => {
    const long = sources.filter((path) => linesOf(files.get(path)!) > MOST.lines)
    expect(long).toEqual([])
    expect(linesOf(files.get('pipeline.ts')!)).toBeLessThan(MOST.pipeline)
  })
  test(`at most ${MOST.exempt} functions may be longer or take more parameters, each with a reason`, () => {
    const exemptions = sources.flatMap((path) => exemptionsOf(path, files.get(path)!))
    expect(exemptions.filter(({ reason }) => reason === null)).toEqual([])
    const ofLimits = exemptions.filter(({ rules }) => /max-(?:params|lines)/.test(rules))
    expect(ofLimits.length).toBeLessThanOrEqual(MOST.exempt)
  })
  test('no two files share a name', () => {
    const names = [...files.keys()].map((path) => posix.basename(path)).filter((name) => !SHARED_NAMES.includes(name))
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })
  test('every method has one file of its own, which imports no other, and nothing else lies beside them', () => {
    const inFolder = sources.filter((path) => posix.dirname(path) === 'discretizers/methods')
    const expected = methods().map(({ name }) => `discretizers/methods/${name}.ts`)
    expect(inFolder).toEqual(expected.toSorted())
    const amongThem = (from: string, to: string): boolean =>
      inFolder.includes(from) && to.startsWith('.') && inFolder.includes(resolveImport(from, to))
    expect(allImports(files).filter(({ from, to }) => to !== null && amongThem(from, to))).toEqual([])
  })
  test.each(folders)('the README.md of %s says what lives there, what it may import and where to start', (folder) => {
    expect(roomFaults(folder, files)).toEqual([])
  })
})

describe('the layout checker', () => {
  const made = (files: Record<string, string>): Files => new Map(Object.entries(files))

  test('accepts imports from above and from the own folder', () => {
    const files = made({
      'types.ts': '',
      'util/sort.ts': "import type { A } from '../types.ts'",
      'util/bisect.ts': "export { sort } from './sort.ts'",
      'models/neural/train.ts': "const jax = await import('@jax-js/jax')",
      'node/files.ts': "import { readFile } from 'node:fs/promises'",
    })
    expect(importFaults(files)).toEqual([])
    expect(findCycle(files)).toBeNull()
  })

  test('catches an import from below, type imports and dynamic imports included', () => {
    const files = made({
      'util/a.ts': "import { fit } from '../binning/fit.ts'",
      'util/b.ts': "type Fit = import('../binning/fit.ts').Fit",
      'util/c.ts': "import type { Fit } from '../binning/fit.ts'",
      'binning/fit.ts': '',
      'errors.ts': "export * from './util/a.ts'",
    })
    expect(importFaults(files)).toEqual([
      'util/a.ts: ../binning/fit.ts is listed below it',
      'util/b.ts: ../binning/fit.ts is listed below it',
      'util/c.ts: ../binning/fit.ts is listed below it',
      'errors.ts: ./util/a.ts is listed below it',
    ])
  })

  test('catches packages and Node outside their homes', () => {
    const files = made({
      'util/a.ts': "import 'node:fs'",
      'models/logistic.ts': "import * as jax from '@jax-js/jax'",
      'node/plot.ts': "import * as Plot from '@observablehq/plot/dist/index.js'",
      'sources/pages.ts': "import { parseHTML } from 'linkedom'",
    })
    expect(importFaults(files)).toEqual([
      'util/a.ts: node:fs is not allowed here',
      'models/logistic.ts: @jax-js/jax belongs in models/neural',
      'node/plot.ts: @observablehq/plot/dist/index.js belongs in reports/html',
      'sources/pages.ts: linkedom belongs in node',
    ])
  })

  test('catches what it cannot follow', () => {
    const files = made({
      'util/a.ts': "import './gone.ts'",
      'util/b.ts': "import '../../test/help.ts'",
      'util/c.ts': 'const load = (name: string) => import(name)',
    })
    expect(importFaults(files)).toEqual([
      'util/a.ts: ./gone.ts is not a file of src',
      'util/b.ts: ../../test/help.ts is not a file of src',
      'util/c.ts: a computed import cannot be checked',
    ])
  })

  test('catches an entry that is not listed', () => {
    expect(unlistedEntries(made({ 'types.ts': '', 'helpers/a.ts': '', 'main.ts': '' }))).toEqual(['helpers', 'main.ts'])
  })

  test('catches a circle', () => {
    const files = made({
      'util/a.ts': "import './b.ts'",
      'util/b.ts': "import './c.ts'",
      'util/c.ts': "import type { B } from './b.ts'",
    })
    expect(findCycle(files)).toEqual(['util/b.ts', 'util/c.ts', 'util/b.ts'])
    expect(findCycle(made({ 'util/a.ts': "import './a.ts'" }))).toEqual(['util/a.ts', 'util/a.ts'])
  })

  test('reads imports over several lines, and none in comments, strings, templates and patterns', () => {
    const text = [
      "import {\n  a, // from 'x1'\n  type B,\n} from './one.ts'",
      "// import 'x2'\n/* import 'x3' */",
      `const s = "import 'x4'" + 'it\\'s from "x5"'`,
      "const t = `import 'x6' ${f(`${'}'} from 'x7'`, { k: 1 })} from 'x8'`",
      `const r = /["'\`/]/.test(s) && n / 2 / from // "x9"`,
      'const u = import(`./two.ts`)',
      'export * as three from "./three.ts"',
    ].join('\n')
    expect(importsOf('a.ts', text).map(({ to }) => to)).toEqual(['./one.ts', './two.ts', './three.ts'])
  })

  test('knows an exemption with a reason from one without', () => {
    const next = '// oxlint-disable-next-line'
    const reasons = [
      `${next} max-params -- a hot loop`,
      `${next} max-params`,
      '/* oxlint-disable max-params -- all */',
      next,
    ]
    expect(reasons.map((line) => exemptionsOf('a.ts', line)[0])).toEqual([
      { path: 'a.ts', rules: 'max-params', reason: 'a hot loop' },
      { path: 'a.ts', rules: '-next-line max-params', reason: null },
      { path: 'a.ts', rules: 'max-params -- all */', reason: null },
      { path: 'a.ts', rules: '-next-line', reason: null },
    ])
  })

  test('catches a README.md that says too much, too little or nothing', () => {
    const good = '# util\n\nTools.\n\n- May import: `errors.ts`.\n- Read first: [`a.ts`](a.ts).\n'
    expect(roomFaults('util', made({ 'util/a.ts': '', 'util/README.md': good }))).toEqual([])
    expect(roomFaults('util', made({ 'util/a.ts': '' }))).toEqual(['util/README.md is missing'])
    expect(roomFaults('util', made({ 'util/b.ts': '', 'util/README.md': good }))).toEqual([
      'util/README.md: it says to read a.ts, which does not exist',
    ])
    expect(roomFaults('util', made({ 'util/a.ts': '', 'util/README.md': '# tools\n'.repeat(13) }))).toEqual([
      'util/README.md: it has more than 12 lines',
      'util/README.md: its heading is not its path',
      'util/README.md: it does not begin with a sentence',
      'util/README.md: it has no line "- May import: …."',
      'util/README.md: it has no line "- Read first: [`file.ts`](file.ts)."',
    ])
  })

  test('catches an import that the README.md of a folder does not name', () => {
    const readme = '# trees\n\nTrees.\n\n- May import: `binning/`.\n- Read first: [`tree.ts`](tree.ts).\n'
    const files = made({
      'util/sort.ts': '',
      'binning/fit/fit.ts': '',
      'encoders/woe.ts': '',
      'trees/README.md': readme,
      'trees/tree.ts': "import '../binning/fit/fit.ts'\nimport '../util/sort.ts'\nimport '../encoders/woe.ts'",
    })
    expect(roomFaults('trees', files)).toEqual([
      'trees/README.md: trees/tree.ts imports encoders/woe.ts, which is not among what it may import',
    ])
    const all = readme.replace('`binning/`', 'everything above it')
    expect(roomFaults('trees', new Map([...files, ['trees/README.md', all]]))).toEqual([])
  })
})

function topOf(path: string): string {
  return path.split('/')[0]
}

function unlistedEntries(files: Files): string[] {
  return [...new Set([...files.keys()].map(entryOf))].filter(
    (entry) => !LAYOUT.includes(entry) && entry !== 'README.md',
  )
}

function importFaults(files: Files): string[] {
  return allImports(files).flatMap(({ from, to }) => {
    const fault = to === null ? 'a computed import cannot be checked' : faultOf(from, to, files)
    return fault === null ? [] : [`${from}: ${fault}`]
  })
}

function faultOf(from: string, to: string, files: Files): string | null {
  if (!to.startsWith('.')) return packageFault(from, to)
  const target = resolveImport(from, to)
  if (!files.has(target)) return `${to} is not a file of src`
  const below = LAYOUT.indexOf(entryOf(target)) > LAYOUT.indexOf(entryOf(from))
  return below ? `${to} is listed below it` : null
}

function packageFault(from: string, to: string): string | null {
  const name = to.split('/', to.startsWith('@') ? 2 : 1).join('/')
  const home = PACKAGE_HOMES[name]
  if (home !== undefined) {
    const atHome = from === `${home}.ts` || from.startsWith(`${home}/`)
    return atHome ? null : `${to} belongs in ${home}`
  }
  return NODE_ENTRIES.includes(topOf(from)) ? null : `${to} is not allowed here`
}

/** The first circle met, as the files along it; null if there is none. */
function findCycle(files: Files): string[] | null {
  const targets = new Map<string, string[]>([...files.keys()].map((path) => [path, []]))
  for (const { from, to } of allImports(files)) {
    if (to?.startsWith('.')) targets.get(from)!.push(resolveImport(from, to))
  }
  const done = new Set<string>()
  const visit = (path: string, trail: string[]): string[] | null => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return null
    for (const next of targets.get(path) ?? []) {
      const cycle = visit(next, [...trail, path])
      if (cycle !== null) return cycle
    }
    done.add(path)
    return null
  }
  for (const path of files.keys()) {
    const cycle = visit(path, [])
    if (cycle !== null) return cycle
  }
  return null
}

/** What is wrong with the README.md of a folder, and which imports of its files it does not allow. */
function roomFaults(folder: string, files: Files): string[] {
  const path = posix.join(folder, 'README.md')
  const text = files.get(path)
  if (text === undefined) return [`${path} is missing`]
  const { about, may, first } = readRoom(text)
  const faults = [
    linesOf(text) > MOST.readme ? `it has more than ${MOST.readme} lines` : null,
    text.startsWith(`# ${folder === '.' ? 'src' : folder}\n`) ? null : 'its heading is not its path',
    about === null ? 'it does not begin with a sentence' : null,
    may === null ? 'it has no line "- May import: …."' : null,
    first === null ? 'it has no line "- Read first: [`file.ts`](file.ts)."' : null,
    first !== null && !files.has(posix.join(folder, first)) ? `it says to read ${first}, which does not exist` : null,
  ]
  return [...faults.filter((fault) => fault !== null), ...importsBeyond(folder, may ?? '', files)].map(
    (fault) => `${path}: ${fault}`,
  )
}

/** Imports of a folder that its README.md does not name; "above it" stands for all that the order allows. */
function importsBeyond(folder: string, may: string, files: Files): string[] {
  if (may.includes('above it')) return []
  const named = [...may.matchAll(/`([^`]+)`/g)].map((match) => match[1])
  const allowed = [...FOR_ALL, ...named, `${folder}/`]
  const covers = (path: string): boolean =>
    allowed.some((entry) => (entry.endsWith('/') ? path.startsWith(entry) : path === entry))
  const own = new Map([...files].filter(([path]) => posix.dirname(path) === folder))
  return allImports(own).flatMap(({ from, to }) => {
    if (!to?.startsWith('.')) return []
    const target = resolveImport(from, to)
    return covers(target) ? [] : [`${from} imports ${target}, which is not among what it may import`]
  })
}

/** Where a file switches rules of lint off, for the next line and with a reason; the reason of any other form is null. */
function exemptionsOf(path: string, text: string): { path: string; rules: string; reason: string | null }[] {
  return [...text.matchAll(/(?:ox|es)lint-disable(.*)/g)].map(([, rest]) => {
    const match = /^-next-line ([\w/, -]+?) -- (.*\w.*)/.exec(rest)
    return { path, rules: match?.[1] ?? rest.trim(), reason: match?.[2] ?? null }
  })
}

/** The folder of a file and all folders around it; `.` is src. */
function foldersOf(path: string): string[] {
  const folder = posix.dirname(path)
  return folder === '.' ? ['.'] : [folder, ...foldersOf(folder)]
}

function linesOf(text: string): number {
  return text.trimEnd().split('\n').length
}
