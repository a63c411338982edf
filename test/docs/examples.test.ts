import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatWithOptions } from 'node:util'
import { transform } from 'esbuild'
import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENTRIES, specifierOf } from '../../scripts/package/entries.mjs'
import { toJavaScript } from '../../src/exports/index.ts'
import { fitTable, fixed } from '../../src/index.ts'
import { GIVEN, givenFor } from './given.ts'
import { duckDbFile } from '../cli/server-file.ts'
import { blocksOf, PAGES, root } from './pages.ts'

/** Pages whose code is not run here, each with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  'CONTRIBUTING.md': 'the file of a method; test/docs/example-method.test.ts adds it to a copy of the project',
}

/** What examples import from, and where it is. */
const FILES = new Map(Object.entries(ENTRIES).map(([entry, path]) => [specifierOf(entry), join(root, 'src', path)]))

/** Name → where it is imported from, `kerf` before all others, for names that an example uses without an import. */
const HOMES = new Map<string, string>()
for (const [from, path] of FILES) {
  for (const name of Object.keys((await import(path)) as object)) if (!HOMES.has(name)) HOMES.set(name, from)
}

/** The blocks of a page as one program. */
interface Program {
  /** by module, the names imported from it; those of Kerf that are used and not declared are imported too */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>
  /** what the page takes for granted, and its blocks without imports */
  readonly body: string
  /** the lines that its `// →` comments say it prints */
  readonly expected: readonly string[]
  /** with components for React, which are not drawn here */
  readonly tsx: boolean
}

/** Where examples write files. */
const outputs = mkdtempSync(join(tmpdir(), 'kerf-outputs-'))
beforeAll(async () => {
  const rows = `SELECT 18 + i % 50 AS age FROM range(300) AS r(i)`
  const visits = `SELECT CAST(age AS DOUBLE) AS age, CASE WHEN age < 31 THEN 'no' ELSE 'yes' END AS bought FROM (${rows})`
  await duckDbFile(join(outputs, 'shop.duckdb'), [`CREATE TABLE visits AS ${visits}`])
})
afterAll(() => rmSync(outputs, { recursive: true }))

const LANGUAGES = ['ts', 'js', 'tsx']
const SHOWN = PAGES.filter((path) => blocksOf(path, LANGUAGES).length > 0)
const RUN = SHOWN.filter((path) => !Object.hasOwn(EXEMPT, path))

describe('examples', () => {
  test.each(RUN)('%s runs and prints what it says', async (path) => {
    const program = programOf(path)
    expect(await printed(program)).toEqual(program.expected)
  })

  test('keep the types', () => {
    expect(typeErrors(Object.fromEntries(RUN.map((path) => [path.replaceAll(/\W/g, '-'), programOf(path)])))).toBe('')
  })

  test('what is given or exempt belongs to an example', () => {
    expect(Object.keys({ ...GIVEN, ...EXEMPT }).filter((path) => !SHOWN.includes(path))).toEqual([])
  })
})

function programOf(path: string): Program {
  const imports = new Map<string, Set<string>>()
  // Examples of the reference stand alone; those of other pages go on from one another.
  const alone = path.startsWith('docs/reference/')
  const code = blocksOf(path, LANGUAGES)
    .map(({ text }) => (alone ? `{\n${text}}` : text))
    .join('\n')
    .replaceAll(/^export (?=function)/gm, '')
    .replaceAll(/^import \{([^}]*)\} from '([^']+)'$/gm, (_, list: string, from: string) => {
      const names = imports.get(from) ?? new Set()
      for (const name of list.split(',')) names.add(name.trim())
      imports.set(from, names)
      return ''
    })
  const body = `${givenFor(path)}\n${code}`
  const imported = new Set([...imports.values()].flatMap((names) => [...names]))
  const declared = new Set([...body.matchAll(/\b(?:const|let|function\*?|class) (\w+)/g)].map(([, name]) => name))
  for (const [, list] of body.matchAll(/\b(?:const|let) [[{]([^\]}=]*)[\]}]/g)) {
    for (const name of list.split(',')) declared.add(name.replace(/^.*:/, '').trim())
  }
  for (const [name] of body.replaceAll(/\/\/.*/g, '').matchAll(/(?<![\w.'])[a-zA-Z]\w*(?!\w*')(?!:)/g)) {
    const home = HOMES.get(name)
    if (home === undefined || declared.has(name) || imported.has(name)) continue
    imports.set(home, (imports.get(home) ?? new Set()).add(name))
  }
  const expected = [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, line]) => line)
  return { imports, body, expected, tsx: blocksOf(path, ['tsx']).length > 0 }
}

