import { ArgumentError } from '../../errors.ts'
import type {
  AddStep,
  Candidate,
  ChoiceStep,
  IntervalsStep,
  MergeStep,
  PartStep,
  RankStep,
  StartStep,
  StopStep,
  TracePair,
  TraceRange,
  TraceStep,
} from '../../discretizers/trace/trace-steps.ts'
import type { NumberColumn } from '../../binning/binning.ts'
import { counted, countText, spanText, valueText } from '../number-text.ts'
import { printable, wrap } from '../printed-text.ts'
import { heading, type ReportOptions, type Screen, screenOf } from './draw/screen.ts'

/** How a trace is printed, and of which column it is. */
export interface TraceReportOptions extends ReportOptions {
  /** the name of the column; default none */
  readonly name?: string | undefined
  /** whether values are dates; default number */
  readonly kind?: NumberColumn['kind'] | undefined
}

/** Candidates named unless all are asked for. */
const MOST_CANDIDATES = 4
/** Steps of one kind in a row that are told from either end unless all are asked for. */
const EACH_END = 5

/** What the lines of a trace are made with. */
interface Teller {
  readonly screen: Screen
  readonly kind: NumberColumn['kind']
  readonly start: StartStep
  readonly parts: Map<string, PartStep>
}

/** The steps of a method on one column as numbered sentences for a terminal. Long lists are shortened unless `verbose`. */
export function traceReport(steps: readonly TraceStep[], options: TraceReportOptions = {}): string {
  const screen = screenOf('traceReport', options, { name: 1, kind: 1 })
  const { name = '', kind = 'number' } = options
  const [start, ...rest] = steps
  if (start?.step !== 'start')
    throw new ArgumentError('traceReport: the steps must begin with one of the kind start', { code: 'bad-data' })
  const teller: Teller = { screen, kind, start, parts: new Map() }
  const title = heading(name === '' ? start.method : name, [...(name === '' ? [] : [start.method]), start.why], screen)
  const told = rest.map((step, i) => ({ step, lines: stepLines(teller, step, `${i + 1}. `) }))
  if (told.length === 0) return [...title, '  There is nothing to cut.'].join('\n')
  return [...title, ...(screen.verbose ? told.flatMap(({ lines }) => lines) : foldedLines(told))].join('\n')
}

/** The lines of the steps; of many merges, ranks or places in a row those in the middle are left out. */
function foldedLines(told: readonly { readonly step: TraceStep; readonly lines: readonly string[] }[]): string[] {
  const lines: string[] = []
  for (let i = 0; i < told.length;) {
    const { step: kind } = told[i].step
    let end = i + 1
    while (end < told.length && told[end].step.step === kind) end++
    const run = told.slice(i, end)
    const folds = run.length > 2 * EACH_END + 1
    const shown = folds ? [...run.slice(0, EACH_END), null, ...run.slice(-EACH_END)] : run
    for (const one of shown)
      lines.push(...(one?.lines ?? [`   … and ${run.length - 2 * EACH_END} more steps like these`]))
    i = end
  }
  return lines
}

/** A number in four digits. */
function short(x: number | null): string {
  return x === null ? 'none' : String(Number(x.toPrecision(4)))
}

function stepLines(teller: Teller, step: TraceStep, number: string): string[] {
  const { screen } = teller
  const [first, ...more] = sentences(teller, step)
  const { width, style } = screen
  const details = more.flatMap((line) => {
    const deep = line.startsWith('  ') ? '     ' : '   '
    return wrap(line.trimStart(), width - deep.length, '  ').map((text) => `${deep}${style.dim(text)}`)
  })
  return [...wrap(`${number}${first}`, width, '   '), ...details]
}

