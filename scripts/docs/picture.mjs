// A text picture of fitted bins: a histogram per class with the cuts drawn through it, then a line per bin.

const BLOCKS = ' ▁▂▃▄▅▆▇█'
const CUT = '│'

/**
 * The picture of a column, as lines. `column` comes from `fit` with a class target; `step` is the distance between
 * neighbouring values, so that every value has a character of its own.
 */
export function drawBins(kerf, { column, classes, values, labels, step }) {
  return [...drawHistogram(kerf, { column, classes, values, labels, step }), '', ...drawTable(column, classes)]
}

function drawHistogram(kerf, { column, classes, values, labels, step }) {
  const [min, max] = column.range
  const places = Math.round((max - min) / step) + 1
  const placeOf = (value) => Math.round((value - min) / step)
  const heights = classes.map(() => Array.from({ length: places }, () => 0))
  values.forEach((value, row) => heights[classes.indexOf(labels[row])][placeOf(value)]++)
  const highest = Math.max(...heights.flat())

  const slots = kerf.assign(
    column,
    valuesAtPlaces(values, places, placeOf, (place) => min + place * step),
  )
  const wall = (place) => CUT.repeat(place === 0 ? 0 : slots[place] - slots[place - 1])
  const width = Math.max(...classes.map((name) => name.length))
  const lines = heights.map((counts, i) => {
    const bars = counts.map((count, place) => wall(place) + BLOCKS[Math.ceil((count / highest) * 8)])
    return `${classes[i].padEnd(width)}  ${bars.join('')}`
  })
  const positions = [...lines[0]].flatMap((character, i) => (character === CUT ? [i] : []))
  const texts = printedCuts(column)
  return [
    `${BLOCKS.at(-1)} = ${highest} rows`,
    ...lines.map((line) => line.trimEnd()),
    ...placeTexts(texts, positions.slice(-texts.length)),
  ]
}

/** The cuts as the labels print them: each is the lower end of the bin above it. */
export function printedCuts({ bins }) {
  return bins.slice(1).map(({ label }) => label.replace(/^[≥>[(] ?/, '').replace(/, .*/, ''))
}

/** The value each place stands for: the one seen there, bit for bit, so that it falls into its own bin. */
function valuesAtPlaces(values, places, placeOf, middle) {
  const at = Array.from({ length: places }, (_, place) => middle(place))
  for (const value of values) at[placeOf(value)] = value
  return at
}

/** Each text below its position, on the first line where it touches no other. */
function placeTexts(texts, positions) {
  const lines = []
  texts.forEach((text, i) => {
    const start = Math.max(0, positions[i] - Math.floor(text.length / 2))
    const free = lines.findIndex((line) => line.length < start)
    const at = free < 0 ? lines.push('') - 1 : free
    lines[at] = lines[at].padEnd(start) + text
  })
  return lines
}

function drawTable(column, classes) {
  const percent = (part, whole) => `${Math.round((100 * part) / whole)} %`
  const all = column.bins.reduce((sum, bin) => sum + bin.count, 0)
  const rows = column.bins.map((bin) => [
    bin.label,
    String(bin.count),
    percent(bin.count, all),
    ...bin.classes.map((count) => (bin.count === 0 ? '' : percent(count, bin.count))),
  ])
  const lines = [['bin', 'rows', 'of all', ...classes], ...rows]
  const widths = lines[0].map((_, i) => Math.max(...lines.map((line) => line[i].length)))
  return lines.map((line) =>
    line
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd(),
  )
}
