import type { Target } from '../../types.ts'
import { countText, percentText } from '../number-text.ts'
import { nameHtml } from './markup.ts'
import type { Series } from './series.ts'

/** A small square with the fill of a class. */
export function swatch(fill: number): string {
  return `<svg class="k" viewBox="0 0 14 14" aria-hidden="true"><path d="M0 0h14v14H0z" fill="url(#k${fill})"/></svg>`
}

/** Which fill is which class; nothing where there are no classes. */
export function legendHtml(series: readonly Series[], target: Target | null): string {
  if (target?.kind !== 'class') return ''
  const entries = series.map(({ name, fill }) => `<li>${swatch(fill)}${nameHtml(name ?? '', 32)}</li>`)
  return `<ul class="legend">${entries.join('')}</ul>`
}

/** The same with the rows of each class, for the head of a report. */
export function countedLegend(series: readonly Series[], classes: readonly number[], all: number): string {
  const entries = series.map(({ name, fill, sizeOf }) => {
    const size = sizeOf(classes, all)
    const share = all > 0 ? ` (${percentText(size / all)})` : ''
    return `<li>${swatch(fill)}${nameHtml(name ?? '', 48)} ${countText(size)}${share}</li>`
  })
  return `<ul class="legend">${entries.join('')}</ul>`
}
