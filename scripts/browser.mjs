// The tests that need a real browser: `npm run browser`. KERF_CHROMIUM names a browser in an unusual place, KERF_DATA a
// folder of data sets whose reports are looked at too. No browser is downloaded.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './browser/find-chromium.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const browser = findChromium()
if (browser === undefined) {
  console.error('browser: no Chromium found; install it (apt-get install chromium) or name it in KERF_CHROMIUM')
  process.exit(1)
}
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', 'vitest.browser.config.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, KERF_CHROMIUM: browser } },
)
process.exitCode = status ?? 1
