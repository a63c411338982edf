import { binningTable, type Caution, hasCuts, type TableRow } from '../../../src/index.ts'
import { type BinTrend, binTrend, cutScores } from '../../../src/explain/index.ts'
import { entropy, independenceTest } from '../../../src/measures/index.ts'
import { countText, fixedText, informationOf, percentText, pValueText, valueText } from '../../../src/reports/index.ts'
import { rankOf } from '../../state/overview.ts'
import { binning, isTouched, shown, target } from '../../state/store.ts'
import { seen } from './column-view.ts'
import { returnToMethod } from './cut-actions.ts'

/** Cautions that are told beside the name; the others hold for most columns. */
const CAUTIONS = {
  leak: {
    words: 'IV above 0.5, a leak?',
    about: 'So telling that it may have been filled in after the target was known.',
  },
  names: {
    words: 'nearly a level per row',
    about: 'Names and keys tell every row apart, but nothing about new rows.',
  },
} as const
const isTold = (caution: Caution): caution is keyof typeof CAUTIONS => caution in CAUTIONS

/** The name of the column, what it is, and what it tells. */
export function ColumnHead() {
  const [now, column] = [shown.value, seen.value]
  if (now === null || column === null) return null
  const info = informationOf(binningTable(column, target.value), target.value)
  // Of the column as it is seen, also while a cut is dragged.
  const caution = rankOf(column, binning.value)?.cautions.find(isTold)
  const size = hasCuts(column) ? `${countText(column.bins.length)} ${column.bins.length === 1 ? 'bin' : 'bins'}` : groupsText(column.bins) // prettier-ignore
  return (
    <header class="columnhead">
      <h2>{now.name}</h2>
      <p class="tells soft">
        {column.kind} · {size}
        {info.words === '' ? '' : ` · ${info.words}`}
        {caution !== undefined && (
          <span class="caution" title={CAUTIONS[caution].about}>
            {' '}
            ⚠ {CAUTIONS[caution].words}
          </span>
        )}
      </p>
      <p class="touched">
        {isTouched(now) && (
          <>
            <span class="mark" aria-hidden="true" /> <span class="words">changed by you </span>
            <button type="button" class="quiet" onClick={returnToMethod}>
              Return to {now.method}
            </button>
          </>
        )}
      </p>
    </header>
  )
}

function groupsText(bins: readonly { readonly levels: readonly string[] }[]): string {
  const levels = bins.reduce((sum, bin) => sum + bin.levels.length, 0)
  const groups = levels > bins.length ? ` in ${countText(bins.length)} groups` : ''
  return `${countText(levels)} levels${groups}`
}

const TRENDS: Readonly<Record<BinTrend, string>> = {
  rising: '↗ rising',
  falling: '↘ falling',
  peak: '∧ peak',
  valley: '∨ valley',
  flat: '→ flat',
  none: '∿ none',
}

/** A number of the column with its name. */
interface Figure {
  readonly name: string
  readonly value: string
  readonly more?: string
}

/** The numbers of the column as a whole, which follow the cuts. */
export function ColumnFigures() {
  const column = seen.value
  if (column === null) return null
  const table = binningTable(column, target.value)
  const figures = [...informationFigures(table.rows, table.total), ...cutFigures()]
  return (
    <dl class="figures" aria-label="Numbers of the column">
      {figures.map(({ name, value, more }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {more !== undefined && <small> {more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function informationFigures(rows: readonly TableRow[], total: TableRow): Figure[] {
  const kind = target.value?.kind
  if (kind === undefined) return [{ name: 'Rows', value: countText(total.count) }]
  if (kind === 'numeric') {
    const info = informationOf({ event: null, rows, total }, target.value)
    return [
      { name: 'Explains', value: percentText(info.share, 1), more: 'of the variance' },
      { name: 'Mean', value: valueText('number', Number((total.mean ?? 0).toPrecision(5))) },
    ]
  }
  const whole = entropy(total.classes ?? [])
  const tested = rows.flatMap(({ classes }) => (classes === null ? [] : [classes]))
  const { chiSquare, pValue } = independenceTest(tested)
  return [
    { name: 'Gain', value: fixedText(total.gain ?? 0, 3), more: `of ${fixedText(whole, 3)} bits` },
    ...(total.iv === null ? [] : [{ name: 'IV', value: fixedText(total.iv, 3) }]),
    { name: 'χ²', value: fixedText(chiSquare, 1), more: `p ${pValueText(pValue)}` },
  ]
}

function cutFigures(): Figure[] {
  const column = seen.value
  if (column === null || !hasCuts(column)) return []
  const trend = binTrend(column, target.value)
  const margins = cutScores(column).flatMap(({ margin }) => (margin === null ? [] : [margin]))
  const clear = margins.filter((margin) => margin > 0).length
  const least = Math.min(...margins)
  return [
    ...(margins.length === 0
      ? []
      : [
          {
            name: 'MDL bar',
            value: `${clear} of ${margins.length} clear`,
            more: `least margin ${fixedText(least, 3, true)}`,
          },
        ]),
    ...(trend === null ? [] : [{ name: 'Trend', value: TRENDS[trend] }]),
  ]
}
