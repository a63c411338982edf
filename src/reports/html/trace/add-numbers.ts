import type { AddStep, ChoiceStep, TriedBinning } from '../../../discretizers/trace/trace-steps.ts'
import { escaped } from '../../markup.ts'
import { counted, NONE } from '../../number-text.ts'
import { short } from '../charts/svg-parts.ts'
import type { DrawnBin, DrawnColumn } from './drawn-column.ts'
import { countTable, formulaHtml, scrolling, versusHtml } from './numbers-html.ts'

/** Lines of a table that are written; more are only counted. */
const MOST_LINES = 24

/** What the scores of methods that add cuts are made of. */
const FORMULAS: Readonly<Record<string, string>> = {
  caim: 'the mean over the bins of (rows of the most frequent class)² / rows',
  cacc: '√(y / (y + rows)), where y grows with χ² of bins and classes',
  ameva: 'χ² of bins and classes / (bins · (classes − 1))',
}

/** The bins with one more cut, and the score of the column with them. */
export function addNumbers(column: DrawnColumn, step: AddStep, cuts: readonly number[]): string {
  const { best, candidates, measure, before, bins } = step
  if (best === null) return binsTable(column, cuts)
  const { cut, score } = candidates[best]
  const more = column.bins([...cuts, cut].toSorted((a, b) => a - b))
  const after = score ?? 0
  const verdict = step.accepted
    ? after > before
      ? `${short(after)} is more than ${short(before)}: the cut is added.`
      : 'There must be more bins, so the best cut is added all the same.'
    : `${short(after)} is not more than ${short(before)}: no further cut.`
  return [
    `<p class="facts">The bins with a cut at ${escaped(column.text(cut))} added:</p>`,
    tableOf(column, more),
    formulaHtml(measure, FORMULAS[measure] ?? 'the score of all bins', ...caimTerms(measure, more), short(after)),
    versusHtml({ score: after, bar: before, name: `${measure}, ${bins + 1} bins`, barName: `before, ${bins === 1 ? '1 bin' : `${bins} bins`}`, verdict }),
  ].join('') // prettier-ignore
}

/** CAIM with its numbers, for as many bins as fit a line. */
function caimTerms(measure: string, bins: readonly DrawnBin[]): string[] {
  if (measure !== 'caim' || bins.length > 6) return []
  const terms = bins.map(({ classes, rows }) => `${short(Math.max(...classes))}²/${short(rows)}`)
  return [`(${terms.join(' + ')}) / ${bins.length}`]
}

/** The bins between cuts with what lies in them. */
export function binsTable(column: DrawnColumn, cuts: readonly number[]): string {
  return tableOf(column, column.bins(cuts))
}

function tableOf(column: DrawnColumn, bins: readonly DrawnBin[]): string {
  const { closed } = column.start
  const left = bins.length - MOST_LINES
  const rows = bins.slice(0, left > 0 ? MOST_LINES : bins.length).map((bin, i) => ({
    ...bin,
    head: escaped(binText(column, bin, [i === 0, i === bins.length - 1], closed)),
    ends: [],
  }))
  const more = left > 0 ? `<p class="facts">${left} more bins.</p>` : ''
  return countTable(column, rows, []) + more
}

function binText(
  column: DrawnColumn,
  bin: DrawnBin,
  [first, last]: readonly [boolean, boolean],
  closed: string,
): string {
  const [from, to] = [column.text(bin.from), column.text(bin.to)]
  if (first && last) return 'all values'
  if (first) return closed === 'left' ? `below ${to}` : `up to ${to}`
  if (last) return closed === 'left' ? `${from} and more` : `above ${from}`
  return `${from} to ${to}`
}

/** The binnings that a choice was made from: bins, score, cuts. */
export function choiceNumbers(column: DrawnColumn, step: ChoiceStep, chosen: number): string {
  const known = step.tried.filter(({ score }) => score !== null)
  const kept = known.slice(0, MOST_LINES)
  const lines = kept.map((one) => choiceLine(column, one, one.bins === chosen))
  const more = known.length - kept.length
  const limits = step.limits.length === 0 ? '' : `<p class="facts">Limits: ${escaped(step.limits.join(', '))}.</p>`
  const table = `<table class="bins tried"><thead><tr><th scope="col">bins</th><th scope="col">${escaped(step.measure)}</th><th scope="col" class="t">cuts</th></tr></thead><tbody>${lines.join('')}</tbody></table>`
  return `${scrolling('binnings tried', table)}${more > 0 ? `<p class="facts">${more} more numbers of bins were tried.</p>` : ''}${impossible(step)}${chosenTerms(step, chosen)}${limits}`
}

/** Numbers of bins for which there is no binning, in one line. */
function impossible({ tried }: ChoiceStep): string {
  const none = tried.filter(({ score }) => score === null)
  if (none.length === 0) return ''
  const [first, last] = [none[0], none[none.length - 1]]
  const counts = first === last ? counted(first.bins, 'bin') : `${first.bins} to ${last.bins} bins`
  return `<p class="facts">Not possible with ${counts}${first.barred === undefined ? '' : `: ${escaped(first.barred)}`}.</p>`
}

function choiceLine(column: DrawnColumn, { bins, score, cuts, barred }: TriedBinning, chosen: boolean): string {
  const text =
    cuts === null ? '' : cuts.length > 8 ? `${cuts.length} cuts` : cuts.map((cut) => column.text(cut)).join(', ')
  const note = barred === undefined ? '' : `<br><small>${escaped(barred)}</small>`
  return `<tr${chosen ? ' class="yes"' : ''}><th scope="row">${bins}${chosen ? ' ✓' : ''}</th><td>${score === null ? NONE : short(score)}</td><td class="t">${escaped(text)}${note}</td></tr>`
}

/** The terms of the score that won. */
function chosenTerms({ tried, measure }: ChoiceStep, chosen: number): string {
  const terms = tried.find(({ bins }) => bins === chosen)?.terms ?? []
  if (terms.length === 0) return ''
  const lines = terms.map(
    (term) =>
      `<tr><th scope="row">${escaped(term.name)}</th><td class="t">${escaped(term.filled)}</td><td>${short(term.value)}</td></tr>`,
  )
  const sum = terms.reduce((all, { value }) => all + value, 0)
  return `<h3>${escaped(measure)} of the chosen one</h3>${scrolling('terms', `<table class="bins terms"><tbody>${lines.join('')}</tbody><tfoot><tr><th scope="row">in all</th><td></td><td>${short(sum)}</td></tr></tfoot></table>`)}`
}
