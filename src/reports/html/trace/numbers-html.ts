import { escaped, nameHtml } from '../../markup.ts'
import { countText, NONE } from '../../number-text.ts'
import { swatch } from '../legend-html.ts'
import { short } from '../charts/svg-parts.ts'
import type { DrawnColumn, Stretch } from './drawn-column.ts'

/** A line of a formula: what it is, and what it comes to. */
export function formulaHtml(name: string, ...lines: readonly string[]): string {
  return `<p class="f"><b>${escaped(name)}</b>${lines.map((line) => `<span>= ${escaped(line)}</span>`).join('')}</p>`
}

/** A row of a table of counts. */
export interface CountRow extends Stretch {
  /** already safe */
  readonly head: string
  /** what stands in the last columns */
  readonly ends: readonly string[]
}

/** Rows by class and in all, then further columns; of a numeric target its mean. */
export function countTable(column: DrawnColumn, rows: readonly CountRow[], ends: readonly string[]): string {
  const classes = column.start.target?.kind === 'class' ? column.series : []
  const heads = classes.map(
    ({ name, fill }) => `<th scope="col" class="n">${swatch(fill)}${nameHtml(name ?? '', 14)}</th>`,
  )
  const numeric = column.start.target?.kind === 'numeric'
  const lines = rows.map(({ head, rows: all, classes: counts, mean, ends: texts }) => {
    const cells = [
      ...classes.map((one) => countText(one.sizeOf(counts, all))),
      countText(all),
      ...(numeric ? [mean === null ? NONE : short(mean)] : []),
      ...texts,
    ]
    return `<tr><th scope="row">${head}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  const last = ['rows', ...(numeric ? ['mean of target'] : []), ...ends].map(
    (text) => `<th scope="col">${escaped(text)}</th>`,
  )
  return scrolling(
    'counts',
    `<table class="bins"><thead><tr><td></td>${heads.join('')}${last.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`,
  )
}

/** A table that may be wider than its place: it scrolls inside itself, by keyboard too. */
export function scrolling(label: string, table: string): string {
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escaped(label)}">${table}</div>`
}

/** A score beside what it had to reach, as two bars and a verdict. */
export function versusHtml({ score, bar, name, barName, verdict }: Versus): string {
  const most = Math.max(Math.abs(score), Math.abs(bar), 1e-12)
  const meter = (value: number): string =>
    `<i class="m"><i style="width:${Math.max(0, Math.round((100 * value) / most))}%"></i></i>`
  const line = (text: string, value: number): string =>
    `<tr><th scope="row">${escaped(text)}</th><td class="t">${meter(value)}</td><td>${short(value)}</td></tr>`
  return `<table class="versus"><tbody>${line(name, score)}${line(barName, bar)}</tbody></table><p class="verdict">${escaped(verdict)}</p>`
}

/** A score and its bar. */
export interface Versus {
  readonly score: number
  readonly bar: number
  readonly name: string
  readonly barName: string
  readonly verdict: string
}
