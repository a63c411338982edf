import { computed, signal } from '@preact/signals'
import { hasCuts } from '../../../src/index.ts'
import { shown } from '../../state/store.ts'
import { type AxisScale, scaleOf } from './axis-scale.ts'
import { bars, numbers, seenCuts } from './column-view.ts'

/** Heights of the parts of the chart, from the top, and room at its sides. */
export const STRIP = 76
export const GAP = 14
export const PLOT = 236
export const AXIS = 24
export const LEFT = 46
export const RIGHT = 14
/** Room of a bar for missing values or a special code. */
const ASIDE = 52

/** Width of the chart in pixels, as measured. */
export const chartWidth = signal(900)

/** Missing values and special codes that hold rows. */
export const asides = computed(() => {
  const column = shown.value?.column
  if (column === undefined) return []
  const special = hasCuts(column) ? column.special : []
  return [
    { name: 'missing', of: 'missing' as const, counted: column.missing },
    ...special.map((one) => ({ name: String(one.code), of: one.code, counted: one })),
  ].filter(({ counted }) => counted.count > 0)
})

/** Where the line of numbers begins and ends. */
export const lineEnds = computed<readonly [number, number]>(() => {
  const room = asides.value.length === 0 ? 0 : asides.value.length * ASIDE + 10
  return [LEFT, Math.max(LEFT + 60, chartWidth.value - RIGHT - room)]
})

/** Where a bar of what is set aside begins and ends. */
export function asideEnds(i: number): readonly [number, number] {
  const start = lineEnds.value[1] + 22 + i * ASIDE
  return [start, start + ASIDE - 16]
}

/** The scale of the line of numbers; null until bars are counted. */
export const scale = computed<AxisScale | null>(() => {
  const [counted, column] = [bars.value, seenCuts.value]
  return counted === null || column === null || counted.column !== column.name
    ? null
    : scaleOf(counted, numbers.value, column.kind)
})

/** The pixel of a value; what lies outside is drawn at the end. */
export function pixelOf(value: number): number {
  const [from, to] = lineEnds.value
  const place = scale.value?.placeOf(value) ?? 0
  return from + Math.max(0, Math.min(1, place)) * (to - from)
}

/** The value at a pixel. */
export function valueAtPixel(pixel: number): number {
  const [from, to] = lineEnds.value
  return scale.value?.valueAt(Math.max(0, Math.min(1, (pixel - from) / (to - from)))) ?? 0
}

/** How much the values of neighbouring pixels differ. */
export function pixelUnit(pixel: number): number {
  return Math.abs(valueAtPixel(pixel + 1) - valueAtPixel(pixel))
}
