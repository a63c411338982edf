/** The parts that pictures of studies are drawn with, as SVG. */

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

export function cross([x, y]: Point, stroke: string): string[] {
  return [line([x - 4, y - 4], [x + 4, y + 4], stroke, 2), line([x - 4, y + 4], [x + 4, y - 4], stroke, 2)]
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
