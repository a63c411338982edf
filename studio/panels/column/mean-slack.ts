/** How far the mean of a bin may be off either way: half of its 95 % interval. */
export function meanSlack(deviation: number, rows: number): number {
  return (1.96 * deviation) / Math.sqrt(rows)
}
