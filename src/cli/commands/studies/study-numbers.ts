import type { Command } from 'commander'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataError } from '../../../errors.ts'
import { saveFile } from '../../../node/files/write-file.ts'
import { csvText } from '../../../reports/table-csv.ts'
import type { StudyData } from '../../../studies/id3.ts'
import { checkNumbers, VERDICTS } from '../../../studies/printed/check-numbers.ts'
import { makeGiven, PUBLIC_FILES, type PublicFile } from '../../../studies/printed/given.ts'
import { numbersMarkdown, numbersReport } from '../../../studies/printed/numbers-report.ts'
import { type DocumentName, DOCUMENTS } from '../../../studies/printed/printed-number.ts'
import { SMALL_TABLES } from '../../../studies/printed/small-tables.ts'
import type { Table } from '../../../types.ts'
import { addExamples } from '../../flags/data-flags.ts'
import { oneOf, parseInteger, parseList } from '../../flags/parse-flags.ts'
import { addPrintFlags, irisData, type PrintFlags, timed } from '../../flags/study-flags.ts'
import { UsageError } from '../../exit.ts'
import { checkFolder, publicFile } from './public-files.ts'
import { type Io, withProgress } from '../../io.ts'

interface NumbersFlags extends PrintFlags {
  readonly document?: string
  readonly only?: string
  readonly data?: string
  readonly splits: string
  readonly draws: string
  readonly tables?: string
}

export function addNumbers(study: Command, io: Io): void {
  const command = study
    .command('numbers')
    .summary('every printed number of five documents, beside what comes out')
    .description(
      'Runs every number again that five documents on discretization print: what was printed, what comes out, and whether it is ' +
        'the same, a slip of the document, different for a reason, or in need of a file. Ends with 1 if one should agree and does not.',
    )
    .option('--document <list>', `only these: ${DOCUMENTS.map(({ number, name }) => `${number} ${name}`).join(', ')}`)
    .option('--only <verdicts>', `only these verdicts: ${VERDICTS.join(', ')}`)
    .option(
      '--data <folder>',
      `where public files lie: ${Object.values(PUBLIC_FILES)
        .map(({ file }) => file)
        .join(', ')}`,
    ) // prettier-ignore
    .option('--splits <number>', 'splits of rows, where a document shows one', '20')
    .option('--draws <number>', 'draws of random rows, where a document shows one', '200')
    .option('--tables <folder>', 'write the small tables of the documents there, for the commands that are told')
  addPrintFlags(command, { json: 'print them as JSON', chart: false })
  addExamples(command, [
    'kerf study numbers',
    'kerf study numbers --document notes --only slip',
    'kerf study numbers --tables tables',
    'kerf study numbers --data downloads --only differs',
  ])
  command.action(async (flags: NumbersFlags) => runNumbers(io, flags))
}

async function runNumbers(io: Io, flags: NumbersFlags): Promise<void> {
  oneOf('--as', flags.as, ['table', 'markdown'])
  const documents = flags.document === undefined ? undefined : parseList(flags.document).map(documentOf)
  const only =
    flags.only === undefined ? VERDICTS : parseList(flags.only).map((name) => oneOf('--only', name, VERDICTS))
  const splits = parseInteger('--splits', flags.splits, 1)
  const draws = parseInteger('--draws', flags.draws, 1)
  if (flags.tables !== undefined) return writeTables(io, flags.tables)
  const checked = await withProgress(io, async (progress) => {
    const files = flags.data === undefined ? {} : await filesIn(flags.data)
    const given = makeGiven({ iris: await irisData(), files, splits, draws, cache: join(tmpdir(), 'kerf-studies') })
    return checkNumbers(given, documents, timed(progress).onProgress)
  })
  const shown = checked.filter(({ verdict }) => only.includes(verdict))
  if (flags.json === true) io.out(`${JSON.stringify(shown, null, 2)}\n`)
  else if (flags.as === 'markdown') io.show(`${numbersMarkdown(shown)}\n`)
  else io.show(`${numbersReport(shown, { color: io.color, width: io.width })}\n`)
  const wrong = checked.filter(({ verdict }) => verdict === 'wrong').length
  if (wrong > 0) throw new DataError(`${wrong} of ${checked.length} printed numbers should agree and do not`)
}

function documentOf(text: string): DocumentName {
  const found = DOCUMENTS.find(({ number, name }) => text === name || text === String(number))
  if (found !== undefined) return found.name
  const known = DOCUMENTS.map(({ number, name }) => `${number} or ${name}`).join(', ')
  throw new UsageError(`--document takes ${known}, got ${JSON.stringify(text)}`)
}

async function filesIn(folder: string): Promise<Partial<Record<PublicFile, StudyData>>> {
  checkFolder(folder)
  const found: Partial<Record<PublicFile, StudyData>> = {}
  for (const [name, known] of Object.entries(PUBLIC_FILES)) {
    const file = await publicFile(folder, name, known)
    if (file !== null) found[name as PublicFile] = file
  }
  return found
}

/** The tables of the documents as CSV, and the irises, so that every command can be run as it is told. */
async function writeTables(io: Io, folder: string): Promise<void> {
  const { table } = await irisData()
  mkdirSync(folder, { recursive: true })
  const tables: Readonly<Record<string, Table>> = { ...SMALL_TABLES, 'iris.csv': table }
  for (const [name, columns] of Object.entries(tables)) {
    const path = join(folder, name)
    if (existsSync(path)) throw new DataError(`${path} is there already; name another folder`)
    const lists = Object.values(columns).map((values) => Array.from(values, String))
    const lines = lists[0].map((_, row) => lists.map((list) => list[row]))
    await saveFile(path, csvText(Object.keys(columns), lines), {})
  }
  io.tell(`${Object.keys(tables).length} tables written to ${folder}`)
}
