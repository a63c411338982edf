import { basename, dirname, join } from 'node:path'
import { type Command, Option } from 'commander'
import { DIALECTS } from '../../exports/sql-dialects.ts'
import type { Binning } from '../../binning/binning.ts'
import { exportTargets, findExportTarget } from '../../exports/export-binning.ts'
import type { ExportOptions } from '../../exports/export-plan.ts'
import { findTreeExportTarget, treeExportTargets } from '../../exports/tree/tree-export.ts'
import type { TreeExportOptions } from '../../exports/tree/tree-plan.ts'
import { checkOutput, saveFile } from '../../node/files/write-file.ts'
import type { Tree } from '../../trees/tree.ts'
import { addExamples } from '../flags/data-flags.ts'
import { oneOf, parseList } from '../flags/parse-flags.ts'
import type { Io } from '../io.ts'
import { loadSaved, type Saved } from '../load/load-saved.ts'
import { UsageError } from '../exit.ts'

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

/** Every name that --to takes, for a binning or for a tree. */
export function exportNames(): string[] {
  return [...new Set([...exportTargets(), ...treeExportTargets()].map(({ name }) => name))]
}

export function addExport(program: Command, io: Io): void {
  const only = (names: readonly string[], others: readonly string[], what: string): string =>
    `${names.filter((name) => !others.includes(name)).join(', ')} for ${what}`
  const [bins, trees] = [exportTargets(), treeExportTargets()].map((targets) => targets.map(({ name }) => name))
  const both = bins.filter((name) => trees.includes(name)).join(', ')
  const targets = `${both}; ${only(bins, trees, 'a binning')}; ${only(trees, bins, 'a tree')}`
  const dialects = DIALECTS.map(({ name }) => name)
  const command = program
    .command('export')
    .summary('write a saved binning or tree as SQL, JavaScript, Python and more')
    .description(
      'Writes a saved binning as code that bins rows elsewhere, exactly as kerf apply does; or a saved tree as code that ' +
        'predicts as kerf predict does, as a graph or as rules to read.',
    )
    .argument('<file>', 'saved by kerf fit -o or kerf tree -o')
    .addOption(new Option('--to <target>', targets).makeOptionMandatory())
    .option('--dialect <name>', `of SQL: ${dialects.join(', ')} (default: duckdb)`)
    .option('--as <form>', 'label or index (default: label)')
    .option('-c, --columns <list>', 'only these columns of a binning')
    .option('--suffix <text>', 'ends the name of a column of bins or predictions (default: _bin or _predicted)')
    .option('--table <name>', 'SQL: the table, such as data or schema.data (default: data)')
    .option('--expressions', 'SQL: only the expressions, to put into a query of your own')
    .option('-o, --output <file>', 'save it (default: standard output)')
    .option('--tests', 'also save a test of every boundary, next to the output file')
    .option('--force', 'overwrite the output files')
  addExamples(command, [
    'kerf export loans.json --to sql --dialect postgres --table public.loans',
    'kerf export loans.json --to js -o loans.js --tests && node loans.test.js',
    'kerf export loans.json --to python --as index > loans.py',
    'kerf export tree.json --to rules',
  ])
  command.action(async (path: string, flags: ExportFlags) => runExport(io, path, flags))
}

async function runExport(io: Io, path: string, flags: ExportFlags): Promise<void> {
  const { output, to, suffix, dialect, table, expressions } = flags
  const as = oneOf('--as', flags.as ?? 'label', ['label', 'index'])
  for (const name of ['dialect', 'table', 'expressions'] as const) {
    if (flags[name] !== undefined && to !== 'sql') throw new UsageError(`--${name} is only for --to sql`)
  }
  for (const name of ['as', 'suffix'] as const) {
    if (flags[name] !== undefined && PLAIN.includes(to)) throw new UsageError(`--${name} does not apply to --to ${to}`)
  }
  if (flags.tests === true && output === undefined)
    throw new UsageError('--tests needs a file to stand next to: -o FILE')
  const saved = loadSaved(path)
  checkTarget(to, saved)
  const options = { as, suffix, dialect, table, expressions }
  const made = saved.format === 'kerf-tree' ? treeFiles(saved, flags, options) : binningFiles(saved, flags, options)
  if (output === undefined) {
    io.out(made[0].content)
    return
  }
  // Both or neither: an old test next to a new export would be worse than none.
  for (const { file } of made) await checkOutput(file, flags)
  for (const { file, content } of made) await saveFile(file, content, flags)
  io.tell(`saved as ${made.map(({ file }) => file).join(' and ')}`)
}

/** Refuses a target that only the other kind of file has, with a word on which that is. */
function checkTarget(to: string, { format }: Saved): void {
  const known = (targets: readonly { readonly name: string }[]): boolean => targets.some(({ name }) => name === to)
  const [ofBins, ofTrees] = [known(exportTargets()), known(treeExportTargets())]
  const isTree = format === 'kerf-tree'
  if (ofBins === ofTrees || ofTrees === isTree) return
  const [wanted, held] = isTree ? ['binning', 'tree'] : ['tree', 'binning']
  throw new UsageError(`--to ${to} is only for a ${wanted}, and the file holds a ${held}`)
}

interface MadeFile {
  readonly file: string
  readonly content: string
}

function binningFiles(binning: Binning, flags: ExportFlags, asked: ExportOptions): MadeFile[] {
  const options = { ...asked, columns: flags.columns === undefined ? undefined : parseList(flags.columns) }
  const { write, test } = findExportTarget(flags.to)
  return files(flags, write(binning, options), test === null ? null : (module) => test(binning, { ...options, module }))
}

function treeFiles(tree: Tree, flags: ExportFlags, options: TreeExportOptions): MadeFile[] {
  const { write, test } = findTreeExportTarget(flags.to)
  if (flags.columns !== undefined) throw new UsageError('--columns is only for a binning, and the file holds a tree')
  return files(flags, write(tree, options), test === null ? null : (module) => test(tree, { ...options, module }))
}

/** The export and, where asked for, its test. */
function files(flags: ExportFlags, content: string, test: ((module: string) => string) | null): MadeFile[] {
  const { output = '', to } = flags
  if (flags.tests !== true) return [{ file: output, content }]
  if (test === null) throw new UsageError(`--tests: there are no tests for --to ${to}`)
  const module = `${to === 'js' ? './' : ''}${basename(output)}`
  return [
    { file: output, content },
    { file: testFile(output), content: test(module) },
  ]
}

/** The file of the test: loans.test.sql, loans.test.js; loans_test.py as Python has it. */
function testFile(output: string): string {
  const name = basename(output)
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  return join(dirname(output), `${stem}${ending === '.py' ? '_' : '.'}test${ending}`)
}
