// Pictures of what the reports look like in a terminal, for the documents: `npm run screenshots [DATA_DIR]`.
// DATA_DIR holds a folder per data set, such as iris/iris.csv; ../shared/data when left out.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fitTable } from '../dist/index.js'
import { binningReport } from '../dist/reports/terminal/binning.js'
import { readCsv } from './screenshots/read-csv.mjs'
import { terminalSvg } from './screenshots/terminal-svg.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const data = resolve(process.argv[2] ?? join(root, '..', 'shared', 'data'))
const pictures = join(root, 'docs', 'img')

/** What is pictured: the command as a reader would type it, the options it stands for, how many columns are shown. */
const SHOTS = [
  { name: 'iris', command: '--target species', fit: { target: 'species' }, most: 2 },
  { name: 'titanic', command: '--target Survived', fit: { target: 'Survived' }, most: 4 },
  {
    name: 'heloc',
    command: '--target RiskPerformance --event Bad --special -9,-8,-7',
    fit: { target: 'RiskPerformance', event: 'Bad', all: { special: [-9, -8, -7] } },
    most: 3,
  },
  {
    name: 'california-housing',
    command: '--target median_house_value --bins 5',
    fit: { target: 'median_house_value', all: { bins: 5 } },
    most: 3,
  },
]

mkdirSync(pictures, { recursive: true })
for (const shot of SHOTS) {
  const file = join(data, shot.name, `${shot.name}.csv`)
  if (!existsSync(file)) {
    console.error(
      `screenshots: no ${file}, so no picture of ${shot.name}; give the folder of the data sets as argument`,
    )
    process.exitCode = 1
    continue
  }
  const command = `kerf fit ${shot.name}.csv ${shot.command}`
  const picture = join(pictures, `terminal-${shot.name}.svg`)
  writeFileSync(picture, terminalSvg(`$ ${command}\n\n${await report(file, shot)}`, command))
  console.log(`wrote docs/img/terminal-${shot.name}.svg`)
}

/** What the command prints, with colour. To picture the command line itself, run it here instead. */
async function report(file, { name, fit, most }) {
  const binning = await fitTable(readCsv(readFileSync(file, 'utf8')), { ...fit, source: `${name}.csv` })
  return binningReport(binning, { color: true, width: 110, most })
}
