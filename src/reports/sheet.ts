/** What a cell of a sheet holds; null leaves it empty. */
export type SheetCell = string | number | Date | null

/** How the numbers of a column are shown: rows in groups of three digits, shares as percents, others with so many decimals. */
export type SheetFormat = 'count' | 'share' | 'date' | 'time' | 0 | 2 | 3 | 4 | 6

/** A column of a sheet. */
export interface SheetColumn {
  readonly head: string
  readonly cells: readonly SheetCell[]
  /** how numbers and dates are shown; default as they are */
  readonly format?: SheetFormat
}

/** A sheet of a workbook: a head that stays in sight, and lines below it. */
export interface Sheet {
  /** what it is to be called; `sheetNames` makes a name of it that a workbook can have */
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** whether the last line is a total, which is set apart */
  readonly hasTotal?: boolean
}

/** Letters that the name of a sheet may have. */
const LONGEST = 31

/**
 * Names that sheets of one workbook can have, one for each wish: at most 31 letters, none of \ / ? * [ ] :, no apostrophe at
 * the ends, not the word History, which Excel keeps for itself, and all different, also to those who do not tell A from a.
 */
export function sheetNames(wishes: readonly string[]): string[] {
  const taken = new Set(['history'])
  return wishes.map((wish) => {
    const plain = wish
      .replaceAll(/[\\/?*[\]:\p{Cc}\p{Cs}\u2028\u2029\uFFFD-\uFFFF]/gu, '_')
      .replaceAll(/^['\s]+|['\s]+$/g, '')
    const base = plain === '' ? 'column' : plain
    for (let copy = 1; ; copy++) {
      const ending = copy === 1 ? '' : ` (${copy})`
      const name = `${shortenedTo(base, LONGEST - ending.length)}${ending}`
      if (taken.has(foldCase(name))) continue
      taken.add(foldCase(name))
      return name
    }
  })
}

/** The beginning of a text, without half of a letter, or an apostrophe or blank, at its end. */
function shortenedTo(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/['\s]+$/, '')
}

/** One text for all that differ in case alone. */
function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase()
}
