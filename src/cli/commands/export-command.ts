import { basename, dirname, join } from 'node:path'
import { type Command, Option } from 'commander'
import type { Exportable } from '../../exports/saved-kinds.ts'
import { savedTargets, type SavedExportOptions, type SavedTarget } from '../../exports/saved/export-saved.ts'
import { DIALECTS } from '../../exports/sql-dialects.ts'
import { checkOutput, saveFile } from '../../node/files/write-file.ts'
import { addExamples } from '../flags/data-flags.ts'
import { oneOf, parseList } from '../flags/parse-flags.ts'
import type { Io } from '../io.ts'
import { loadSaved } from '../load/load-saved.ts'
import { UsageError } from '../exit.ts'
import { findNamed } from '../../util/check.ts'

/** Targets that name classes as they are, and add no column. */
const PLAIN: readonly string[] = ['dot', 'rules', 'rules-json']

interface ExportFlags {
  readonly to: string
  readonly dialect?: string
  readonly as?: string
  readonly columns?: string
  readonly table?: string
  readonly suffix?: string
  readonly expressions?: boolean
  readonly output?: string
  readonly tests?: boolean
  readonly force?: boolean
}

/** What can be exported: how it is called, and what --as takes for it, the default first. */
const KINDS: Readonly<Record<Exportable['format'], { readonly what: string; readonly forms: readonly string[] }>> = {
  'kerf-binning': { what: 'a binning', forms: ['label', 'index', 'woe'] },
  'kerf-tree': { what: 'a tree', forms: ['label', 'index'] },
  'kerf-encoder': { what: 'an encoder', forms: [] },
  'kerf-model': { what: 'a model', forms: ['score', 'label', 'index'] },
  'kerf-scorecard': { what: 'a scorecard', forms: ['score', 'points'] },
}
const FORMATS = Object.keys(KINDS) as Exportable['format'][]
const FORMS = [...new Set(Object.values(KINDS).flatMap(({ forms }) => forms))]

/** Every name that --to takes, whatever the file holds. */
export function exportNames(): string[] {
  return [...new Set(FORMATS.flatMap((format) => savedTargets(format).map(({ name }) => name)))]
}

/** The kinds of files that a target is for, in words. */
function heldBy(to: string): string[] {
  return FORMATS.filter((format) => savedTargets(format).some(({ name }) => name === to)).map(
    (format) => KINDS[format].what,
  )
}

export function addExport(program: Command, io: Io): void {
  const everywhere = exportNames().filter((name) => heldBy(name).length === FORMATS.length)
  const others = exportNames().filter((name) => heldBy(name).length < FORMATS.length)
  const targets = `${everywhere.join(', ')}; ${others.map((name) => `${name} for ${heldBy(name).join(' or ')}`).join(', ')}`
  const dialects = DIALECTS.map(({ name }) => name)
  const command = program
    .command('export')
    .summary('write a saved binning, encoder, tree, model or scorecard as SQL, Python, ONNX, PMML and more')
    .description(
      'Writes a saved binning as code that bins rows elsewhere, exactly as kerf apply does; or a saved tree, model or scorecard ' +
        'as code that predicts as kerf predict does, as a graph or as rules to read.',
    )
    .argument('<file>', 'saved by kerf fit -o, kerf tree -o, kerf train -o or kerf scorecard -o, or an encoder')
    .addOption(new Option('--to <target>', targets).makeOptionMandatory())
    .option('--dialect <name>', `of SQL and dbt: ${dialects.join(', ')} (default: duckdb)`)
    .option(
      '--as <form>',
      'label, index or woe of a binning; label or index of a tree; score, label or index of a model; score or points of a scorecard',
    )
    .option('-c, --columns <list>', 'only these columns of a binning')
    .option(
      '--suffix <text>',
      'ends the name of a column of answers (default: _bin, _predicted, _probability, _points or none)',
    )
    .option(
      '--table <name>',
      'SQL: the table, such as data or schema.data (default: data); dbt: begins the names of macros',
    )
    .option('--expressions', 'SQL: only the expressions, to put into a query of your own')
    .option('-o, --output <file>', 'save it (default: standard output)')
    .option('--tests', 'also save a test of every boundary, next to the output file')
    .option('--force', 'overwrite the output files')
  addExamples(command, [
    'kerf export loans.json --to sql --dialect postgres --table public.loans',
    'kerf export loans.json --to js -o loans.js --tests && node loans.test.js',
    'kerf export loans.json --to python --as index > loans.py',
    'kerf export tree.json --to rules',
    'kerf export model.json --to onnx -o model.onnx',
  ])
  command.action(async (path: string, flags: ExportFlags) => runExport(io, path, flags))
}

