import type { AnyDiscretizer } from '../../discretizers/discretizer.ts'
import { type Traits, traitsOf } from '../../discretizers/traits.ts'
import { findNamed, type Option, show } from '../../util/check.ts'
import { layOut, leftText } from './draw/lay-out.ts'
import { type ReportOptions, type Screen, screenOf } from './draw/screen.ts'
import { wrap } from '../printed-text.ts'

/** What of the methods is printed. */
export interface MethodsReportOptions extends ReportOptions {
  /** one method, with its options and presets; default all, a line or two each */
  readonly name?: string | undefined
  /** an option as its readers type it; default its name */
  readonly typed?: ((option: string) => string) | undefined
}

/** The traits in the order of a grid, with their heads; the last ones go first where there is no room. */
const HEADS: readonly (readonly [trait: keyof Traits, head: string])[] = [
  ['target', 'target'],
  ['weights', 'weights'],
  ['streams', 'streams'],
  ['exactness', 'exact'],
]

const MISSING =
  'Missing values and special codes get a bin of their own with every method; they can also be sent to a bin or refused.'

/**
 * The methods as text for a terminal: all in a grid with a sentence each, or one with its options and presets.
 *
 *     console.log(methodsReport([mdlp], { width: 100 }).split('\n').find((line) => line.startsWith('mdlp')))
 *     // → mdlp    classes  count as rows  yes      after refinement
 */
export function methodsReport(methods: readonly AnyDiscretizer[], options: MethodsReportOptions = {}): string {
  const screen = screenOf('methodsReport', options, { name: 1, typed: 1 })
  const { name, typed = (option) => option } = options
  if (name === undefined) return listLines(methods, screen).join('\n')
  return methodLines(findNamed('methodsReport: unknown method', methods, name), screen, typed).join('\n')
}

function listLines(methods: readonly AnyDiscretizer[], { style, width }: Screen): string[] {
  const traits = methods.map(traitsOf)
  const grid = layOut(
    [
      leftText('method', Infinity, methods, ({ name }) => name),
      ...HEADS.map(([trait, head], i) => leftText(head, -i, traits, (text) => text[trait].split(';')[0])),
    ],
    width,
  )
  return [
    style.dim(grid[0]),
    ...methods.flatMap(({ name, about }, i) => [
      grid[i + 1].replace(name, () => style.bold(name)),
      ...wrap(about, width - 2).map((line) => `  ${line}`),
    ]),
    '',
    ...wrap(MISSING, width),
  ]
}

function methodLines(method: AnyDiscretizer, screen: Screen, typed: (option: string) => string): string[] {
  const { style, width } = screen
  const entry = (name: string, texts: readonly string[]): string[] => [
    `  ${style.bold(name)}`,
    ...texts.flatMap((text) => wrap(text, width - 6).map((line) => `      ${line}`)),
  ]
  const options = Object.entries<Option<unknown>>(method.options).flatMap(([name, option]) =>
    entry(typed(name), [option.about, `${option.rule.words}; default ${show(option.default)}`]),
  )
  const presets = Object.entries(method.presets).flatMap(([name, preset]) => {
    const settings = Object.entries(preset.options).map(([key, value]) => `${typed(key)} ${show(value)}`)
    if (preset.closed !== undefined) settings.push(`${typed('closed')} ${preset.closed}`)
    return entry(name, [preset.about, settings.length === 0 ? 'the defaults' : settings.join(', ')])
  })
  return [
    style.bold(method.name),
    ...wrap(method.about, width - 2).map((line) => `  ${line}`),
    ...traitLines(method).flatMap((line) => wrap(line, width - 2, '  ').map((part) => `  ${part}`)),
    '',
    options.length === 0 ? 'no options of its own' : 'options',
    ...options,
    ...(presets.length === 0 ? [] : ['', 'presets', ...presets]),
  ]
}

/** The traits of a method, a line each. */
function traitLines(method: AnyDiscretizer): string[] {
  const { target, weights, missing, streams, exactness } = traitsOf(method)
  return [
    `target: ${target}`,
    `weights: ${weights}`,
    `missing values: ${missing}`,
    `on streams: ${streams}`,
    `exact: ${exactness}`,
  ]
}
