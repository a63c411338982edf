import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { fillPage, pages } from '../../scripts/docs/pages.mjs'
import { cases } from '../cases.ts'
import { folder } from '../cli/run.ts'
import { read, root } from './pages.ts'

/** What a copy of the project needs for the tests below. */
const COPIED = ['src', 'test', 'docs', 'scripts', 'samples', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
const SETTINGS = ['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts']

const steps = /^## Add a method\n([^]*?)^## /m.exec(read('CONTRIBUTING.md'))![1]
/** The path that a step names first. */
const pathIn = (step: string): string => new RegExp(`\\*\\*${step}[^\`]*\`([^\`]+)\``).exec(steps)![1]
const METHOD = pathIn('1. The file')
const REGISTRY = pathIn('2. The registry')
const PAGE = pathIn('3. The page')
const TEST = pathIn('4. Tests')

/** A page as step 3 asks for. */
const PAGE_TEXT = `# Widest gap

Cuts in the widest gaps between neighbouring values.

\`\`\`ts
fit(values, { method: widestGap, bins: 3 })
\`\`\`

${['Picture', 'Options', 'Presets'].map((head) => `## ${head}\n\n${/^```text\n([^]*?)^```$/m.exec(steps)![1]}`).join('\n')}`

/** A test as step 4 asks for. */
const TEST_TEXT = `import { expect, test } from 'vitest'
import { fitTable, widestGap, type WidestGapOptions } from '../../../src/index.ts'
import { binningReport } from '../../../src/reports/index.ts'

test('cuts in the widest gap, leftmost on a tie', async () => {
  const given: WidestGapOptions = { bins: 2 }
  const binning = await fitTable({ x: [1, 2, 5, 6, 9] }, { all: { method: widestGap, ...given } })
  expect(binning.columns[0]).toMatchObject({ cuts: [3.5], method: 'widest-gap' })
  expect(binningReport(binning)).toContain('cut at 3.5: gap 3.00')
})
`

/** A copy of the project, compiled and tested, takes 15 CPU seconds: `.ci/run` does it, with the laws on many more cases. */
describe.skipIf(cases(1, 2) === 1)('the method of CONTRIBUTING, added to a copy of the project', () => {
  const copy = folder()
  const inCopy = (path: string): string => readFileSync(join(copy, path), 'utf8')
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }

  beforeAll(async () => {
    for (const path of [...COPIED, ...SETTINGS]) cpSync(join(root, path), join(copy, path), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    put(METHOD, /^```ts\n([^]*?)^```$/m.exec(steps)![1])
    put(
      REGISTRY,
      inCopy(REGISTRY)
        .replace(/^import /m, "import { widestGap } from './methods/widest-gap.ts'\nimport ")
        .replace(/^export /m, "export { widestGap, type WidestGapOptions } from './methods/widest-gap.ts'\nexport ")
        .replace(/^(const METHODS.*= \[)$/m, '$1\n  widestGap,'),
    )
    put(PAGE, PAGE_TEXT)
    put(TEST, TEST_TEXT)
    // What npm run docs does, without a build.
    const kerf = (await import(join(copy, 'src/index.ts'))) as object
    const reasons = (await import(join(copy, 'src/reports/reason-texts.ts'))) as object
    for (const [path, makers] of Object.entries(pages({ ...kerf, ...reasons })))
      put(path, fillPage(path, inCopy(path), makers))
  })

  test('takes a file, the registry, a page and a test; the rest is made', () => {
    const listed = (folderPath: string): string[] =>
      readdirSync(folderPath, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
    const paths = COPIED.flatMap((path) =>
      path.includes('.') ? [path] : listed(join(copy, path)).map((inside) => `${path}/${inside}`),
    )
    const differs = (path: string): boolean =>
      !existsSync(join(root, path)) || (/\.\w+$/.test(path) && inCopy(path) !== read(path))
    const touched = paths.filter(differs)
    const made = Object.keys(pages({ methods: () => [] })) // pages that list the methods
    expect(touched.filter((path) => !made.includes(path)).toSorted()).toEqual([METHOD, REGISTRY, PAGE, TEST].toSorted())
  })

  test('keeps the types', () => {
    put('tsconfig.example.json', JSON.stringify({ extends: './tsconfig.json', include: [METHOD, REGISTRY, TEST] }))
    expect(run(copy, ['typescript/bin/tsc', '-p', 'tsconfig.example.json'])).toBe('')
  })

  test('keeps every law, has its words, and finds its place in the docs', () => {
    const files = ['test/laws', TEST, 'test/discretizers/registry.test.ts', 'test/docs.test.ts', 'test/layout.test.ts']
    const names = 'widest|methods|made parts|layout of src|registry'
    const told = run(copy, ['vitest/vitest.mjs', 'run', '--reporter=json', ...files, '-t', names])
    const { testResults } = JSON.parse(told.slice(told.indexOf('{'))) as { testResults: FileResult[] }
    const tried = testResults.flatMap(({ assertionResults }) => assertionResults)
    expect(tried.filter(({ status }) => status === 'failed')).toEqual([])
    // The laws alone are more than twenty.
    expect(tried.filter(({ status }) => status === 'passed').length).toBeGreaterThan(60)
  })
})

/** What the report of vitest says of a file. */
interface FileResult {
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
}

/** What a program of node_modules prints, also when it fails. */
function run(cwd: string, [program, ...args]: string[]): string {
  try {
    return execFileSync(process.execPath, [join(root, 'node_modules', program), ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, VITEST: '', NODE_OPTIONS: '' },
      maxBuffer: 1e8,
    })
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? String(error)
  }
}
