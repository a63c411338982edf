import { binningToJson } from '../binning/binning-json.ts'
import type { Column } from '../binning/binning.ts'
import { ArgumentError } from '../errors.ts'
import { summariesToBytes } from '../summaries/saved/summary-bytes.ts'
import { summariesToJson } from '../summaries/saved/summary-json.ts'
import type { SummaryTable } from '../summaries/summary-table.ts'
import { toBase64 } from './base64.ts'
import { mustBe } from '../util/check.ts'
import { toReadableJson } from '../util/saved-json.ts'
import type { Project, ProjectColumn, ProjectStep } from './project.ts'

/** Summaries of more bytes than this are saved as bytes: nobody reads so many numbers, and as text they are five times as long. */
const MOST_READ = 16_384

/**
 * A project as text for a file: versioned JSON. Each version of a column is written once, however many steps lead to it.
 * O(columns · steps + cells).
 *
 *     console.log(projectToJson(project).split('\n').slice(0, 3).join('\n'))
 *     // → {
 *     // →   "format": "kerf-project",
 *     // →   "version": 1,
 */
export function projectToJson(project: Project): string {
  mustBe('projectToJson', 'project', project)
  const { data, binning, columns, summaries, steps, view, created } = project
  if (binning.columns.some((column, i) => columns[i]?.column !== column) || columns.length > binning.columns.length) {
    throw new ArgumentError('projectToJson: columns must be those of the binning, in its order', { code: 'not-alike' })
  }
  const versions = [...binning.columns]
  const places = new Map(versions.map((column, i) => [column, i]))
  const placeOf = (column: Column): number => {
    const known = places.get(column)
    if (known !== undefined) return known
    places.set(column, versions.length)
    return versions.push(column) - 1
  }
  const state = ({ name, method, options, fitted, column }: ProjectColumn): unknown => {
    return { name, method, options, fitted: placeOf(fitted), column: placeOf(column) }
  }
  const step = ({ words, before, after }: ProjectStep): unknown => {
    return { words, before: before.map(state), after: after.map(state) }
  }
  const file = {
    format: 'kerf-project',
    version: 1,
    created,
    data,
    binning: JSON.parse(binningToJson(binning)) as unknown,
    columns: columns.map(state),
    steps: { done: steps.done.map(step), undone: steps.undone.map(step) },
    view,
    versions: versions.slice(binning.columns.length),
    summaries: summaries === null ? null : savedSummaries(summaries),
  }
  return `${toReadableJson(file)}\n`
}

/** As what people can read while it is short, else as bytes in base64. */
function savedSummaries(summaries: SummaryTable): unknown {
  const bytes = summariesToBytes(summaries)
  return bytes.length <= MOST_READ ? (JSON.parse(summariesToJson(summaries)) as unknown) : toBase64(bytes)
}
