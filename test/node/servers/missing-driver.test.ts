import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { ADDRESS } from './address.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
// A folder from which no package is found.
const away = mkdtempSync(join(tmpdir(), 'kerf-away-'))
afterAll(() => rmSync(away, { recursive: true, force: true }))

test.each([
  ['postgres/open-postgres.ts', 'openPostgres', 'a table in PostgreSQL', 'pg'],
  ['clickhouse/open-clickhouse.ts', 'openClickHouse', 'a table in ClickHouse', '@clickhouse/client'],
  ['duckdb-file/open-duckdb-file.ts', 'openDuckDbFile', 'the embedded database', '@duckdb/node-api'],
])('%s says which package to install', async (path, name, title, driver) => {
  const outfile = join(away, `${name}.mjs`)
  const entryPoints = [join(root, 'src/node/servers', path)]
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', external: [driver] })
  const program = `import { ${name} } from ${JSON.stringify(pathToFileURL(outfile).href)}
    await ${name}(${JSON.stringify(ADDRESS)}, {}).catch((error) => console.log(error.message))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: away })
  expect(stdout).toBe(
    `${title} needs the package ${driver}, which is not installed; install it with: npm install ${driver}\n`,
  )
})