/** What is told of a step: first what it is about, then the details. */
function sentences(teller: Teller, step: TraceStep): string[] {
  const { kind, parts } = teller
  const value = (x: number): string => valueText(kind, x)
  const key = (lo: number, hi: number): string => `${lo} ${hi}`
  switch (step.step) {
    case 'part':
      parts.set(key(step.part.lo, step.part.hi), step)
      return partSentences(teller, step)
    case 'split': {
      const part = parts.get(key(step.lo, step.hi))
      const cut = part?.best === undefined || part.best === null ? '' : ` at ${value(part.candidates[part.best].cut)}`
      return [`Cut ${value(step.lo)} to ${value(step.hi)}${cut}: ${step.why}.`]
    }
    case 'leave':
      return [`Leave ${value(step.lo)} to ${value(step.hi)} whole: ${step.why}.`]
    case 'fuse':
      return [`Drop the cut between ${value(step.below)} and ${value(step.above)}: ${step.why}.`]
    case 'intervals':
      return intervalSentences(teller, step)
    case 'merge':
      return mergeSentences(teller, step)
    case 'level':
      return [`Level ${step.level + 1}${step.bar === null ? '' : `, χ² ${short(step.bar)}`}: ${step.why}.`]
    case 'back':
      return [`Back to ${counted(step.bins, 'bin')}: ${step.why}.`]
    case 'stop':
      return stopSentences(teller, step)
    case 'add':
      return addSentences(teller, step)
    case 'choice':
      return choiceSentences(teller, step)
    case 'place':
      return [
        `Between ${value(step.part.lo)} and ${value(step.part.hi)}, ${counted(step.part.rows, 'row')}: ${candidateText(teller, step.candidates, step.best)}.`,
        ...(step.bar === null ? [] : [`needed ${short(step.bar)}`]),
      ]
    case 'bins':
      return [`${counted(step.bins, 'bin')}: ${step.why}.`]
    case 'width':
      return [`Bins from ${value(step.lowest)} to ${value(step.highest)}, each ${spanText(kind, step.width)} wide.`]
    case 'rank':
      return [rankSentence(teller, step)]
    case 'given':
      return [`Cut at ${value(step.cut)}: ${step.why}.`]
    case 'boundaries':
      return [`All changes of class: ${step.why}.`, candidateText(teller, step.candidates, null)]
    case 'readable':
      return [`Short decimals: ${step.why}.`]
    case 'start':
      return [step.why]
  }
  return step satisfies never
}

/** Σw per class that occurs, by name. */
function classText({ start }: Teller, classes: readonly number[] | null): string {
  if (classes === null || start.target?.kind !== 'class') return ''
  const names = start.target.classes
  return classes.flatMap((count, c) => (count > 0 ? [`${countText(count)} ${printable(names[c])}`] : [])).join(', ')
}

function rangeText(teller: Teller, { lo, hi, rows, classes }: TraceRange): string {
  const { kind } = teller
  const held = classText(teller, classes)
  const ends = lo === hi ? valueText(kind, lo) : `${valueText(kind, lo)} to ${valueText(kind, hi)}`
  return `${ends} (${held === '' ? counted(rows, 'row') : held})`
}

/** The best candidates with what they are worth, in the order of that. */
function candidateText({ kind, screen }: Teller, candidates: readonly Candidate[], best: number | null): string {
  const ranked = candidates
    .map((candidate, i) => ({ ...candidate, i }))
    .toSorted(
      (a, b) => Number(b.i === best) - Number(a.i === best) || (b.rating ?? -Infinity) - (a.rating ?? -Infinity),
    )
  const shown = screen.verbose ? ranked : ranked.slice(0, MOST_CANDIDATES)
  const texts = shown.map(({ cut, score, barred }) => {
    const why = barred === undefined ? '' : `, barred: ${barred}`
    return `${valueText(kind, cut)} with ${short(score)}${why}`
  })
  const more = candidates.length - shown.length
  return `${texts.join('; ')}${more > 0 ? ` … and ${countText(more)} more` : ''}`
}

/** What the disorder of a part is called. */
function disorderText(measure: string, disorder: number | null): string {
  if (disorder === null) return ''
  if (measure === 'gini') return `, Gini impurity ${short(disorder)}`
  if (measure === 'variance') return `, variance ${short(disorder)}`
  return measure === 'deviation' ? `, deviation ${short(disorder)}` : `, H ${short(disorder)}`
}

