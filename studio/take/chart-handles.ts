/** A handle that lies over a chart, such as a cut: a line in pixels of the chart, and what is written at it. */
export interface ChartHandle {
  readonly x: number
  readonly top: number
  readonly bottom: number
  readonly text: string
  /** the middle of the text */
  readonly textY: number
}

/** The handles over a chart, which are no part of the drawing itself. */
export function handlesOver(chart: SVGSVGElement): ChartHandle[] {
  const frame = chart.getBoundingClientRect()
  const tags = chart.parentElement?.querySelectorAll('[role=slider] .tag') ?? []
  return Array.from(tags, (tag) => {
    const [box, words] = [tag.closest('[role=slider]')!, tag].map((one) => one.getBoundingClientRect())
    return {
      x: (box.left + box.right) / 2 - frame.left,
      top: box.top - frame.top,
      bottom: words.top - frame.top,
      text: tag.textContent ?? '',
      textY: (words.top + words.bottom) / 2 - frame.top,
    }
  })
}
