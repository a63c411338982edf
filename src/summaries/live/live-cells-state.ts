import { FormatError } from '../../errors.ts'
import type { NumberSummary } from '../../types.ts'
import type { Field } from '../../util/saved-json.ts'
import { LiveCells, numberedTarget } from './live-cells.ts'
import { summariesFromJson } from '../saved/read-summary-json.ts'
import { summariesToJson } from '../saved/summary-json.ts'
import { type SummaryTable, tableOfOne } from '../summary-table.ts'
import { bareMessage } from '../../util/called-as.ts'

/** Live bit cells as plain data for JSON; each pane is a summary as in summary files. O(cells · classes). */
export function liveCellsToState(live: LiveCells): Record<string, unknown> {
  const { panes, inPane, turned, remembered } = live.contents()
  const written = (summary: NumberSummary): unknown => JSON.parse(summariesToJson(tableOfOne(summary)))
  return {
    kind: 'cells',
    settings: { ...live.settings, classes: live.classes },
    inPane,
    turned,
    panes: panes.map(written),
    marked: remembered === null ? null : written(remembered),
  }
}

/** Reads live bit cells; nothing in them is trusted. */
export function liveCellsFromState(field: Field): LiveCells {
  field.get('kind').oneOf('cells')
  const live = createCells(field.get('settings'))
  const panes = field.get('panes')
  const most = live.settings.window === null ? 1 : live.settings.panes
  if (panes.items().length === 0 || panes.items().length > most) panes.fail(`1 to ${most} panes`)
  const empty = live.summary(numberedTarget(live.settings.target, live.classes))
  const { window } = live.settings
  const inPane = field.get('inPane').index()
  const paneRows = window === null ? Infinity : Math.ceil(window / live.settings.panes)
  if (inPane > paneRows) field.get('inPane').fail(`a whole number of at most ${paneRows}`)
  live.restore({
    panes: panes.list((pane) => readSummary(pane, empty)),
    inPane,
    turned: field.get('turned').index(1_048_575),
    remembered: field.get('marked').optional((f) => readSummary(f, empty)),
  })
  return live
}

function createCells(field: Field): LiveCells {
  const options: Record<string, unknown> = { ...field.record() }
  if (options['window'] === null) delete options['window']
  field.get('weighted').truth()
  for (const name of ['missing', 'special']) field.get(name).list((item) => item.finite())
  try {
    return new LiveCells(options)
  } catch (error) {
    return field.fail(`settings of live cells (${error instanceof Error ? error.message : String(error)})`)
  }
}

/** A summary that fits an empty one: same codes, same weights, and no more classes. */
function readSummary(field: Field, empty: NumberSummary): NumberSummary {
  const { summary } = readTable(field).columns[0]
  const classes = summary.target?.kind === 'class' ? summary.target.classes.length : 0
  const fits =
    summary.kind === 'number' &&
    summary.origin === 'counted' &&
    (summary.target?.kind ?? null) === (empty.target?.kind ?? null) &&
    summary.weighted === empty.weighted &&
    summary.specialCodes.join() === empty.specialCodes.join() &&
    summary.missingCodes.join() === empty.missingCodes.join() &&
    classes <= empty.cells.tallies.channels
  return fits ? summary : field.fail('a summary that fits the settings')
}

function readTable(field: Field): SummaryTable {
  try {
    return summariesFromJson(JSON.stringify(field.record()))
  } catch (error) {
    if (error instanceof FormatError) throw new FormatError(field.path, bareMessage(error))
    throw error
  }
}
