import { stat } from 'node:fs/promises'
import type { Binning } from '../../binning/binning.ts'
import { DataError } from '../../errors.ts'
import { outputColumns } from './apply-columns.ts'
import { type Applied, type ApplyOptions, type OutputForm, outputForm } from './apply-form.ts'
import { applyParquet } from './apply-parquet.ts'
import { writeTable } from './apply-table.ts'
import type { InputFile } from './apply-text.ts'
import { applyTexts } from './apply-texts.ts'
import { type FileKind, fileKind, findFiles, withSpooled } from '../files/find-files.ts'
import { checkOutput } from '../files/write-file.ts'
import { joinTables } from '../read/join-tables.ts'
import { DATA_NAMES, readFile } from '../read/read-data.ts'
import { databaseMemory } from '../within-memory/plan-memory.ts'
import { calledAs } from '../../util/called-as.ts'
import { knownOptions, type OptionNames } from '../../util/check.ts'

export type { Applied, ApplyOptions } from './apply-form.ts'

const APPLY_NAMES: OptionNames<ApplyOptions> = {
  ...DATA_NAMES,
  as: 1,
  encoder: 1,
  others: 1,
  suffix: 1,
  output: 1,
  force: 1,
}

/**
 * Writes the rows of some data with bins in place of the values of binned columns, in their order. The other columns stay
 * as they are. Text tables and Parquet files of any size take the same memory; JSON lines and ARFF are read whole.
 *
 *     const flowers = toTable(await readData('samples/iris.csv'))
 *     const { rows } = await applyRows(await fitTable(flowers, { target: 'species' }), 'samples/iris.csv', {
 *       output: `${folder}/binned.csv`,
 *       as: 'label',
 *     })
 *     console.log(rows) // → 150
 *
 * @param address a path, a pattern such as `data/*.csv`, or `-` for standard input
 */
export async function applyRows(binning: Binning, address: string, asked: ApplyOptions): Promise<Applied> {
  return calledAs('applyRows', async () => {
    knownOptions('applyRows', asked, APPLY_NAMES)
    const options = { ...asked, memory: databaseMemory(asked.memory) }
    const form = outputForm(options.output)
    if (form.path !== undefined) await checkOutput(form.path, options)
    const files = await findFiles(address)
    return withSpooled(files[0], async (path) => {
      const inputs: (InputFile & FileKind)[] = []
      for (const [i, { path: own, name }] of files.entries()) {
        const at = i === 0 ? path : own
        inputs.push({ path: at, name, size: (await stat(at)).size, ...(await fileKind(at, name)) })
      }
      const [first] = inputs
      const odd = inputs.find(({ kind }) => kind !== first.kind)
      if (odd !== undefined) {
        throw new DataError(`${first.name} and ${odd.name} are files of different kinds; apply to one kind at a time`, {
          code: 'not-alike',
        })
      }
      if (first.kind === 'text') return applyTexts(binning, inputs, options, form)
      if (first.kind === 'parquet') return applyParquet(binning, inputs, options, form)
      return applyRead(binning, inputs, options, form)
    })
  })
}

/** Applies a binning to files that are read whole: JSON lines and ARFF. */
async function applyRead(
  binning: Binning,
  files: readonly InputFile[],
  options: ApplyOptions,
  form: OutputForm,
): Promise<Applied> {
  const tables = []
  for (const { path, name } of files) {
    tables.push({ name, table: await readFile(path, name, { ...options, columns: undefined }) })
  }
  const table = joinTables(tables)
  const { rows, skipped, notes } = table
  const [{ name }] = files
  const columns = outputColumns(
    name,
    table.columns.map((column) => column.name),
    binning,
    options,
  )
  await writeTable(table, { name, columns, form, as: options.as }, options)
  return { rows, skipped, notes }
}
