// Makes the wheel of kerf-bins: python/dist/*.whl, with the core of src bundled into one file that Node runs.
// `node scripts/package/python.mjs [PYTHON]`; PYTHON needs the package flit_core, as python/pyproject.toml says.
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../..', import.meta.url))
const entry = join(root, 'src/node/python/python-process.ts')

/** Where the wheel is built to. */
const WHEELS = join(root, 'python/dist')

/**
 * Builds the wheel in a folder of its own, so that nothing made lies among the sources, and gives its path.
 * @param {string} python the program to build with
 */
export async function buildWheel(python) {
  const stage = mkdtempSync(join(tmpdir(), 'kerf-wheel-'))
  try {
    for (const name of ['pyproject.toml', 'README.md']) copyFileSync(join(root, 'python', name), join(stage, name))
    copyFileSync(join(root, 'LICENSE'), join(stage, 'LICENSE'))
    const isSource = (path) => !path.includes('__pycache__')
    cpSync(join(root, 'python/kerf_bins'), join(stage, 'kerf_bins'), { recursive: true, filter: isSource })
    await writeCore(join(stage, 'kerf_bins/core'))
    rmSync(WHEELS, { recursive: true, force: true })
    mkdirSync(WHEELS, { recursive: true })
    const { status, error, stderr } = spawnSync(python, ['-m', 'flit_core.wheel', stage, '--outdir', WHEELS], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`python: the wheel could not be built: ${error?.message ?? stderr.trim()}`)
    const [wheel] = readdirSync(WHEELS)
    return join(WHEELS, wheel)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** The core as one file, and what its methods and encodings look at, which Python must know before it starts Node. */
async function writeCore(folder) {
  mkdirSync(folder, { recursive: true })
  const built = await rolldown({
    input: entry,
    platform: 'node',
    treeshake: { moduleSideEffects: (id) => id === entry },
    checks: { bundlerTimings: false },
    tsconfig: false,
  })
  try {
    await built.write({
      file: join(folder, 'python-process.mjs'),
      format: 'esm',
      codeSplitting: false,
      comments: { legal: false, annotation: false, jsdoc: false },
    })
  } finally {
    await built.close()
  }
  const { methods } = await import(new URL('../../build/discretizers/registry.js', import.meta.url).href)
  const { encodings } = await import(new URL('../../build/encoders/all-encodings.js', import.meta.url).href)
  const targets = (list) => Object.fromEntries(list.map(({ name, target }) => [name, target]))
  const told = { methods: targets(methods()), encodings: targets(encodings()) }
  writeFileSync(join(folder, 'methods.json'), `${JSON.stringify(told)}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(await buildWheel(process.argv[2] ?? 'python3'))
}
