import { counted, NONE } from '../../reports/number-text.ts'
import { wrap } from '../../reports/printed-text.ts'
import { layOut, type TextColumn } from '../../reports/terminal/draw/lay-out.ts'
import { joinBlocks, type ReportOptions, type Screen, screenOf } from '../../reports/terminal/draw/screen.ts'
import { columnsOver, markdownTable } from '../study-table.ts'
import { type CheckedNumber, type Verdict, VERDICTS } from './check-numbers.ts'
import { DOCUMENTS, readPrinted } from './printed-number.ts'

/** The numbers as text for a terminal: a table per place of each document, then how many there are of each verdict. */
export function numbersReport(numbers: readonly CheckedNumber[], options: ReportOptions = {}): string {
  const screen = screenOf('numbersReport', options, {})
  const { style, width } = screen
  const documents = DOCUMENTS.flatMap(({ name, number, title }) => {
    const own = numbers.filter(({ document }) => document === name)
    if (own.length === 0) return []
    return [[style.bold(`${number}. ${title}`)], ...placesOf(own).map((lines) => placeLines(lines, screen))]
  })
  return joinBlocks([...documents, wrap(`${summaryOf(numbers)}.`, width).map(style.bold)])
}

/** The same in Markdown: a table per place, with its commands and what there is to say below. */
export function numbersMarkdown(numbers: readonly CheckedNumber[]): string {
  const cell = (text: string): string => text.replaceAll('|', String.raw`\|`)
  const documents = DOCUMENTS.flatMap(({ name, number, title }) => {
    const own = numbers.filter(({ document }) => document === name)
    if (own.length === 0) return []
    const places = placesOf(own).flatMap((lines) => {
      const columns = columnsOf(lines).map((column) => ({ ...column, cells: column.cells.map(cell) }))
      const commands = [...new Set(lines.map(({ command }) => `\`${command}\``))]
      const whys = new Map(lines.flatMap(({ why, verdict, says }) => why === null || verdict === 'same' ? [] : [[why, `- ${verdict}, ${says}: ${why}`]])) // prettier-ignore
      const table = markdownTable(columns)
      return [`**${lines[0].place}** (${commands.join(', ')})`, table, ...(whys.size === 0 ? [] : [[...whys.values()].join('\n')])]
    }) // prettier-ignore
    return [`### ${number}. ${title}`, ...places]
  })
  return [`${summaryOf(numbers)}.`, ...documents].join('\n\n')
}

/** "210 numbers: 180 same, 12 slips …". */
export function summaryOf(numbers: readonly CheckedNumber[]): string {
  const words: Readonly<Record<Verdict, string>> = {
    same: 'the same',
    slip: 'slips of the document',
    differs: 'differ for a reason',
    needs: 'need a file',
    wrong: 'should agree and do not',
  }
  const parts = VERDICTS.flatMap((verdict) => {
    const count = numbers.filter((number) => number.verdict === verdict).length
    return count === 0 ? [] : [`${count} ${words[verdict]}`]
  })
  return `${counted(numbers.length, 'printed number')}: ${parts.join(', ')}`
}

/** Numbers that follow each other in one place. */
function placesOf(numbers: readonly CheckedNumber[]): CheckedNumber[][] {
  const places: CheckedNumber[][] = []
  for (const number of numbers) {
    const last = places.at(-1)
    if (last !== undefined && last[0].place === number.place) last.push(number)
    else places.push([number])
  }
  return places
}

function placeLines(numbers: readonly CheckedNumber[], { style, width }: Screen): string[] {
  const [head, ...lines] = layOut(columnsOf(numbers), width - 2)
  const commands = [...new Set(numbers.map(({ command }) => command))]
  const why = (number: CheckedNumber, i: number): string[] =>
    number.why === null || repeated(numbers, i)
      ? []
      : wrap(`${number.verdict === 'needs' ? 'needs ' : ''}${number.why}`, width - 6, '').map((text) => style.dim(`      ${text}`)) // prettier-ignore
  return [
    ...wrap(numbers[0].place, width),
    style.dim(`  ${head}`),
    ...lines.flatMap((line, i) => [`  ${line}`, ...why(numbers[i], i)]),
    ...commands.slice(0, 3).map((command) => style.dim(`  $ ${command}`)),
    ...(commands.length > 3 ? [style.dim(`  … and ${commands.length - 3} more commands like these`)] : []),
  ]
}

/** Whether the next line has the same explanation, which is then told once, below the last. */
const repeated = (numbers: readonly CheckedNumber[], i: number): boolean => numbers[i + 1]?.why === numbers[i].why

function columnsOf(numbers: readonly CheckedNumber[]): TextColumn[] {
  const column = columnsOver(numbers)
  const ranges = numbers.some(({ range }) => range !== null)
  return [
    { ...column('what', Infinity, ({ says }) => says), align: 'left' },
    column('printed', Infinity, ({ printed }) => printed),
    column('measured', Infinity, (number) => digits(number, number.measured)),
    ...(ranges
      ? [column('range', 2, (number) => (number.range === null ? '' : number.range.map((end) => digits(number, end)).join(' to ')))]
      : []),
    { ...column('verdict', Infinity, ({ verdict }) => (verdict === 'wrong' ? 'WRONG' : verdict)), align: 'left' },
  ] // prettier-ignore
}

/** A measured number in the digits of the printed one, and two more where they differ. */
function digits({ printed, verdict }: CheckedNumber, measured: number | null): string {
  if (measured === null || !Number.isFinite(measured)) return NONE
  if (Number.isInteger(measured)) return printed.includes('.') ? measured.toFixed(readPrinted(printed).decimals) : String(measured) // prettier-ignore
  if (printed.includes('/')) return measured.toFixed(6)
  const { decimals } = readPrinted(printed)
  return measured.toFixed(Math.min(15, verdict === 'same' && decimals > 0 ? decimals : decimals + 2))
}
