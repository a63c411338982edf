/** The totals of a table of counts: of every part, of every class, and of all. */
export interface TableTotals {
  readonly parts: Float64Array
  readonly classes: Float64Array
  readonly all: number
}

/** Adds up a table of counts; `table[j][i]` counts class i in part j. O(cells). */
export function tableTotals(table: readonly ArrayLike<number>[]): TableTotals {
  const parts = new Float64Array(table.length)
  const classes = new Float64Array(table[0]?.length ?? 0)
  let all = 0
  table.forEach((counts, j) => {
    for (let i = 0; i < classes.length; i++) {
      parts[j] += counts[i]
      classes[i] += counts[i]
      all += counts[i]
    }
  })
  return { parts, classes, all }
}

/** How many of the totals are not zero. */
export function countPresent(totals: Float64Array): number {
  let present = 0
  for (const total of totals) if (total > 0) present++
  return present
}
