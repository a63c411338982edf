/** What a record says of a name, and nothing that it inherits: columns may be called `constructor` or `__proto__`. */
export function ownEntry<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined
}
