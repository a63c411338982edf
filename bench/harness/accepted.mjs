/** What share of the sort may rise by before it counts: runs differ, the more so on a busy machine. */
const RISE = 1.3

/** Shares of the sort by step, which hardly depend on the machine, and the size they hold for. */
export function accepted({ rows, columns, tasks }) {
  const ratios = Object.entries(tasks).flatMap(([name, task]) =>
    task.rows
      .filter(({ tool, ratio }) => tool.startsWith('Kerf') && ratio !== null)
      .map((row) => [`${name}: ${row.label}, ${row.set}, ${row.tool}`, Number(row.ratio.toPrecision(4))]),
  )
  return { rows, columns, ratios: Object.fromEntries(ratios) }
}

/** A line for every step that takes clearly more than accepted. */
export function risen(results, before) {
  const now = accepted(results)
  if (before.rows !== now.rows || before.columns !== now.columns) {
    return [`the accepted file is of ${before.rows} × ${before.columns}, this run of ${now.rows} × ${now.columns}`]
  }
  return Object.entries(now.ratios).flatMap(([key, ratio]) => {
    const was = before.ratios[key]
    return was !== undefined && ratio > was * RISE ? [`${key}: ${ratio} of the sort, ${was} accepted`] : []
  })
}
