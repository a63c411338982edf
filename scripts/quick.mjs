// A first answer for whoever changed something: types, lint and every test that is fast, at the same time. `npm test` and
// `npm run check` say the rest. Arguments go to vitest: `npm run quick -- test/trees` tests that folder alone, slow or not.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const started = Date.now()
const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`

const tests = process.argv.slice(2)
const parts = await Promise.all([
  run(
    'tests',
    ['vitest/vitest.mjs', 'run', '--reporter=dot', ...tests],
    tests.length === 0 ? { KERF_TEST_QUICK: '1' } : {},
  ),
  run('types', ['typescript/bin/tsc', '-p', 'tsconfig.json']),
  run('types of the core', ['typescript/bin/tsc', '-p', 'tsconfig.core.json']),
  run('lint', ['oxlint/bin/oxlint', '--type-aware', '--deny-warnings']),
])
const failed = parts.filter(({ code }) => code !== 0)
for (const { name, output } of failed) console.log(`\n== ${name}\n${output}`)
console.log(
  failed.length === 0
    ? `all is well, ${seconds()}`
    : `${failed.map(({ name }) => name).join(', ')}: see above, ${seconds()}`,
)
process.exitCode = failed.length === 0 ? 0 : 1

/**
 * @param {string} name
 * @param {string[]} args the program within node_modules, and what it is told
 * @param {Record<string, string>} env
 * @returns {Promise<{ name: string, code: number | null, output: string }>}
 */
function run(name, [program, ...args], env = {}) {
  const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece))
  return new Promise((resolve) => {
    child.on('close', (code) => {
      console.log(`${code === 0 ? 'ok' : 'NOT'} ${name}, ${seconds()}`)
      resolve({ name, code, output })
    })
  })
}
