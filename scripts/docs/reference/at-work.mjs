// Where the docs show a public name at work: in which code that the tests run, under which heading.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { anchorMaker } from '../../site/site-pages.mjs'

/** Most places named for one name. */
const MOST = 3

/** Pages in the order in which they are named: how-to first, the programs last. */
const ORDER = [/^docs\/library\.md$/, /^docs\/guides\//, /^docs\/[^/]+$/, /^docs\//, /^README\.md$/, /^examples\//]

/** The pages and programs that show code which the tests run: path → text. */
export function readShown() {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const under = (folder, ending) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
      .filter((path) => ending.test(path) && !path.startsWith('docs/reference/'))
  const paths = ['README.md', ...under('docs', /\.md$/), ...under('examples', /\.tsx?$/)]
  return new Map(paths.toSorted(byOrder).map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/**
 * A function that says where a name is shown: at most three links, as seen from docs/reference. `from` lists what the name
 * can be imported from; `plain` says whether it is meant where code uses it without an import.
 */
export function placesIn(shown) {
  const pages = [...shown].map(([path, text]) => (path.endsWith('.md') ? pageOf(path, text) : programOf(path, text)))
  return ({ name, from, plain }) => {
    const used = new RegExp(`(?<![\\w.'"/-])${name}(?![\\w'":-])`)
    const called = new RegExp(`(?<![\\w.])${name}(?:\\(|<\\w)|method: ${name}\\b`)
    const found = pages.flatMap(({ path, title, blocks, imported, declared }) => {
      if (!blocks.some(({ code }) => code.includes(name))) return []
      const own = from.some((specifier) => imported.get(specifier)?.has(name))
      const elsewhere = !own && [...imported.values()].some((names) => names.has(name))
      if (elsewhere || (!own && (!plain || declared.has(name)))) return []
      const block = blocks.find(({ code }) => (own ? used : called).test(code))
      if (block === undefined) return []
      const anchor = block.anchor === null ? '' : `#${block.anchor}`
      return [`[${title}](${posix.relative('docs/reference', path)}${anchor})`]
    })
    return found.slice(0, MOST)
  }
}

/** The code of a page, each block with the heading above it. */
function pageOf(path, text) {
  const anchorOf = anchorMaker()
  const blocks = []
  let [title, all] = [path, '']
  /** @type {string | null} */
  let anchor = null
  for (const [, heading, language, code] of text.matchAll(/^#+ (.+)$|^```(\S*)[^\n]*\n([^]*?)^```$/gm)) {
    if (heading !== undefined) {
      const made = anchorOf(heading)
      if (title === path) title = heading.replaceAll('`', '')
      else anchor = made
    } else if (['ts', 'tsx', 'js'].includes(language)) {
      all += code
      blocks.push({ anchor, code: withoutImports(code) })
    }
  }
  return { path, title, blocks, ...namesIn(all) }
}

function programOf(path, text) {
  const title = `examples/${posix.basename(path)}`
  return { path, title, blocks: [{ anchor: null, code: withoutImports(text) }], ...namesIn(text) }
}

const IMPORT = /^import \{([^}]*)\} from '([^']+)'$/gm

/** What code imports, by where it is from, and what it declares itself. */
function namesIn(code) {
  const imported = new Map()
  for (const [, list, from] of code.matchAll(IMPORT)) {
    const names = list.split(',').map((name) => name.trim().replace(/^type /, ''))
    imported.set(from, new Set([...(imported.get(from) ?? []), ...names]))
  }
  const declared = new Set([...code.matchAll(/\b(?:const|let|function\*?|class) (\w+)/g)].map(([, name]) => name))
  return { imported, declared }
}

/** Code without imports, and without comments, which may speak of what it does not use. */
function withoutImports(code) {
  return code.replaceAll(IMPORT, '').replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '')
}

function byOrder(a, b) {
  const rank = (path) => ORDER.findIndex((one) => one.test(path))
  return rank(a) - rank(b) || (a < b ? -1 : 1)
}
