// Pictures of what the command line looks like in a terminal, and of its reports in Chromium, for the documents:
// `npm run screenshots [DATA_DIR]`.
// DATA_DIR holds a folder per data set, such as iris/iris.csv; ../shared/data when left out.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './browser/find-chromium.mjs'
import { reportPictures } from './screenshots/report-pictures.mjs'
import { terminalSvg } from './screenshots/terminal-svg.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const data = resolve(process.argv[2] ?? join(root, '..', 'shared', 'data'))
const pictures = join(root, 'docs', 'img')

/** What is pictured: the name of the data set, and the flags as a reader would type them. */
const SHOTS = [
  { name: 'iris', flags: '--target species --top 2' },
  { name: 'titanic', flags: '--target Survived --top 4' },
  { name: 'heloc', flags: '--target RiskPerformance --event Bad --special -9,-8,-7 --top 3' },
  { name: 'california-housing', flags: '--target median_house_value --bins 5 --top 3' },
]

mkdirSync(pictures, { recursive: true })
for (const { name, flags } of SHOTS) {
  const folder = join(data, name)
  if (!existsSync(join(folder, `${name}.csv`))) {
    console.error(`screenshots: no ${join(folder, name)}.csv, so no picture of it; give the folder of the data sets`)
    process.exitCode = 1
    continue
  }
  const command = `kerf fit ${name}.csv ${flags}`
  writeFileSync(
    join(pictures, `terminal-${name}.svg`),
    terminalSvg(`$ ${command}\n\n${run(folder, name, flags)}`, command),
  )
  console.log(`wrote docs/img/terminal-${name}.svg`)
}

const chromium = findChromium()
if (chromium === undefined) console.error('screenshots: no Chromium found, so no pictures of reports')
else if (process.exitCode === undefined) {
  await reportPictures(chromium, { main: join(root, 'dist', 'cli', 'main.js'), data, pictures })
}

/** What the command prints, with colour. */
function run(folder, name, flags) {
  const main = join(root, 'dist', 'cli', 'main.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'fit', `${name}.csv`, ...flags.split(' ')], {
    cwd: folder,
    env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: '', COLUMNS: '110' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout.trimEnd()
}
