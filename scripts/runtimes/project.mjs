// Projects outside the clone in which the packed library is tried.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))

/** A folder that is gone when the script ends. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-runtimes-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Packs the library as `npm publish` would; the path of the archive. */
export function pack(into) {
  const told = npm(['pack', root, '--json', '--ignore-scripts'], into)
  const [{ filename, unpackedSize, entryCount }] = JSON.parse(told.slice(told.indexOf('[')))
  return { archive: join(into, filename), unpackedSize, entryCount }
}

/**
 * A project with these packages and these files of this folder.
 * @param {string} parent
 * @param {{ packages: string[], files?: string[] }} contents
 */
export function makeProject(parent, { packages, files = [] }) {
  const folder = mkdtempSync(join(parent, 'project-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }))
  npm(['install', '--no-package-lock', ...packages], folder)
  for (const file of files) copyFileSync(join(here, file), join(folder, file))
  return folder
}

/** The packages of a project, those of other packages included. */
export function installed(project) {
  const modules = join(project, 'node_modules')
  return readdirSync(modules).flatMap(
    (name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : name.startsWith('.') ? [] : [name], // prettier-ignore
  )
}

export function bytesOf(path) {
  if (!statSync(path).isDirectory()) return statSync(path).size
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
}

function npm(args, cwd) {
  mkdirSync(cwd, { recursive: true })
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--no-progress']
  return execFileSync('npm', [...args, ...options], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32' }) // prettier-ignore
}

/**
 * What a program prints; an error that tells what it said where it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, seconds?: number }} options
 */
export function run(program, args, { cwd, seconds = 300 }) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
    maxBuffer: 1e8,
  })
  if (status === 0) return stdout
  const said = `${stdout ?? ''}\n${stderr ?? ''}`.trim().split('\n').slice(-30).join('\n')
  throw new Error(`${program} ${args.join(' ')} ended with ${status ?? error?.message}\n${said}`)
}
