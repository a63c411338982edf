// The files of src in which a named function runs during a command, by V8's own coverage: how many a reader has to know.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Path inside src → names of the functions that ran, of the program with these arguments, every file of src by itself. */
export function walk(args) {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-walk-'))
  try {
    const env = { ...process.env, NODE_V8_COVERAGE: folder }
    const { status, stderr } = spawnSync(process.execPath, ['build/cli/main.js', ...args], {
      cwd: root,
      env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`kerf ${args.join(' ')} ended with ${status}: ${stderr}`)
    const scripts = readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).result)
    const files = new Map()
    for (const { url, functions } of scripts) {
      const inside = /\/build\/(.*)\.js$/.exec(url)
      if (inside === null || url.includes('/node_modules/')) continue
      // The code of a module itself has no name.
      const ran = functions.filter(({ functionName, ranges }) => functionName !== '' && ranges[0].count > 0)
      if (ran.length > 0) files.set(`${inside[1]}.ts`, [...new Set(ran.map(({ functionName }) => functionName))])
    }
    return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  const files = walk(args.length > 0 ? args : ['fit', 'samples/iris.csv', '--target', 'species'])
  for (const [file, names] of files) process.stdout.write(`${file}: ${names.join(' ')}\n`)
  process.stdout.write(`${files.size} files\n`)
}
