/**
 * The end of a message about an unknown name: the nearest known names, or all of them when few.
 * For example `, did you mean alpha?` or `, expected one of alpha, bins`.
 */
export function suggest(name: string, known: readonly string[]): string {
  const near = nearestNames(name, known)
  if (near.length > 0) return `, did you mean ${near.join(' or ')}?`
  if (known.length === 0) return ', there are none'
  const listed = known.slice(0, 20).join(', ')
  return `, expected one of ${listed}${known.length > 20 ? ', …' : ''}`
}

/** A name in as many brackets as it takes to be none of those that are used. */
export function unusedName(name: string, used: readonly string[]): string {
  return used.includes(name) ? unusedName(`(${name})`, used) : name
}

/** Up to three known names within a third of the name's length in edits, nearest first. */
export function nearestNames(name: string, known: readonly string[]): string[] {
  const limit = Math.floor(name.length / 3) || 1
  const distance = (other: string): number => editDistance(name.toLowerCase(), other.toLowerCase())
  return known
    .filter((other) => distance(other) <= limit)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, 3)
}

/** Letters to insert, remove or replace (Levenshtein). */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 0; i < a.length; i++) {
    const current = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const replaced = previous[j] + Number(a[i] !== b[j])
      current.push(Math.min(replaced, previous[j + 1] + 1, current[j] + 1))
    }
    previous = current
  }
  return previous[b.length]
}
