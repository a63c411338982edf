import { printable, textWidth, truncate, wrap } from '../../printed-text.ts'
import { knownOptions, type OptionNames } from '../../../util/check.ts'
import { eventClass } from '../../../summaries/mark-rows.ts'
import type { Target } from '../../../types.ts'

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

/**
 * Colours of classes, as numbers of the 256 that terminals know: blue, orange, magenta, green, red, pink, violet and a
 * grey that also stands for "others". Chosen so that any two differ by at least 24 (CIE76) for normal, red-blind,
 * green-blind and blue-blind eyes, and each stands out from a white and from a dark ground by at least 2.4 to 1.
 */
export const PALETTE: readonly number[] = [33, 208, 127, 107, 160, 176, 93, 242]

/** What stands for the same classes where there is no colour; neighbours are as unlike as possible. */
export const FILLS: readonly string[] = ['█', '░', '▓', '▞', '▒', '═', '+', '·']

/** The last colour: classes that are not shown one by one, or what is not the event. */
export const OTHERS: number = PALETTE.length - 1

/** How text is set off. Without colour every function gives back its text. */
export interface Style {
  readonly on: boolean
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  /** text in a colour of the palette (null: the terminal's own), on another one */
  readonly paint: (text: string, front: number | null, back?: number) => string
  /** the sign of a class in legends: a square in its colour, or its own pattern */
  readonly sign: (color: number) => string
}

const ESCAPE = '\u001B['

/** What is set off already. */
const SET_OFF = new RegExp(`(${String.fromCharCode(27)}\\[[0-9;]+m[^]*?${String.fromCharCode(27)}\\[0(?:;[0-9]+)?m)`)

/**
 * The ways to set text off, by ANSI escapes, or none of them. Bold and dim leave alone what is painted inside. With a key,
 * every escape carries it, so that it can be told from one in the data.
 */
export function style(how: boolean | string): Style {
  const on = how !== false
  if (!on) {
    const same = (text: string): string => text
    return { on, bold: same, dim: same, paint: same, sign: (color) => FILLS[color] }
  }
  const end = typeof how === 'string' ? `;${how}m` : 'm'
  const setOff = (text: string, code: string): string =>
    text === '' ? '' : `${ESCAPE}${code}${end}${text}${ESCAPE}0${end}`
  const around =
    (code: string) =>
    (text: string): string =>
      text
        .split(SET_OFF)
        .map((piece) => (piece.startsWith(ESCAPE) ? piece : setOff(piece, code)))
        .join('')
  const paint = (text: string, front: number | null, back?: number): string => {
    const codes = [
      ...(front === null ? [] : [`38;5;${PALETTE[front]}`]),
      ...(back === undefined ? [] : [`48;5;${PALETTE[back]}`]),
    ]
    return setOff(text, codes.join(';'))
  }
  return { on, bold: around('1'), dim: around('2'), paint, sign: (color) => paint('■', color) }
}

/** A class with the colour or pattern it has all through a report. */
export interface ClassMark {
  /** name of the class, or how many others there are */
  readonly name: string
  /** its numbers among the target's classes: several for "others" */
  readonly members: readonly number[]
  /** number of its colour and fill; the last is that of "others" */
  readonly color: number
}

/**
 * The classes as a report shows them: at most `most` (counting "others", which stands last). Those with the largest
 * `totals` are kept, and a class has the same colour however many are kept. The event is always first.
 *
 *     const marks = classMarks({ kind: 'class', name: 'bought', classes: ['no', 'yes'], event: 'yes' }, [110, 190], 7)
 *     console.log(marks.map(({ name }) => name)) // → [ 'yes', 'no' ]
 *
 * @param totals the rows of each class, in the order of the target's classes
 * @param most how many marks there may be, "others" among them
 */
export function classMarks(
  target: Extract<Target, { readonly kind: 'class' }>,
  totals: readonly number[],
  most: number,
): ClassMark[] {
  const { classes } = target
  const event = eventClass(target)
  const all = classes.map((_, i) => i)
  const byTotal = all.toSorted(
    (a, b) => Number(classes[b] === event) - Number(classes[a] === event) || totals[b] - totals[a],
  )
  // Few classes keep the order they have in the target; of many, the largest come first.
  const few = classes.length <= OTHERS + 1
  const order = few ? all.toSorted((a, b) => Number(classes[b] === event) - Number(classes[a] === event)) : byTotal
  const colorOf = (i: number): number =>
    event !== null && classes.length === 2 && classes[i] !== event ? OTHERS : Math.min(OTHERS, order.indexOf(i))
  const limit = Math.min(most, few ? classes.length : OTHERS + 1)
  const kept = new Set(classes.length <= limit ? all : byTotal.slice(0, limit - 1))
  const shown = order.filter((i) => kept.has(i)).map((i) => ({ name: classes[i], members: [i], color: colorOf(i) }))
  const rest = order.filter((i) => !kept.has(i))
  return rest.length === 0 ? shown : [...shown, { name: `${rest.length} others`, members: rest, color: OTHERS }]
}

/** What the classes of a mark add up to. */
export function totalOf(mark: ClassMark, counts: readonly number[]): number {
  return mark.members.reduce((sum, i) => sum + counts[i], 0)
}
