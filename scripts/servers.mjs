// The tests that need a real server: `npm run test:postgres`, `test:spark`, `test:clickhouse`. Each starts its own, on
// loopback and in a folder of its own, and stops it again, whatever happens. `node scripts/servers.mjs KIND --keep`
// leaves it running until it is interrupted, to try things by hand.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const KINDS = ['postgres', 'spark', 'clickhouse']
const [kind, ...rest] = process.argv.slice(2)
if (!KINDS.includes(kind)) {
  console.error(`servers: expected one of ${KINDS.join(', ')}, got ${kind ?? 'nothing'}`)
  process.exit(2)
}
// A module of a server exports start(), which gives the environment its tests need and a function that stops it.
const { start } = await import(`./servers/${kind}.mjs`)
const { env, stop } = await start()
let stopping
const end = () => (stopping ??= stop())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end().finally(() => process.exit(130)))
try {
  if (rest[0] === '--keep') {
    for (const [name, value] of Object.entries(env)) console.log(`export ${name}='${value}'`)
    await new Promise(() => setInterval(() => {}, 1000))
  }
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const only = rest.length > 0 ? rest : [`test/servers/${kind}`]
  const tests = spawn(process.execPath, [vitest, 'run', '--config', 'vitest.servers.config.ts', ...only], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  process.exitCode = await new Promise((resolve) => tests.on('exit', (status) => resolve(status ?? 1)))
} finally {
  await end()
}
