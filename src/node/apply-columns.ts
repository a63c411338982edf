import type { Binning } from '../binning/binning.ts'
import { DataError } from '../errors.ts'
import { suggest } from '../util/suggest.ts'
import { ColumnBinner } from './column-binner.ts'

/** How bins are written. */
export interface BinForm {
  /** the label of a bin, or its number from 0 */
  readonly as: 'label' | 'index'
  /** keep the values, and add the bins as a column of this name behind the column's; default: bins replace the values */
  readonly suffix?: string | undefined
}

/** A column of the output. */
export interface OutputColumn {
  readonly name: string
  /** position of the column it is made from */
  readonly from: number
  readonly binner: ColumnBinner | null
}

/** The columns of the output: those of the data in their order, binned where the binning says so. */
export function outputColumns(file: string, names: readonly string[], binning: Binning, form: BinForm): OutputColumn[] {
  const binners = new Map(binning.columns.map((column) => [column.name, new ColumnBinner(column, form.as)]))
  const known = new Set(names)
  for (const name of binners.keys()) {
    if (!known.has(name)) {
      throw new DataError(`${file}: there is no column "${name}", which the binning has${suggest(name, names)}`, {
        column: name,
      })
    }
  }
  const columns = names.flatMap((name, from): OutputColumn[] => {
    const binner = binners.get(name) ?? null
    if (binner === null || form.suffix === undefined) return [{ name, from, binner }]
    return [
      { name, from, binner: null },
      { name: name + form.suffix, from, binner },
    ]
  })
  const taken = new Set<string>()
  for (const { name } of columns) {
    if (taken.has(name)) {
      throw new DataError(`${file} has a column "${name}" already; choose another suffix`, { column: name })
    }
    taken.add(name)
  }
  return columns
}
