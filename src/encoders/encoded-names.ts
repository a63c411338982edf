import { type Column, hasCuts, type NumberColumn } from '../binning/binning.ts'
import { printedCuts, slotLabels } from '../binning/labels.ts'
import { dateText } from '../util/date-text.ts'

/** Names of the outputs of a column's bins: "petal_length < 2.45", "colour = red". */
export function binNames(column: Column): string[] {
  const sign = hasCuts(column) ? '' : '= '
  return column.bins.map(({ label }) => `${column.name} ${sign}${label}`)
}

/** Names of the outputs of missing and special values: "age missing", "age special -9". */
export function asideNames(column: Column): string[] {
  return slotLabels(column)
    .slice(column.bins.length)
    .map((label) => `${column.name} ${label}`)
}

/** Names of the ends of a column's bins: "petal_length @ 2.45". */
export function edgeNames(column: NumberColumn, ends: readonly [number, number]): string[] {
  return edgeTexts(column, ends).map((text) => `${column.name} @ ${text}`)
}

/** Names of the spans between the ends of a column's bins: "petal_length from 2.45 to 4.75". */
export function spanNames(column: NumberColumn, ends: readonly [number, number]): string[] {
  const texts = edgeTexts(column, ends)
  return texts.slice(1).map((text, i) => `${column.name} from ${texts[i]} to ${text}`)
}

/** Names of the cuts as questions: "petal_length ≥ 2.45". */
export function cutNames(column: NumberColumn): string[] {
  const sign = column.closed === 'left' ? '≥' : '>'
  return printedCuts(column).map((text) => `${column.name} ${sign} ${text}`)
}

function edgeTexts(column: NumberColumn, ends: readonly [number, number]): string[] {
  const print = column.kind === 'date' ? dateText : String
  return [print(ends[0]), ...printedCuts(column), print(ends[1])]
}

/**
 * The name of an output as that of a column in a table: without blanks, which formulas and databases take for its end, and
 * as SQL names bins: "age_woe", "age<30.5", "age_missing", "colour=red". The column's own name stays as it is.
 */
export function tableName(column: string, output: string): string {
  if (!output.startsWith(`${column} `)) return output
  const told = output.slice(column.length + 1)
  const solid = told
    .replaceAll(/(?<=[<≤≥>=@,]) +/gu, '')
    .replace(/ \((\d+)\)$/u, '_$1')
    .replaceAll(/\s+/gu, '_')
  return `${column}${/^[<≤≥>=@[(]/u.test(solid) ? '' : '_'}${solid}`
}

/** Names that all differ: one that is taken gets a number after it. */
export function uniqueNames(
  names: readonly string[],
  taken: Set<string>,
  numbered: (name: string, i: number) => string = (name, i) => `${name} (${i})`,
): string[] {
  return names.map((name) => {
    let unique = name
    for (let i = 2; taken.has(unique); i++) unique = numbered(name, i)
    taken.add(unique)
    return unique
  })
}
