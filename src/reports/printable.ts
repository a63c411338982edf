/** Characters that would move the cursor, hide text or turn its direction. */
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/**
 * A name from the data as it can be printed: nothing in it ends the line, moves the cursor or colours the terminal. A
 * name that is empty or has spaces at its ends is quoted.
 */
export function printable(name: string): string {
  const plain = name.replaceAll(/[\t\n\r]/g, ' ').replaceAll(CONTROLS, '\uFFFD')
  return plain === '' || plain.trim() !== plain ? `"${plain}"` : plain
}
