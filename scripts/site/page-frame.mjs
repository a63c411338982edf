// What every page of the site has around its text: menu, search, style. Opens from a folder: nothing is fetched.
import { posix } from 'node:path'
import { addressOf } from './site-pages.mjs'

/** A whole page. `menu` is that of site-pages.mjs. */
export function pageFrame({ path, title, html }, menu) {
  const here = addressOf(path)
  const to = (address) => posix.relative(posix.dirname(here), address)
  const entry = ({ name, path: page }) =>
    `<li><a href="${to(addressOf(page))}"${page === path ? ' aria-current="page"' : ''}>${escaped(name)}</a></li>`
  const section = ({ title: name, pages }) => {
    const open = pages.some((page) => page.path === path) ? ' open' : ''
    return `<details${open}><summary>${escaped(name)}</summary><ul>${pages.map(entry).join('')}</ul></details>`
  }
  const start = to('index.html')
  const name = title === 'Documentation' ? 'Kerf' : `${title} · Kerf`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(name)}</title>
<link rel="stylesheet" href="${to('assets/site.css')}">
<script defer src="${to('assets/search.js')}" data-root="${posix.dirname(start) === '.' ? '' : `${posix.dirname(start)}/`}"></script>
</head>
<body>
<header>
<a class="home" href="${start}">Kerf</a>
<form role="search"><input type="search" aria-label="Search" placeholder="Search names and pages" autocomplete="off"></form>
<div id="found" aria-live="polite" hidden></div>
</header>
<nav aria-label="Pages">${menu.map(section).join('\n')}</nav>
<main>
${html}</main>
</body>
</html>
`
}

export const escaped = (text) =>
  text.replaceAll(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark])