async function runExport(io: Io, path: string, flags: ExportFlags): Promise<void> {
  const { output, to } = flags
  checkFlags(flags)
  const saved = loadSaved(path)
  const target = targetOf(to, saved)
  const made = files(saved, target, flags)
  if (output === undefined) {
    io.out(String(made[0].content))
    return
  }
  // Both or neither: an old test next to a new export would be worse than none.
  for (const { file } of made) await checkOutput(file, flags)
  for (const { file, content } of made) await saveFile(file, content, flags)
  io.tell(`saved as ${made.map(({ file }) => file).join(' and ')}`)
}

/** Refuses flags that do not go together, before a file is read. */
function checkFlags(flags: ExportFlags): void {
  const { to, output } = flags
  for (const name of ['dialect', 'table', 'expressions'] as const) {
    const only = name === 'expressions' ? ['sql'] : ['sql', 'dbt']
    if (flags[name] !== undefined && !only.includes(to)) throw new UsageError(`--${name} is only for --to ${only.join(' and --to ')}`) // prettier-ignore
  }
  for (const name of ['as', 'suffix'] as const) {
    if (flags[name] !== undefined && PLAIN.includes(to)) throw new UsageError(`--${name} does not apply to --to ${to}`)
  }
  if (flags.as !== undefined) oneOf('--as', flags.as, FORMS)
  if (output !== undefined) return
  if (to === 'onnx') throw new UsageError('--to onnx makes bytes, which need a file: -o FILE')
  if (flags.tests === true) throw new UsageError('--tests needs a file to stand next to: -o FILE')
}

/** The target of a name, for what a file holds; one of other files is refused with a word on which those are. */
function targetOf(to: string, { format }: Exportable): SavedTarget {
  const targets = savedTargets(format)
  const found = targets.find(({ name }) => name === to)
  if (found !== undefined) return found
  const holders = heldBy(to)
  if (holders.length > 0) {
    throw new UsageError(`--to ${to} is only for ${holders.join(' or ')}, and the file holds ${KINDS[format].what}`)
  }
  return findNamed('export: unknown target', targets, to)
}

/** The options of an export; those that what is exported does not take are refused. */
function optionsOf({ format }: Exportable, flags: ExportFlags): SavedExportOptions {
  const { what, forms } = KINDS[format]
  const { as, suffix, dialect, table, expressions, columns } = flags
  if (columns !== undefined && format !== 'kerf-binning') {
    throw new UsageError(`--columns is only for a binning, and the file holds ${what}`)
  }
  for (const name of ['as', 'suffix'] as const) {
    if (flags[name] !== undefined && forms.length === 0) throw new UsageError(`--${name} does not apply to ${what}`)
  }
  const form = as === undefined ? undefined : oneOf('--as', as, forms)
  const given = {
    as: form,
    suffix,
    dialect,
    table,
    expressions,
    columns: columns === undefined ? undefined : parseList(columns),
  }
  const asked = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(asked)
}

interface MadeFile {
  readonly file: string
  readonly content: string | Uint8Array
}

/** The export and, where asked for, its test. */
function files(saved: Exportable, target: SavedTarget, flags: ExportFlags): MadeFile[] {
  const { output = '', to } = flags
  const options = optionsOf(saved, flags)
  const { write, test, testExtension } = target
  const content = write(saved as never, options as never)
  if (flags.tests !== true) return [{ file: output, content }]
  if (test === null) throw new UsageError(`--tests: there are no tests for --to ${to}`)
  const module = `${to === 'js' ? './' : ''}${basename(output)}`
  return [
    { file: output, content },
    { file: testFile(output, to, testExtension), content: test(saved as never, { ...options, module } as never) },
  ]
}

/** The file of the test: loans.test.sql, loans.test.js; loans_test.py and loans_test.sql as Python and dbt have it. */
function testFile(output: string, to: string, extension: string | undefined): string {
  const name = basename(output)
  const dot = name.lastIndexOf('.')
  const [stem, own] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const ending = extension ?? own
  return join(dirname(output), `${stem}${ending === '.py' || to === 'dbt' ? '_' : '.'}test${ending}`)
}
