/** Numbers in ascending order. */
export function ascending(numbers: Iterable<number>): number[] {
  return [...numbers].sort(byNumber)
}

function byNumber(a: number, b: number): number {
  return a - b
}
