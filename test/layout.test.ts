import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { methods } from '../src/index.ts'

/** The entries of src in reading order: a file imports only from entries above its own, and from its own folder. */
const LAYOUT = [
  'types.ts',
  'errors.ts',
  'util/numbers',
  'util',
  'sources',
  'sources/text',
  'sources/csv',
  'sources/json',
  'sources/arff',
  'sources/parquet',
  'sources/index.ts',
  'measures/distributions',
  'measures',
  'summaries',
  'summaries/fast',
  'summaries/saved',
  'summaries/live',
  'discretizers',
  'discretizers/search',
  'discretizers/refine',
  'discretizers/bin-count',
  'discretizers/modl',
  'discretizers/optimal',
  'discretizers/methods',
  'discretizers/traits.ts',
  'discretizers/default-method.ts',
  'discretizers/advise-bins.ts',
  'discretizers/registry.ts',
  'binning',
  'binning/fit',
  'binning/use',
  'binning/together',
  'binning/compare',
  'binning/drift',
  'encoders',
  'trees',
  'trees/grow',
  'trees/prune',
  'models',
  'models/neural',
  'explain',
  'streams',
  'streams/alarms',
  'streams/repair',
  'exports',
  'exports/tree',
  'reports',
  'reports/terminal/draw',
  'reports/terminal',
  'reports/html/charts',
  'reports/html',
  'reports/html/tree',
  'reports/html/index.ts',
  'engines/dialects',
  'engines',
  'engines/sql',
  'workers',
  'plan-fit.ts',
  'pipeline.ts',
  'index.ts',
  'node/files',
  'node/csv',
  'node/duckdb',
  'node/duckdb/engine',
  'node/read',
  'node/within',
  'node/apply',
  'node/train',
  'node/stream',
  'node',
  'node.ts',
  'studies',
  'cli',
  'cli/flags',
  'cli/load',
  'cli/commands/parts',
  'cli/commands/studies',
  'cli/commands',
  'cli/tell-error.ts',
  'cli/program.ts',
  'cli/main.ts',
]

/** Entries that may use Node and packages; everything else must run in a browser without any. */
const NODE_ENTRIES = ['node', 'node.ts', 'studies', 'cli']

/** Packages with one home: a file or folder of src, and nowhere else. */
const PACKAGE_HOMES: Record<string, string> = {
  '@jax-js/jax': 'models/neural',
  '@observablehq/plot': 'reports/html',
  hyparquet: 'sources/parquet',
  'hyparquet-compressors': 'sources/parquet',
  linkedom: 'node',
  commander: 'cli',
}

/** Path inside src → text. */
type Files = Map<string, string>

interface Import {
  from: string
  /** The specifier, or null when it is computed. */
  to: string | null
}

