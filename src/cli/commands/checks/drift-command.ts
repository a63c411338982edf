import type { Command } from 'commander'
import { compareDrift, compareDriftCounts } from '../../../binning/drift/compare-drift.ts'
import { driftByPeriod } from '../../../binning/drift/drift-periods.ts'
import { type ColumnDrift, type Drift, DRIFT_LEVELS, type DriftLevel } from '../../../binning/drift/drift-types.ts'
import type { Binning } from '../../../binning/binning.ts'
import { DataError } from '../../../errors.ts'
import { tableLike, textColumns } from '../../../sources/table-like.ts'
import { isServerAddress } from '../../../node/files/find-files.ts'
import { renderDrift } from '../../../node/render-report.ts'
import { checkOutput, saveFile } from '../../../node/files/write-file.ts'
import { driftCsv } from '../../../reports/drift-texts.ts'
import { driftReport } from '../../../reports/terminal/drift-report.ts'
import type { PeriodUnit } from '../../../util/period.ts'
import { checkName } from '../../../plan-fit.ts'
import { addDataFlags, addExamples, readSome } from '../../flags/data-flags.ts'
import type { DataFlags, SampleFlags } from '../../flags/flag-types.ts'
import { oneOf, parseShare, reportOptions } from '../../flags/parse-flags.ts'
import { type Io, type Progress, tellNotes, withProgress } from '../../io.ts'
import { loadBinning } from '../../load/load-binning.ts'
import { pickColumns } from '../show-command.ts'
import { UsageError, VerdictError } from '../../exit.ts'

interface DriftFlags extends DataFlags, SampleFlags {
  readonly target?: string
  readonly weight?: string
  readonly columns?: string
  readonly date?: string
  readonly by?: string
  readonly level?: string
  readonly smoothing?: string
  readonly failOn?: string
  readonly as: string
  readonly json?: boolean
  readonly report?: string
  readonly title?: string
  readonly force?: boolean
  readonly top?: string
  readonly verbose?: boolean
}

export function addDrift(program: Command, io: Io): void {
  const command = program
    .command('drift')
    .summary('compare new rows with those the bins were fitted on')
    .description(
      'Compares new rows with those a saved binning was fitted on: whether the population moved (PSI, beside what chance alone ' +
        'gives), and whether rates or means changed given the value, and where. Judged by cells that had no part in choosing the bins.',
    )
    .argument('<binning>', 'file saved by kerf fit -o')
    .argument('<data>', 'the new rows: a file, or a table in a database')
    .optionsGroup('What to compare:')
    .option('-t, --target <column>', 'the target in the new rows (default: the same name)')
    .option('--weight <column>', 'column of row weights in the new rows')
    .option('-c, --columns <list>', 'only these columns')
    .option('--date <column>', 'column of dates: compare period by period as well')
    .option('--by <period>', 'day, week, month, quarter or year (default: month)')
    .option('--level <number>', 'chance of a false verdict', '0.05')
    .option('--smoothing <rows>', 'rows added to every count for the PSI', '0.5')
    .optionsGroup('Output:')
    .option('--as <form>', 'table, csv or json', 'table')
    .option('--json', 'the same as --as json')
    .option('--report <file>', 'also write an HTML page, in one file')
    .option('--title <text>', 'title of the page')
    .option('--force', 'overwrite the page')
    .option('--top <number>', 'show only this many columns bin by bin, those that moved most first')
    .option('--verbose', 'show every column and every bin')
    .option(
      '--fail-on <what>',
      'exit with 3 on population (moderate or large drift, values or levels beyond the fit), rate (shifted rates) or any (either of them); or on drift that is at least slight, moderate or large',
    )
  addDataFlags(command, { draw: true })
  addExamples(command, [
    'kerf drift loans.json loans-2026.csv',
    'kerf drift loans.json loans-2026.csv --date opened --by month --report drift.html',
    'kerf drift loans.json today.csv --fail-on any --json > drift.json',
  ])
  command.action(async (path: string, data: string, flags: DriftFlags) => runDrift(io, path, data, flags))
}

async function runDrift(io: Io, path: string, data: string, flags: DriftFlags): Promise<void> {
  const form = oneOf('--as', flags.json === true ? 'json' : flags.as, ['table', 'csv', 'json'])
  const fails = failRule(flags.failOn)
  const asked = askedOptions(flags)
  const options = reportOptions(io, flags)
  if (flags.report !== undefined) await checkOutput(flags.report, flags)
  const drift = await compare(io, pickColumns(loadBinning(path), flags.columns), data, { ...flags, ...asked })
  if (form === 'json') io.out(`${JSON.stringify(drift, null, 2)}\n`)
  else if (form === 'csv') io.out(driftCsv(drift))
  else io.show(`${driftReport(drift, options)}\n`)
  if (flags.report !== undefined) {
    await saveFile(flags.report, await renderDrift(drift, { title: flags.title, top: options.most }), flags)
    io.tell(`report saved as ${flags.report}`)
  }
  const failing = [
    ...(fails.overall && drift.rate?.shifted === true ? ['the overall rate'] : []),
    ...drift.columns.filter(fails.column).map(({ name }) => JSON.stringify(name)),
  ]
  if (failing.length > 0) {
    const names = failing.slice(0, 5)
    const more = failing.length > names.length ? ` and ${failing.length - names.length} more` : ''
    throw new VerdictError(`--fail-on ${flags.failOn} found drift in ${names.join(', ')}${more}`)
  }
}

