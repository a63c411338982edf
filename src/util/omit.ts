/** A copy of a record without some of its entries. */
export function omit<T extends object, Key extends string>(record: T, ...names: readonly Key[]): Omit<T, Key> {
  const left = new Set<string>(names)
  return Object.fromEntries(Object.entries(record).filter(([name]) => !left.has(name))) as Omit<T, Key>
}
