// What the packages are made of: the entries of `kerf`, the program, and the files that threads start with.
import { readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The built program, for scripts and tests that start it. */
export const PROGRAM_FILE = join(root, 'packages/cli/dist/main.js')

/** Entry → its file in src. `index` is `kerf`, `trees` is `kerf/trees`. */
export const ENTRIES = {
  index: 'index.ts',
  summaries: 'summaries/index.ts',
  measures: 'measures/index.ts',
  encoders: 'encoders/index.ts',
  trees: 'trees/index.ts',
  models: 'models/index.ts',
  neural: 'models/neural/index.ts',
  projects: 'projects/index.ts',
  scorecards: 'scorecards/index.ts',
  streams: 'streams/index.ts',
  explain: 'explain/index.ts',
  exports: 'exports/index.ts',
  reports: 'reports/index.ts',
  html: 'reports/html/index.ts',
  engines: 'engines/index.ts',
  sources: 'sources/index.ts',
  workers: 'workers/index.ts',
  node: 'node.ts',
}

/** What a user imports: `kerf`, `kerf/trees` … */
export const specifierOf = (entry) => (entry === 'index' ? 'kerf' : `kerf/${entry}`)

/** The files of the program: what the shell starts, and the same without a process of its own. */
export const PROGRAM = { main: 'cli/main.ts', program: 'cli/program.ts' }

/** The files that threads start with. They are found by their name beside the code that starts them. */
export function workerFiles(source) {
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
  const workers = paths.filter((path) => path.endsWith('-worker.ts'))
  return Object.fromEntries(workers.map((path) => [posix.basename(path, '.ts'), path]))
}

/** The files of workers that users bundle themselves: for threads of Node, and for pages. */
export const WORKERS = ['column-worker', 'page-worker']

/** The `exports` of package.json. */
export function exportsField() {
  const fields = Object.keys(ENTRIES).map((entry) => [
    entry === 'index' ? '.' : `./${entry}`,
    { types: `./dist/${entry}.d.ts`, default: `./dist/${entry}.js` },
  ])
  // What a program that is bundled into one file, or a page, bundles beside it.
  const workers = WORKERS.map((name) => [`./${name}`, { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }])
  return { ...Object.fromEntries([...fields, ...workers]), './package.json': './package.json' }
}
