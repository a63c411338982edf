import { printable, textWidth, truncate, wrap } from '../../printed-text.ts'
import { knownOptions, type OptionNames } from '../../../util/check.ts'
import { type Style, style } from './colours.ts'

/** How a report is printed. */
export interface ReportOptions {
  /**
   * colours by ANSI escapes; default false. A text of digits is a key that every escape carries, such as ESC[1;4711m: a
   * program can then clean what came from the data and knows the colours again
   */
  readonly color?: boolean | string | undefined
  /** columns of the terminal, taken between 60 and 160; default 80 */
  readonly width?: number | undefined
  /** every bin, level and reason instead of the first ones; default false */
  readonly verbose?: boolean | undefined
}

/** What the parts of a report draw on. */
export interface Screen {
  readonly style: Style
  readonly width: number
  readonly verbose: boolean
}

/** The options of a report besides those of all. */
type OwnNames<Options> = OptionNames<Omit<Options, keyof ReportOptions>>

/** The screen that the options of a report ask for; others than those and its own are refused. */
export function screenOf<Options extends ReportOptions>(
  where: string,
  options: Options,
  own: OwnNames<Options>,
): Screen {
  knownOptions<ReportOptions>(where, options, { color: 1, width: 1, verbose: 1, ...own })
  const { color = false, width = 80, verbose = false } = options
  const columns = Number.isFinite(width) ? Math.floor(width) : 80
  return { style: style(color), width: Math.min(160, Math.max(60, columns)), verbose }
}

/** A report of blocks of lines, an empty line between them; blocks without lines are left out. */
export function joinBlocks(blocks: readonly (readonly string[])[]): string {
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

/** Lines moved in by two columns; empty ones stay empty. */
export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`))
}

/** A name with what there is to say about it, on one line where it fits. */
export function heading(name: string, details: readonly string[], screen: Screen): string[] {
  const { style: set, width } = screen
  const title = truncate(printable(name), width)
  const rest = details.filter((detail) => detail !== '').join(' · ')
  if (textWidth(title) + 2 + textWidth(rest) <= width) return [`${set.bold(title)}  ${set.dim(rest)}`]
  return [set.bold(title), ...indented(wrap(rest, width - 2)).map(set.dim)]
}
