import type { Binning, Column } from '../../binning/binning.ts'
import { tableName, uniqueNames } from '../../encoders/encoded-names.ts'
import { binCount, type Encoder, type EncoderField } from '../../encoders/encoder.ts'
import { ArgumentError, DataError } from '../../errors.ts'
import type { ValueKind } from '../../sources/source.ts'
import { suggest } from '../../util/suggest.ts'
import { ColumnBinner } from './column-binner.ts'
import type { ParquetField } from '../duckdb/write-parquet.ts'
import { csvField } from '../files/row-bytes.ts'

/** How bins are written. */
export interface BinForm {
  /** the label of a bin, or its number from 0 */
  readonly as: 'label' | 'index'
  /** numbers for a model in place of bins: each binned column becomes the outputs of its field */
  readonly encoder?: Encoder | undefined
  /** binnings of the same columns that the encoder was made of besides the first, in their order */
  readonly others?: readonly Binning[] | undefined
  /** keep the values, and add the bins as a column of this name behind the column's; default: bins replace the values */
  readonly suffix?: string | undefined
}

/** A column of the output, or with an encoder all that one column becomes. */
export interface OutputColumn {
  readonly names: readonly string[]
  /** position of the column it is made from */
  readonly from: number
  readonly binner: ColumnBinner | null
}

/** The columns of the output: those of the data in their order, binned where the binning says so. */
export function outputColumns(file: string, names: readonly string[], binning: Binning, form: BinForm): OutputColumn[] {
  const binners = bindersOf(binning, form)
  const known = new Set(names)
  for (const name of binners.keys()) {
    if (!known.has(name)) {
      throw new DataError(`${file}: there is no column "${name}", which the binning has${suggest(name, names)}`, {
        code: 'unknown-name',
        column: name,
      })
    }
  }
  const columns = names.flatMap((name, from): OutputColumn[] => {
    const binner = binners.get(name) ?? null
    const outputs = binner?.outputs?.map((output) => tableName(name, output)) ?? [name + (form.suffix ?? '')]
    if (binner === null) return [{ names: [name], from, binner }]
    // Two levels may differ by blanks alone.
    const own = { names: binner.outputs === null ? outputs : withoutTwins(outputs), from, binner }
    return form.suffix === undefined ? [own] : [{ names: [name], from, binner: null }, own]
  })
  const taken = new Set<string>()
  for (const name of columns.flatMap(({ names: all }) => all)) {
    if (taken.has(name)) {
      const advice = form.encoder === undefined ? 'choose another suffix' : 'rename it, an output is called so too'
      throw new DataError(`${file} has a column "${name}" already; ${advice}`, { column: name })
    }
    taken.add(name)
  }
  return columns
}

function withoutTwins(names: readonly string[]): string[] {
  return uniqueNames(names, new Set(), (name, i) => `${name}_${i}`)
}

/** What finds the bins of each column, and with an encoder what becomes of them. */
function bindersOf(binning: Binning, { as, encoder, others = [] }: BinForm): Map<string, ColumnBinner> {
  if (encoder === undefined)
    return new Map(binning.columns.map((column) => [column.name, new ColumnBinner(column, as)]))
  const binnings = [binning, ...others]
  const names = new Set(encoder.fields.map(({ name }) => name))
  return new Map(
    Array.from(names, (name) => {
      const fields = encoder.fields.filter((field) => field.name === name)
      const columns = binnings.flatMap((one) => one.columns.filter((column) => column.name === name))
      if (fields.length !== columns.length) {
        throw new ArgumentError(
          `apply: encoder must have one field of "${name}" per binning (${columns.length}), got ${fields.length}`,
          { code: 'out-of-range', column: name },
        )
      }
      return [name, binnerOf(columns, fields, as)]
    }),
  )
}

/** One column in one granularity or in several, side by side. */
function binnerOf(columns: readonly Column[], fields: readonly EncoderField[], as: BinForm['as']): ColumnBinner {
  const odd = columns.find(({ kind }) => kind !== columns[0].kind)
  if (odd !== undefined) {
    throw new DataError(
      `column "${odd.name}" is a ${columns[0].kind} in the first binning and a ${odd.kind} in another; fit it alike`,
      { column: odd.name },
    )
  }
  // Only the first may stand for nothing; what else gives no output is left out.
  const binners = columns.flatMap((column, i) =>
    i > 0 && fields[i].outputs.length === 0 ? [] : [new ColumnBinner(column, as, withOutput(fields[i]))],
  )
  return binners[0].beside(binners.slice(1))
}

/** A field that gives nothing, such as a thermometer without cuts, as zeros under its own name: a line has no holes. */
function withOutput(field: EncoderField): EncoderField {
  if (field.outputs.length > 0) return field
  const values = Array.from({ length: binCount(field) + field.asides.length }, () => 0)
  return { ...field, form: 'value', outputs: [field.name], values }
}

/** The first line of a text table with these columns. */
export function headerLine(columns: readonly OutputColumn[], delimiter: string): string {
  return `${columns.flatMap(({ names }) => names.map((name) => csvField(name, delimiter))).join(delimiter)}\n`
}

/** The columns of a Parquet file to be written, given the kinds of the columns of the data. */
export function parquetFields(
  columns: readonly OutputColumn[],
  kinds: readonly ValueKind[],
  as: BinForm['as'],
): ParquetField[] {
  return columns.flatMap(({ names, from, binner }) => {
    const bins = binner?.field == null ? (as === 'index' ? 'bin' : 'category') : 'float'
    return names.map((name) => ({ name, kind: binner === null ? kinds[from] : bins }))
  })
}
