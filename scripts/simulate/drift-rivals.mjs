// What the rates of bins were tested by before there were reference cells, and what a textbook would do: both are given an
// honest reference, other rows than those the bins were chosen on. Real use has no such rows; they are here to measure power.
import { recount } from '../../dist/index.js'
import { chiSquareQuantileOfTail, chiSquareTail } from '../../dist/measures.js'

/** Rows per bin and class of a table, missing and special slots last. */
export function binCounts(binning, table) {
  const column = recount(binning, table).columns[0]
  const special = 'special' in column ? column.special : []
  return [...column.bins, column.missing, ...special].map(({ classes }) => classes)
}

/** Cochran-Mantel-Haenszel over bins: the p-value of one common change. */
export function mantelHaenszel(before, now) {
  let [u, v] = [0, 0]
  for (const [i, old] of before.entries()) {
    const [n, m] = [old[0] + old[1], now[i][0] + now[i][1]]
    const [all, e] = [n + m, old[1] + now[i][1]]
    if (n === 0 || m === 0 || all < 2) continue
    u += now[i][1] - (m * e) / all
    v += (m * n * e * (all - e)) / (all * all * (all - 1))
  }
  return v > 0 ? chiSquareTail((u * u) / v, 1) : 1
}

/** χ² per bin (twice the smaller exact tail where a count expected is below 5), turned into one χ² for the column. */
export function sumOverBins(before, now) {
  let [sum, degrees] = [0, 0]
  for (const [i, old] of before.entries()) {
    const p = fourfold(old[0], old[1], now[i][0], now[i][1])
    if (p === null) continue
    sum += chiSquareQuantileOfTail(p, 1)
    degrees++
  }
  return degrees === 0 ? 1 : chiSquareTail(sum, degrees)
}

function fourfold(a, b, c, d) {
  const all = a + b + c + d
  if (a + b === 0 || c + d === 0 || a + c === 0 || b + d === 0) return null
  const least = (Math.min(a + b, c + d) * Math.min(a + c, b + d)) / all
  const off = a * d - b * c
  if (least >= 5) return chiSquareTail((all * off * off) / ((a + b) * (c + d) * (a + c) * (b + d)), 1)
  return Math.min(1, 2 * Math.min(tail(c, a + c, c + d, all), tail(d, b + d, c + d, all)))
}

/** Chance of at least `hits` marked among those drawn. */
function tail(hits, marked, drawn, all) {
  let [sum, whole] = [0, 0]
  let term = 1
  const least = Math.max(0, drawn + marked - all)
  for (let i = least; i <= Math.min(marked, drawn); i++) {
    if (i > least) term *= ((marked - i + 1) * (drawn - i + 1)) / (i * (all - marked - drawn + i))
    whole += term
    if (i >= hits) sum += term
  }
  return sum / whole
}
