import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'

/** Whether a path has characters that stand for others. */
export function isGlob(path: string): boolean {
  return /[*?[]/.test(path)
}

/**
 * The files that match a pattern, sorted by name. `*` and `?` stand for any characters and one character within a name,
 * `[a-c]` and `[!a-c]` for one of them or none of them, `**` for any number of folders. Names that start with a dot only
 * match a pattern that does.
 */
export async function glob(pattern: string): Promise<string[]> {
  const parts = pattern.split('/')
  const found = new Set<string>()
  await walk(parts[0] === '' ? '/' : '', parts[0] === '' ? parts.slice(1) : parts, found)
  return [...found].sort()
}

/** The pattern of one name, without slashes, as a regular expression. */
export function namePattern(pattern: string): RegExp {
  const source = pattern.replaceAll(
    /\*+|\?|\[([!^]?)(\]?[^\]]*)\]|[\\^$.|+(){}[\]/]/g,
    (part: string, not: string | undefined, set: string | undefined) => {
      if (part.startsWith('*')) return '.*'
      if (part === '?') return '.'
      if (set === undefined) return `\\${part}`
      return `[${not === undefined || not === '' ? '' : '^'}${set.replaceAll(/[\\\]^[]/g, String.raw`\$&`)}]`
    },
  )
  return new RegExp(`^${pattern.startsWith('.') ? '' : '(?!\\.)'}${source}$`, 'su')
}

async function walk(folder: string, parts: readonly string[], found: Set<string>): Promise<void> {
  const [part, ...rest] = parts
  if (part === '' || part === '.' || part === '..' || (!isGlob(part) && rest.length > 0)) {
    if (rest.length > 0) await walk(`${folder}${part}/`, rest, found)
    return
  }
  if (part === '**' && rest.length > 0) await walk(folder, rest, found)
  const pattern = namePattern(part)
  for (const entry of await entriesOf(folder)) {
    if (!pattern.test(entry.name)) continue
    const path = folder + entry.name
    if (rest.length === 0 && (await isFile(path, entry))) found.add(path)
    if (part === '**') {
      // Links to folders could lead in a circle.
      if (entry.isDirectory()) await walk(`${path}/`, parts, found)
    } else if (rest.length > 0 && (entry.isDirectory() || entry.isSymbolicLink())) {
      await walk(`${path}/`, rest, found)
    }
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder === '' ? '.' : folder, { withFileTypes: true }).catch(() => [])
}

async function isFile(path: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile()
  return (await stat(path).catch(() => null))?.isFile() ?? false
}
