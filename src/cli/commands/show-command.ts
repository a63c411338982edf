import { extname } from 'node:path'
import type { Command } from 'commander'
import type { Binning } from '../../binning/binning.ts'
import { binningToJson } from '../../binning/binning-json.ts'
import { recount } from '../../binning/use/recount.ts'
import { recountSummaries } from '../../binning/use/recount-summaries.ts'
import { isServerAddress } from '../../node/files/find-files.ts'
import { checkOutput, saveFile } from '../../node/files/write-file.ts'
import { UsageError } from '../exit.ts'
import { checkName } from '../../plan-fit.ts'
import { tableLike, textColumns } from '../../sources/table-like.ts'
import { tableCsv } from '../../reports/table-csv.ts'
import { tableMarkdown } from '../../reports/table-markdown.ts'
import { binningReport } from '../../reports/terminal/binning-text.ts'
import { addDataFlags, addExamples, readSome } from '../flags/data-flags.ts'
import type { DataFlags, SampleFlags } from '../flags/flag-types.ts'
import { oneOf, parseList, reportOptions } from '../flags/parse-flags.ts'
import { type Io, tellNotes, withProgress } from '../io.ts'
import { loadBinning } from '../load/load-binning.ts'

interface ShowFlags extends DataFlags, SampleFlags {
  readonly data?: string
  readonly target?: string
  readonly weight?: string
  readonly columns?: string
  readonly as: string
  readonly json?: boolean
  readonly output?: string
  readonly force?: boolean
  readonly top?: string
  readonly verbose?: boolean
}

export function addShow(program: Command, io: Io): void {
  const command = program
    .command('show')
    .summary('show a saved binning, also on other rows')
    .description('Shows a saved binning. With --data, the same bins counted on other rows.')
    .argument('<binning>', 'file saved by kerf fit -o')
    .option('--data <data>', 'count these rows in the same bins')
    .option('--target <column>', 'the target in the other rows (default: the same name)')
    .option('--weight <column>', 'column of row weights in the other rows')
    .option('-c, --columns <list>', 'only these columns')
    .option('--as <form>', 'table, csv, markdown or json', 'table')
    .option('--json', 'the same as --as json')
    .option('-o, --output <file>', 'write to a file instead: .xlsx, .csv, .md or .json')
    .option('--force', 'overwrite the output file')
    .option('--top <number>', 'show only this many columns in full, the most telling first')
    .option('--verbose', 'show every bin and every reason')
  addDataFlags(command, { draw: true })
  addExamples(command, [
    'kerf show loans.json',
    'kerf show loans.json --data loans-2026.csv',
    'kerf show loans.json --as csv > bins.csv',
    'kerf show loans.json --data loans-2026.csv -o bins-2026.xlsx',
  ])
  command.action(async (path: string, flags: ShowFlags) => runShow(io, path, flags))
}

async function runShow(io: Io, path: string, flags: ShowFlags): Promise<void> {
  const form = oneOf('--as', flags.json === true ? 'json' : flags.as, ['table', 'csv', 'markdown', 'json'])
  const save = flags.output === undefined ? null : savingAs(flags.output, form)
  if (flags.output !== undefined) await checkOutput(flags.output, flags)
  const saved = pickColumns(loadBinning(path), flags.columns)
  if (flags.data === undefined) tellNotes(io, saved.notes ?? [])
  const binning = flags.data === undefined ? saved : await countRows(io, saved, flags.data, flags)
  if (save !== null && flags.output !== undefined) {
    await saveFile(flags.output, await save(binning), flags)
    io.tell(`saved as ${flags.output}`)
  } else if (form === 'json') io.out(binningToJson(binning))
  else if (form === 'csv') io.out(tableCsv(binning))
  else if (form === 'markdown') io.show(tableMarkdown(binning))
  else io.show(`${binningReport(binning, reportOptions(io, flags))}\n`)
}

type Form = 'table' | 'csv' | 'markdown' | 'json' | 'xlsx'

/** What files of a name hold. */
const ENDS: Readonly<Record<string, Form>> = { '.xlsx': 'xlsx', '.csv': 'csv', '.md': 'markdown', '.json': 'json' }

/** How a binning is written into a file of this name; an end that says otherwise than --as is refused. */
function savingAs(path: string, asked: Form): (binning: Binning) => string | Promise<Uint8Array> {
  const form = ENDS[extname(path).toLowerCase()]
  if (form === undefined)
    throw new UsageError(`-o takes a name that ends in .xlsx, .csv, .md or .json, got ${JSON.stringify(path)}`)
  if (asked !== 'table' && asked !== form)
    throw new UsageError(`${path} would hold ${form}, and --as asks for ${asked}; leave --as away or give another name`)
  if (form === 'json') return binningToJson
  if (form === 'csv') return tableCsv
  if (form === 'markdown') return tableMarkdown
  return async (binning) => (await import('../../node/render-workbook.ts')).renderWorkbook(binning)
}

/** The binning with some of its columns; an unknown name is refused with the nearest ones. */
export function pickColumns(binning: Binning, list: string | undefined): Binning {
  if (list === undefined) return binning
  const names = binning.columns.map((column) => column.name)
  const wanted = parseList(list)
  for (const name of wanted) checkName(names, name)
  return { ...binning, columns: binning.columns.filter((column) => wanted.includes(column.name)) }
}

/** The same bins on the rows of a file. */
async function countRows(io: Io, binning: Binning, data: string, flags: ShowFlags): Promise<Binning> {
  return withProgress(io, async (progress) => {
    const { target, weight } = flags
    if (isServerAddress(data) && flags.sample === undefined) {
      if (weight !== undefined)
        throw new UsageError('--weight needs the rows themselves, which are in a database; draw some with --sample')
      const { countOnServer } = await import('../flags/server-flags.ts')
      const { counted: found, title, rows, notes } = await countOnServer({ data, flags, progress }, binning, { target, values: true }) // prettier-ignore
      tellNotes(io, notes)
      const recounted = recountSummaries(binning, found.labelled)
      return { ...recounted, created: { ...recounted.created, source: { name: title, rows } } }
    }
    const read = await readSome(data, flags, progress, textColumns(binning))
    tellNotes(io, read.notes)
    const counted = recount(binning, tableLike(binning, read), { target, weights: weight })
    return { ...counted, created: { ...counted.created, source: { name: read.source, rows: read.rows } } }
  })
}
