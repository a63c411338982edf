import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const RIVER = '0.26.1'

/** What river's detectors do on the same streams; null, with a line that says why, where there is no Python for it. */
export async function riverResults(folder, spec) {
  const python = pythonWithRiver()
  if (python === null) return null
  const plain = ({ name, rows, change, path }) => ({ name, rows, change, path })
  const parts = Object.fromEntries(Object.entries(spec).map(([key, list]) => [key, list.map(plain)]))
  const [input, output] = [join(folder, 'spec.json'), join(folder, 'found.json')]
  writeFileSync(input, JSON.stringify(parts))
  const script = fileURLToPath(new URL('detectors.py', import.meta.url))
  console.log('river: tuning and running, a few minutes')
  const { status } = spawnSync(python, [script, input, output], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) {
    console.log('river: the script failed, so only Kerf is measured')
    return null
  }
  return JSON.parse(readFileSync(output, 'utf8'))
}

/** A Python environment of its own in the folder for temporary files, made once. */
function pythonWithRiver() {
  const place = join(tmpdir(), `kerf-bench-river-${RIVER}`)
  const python = join(place, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python')
  const runs = (command, args) => spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  if (existsSync(python) && runs(python, ['-c', 'import river'])) return python
  const found = ['python3', 'python'].find((name) => spawnSync(name, ['--version']).status === 0)
  if (found === undefined) {
    console.log('river: there is no python3 here, so only Kerf is measured')
    return null
  }
  console.log(`river: making an environment in ${place}`)
  if (!runs(found, ['-m', 'venv', place])) {
    console.log('river: python3 -m venv failed (is python3-venv installed?), so only Kerf is measured')
    return null
  }
  if (!runs(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `river==${RIVER}`])) {
    console.log(`river: pip could not install river ${RIVER}, so only Kerf is measured`)
    return null
  }
  return python
}
