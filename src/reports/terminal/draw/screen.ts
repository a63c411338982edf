import { type Style, style } from './colours.ts'

/** How a report is printed. */
export interface ReportOptions {
  /** colours by ANSI escapes; default false */
  readonly color?: boolean | undefined
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

/** The screen that options ask for. */
export function screenOf({ color = false, width = 80, verbose = false }: ReportOptions): Screen {
  const columns = Number.isFinite(width) ? Math.floor(width) : 80
  return { style: style(color), width: Math.min(160, Math.max(60, columns)), verbose }
}
