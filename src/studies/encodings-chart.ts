import { fixedText } from '../reports/number-text.ts'
import type { EncodingSummary } from './encodings-arms.ts'
import type { EncodingStudy } from './encodings.ts'
import { cross, HEAD, line, niceStep, panels, picture, ROW, short, text, tickLines } from './picture.ts'

const WIDTH = 760
const LEFT = 110
const PLOT = 560
const INK = { CD: '#8a6d3b', LLE: '#1b6ca8', PLE: '#3f7d4e', MGD: '#6b4a8f', printed: '#b3402a' }

/**
 * The study as a picture: for each model and share a panel, in it for each encoding its area under the curve (dot, with
 * its deviation over folds and seeds) and what was printed (cross).
 */
export function encodingsChart(study: EncodingStudy): string {
  const byTitle = new Map<string, EncodingSummary[]>()
  for (const arm of study.arms) {
    const key = `${arm.model === 'lr' ? 'Logistic regression' : 'Neural net'}, ${fixedText(100 * arm.share, arm.share < 0.01 ? 2 : 0)} % of the training rows`
    byTitle.set(key, [...(byTitle.get(key) ?? []), arm])
  }
  const { parts, height } = panels([...byTitle], ([, arms]) => arms.length, panel)
  const title = `Area under the curve by encoding: ${study.data.replace(/^.*[\\/]/, '')}`
  return picture({ width: WIDTH, height: height + 4 }, title, parts)
}

function panel([title, arms]: readonly [string, readonly EncodingSummary[]], top: number): string[] {
  const bottom = top + HEAD + ROW * arms.length
  const areas = arms.flatMap(({ auc, published }) => [
    auc.mean - auc.deviation,
    auc.mean + auc.deviation,
    ...(published === null ? [] : [published.auc]),
  ])
  const step = niceStep(100 * (Math.max(...areas) - Math.min(...areas)), 0.1)
  const from = Math.floor((100 * Math.min(...areas)) / step) * step
  const to = Math.max(from + step, Math.ceil((100 * Math.max(...areas)) / step) * step)
  const xOf = (percent: number): number => LEFT + (PLOT * (percent - from)) / (to - from)
  const crosses = arms.some(({ published }) => published !== null) ? ', ✕ printed' : ''
  return [
    text(10, top + 22, title, 'font-weight="600" font-size="15"'),
    text(LEFT, top + 44, `area under the curve in percent: ● mean ± deviation${crosses}`, 'fill="#555"'),
    ...tickLines({ from, to, step, digits: step < 1 ? 1 : 0 }, xOf, top + HEAD, bottom),
    ...arms.flatMap((arm, i) => armLine(arm, top + HEAD + ROW * i + ROW / 2, xOf)),
  ]
}

function armLine({ encoding, auc, published }: EncodingSummary, y: number, xOf: (percent: number) => number): string[] {
  const ink = INK[/^\w+/.exec(encoding)![0] as 'CD']
  const [mean, spread] = [100 * auc.mean, 100 * auc.deviation]
  return [
    text(LEFT - 10, y + 4, encoding, 'text-anchor="end"'),
    line([xOf(mean - spread), y], [xOf(mean + spread), y], ink, 2),
    `<circle cx="${short(xOf(mean))}" cy="${short(y)}" r="4.5" fill="${ink}"/>`,
    text(LEFT + PLOT + 16, y + 4, fixedText(mean, 2), 'fill="#333"'),
    ...(published === null ? [] : cross([xOf(100 * published.auc), y], INK.printed)),
  ]
}
