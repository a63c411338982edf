import { readData } from './data.mjs'

/** The first row of what is above a cut depends on which end of a bin is closed. */
function binOf(value, cuts, closed) {
  let [low, high] = [0, cuts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (closed === 'left' ? value >= cuts[middle] : value > cuts[middle]) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Rows of each class in each bin, by column.
 * @returns {number[][][]}
 */
export function classCounts(folder, allCuts, closed = 'left') {
  const { columns, codes } = readData(folder)
  const classes = codes.reduce((most, code) => Math.max(most, code + 1), 0)
  return columns.map((column, c) => {
    const counts = Array.from({ length: allCuts[c].length + 1 }, () => Array.from({ length: classes }, () => 0))
    for (let row = 0; row < column.length; row++) counts[binOf(column[row], allCuts[c], closed)][codes[row]]++
    return counts
  })
}

/** Information value of two classes by bins; a bin without one of them gets half a row of both. */
export function informationValue(counts) {
  const [rest, events] = [0, 1].map((code) => counts.reduce((sum, bin) => sum + bin[code], 0))
  return counts.reduce((sum, [a, b]) => {
    const mend = a === 0 || b === 0 ? 0.5 : 0
    const [p, q] = [(b + mend) / events, (a + mend) / rest]
    return sum + (p - q) * Math.log(p / q)
  }, 0)
}

/** Squared distances to the means of the bins, by column. */
export function squaredDistances(folder, allCuts) {
  return readData(folder).columns.map((column, c) => {
    const bins = allCuts[c].length + 1
    const [counts, sums] = [new Float64Array(bins), new Float64Array(bins)]
    for (const value of column) {
      const bin = binOf(value, allCuts[c], 'left')
      counts[bin]++
      sums[bin] += value
    }
    let distance = 0
    for (const value of column) {
      const bin = binOf(value, allCuts[c], 'left')
      distance += (value - sums[bin] / counts[bin]) ** 2
    }
    return distance
  })
}
