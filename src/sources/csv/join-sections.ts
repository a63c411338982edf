import { type ColumnPart, shownLevels, TextTable, unpackTexts } from './column-builders.ts'
import { readByPasses, type ReadPass } from './read-csv.ts'
import { CsvPass, type PassResult, type SectionRead, type SectionTask } from './csv-pass.ts'
import { type FileOptions, type OpenFile, readingOf, type SourceColumn, type SourceTable } from '../source.ts'
import { type CsvPlan, planCsv } from './csv-plan.ts'
import type { Misfit } from './row-builder.ts'
import { placeParts } from './place-parts.ts'
import { startText } from '../text/text-file.ts'

const LF = 10
const CR = 13

/** The sections of a file, at least one, in order. */
export interface SectionsRead {
  readonly sections: readonly SectionRead[]
  /**
   * Writes the numbers that sections have not given away where they belong: by position the values of a column, and the row
   * at which each section starts. The columns may end before the last section does. False when it cannot be done. Default:
   * sections gave away all.
   */
  readonly place?: (columns: ReadonlyMap<number, Float64Array>, starts: readonly number[]) => Promise<boolean>
}

/** Reads the rows from a byte of the file on, in sections that start behind a line feed. Null when that cannot be done. */
export type RunSections = (task: SectionTask, from: number) => Promise<SectionsRead | null>

/**
 * Reads a text table in sections, which may be read at the same time. The result is that of `readCsv`; null where only
 * that one can read the file, or say what is wrong with it. Sections start behind line feeds that may lie inside quotes: but
 * then the section before does not end where a record ends. As the first starts right, all do when each ends right.
 */
export async function readCsvSections(
  open: OpenFile,
  options: FileOptions,
  run: RunSections,
): Promise<SourceTable | null> {
  const { text, whole, taken, mark, rest } = await startText(options.name, open)
  await rest.return?.()
  const plan = planCsv(text, { ...readingOf(options), name: options.name, whole })
  const body = findBody(taken, plan, options)
  if (body === null) return null
  const { name, missingValues, badRows } = options
  const asSection = { dialect: { ...plan.dialect, skip: 0, header: false } }
  try {
    return await readByPasses(plan, options, async (now, columns) => {
      const task = {
        plan: { ...now, ...asSection },
        columns,
        options: { name, missingValues, badRows },
        density: body.density,
      }
      const read = await run(task, mark + body.start)
      if (read === null) throw new NotInSections()
      return await joinSections(read, task, body.lines)
    })
  } catch (error) {
    if (error instanceof NotInSections) return null
    throw error
  }
}

class NotInSections extends Error {}

/** Bytes and lines before the first row, when header and lines before it are surely lines of their own; and rows per byte. */
function findBody(
  taken: Uint8Array,
  plan: CsvPlan,
  options: FileOptions,
): { start: number; lines: number; density: number } | null {
  const { skip, header } = plan.dialect
  const lines = skip + (header ? 1 : 0)
  let start = 0
  for (let line = 0; line < lines; line++) {
    while (start < taken.length && taken[start] !== LF && taken[start] !== CR) start++
    if (start + 1 >= taken.length) return null
    start += taken[start] === CR && taken[start + 1] === LF ? 2 : 1
  }
  const pass = new CsvPass(plan, [], options)
  try {
    // Throws where a quote of the header is not closed in its line.
    pass.feed(taken.subarray(0, start))
    pass.finish()
  } catch {
    return null
  }
  let feeds = 0
  for (let at = taken.indexOf(LF, start); at >= 0; at = taken.indexOf(LF, at + 1)) feeds++
  return { start, lines, density: feeds / Math.max(1, taken.length - start) }
}

/** Sections in order as one pass over all of them. `line`: lines before the first. */
async function joinSections(read: SectionsRead, { plan, columns }: SectionTask, line: number): Promise<ReadPass> {
  const { names, kinds } = plan
  const { sections, place } = read
  const result = joinResults(sections, names.length, line)
  const starts: number[] = []
  let held = 0
  for (const section of sections) {
    starts.push(held)
    held += section.rows
  }
  const numbers = new Map<number, Float64Array>()
  for (const j of columns) {
    if (result.misfits.has(j) || (kinds[j] !== 'number' && kinds[j] !== 'date')) continue
    // Shared, so that threads that fill or fit the column need no copy.
    numbers.set(j, new Float64Array(new SharedArrayBuffer(result.rows * 8)))
  }
  if (place === undefined) {
    for (const [i, { parts }] of sections.entries()) placeParts(parts, numbers, starts[i])
  } else if (!(await place(numbers, starts))) {
    throw new NotInSections()
  }
  const column = (position: number, count: number): SourceColumn => {
    const name = names[position]
    const kind = kinds[position]
    if (kind === 'number' || kind === 'date') return { name, kind, values: numbers.get(position)! }
    const own = sections.map(({ parts }) => parts.get(position) as TextPart)
    return { name, kind, values: joinTexts(kind, own, count) }
  }
  return { result, column }
}

function joinResults(sections: readonly SectionRead[], width: number, line: number): PassResult {
  let [rows, bad, blank, blankEnd, lines] = [0, 0, 0, 0, line]
  let firstBad: PassResult['firstBad'] = null
  const misfits = new Map<number, Misfit>()
  const inexact = new Map<number, string>()
  for (const { result } of sections) {
    const { rows: own } = result
    // Blank lines at the end of a section are inside the table when another row follows; those of a single column are rows.
    if (own > 0) {
      if (width === 1) rows += blankEnd
      else blank += blankEnd + result.blank
      rows += own
      blankEnd = 0
    }
    blankEnd += result.blankEnd
    bad += result.bad
    if (result.firstBad !== null) firstBad ??= { ...result.firstBad, line: lines + result.firstBad.line }
    for (const [j, misfit] of result.misfits) {
      if (!misfits.has(j)) misfits.set(j, { ...misfit, line: lines + misfit.line })
    }
    for (const [j, text] of result.inexact) if (!inexact.has(j)) inexact.set(j, text)
    lines += result.lines
  }
  return { rows, bad, firstBad, blank, blankEnd, lines, misfits, inexact }
}

type TextPart = Extract<ColumnPart, { readonly kind: 'boolean' | 'category' }>

function joinTexts(kind: 'boolean' | 'category', parts: readonly TextPart[], rows: number): (string | null)[] {
  const levels = joinLevels(kind, parts, rows)
  const values = Array<string | null>(rows)
  let at = 0
  for (const [i, { blocks }] of parts.entries()) {
    for (const block of blocks) {
      const used = Math.min(block.length, rows - at)
      for (let row = 0; row < used; row++) values[at + row] = levels[i][block[row]]
      at += used
    }
  }
  return values
}

/** For each part, what its numbers stand for. Equal texts are one string, unless nearly every row has its own anyway. */
function joinLevels(
  kind: 'boolean' | 'category',
  parts: readonly TextPart[],
  rows: number,
): readonly (readonly (string | null)[])[] {
  const found = parts.reduce((sum, { ends }) => sum + ends.length, 0)
  if (kind === 'category' && found > rows / 2) return parts.map((part) => [null, ...unpackTexts(part)])
  const table = new TextTable()
  const numbers = parts.map(({ bytes, ends }) => {
    const own = new Int32Array(ends.length + 1)
    for (let i = 0, from = 0; i < ends.length; from = ends[i++]) own[i + 1] = table.add(bytes, from, ends[i]) + 1
    return own
  })
  const levels = shownLevels(kind, table)
  return numbers.map((own) => Array.from(own, (number) => levels[number]))
}