interface Asked {
  readonly level: number
  readonly smoothing: number
  readonly by: PeriodUnit
}

function askedOptions(flags: DriftFlags): Asked {
  const by = oneOf('--by', flags.by ?? 'month', ['day', 'week', 'month', 'quarter', 'year'])
  if (flags.by !== undefined && flags.date === undefined) throw new UsageError('--by needs --date, the column of dates')
  const level = parseShare('--level', flags.level ?? '0.05')
  const smoothing = Number(flags.smoothing ?? 0.5)
  if (!(smoothing > 0 && smoothing < Infinity)) {
    throw new UsageError(`--smoothing takes a number above 0, got ${JSON.stringify(flags.smoothing)}`)
  }
  return { level, smoothing, by }
}

interface FailRule {
  readonly column: (column: ColumnDrift) => boolean
  /** whether a shift of the overall rate counts, which is told of the table and not of its columns */
  readonly overall: boolean
}

/** What makes the command fail. Values and levels beyond the fit count as a moved population, however few rows have them. */
function failRule(what: string | undefined): FailRule {
  if (what === undefined) return { column: () => false, overall: false }
  const shifted = ({ rate }: ColumnDrift): boolean => rate?.change === 'own'
  const asked = oneOf('--fail-on', what, ['any', 'population', 'rate', 'slight', 'moderate', 'large'])
  if (asked === 'rate') return { column: shifted, overall: true }
  const least: DriftLevel = asked === 'any' || asked === 'population' ? 'moderate' : asked
  const atLeast = ({ level }: ColumnDrift): boolean => DRIFT_LEVELS.indexOf(level) >= DRIFT_LEVELS.indexOf(least)
  if (asked !== 'any' && asked !== 'population') return { column: atLeast, overall: false }
  const moved = (column: ColumnDrift): boolean => atLeast(column) || column.outside?.beyondChance === true
  return asked === 'population'
    ? { column: moved, overall: false }
    : { column: (column) => moved(column) || shifted(column), overall: true }
}

type AskedFlags = Omit<DriftFlags, keyof Asked> & Asked

async function compare(io: Io, binning: Binning, data: string, flags: AskedFlags): Promise<Drift> {
  return withProgress(io, async (progress) => {
    if (isServerAddress(data) && flags.sample === undefined)
      return compareCounts(io, binning, { data, flags, progress })
    const read = await readSome(data, flags, progress, textColumns(binning))
    tellNotes(io, read.notes)
    const { target, weight: weights, level, smoothing, date, by } = flags
    const options = { target, weights, level, smoothing }
    if (date !== undefined) checkDate(date, read.columns, data)
    const table = tableLike(binning, read)
    const drift =
      date === undefined
        ? compareDrift(binning, table, options)
        : driftByPeriod(binning, table, { ...options, date, by })
    tellNotes(io, drift.notes)
    return { ...drift, current: { name: read.source, rows: read.rows } }
  })
}

/** The same of a table in a database, whose rows stay there. */
async function compareCounts(
  io: Io,
  binning: Binning,
  { data, flags, progress }: { readonly data: string; readonly flags: AskedFlags; readonly progress: Progress },
): Promise<Drift> {
  const { target, weight, date, level, smoothing } = flags
  const given = date === undefined ? (weight === undefined ? null : '--weight') : '--date'
  if (given !== null) {
    throw new UsageError(
      `${given} needs the rows themselves, which are in a database; --sample 100000 draws so many there and brings them here`,
    )
  }
  const { countOnServer } = await import('../../flags/server-flags.ts')
  const { counted, title, rows, notes } = await countOnServer({ data, flags, progress }, binning, { target })
  tellNotes(io, notes)
  const drift = compareDriftCounts(binning, counted, { level, smoothing })
  tellNotes(io, drift.notes)
  return { ...drift, current: { name: title, rows } }
}

function checkDate(name: string, columns: readonly { name: string; kind: string }[], data: string): void {
  checkName(
    columns.map((one) => one.name),
    name,
  )
  const column = columns.find((one) => one.name === name)!
  if (column.kind === 'date') return
  const held = column.kind === 'number' ? 'numbers' : 'text'
  throw new DataError(
    `${data}: --date needs a column of dates such as 2026-01-31, ${JSON.stringify(name)} holds ${held}`,
  )
}
