// Runs the programs of examples/ on the built package, as a project that installed it would: all, or those named.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { transformSync } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = readdirSync(join(root, 'examples')).filter((file) => /\.tsx?$/.test(file))
const known = files.map((file) => parse(file).name)
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !known.includes(name))
if (unknown !== undefined) {
  console.error(`example: unknown example ${unknown}, expected one of ${known.join(', ')}`)
  process.exit(2)
}

// Inside the project, so that `kerf` is found by its own name; Node 20 does not run TypeScript as it is.
const folder = join(root, 'build/examples')
mkdirSync(folder, { recursive: true })
for (const file of files) {
  const { name, ext } = parse(file)
  if (asked.length > 0 && !asked.includes(name)) continue
  const text = readFileSync(join(root, 'examples', file), 'utf8')
  const { code } = transformSync(text, { loader: ext === '.tsx' ? 'tsx' : 'ts', jsx: 'automatic', target: 'es2022' })
  const program = join(folder, `${name}.mjs`)
  writeFileSync(program, code)
  console.log(`${name}:`)
  await import(pathToFileURL(program).href)
}
