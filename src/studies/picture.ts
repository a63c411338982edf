import { fixedText } from '../reports/number-text.ts'

/** The parts that pictures of studies are drawn with, as SVG. */

/** Heights of a row of a panel, and of what stands above its rows. */
export const ROW = 24
export const HEAD = 56

export function picture(
  size: { readonly width: number; readonly height: number },
  title: string,
  parts: readonly string[],
): string {
  const { width, height } = size
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="13" fill="#222">`,
    `<title>${escape(title)}</title>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

/** A step of 1, 2 or 5 times a power of ten, `least` or larger, that splits the range into at most eight. */
export function niceStep(range: number, least: number): number {
  for (let power = least; ; power *= 10) {
    for (const step of [power, 2 * power, 5 * power]) if (range / step <= 8) return step
  }
}

/** A length in as many digits as can be seen. */
export function short(length: number): string {
  return length.toFixed(1)
}

export function text(x: number, y: number, value: string, more = ''): string {
  return `<text x="${short(x)}" y="${short(y)}" ${more}>${escape(value)}</text>`
}

type Point = readonly [x: number, y: number]

export function line([x1, y1]: Point, [x2, y2]: Point, stroke: string, width = 1): string {
  return `<line x1="${short(x1)}" y1="${short(y1)}" x2="${short(x2)}" y2="${short(y2)}" stroke="${stroke}" stroke-width="${width}"/>`
}

/** Lines down from `top` to `bottom` at the ticks of an axis, with their texts below. */
export function tickLines(
  ticks: { readonly from: number; readonly to: number; readonly step: number; readonly digits: number },
  xOf: (value: number) => number,
  top: number,
  bottom: number,
): string[] {
  const { from, to, step, digits } = ticks
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step).flatMap((tick) => [
    line([xOf(tick), top], [xOf(tick), bottom], '#e4e4e4'),
    text(xOf(tick), bottom + 17, fixedText(tick, digits), 'text-anchor="middle" fill="#555"'),
  ])
}

/** Panels of rows one below the other: their parts, and the height of all of them. */
export function panels<T>(
  items: readonly T[],
  rowsOf: (item: T) => number,
  draw: (item: T, top: number) => readonly string[],
): { readonly parts: string[]; readonly height: number } {
  const parts: string[] = []
  let height = 0
  for (const item of items) {
    parts.push(...draw(item, height))
    height += HEAD + ROW * rowsOf(item) + 44
  }
  return { parts, height }
}

/** A cross around a point. */
export function cross([x, y]: Point, stroke: string): string[] {
  return [line([x - 4, y - 4], [x + 4, y + 4], stroke, 2), line([x - 4, y + 4], [x + 4, y - 4], stroke, 2)]
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
