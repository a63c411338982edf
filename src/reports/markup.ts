import { printable, truncate } from './printed-text.ts'

/** Letters of a name that are shown; the whole name is in the title of what is cut short. */
const LONGEST_NAME = 80

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it may stand between tags and inside quoted attributes. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign])
}

/** A sentence of a report, which may quote names from the data. */
export function sentence(text: string): string {
  return escaped(printable(text))
}

/** Sentences as paragraphs. */
export function paragraphs(sentences: readonly string[]): string {
  return sentences.map((one) => `<p>${sentence(one)}</p>`).join('')
}

/** A chart with the line above it and what stands below. */
export function figureHtml({ title, svg, below = '' }: { title: string; svg: string; below?: string }): string {
  return `<figure><figcaption>${sentence(title)}</figcaption>${svg}${below}</figure>`
}

/** A name from the data: nothing hidden in it, its direction of writing kept apart from the text around. */
export function nameHtml(name: string, longest: number = LONGEST_NAME): string {
  const whole = printable(name)
  const short = truncate(whole, longest)
  const title = short === whole ? '' : ` title="${escaped(truncate(whole, 1000))}"`
  return `<bdi${title}>${escaped(short)}</bdi>`
}
