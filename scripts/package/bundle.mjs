// Makes what is published: dist, the library, and packages/cli/dist, the program. The compiler has left every file of src
// in build; its declarations are copied from there as they are.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { dropUnused } from './drop-unused.mjs'
import { ENTRIES, PROGRAM, workerFiles, WORKERS } from './entries.mjs'
import { buildStudio } from './studio.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const source = join(root, 'src')

/**
 * Parts in which the code is published: a module belongs to the part of the first entry here that needs it. So nothing is
 * there twice, no part needs a later one, and an entry loads few files: each of them costs most of a millisecond.
 */
const PARTS = ['measures', 'summaries', 'index', 'sources', 'projects', 'encoders', 'trees', 'models', 'neural', 'scorecards', 'explain', 'streams', 'exports', 'reports', 'html', 'engines', 'workers'] // prettier-ignore

/**
 * Parts of the program that come before those of the library: what it needs before it knows its command, what a thread that
 * fits columns needs, and what `kerf fit` needs besides, threads included. Most of the time of a short command goes into loading code.
 */
const PROGRAM_PARTS = [
  ...Object.values(PROGRAM).map((path) => ['start', path]),
  ['thread', 'node/column-worker.ts'],
  ['fit', 'cli/commands/fit-command.ts'],
  ['fit', 'node/thread-pool.ts'],
]

/** Bundles the library and the program and copies the declarations. */
export async function bundle() {
  const workers = workerFiles(source)
  for (const folder of ['dist', 'packages/cli/dist']) rmSync(join(root, folder), { recursive: true, force: true })
  const inputs = { ...ENTRIES, ...workers }
  const partOf = firstNeed(
    [...PARTS, ...Object.keys(workers), 'node'].map((name) => [name, join(source, inputs[name])]),
  )
  await write(inputs, 'dist', partOf, [dropUnused])
  const programPart = firstParts(PROGRAM_PARTS, partOf)
  await write({ ...PROGRAM, ...workers }, 'packages/cli/dist', programPart, [])
  // The tables that studies run on without a file.
  const samples = join(root, 'packages/cli/dist/samples')
  mkdirSync(samples, { recursive: true })
  for (const name of ['iris.csv', 'penguins.csv']) copyFileSync(join(root, 'samples', name), join(samples, name))
  await buildStudio()
  copyDeclarations()
}

/** The first of these parts that needs a module, or what `others` say. */
function firstParts(parts, others) {
  const partOf = firstNeed(parts.map(([name, path]) => [name, join(source, path)]))
  return (id, graph) => partOf(id, graph) ?? others(id, graph)
}

/** Which of the entries needs a module first; known as soon as the graph of all of them is. */
function firstNeed(entries) {
  /** @type {Map<string, string>} */
  const owners = new Map()
  return (id, graph) => {
    if (owners.size === 0) for (const [name, file] of entries) claim(file, name)
    return owners.get(id) ?? null

    function claim(path, name) {
      if (owners.has(path) || !path.startsWith(source)) return
      owners.set(path, name)
      for (const needed of graph.getModuleInfo(path)?.importedIds ?? []) claim(needed, name)
    }
  }
}

async function write(inputs, folder, partOf, plugins) {
  const entries = new Map(Object.entries(inputs).map(([name, path]) => [join(source, path), name]))
  const built = await rolldown({
    input: Object.fromEntries([...entries].map(([path, name]) => [name, path])),
    platform: 'neutral',
    external: (id) => !/^[./]|^[A-Za-z]:[\\/]/.test(id),
    treeshake: { moduleSideEffects: false },
    plugins,
    checks: { bundlerTimings: false },
    preserveEntrySignatures: 'allow-extension',
    onLog(level, log, handle) {
      // A module that one part loads late may be loaded early by another.
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') handle(level, log)
    },
  })
  try {
    await built.write({
      dir: join(root, folder),
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      // Threads look for their file beside the code that starts them, so all files are in one folder.
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          {
            debugName: 'parts',
            name(id, graph) {
              const part = entries.has(id) ? null : partOf(id, graph)
              return part === null ? null : `part-${part}`
            },
          },
        ],
      },
      comments: COMMENTS,
    })
  } finally {
    await built.close()
  }
  await leaveBlanksOut(join(root, folder))
}

/** Bundlers of users must see what may be dropped. */
const COMMENTS = { legal: false, annotation: true, jsdoc: false }

/**
 * Prints every file again without blanks: an eighth less has to be installed and read. Names stay, for whoever reads a stack
 * trace. It takes a second run, since the first one does not drop what is never used when it is asked for this.
 */
async function leaveBlanksOut(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const printed = await rolldown({
    input: Object.fromEntries(files.map((name) => [name.slice(0, -3), join(folder, name)])),
    platform: 'neutral',
    treeshake: false,
    preserveEntrySignatures: 'strict',
    plugins: [
      { name: 'files apart', resolveId: (id, importer) => (importer === undefined ? null : { id, external: true }) },
    ],
  })
  try {
    const minify = { mangle: false, compress: false, codegen: { removeWhitespace: true } }
    const { output } = await printed.generate({
      format: 'esm',
      entryFileNames: '[name].js',
      comments: COMMENTS,
      minify,
    })
    for (const file of output) {
      if (file.type !== 'chunk') continue
      // Bundlers look for files of workers by these very words.
      writeFileSync(join(folder, file.fileName), file.code.replaceAll(/new URL\(`([^`$]+)`,/g, 'new URL("$1",'))
    }
  } finally {
    await printed.close()
  }
}

/** The declarations that a user of any entry needs, and one file per entry that names them. */
function copyDeclarations() {
  const wanted = Object.values(ENTRIES).map((path) => path.replace(/\.ts$/, '.d.ts'))
  const seen = new Set(wanted)
  for (const path of wanted) {
    const text = readFileSync(join(root, 'build', path), 'utf8')
    const copy = join(root, 'dist', path)
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, text)
    for (const [, to] of text.matchAll(/(?:from|import\() ?['"](\.[^'"]+)\.ts['"]/g)) {
      const next = `${posix.join(posix.dirname(path), to)}.d.ts`
      if (!seen.has(next)) wanted.push(next)
      seen.add(next)
    }
  }
  for (const name of WORKERS) writeFileSync(join(root, `dist/${name}.d.ts`), 'export {}\n')
  for (const [name, path] of Object.entries(ENTRIES)) {
    if (path === `${name}.ts`) continue
    writeFileSync(join(root, 'dist', `${name}.d.ts`), `export * from './${path.replace(/\.ts$/, '.js')}'\n`)
  }
}
