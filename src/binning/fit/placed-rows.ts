import type { Between } from '../../discretizers/column-deviation.ts'
import { deviationOfRows } from '../../discretizers/refine/deviation-bounds.ts'
import { gridScale } from '../../summaries/fast/grid.ts'
import { kernelColumn } from '../../summaries/fast/kernel-column.ts'
import type { ColumnOptions } from '../../summaries/summarize-numbers.ts'
import type { RowMarks } from '../../summaries/tallies.ts'
import type { Scratch } from '../../util/scratch.ts'
import type { Steps } from '../../util/steps.ts'
import type { CellsAsked, CellSource, Counted } from './cell-source.ts'
import { cutAtPlaces } from './cut-at-places.ts'
import { RowsInMemory } from './rows-in-memory.ts'
import { PLACE_MEANS } from './table-means.ts'

/**
 * The rows of a table in memory for programs that need not be small: where it can be done, a large column is counted in one look at
 * its rows, and cut and told by its values at some places.
 */
export class PlacedRows extends RowsInMemory {
  constructor(marks: RowMarks, scratch?: Scratch) {
    super(marks, PLACE_MEANS, scratch)
  }

  override column(values: Float64Array, codes?: ColumnOptions): CellSource {
    return { ...super.column(values, codes), cut: cutAtPlaces }
  }

  protected override *countLarge(values: Float64Array, asked: CellsAsked): Steps<Counted | null> {
    const { refinable, endsOnly } = asked
    const { scratch, counting } = this.ready()
    const { byClass, loops } = counting ?? {}
    const scale = gridScale(values)
    // Methods that need every value, of columns whose values are many, take a sort.
    if (!byClass || (scale === null && !refinable()) || endsOnly()) return yield* super.countLarge(values, asked)
    yield 0.1
    const { look, cells = Infinity } = PLACE_MEANS
    const counted = kernelColumn(values, byClass, scale, { look, loops, scratch, rowsOfCell: values.length / cells })
    if (counted === null) return yield* super.countLarge(values, asked)
    const { read, ends, exact, ...column } = counted
    const deviation = (): Between => deviationOfRows(values, ends)
    return { ...column, settled: exact && !refinable(), readAgain: read, deviation, scratch }
  }
}
