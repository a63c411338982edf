import { escaped, sentence } from '../markup.ts'
import { FILLS, STYLE } from './charts/page-style.ts'

/** Nothing may be loaded or run, whatever the names in the data are. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/** What there is to tell of the whole. */
export function notesHtml(messages: readonly string[]): string {
  if (messages.length === 0) return ''
  return `<h2 class="small">Notes</h2><ul class="facts">${messages.map((message) => `<li>${sentence(message)}</li>`).join('')}</ul>`
}

/** A script of a page, and the hash by which its policy knows it: no other text runs. */
export interface PageScript {
  readonly text: string
  readonly hash: string
}

/**
 * A whole page of one file: nothing loaded from elsewhere, and no script but the one given here, which stands last.
 * `style` is added to that of all pages.
 */
export function pageHtml(title: string, body: string, style = '', script: PageScript | null = null): string {
  const policy = script === null ? POLICY : `${POLICY}; script-src '${script.hash}'`
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}${style}</style>`,
    '</head>',
    '<body>',
    FILLS,
    body,
    ...(script === null ? [] : [`<script>${script.text}</script>`]),
    '</body>',
    '</html>',
    '',
  ].join('\n')
}
