import type { Target } from '../../types.ts'
import { countText, percentText } from '../number-text.ts'
import { nameHtml } from '../markup.ts'
import type { Series } from './charts/series.ts'

/** A small square with the fill of a class. */
export function swatch(fill: number): string {
  return `<svg class="k" viewBox="0 0 14 14" aria-hidden="true"><path d="M0 0h14v14H0z" fill="url(#k${fill})"/></svg>`
}

/** Which fill is which class; nothing where there are no classes. */
export function legendHtml(series: readonly Series[], target: Target | null): string {
  if (target?.kind !== 'class') return ''
  const entries = series.map(({ name, fill }) => `<li>${swatch(fill)}${nameHtml(name ?? '', 32)}</li>`)
  return listed(target, entries)
}

/** The same with the rows of each class, for the head of a report. */
export function countedLegend(
  series: readonly Series[],
  target: Target,
  classes: readonly number[],
  all: number,
): string {
  const entries = series.map(({ name, fill, sizeOf }) => {
    const size = sizeOf(classes, all)
    const share = all > 0 ? ` (${percentText(size / all)})` : ''
    return `<li>${swatch(fill)}${nameHtml(name ?? '', 48)}: ${countText(size)}${share}</li>`
  })
  return listed(target, entries)
}

/** Classes such as 1 and 0 say nothing without the name of the target. */
function listed({ name }: Target, entries: readonly string[]): string {
  const first = name === null ? '' : `<li>${nameHtml(name, 32)}</li>`
  return `<ul class="legend">${first}${entries.join('')}</ul>`
}
