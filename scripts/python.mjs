// `npm run python`: builds the wheel of kerf-bins, installs it with pinned packages into a virtual environment of its own,
// and runs python/tests and the code of docs/python.md there. What the library answers is written for the tests first.
//   KERF_PYTHON_HOME  where to keep the environment; default a folder among the temporary ones
//   KERF_PYTHON       the Python to make it with; default python3
// `npm run python -- --if-possible` ends without an error where there is no Python with venv and pip.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { PROGRAM_FILE } from './package/entries.mjs'
import { buildWheel } from './package/python.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const pinned = join(root, 'python/tests/requirements.txt')
const args = process.argv.slice(2)
const optional = args.includes('--if-possible')
const rest = args.filter((arg) => arg !== '--if-possible')

const python = environment()
if (python !== null) {
  const scratch = mkdtempSync(join(tmpdir(), 'kerf-python-run-'))
  try {
    install(python, await buildWheel(python))
    await writeAnswers(scratch)
    process.exitCode = runTests(python, scratch)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The Python of an environment with the pinned packages, made when first needed and kept; null where there can be none. */
function environment() {
  const wanted = createHash('sha256').update(readFileSync(pinned)).digest('hex').slice(0, 12)
  const home = process.env['KERF_PYTHON_HOME'] ?? join(tmpdir(), 'kerf-python')
  const venv = join(home, wanted)
  const program = join(venv, 'bin', 'python')
  // Written last, so that a half-made environment is made again.
  const whole = join(venv, 'whole')
  if (existsSync(whole)) return program
  const base = process.env['KERF_PYTHON'] ?? 'python3'
  if (spawnSync(base, ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))']).status !== 0) {
    const told = 'python: there is no Python 3.11 or later with venv, such as python3 and python3-venv of Debian'
    if (!optional) throw new Error(told)
    console.log(`${told}; the tests of kerf-bins are left out`)
    return null
  }
  console.error(`python: installing what the tests need into ${venv}`)
  mkdirSync(home, { recursive: true })
  must(base, ['-m', 'venv', '--clear', venv])
  must(program, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', pinned])
  writeFileSync(whole, '')
  return program
}

function install(program, wheel) {
  const flags = ['--quiet', '--disable-pip-version-check', '--no-deps', '--force-reinstall']
  must(program, ['-m', 'pip', 'install', ...flags, wheel])
}

/** The answers are made by the sources themselves, since not all they need is public. */
async function writeAnswers(folder) {
  const outfile = join(folder, 'answers.mjs')
  const entryPoints = [join(root, 'scripts/python/answers.ts')]
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' })
  const made = await import(pathToFileURL(outfile).href)
  await made.writeAnswers(join(folder, 'answers'), join(root, 'test/saved/files'))
}

function runTests(program, folder) {
  const env = {
    ...process.env,
    KERF_NODE: process.execPath,
    KERF_ANSWERS: join(folder, 'answers'),
    KERF_PROGRAM: PROGRAM_FILE,
    KERF_ROOT: root,
    PYTHONDONTWRITEBYTECODE: '1',
    // Without it scikit-learn leaves one of its checks out.
    SCIPY_ARRAY_API: '1',
  }
  const tests = rest.some((arg) => arg.startsWith('python/')) ? rest : ['python/tests', ...rest]
  const { status } = spawnSync(program, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', ...tests], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  return status ?? 1
}

function must(program, given) {
  const { status, error, stderr } = spawnSync(program, given, { encoding: 'utf8' })
  if (status === 0) return
  throw new Error(`python: ${program} ${given.slice(0, 3).join(' ')} failed: ${error?.message ?? stderr.trim()}`)
}
