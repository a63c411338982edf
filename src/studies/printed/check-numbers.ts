import { tableRows } from '../../summaries/column-table.ts'
import { BLOG_NUMBERS } from './document-blog.ts'
import { COMPARISON_NUMBERS } from './document-comparison.ts'
import { ENCODINGS_NUMBERS } from './document-encodings.ts'
import { KERBER_NUMBERS } from './document-kerber.ts'
import { LECTURE_NUMBERS } from './document-lecture.ts'
import { NOTES_NUMBERS } from './document-notes.ts'
import { type Given, PUBLIC_FILES } from './given.ts'
import { agrees, type DocumentName, DOCUMENTS, type PrintedNumber, readPrinted } from './printed-number.ts'

/** All numbers, by document. */
export const PRINTED_NUMBERS: Readonly<Record<DocumentName, readonly PrintedNumber[]>> = {
  blog: BLOG_NUMBERS,
  lecture: LECTURE_NUMBERS,
  comparison: COMPARISON_NUMBERS,
  notes: NOTES_NUMBERS,
  encodings: ENCODINGS_NUMBERS,
  kerber: KERBER_NUMBERS,
}

/** `same` at the printed digits; `slip`, `differs`: as explained; `needs`: a file that is not at hand; `wrong`: unexplained. */
export type Verdict = 'same' | 'slip' | 'differs' | 'needs' | 'wrong'

export const VERDICTS: readonly Verdict[] = ['same', 'slip', 'differs', 'needs', 'wrong']

/** A printed number beside what comes out. */
export interface CheckedNumber {
  readonly document: DocumentName
  readonly place: string
  readonly says: string
  readonly printed: string
  /** null where a file is needed */
  readonly measured: number | null
  /** over many draws or splits, where one was printed */
  readonly range: readonly [number, number] | null
  readonly verdict: Verdict
  /** why it is not the same, or which file is needed */
  readonly why: string | null
  readonly command: string
}

/** Runs the numbers of some documents again, one after the other. What takes a file that is not given says so. */
export async function checkNumbers(
  given: Given,
  documents: readonly DocumentName[] = DOCUMENTS.map(({ name }) => name),
  onProgress?: (done: number, total: number, what: string) => void | Promise<void>,
): Promise<CheckedNumber[]> {
  const all = documents.flatMap((document) => PRINTED_NUMBERS[document].map((number) => ({ document, number })))
  const checked: CheckedNumber[] = []
  for (const { document, number } of all) {
    checked.push({ document, ...(await checkNumber(given, number)) })
    await onProgress?.(checked.length, all.length, number.place)
  }
  return checked
}

async function checkNumber(given: Given, number: PrintedNumber): Promise<Omit<CheckedNumber, 'document'>> {
  const { place, says, printed, command } = number
  const told = { place, says, printed, command }
  const missing = missingFile(given, number)
  if (missing !== null) return { ...told, measured: null, range: null, verdict: 'needs', why: missing }
  const measured = await number.measure(given)
  const range = (await number.range?.(given)) ?? null
  return { ...told, measured, range, ...judge(number, measured, range) }
}

function missingFile(given: Given, { needs, rows = 0 }: PrintedNumber): string | null {
  if (needs === undefined) return null
  const { file, from } = PUBLIC_FILES[needs]
  const at = given.files[needs]
  const enough = rows > 0 ? ` of at least ${rows.toLocaleString('en-US')} rows` : ''
  return at === undefined || tableRows('checkNumbers', at.table) < rows ? `${file}${enough} (${from})` : null
}

/** A number that is explained must come out as the explanation says; one that is not must be as printed. */
function judge(
  { printed, otherwise }: PrintedNumber,
  measured: number,
  range: readonly [number, number] | null,
): Pick<CheckedNumber, 'verdict' | 'why'> {
  const { value } = readPrinted(printed)
  const within = range !== null && range[0] <= value && value <= range[1]
  const same = agrees(printed, measured) || within
  const drawn = range === null ? null : 'it lies among those of many draws or splits'
  if (otherwise === undefined || otherwise.ought === undefined) {
    if (same) return { verdict: 'same', why: drawn }
    return otherwise === undefined
      ? { verdict: 'wrong', why: 'it should agree, and does not' }
      : { verdict: otherwise.verdict, why: otherwise.why }
  }
  const { ought, why, verdict } = otherwise
  if (!same && agrees(ought, measured)) return { verdict, why }
  return { verdict: 'wrong', why: `${ought} was expected here: ${why}` }
}