function partSentences(teller: Teller, step: PartStep): string[] {
  const { part, measure, candidates, best, bar } = step
  const first = `Look at ${rangeText(teller, part)}${disorderText(measure, part.disorder)}.`
  if (candidates.length === 0) return [first, `left whole: ${step.why}`]
  const chosen = best === null ? null : candidates[best]
  const after = chosen?.after === undefined || chosen.after === null ? '' : `; after it ${short(chosen.after)}`
  const terms = (bar?.terms ?? []).map(({ name, filled, value }) => `${short(value)} ${name}, ${filled}`)
  return [
    first,
    `${counted(candidates.length, 'candidate')} by ${measure}: ${candidateText(teller, candidates, best)}${after}`,
    ...(bar === null || bar.value === null || terms.length < 2 ? [] : [`needed ${short(bar.value)}:`, ...terms.map((term) => `  ${term}`)]), // prettier-ignore
    `${step.accepted ? 'good enough' : 'left whole'}: ${step.why}`,
  ]
}

function intervalSentences(teller: Teller, { intervals, why }: IntervalsStep): string[] {
  const most = teller.screen.verbose ? intervals.length : 6
  const shown = intervals.slice(0, most).map((one) => rangeText(teller, one))
  const more = intervals.length - shown.length
  return [
    `Start with ${counted(intervals.length, 'interval')}: ${why}.`,
    `${shown.join('; ')}${more > 0 ? ` … and ${countText(more)} more` : ''}`,
  ]
}

function pairText(teller: Teller, { left, right }: TracePair): string {
  return `${rangeText(teller, left)} with ${rangeText(teller, right)}`
}

function mergeSentences(teller: Teller, step: MergeStep): string[] {
  const expected = step.expected.map((counts) => classText(teller, counts)).join(' | ')
  return [`Merge ${pairText(teller, step)}: ${step.why}.`, ...(teller.screen.verbose ? [`expected: ${expected}`] : [])]
}

function stopSentences(teller: Teller, { bins, least, why }: StopStep): string[] {
  const pair = least === null ? [] : [`least different: ${pairText(teller, least)}`]
  return [`Stop with ${counted(bins, 'bin')}: ${why}.`, ...pair]
}

function addSentences(teller: Teller, { candidates, best, accepted, why, bins }: AddStep): string[] {
  const cut = best === null ? '' : ` at ${valueText(teller.kind, candidates[best].cut)}`
  return [
    accepted ? `Cut${cut}: ${why}.` : `No cut${cut}: ${why}.`,
    `${counted(candidates.length, 'candidate')} for bin ${bins + 1}: ${candidateText(teller, candidates, best)}`,
  ]
}

function choiceSentences(teller: Teller, step: ChoiceStep): string[] {
  const { kind } = teller
  const limits = step.limits.length === 0 ? '' : ` under ${step.limits.join(', ')}`
  return [
    `Choose between the best binnings of each number of bins${limits}: ${step.why}.`,
    ...step.tried.map(({ bins, cuts, score, barred }) => {
      const at = cuts === null || cuts.length === 0 ? '' : ` at ${cuts.map((cut) => valueText(kind, cut)).join(', ')}`
      const worth = score === null ? '' : `: ${short(score)}`
      return `${counted(bins, 'bin')}${at}${worth}${barred === undefined ? '' : ` (${barred})`}`
    }),
  ]
}

function rankSentence({ kind }: Teller, step: RankStep): string {
  const { rank, rowsBelow, below, above, part, outcome } = step
  if (kind !== 'date' || below === null || above === null) return `Rank ${countText(rank)}: ${step.why}.`
  const [a, b] = [valueText(kind, below), valueText(kind, above)]
  if (part !== null) return `Rank ${countText(rank)}: ${short(part)} of the way from ${a} to ${b}.`
  return `Rank ${countText(rank)}: between ${a} and ${b}, ${counted(rowsBelow ?? 0, 'row')} below${outcome === 'cut' ? '' : ', which is cut already'}.`
}
