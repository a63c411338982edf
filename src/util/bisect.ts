/** How many of the sorted numbers are at most x: where x goes when a boundary belongs to the bin above. O(log n). */
export function bisectRight(sorted: ArrayLike<number>, x: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (x < sorted[middle]) high = middle
    else low = middle + 1
  }
  return low
}

/** How many of the sorted numbers are below x: where x goes when a boundary belongs to the bin below. O(log n). */
export function bisectLeft(sorted: ArrayLike<number>, x: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] < x) low = middle + 1
    else high = middle
  }
  return low
}
