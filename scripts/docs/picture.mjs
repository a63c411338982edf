// A text picture of fitted bins: a histogram per class with the cuts drawn through it, then a line per bin.

const BLOCKS = ' ▁▂▃▄▅▆▇█'
const CUT = '│'

/**
 * The picture of a column, as lines. `column` comes from `fit` with a class target; `step` is the distance between
 * neighbouring values, so that every value has a character of its own.
 */
export function drawBins(kerf, { column, classes, values, labels, step }) {
  const { places, placeOf } = placesOf(column, step)
  const heights = classes.map(() => Array.from({ length: places }, () => 0))
  values.forEach((value, row) => heights[classes.indexOf(labels[row])][placeOf(value)]++)
  const highest = Math.max(...heights.flat())
  const bars = drawBars(kerf, { column, values, step, names: classes, heights, highest })
  return [`${BLOCKS.at(-1)} = ${highest} rows`, ...bars, '', ...drawTable(column, classHeads(classes))]
}

/** The same for a column fitted with a numeric target: a bar is the mean of the target at a value. */
export function drawMeans(kerf, { column, values, numbers, step, target, unit }) {
  const { places, placeOf } = placesOf(column, step)
  const sums = Array.from({ length: places }, () => [0, 0])
  values.forEach((value, row) => {
    sums[placeOf(value)][0]++
    sums[placeOf(value)][1] += numbers[row]
  })
  const heights = [sums.map(([count, sum]) => (count === 0 ? 0 : sum / count))]
  const highest = Math.max(...heights[0])
  const bars = drawBars(kerf, { column, values, step, names: [`mean ${target}`], heights, highest })
  return [`${BLOCKS.at(-1)} = ${highest.toFixed(1)} ${unit}`, ...bars, '', ...drawTable(column, spreadHeads(target))]
}

/** One character per step from the smallest to the largest value. */
function placesOf({ range: [min, max] }, step) {
  return { places: Math.round((max - min) / step) + 1, placeOf: (value) => Math.round((value - min) / step) }
}

/** A line of bars per name, with the cuts through all of them and printed below. */
function drawBars(kerf, { column, values, step, names, heights, highest }) {
  const [min] = column.range
  const { places, placeOf } = placesOf(column, step)
  const slots = kerf.assign(
    column,
    valuesAtPlaces(values, places, placeOf, (place) => min + place * step),
  )
  const wall = (place) => CUT.repeat(place === 0 ? 0 : slots[place] - slots[place - 1])
  const width = Math.max(...names.map((name) => name.length))
  const lines = heights.map((line, i) => {
    const bars = line.map((height, place) => wall(place) + BLOCKS[Math.ceil((height / highest) * 8)])
    return `${names[i].padEnd(width)}  ${bars.join('')}`
  })
  const positions = [...lines[0]].flatMap((character, i) => (character === CUT ? [i] : []))
  const texts = printedCuts(column)
  return [...lines.map((line) => line.trimEnd()), ...placeTexts(texts, positions.slice(-texts.length))]
}

/** The cuts as the labels print them: each is the lower end of the bin above it. */
function printedCuts({ bins }) {
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

const percent = (part, whole) => `${Math.round((100 * part) / whole)} %`

/** Columns of the table: a head, and what it says of a bin that is not empty. */
function classHeads(classes) {
  return classes.map((name, i) => [name, ({ classes: counts, count }) => percent(counts[i], count)])
}

function spreadHeads(target) {
  const meanOf = ({ sum, count }) => sum / count
  return [
    [`mean ${target}`, (bin) => meanOf(bin).toFixed(2)],
    ['deviation', (bin) => Math.sqrt(Math.max(0, bin.sumSquares / bin.count - meanOf(bin) ** 2)).toFixed(2)],
  ]
}

function drawTable(column, heads) {
  const all = column.bins.reduce((sum, bin) => sum + bin.count, 0)
  const rows = column.bins.map((bin) => [
    bin.label,
    String(bin.count),
    percent(bin.count, all),
    ...heads.map(([, tell]) => (bin.count === 0 ? '' : tell(bin))),
  ])
  const lines = [['bin', 'rows', 'of all', ...heads.map(([head]) => head)], ...rows]
  const widths = lines[0].map((_, i) => Math.max(...lines.map((line) => line[i].length)))
  return lines.map((line) =>
    line
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd(),
  )
}
