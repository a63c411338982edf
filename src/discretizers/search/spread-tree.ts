/**
 * Σw(x − x̄)² of any range of cells, put together from at most 2·log2(cells) parts of a tree. For two neighbouring
 * parts the squares add up, and the squared distance of their means comes on top; that distance is the sum of the
 * gap between them and of how far each mean lies from it. Only positive terms are added, so the result is right to
 * nearly the last bit however narrow the range is and wherever it lies. O(cells) to build, O(log cells) to ask.
 *
 * `values` increase; `below[i]` is the weight of the cells below cell i, exactly.
 */
export function spreadTree(values: Float64Array, below: Float64Array): (a: number, b: number) => number {
  const { length: size } = values
  let leaves = 1
  while (leaves < size) leaves *= 2
  // Node 1 is the root, the children of node t are 2t and 2t + 1. A node that reaches beyond the cells is never asked.
  const fromFirst = new Float64Array(2 * leaves) // from its first value to its mean
  const toLast = new Float64Array(2 * leaves) // from its mean to its last value
  const squares = new Float64Array(2 * leaves)
  for (let width = 2; width <= size; width *= 2) {
    for (let start = 0; start + width <= size; start += width) {
      const node = (leaves + start) / width
      const [left, right, middle] = [2 * node, 2 * node + 1, start + width / 2]
      const weight = below[start + width] - below[start]
      const leftShare = (below[middle] - below[start]) / weight
      const rightShare = (below[start + width] - below[middle]) / weight
      const distance = toLast[left] + (values[middle] - values[middle - 1]) + fromFirst[right]
      fromFirst[node] = fromFirst[left] + distance * rightShare
      toLast[node] = toLast[right] + distance * leftShare
      squares[node] = squares[left] + squares[right] + distance * (distance * (weight * leftShare * rightShare))
    }
  }
  return (a, b) => {
    let sum = 0
    let last = 0 // from the mean of what was taken to its last value
    for (let start = a; start < b;) {
      let width = 1
      while (start % (2 * width) === 0 && start + 2 * width <= b) width *= 2
      const node = (leaves + start) / width
      const end = start + width
      if (start === a) {
        sum = squares[node]
        last = toLast[node]
      } else {
        const weight = below[end] - below[a]
        const leftShare = (below[start] - below[a]) / weight
        const rightShare = (below[end] - below[start]) / weight
        const distance = last + (values[start] - values[start - 1]) + fromFirst[node]
        sum += squares[node] + distance * (distance * (weight * leftShare * rightShare))
        last = toLast[node] + distance * leftShare
      }
      start = end
    }
    return sum
  }
}
