import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The text of a file of the project. */
export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The pages that show how Kerf is used, as paths from the root. */
export const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => posix.join('docs', path.replaceAll('\\', '/')))
    .toSorted(),
]

/** A block of code on a page. */
export interface Block {
  /** path and line of its first fence */
  readonly where: string
  readonly text: string
}

/** The blocks of a page in one of the languages, in order. */
export function blocksOf(path: string, languages: readonly string[]): Block[] {
  const page = read(path)
  return [...page.matchAll(/^```(\S*)[^\n]*\n([^]*?)^```$/gm)]
    .filter(([, language]) => languages.includes(language))
    .map(({ 2: text, index }) => ({ where: `${path}:${page.slice(0, index).split('\n').length}`, text }))
}
