// Compiles the loops of kernels/ to WebAssembly, each to a file of src/wasm that holds its bytes as text: so they are
// bundled like any other code, and nothing has to be fetched.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const from = join(root, 'kernels')
const to = join(root, 'src', 'wasm')

/** Vectors of 128 bits are wherever WebAssembly is, since 2023. The memory comes from outside; nothing is ever freed. */
const FLAGS = [
  '-O3',
  '--converge',
  '--noAssert',
  '--runtime',
  'stub',
  '--importMemory',
  '--noExportMemory',
  '--enable',
  'simd',
]

const names = () => readdirSync(from).flatMap((name) => (/^[\w-]+\.ts$/.test(name) ? [basename(name, '.ts')] : []))
const outputOf = (name) => join(to, `${name}-bytes.ts`)

/** When the source of a module, or a file that it imports, was changed last. */
function sourceModified(path) {
  const imports = readFileSync(path, 'utf8').matchAll(/ from '(\.[\w./-]+)'/g)
  return Math.max(
    modified(path),
    ...Array.from(imports, ([, file]) => sourceModified(join(dirname(path), `${file}.ts`))),
  )
}

/** Whether every module is there and newer than its source, and than this file, which says how it is written down. */
export function kernelsBuilt() {
  return names().every(isBuilt)
}

function isBuilt(name) {
  const made = modified(outputOf(name))
  return made >= sourceModified(join(from, `${name}.ts`)) && made >= modified(fileURLToPath(import.meta.url))
}

/** Compiles all modules whose source is newer, in one process: the compiler takes longer to start than to compile. */
export async function buildKernels() {
  mkdirSync(to, { recursive: true })
  const { main, createMemoryStream } = (await import('assemblyscript/asc')).default
  for (const name of names()) {
    if (isBuilt(name)) continue
    let compiled
    const stderr = createMemoryStream()
    const { error } = await main([`kernels/${name}.ts`, ...FLAGS, '--baseDir', root, '--outFile', `${name}.wasm`], {
      stderr,
      writeFile: (_, bytes) => void (compiled = Buffer.from(bytes)),
    })
    if (error !== null) throw new Error(`kernels/${name}.ts cannot be compiled:\n${stderr.toString()}`)
    writeFileSync(outputOf(name), moduleText(name, compiled))
  }
}

/** As hexadecimal digits: longer than other ways, but gzip finds what is repeated, and makes a fifth less of it. */
function moduleText(name, bytes) {
  const about = `/** kernels/${name}.ts, compiled by scripts/package/kernels.mjs: ${bytes.length} bytes. */`
  return `${about}\nexport const ${camel(name)}Bytes: string =\n  '${bytes.toString('hex')}'\n`
}

function camel(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
