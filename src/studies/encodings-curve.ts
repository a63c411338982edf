import { countText, fixedText } from '../reports/number-text.ts'
import type { EncodingSummary } from './encodings-arms.ts'
import type { EncodingStudy } from './encodings.ts'
import { line, niceStep, picture, short, text } from './picture.ts'

/** What a curve goes over: numbers of bins, or rows to learn from. */
export type CurveKind = 'bins' | 'rows'

/** What is drawn unless told otherwise. */
export const CURVES: Readonly<Record<CurveKind, { readonly encodings: readonly string[]; readonly shares: string }>> = {
  bins: {
    encodings: [
      ...['CD', 'LLE'].flatMap((kind) => [2, 3, 5, 10, 20, 50, 100, 200].map((bins) => `${kind}(${bins})`)),
      'MGD',
    ],
    shares: '100',
  },
  rows: { encodings: ['CD(5)', 'CD(10)', 'LLE(5)', 'LLE(10)', 'MGD'], shares: '100,30,10,3,1' },
}

const WIDTH = 760
const LEFT = 64
const PLOT = 560
const HIGH = 230
const ABOVE = 62
const PANEL = ABOVE + HIGH + 62
const INK: Readonly<Record<string, string>> = { CD: '#8a6d3b', LLE: '#1b6ca8', PLE: '#3f7d4e', MGD: '#6b4a8f' }

/** One line: where it stands along the axis, and what was measured there. */
interface Curve {
  readonly name: string
  readonly ink: string
  readonly dashes: string
  readonly points: readonly { readonly at: number; readonly arm: EncodingSummary }[]
}

interface Panel {
  readonly title: string
  readonly axis: string
  readonly curves: readonly Curve[]
}

/**
 * The study as curves: the area under the curve by the number of bins, where MGD has one level for all, or by rows to
 * learn from. One panel for each model, and over bins for each share of the rows. Both axes of numbers are logarithmic.
 */
export function encodingsCurve(study: EncodingStudy, kind: CurveKind): string {
  const drawn = (kind === 'bins' ? panelsOfBins(study) : panelsOfRows(study)).filter(({ curves }) => curves.length > 0)
  const title = `Area under the curve by ${kind}: ${study.data.replace(/^.*[\\/]/, '')}`
  const size = { width: WIDTH, height: Math.max(1, drawn.length) * PANEL }
  return picture(
    size,
    title,
    drawn.flatMap((panel, i) => drawPanel(panel, i * PANEL)),
  )
}

const modelName = (model: string): string => (model === 'lr' ? 'Logistic regression' : 'Neural net')

function panelsOfBins({ arms }: EncodingStudy): Panel[] {
  const groups = grouped(arms, ({ model, share }) => `${model} ${share}`)
  return [...groups.values()].map((own) => {
    const { model, share } = own[0]
    const numbers = own.flatMap(({ encoding }) => binsOf(encoding) ?? [])
    const ends = [Math.min(...numbers), Math.max(...numbers)]
    return {
      title: `${modelName(model)}, ${Number((100 * share).toPrecision(6))} % of the training rows`,
      axis: 'bins',
      curves:
        numbers.length === 0
          ? []
          : [...grouped(own, kindOf)].map(([name, list]) => ({
              name,
              ink: INK[name],
              dashes: '',
              // What has no number of bins is one level from end to end.
              points: list
                .flatMap((arm) =>
                  (binsOf(arm.encoding) === null ? ends : [binsOf(arm.encoding)!]).map((at) => ({ at, arm })),
                )
                .toSorted((a, b) => a.at - b.at),
            })),
    }
  })
}

function panelsOfRows({ arms, rows, folds }: EncodingStudy): Panel[] {
  const all = (rows * (folds - 1)) / folds
  return [...grouped(arms, ({ model }) => model)].map(([model, own]) => {
    const names = [...new Set(own.map(({ encoding }) => encoding))]
    return {
      title: `${modelName(model)}, by rows to learn from`,
      axis: 'rows to learn from',
      curves: names.map((name) => ({
        name,
        ink: INK[kindOf({ encoding: name })],
        // The second of a kind is dashed, the third dotted.
        dashes: ['', '7 4', '2 3'][
          names.filter((other) => kindOf({ encoding: other }) === kindOf({ encoding: name })).indexOf(name) % 3
        ],
        points: own
          .filter(({ encoding }) => encoding === name)
          .map((arm) => ({ at: Math.round(all * arm.share), arm }))
          .toSorted((a, b) => a.at - b.at),
      })),
    }
  })
}

