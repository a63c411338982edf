import { ArgumentError, FormatError } from '../errors.ts'
import { readNote, readSource, readTarget } from '../summaries/saved/read-target.ts'
import { parseSaved, toReadableJson } from '../util/saved-json.ts'
import type { Binning } from './binning.ts'
import { readColumn } from './read-column.ts'
import { calledAs } from '../util/called-as.ts'

/**
 * The binning as text for a file: versioned JSON, readable in a diff, ending in a newline.
 *
 *     console.log(binningToJson(binning).split('\n').slice(0, 3).join('\n'))
 *     // → {
 *     // →   "format": "kerf-binning",
 *     // →   "version": 1,
 */
export function binningToJson(binning: Binning): string {
  if ((binning as Binning | null)?.format !== 'kerf-binning') {
    throw new ArgumentError(
      'binningToJson: binning must be a binning as fitTable makes it; put a column into one with toBinning',
      { code: 'wrong-type' },
    )
  }
  return `${toReadableJson(binning)}\n`
}

/**
 * Reads a saved binning. Nothing in the text is trusted: a wrong field is refused with its path, such as
 * `columns[0].cuts[1]: expected a number above 4.75, got 2.45`. Fields that are not known are left out.
 *
 *     const again = binningFromJson(binningToJson(binning))
 *     console.log(again.columns[0]?.bins.map(({ label }) => label)) // → [ '< 30.5', '≥ 30.5' ]
 */
export function binningFromJson(text: string): Binning {
  return calledAs('binningFromJson', () => {
    const root = parseSaved(text, 'kerf-binning')
    const created = root.get('created')
    const target = root.get('target').optional(readTarget)
    const columns = root.get('columns').list((field) => readColumn(field, target))
    const notes = root.get('notes').optional((f) => f.list(readNote))
    const names = columns.map((column) => column.name)
    const repeated = names.findIndex((name, i) => names.indexOf(name) < i)
    if (repeated >= 0)
      throw new FormatError(`columns[${repeated}].name`, `expected another name, got ${names[repeated]} a second time`)
    return {
      format: 'kerf-binning',
      version: 1,
      created: {
        kerf: created.get('kerf').text(),
        method: created.get('method').text(),
        options: created.get('options').record(),
        ...readSource(created),
      },
      target,
      columns,
      ...(notes === null ? {} : { notes }),
    }
  })
}
