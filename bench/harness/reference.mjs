/** What the cuts must be, written as plainly as can be: sort, then follow the definitions. Slow on purpose. */

/**
 * Distinct values in order, and for each class the rows up to and including each.
 * @param {Float64Array} values
 * @param {Uint8Array} codes
 * @param {number} classes
 */
function distinct(values, codes, classes) {
  const cells = values
    .map((value) => value + 0)
    .sort()
    .filter((value, i, sorted) => i === 0 || value !== sorted[i - 1])
  const through = Array.from({ length: classes }, (_, code) => {
    const own = values.filter((__, row) => codes[row] === code).sort()
    let seen = 0
    return cells.map((value) => {
      while (seen < own.length && own[seen] <= value) seen++
      return seen
    })
  })
  return { cells, through }
}

/** Entropy in bits, and how many classes there are, of counts that `countOf` tells. */
function describe(classes, countOf) {
  let [total, bits, present] = [0, 0, 0]
  for (let c = 0; c < classes; c++) total += countOf(c)
  for (let c = 0; c < classes; c++) {
    const part = countOf(c) / total
    if (part > 0) {
      bits -= part * Math.log2(part)
      present++
    }
  }
  return { total, bits, present }
}

/**
 * Fayyad and Irani 1993: the cut of most gain, kept where it pays for its description, then both sides again.
 * @param {Float64Array} values
 * @param {Uint8Array} codes
 * @param {number} classes
 */
export function mdlpCuts(values, codes, classes) {
  const { cells, through } = distinct(values, codes, classes)
  /** @type {number[]} */
  const cuts = []
  const between = (from, to) => describe(classes, (c) => through[c][to] - (from < 0 ? 0 : through[c][from]))
  /** Cells after `from` up to and including `to`. */
  const split = (from, to) => {
    const whole = between(from, to)
    let [best, least] = [-1, Infinity]
    for (let i = from + 1; i < to; i++) {
      const [left, right] = [between(from, i), between(i, to)]
      const rest = left.total * left.bits + right.total * right.bits
      if (rest < least * (1 - 1e-12)) [best, least] = [i, rest]
    }
    if (best < 0) return
    const [left, right] = [between(from, best), between(best, to)]
    const { total, present } = whole
    const delta =
      Math.log2(3 ** present - 2) - (present * whole.bits - left.present * left.bits - right.present * right.bits)
    if (whole.bits - least / total <= (Math.log2(total - 1) + delta) / total) return
    cuts.push((cells[best] + cells[best + 1]) / 2)
    split(from, best)
    split(best, to)
  }
  split(-1, cells.length - 1)
  return cuts.sort((a, b) => a - b)
}

/**
 * Cut i lies midway in the first gap below which at least i·n/N rows lie.
 * @param {Float64Array} values
 * @param {number} bins
 */
export function frequencyCuts(values, bins) {
  const sorted = values.slice().sort()
  const cuts = new Set()
  for (let i = 1; i < bins; i++) {
    let at = Math.ceil((i * sorted.length) / bins)
    while (at < sorted.length && sorted[at] === sorted[at - 1]) at++
    if (at < sorted.length) cuts.add((sorted[at - 1] + sorted[at]) / 2)
  }
  return [...cuts]
}

/**
 * @param {Float64Array} values
 * @param {number} bins
 */
export function widthCuts(values, bins) {
  let [min, max] = [Infinity, -Infinity]
  for (const value of values) [min, max] = [Math.min(min, value), Math.max(max, value)]
  return Array.from({ length: bins - 1 }, (_, i) => min + (i + 1) * ((max - min) / bins))
}
