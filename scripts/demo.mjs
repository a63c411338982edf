// What `npm start` shows: the main job on a sample that ships with the project, and what to try next.
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROGRAM_FILE } from './package/entries.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// Outside the clone, which a demo must not change.
const report = join(mkdtempSync(join(tmpdir(), 'kerf-')), 'penguins.html')
const { status } = spawnSync(
  process.execPath,
  [PROGRAM_FILE, 'fit', 'samples/penguins.csv', '--target', 'species', '--report', report],
  { cwd: root, stdio: 'inherit' },
)
if (status === 0) {
  console.log(`
The same with charts is in the report; open it in a browser:
  ${report}

Try next (in this folder):
  node packages/cli/dist/main.js fit samples/penguins.csv --target species --readable -o penguins.json
  node packages/cli/dist/main.js show penguins.json --data samples/penguins.csv
  node packages/cli/dist/main.js report penguins.json -o penguins.html
  node packages/cli/dist/main.js apply penguins.json samples/penguins.csv
  node packages/cli/dist/main.js fit samples/penguins.csv --target body_mass_g
  node packages/cli/dist/main.js methods mdlp
After \`npm install -g ./packages/cli\` it is just \`kerf fit …\`. README.md tells the rest.`)
}
process.exitCode = status ?? 1
