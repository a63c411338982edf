import { binningFromJson } from '../binning/binning-json.ts'
import type { Binning, Column } from '../binning/binning.ts'
import { readColumn } from '../binning/read-column.ts'
import { FormatError } from '../errors.ts'
import { summariesFromBytes } from '../summaries/saved/read-summary-bytes.ts'
import { summariesFromJson } from '../summaries/saved/read-summary-json.ts'
import { readNote } from '../summaries/saved/read-target.ts'
import type { SummaryTable } from '../summaries/summary-table.ts'
import { fromBase64 } from './base64.ts'
import { bareMessage, calledAs } from '../util/called-as.ts'
import { type Field, parseSaved } from '../util/saved-json.ts'
import type { Project, ProjectColumn, ProjectData, ProjectStep, ProjectView } from './project.ts'

/**
 * Reads a project that `projectToJson` wrote. Nothing in the text is trusted: a wrong field is refused with its path, such
 * as `steps.done[0].after[0].column: expected a whole number from 0 to 4, got 9`. O(text).
 *
 *     const again = projectFromJson(projectToJson(project))
 *     console.log(again.steps.done.map(({ words }) => words)) // → [ 'move cut of age to 40' ]
 */
export function projectFromJson(text: string): Project {
  return calledAs('projectFromJson', () => {
    const root = parseSaved(text, 'kerf-project')
    const binning = readBinning(root.get('binning'))
    const more = root.get('versions').list((field) => readColumn(field, binning.target))
    const read = stateReader([...binning.columns, ...more])
    const columns = root.get('columns').list(read)
    checkColumns(root.get('columns'), columns, binning)
    const steps = root.get('steps')
    return {
      format: 'kerf-project',
      version: 1,
      created: { kerf: root.get('created').get('kerf').text() },
      data: readData(root.get('data')),
      binning,
      columns,
      summaries: root.get('summaries').optional((field) => readSaved(field, binning)),
      steps: {
        done: steps.get('done').list((field) => readStep(field, read)),
        undone: steps.get('undone').list((field) => readStep(field, read)),
      },
      view: readView(root.get('view')),
    }
  })
}

function readBinning(field: Field): Binning {
  const text = JSON.stringify(field.record())
  return within(field, () => binningFromJson(text))
}

/** What `read` gives; the path of what it complains about starts at the field. */
function within<T>(field: Field, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const { path } = error
    const told = bareMessage(error)
    throw path === ''
      ? new FormatError(field.path, told)
      : new FormatError(`${field.path}${path.startsWith('byte ') ? ' ' : '.'}${path}`, told.slice(path.length + 2))
  }
}

type StateReader = (field: Field) => ProjectColumn

/** Reads columns at some time; the same number is the same object, so that what nobody changed is still the same. */
function stateReader(versions: readonly Column[]): StateReader {
  const version = (field: Field, name: string): Column => {
    const found = versions[field.index(versions.length - 1)]
    return found.name === name ? found : field.fail(`a version of ${JSON.stringify(name)}`)
  }
  return (field) => {
    const name = field.get('name').text()
    const fitted = version(field.get('fitted'), name)
    const column = version(field.get('column'), name)
    return { name, method: field.get('method').text(), options: field.get('options').record(), fitted, column }
  }
}

function readStep(field: Field, read: StateReader): ProjectStep {
  const [before, after] = [field.get('before').list(read), field.get('after').list(read)]
  const names = (states: readonly ProjectColumn[]): string => JSON.stringify(states.map(({ name }) => name))
  if (names(before) !== names(after)) field.get('after').fail('the same columns as before')
  return { words: field.get('words').text(), before, after }
}

function checkColumns(field: Field, columns: readonly ProjectColumn[], binning: Binning): void {
  if (columns.length !== binning.columns.length) field.fail(`${binning.columns.length} columns, as the binning has`)
  const at = columns.findIndex(({ column }, i) => column !== binning.columns[i])
  if (at >= 0) field.items()[at].get('column').fail(String(at))
}

function readData(field: Field): ProjectData {
  return {
    name: field.get('name').text(),
    rows: field.get('rows').index(),
    columns: field.get('columns').list((column) => ({
      name: column.get('name').text(),
      kind: column.get('kind').oneOf('number', 'date', 'boolean', 'category'),
      values: column.get('values').index(),
    })),
    notes: field.get('notes').optional((notes) => notes.list(readNote)) ?? [],
  }
}

function readView(field: Field): ProjectView {
  return Object.fromEntries(
    Object.entries(field.record()).map(([name, value]) => [
      name,
      value === null || ['string', 'number', 'boolean'].includes(typeof value)
        ? (value as ProjectView[string])
        : field.get(name).fail('a text, a number, true, false or null'),
    ]),
  )
}

/** The summaries, which must be those of the columns of the binning. */
function readSaved(field: Field, binning: Binning): SummaryTable {
  const { value } = field
  const bytes = typeof value === 'string' ? (fromBase64(value) ?? field.fail('bytes in base64')) : null
  const text = bytes === null ? JSON.stringify(field.record()) : ''
  const table = within(field, () => (bytes === null ? summariesFromJson(text) : summariesFromBytes(bytes)))
  const kinds = new Map(table.columns.map(({ name, kind }) => [name, kind]))
  const alone = binning.columns.find(({ name, kind }) => kinds.get(name) !== kind)
  if (alone !== undefined)
    field.fail(`summaries of every column of the binning, so of ${JSON.stringify(alone.name)} too`)
  const target = JSON.stringify(binning.target)
  if (JSON.stringify(table.columns[0].summary.target) !== target) field.fail('summaries with the target of the binning')
  return table
}
