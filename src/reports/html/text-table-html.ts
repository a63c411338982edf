import { escaped, sentence } from '../markup.ts'
import type { TextTable } from '../text-table.ts'

/** A table of texts, with its title. */
export function tableHtml({ title, heads, rows }: TextTable): string {
  const head = heads.map((text) => `<th scope="col">${escaped(text)}</th>`).join('')
  const lines = rows.map(
    ([first, ...rest]) =>
      `<tr><th scope="row">${sentence(first)}</th>${rest.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`,
  )
  return `<h3>${sentence(title.replace(/:$/, ''))}</h3><div><table class="txt"><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
}
