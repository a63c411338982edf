/** Text that the library made as markup, with all names in it escaped. */
export function Markup({ html, class: kind }: { readonly html: string; readonly class?: string }) {
  // oxlint-disable-next-line react/no-danger -- made by the library, which escapes what comes from the data
  return <div class={kind} dangerouslySetInnerHTML={{ __html: html }} />
}
