/** The entries of src in reading order. */
export const LAYOUT: readonly string[]

/** The entry of the list that a file of src belongs to: itself, or its folder. */
export function entryOf(path: string): string
