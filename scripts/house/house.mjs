// What the house is like: its rooms in order, what lives in each, and which rooms a room imports from.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importsOf } from './imports.mjs'
import { entryOf, LAYOUT } from './layout.mjs'

/** All files of src: path inside it → text. */
export function readSources() {
  const root = fileURLToPath(new URL('../../src/', import.meta.url))
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name).slice(root.length).replaceAll('\\', '/'))
  return new Map(paths.toSorted().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** The imports of all sources. */
export function allImports(files) {
  return [...files].filter(([path]) => path.endsWith('.ts')).flatMap(([path, text]) => importsOf(path, text))
}

/** The file of src that a relative specifier means. */
export function resolveImport(from, to) {
  return posix.join(posix.dirname(from), to)
}

/** What the README.md of a folder says; what it does not say is null. */
export function readRoom(text) {
  const about = /^# .*\n\n(?:(.+?[.…?])(?:\s|$))/.exec(text)?.[1] ?? null
  const may = /^- May import: (.+)\.$/m.exec(text)?.[1] ?? null
  const first = /^- Read first: \[`([^`]+)`\]\(\1\)\.$/m.exec(text)?.[1] ?? null
  const files = Object.fromEntries([...text.matchAll(/^- `([\w-]+\.ts)`: (.+)$/gm)].map((match) => match.slice(1)))
  return { about, may, first, files }
}

/**
 * The entries of the layout in its order, each with what it imports from. `kind`: a folder, a file that stands alone in
 * src, or a file at the door of its folder, which may import the sub-folders and so comes after them.
 */
export function readHouse(files) {
  const alone = readRoom(files.get('README.md') ?? '').files
  const sources = [...files.keys()].filter((file) => file.endsWith('.ts'))
  const imports = entryImports(files)
  return LAYOUT.map((path) => {
    const kind = !path.endsWith('.ts') ? 'folder' : path.includes('/') ? 'door' : 'file'
    const room = readRoom(files.get(`${path}/README.md`) ?? '')
    return {
      path,
      kind,
      about: kind === 'folder' ? room.about : (alone[path] ?? null),
      first: kind === 'folder' ? room.first : path,
      size: kind === 'folder' ? sources.filter((file) => posix.dirname(file) === path).length : 1,
      imports: imports.get(path) ?? new Map(),
    }
  })
}

/** Entry → entry it imports from → number of imports. */
function entryImports(files) {
  const found = new Map()
  for (const { from, to } of allImports(files)) {
    if (!to?.startsWith('.')) continue
    const [importer, imported] = [entryOf(from), entryOf(resolveImport(from, to))]
    if (importer === imported) continue
    const counts = found.get(importer) ?? new Map()
    found.set(importer, counts.set(imported, (counts.get(imported) ?? 0) + 1))
  }
  return found
}
