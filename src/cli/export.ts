import { basename, dirname, join } from 'node:path'
import { type Command, Option } from 'commander'
import { DIALECTS } from '../exports/dialects.ts'
import { exportTargets, findExportTarget } from '../exports/export.ts'
import type { ExportOptions } from '../exports/plan.ts'
import { checkOutput } from '../node/output.ts'
import type { Io } from './io.ts'
import { loadBinning } from './load-binning.ts'
import { parseList } from './parse.ts'
import { saveText } from './save.ts'
import { UsageError } from './usage.ts'

interface ExportFlags {
  readonly to: string
  readonly dialect?: string
  readonly as: string
  readonly columns?: string
  readonly table?: string
  readonly suffix?: string
  readonly expressions?: boolean
  readonly output?: string
  readonly tests?: boolean
  readonly force?: boolean
}

export function addExport(program: Command, io: Io): void {
  const targets = exportTargets().map(({ name }) => name)
  const dialects = DIALECTS.map(({ name }) => name)
  program
    .command('export')
    .summary('write a saved binning as SQL, JavaScript, Python or JSON Schema')
    .description('Writes a saved binning as code that bins rows elsewhere, exactly as kerf apply does.')
    .argument('<binning>', 'file saved by kerf fit -o')
    .addOption(new Option('--to <target>', targets.join(', ')).makeOptionMandatory())
    .option('--dialect <name>', `of SQL: ${dialects.join(', ')} (default: duckdb)`)
    .option('--as <form>', 'label or index', 'label')
    .option('-c, --columns <list>', 'only these columns')
    .option('--suffix <text>', 'ends the names of the columns of bins (default: _bin)')
    .option('--table <name>', 'SQL: the table, such as data or schema.data (default: data)')
    .option('--expressions', 'SQL: only the expressions, to put into a query of your own')
    .option('-o, --output <file>', 'save it (default: standard output)')
    .option('--tests', 'also save a test of every boundary, next to the output file')
    .option('--force', 'overwrite the output files')
    .addHelpText(
      'after',
      `
Examples:
  kerf export loans.json --to sql --dialect postgres --table public.loans
  kerf export loans.json --to js -o loans.js --tests && node loans.test.js
  kerf export loans.json --to python --as index > loans.py`,
    )
    .action(async (path: string, flags: ExportFlags) => runExport(io, path, flags))
}

async function runExport(io: Io, path: string, flags: ExportFlags): Promise<void> {
  const target = findExportTarget(flags.to)
  const { as, output, dialect, table, suffix, expressions, force = false } = flags
  if (as !== 'label' && as !== 'index') throw new UsageError(`--as takes label or index, got ${JSON.stringify(as)}`)
  for (const name of ['dialect', 'table', 'expressions'] as const) {
    if (flags[name] !== undefined && target.name !== 'sql') throw new UsageError(`--${name} is only for --to sql`)
  }
  if (flags.tests === true && target.test === null) throw new UsageError(`--tests: there is none for --to ${flags.to}`)
  if (flags.tests === true && output === undefined)
    throw new UsageError('--tests needs a file to stand next to: -o FILE')
  const columns = flags.columns === undefined ? undefined : parseList(flags.columns)
  const options: ExportOptions = { as, columns, suffix, dialect, table, expressions }
  const binning = loadBinning(path)
  const text = target.write(binning, options)
  if (output === undefined) {
    io.out(text)
    return
  }
  const files = [{ file: output, content: text }]
  if (flags.tests === true && target.test !== null) {
    const module = `${target.name === 'js' ? './' : ''}${basename(output)}`
    files.push({ file: testFile(output), content: target.test(binning, { ...options, module }) })
  }
  // Both or neither: an old test next to a new export would be worse than none.
  for (const { file } of files) await checkOutput(file, { force })
  for (const { file, content } of files) await saveText(file, content, force)
  io.err(`saved as ${files.map(({ file }) => file).join(' and ')}\n`)
}

/** The file of the test: loans.test.sql, loans.test.js; loans_test.py as Python has it. */
function testFile(output: string): string {
  const name = basename(output)
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  return join(dirname(output), `${stem}${ending === '.py' ? '_' : '.'}test${ending}`)
}
