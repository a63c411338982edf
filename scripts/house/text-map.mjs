// The map of the house as text: the folders of src in order, their files, and what each imports from.

/** One line per entry of the layout, sub-folders moved in below their folder. Everyone may import the first ones. */
export function houseText(house) {
  const lines = houseOrder(house)
  const order = house.map(({ path }) => path)
  const nameOf = ({ path, kind }) => {
    const steps = path.split('/')
    return `${'  '.repeat(steps.length - 1)}${steps.at(-1)}${kind === 'folder' ? '/' : ''}`
  }
  const width = Math.max(...lines.map((entry) => nameOf(entry).length))
  const total = house.reduce((sum, { kind, size }) => sum + (kind === 'door' ? 0 : size), 0)
  const folders = house.filter(({ kind }) => kind === 'folder')
  return [
    `The house: ${total} files in ${folders.length} folders. All import types.ts, errors.ts and util/; else only:`,
    `${'room'.padEnd(width)}  files  imports from`,
    ...lines.map((entry) => {
      const size = entry.kind === 'folder' ? String(entry.size) : ''
      return `${nameOf(entry).padEnd(width)}  ${size.padStart(5)}  ${importedNames(entry, order).join(' ')}`.trimEnd()
    }),
  ].join('\n')
}

/** The entries with every folder before what it holds; the order of the layout is otherwise kept. */
export function houseOrder(house) {
  const below = (parent) => {
    const depth = parent === '' ? 0 : parent.split('/').length
    const inside = house.filter(({ path }) => parent === '' || path.startsWith(`${parent}/`))
    const children = [
      ...new Set(
        inside.map(({ path }) =>
          path
            .split('/')
            .slice(0, depth + 1)
            .join('/'),
        ),
      ),
    ]
    return children.flatMap((child) => [...house.filter(({ path }) => path === child), ...below(child)])
  }
  return below('')
}

/** What an entry imports from: folders of its own room one by one, others as a whole. */
function importedNames({ path, imports }, order) {
  const room = path.split('/')[0]
  const others = [...imports.keys()].filter((name) => !/^(?:types\.ts|errors\.ts|util)(?:\/|$)/.test(name))
  const names = others.map((name) => (name.split('/')[0] === room ? name : name.split('/')[0]))
  return [...new Set(names)].toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
}