const kindOf = ({ encoding }: Pick<EncodingSummary, 'encoding'>): string => /^\w+/.exec(encoding)![0]

function binsOf(encoding: string): number | null {
  const found = /\((\d+)\)/.exec(encoding)
  return found === null ? null : Number(found[1])
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

function drawPanel({ title, axis, curves }: Panel, top: number): string[] {
  const points = curves.flatMap((curve) => curve.points)
  const [first, last] = [Math.min, Math.max].map((pick) => Math.log(pick(...points.map(({ at }) => at))))
  const areas = points.flatMap(({ arm: { auc } }) => [
    100 * (auc.mean - auc.deviation),
    100 * (auc.mean + auc.deviation),
  ])
  const step = niceStep(Math.max(...areas) - Math.min(...areas), 0.1)
  const from = Math.floor(Math.min(...areas) / step) * step
  const to = Math.max(from + step, Math.ceil(Math.max(...areas) / step) * step)
  const low = top + ABOVE + HIGH
  const xOf = (at: number): number =>
    LEFT + (last === first ? PLOT / 2 : (PLOT * (Math.log(at) - first)) / (last - first))
  const yOf = (percent: number): number => low - (HIGH * (percent - from)) / (to - from)
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step)
  const places = [...new Set(points.map(({ at }) => at))]
  const names = spreadOut(curves.map(({ points: own }) => yOf(100 * own.at(-1)!.arm.auc.mean) + 4))
  return [
    text(10, top + 24, title, 'font-weight="600" font-size="15"'),
    text(LEFT, top + 46, 'area under the curve in percent, mean ± deviation', 'fill="#555"'),
    ...ticks.flatMap((tick) => [
      line([LEFT, yOf(tick)], [LEFT + PLOT, yOf(tick)], '#e4e4e4'),
      text(LEFT - 8, yOf(tick) + 4, fixedText(tick, step < 1 ? 1 : 0), 'text-anchor="end" fill="#555"'),
    ]),
    ...places.map((at) => text(xOf(at), low + 20, countText(at), 'text-anchor="middle" fill="#555"')),
    text(LEFT + PLOT / 2, low + 42, axis, 'text-anchor="middle" fill="#555"'),
    ...curves.flatMap((curve, i) => [
      ...drawCurve(curve, xOf, yOf),
      stroke(`${LEFT + PLOT + 12},${short(names[i] - 4)} ${LEFT + PLOT + 36},${short(names[i] - 4)}`, curve),
      text(LEFT + PLOT + 42, names[i], curve.name, `fill="${curve.ink}" font-weight="600"`),
    ]),
  ]
}

function drawCurve(
  { points, ink, dashes }: Curve,
  xOf: (at: number) => number,
  yOf: (percent: number) => number,
): string[] {
  const places = points.map(({ at, arm: { auc } }) => ({ x: xOf(at), y: yOf(100 * auc.mean), auc }))
  const path = places.map(({ x, y }) => `${short(x)},${short(y)}`).join(' ')
  return [
    stroke(path, { ink, dashes }),
    ...places.flatMap(({ x, y, auc }) => [
      line([x, yOf(100 * (auc.mean - auc.deviation))], [x, yOf(100 * (auc.mean + auc.deviation))], ink),
      `<circle cx="${short(x)}" cy="${short(y)}" r="3.5" fill="${ink}"/>`,
    ]),
  ]
}

function stroke(points: string, { ink, dashes }: Pick<Curve, 'ink' | 'dashes'>): string {
  const dashed = dashes === '' ? '' : ` stroke-dasharray="${dashes}"`
  return `<polyline points="${points}" fill="none" stroke="${ink}" stroke-width="2"${dashed}/>`
}

/** Heights of names that would cover each other, moved down until they do not. */
function spreadOut(heights: readonly number[]): number[] {
  const order = [...heights.keys()].toSorted((a, b) => heights[a] - heights[b])
  const found = [...heights]
  let least = -Infinity
  for (const i of order) {
    found[i] = Math.max(found[i], least)
    least = found[i] + 16
  }
  return found
}
