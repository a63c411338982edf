// A Markdown page as HTML, and what the search should find of it. Pure: text in, text out.
import { Marked } from 'marked'
import { anchorMaker, resolveLink } from './site-pages.mjs'

/** Characters of a section that the search looks through. */
const FOUND_BY = 400

/** `{ title, html, files, sections }` of a page: its files are copied beside it, its sections go into the search. */
export function renderPage(path, text) {
  const marked = new Marked({ gfm: true })
  const files = []
  const tokens = marked.lexer(text)
  void marked.walkTokens(tokens, (token) => {
    if (token.type !== 'link' && token.type !== 'image') return
    const found = resolveLink(path, token.href)
    token.href = found?.to ?? NOWHERE
    if (found !== null && found.file !== null) files.push(found.file)
  })
  const anchor = anchorMaker()
  const sections = []
  const html = marked
    .parser(tokens)
    // What is only in the repository is named and not linked.
    .replaceAll(new RegExp(`<a href="${NOWHERE}"[^>]*>([^]*?)</a>`, 'g'), '$1')
    .replaceAll(/<h([1-6])>([^]*?)<\/h\1>/g, (_, level, inner) => {
      const heading = plainText(inner)
      const id = anchor(heading)
      sections.push({ heading, id })
      return `<h${level} id="${id}">${inner}</h${level}>`
    })
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
  const parts = html.split(/<h[1-6] id="[^"]*">[^]*?<\/h[1-6]>/).slice(1)
  const found = sections.map(({ heading, id }, i) => ({
    heading,
    id,
    text: plainText(parts[i] ?? '').slice(0, FOUND_BY),
  }))
  return { title: sections[0]?.heading ?? path, html, files, sections: found }
}

const NOWHERE = 'kerf-only-in-the-repository'

/** The words of a piece of HTML. */
function plainText(html) {
  return html
    .replaceAll(/<!--[^]*?-->|<[^>]+>/g, '')
    .replaceAll(/&(lt|gt|amp|quot|#39);/g, (_, name) => ENTITIES[name])
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const ENTITIES = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" }
