// Pictures of what the command line looks like in a terminal, and of its reports in Chromium, for the documents:
// `npm run screenshots [DATA_DIR]`.
// DATA_DIR holds a folder per data set that reports are pictured of, such as heloc/heloc.csv; ../shared/data when left out.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './browser/find-chromium.mjs'
import { reportPictures } from './screenshots/report-pictures.mjs'
import { studioPictures } from './screenshots/studio-pictures.mjs'
import { tracePictures } from './screenshots/trace-pictures.mjs'
import { terminalSvg } from './screenshots/terminal-svg.mjs'
import { PROGRAM_FILE } from './package/entries.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const data = resolve(process.argv[2] ?? join(root, '..', 'shared', 'data'))
const pictures = join(root, 'docs', 'img')
const main = PROGRAM_FILE

/** The command of the picture, as a reader would type it in the clone. */
const COMMAND = 'fit samples/penguins.csv --target species --top 2'

mkdirSync(pictures, { recursive: true })
writeFileSync(
  join(pictures, 'terminal-penguins.svg'),
  terminalSvg(`$ kerf ${COMMAND}\n\n${run(COMMAND)}`, `kerf ${COMMAND}`),
)
console.log('wrote docs/img/terminal-penguins.svg')

const chromium = findChromium()
if (chromium === undefined) console.error('screenshots: no Chromium found, so no pictures of reports')
else {
  await studioPictures(chromium, { main, root, pictures })
  await tracePictures(chromium, { main, root, pictures })
  await reportPictures(chromium, { main, data, pictures })
}

/** What the command prints, with colour. */
function run(command) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...command.split(' ')], {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: '', COLUMNS: '110' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout.trimEnd()
}
