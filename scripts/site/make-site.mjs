// Writes the site into a folder.
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pageFrame } from './page-frame.mjs'
import { renderPage } from './render-page.mjs'
import { addressOf, menuOf, pagePaths } from './site-pages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const ASSETS = fileURLToPath(new URL('assets', import.meta.url))

/** Makes the site anew in a folder, and gives the addresses of its pages. */
export function makeSite(folder) {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  const known = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'packages/cli/README.md']
  const paths = pagePaths([...known, ...docs.map((path) => `docs/${path.replaceAll('\\', '/')}`)])
  const pages = paths.map((path) => ({ path, ...renderPage(path, readFileSync(join(root, path), 'utf8')) }))
  const titles = new Map(pages.map(({ path, title }) => [path, title]))
  const menu = menuOf(readFileSync(join(root, 'docs/README.md'), 'utf8'), titles)
  clear(folder)
  cpSync(ASSETS, join(folder, 'assets'), { recursive: true })
  for (const page of pages) put(folder, addressOf(page.path), pageFrame(page, menu))
  for (const { from, to } of pages.flatMap(({ files }) => files)) {
    mkdirSync(dirname(join(folder, to)), { recursive: true })
    copyFileSync(join(root, from), join(folder, to))
  }
  put(folder, 'assets/search-index.js', `globalThis.KERF_INDEX = ${JSON.stringify(indexOf(pages))}\n`)
  return pages.map(({ path }) => addressOf(path))
}

/** Empties the folder of an earlier site; a folder of anything else is refused. */
function clear(folder) {
  const used = existsSync(folder) && readdirSync(folder).length > 0
  if (used && !existsSync(join(folder, 'assets/search-index.js'))) {
    throw new Error(`site: ${folder} has files that are no site; name an empty or a new folder`)
  }
  rmSync(folder, { recursive: true, force: true })
}

/** One entry for each heading. */
function indexOf(pages) {
  return pages.flatMap(({ path, title, sections }) =>
    sections.map(({ heading, id, text }, i) => ({
      heading,
      page: title,
      text,
      address: addressOf(path) + (i === 0 ? '' : `#${id}`),
    })),
  )
}

function put(folder, address, text) {
  mkdirSync(dirname(join(folder, address)), { recursive: true })
  writeFileSync(join(folder, address), text)
}