/** What a program prints, line by line. */
async function printed({ imports, body, tsx }: Program): Promise<string[]> {
  const { code } = await transform(body, { loader: tsx ? 'tsx' : 'ts', target: 'es2022' })
  const lines: string[] = []
  const log = (...values: unknown[]): void => {
    lines.push(...formatWithOptions({ breakLength: Infinity, compact: 3 }, ...values).split('\n'))
  }
  const modules: Record<string, unknown> = {}
  for (const from of imports.keys()) modules[from] = await import(await addressOf(from))
  const taken = [...imports].map(([from, names]) => `const { ${[...names].join(', ')} } = modules['${from}']\n`)
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
  const { done, ...around } = pageAndWorker()
  const { document } = parseHTML('<html></html>')
  const given = { modules, console: { log }, document, folder: outputs, ...around }
  // What is run is no module and so has no address.
  const text = `${taken.join('')}${code.replaceAll('import.meta.url', "'file:///example.js'")}`
  await new AsyncFunction(...Object.keys(given), text)(...Object.values(given))
  await done()
  return lines
}

/** A page and its worker in one program: what one posts, the other hears. */
function pageAndWorker(): Record<string, unknown> & { done: () => Promise<unknown> } {
  type Listener = (event: { data: unknown }) => unknown
  const heard = { page: [] as Listener[], worker: [] as Listener[] }
  const answers: unknown[] = []
  const post = (listeners: Listener[]) => (data: unknown) => {
    for (const listener of listeners) answers.push(listener({ data: structuredClone(data) }))
  }
  const listen = (listeners: Listener[]) => (_: string, listener: Listener) => listeners.push(listener)
  return {
    Worker: class {
      addEventListener = listen(heard.page)
      postMessage = post(heard.worker)
    },
    addEventListener: listen(heard.worker),
    postMessage: post(heard.page),
    done: () => Promise.all(answers),
  }
}

/** Where a module is; that of an export is made here. */
async function addressOf(from: string): Promise<string> {
  const file = FILES.get(from)
  if (file !== undefined) return file
  if (!from.startsWith('.')) return from
  const table = { age: [17, 18, 40, null], home: ['own', 'rent', 'own', 'own'] }
  const binning = await fitTable(table, { perColumn: { age: { method: fixed, cuts: [18, 29.5] } } })
  return `data:text/javascript,${encodeURIComponent(toJavaScript(binning))}`
}

/** What the compiler says of programs, by name; empty when it is content. All at once, for time. */
function typeErrors(programs: Readonly<Record<string, Program>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-docs-'))
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      paths: Object.fromEntries([...FILES].map(([from, path]) => [from, [path]])),
      typeRoots: [join(root, 'node_modules/@types')],
      noUnusedLocals: false,
      lib: ['ES2023', 'DOM'],
      jsx: 'preserve',
      noUncheckedIndexedAccess: true,
    },
    include: ['example-*.ts', 'example-*.tsx', '*.d.ts'],
  }
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'given.d.ts'), 'declare const folder: string\n')
    writeFileSync(
      join(folder, 'loans.d.ts'),
      'export const bin: (column: string, values: unknown) => unknown\nexport const binRow: (row: object) => object\nexport const labels: Map<string, string[]>\n',
    )
    for (const [name, { imports, body, tsx }] of Object.entries(programs)) {
      const head = [...imports].map(([from, names]) => `import { ${[...names].join(', ')} } from '${from}'\n`)
      writeFileSync(join(folder, `example-${name}.${tsx ? 'tsx' : 'ts'}`), `${head.join('')}${body}`)
    }
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' })
    return ''
  } catch (error) {
    // Errors in src itself are for npm run typecheck to tell.
    const lines = ((error as { stdout?: string }).stdout ?? String(error)).split('\n')
    return lines.filter((line) => line.includes('example-')).join('\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
