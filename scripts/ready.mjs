// Makes a fresh clone usable: installs the packages and builds, each only when needed.
// `--build` builds in any case, `--no-build` never. Runs before anything is installed, so it uses Node alone.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const at = (...parts) => join(root, ...parts)
const OUTPUT = at('dist', 'index.js')
const HANDED_DOWN = /^npm_config_(?:global|location|prefix|local_prefix|omit|include)$/i

if (!installed()) install()
// Sources of their own need these too, so that they are made even where nothing else is built.
const { buildKernels, kernelsBuilt } = await import('./package/kernels.mjs')
if (!kernelsBuilt()) await buildKernels()
if (process.argv.includes('--build') || (!process.argv.includes('--no-build') && !built())) await build()

/** npm writes node_modules/.package-lock.json last, so it lists what is really there. */
function installed() {
  const present = lockedPackages(at('node_modules', '.package-lock.json'))
  if (present === null) return false
  const wanted = lockedPackages(at('package-lock.json'))
  // Without a lock file there is nothing to compare but the age.
  if (wanted === null) return modified(at('package.json')) <= modified(at('node_modules', '.package-lock.json'))
  // Optional packages are those of other systems: they may be absent, but not differ.
  const missing = [...wanted].some(([path, { version, optional }]) =>
    present.has(path) ? present.get(path).version !== version : !optional,
  )
  return !missing && [...present.keys()].every((path) => wanted.has(path))
}

function lockedPackages(file) {
  if (!existsSync(file)) return null
  try {
    const packages = Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages)
    return new Map(packages.filter(([path]) => path.includes('node_modules/')))
  } catch {
    return null
  }
}

function install() {
  const verb = existsSync(at('package-lock.json')) ? 'ci' : 'install'
  say(`installing packages (npm ${verb})`)
  // NODE_ENV=production would leave out the compiler. The shell finds npm.cmd on Windows.
  const command = `npm ${verb} --include=dev --no-progress --loglevel=error`
  // Below `npm install -g ./packages/cli` npm hands down that it works for the whole system.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !HANDED_DOWN.test(name)))
  run(command, [], { shell: true, stdio: ['ignore', 'ignore', 2], env })
}

function built() {
  if (!existsSync(OUTPUT) || !existsSync(at('packages', 'cli', 'dist', 'main.js'))) return false
  const configs = readdirSync(root).filter((name) => /^tsconfig.*\.json$/.test(name))
  const made = [at('src'), at('studio'), at('kernels'), at('scripts', 'package')].map(newest)
  return Math.max(...made, ...configs.map((name) => modified(at(name)))) <= modified(OUTPUT)
}

/** Folders count too: removing a file changes only its folder. */
function newest(folder) {
  const inside = readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? newest(path) : modified(path)
  })
  return Math.max(modified(folder), ...inside)
}

/** Every file of src by itself in build, for scripts and tests; in dist and packages/cli/dist what is published. */
async function build() {
  say('building dist')
  const started = new Date()
  rmSync(at('build'), { recursive: true, force: true })
  run(process.execPath, [at('node_modules', 'typescript', 'bin', 'tsc'), '-p', at('tsconfig.build.json')])
  const { bundle } = await import('./package/bundle.mjs')
  await bundle()
  // A source saved while the compiler ran must look newer than the build.
  utimesSync(OUTPUT, started, started)
}

function modified(path) {
  return statSync(path).mtimeMs
}

/** Standard output belongs to the command that follows, so everything goes to standard error. */
function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options })
  if (error) say(error.message)
  if (status !== 0) process.exit(status ?? 1)
}

function say(line) {
  process.stderr.write(`kerf: ${line}\n`)
}
