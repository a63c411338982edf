/** A value of a row as JSON can hold it: null where it is missing. */
export type SavedValue = number | 'Infinity' | '-Infinity' | null

export function toSaved(value: number): SavedValue {
  if (Number.isFinite(value)) return value + 0
  return value === Infinity ? 'Infinity' : value === -Infinity ? '-Infinity' : null
}

export function fromSaved(value: SavedValue): number {
  return value === null ? Number.NaN : Number(value)
}
