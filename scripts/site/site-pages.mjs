// Which pages the site has, where each goes, and the menu. Pure: texts in, lists out.
import { posix } from 'node:path'

/** The pages outside docs that the docs lead to, and where they go. */
const OTHERS = {
  'README.md': 'project/readme.html',
  'CONTRIBUTING.md': 'project/contributing.html',
  'CHANGELOG.md': 'project/changelog.html',
  'packages/cli/README.md': 'project/program.html',
}

/** Where the page of a Markdown file goes in the site; null for a file that is no page. */
export function addressOf(path) {
  if (Object.hasOwn(OTHERS, path)) return OTHERS[path]
  if (!path.startsWith('docs/') || !path.endsWith('.md')) return null
  return path
    .slice('docs/'.length)
    .replace(/(^|\/)README\.md$/, '$1index.html')
    .replace(/\.md$/, '.html')
}

/** The Markdown files of the site, of all files of the project. */
export function pagePaths(paths) {
  return paths.filter((path) => addressOf(path) !== null).toSorted()
}

/**
 * Where a link of a page leads in the site: `{ to, file }`, with `file` what must be copied there. Null for a
 * place that is only in the repository, such as a source file; addresses elsewhere stay as they are.
 */
export function resolveLink(from, link) {
  if (/^[a-z]+:/.test(link)) return { to: link, file: null }
  if (link.startsWith('#')) return { to: link, file: null }
  const [file, anchor] = link.split('#')
  const path = posix.join(posix.dirname(from), file)
  const page = addressOf(path)
  const copied = page === null && (/^docs\/.*\.(?:json|svg|png)$/.test(path) || path === 'LICENSE')
  if (page === null && !copied) return null
  // A browser shows a text file that has no ending as a download.
  const target = page ?? (path === 'LICENSE' ? 'project/license.txt' : path.replace(/^docs\//, ''))
  const to = posix.relative(posix.dirname(addressOf(from)), target)
  return { to: anchor === undefined ? to : `${to}#${anchor}`, file: copied ? { from: path, to: target } : null }
}

/** The menu: the headings of docs/README.md with the pages listed under them, and the pages of the reference. */
export function menuOf(start, titles) {
  const sections = start
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title] = part.split('\n')
      const links = [...part.matchAll(/^- \[([^\]]+)\]\(([^)#]+\.md)\)/gm)]
      const pages = links.map(([, name, link]) => ({ name, path: posix.join('docs', link) }))
      return { title, pages: pages.filter(({ path }) => addressOf(path) !== null) }
    })
  const under = (folder) => [...titles].filter(([path]) => path.startsWith(folder) && !path.endsWith('/README.md'))
  const named = (folder, strip) =>
    under(folder).map(([path, title]) => ({ name: title.replaceAll('`', '').replace(strip, ''), path }))
  return [
    ...sections,
    { title: 'Methods', pages: named('docs/methods/', '') },
    { title: 'Reference', pages: named('docs/reference/', 'Reference: ') },
  ]
}

/** Names as GitHub makes them of headings, so that the links of the docs lead to the same place here. */
export function anchorMaker() {
  const seen = new Map()
  return (heading) => {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  }
}