describe('layout of src', () => {
  const files = readSources()

  test('there are sources to check', () => {
    expect(files.has('index.ts')).toBe(true)
  })
  test('every entry is in the list', () => {
    expect(unlistedEntries(files)).toEqual([])
  })
  test('every file imports only what it may', () => {
    expect(importFaults(files)).toEqual([])
  })
  test('a method stands alone: one file for each, which imports no other', () => {
    const own = (path: string): boolean => path.startsWith('discretizers/methods/')
    expect([...files.keys()].filter((path) => own(path) && path.endsWith('.ts'))).toHaveLength(methods().length)
    expect(
      allImports(files).filter(({ from, to }) => own(from) && to?.startsWith('.') && own(resolve(from, to))),
    ).toEqual([])
  })
  test('no file imports itself through others', () => {
    expect(findCycle(files)).toBeNull()
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
      'sources/parquet-like.ts': "import { parquetRead } from 'hyparquet'",
    })
    expect(importFaults(files)).toEqual([
      'util/a.ts: node:fs is not allowed here',
      'models/logistic.ts: @jax-js/jax belongs in models/neural',
      'node/plot.ts: @observablehq/plot/dist/index.js belongs in reports/html',
      'sources/parquet-like.ts: hyparquet belongs in sources/parquet',
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
})

function readSources(): Files {
  const root = fileURLToPath(new URL('../src/', import.meta.url))
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map((entry) => {
      const path = posix.join(entry.parentPath.replaceAll('\\', '/'), entry.name)
      return [posix.relative(root.replaceAll('\\', '/'), path), readFileSync(path, 'utf8')]
    }),
  )
}

/** The entry of the list that a file belongs to: itself, or its folder. */
function entryOf(path: string): string {
  return LAYOUT.includes(path) || !path.includes('/') ? path : posix.dirname(path)
}

function roomOf(path: string): string {
  return path.split('/')[0]
}

function unlistedEntries(files: Files): string[] {
  return [...new Set([...files.keys()].map(entryOf))].filter((entry) => !LAYOUT.includes(entry))
}

function importFaults(files: Files): string[] {
  return allImports(files).flatMap(({ from, to }) => {
    const fault = to === null ? 'a computed import cannot be checked' : faultOf(from, to, files)
    return fault === null ? [] : [`${from}: ${fault}`]
  })
}

function faultOf(from: string, to: string, files: Files): string | null {
  if (!to.startsWith('.')) return packageFault(from, to)
  const target = resolve(from, to)
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
  return NODE_ENTRIES.includes(roomOf(from)) ? null : `${to} is not allowed here`
}

/** The first circle met, as the files along it; null if there is none. */
function findCycle(files: Files): string[] | null {
  const targets = new Map<string, string[]>([...files.keys()].map((path) => [path, []]))
  for (const { from, to } of allImports(files)) {
    if (to?.startsWith('.')) targets.get(from)!.push(resolve(from, to))
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

function resolve(from: string, to: string): string {
  return posix.join(posix.dirname(from), to)
}

function allImports(files: Files): Import[] {
  return [...files].filter(([path]) => path.endsWith('.ts')).flatMap(([path, text]) => importsOf(path, text))
}

/**
 * Outside strings and comments, a string after `from` or `import` can only be a specifier, so no grammar is needed
 * once those are masked.
 */
function importsOf(from: string, text: string): Import[] {
  const { code, strings } = maskStrings(text)
  const specifier = /(?<![.\w$])(?:from\s*"(\d+)"|import\s*"(\d+)"|(?:import|require)\s*\(\s*(?:"(\d+)"\s*[,)])?)/g
  return [...code.matchAll(specifier)].map((match) => {
    const index = match[1] ?? match[2] ?? match[3]
    return { from, to: index === undefined ? null : strings[Number(index)] }
  })
}

/** Drops comments and patterns, and puts `"n"` in place of the n-th string or plain template. */
function maskStrings(text: string): { code: string; strings: string[] } {
  const token =
    /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"|\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*|[`{}]|[^]/gy
  // A slash after a name, a number, a closing bracket or a postfix operator divides; elsewhere it opens a pattern.
  const divides = /(?:[\w$)\]}"]!?|\+\+|--)\s*$/
  const keywordBefore = /(?<![.\w$])(?:return|typeof|case|in|of|void|delete|await|yield)\s*$/
  const strings: string[] = []
  let code = ''
  /** For each open template, how many braces are open in its current `${}`. */
  const templates: number[] = []
  const keep = (value: string) => {
    code += `"${strings.push(value) - 1}"`
  }
  /** Reads template text from `start` up to its end or its next `${`. */
  const readTemplate = (start: number, opening: boolean) => {
    const part = /(?:\\[\s\S]|\$(?!\{)|[^\\`$])*(`|\$\{)?/y
    part.lastIndex = start
    const [all, end] = part.exec(text)!
    if (end === '${') {
      // The marks keep `import(`${x}`)` from looking like a plain string.
      if (opening) templates.push(0)
      code += ' ${'
    } else {
      if (opening) keep(all.slice(0, -1))
      else templates.pop()
    }
    token.lastIndex = part.lastIndex
  }
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const piece = match[0]
    if (piece.startsWith('//') || piece.startsWith('/*')) code += ' '
    else if (piece === '`') readTemplate(token.lastIndex, true)
    else if (piece === '}' && templates.at(-1) === 0) readTemplate(token.lastIndex, false)
    else if (piece.length > 1 && piece.startsWith('/')) {
      if (divides.test(code) && !keywordBefore.test(code)) {
        code += '/'
        token.lastIndex = match.index + 1
      } else code += ' /0/ '
    } else if (piece.length > 1) keep(piece.slice(1, -1))
    else {
      if (templates.length > 0 && piece === '{') templates[templates.length - 1]++
      if (templates.length > 0 && piece === '}') templates[templates.length - 1]--
      code += piece
    }
  }
  return { code, strings }
}
