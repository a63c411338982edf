import type { Taken } from './take-format.ts'

/** Saves a file where the browser saves files. */
export function saveFile({ name, type, body }: Taken): void {
  const address = URL.createObjectURL(typeof body === 'string' ? new Blob([body], { type }) : body)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Puts a file on the clipboard: text as text, a picture as a picture. */
export async function copyFile({ type, body }: Taken): Promise<void> {
  if (typeof body === 'string') await navigator.clipboard.writeText(body)
  else await navigator.clipboard.write([new ClipboardItem({ [type]: body })])
}
