import { gridScale } from './grid.ts'

/** Rows looked at, which lie far apart in memory: each takes about as long as a hundred in a row. */
const SAMPLE = 64

/** About how many steps of a grid lie between the ends of a column, by a few of its values; Infinity where they lie on none. O(1). */
export function gridSpan(values: Float64Array): number {
  const step = Math.max(1, Math.floor(values.length / SAMPLE))
  const some = Float64Array.from({ length: Math.min(SAMPLE, values.length) }, (_, i) => values[i * step])
  const scale = gridScale(some)
  if (scale === null) return Infinity
  const finite = some.filter((value) => Number.isFinite(value))
  return finite.length === 0 ? 0 : (Math.max(...finite) - Math.min(...finite)) * scale
}
