import type { Caution, RankedColumn, Ranking } from '../binning/compare/rank-columns.ts'
import { csvText, exact } from './table-csv.ts'
import { escaped, line } from './table-markdown.ts'
import { counted, fixedText, NONE, percentText, pValueText } from './number-text.ts'

export { pValueText } from './number-text.ts'

const CSV_HEAD =
  'rank,column,kind,method,groups,conditional_entropy,gain,share,gain_ratio,iv,cramers_v,p_value,cautions,chance,score'

/** What a caution means, in one sentence. */
const CAUTIONS: Readonly<Record<Caution, string>> = {
  chosen: 'groups were chosen by looking at the target: p is too small and the gain too large; check on other rows',
  'few-rows': 'some groups hold few rows: p is rough, and the gain may be too large',
  names: 'nearly a different level in every row, as names and keys have: they tell nothing about the next row',
  leak: 'an IV above 0.5 is too good to be true more often than not: was the column known before the target was?',
}

/** The sign of each caution behind a p-value. */
const CAUTION_SIGNS: Readonly<Record<Caution, string>> = { chosen: '*', 'few-rows': '~', names: '#', leak: '!' }

/**
 * A ranking as CSV, one line per column of the data, numbers in full; what does not apply is an empty field.
 *
 *     const fitted = await fitTable(people, { target: 'bought' })
 *     console.log(rankCsv(rankColumns(fitted)).split('\n')[1]?.split(',').slice(0, 4))
 *     // → [ '1', 'age', 'number', 'mdlp' ]
 */
export function rankCsv({ columns }: Ranking): string {
  const lines = columns.map((column, i) => [
    String(i + 1),
    column.name,
    column.kind,
    column.method ?? '',
    String(column.groups),
    ...[column.conditionalEntropy, column.gain, column.share, column.gainRatio].map(exact),
    ...[column.iv, column.cramersV, column.pValue].map(exact),
    column.cautions.join(' '),
    ...[column.chance, column.score].map(exact),
  ])
  return csvText(CSV_HEAD.split(','), lines)
}

/**
 * A ranking as a Markdown table, with what its signs mean.
 *
 *     const fitted = await fitTable(people, { target: 'bought' })
 *     console.log(rankMarkdown(rankColumns(fitted)).split('\n').find((line) => line.startsWith('| age')))
 *     // → | age | 0.4799 | 0.0024 | 0.4208 | 0.542 | 3.583 | 0.798 | 2 | 2e-43\*! |
 */
export function rankMarkdown(ranking: Ranking): string {
  const { source, rows, columns } = ranking
  const from = source.name === null ? '' : `${escaped(source.name)}: `
  const fields = rankFields(ranking)
  const cautions = cautionLines(columns).map((text) => `- ${escaped(text)}`)
  const table = [
    line(['column', ...fields.map(({ head }) => head)]),
    line(['---', ...fields.map(() => '---:')]),
    ...columns.map((column) =>
      line([escaped(column.name), ...fields.map(({ text }) => escaped(text(column).trimEnd()))]),
    ),
  ]
  const blocks = [
    [`${from}${counted(rows, 'row')}; ${escaped(targetText(ranking))}`],
    table,
    ...(cautions.length > 0 ? [cautions] : []),
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** A number of a ranked column as text, under its head. */
interface RankField {
  readonly head: string
  readonly text: (column: RankedColumn) => string
}

/** The numbers that a ranking shows of each column, by the kind of its target. */
export function rankFields({ target, columns }: Ranking): RankField[] {
  const number = (x: number | null, digits: number): string => (x === null ? NONE : fixedText(x, digits))
  const p: RankField = { head: 'p', text: (column) => pText(column) }
  const groups: RankField = { head: 'groups', text: (column) => String(column.groups) }
  if (target.kind === 'numeric')
    return [
      { head: 'explains', text: ({ share }) => percentText(share, 1) },
      { head: 'chance', text: ({ chance }) => percentText(chance, 1) },
      groups,
      p,
    ]
  const withIv = columns.some(({ iv }) => iv !== null)
  return [
    { head: 'gain', text: ({ gain }) => number(gain, 4) },
    { head: 'chance', text: ({ chance }) => number(chance, 4) },
    { head: 'left', text: ({ conditionalEntropy }) => number(conditionalEntropy, 4) },
    { head: 'ratio', text: ({ gainRatio }) => number(gainRatio, 3) },
    ...(withIv ? [{ head: 'IV', text: ({ iv }: RankedColumn) => number(iv, 3) }] : []),
    { head: 'V', text: ({ cramersV }) => number(cramersV, 3) },
    groups,
    p,
  ]
}

/** A p-value with the signs of the cautions, which have columns of their own so that numbers stay below each other. */
function pText({ pValue, cautions }: RankedColumn): string {
  const signs = cautions.map((caution) => CAUTION_SIGNS[caution]).join('')
  return `${pValueText(pValue)}${signs.padEnd(3)}`
}

/** What there is to know about the target. */
export function targetText({ target, entropy, variance }: Ranking): string {
  const name = target.name ?? 'the target'
  return target.kind === 'class'
    ? `entropy of ${name} ${fixedText(entropy ?? 0, 4)} bits`
    : `deviation of ${name} ${String(Number(Math.sqrt(variance ?? 0).toPrecision(4)))}`
}

/** What the signs behind the p-values mean; only of those that occur. */
export function cautionLines(columns: readonly RankedColumn[]): string[] {
  return (['chosen', 'few-rows', 'names', 'leak'] as const)
    .filter((caution) => columns.some(({ cautions }) => cautions.includes(caution)))
    .map((caution) => `${CAUTION_SIGNS[caution]} ${CAUTIONS[caution]}`)
}
