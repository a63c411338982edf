import { type Binning, hasCuts } from '../../binning/binning.ts'
import { binningTable } from '../../binning/use/binning-table.ts'
import type { EncoderField } from '../../encoders/encoder.ts'
import type { LogisticModel } from '../../models/logistic-model.ts'
import type { ModelScores } from '../../models/model-scores.ts'
import type { NeuralModel } from '../../models/neural/neural-model.ts'
import { knownOptions } from '../../util/check.ts'
import { VERSION } from '../../util/version.ts'
import { escaped, nameHtml, paragraphs, sentence } from '../markup.ts'
import { calibrationTable, modelScoresTable, modelScoresWords, modelVerdict, modelWords } from '../model-texts.ts'
import { counted, fixedText } from '../number-text.ts'
import { foldRange, isGrouped, sortedRows, withFullLabels } from '../table-rows.ts'
import { binTable } from './bin-table-html.ts'
import { calibrationChart } from './calibration-chart.ts'
import { seriesOf } from './charts/series.ts'
import { MARK_STYLE } from './curves/mark-style.ts'
import { notesHtml, pageHtml } from './page-html.ts'
import { SIDE_STYLE, sideBar } from './side-bars.ts'
import { tableHtml } from './text-table-html.ts'

/** What there is to tell of a model beside itself. */
export interface ModelPageOptions {
  /** title of the page; default what the model predicts */
  readonly title?: string | undefined
  /** the bins it was trained on; default none are shown */
  readonly binning?: Binning | undefined
  /** how well it does on rows that had no part in it; default nothing is said of it */
  readonly heldOut?: ModelScores | null | undefined
  /** how well it does on the rows it was trained on */
  readonly training?: ModelScores | null | undefined
}

/** Lines of a table of bins or coefficients; those in the middle of longer ones are counted. */
const MOST_LINES = 24

/**
 * A trained model as a page of one file: how well it does beside having none, what was said and what came, and for each
 * column its bins and coefficients. It loads nothing and runs no script.
 *
 *     const model = await trainTable(people, makeEncoder(binning, { encoding: oneHot }))
 *     const heldOut = scoreModel(model, people, { target: 'bought' })
 *     console.log(modelPage(model, { binning, heldOut }).includes('<h1>Chance of bought = yes</h1>')) // → true
 */
export function modelPage(model: LogisticModel | NeuralModel, options: ModelPageOptions = {}): string {
  knownOptions('modelPage', options, { title: 1, binning: 1, heldOut: 1, training: 1 })
  const { target } = model
  const { title = `Chance of ${target.name ?? 'the target'} = ${target.event ?? ''}`, binning } = options
  const parts = { onTest: options.heldOut ?? null, onTraining: options.training ?? null }
  const body = [
    `<header><h1>${sentence(title)}</h1>${modelWords(model).map((text) => `<p>${sentence(text)}</p>`).join('')}</header>`, // prettier-ignore
    '<main>',
    ...scoresHtml(parts.onTest, parts.onTraining),
    columnsHtml(model, binning),
    notesHtml((binning?.notes ?? []).map(({ message }) => message)),
    '</main>',
    `<footer>Made by Kerf ${sentence(VERSION)}.</footer>`,
  ]
  return pageHtml(title, body.filter((part) => part !== '').join('\n'), MARK_STYLE + SIDE_STYLE)
}

function scoresHtml(onTest: ModelScores | null, onTraining: ModelScores | null): string[] {
  const judged = onTest ?? onTraining
  if (judged === null) return []
  const parts = { onTest, onTraining }
  return [
    `<section><h2>How well it does</h2>${paragraphs(modelVerdict(parts))}${tableHtml(modelScoresTable(parts))}<p class="facts">${modelScoresWords(parts).map(sentence).join(' ')}</p></section>`,
    `<section><h2>Said and came</h2><div class="charts">${calibrationChart(judged.calibration)}<div>${tableHtml(calibrationTable(parts))}</div></div></section>`,
  ]
}

interface ColumnParts {
  readonly name: string
  /** outputs with their coefficients; empty for a net */
  readonly outputs: readonly (readonly [name: string, weight: number])[]
  /** how far apart chances of rows can be by this column, in log odds */
  readonly reach: number
}

