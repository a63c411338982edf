/** Enough to see what a file is. */
const LOOK = 4096

/** The first bytes of saved summaries: KERFSUM. */
const SUMMARY_BYTES = 'KERFSUM'

/** What a file says it is: the `format` of a file that Kerf saved, or null for rows. */
export async function savedFormat(file: Blob): Promise<string | null> {
  const head = await file.slice(0, LOOK).text()
  if (head.startsWith(SUMMARY_BYTES)) return 'kerf-summary'
  return /^\uFEFF?\s*\{\s*"format"\s*:\s*"(kerf-[\w-]+)"/.exec(head)?.[1] ?? null
}
