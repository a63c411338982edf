import { readCuts } from '../binning/read-column.ts'
import { FormatError } from '../errors.ts'
import type { Field } from '../util/saved-json.ts'
import type { TreeColumn, TreeLevels, TreeNumbers } from './tree.ts'

/** Reads how a saved tree or model reads its columns, whose names must differ. */
export function readTreeColumns(field: Field): TreeColumn[] {
  const names = new Set<string>()
  return field.list((item) => {
    const kind = item.get('kind').oneOf('number', 'date', 'category', 'boolean')
    const column = kind === 'number' || kind === 'date' ? readNumbers(item, kind) : readLevels(item, kind)
    if (names.has(column.name)) {
      throw new FormatError(`${item.path}.name`, `expected another name, got ${column.name} a second time`)
    }
    names.add(column.name)
    return column
  })
}

function readNumbers(field: Field, kind: TreeNumbers['kind']): TreeNumbers {
  const cuts = readCuts(field.get('cuts'))
  const labels = readLabels(field.get('labels'))
  if (labels.length !== cuts.length + 1) {
    field.get('labels').fail(`${cuts.length + 1} labels for ${cuts.length} cuts`)
  }
  const missing = readCuts(field.get('missing'))
  const special = readCuts(field.get('special'))
  const codes = new Set(missing)
  if (special.some((code) => codes.has(code))) field.get('special').fail('codes that are not missing values')
  return {
    name: field.get('name').text(),
    kind,
    closed: field.get('closed').oneOf('left', 'right'),
    cuts,
    labels,
    missing,
    special,
  }
}

function readLevels(field: Field, kind: TreeLevels['kind']): TreeLevels {
  const groups = field.get('groups').list((group) => group.list((level) => level.text()))
  const labels = readLabels(field.get('labels'))
  if (labels.length !== groups.length) field.get('labels').fail(`${groups.length} labels, one per group`)
  const levels = groups.flat()
  if (new Set(levels).size < levels.length) field.get('groups').fail('levels that are in one group each')
  return { name: field.get('name').text(), kind, groups, labels }
}

function readLabels(field: Field): string[] {
  const labels = field.list((label) => label.text())
  if (new Set(labels).size < labels.length) field.fail('labels that all differ')
  return labels
}