function columnsHtml(model: LogisticModel | NeuralModel, binning: Binning | undefined): string {
  const columns = columnParts(model).toSorted((a, b) => b.reach - a.reach)
  const widest = Math.max(...columns.flatMap(({ outputs }) => outputs.map(([, weight]) => Math.abs(weight))), 1e-9)
  const how =
    model.kind === 'neural'
      ? 'A net has no coefficient per column: what it makes of one depends on the others.'
      : `Columns are in the order of how far they can move the log odds. A coefficient is added to the log odds of the event for each unit of its output (intercept ${fixedText(model.intercept, 3).replace('-', '−')}); bars to the right speak for the event.`
  const sections = columns.map((column) => {
    const { outputs, reach } = column
    const one = outputs.length === 1 ? `coefficient ${fixedText(outputs[0][1], 3).replace('-', '−')}, ` : ''
    const facts = model.kind === 'neural' ? '' : `<p class="facts">${one}moves the log odds by up to ${fixedText(reach, 2)}</p>` // prettier-ignore
    return `<section><h2>${nameHtml(column.name)}</h2>${facts}<div>${binsHtml(model, binning, column.name)}${weightsHtml(column, widest)}</div></section>`
  })
  return `<section><h2>Columns</h2><p class="how">${sentence(how)}</p><div class="cols">${sections.join('')}</div></section>`
}

/** The outputs of every column; several fields may read one. */
function columnParts(model: LogisticModel | NeuralModel): ColumnParts[] {
  const found = new Map<string, ColumnParts>()
  let from = 0
  for (const field of model.encoder.fields) {
    const weights = model.kind === 'neural' ? [] : model.weights.slice(from, from + field.outputs.length)
    from += field.outputs.length
    const known = found.get(field.name) ?? { name: field.name, outputs: [], reach: 0 }
    const outputs = weights.map((weight, i) => [field.outputs[i], weight] as const)
    found.set(field.name, { ...known, outputs: [...known.outputs, ...outputs], reach: known.reach + reachOf(field, weights) }) // prettier-ignore
  }
  return [...found.values()]
}

/** The distance between the most and the least that a field adds to the log odds. */
function reachOf({ form, values }: EncoderField, weights: readonly number[]): number {
  if (weights.length === 0) return 0
  if (form === 'value') return Math.abs(weights[0]) * (Math.max(...(values ?? [0])) - Math.min(...(values ?? [0])))
  if (form === 'one-hot' || form === 'knots') return Math.max(0, ...weights) - Math.min(0, ...weights)
  let [sum, low, high] = [0, 0, 0]
  for (const weight of weights) {
    sum += weight
    low = Math.min(low, sum)
    high = Math.max(high, sum)
  }
  return high - low
}

function binsHtml({ target }: LogisticModel | NeuralModel, binning: Binning | undefined, name: string): string {
  const column = binning?.columns.find((one) => one.name === name)
  if (column === undefined || binning === undefined || binning.target?.kind !== 'class') return ''
  const fitted = { ...binning.target, event: target.event }
  const table = binningTable(column, fitted)
  if (table.total.count === 0) return ''
  const all = sortedRows(column, withFullLabels(column, table.rows))
  const bins = column.bins.length
  const half = MOST_LINES / 2
  const rows = bins <= MOST_LINES + 1 ? all : foldRange(column, all, half, bins - half)
  const head = hasCuts(column) ? 'bin' : isGrouped(column) ? 'levels' : 'level'
  return binTable({
    head,
    table,
    rows,
    target: fitted,
    weighted: column.missing.weight !== undefined,
    series: seriesOf(fitted, table.total.classes),
  })
}

function weightsHtml({ outputs }: ColumnParts, widest: number): string {
  // A single coefficient is told with the name of the column.
  if (outputs.length < 2) return ''
  const left = outputs.length - MOST_LINES
  const line = ([name, weight]: readonly [string, number]): string =>
    `<tr><th scope="row">${nameHtml(name)}</th><td>${fixedText(weight, 3, true).replace('-', '−')}</td><td class="sd">${sideBar(weight, widest)}</td></tr>`
  const half = MOST_LINES / 2
  const lines =
    left <= 1
      ? outputs.map(line)
      : [
          ...outputs.slice(0, half).map(line),
          `<tr><th scope="row">${escaped(`… ${counted(left, 'more output')}`)}</th><td></td><td class="sd"></td></tr>`,
          ...outputs.slice(-half).map(line),
        ]
  return `<table><thead><tr><th scope="col">output</th><th scope="col">coefficient</th><td class="sd"></td></tr></thead><tbody>${lines.join('')}</tbody></table>`
}
