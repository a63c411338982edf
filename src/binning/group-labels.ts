/** A label of several levels is no longer than this, unless its first level alone is. */
const MOST_CHARACTERS = 40

/**
 * Labels of groups of levels: a single level as it is, several joined as in `red, green`, many as in `red, green and 5
 * more`. No two labels are the same. O(levels).
 */
export function groupLabels(groups: readonly (readonly string[])[]): string[] {
  const single = groups.filter((group) => group.length === 1).map(([level]) => level)
  const taken = new Set(single)
  return groups.map((group) => {
    if (group.length === 1) return group[0]
    // Quoted where bare names would read as other levels, numbered where even that is a level's name.
    let label = joined(
      group.map((level) => (level.includes(',') || level.includes('"') ? JSON.stringify(level) : level)),
    )
    if (taken.has(label)) label = joined(group.map((level) => JSON.stringify(level)))
    for (let i = 2; taken.has(label); i++) label = `${joined(group)} (${i})`
    taken.add(label)
    return label
  })
}

function joined(names: readonly string[]): string {
  const all = names.join(', ')
  if (all.length <= MOST_CHARACTERS) return all
  let shown = names[0]
  let count = 1
  while (count < names.length && `${shown}, ${names[count]}`.length <= MOST_CHARACTERS - 12) {
    shown = `${shown}, ${names[count++]}`
  }
  return count === names.length ? all : `${shown} and ${names.length - count} more`
}
